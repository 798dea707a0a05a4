// Covers: values, names and strings of errors, cudaGetLastError against cudaPeekAtLastError,
// refused launches that leave no trace, and a fault that every later call reports.
//? status: 1
//? prints: errors: 0 differences
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

static int differences;

static void expect(int line, cudaError_t got, cudaError_t expected)
{
    if (got != expected) {
        printf("line %d: %s instead of %s\n", line, cudaGetErrorName(got), cudaGetErrorName(expected));
        differences++;
    }
}
#define EXPECT(call, expected) expect(__LINE__, call, expected)

__global__ void set(int *out)
{
    *out = 7;
}

int main()
{
    differences += strcmp(cudaGetErrorString(cudaSuccess), "no error") != 0;
    differences += strcmp(cudaGetErrorName(cudaErrorInvalidValue), "cudaErrorInvalidValue") != 0;
    differences += strcmp(cudaGetErrorString(cudaErrorInvalidConfiguration), "invalid configuration argument") != 0;
    differences += strcmp(cudaGetErrorString(cudaErrorMemoryAllocation), "out of memory") != 0;
    differences += (int)cudaErrorIllegalAddress != 700;

    int *memory, host = 0;
    EXPECT(cudaMalloc((void **)&memory, (size_t)1 << 50), cudaErrorMemoryAllocation);
    EXPECT(cudaPeekAtLastError(), cudaErrorMemoryAllocation);
    EXPECT(cudaGetLastError(), cudaErrorMemoryAllocation);
    EXPECT(cudaGetLastError(), cudaSuccess);
    EXPECT(cudaMalloc((void **)&memory, sizeof(int)), cudaSuccess);
    EXPECT(cudaSetDevice(4096), cudaErrorInvalidDevice);
    EXPECT(cudaGetLastError(), cudaErrorInvalidDevice);
    EXPECT(cudaFree(NULL), cudaSuccess);

    set<<<1, 2048>>>(memory);
    EXPECT(cudaGetLastError(), cudaErrorInvalidValue);
    set<<<0, 1>>>(memory);
    EXPECT(cudaPeekAtLastError(), cudaErrorInvalidValue);
    EXPECT(cudaGetLastError(), cudaErrorInvalidValue);
    void *arguments[] = {&memory};
    EXPECT(cudaLaunchCooperativeKernel(set, 1 << 20, 32, arguments, 0, 0), cudaErrorCooperativeLaunchTooLarge);
    EXPECT(cudaGetLastError(), cudaErrorCooperativeLaunchTooLarge);
    EXPECT(cudaDeviceSynchronize(), cudaSuccess);
    set<<<1, 1>>>(memory);
    EXPECT(cudaGetLastError(), cudaSuccess);
    EXPECT(cudaMemcpy(&host, memory, sizeof host, cudaMemcpyDeviceToHost), cudaSuccess);
    differences += host != 7;

    set<<<1, 1>>>((int *)nullptr);
    EXPECT(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
    EXPECT(cudaGetLastError(), cudaErrorIllegalAddress);
    EXPECT(cudaMemcpy(&host, memory, sizeof host, cudaMemcpyDeviceToHost), cudaErrorIllegalAddress);
    EXPECT(cudaFree(memory), cudaErrorIllegalAddress);
    printf("errors: %d differences\n", differences);
    return differences;
}
