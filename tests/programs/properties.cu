// Covers: device count, choice and properties, attributes, versions, free memory, limits, flags.
//? prints: properties: device 0 is as expected
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

static int failures;

static void expect(bool holds, const char *words)
{
    if (!holds) {
        printf("not so: %s\n", words);
        failures++;
    }
}
#define EXPECT(condition) expect(condition, #condition)

static int attribute(cudaDeviceAttr which)
{
    int value = -1;
    EXPECT(cudaDeviceGetAttribute(&value, which, 0) == cudaSuccess);
    return value;
}

int main()
{
    int count = 0, device = -1, driver = 0, runtime = 0;
    EXPECT(cudaGetDeviceCount(&count) == cudaSuccess && count >= 1);
    EXPECT(cudaSetDevice(0) == cudaSuccess);
    EXPECT(cudaGetDevice(&device) == cudaSuccess && device == 0);
    EXPECT(cudaDriverGetVersion(&driver) == cudaSuccess && driver >= 13000);
    EXPECT(cudaRuntimeGetVersion(&runtime) == cudaSuccess && runtime == 13000);

    cudaDeviceProp properties;
    memset(&properties, 0, sizeof properties);
    EXPECT(cudaGetDeviceProperties(&properties, device) == cudaSuccess);
    fprintf(stderr, "%s, compute capability %d.%d\n", properties.name, properties.major, properties.minor);
    EXPECT(strlen(properties.name) > 0);
    EXPECT(properties.major >= 7);
    EXPECT(properties.warpSize == 32);
    EXPECT(properties.maxThreadsPerBlock == 1024);
    EXPECT(properties.maxThreadsDim[0] == 1024 && properties.maxThreadsDim[2] == 64);
    EXPECT(properties.maxGridSize[0] == 2147483647 && properties.maxGridSize[1] == 65535);
    EXPECT(properties.sharedMemPerBlock == 49152);
    EXPECT(properties.sharedMemPerBlockOptin >= properties.sharedMemPerBlock);
    EXPECT(properties.regsPerBlock == 65536);
    EXPECT(properties.totalConstMem == 65536);
    EXPECT(properties.multiProcessorCount > 0);
    EXPECT(properties.totalGlobalMem > (1u << 30));
    EXPECT(properties.l2CacheSize > 0);
    EXPECT(properties.concurrentKernels == 1);
    EXPECT(properties.unifiedAddressing == 1);
    EXPECT(properties.managedMemory == 1);

    EXPECT(attribute(cudaDevAttrMultiProcessorCount) == properties.multiProcessorCount);
    EXPECT(attribute(cudaDevAttrMaxThreadsPerBlock) == 1024);
    EXPECT(attribute(cudaDevAttrComputeCapabilityMajor) == properties.major);
    EXPECT(attribute(cudaDevAttrCooperativeLaunch) == 1);
    EXPECT(attribute(cudaDevAttrClockRate) > 0);
    EXPECT(attribute(cudaDevAttrMemoryClockRate) > 0);
    EXPECT(attribute(cudaDevAttrGlobalMemoryBusWidth) == properties.memoryBusWidth);

    size_t free_before = 0, free_after = 0, total = 0, limit = 0;
    void *memory;
    EXPECT(cudaMemGetInfo(&free_before, &total) == cudaSuccess && free_before <= total);
    EXPECT(cudaMalloc(&memory, 64 << 20) == cudaSuccess);
    EXPECT(cudaMemGetInfo(&free_after, &total) == cudaSuccess && free_after + (64 << 20) <= free_before);
    EXPECT(cudaFree(memory) == cudaSuccess);
    EXPECT(cudaDeviceGetLimit(&limit, cudaLimitPrintfFifoSize) == cudaSuccess && limit > 0);
    EXPECT(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 << 20) == cudaSuccess);
    EXPECT(cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize) == cudaSuccess && limit >= 16 << 20);
    EXPECT(cudaDeviceReset() == cudaSuccess);
    if (failures == 0)
        printf("properties: device %d is as expected\n", device);
    return failures;
}
