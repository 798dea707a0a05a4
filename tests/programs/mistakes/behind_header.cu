// The mistake comes after a header beside the file. Its line is that of this file.
#include "behind_header.h"
#include <cstdio>

__global__ void fill(int *data, size_kind kind)
{
    if (threadIdx.x < kind)
        data[threadIdx.x] = kind;
}

int main()
{
    Guard guard;
    int *data;
    cudaMalloc(&data, LARGE * sizeof(int));
    fill<<<1, 32>>>(data, LARGE);
    cudaMemset(data + SMALL, 0, LARGE * sizeof(int)); //? finding: past the end
    cudaDeviceSynchronize();
    cudaFree(data);
    return 0;
}
