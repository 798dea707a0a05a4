// The host reads an element through the pointer that cudaMalloc gave.
#include <cstdio>

__global__ void fill(int *data)
{
    data[threadIdx.x] = threadIdx.x;
}

int main()
{
    int *data;
    cudaMalloc(&data, 32 * sizeof(int));
    fill<<<1, 32>>>(data);
    cudaDeviceSynchronize();
    int last = data[31]; //? finding: device memory
    printf("host_reads_device: %d\n", last);
    cudaFree(data);
    return 0;
}
