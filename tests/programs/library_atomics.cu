// Covers: cuda::atomic, cuda::atomic_ref and headers of cuda/std, in kernels and on the host; a
// flag in managed memory that a kernel sets and the host reads.
//? prints: library_atomics: 4 counts of 128, 4 greatest of 127, flag 1, data 7
#include <cstdio>
#include <cuda/atomic>
#include <cuda/std/atomic>
#include <cuda/std/cstdint>
#include <cuda_runtime.h>
#include <new>

__global__ void count(int *counts, int *greatest)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> mine(counts[threadIdx.x % 4]);
    mine.fetch_add(1, cuda::memory_order_relaxed);
    cuda::atomic_ref<int, cuda::thread_scope_block> best(greatest[blockIdx.x]);
    best.fetch_max((int)threadIdx.x);
}

__global__ void announce(cuda::atomic<int> *flag, cuda::std::int32_t *data)
{
    *data = 7;
    flag->store(1, cuda::std::memory_order_release);
}

int main()
{
    int *values, value[8], counted = 0, greatest = 0;
    cudaMalloc(&values, sizeof value);
    cudaMemset(values, 0, sizeof value);
    count<<<4, 128>>>(values, values + 4);
    cudaMemcpy(value, values, sizeof value, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 4; i++) {
        counted += value[i] == 128;
        greatest += value[4 + i] == 127;
    }
    cuda::atomic<int> *flag;
    cuda::std::int32_t *data;
    cudaMallocManaged(&flag, sizeof *flag);
    cudaMallocManaged(&data, sizeof *data);
    new (flag) cuda::atomic<int>(0);
    announce<<<1, 1>>>(flag, data);
    if (cudaDeviceSynchronize() != cudaSuccess)
        return 1;
    printf("library_atomics: %d counts of 128, %d greatest of 127, flag %d, data %d\n", counted, greatest,
           flag->load(cuda::memory_order_acquire), *data);
    cudaFree(values);
    cudaFree(flag);
    cudaFree(data);
    return 0;
}
