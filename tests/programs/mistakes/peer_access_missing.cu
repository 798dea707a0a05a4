// Enables access to a second GPU and never looks at the error. The machine has one.
//? status: 0
#include <cstdio>

__global__ void fill(int *data)
{
    data[threadIdx.x] = 1;
}

int main()
{
    int *data;
    cudaDeviceEnablePeerAccess(1, 0); //? finding: device
    cudaMalloc(&data, 64 * sizeof(int));
    fill<<<1, 64>>>(data);
    cudaDeviceSynchronize();
    cudaFree(data);
    return 0;
}
