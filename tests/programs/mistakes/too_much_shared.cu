// 64 KiB of dynamic shared memory need cudaFuncSetAttribute first.
//? prints: too_much_shared: cudaErrorInvalidValue
#include <cstdio>

__global__ void fill(float *data)
{
    extern __shared__ float tile[];
    tile[threadIdx.x] = threadIdx.x;
    __syncthreads();
    data[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}

int main()
{
    float *data;
    cudaMalloc(&data, 256 * sizeof(float));
    fill<<<1, 256, 64 * 1024>>>(data); //? finding: shared memory
    printf("too_much_shared: %s\n", cudaGetErrorName(cudaGetLastError()));
    cudaFree(data);
    return 0;
}
