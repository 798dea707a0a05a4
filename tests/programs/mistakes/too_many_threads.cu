// A block of 33 x 32 threads has more than 1024.
//? prints: too_many_threads: cudaErrorInvalidValue
#include <cstdio>

__global__ void fill(float *data)
{
    data[threadIdx.y * blockDim.x + threadIdx.x] = 0.0f;
}

int main()
{
    float *data;
    cudaMalloc(&data, 33 * 32 * sizeof(float));
    dim3 block(33, 32);
    fill<<<1, block>>>(data); //? finding: 1056 threads
    printf("too_many_threads: %s\n", cudaGetErrorName(cudaGetLastError()));
    cudaFree(data);
    return 0;
}
