// Covers: memory that streams allocate and free, also with an event between two streams, and reused
// in a loop; a pool of the program's own.
//? prints: stream_ordered: 4096 sums are right, the pool is in use: 1
#include <cstdint>
#include <cstdio>
#include <cuda_runtime.h>
#include <vector>

__global__ void add(const int *a, const int *b, int *sums)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    sums[i] = a[i] + b[i];
}

// Whether a pool of its own counts what it gave.
static bool uses_own_pool(cudaStream_t stream)
{
    cudaMemPoolProps properties = {};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location.type = cudaMemLocationTypeDevice;
    properties.location.id = 0;
    cudaMemPool_t pool;
    uint64_t used = 0, threshold = UINT64_MAX;
    void *memory;
    if (cudaMemPoolCreate(&pool, &properties) != cudaSuccess)
        return false;
    cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold);
    cudaMallocFromPoolAsync(&memory, 4096, pool, stream);
    cudaMemsetAsync(memory, 0, 4096, stream);
    cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used);
    cudaFreeAsync(memory, stream);
    cudaStreamSynchronize(stream);
    cudaMemPoolTrimTo(pool, 0);
    return cudaMemPoolDestroy(pool) == cudaSuccess && used >= 4096;
}

int main()
{
    const int n = 1024, rounds = 4;
    int right = 0;
    std::vector<int> a(n), b(n), sums(n);
    cudaStream_t stream, other;
    cudaEvent_t ready;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&ready, cudaEventDisableTiming);
    for (int round = 0; round < rounds; round++) {
        int *device_a, *device_b, *device_sums;
        for (int i = 0; i < n; i++) {
            a[i] = i * round;
            b[i] = i + round;
        }
        cudaMallocAsync(&device_a, n * sizeof(int), stream);
        cudaMallocAsync(&device_b, n * sizeof(int), stream);
        cudaMallocAsync(&device_sums, n * sizeof(int), stream);
        cudaMemcpyAsync(device_a, a.data(), n * sizeof(int), cudaMemcpyHostToDevice, stream);
        cudaMemcpyAsync(device_b, b.data(), n * sizeof(int), cudaMemcpyHostToDevice, stream);
        add<<<n / 256, 256, 0, stream>>>(device_a, device_b, device_sums);
        cudaFreeAsync(device_a, stream);
        cudaEventRecord(ready, stream);
        cudaStreamWaitEvent(other, ready, 0);
        cudaFreeAsync(device_b, other);
        cudaMemcpyAsync(sums.data(), device_sums, n * sizeof(int), cudaMemcpyDeviceToHost, other);
        cudaFreeAsync(device_sums, other);
        cudaStreamSynchronize(other);
        for (int i = 0; i < n; i++)
            right += sums[i] == i * round + i + round;
    }
    bool is_used = uses_own_pool(stream);
    cudaEventDestroy(ready);
    cudaStreamDestroy(stream);
    cudaStreamDestroy(other);
    if (cudaGetLastError() != cudaSuccess)
        return 1;
    printf("stream_ordered: %d sums are right, the pool is in use: %d\n", right, is_used);
    return 0;
}
