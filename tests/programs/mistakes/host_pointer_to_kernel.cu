// The kernel receives the host's array in place of the device's.
//? prints: host_pointer_to_kernel: cudaErrorIllegalAddress
#include <cstdio>
#include <cstdlib>

__global__ void scale(float *data, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        data[i] *= 2.0f;
}

int main()
{
    const int n = 1000;
    float *host = (float *)calloc(n, sizeof(float)), *device;
    cudaMalloc(&device, n * sizeof(float));
    cudaMemcpy(device, host, n * sizeof(float), cudaMemcpyHostToDevice);
    scale<<<4, 256>>>(host, n); //? finding: host pointer
    printf("host_pointer_to_kernel: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    cudaFree(device);
    free(host);
    return 0;
}
