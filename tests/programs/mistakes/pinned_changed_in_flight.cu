// The host fills the pinned buffer for the second stream while the first copy may still read it.
#include <cstdio>

int main()
{
    const int n = 1 << 12;
    float *host, *device[2];
    cudaStream_t streams[2];
    cudaMallocHost(&host, n * sizeof(float));
    for (int s = 0; s < 2; s++) {
        cudaStreamCreate(&streams[s]);
        cudaMalloc(&device[s], n * sizeof(float));
    }
    for (int s = 0; s < 2; s++) {
        for (int i = 0; i < n; i++)
            host[i] = (float)(s + i); //? finding: before
        cudaMemcpyAsync(device[s], host, n * sizeof(float), cudaMemcpyHostToDevice, streams[s]);
    }
    for (int s = 0; s < 2; s++) {
        cudaStreamSynchronize(streams[s]);
        cudaStreamDestroy(streams[s]);
        cudaFree(device[s]);
    }
    cudaFreeHost(host);
    return 0;
}
