// Two streams: one computes, the other copies the result, and no event is between them.
#include <cstdio>

__global__ void fill(int *data)
{
    data[threadIdx.x] = 1;
}

int main()
{
    int *data, *host;
    cudaStream_t one, other;
    cudaStreamCreate(&one);
    cudaStreamCreate(&other);
    cudaMallocHost(&host, 256);
    cudaMalloc(&data, 256);
    fill<<<1, 64, 0, one>>>(data);
    cudaMemcpyAsync(host, data, 256, cudaMemcpyDeviceToHost, other); //? finding: race
    cudaDeviceSynchronize();
    cudaStreamDestroy(one);
    cudaStreamDestroy(other);
    cudaFreeHost(host);
    cudaFree(data);
    return 0;
}
