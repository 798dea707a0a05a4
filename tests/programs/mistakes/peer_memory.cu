// A kernel on device 0 reads memory of device 1, and nobody enabled that.
//? options: --devices 2
#include <cstdio>

__global__ void take(int *to, const int *from)
{
    to[threadIdx.x] = from[threadIdx.x];
}

int main()
{
    int *near, *far;
    cudaSetDevice(1);
    cudaMalloc(&far, 64 * sizeof(int));
    cudaMemset(far, 0, 64 * sizeof(int));
    cudaDeviceSynchronize();
    cudaSetDevice(0);
    cudaMalloc(&near, 64 * sizeof(int));
    take<<<1, 64>>>(near, far); //? finding: peer access
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    return 0;
}
//? prints: cudaErrorIllegalAddress
