/*
 * Checks of errors and the choice of a device, under the names that CUDA's public samples use. A
 * folder given with -I that has this header, too, comes first.
 */
#ifndef WARPSCHOOL_HELPER_CUDA_H
#define WARPSCHOOL_HELPER_CUDA_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuda_runtime.h"
#include "helper_string.h"

#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif

static inline const char *_cudaGetErrorEnum(cudaError_t error)
{
    return cudaGetErrorName(error);
}
#ifdef CUBLAS_API_H_
static inline const char *_cudaGetErrorEnum(cublasStatus_t status)
{
    return cublasGetStatusString(status);
}
#endif

template <typename T> void check(T status, const char *call, const char *file, int line)
{
    if (!status)
        return;
    fprintf(stderr, "CUDA error at %s:%d code=%u(%s) \"%s\" \n", file, line, (unsigned int)status,
            _cudaGetErrorEnum(status), call);
    exit(EXIT_FAILURE);
}
#define checkCudaErrors(call) check((call), #call, __FILE__, __LINE__)

static inline bool warpschool_print_last_error(const char *message, const char *file, int line)
{
    cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess)
        fprintf(stderr, "%s(%d): CUDA error: %s: (%d) %s.\n", file, line, message, (int)error,
                cudaGetErrorString(error));
    return error != cudaSuccess;
}
#define printLastCudaError(message) (void)warpschool_print_last_error(message, __FILE__, __LINE__)
#define getLastCudaError(message)                                     \
    do {                                                              \
        if (warpschool_print_last_error(message, __FILE__, __LINE__)) \
            exit(EXIT_FAILURE);                                       \
    } while (0)

static inline int ftoi(float value)
{
    return (int)(value >= 0 ? value + 0.5 : value - 0.5);
}

/* FP32 lanes of a multiprocessor. */
static inline int _ConvertSMVer2Cores(int major, int minor)
{
    return major == 6 && minor == 0 ? 64 : major == 7 ? 64 : major == 8 && minor == 0 ? 64 : 128;
}

static inline const char *_ConvertSMVer2ArchName(int major, int minor)
{
    static const char *const names[] = {"Maxwell", "Pascal", "Volta", "Ampere", "Hopper", "Blackwell"};
    if (major == 7 && minor == 5)
        return "Turing";
    if (major == 8 && minor == 9)
        return "Ada";
    return major < 5 ? "Kepler" : names[major > 10 ? 5 : major - 5];
}

static inline int gpuDeviceInit(int device)
{
    int count = 0;
    checkCudaErrors(cudaGetDeviceCount(&count));
    if (device < 0 || device >= count)
        return device == 0 ? -1 : -abs(device);
    checkCudaErrors(cudaSetDevice(device));
    return device;
}

static inline int gpuGetMaxGflopsDeviceId(void)
{
    return 0;
}

static inline int findCudaDevice(int argc, const char **argv)
{
    int device = gpuDeviceInit(getCmdLineArgumentInt(argc, argv, "device")), major = 0, minor = 0;
    if (device < 0) {
        fprintf(stderr, "No such device.\n");
        exit(EXIT_FAILURE);
    }
    checkCudaErrors(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device));
    checkCudaErrors(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device));
    printf("GPU Device %d: \"%s\" with compute capability %d.%d\n\n", device, _ConvertSMVer2ArchName(major, minor),
           major, minor);
    return device;
}

static inline bool checkCudaCapabilities(int least_major, int least_minor)
{
    int device = 0, major = 0, minor = 0;
    checkCudaErrors(cudaGetDevice(&device));
    checkCudaErrors(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device));
    checkCudaErrors(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device));
    return major > least_major || (major == least_major && minor >= least_minor);
}

#endif
