// cudaMemcpy waits for the streams that wait for the default stream, and not for this one.
#include <cstdio>

__global__ void fill(int *data)
{
    data[threadIdx.x] = 1;
}

int main()
{
    int *data, host[64];
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaMalloc(&data, sizeof host);
    fill<<<1, 64, 0, stream>>>(data);
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost); //? finding: race
    cudaStreamDestroy(stream);
    cudaFree(data);
    return 0;
}
