// A copy is issued into a stream that was destroyed. The real runtime may crash or report an error
// here.
#include <cstdio>

int main()
{
    float *device, *host;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMalloc(&device, 1024);
    cudaMallocHost(&host, 1024);
    cudaMemsetAsync(device, 0, 1024, stream);
    cudaStreamDestroy(stream);
    cudaMemcpyAsync(host, device, 1024, cudaMemcpyDeviceToHost, stream); //? finding: destroyed
    cudaDeviceSynchronize();
    cudaFree(device);
    cudaFreeHost(host);
    return 0;
}
