// Covers: two devices, each with a host thread, a stream and events; peer access; kernels that use
// the other device's memory; copies between devices of each kind; variables of each device.
//? options: --devices 2
//? prints: devices: 2 devices, 0 mistakes
#include <cstdio>
#include <cuda_runtime.h>
#include <thread>

static int mistakes;

#define EXPECT(condition)                                                                          \
    if (!(condition)) {                                                                            \
        printf("line %d: %s\n", __LINE__, #condition);                                             \
        mistakes++;                                                                                \
    }

const int n = 1024;
__device__ int offset;

__global__ void fill(int *data, int value)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    data[i] = value + i + offset;
}

__global__ void add_far(int *own, const int *far)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    own[i] += far[i];
}

struct part {
    int *data;
    cudaStream_t stream;
    cudaEvent_t start, done;
    float milliseconds;
};

static void prepare(int device, part *own)
{
    int current = -1, mine = 100 * device;
    EXPECT(cudaGetDevice(&current) == cudaSuccess && current == 0); // each thread begins with device 0
    EXPECT(cudaSetDevice(device) == cudaSuccess);
    EXPECT(cudaMalloc(&own->data, n * sizeof(int)) == cudaSuccess);
    EXPECT(cudaStreamCreate(&own->stream) == cudaSuccess);
    EXPECT(cudaEventCreate(&own->start) == cudaSuccess);
    EXPECT(cudaEventCreate(&own->done) == cudaSuccess);
    EXPECT(cudaMemcpyToSymbol(offset, &mine, sizeof mine) == cudaSuccess);
    EXPECT(cudaEventRecord(own->start, own->stream) == cudaSuccess);
    fill<<<n / 256, 256, 0, own->stream>>>(own->data, 10);
    EXPECT(cudaEventRecord(own->done, own->stream) == cudaSuccess);
    EXPECT(cudaEventSynchronize(own->done) == cudaSuccess);
    EXPECT(cudaEventElapsedTime(&own->milliseconds, own->start, own->done) == cudaSuccess);
}

static bool holds(const int *data, int first)
{
    static int host[n];
    EXPECT(cudaMemcpy(host, data, sizeof host, cudaMemcpyDefault) == cudaSuccess);
    for (int i = 0; i < n; i++)
        if (host[i] != first + i)
            return false;
    return true;
}

static void use_peers(part *parts)
{
    int can = 0, rank = -1;
    EXPECT(cudaDeviceCanAccessPeer(&can, 0, 1) == cudaSuccess && can == 1);
    EXPECT(cudaDeviceCanAccessPeer(&can, 1, 1) == cudaSuccess && can == 0);
    EXPECT(cudaDeviceGetP2PAttribute(&rank, cudaDevP2PAttrAccessSupported, 0, 1) == cudaSuccess && rank == 1);
    EXPECT(cudaSetDevice(0) == cudaSuccess);
    EXPECT(cudaDeviceEnablePeerAccess(0, 0) == cudaErrorInvalidDevice);
    EXPECT(cudaDeviceDisablePeerAccess(1) == cudaErrorPeerAccessNotEnabled);
    EXPECT(cudaDeviceEnablePeerAccess(1, 0) == cudaSuccess);
    EXPECT(cudaDeviceEnablePeerAccess(1, 0) == cudaErrorPeerAccessAlreadyEnabled);
    cudaGetLastError();
    EXPECT(cudaStreamWaitEvent(parts[0].stream, parts[1].done, 0) == cudaSuccess);
    add_far<<<n / 256, 256, 0, parts[0].stream>>>(parts[0].data, parts[1].data);
    EXPECT(cudaStreamSynchronize(parts[0].stream) == cudaSuccess);
    static int host[n];
    EXPECT(cudaMemcpy(host, parts[0].data, sizeof host, cudaMemcpyDeviceToHost) == cudaSuccess);
    for (int i = 0; i < n; i++)
        EXPECT(host[i] == 120 + 2 * i);
}

static void copy(part *parts)
{
    EXPECT(cudaMemcpyPeer(parts[0].data, 0, parts[1].data, 1, n * sizeof(int)) == cudaSuccess);
    EXPECT(holds(parts[0].data, 110));
    fill<<<n / 256, 256>>>(parts[0].data, 50);
    EXPECT(cudaMemcpy(parts[1].data, parts[0].data, n * sizeof(int), cudaMemcpyDefault) == cudaSuccess);
    EXPECT(holds(parts[1].data, 50));
    EXPECT(cudaMemsetAsync(parts[0].data, 0, n * sizeof(int), parts[0].stream) == cudaSuccess);
    EXPECT(cudaMemcpyPeerAsync(parts[0].data, 0, parts[1].data, 1, n * sizeof(int), parts[0].stream) == cudaSuccess);
    EXPECT(cudaStreamSynchronize(parts[0].stream) == cudaSuccess);
    EXPECT(holds(parts[0].data, 50));
    cudaPointerAttributes attributes;
    EXPECT(cudaPointerGetAttributes(&attributes, parts[1].data) == cudaSuccess && attributes.device == 1);
}

// A copy with the host is over when it returns, also for another device.
static void copy_for_another(const part *parts)
{
    static int host[n];
    EXPECT(cudaSetDevice(0) == cudaSuccess);
    EXPECT(cudaMemcpy(parts[1].data, host, sizeof host, cudaMemcpyHostToDevice) == cudaSuccess);
    EXPECT(cudaSetDevice(1) == cudaSuccess);
    add_far<<<n / 256, 256, 0, parts[1].stream>>>(parts[1].data, parts[1].data);
    EXPECT(cudaDeviceSynchronize() == cudaSuccess);
}

// Pinned memory is there for all devices.
static void use_pinned(const part *parts)
{
    int *pinned;
    EXPECT(cudaSetDevice(0) == cudaSuccess);
    EXPECT(cudaMallocHost(&pinned, n * sizeof(int)) == cudaSuccess);
    EXPECT(cudaSetDevice(1) == cudaSuccess);
    fill<<<n / 256, 256, 0, parts[1].stream>>>(pinned, 7);
    EXPECT(cudaDeviceSynchronize() == cudaSuccess);
    EXPECT(pinned[0] == 107 && pinned[n - 1] == 107 + n - 1);
    EXPECT(cudaFreeHost(pinned) == cudaSuccess);
}

int main()
{
    int count = 0, device = -1;
    part parts[2] = {};
    EXPECT(cudaGetDeviceCount(&count) == cudaSuccess && count == 2);
    for (int i = 0; i < 2; i++)
        std::thread(prepare, i, &parts[i]).join();
    EXPECT(cudaGetDevice(&device) == cudaSuccess && device == 0);
    EXPECT(parts[0].milliseconds > 0 && parts[1].milliseconds > 0);
    EXPECT(holds(parts[0].data, 10) && holds(parts[1].data, 110));
    use_peers(parts);
    copy(parts);
    copy_for_another(parts);
    use_pinned(parts);
    for (int i = 0; i < 2; i++) {
        EXPECT(cudaSetDevice(i) == cudaSuccess);
        EXPECT(cudaStreamDestroy(parts[i].stream) == cudaSuccess);
        EXPECT(cudaEventDestroy(parts[i].start) == cudaSuccess);
        EXPECT(cudaEventDestroy(parts[i].done) == cudaSuccess);
        EXPECT(cudaFree(parts[1 - i].data) == cudaSuccess);
    }
    printf("devices: %d devices, %d mistakes\n", count, mistakes);
    return mistakes;
}
