// Covers: cudaMallocAsync and cudaFreeAsync, the default pool's threshold, a host function in a
// stream, a callback, and an address that is free to be used again.
//? prints: ordered_memory: 10 rounds gave 2560, host function ran 10 times
#include <cstdio>
#include <cuda_runtime.h>

#define CHECK(call)                                                                                \
    if (cudaError_t status = (call)) {                                                             \
        printf("line %d: %s\n", __LINE__, cudaGetErrorString(status));                             \
        return 1;                                                                                  \
    }

__global__ void count(int *data, int *total)
{
    data[threadIdx.x] = 1;
    __syncthreads();
    atomicAdd(total, data[255 - threadIdx.x]);
}

static void CUDART_CB note(void *counter)
{
    ++*(int *)counter;
}

static void CUDART_CB finish(cudaStream_t stream, cudaError_t status, void *data)
{
    *(bool *)data = status == cudaSuccess;
}

int main()
{
    cudaStream_t stream;
    cudaMemPool_t pool;
    unsigned long long threshold = ~0ull;
    int *total, host = 0, rounds = 0, supported = 0;
    bool finished = false;
    CHECK(cudaDeviceGetAttribute(&supported, cudaDevAttrMemoryPoolsSupported, 0));
    CHECK(cudaDeviceGetDefaultMemPool(&pool, 0));
    CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaMallocAsync((void **)&total, sizeof(int), stream));
    CHECK(cudaMemsetAsync(total, 0, sizeof(int), stream));
    for (int round = 0; round < 10; round++) {
        int *data;
        CHECK(cudaMallocAsync((void **)&data, 256 * sizeof(int), stream));
        count<<<1, 256, 0, stream>>>(data, total);
        CHECK(cudaFreeAsync(data, stream));
        CHECK(cudaLaunchHostFunc(stream, note, &rounds));
    }
    CHECK(cudaMemcpyAsync(&host, total, sizeof host, cudaMemcpyDeviceToHost, stream));
    CHECK(cudaFreeAsync(total, stream));
    CHECK(cudaStreamAddCallback(stream, finish, &finished, 0));
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaStreamDestroy(stream));
    printf("ordered_memory: 10 rounds gave %d, host function ran %d times\n", host, rounds);
    return host == 2560 && rounds == 10 && finished && supported ? 0 : 1;
}
