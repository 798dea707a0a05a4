// Covers: malloc() in a kernel gives nothing once the heap's limit is reached, and memory again
// after free().
//? prints: heap_limit: 40 MB are enough for 32 pieces and not for 48, twice
#include <cstdio>
#include <cuda_runtime.h>

__global__ void take(int *taken)
{
    void *last = nullptr;
    int count = 0;
    for (int i = 0; i < 48; i++) {
        void **piece = (void **)malloc(1 << 20);
        if (!piece)
            break;
        *piece = last;
        last = piece;
        count++;
    }
    while (last) {
        void *next = *(void **)last;
        free(last);
        last = next;
    }
    *taken = count;
}

int main()
{
    int *taken, first = 0, second = 0;
    if (cudaDeviceSetLimit(cudaLimitMallocHeapSize, 40 << 20) != cudaSuccess)
        return 1;
    cudaMalloc(&taken, sizeof *taken);
    take<<<1, 1>>>(taken);
    cudaMemcpy(&first, taken, sizeof first, cudaMemcpyDeviceToHost);
    take<<<1, 1>>>(taken);
    cudaMemcpy(&second, taken, sizeof second, cudaMemcpyDeviceToHost);
    cudaFree(taken);
    if (cudaGetLastError() != cudaSuccess)
        return 1;
    bool are_right = first >= 32 && first < 48 && second == first;
    printf("heap_limit: 40 MB are %senough for 32 pieces and not for 48, twice\n", are_right ? "" : "not ");
    return 0;
}
