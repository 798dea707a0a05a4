// Covers: --default-stream per-thread, cudaStreamPerThread and cudaStreamLegacy, flags of streams,
// and streams that do not wait for the default stream.
//? options: --default-stream per-thread
//? prints: default streams: 0 mistakes
#include <cstdio>
#include <cuda_runtime.h>
#include <thread>

static int mistakes;

#define EXPECT(condition)                                                                          \
    if (!(condition)) {                                                                            \
        printf("line %d: %s\n", __LINE__, #condition);                                             \
        mistakes++;                                                                                \
    }

__global__ void fill(int *data, int value)
{
    data[threadIdx.x] = value;
}

// Each thread has a default stream of its own, so the two do not wait for each other.
static void work(int value)
{
    int *data, host[64];
    EXPECT(cudaMalloc(&data, sizeof host) == cudaSuccess);
    fill<<<1, 64>>>(data, value);
    EXPECT(cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost) == cudaSuccess);
    EXPECT(host[0] == value && host[63] == value);
    fill<<<1, 64, 0, cudaStreamPerThread>>>(data, value + 1);
    EXPECT(cudaStreamSynchronize(cudaStreamPerThread) == cudaSuccess);
    EXPECT(cudaMemcpyAsync(host, data, sizeof host, cudaMemcpyDeviceToHost, 0) == cudaSuccess);
    EXPECT(cudaStreamSynchronize(0) == cudaSuccess);
    EXPECT(host[0] == value + 1);
    EXPECT(cudaFree(data) == cudaSuccess);
}

int main()
{
    unsigned flags = 7;
    cudaStream_t free_stream;
    std::thread one(work, 1), other(work, 2);
    one.join();
    other.join();
    EXPECT(cudaStreamCreateWithFlags(&free_stream, cudaStreamNonBlocking) == cudaSuccess);
    EXPECT(cudaStreamGetFlags(free_stream, &flags) == cudaSuccess && flags == cudaStreamNonBlocking);
    int *data;
    EXPECT(cudaMalloc(&data, 256) == cudaSuccess);
    fill<<<1, 64, 0, cudaStreamLegacy>>>(data, 1);
    fill<<<1, 64>>>(data, 2); // a thread's own stream waits for the legacy stream
    EXPECT(cudaDeviceSynchronize() == cudaSuccess);
    fill<<<1, 64, 0, free_stream>>>(data, 3);
    EXPECT(cudaStreamSynchronize(free_stream) == cudaSuccess);
    EXPECT(cudaStreamDestroy(free_stream) == cudaSuccess);
    EXPECT(cudaStreamDestroy(cudaStreamPerThread) == cudaErrorInvalidResourceHandle);
    EXPECT(cudaFree(data) == cudaSuccess);
    printf("default streams: %d mistakes\n", mistakes);
    return mistakes;
}
