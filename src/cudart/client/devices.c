/* The devices and their properties. */
#include <stdio.h>
#include <string.h>

#include "cudart/client/client.h"
#include "cudart/client/shared_memory.h"

enum { CONSTANT_BYTES = 65536, ALIGNMENT_BYTES = 512, DRIVER_VERSION = 13000 };

static cudaError_t ask(struct wire_properties *out_properties, int *out_count)
{
    struct client_call call = {
        .kind = WIRE_PROPERTIES, .answer = out_properties, .answer_bytes = sizeof *out_properties};
    cudaError_t error = client_send(&call);
    *out_count = (int)call.results[1];
    return error;
}

cudaError_t client_check_device(int device)
{
    struct wire_properties properties;
    int count;
    cudaError_t error = device == 0 ? cudaSuccess : ask(&properties, &count);
    if (error != cudaSuccess || device == 0)
        return error;
    if (device > 0 && device < count)
        return cudaSuccess;
    client_report(WIRE_MISTAKE_DEVICE, NULL, (uint64_t)count, (uint64_t)device);
    return cudaErrorInvalidDevice;
}

cudaError_t cudaGetDeviceCount(int *count)
{
    CLIENT_ENTER();
    struct wire_properties properties;
    return client_keep(ask(&properties, count));
}

cudaError_t cudaGetDevice(int *device)
{
    *device = client_device();
    return cudaSuccess;
}

cudaError_t cudaSetDevice(int device)
{
    CLIENT_ENTER();
    cudaError_t error = client_check_device(device);
    if (error == cudaSuccess)
        client_use_device(device);
    return client_keep(error);
}

static void fill(struct cudaDeviceProp *to, const struct wire_properties *from, int device)
{
    memset(to, 0, sizeof *to);
    to->pciBusID = device;
    snprintf(to->name, sizeof to->name, "%s", from->name);
    to->totalGlobalMem = from->memory_bytes;
    to->sharedMemPerBlock = from->shared_bytes_per_block;
    to->sharedMemPerBlockOptin = from->shared_bytes_per_block_optin;
    to->sharedMemPerMultiprocessor = from->shared_bytes_per_sm;
    to->regsPerBlock = to->regsPerMultiprocessor = (int)from->registers_per_sm;
    to->warpSize = from->warp_lanes;
    to->memPitch = INT32_MAX;
    to->maxThreadsPerBlock = (int)from->threads_per_block_max;
    to->maxThreadsPerMultiProcessor = (int)from->threads_per_sm_max;
    to->maxBlocksPerMultiProcessor = (int)from->blocks_per_sm_max;
    for (int i = 0; i < 3; i++) {
        to->maxThreadsDim[i] = (int)from->block_max[i];
        to->maxGridSize[i] = (int)from->grid_max[i];
    }
    to->clockRate = (int)from->clock_khz;
    to->memoryClockRate = (int)from->memory_clock_khz;
    to->memoryBusWidth = (int)from->memory_bus_bits;
    to->l2CacheSize = (int)from->l2_bytes;
    to->totalConstMem = CONSTANT_BYTES;
    to->major = from->compute_major;
    to->minor = from->compute_minor;
    to->textureAlignment = to->surfaceAlignment = ALIGNMENT_BYTES;
    to->texturePitchAlignment = 32;
    to->multiProcessorCount = from->sm_count;
    to->deviceOverlap = to->canMapHostMemory = to->concurrentKernels = to->unifiedAddressing = 1;
    to->streamPrioritiesSupported = to->globalL1CacheSupported = to->localL1CacheSupported = 1;
    to->managedMemory = to->concurrentManagedAccess = to->memoryPoolsSupported = to->ECCEnabled = 1;
    to->asyncEngineCount = 3;
    to->cooperativeLaunch = from->cooperative;
    to->clusterLaunch = from->clusters;
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *properties, int device)
{
    CLIENT_ENTER();
    struct wire_properties found;
    int count;
    cudaError_t error = client_check_device(device);
    if (error == cudaSuccess)
        error = ask(&found, &count);
    if (error == cudaSuccess)
        fill(properties, &found, device);
    return client_keep(error);
}

#define FIELD(attribute, field)                                                                      \
    {                                                                                                \
        attribute, offsetof(struct cudaDeviceProp, field), sizeof((struct cudaDeviceProp *)0)->field \
    }
static const struct {
    enum cudaDeviceAttr attribute;
    size_t offset, bytes;
} attributes[] = {
    FIELD(cudaDevAttrMaxThreadsPerBlock, maxThreadsPerBlock),
    FIELD(cudaDevAttrMaxBlockDimX, maxThreadsDim[0]),
    FIELD(cudaDevAttrMaxBlockDimY, maxThreadsDim[1]),
    FIELD(cudaDevAttrMaxBlockDimZ, maxThreadsDim[2]),
    FIELD(cudaDevAttrMaxGridDimX, maxGridSize[0]),
    FIELD(cudaDevAttrMaxGridDimY, maxGridSize[1]),
    FIELD(cudaDevAttrMaxGridDimZ, maxGridSize[2]),
    FIELD(cudaDevAttrMaxSharedMemoryPerBlock, sharedMemPerBlock),
    FIELD(cudaDevAttrTotalConstantMemory, totalConstMem),
    FIELD(cudaDevAttrWarpSize, warpSize),
    FIELD(cudaDevAttrMaxPitch, memPitch),
    FIELD(cudaDevAttrMaxRegistersPerBlock, regsPerBlock),
    FIELD(cudaDevAttrClockRate, clockRate),
    FIELD(cudaDevAttrTextureAlignment, textureAlignment),
    FIELD(cudaDevAttrGpuOverlap, deviceOverlap),
    FIELD(cudaDevAttrMultiProcessorCount, multiProcessorCount),
    FIELD(cudaDevAttrKernelExecTimeout, kernelExecTimeoutEnabled),
    FIELD(cudaDevAttrIntegrated, integrated),
    FIELD(cudaDevAttrCanMapHostMemory, canMapHostMemory),
    FIELD(cudaDevAttrComputeMode, computeMode),
    FIELD(cudaDevAttrConcurrentKernels, concurrentKernels),
    FIELD(cudaDevAttrEccEnabled, ECCEnabled),
    FIELD(cudaDevAttrPciBusId, pciBusID),
    FIELD(cudaDevAttrPciDeviceId, pciDeviceID),
    FIELD(cudaDevAttrTccDriver, tccDriver),
    FIELD(cudaDevAttrMemoryClockRate, memoryClockRate),
    FIELD(cudaDevAttrGlobalMemoryBusWidth, memoryBusWidth),
    FIELD(cudaDevAttrL2CacheSize, l2CacheSize),
    FIELD(cudaDevAttrMaxThreadsPerMultiProcessor, maxThreadsPerMultiProcessor),
    FIELD(cudaDevAttrAsyncEngineCount, asyncEngineCount),
    FIELD(cudaDevAttrUnifiedAddressing, unifiedAddressing),
    FIELD(cudaDevAttrComputeCapabilityMajor, major),
    FIELD(cudaDevAttrComputeCapabilityMinor, minor),
    FIELD(cudaDevAttrStreamPrioritiesSupported, streamPrioritiesSupported),
    FIELD(cudaDevAttrMaxSharedMemoryPerMultiprocessor, sharedMemPerMultiprocessor),
    FIELD(cudaDevAttrMaxRegistersPerMultiprocessor, regsPerMultiprocessor),
    FIELD(cudaDevAttrManagedMemory, managedMemory),
    FIELD(cudaDevAttrPageableMemoryAccess, pageableMemoryAccess),
    FIELD(cudaDevAttrConcurrentManagedAccess, concurrentManagedAccess),
    FIELD(cudaDevAttrCooperativeLaunch, cooperativeLaunch),
    FIELD(cudaDevAttrMaxSharedMemoryPerBlockOptin, sharedMemPerBlockOptin),
    FIELD(cudaDevAttrMaxBlocksPerMultiprocessor, maxBlocksPerMultiProcessor),
    FIELD(cudaDevAttrMemoryPoolsSupported, memoryPoolsSupported),
    FIELD(cudaDevAttrClusterLaunch, clusterLaunch),
};

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device)
{
    CLIENT_ENTER();
    struct wire_properties found;
    struct cudaDeviceProp properties;
    int count;
    cudaError_t error = client_check_device(device);
    if (error == cudaSuccess)
        error = ask(&found, &count);
    if (error != cudaSuccess)
        return client_keep(error);
    fill(&properties, &found, device);
    for (size_t i = 0; i < sizeof attributes / sizeof attributes[0]; i++)
        if (attributes[i].attribute == attribute) {
            uint64_t number = 0;
            memcpy(&number, (const char *)&properties + attributes[i].offset, attributes[i].bytes);
            *value = number > INT32_MAX ? INT32_MAX : (int)number;
            return cudaSuccess;
        }
    return client_keep(cudaErrorInvalidValue);
}

cudaError_t cudaDeviceReset(void)
{
    CLIENT_ENTER();
    shared_memory_synchronise(WIRE_ALL_STREAMS);
    shared_memory_forget();
    struct client_call call = {.kind = WIRE_RESET};
    return client_keep(client_send(&call));
}

cudaError_t cudaThreadSynchronize(void)
{
    CLIENT_ENTER();
    return client_keep(shared_memory_synchronise(WIRE_ALL_STREAMS));
}

cudaError_t cudaThreadExit(void)
{
    return cudaDeviceReset();
}

cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *properties)
{
    (void)properties;
    *device = 0;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetPCIBusId(char *text, int bytes, int device)
{
    CLIENT_ENTER();
    snprintf(text, bytes > 0 ? (size_t)bytes : 0, "0000:%02x:00.0", (unsigned)device & 0xff);
    return client_keep(client_check_device(device));
}

/* --- limits ----------------------------------------------------------------------------------- */

/* The other limits are accepted, without effect. */
cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value)
{
    CLIENT_ENTER();
    struct client_call call = {.kind = WIRE_HEAP, .values = {value}};
    return limit == cudaLimitMallocHeapSize ? client_keep(client_send(&call)) : cudaSuccess;
}

cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit)
{
    static const size_t limits[] = {[cudaLimitStackSize] = 1024, [cudaLimitPrintfFifoSize] = 1 << 20};
    CLIENT_ENTER();
    struct wire_properties properties = {0};
    if (limit == cudaLimitMallocHeapSize) {
        int count;
        cudaError_t error = ask(&properties, &count);
        *value = error == cudaSuccess ? properties.heap_bytes : *value;
        return client_keep(error);
    }
    if ((unsigned)limit >= sizeof limits / sizeof limits[0])
        return client_keep(cudaErrorInvalidValue);
    *value = limits[limit];
    return cudaSuccess;
}

/* --- accepted, without effect ----------------------------------------------------------------- */

cudaError_t cudaSetDeviceFlags(unsigned int flags)
{
    (void)flags;
    return cudaSuccess;
}

cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config)
{
    (void)config;
    return cudaSuccess;
}

cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config)
{
    (void)config;
    return cudaSuccess;
}

cudaError_t cudaFuncSetSharedMemConfig(const void *kernel, enum cudaSharedMemConfig config)
{
    (void)kernel, (void)config;
    return cudaSuccess;
}

cudaError_t cudaGetDeviceFlags(unsigned int *flags)
{
    *flags = cudaDeviceScheduleAuto;
    return cudaSuccess;
}

cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t bytes, int device, cudaStream_t stream)
{
    (void)pointer, (void)bytes, (void)device, (void)stream;
    return cudaSuccess;
}

cudaError_t cudaMemAdvise(const void *pointer, size_t bytes, enum cudaMemoryAdvise advice, int device)
{
    (void)pointer, (void)bytes, (void)advice, (void)device;
    return cudaSuccess;
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *pointer, size_t bytes, unsigned int flags)
{
    (void)stream, (void)pointer, (void)bytes, (void)flags;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest)
{
    if (least)
        *least = 0;
    if (greatest)
        *greatest = -5;
    return cudaSuccess;
}

cudaError_t cudaDriverGetVersion(int *version)
{
    *version = DRIVER_VERSION;
    return cudaSuccess;
}

cudaError_t cudaRuntimeGetVersion(int *version)
{
    *version = CUDART_VERSION;
    return cudaSuccess;
}

cudaError_t cudaProfilerStart(void)
{
    return cudaSuccess;
}

cudaError_t cudaProfilerStop(void)
{
    return cudaSuccess;
}
