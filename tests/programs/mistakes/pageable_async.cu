// The copies are asynchronous by name, but the host memory is pageable: they do not overlap
// anything.
//? prints: pageable_async: 0
//? status: 0
#include <cstdio>
#include <cstdlib>

__global__ void clear(int *data)
{
    data[blockIdx.x * blockDim.x + threadIdx.x] = 0;
}

int main()
{
    const size_t bytes = 4096 * sizeof(int);
    int *host = (int *)malloc(bytes), *device;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMalloc(&device, bytes);
    clear<<<16, 256, 0, stream>>>(device);
    cudaMemcpyAsync(host, device, bytes, cudaMemcpyDeviceToHost, stream); //? finding: pageable
    cudaStreamSynchronize(stream);
    printf("pageable_async: %d\n", host[17]);
    cudaStreamDestroy(stream);
    cudaFree(device);
    free(host);
    return 0;
}
