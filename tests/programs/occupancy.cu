// Covers: occupancy queries, the best block size, function attributes, more than 48 KiB of dynamic
// shared memory after the attribute is set, and cache preferences.
//? prints: occupancy: 64 KiB of shared memory reverse 16384 integers
#include <cstdio>
#include <cuda_runtime.h>

__global__ void square(int *data, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        data[i] *= data[i];
}

__global__ void __launch_bounds__(512) reverse(int *data, int n)
{
    extern __shared__ int copy[];
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        copy[i] = data[i];
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        data[i] = copy[n - 1 - i];
}

static int shared_for_block(int block)
{
    return block * (int)sizeof(int);
}

int main()
{
    int failures = 0, per_sm = 0, least_grid = 0, block = 0;
    cudaDeviceProp properties;
    cudaGetDeviceProperties(&properties, 0);
    failures += cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, square, 256, 0) != cudaSuccess;
    failures += per_sm < 1 || per_sm * 256 > properties.maxThreadsPerMultiProcessor;
    failures += cudaOccupancyMaxPotentialBlockSize(&least_grid, &block, square, 0, 0) != cudaSuccess;
    failures += block < 32 || block > 1024 || least_grid < properties.multiProcessorCount;
    failures += cudaOccupancyMaxPotentialBlockSizeVariableSMem(&least_grid, &block, reverse, shared_for_block,
                                                               512) != cudaSuccess;
    failures += block < 32 || block > 512;

    cudaFuncAttributes attributes;
    failures += cudaFuncGetAttributes(&attributes, reverse) != cudaSuccess;
    failures += attributes.maxThreadsPerBlock != 512 || attributes.numRegs < 1;
    failures += attributes.sharedSizeBytes != 0 || attributes.localSizeBytes != 0;

    const int n = 16384, bytes = n * sizeof(int);
    static int host[n];
    for (int i = 0; i < n; i++)
        host[i] = i;
    int *data;
    cudaMalloc(&data, bytes);
    cudaMemcpy(data, host, bytes, cudaMemcpyHostToDevice);
    failures += cudaFuncSetCacheConfig(square, cudaFuncCachePreferL1) != cudaSuccess;
    failures += cudaFuncSetAttribute(reverse, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes) != cudaSuccess;
    failures += cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, reverse, 512, bytes) != cudaSuccess;
    failures += per_sm < 1 || per_sm > 3;
    reverse<<<1, 512, bytes>>>(data, n);
    failures += cudaGetLastError() != cudaSuccess;
    cudaMemcpy(host, data, bytes, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        failures += host[i] != n - 1 - i;
    cudaFree(data);
    if (failures == 0)
        printf("occupancy: 64 KiB of shared memory reverse %d integers\n", n);
    return failures != 0;
}
