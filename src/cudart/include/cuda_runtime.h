/* The runtime for CUDA C++: words, functions for any type, and names that kernels use. */
#ifndef WARPSCHOOL_CUDA_RUNTIME_H
#define WARPSCHOOL_CUDA_RUNTIME_H
/* Public helper headers look at this name. */
#define __CUDA_RUNTIME_H__

#ifdef __cplusplus
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>
#endif
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cuda_runtime_api.h"
#include "device_launch_parameters.h"
#include "vector_functions.h"
#ifdef __CUDA__
#include "warpschool_device.h"
#endif

#ifdef __cplusplus
/* A call in one of these is, to the debugger, a call at the place that uses it. */
#define WARPSCHOOL_INLINE static inline __host__ __attribute__((always_inline, nodebug, unused))

template <typename T> WARPSCHOOL_INLINE cudaError_t cudaMalloc(T **pointer, size_t bytes)
{
    return cudaMalloc((void **)pointer, bytes);
}
template <typename T> WARPSCHOOL_INLINE cudaError_t cudaMallocAsync(T **pointer, size_t bytes, cudaStream_t stream)
{
    return cudaMallocAsync((void **)pointer, bytes, stream);
}
template <typename T> WARPSCHOOL_INLINE cudaError_t cudaMallocHost(T **pointer, size_t bytes, unsigned int flags = 0)
{
    return cudaHostAlloc((void **)pointer, bytes, flags);
}
template <typename T>
WARPSCHOOL_INLINE cudaError_t cudaMallocManaged(T **pointer, size_t bytes, unsigned int flags = cudaMemAttachGlobal)
{
    return cudaMallocManaged((void **)pointer, bytes, flags);
}
template <typename T> WARPSCHOOL_INLINE cudaError_t cudaHostAlloc(T **pointer, size_t bytes, unsigned int flags)
{
    return cudaHostAlloc((void **)pointer, bytes, flags);
}
template <typename T> WARPSCHOOL_INLINE cudaError_t cudaHostGetDevicePointer(T **device, void *host, unsigned int flags)
{
    return cudaHostGetDevicePointer((void **)device, host, flags);
}
template <typename T>
WARPSCHOOL_INLINE cudaError_t cudaMallocPitch(T **pointer, size_t *pitch, size_t width, size_t height)
{
    return cudaMallocPitch((void **)pointer, pitch, width, height);
}
template <typename T>
WARPSCHOOL_INLINE cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *from, size_t bytes, size_t offset = 0,
                                                 enum cudaMemcpyKind kind = cudaMemcpyHostToDevice)
{
    return cudaMemcpyToSymbol((const void *)&symbol, from, bytes, offset, kind);
}
template <typename T>
WARPSCHOOL_INLINE cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t bytes, size_t offset = 0,
                                                   enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost)
{
    return cudaMemcpyFromSymbol(to, (const void *)&symbol, bytes, offset, kind);
}
template <typename T> WARPSCHOOL_INLINE cudaError_t cudaGetSymbolAddress(void **pointer, const T &symbol)
{
    return cudaGetSymbolAddress(pointer, (const void *)&symbol);
}
template <typename T> WARPSCHOOL_INLINE cudaError_t cudaGetSymbolSize(size_t *bytes, const T &symbol)
{
    return cudaGetSymbolSize(bytes, (const void *)&symbol);
}
template <typename T>
WARPSCHOOL_INLINE cudaError_t cudaLaunchKernel(T *kernel, dim3 grid, dim3 block, void **arguments,
                                               size_t shared_bytes = 0, cudaStream_t stream = 0)
{
    return cudaLaunchKernel((const void *)kernel, grid, block, arguments, shared_bytes, stream);
}
template <typename T>
WARPSCHOOL_INLINE cudaError_t cudaLaunchCooperativeKernel(T *kernel, dim3 grid, dim3 block, void **arguments,
                                                          size_t shared_bytes = 0, cudaStream_t stream = 0)
{
    return cudaLaunchCooperativeKernel((const void *)kernel, grid, block, arguments, shared_bytes, stream);
}
template <typename T> WARPSCHOOL_INLINE cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, T *kernel)
{
    return cudaFuncGetAttributes(attributes, (const void *)kernel);
}
template <typename T>
WARPSCHOOL_INLINE cudaError_t cudaFuncSetAttribute(T *kernel, enum cudaFuncAttribute attribute, int value)
{
    return cudaFuncSetAttribute((const void *)kernel, attribute, value);
}
template <typename T> WARPSCHOOL_INLINE cudaError_t cudaFuncSetCacheConfig(T *kernel, enum cudaFuncCache config)
{
    return cudaFuncSetCacheConfig((const void *)kernel, config);
}
template <typename T>
WARPSCHOOL_INLINE cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, T *kernel, int block_threads,
                                                                            size_t shared_bytes)
{
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void *)kernel, block_threads, shared_bytes);
}
template <typename T> WARPSCHOOL_INLINE cudaError_t cudaHostRegister(T *pointer, size_t bytes, unsigned int flags)
{
    return cudaHostRegister((void *)pointer, bytes, flags);
}
template <typename T, typename F>
WARPSCHOOL_INLINE cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *grid, int *block, T *kernel,
                                                                             F shared_bytes_for, int limit = 0)
{
    int sms = 0, best = 0, most = 0;
    cudaFuncAttributes attributes;
    cudaError_t error = cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    if (error == cudaSuccess)
        error = cudaFuncGetAttributes(&attributes, (const void *)kernel);
    if (error == cudaSuccess)
        most = limit > 0 && limit < attributes.maxThreadsPerBlock ? limit : attributes.maxThreadsPerBlock;
    for (int threads = most / 32 * 32; error == cudaSuccess && threads > 0; threads -= 32) {
        int blocks = 0;
        error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (const void *)kernel, threads,
                                                              shared_bytes_for(threads));
        if (blocks * threads <= best)
            continue;
        best = blocks * threads;
        *block = threads;
        *grid = blocks * sms;
    }
    return error;
}
#define WARPSCHOOL_CHANNELS(name, type, kind)                                         \
    template <> WARPSCHOOL_CHANNEL cudaCreateChannelDesc<type>()                      \
    {                                                                                 \
        return cudaCreateChannelDesc(8 * sizeof(type), 0, 0, 0, kind);                \
    }                                                                                 \
    template <> WARPSCHOOL_CHANNEL cudaCreateChannelDesc<name##2>()                   \
    {                                                                                 \
        return cudaCreateChannelDesc(8 * sizeof(type), 8 * sizeof(type), 0, 0, kind); \
    }                                                                                 \
    template <> WARPSCHOOL_CHANNEL cudaCreateChannelDesc<name##4>()                   \
    {                                                                                 \
        const int bits = 8 * sizeof(type);                                            \
        return cudaCreateChannelDesc(bits, bits, bits, bits, kind);                   \
    }
#define WARPSCHOOL_CHANNEL inline __host__ __attribute__((always_inline, nodebug)) struct cudaChannelFormatDesc
template <typename T> WARPSCHOOL_CHANNEL cudaCreateChannelDesc();
WARPSCHOOL_CHANNELS(char, signed char, cudaChannelFormatKindSigned)
template <> WARPSCHOOL_CHANNEL cudaCreateChannelDesc<char>()
{
    return cudaCreateChannelDesc(8, 0, 0, 0, cudaChannelFormatKindSigned);
}
WARPSCHOOL_CHANNELS(uchar, unsigned char, cudaChannelFormatKindUnsigned)
WARPSCHOOL_CHANNELS(short, short, cudaChannelFormatKindSigned)
WARPSCHOOL_CHANNELS(ushort, unsigned short, cudaChannelFormatKindUnsigned)
WARPSCHOOL_CHANNELS(int, int, cudaChannelFormatKindSigned)
WARPSCHOOL_CHANNELS(uint, unsigned int, cudaChannelFormatKindUnsigned)
WARPSCHOOL_CHANNELS(float, float, cudaChannelFormatKindFloat)
static inline struct cudaChannelFormatDesc cudaCreateChannelDescHalf()
{
    return cudaCreateChannelDesc(16, 0, 0, 0, cudaChannelFormatKindFloat);
}
template <typename T>
WARPSCHOOL_INLINE cudaError_t cudaOccupancyMaxActiveClusters(int *clusters, T *kernel, const cudaLaunchConfig_t *config)
{
    return cudaOccupancyMaxActiveClusters(clusters, (const void *)kernel, config);
}
template <typename T>
WARPSCHOOL_INLINE cudaError_t cudaOccupancyMaxPotentialClusterSize(int *blocks, T *kernel,
                                                                   const cudaLaunchConfig_t *config)
{
    return cudaOccupancyMaxPotentialClusterSize(blocks, (const void *)kernel, config);
}
template <typename... Parameters, typename... Arguments>
WARPSCHOOL_INLINE cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(Parameters...),
                                                 Arguments &&...arguments)
{
    return [&](Parameters... parameters) __attribute__((always_inline, nodebug))
    {
        void *pointers[] = {(void *)&parameters..., nullptr};
        return cudaLaunchKernelExC(config, (const void *)kernel, pointers);
    }
    (static_cast<Arguments &&>(arguments)...);
}
template <typename T>
WARPSCHOOL_INLINE cudaError_t cudaOccupancyMaxPotentialBlockSize(int *grid, int *block, T *kernel,
                                                                 size_t shared_bytes = 0, int limit = 0)
{
    return cudaOccupancyMaxPotentialBlockSizeVariableSMem(
        grid, block, kernel, [=](int) { return shared_bytes; }, limit);
}
#endif

#endif
