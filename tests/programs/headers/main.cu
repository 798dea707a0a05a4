// Covers: half and bfloat16 on both sides, handles of cuBLAS, the helper headers of public samples,
// and a plain C++ file that calls the runtime.
//? files: total.cpp
//? prints: headers: 56, 65504 and 2.98023e-06
#include <cstdio>
#include <cublas_v2.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <helper_cuda.h>
#include <helper_functions.h>
#include <mma.h>

float total(const float *device, int n);

template <typename T> __global__ void fill(T *x, int n, T value)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = value;
}

__global__ void add(float *out, const __nv_bfloat16 *a, const half *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = __bfloat162float(a[i]) + __half2float(b[i]);
}

int main(int argc, char **argv)
{
    int device = findCudaDevice(argc, (const char **)argv);
    cublasHandle_t handle;
    checkCudaErrors(cublasCreate(&handle));
    checkCudaErrors(cublasSetStream(handle, 0));
    StopWatchInterface *timer = NULL;
    sdkCreateTimer(&timer);
    sdkStartTimer(&timer);

    __nv_bfloat16 *a;
    half *b;
    float *out;
    checkCudaErrors(cudaMalloc(&a, 32 * sizeof *a));
    checkCudaErrors(cudaMalloc(&b, 32 * sizeof *b));
    checkCudaErrors(cudaMalloc(&out, 32 * sizeof *out));
    fill<__nv_bfloat16><<<1, 32>>>(a, 32, __float2bfloat16(1.5f));
    fill<half><<<1, 32>>>(b, 32, __float2half(0.25f));
    add<<<1, 32>>>(out, a, b, 32);
    getLastCudaError("launches");
    float large = __half2float(__float2half(65519.0f)), small = __half2float(__float2half(3e-6f));
    printf("headers: %g, %g and %g\n", total(out, 32), large, small);

    sdkStopTimer(&timer);
    bool took_time = sdkGetTimerValue(&timer) > 0;
    sdkDeleteTimer(&timer);
    checkCudaErrors(cublasDestroy(handle));
    checkCudaErrors(cudaFree(a));
    checkCudaErrors(cudaFree(b));
    checkCudaErrors(cudaFree(out));
    return took_time ? device : 1;
}
