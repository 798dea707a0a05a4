// Covers: pinned memory, four streams with copies and launches in each, events between streams,
// cudaStreamQuery, cudaEventQuery and stream priorities.
//? prints: streams: 4 chunks are right, the sum waited for them
#include <cstdio>
#include <cuda_runtime.h>

#define CHECK(call)                                                                                \
    if (cudaError_t status = (call)) {                                                             \
        printf("line %d: %s\n", __LINE__, cudaGetErrorName(status));                               \
        return 1;                                                                                  \
    }

__global__ void scale(float *data, float factor, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        data[i] = data[i] * factor;
}

__global__ void sum(const float *data, float *result, int n)
{
    float part = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        part += data[i];
    atomicAdd(result, part);
}

int main()
{
    const int chunks = 4, chunk = 1 << 12, n = chunks * chunk;
    float *host, *device, *result, total = 0;
    cudaStream_t streams[chunks], last;
    cudaEvent_t done[chunks], start, stop;
    int least, greatest;
    CHECK(cudaMallocHost((void **)&host, n * sizeof(float)));
    CHECK(cudaMalloc((void **)&device, n * sizeof(float)));
    CHECK(cudaMalloc((void **)&result, sizeof(float)));
    CHECK(cudaMemset(result, 0, sizeof(float)));
    CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    CHECK(cudaStreamCreateWithPriority(&last, cudaStreamNonBlocking, greatest));
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    for (int i = 0; i < n; i++)
        host[i] = (float)(i % 5);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaEventRecord(start, last));
    for (int c = 0; c < chunks; c++) {
        CHECK(cudaStreamCreate(&streams[c]));
        CHECK(cudaEventCreateWithFlags(&done[c], cudaEventDisableTiming));
        float *from = host + c * chunk, *to = device + c * chunk;
        CHECK(cudaMemcpyAsync(to, from, chunk * sizeof(float), cudaMemcpyHostToDevice, streams[c]));
        scale<<<chunk / 256, 256, 0, streams[c]>>>(to, 2.0f, chunk);
        CHECK(cudaGetLastError());
        CHECK(cudaMemcpyAsync(from, to, chunk * sizeof(float), cudaMemcpyDeviceToHost, streams[c]));
        CHECK(cudaEventRecord(done[c], streams[c]));
        CHECK(cudaStreamWaitEvent(last, done[c], 0));
    }
    sum<<<1, 256, 0, last>>>(device, result, n);
    CHECK(cudaEventRecord(stop, last));
    CHECK(cudaMemcpyAsync(&total, result, sizeof total, cudaMemcpyDeviceToHost, last));
    CHECK(cudaStreamSynchronize(last));
    CHECK(cudaEventQuery(stop));
    float expected = 0, milliseconds = 0;
    int right = 0;
    for (int c = 0; c < chunks; c++) {
        CHECK(cudaStreamQuery(streams[c]));
        bool same = true;
        for (int i = c * chunk; i < (c + 1) * chunk; i++) {
            same = same && host[i] == 2.0f * (i % 5);
            expected += host[i];
        }
        right += same;
        CHECK(cudaStreamDestroy(streams[c]));
        CHECK(cudaEventDestroy(done[c]));
    }
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
    printf("streams: %d chunks are right, the sum %s\n", right,
           total == expected && milliseconds > 0 ? "waited for them" : "is wrong");
    CHECK(cudaStreamDestroy(last));
    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(device));
    CHECK(cudaFree(result));
    CHECK(cudaFreeHost(host));
    return 0;
}
