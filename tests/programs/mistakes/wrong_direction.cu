// The result is copied back with the kind of the way there.
//? prints: wrong_direction: cudaErrorInvalidValue
#include <cstdio>

__global__ void fill(int *data)
{
    data[threadIdx.x] = 1;
}

int main()
{
    int host[64] = {0}, *device;
    cudaMalloc(&device, sizeof host);
    fill<<<1, 64>>>(device);
    cudaError_t status = cudaMemcpy(host, device, sizeof host, cudaMemcpyHostToDevice); //? finding: direction
    printf("wrong_direction: %s\n", cudaGetErrorName(status));
    cudaFree(device);
    return 0;
}
