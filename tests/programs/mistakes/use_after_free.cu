// The second launch uses a buffer that was freed after the first.
#include <cstdio>

__global__ void increase(int *data)
{
    data[threadIdx.x]++;
}

int main()
{
    int *data;
    cudaMalloc(&data, 128 * sizeof(int));
    cudaMemset(data, 0, 128 * sizeof(int));
    increase<<<1, 128>>>(data);
    cudaFree(data);
    increase<<<1, 128>>>(data); //? finding: freed
    cudaDeviceSynchronize();
    return 0;
}
