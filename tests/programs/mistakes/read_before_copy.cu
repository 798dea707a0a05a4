// The host reads pinned memory while the copy into it may be in flight.
#include <cstdio>

__global__ void fill(int *data)
{
    data[blockIdx.x * blockDim.x + threadIdx.x] = 3;
}

int main()
{
    const size_t bytes = 4096 * sizeof(int);
    int *host, *device;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMallocHost(&host, bytes);
    cudaMalloc(&device, bytes);
    fill<<<16, 256, 0, stream>>>(device);
    cudaMemcpyAsync(host, device, bytes, cudaMemcpyDeviceToHost, stream);
    int sum = host[0] + host[4095]; //? finding: before
    cudaStreamSynchronize(stream);
    printf("read_before_copy: %d\n", sum);
    cudaFree(device);
    cudaFreeHost(host);
    cudaStreamDestroy(stream);
    return 0;
}
