// Covers: printf of a kernel with several types, its order in one warp, and an assert that fails:
// the next synchronisation reports it and every later call, too.
//? status: 1
//? prints: print_and_assert: cudaErrorAssert, then cudaErrorAssert
//? prints: block 1, thread 2: 2.50 c text
#include <cassert>
#include <cstdio>
#include <cuda_runtime.h>

__global__ void greet()
{
    if (threadIdx.x % 2 == 0)
        printf("block %d, thread %u: %.2f %c %s\n", (int)blockIdx.x, threadIdx.x, threadIdx.x + 0.5, 'a' + threadIdx.x,
               "text");
}

__global__ void demand(int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    assert(i < n); //? finding: (1,0,0): void demand(int): assertion `i < n' failed
}

int main()
{
    greet<<<2, 4>>>();
    if (cudaDeviceSynchronize() != cudaSuccess)
        return 1;
    demand<<<2, 32>>>(64);
    if (cudaDeviceSynchronize() != cudaSuccess)
        return 2;
    demand<<<2, 32>>>(60);
    cudaError_t first = cudaDeviceSynchronize();
    int *memory;
    cudaError_t second = cudaMalloc(&memory, 4);
    printf("print_and_assert: %s, then %s\n", cudaGetErrorName(first), cudaGetErrorName(second));
    return 0;
}
