// Covers: __device__ and __constant__ variables of several types, copies to and from symbols with
// offsets, addresses and sizes of symbols, and initial values.
//? prints: symbols: table 1 20 30 4, total 55, scale 2.5
#include <cstdio>
#include <cuda_runtime.h>

struct settings {
    float scale;
    int first, last;
};

__constant__ settings chosen;
__constant__ int squares[6] = {0, 1, 4, 9, 16, 25};
__device__ int table[4] = {1, 2, 3, 4};
__device__ int total;
static __device__ float *indirect;

__global__ void add_squares()
{
    int i = threadIdx.x;
    if (i >= chosen.first && i <= chosen.last)
        atomicAdd(&total, squares[i]);
    if (i == 0)
        indirect[0] = chosen.scale;
}

int main()
{
    settings mine = {2.5f, 1, 5};
    int middle[2] = {20, 30}, got[4], sum = -1, zero = 0;
    float *buffer, scale = 0;
    void *address;
    size_t bytes = 0;
    cudaMalloc(&buffer, sizeof(float));
    cudaMemcpyToSymbol(chosen, &mine, sizeof mine);
    cudaMemcpyToSymbol(total, &zero, sizeof zero);
    cudaMemcpyToSymbol(table, middle, sizeof middle, sizeof(int));
    cudaMemcpyToSymbol(indirect, &buffer, sizeof buffer);
    add_squares<<<1, 32>>>();
    cudaMemcpyFromSymbol(&sum, total, sizeof sum, 0, cudaMemcpyDeviceToHost);
    cudaMemcpyFromSymbol(got, table, sizeof got);
    cudaMemcpy(&scale, buffer, sizeof scale, cudaMemcpyDeviceToHost);

    bool right = cudaGetSymbolSize(&bytes, chosen) == cudaSuccess && bytes == sizeof mine;
    right = right && cudaGetSymbolAddress(&address, table) == cudaSuccess;
    int second = 0;
    cudaMemcpy(&second, (int *)address + 1, sizeof second, cudaMemcpyDeviceToHost);
    right = right && second == 20;
    printf("symbols: table %d %d %d %d, total %d, scale %.1f\n", got[0], got[1], got[2], got[3], sum, scale);
    cudaFree(buffer);
    return right && cudaGetLastError() == cudaSuccess ? 0 : 1;
}
