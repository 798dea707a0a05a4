/*
 * The functions of warpschool's CUDA runtime. Names and parameters are those of the CUDA Runtime
 * API's documentation. A function that is not declared here does not exist in this runtime.
 */
#ifndef WARPSCHOOL_CUDA_RUNTIME_API_H
#define WARPSCHOOL_CUDA_RUNTIME_API_H

#include "driver_types.h"
#include "graph_api.h"
#include "host_defines.h"
#include "launch_api.h"
#include "texture_api.h"

#define CUDART_VERSION 13000
#define WARPSCHOOL_CUDART 1

#ifdef __cplusplus
#define WARPSCHOOL_DEFAULT(value) = value
extern "C" {
#else
#define WARPSCHOOL_DEFAULT(value)
#endif

/* memory */
cudaError_t cudaMalloc(void **pointer, size_t bytes);
cudaError_t cudaFree(void *pointer);
cudaError_t cudaMallocAsync(void **pointer, size_t bytes, cudaStream_t stream);
cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream);
cudaError_t cudaMallocHost(void **pointer, size_t bytes);
cudaError_t cudaHostAlloc(void **pointer, size_t bytes, unsigned int flags);
cudaError_t cudaMallocManaged(void **pointer, size_t bytes, unsigned int flags WARPSCHOOL_DEFAULT(cudaMemAttachGlobal));
cudaError_t cudaFreeHost(void *pointer);
cudaError_t cudaHostRegister(void *host, size_t bytes, unsigned int flags);
cudaError_t cudaHostUnregister(void *host);
cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *pointer);
cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned int flags);
cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height);
cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind,
                            cudaStream_t stream WARPSCHOOL_DEFAULT(0));
cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height,
                         enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                              size_t height, enum cudaMemcpyKind kind, cudaStream_t stream WARPSCHOOL_DEFAULT(0));
cudaError_t cudaMemset2DAsync(void *to, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream WARPSCHOOL_DEFAULT(0));
cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *from, size_t bytes, size_t offset,
                                    enum cudaMemcpyKind kind, cudaStream_t stream WARPSCHOOL_DEFAULT(0));
cudaError_t cudaMemcpyFromSymbolAsync(void *to, const void *symbol, size_t bytes, size_t offset,
                                      enum cudaMemcpyKind kind, cudaStream_t stream WARPSCHOOL_DEFAULT(0));
cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t bytes, int device,
                                 cudaStream_t stream WARPSCHOOL_DEFAULT(0));
cudaError_t cudaMemAdvise(const void *pointer, size_t bytes, enum cudaMemoryAdvise advice, int device);
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *pointer, size_t bytes WARPSCHOOL_DEFAULT(0),
                                     unsigned int flags WARPSCHOOL_DEFAULT(cudaMemAttachSingle));
cudaError_t cudaMemset(void *to, int value, size_t bytes);
cudaError_t cudaMemsetAsync(void *to, int value, size_t bytes, cudaStream_t stream WARPSCHOOL_DEFAULT(0));
cudaError_t cudaMemset2D(void *to, size_t pitch, int value, size_t width, size_t height);
cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *from, size_t bytes, size_t offset WARPSCHOOL_DEFAULT(0),
                               enum cudaMemcpyKind kind WARPSCHOOL_DEFAULT(cudaMemcpyHostToDevice));
cudaError_t cudaMemcpyFromSymbol(void *to, const void *symbol, size_t bytes, size_t offset WARPSCHOOL_DEFAULT(0),
                                 enum cudaMemcpyKind kind WARPSCHOOL_DEFAULT(cudaMemcpyDeviceToHost));
cudaError_t cudaGetSymbolAddress(void **pointer, const void *symbol);
cudaError_t cudaGetSymbolSize(size_t *bytes, const void *symbol);
cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total_bytes);

/* errors */
cudaError_t cudaGetLastError(void);
cudaError_t cudaPeekAtLastError(void);
const char *cudaGetErrorString(cudaError_t error);
const char *cudaGetErrorName(cudaError_t error);

/* devices */
cudaError_t cudaGetDeviceCount(int *count);
cudaError_t cudaGetDevice(int *device);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *properties, int device);
cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device);
cudaError_t cudaDeviceSynchronize(void);
cudaError_t cudaDeviceReset(void);
cudaError_t cudaThreadSynchronize(void);
cudaError_t cudaThreadExit(void);
cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *properties);
cudaError_t cudaDeviceCanAccessPeer(int *can_access, int device, int peer);
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags);
cudaError_t cudaDeviceDisablePeerAccess(int peer);
cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attribute, int device, int peer);
cudaError_t cudaDeviceGetPCIBusId(char *text, int bytes, int device);
cudaError_t cudaGetDeviceFlags(unsigned int *flags);
cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config);
cudaError_t cudaFuncSetSharedMemConfig(const void *kernel, enum cudaSharedMemConfig config);
cudaError_t cudaSetDeviceFlags(unsigned int flags);
cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config);
cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value);
cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit);
cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest);
cudaError_t cudaDriverGetVersion(int *version);
cudaError_t cudaRuntimeGetVersion(int *version);
cudaError_t cudaProfilerStart(void);
cudaError_t cudaProfilerStop(void);

/* streams and events */
cudaError_t cudaStreamCreate(cudaStream_t *stream);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags, int priority);
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority);
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int *flags);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamQuery(cudaStream_t stream);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags WARPSCHOOL_DEFAULT(0));
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t run, void *data);
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *data, unsigned int flags);
cudaError_t cudaEventCreate(cudaEvent_t *event);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags);
cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream WARPSCHOOL_DEFAULT(0));
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream WARPSCHOOL_DEFAULT(0),
                                     unsigned int flags WARPSCHOOL_DEFAULT(0));
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventQuery(cudaEvent_t event);
cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t end);

/* kernels */
cudaError_t cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments, size_t shared_bytes,
                             cudaStream_t stream);
cudaError_t cudaLaunchCooperativeKernel(const void *kernel, dim3 grid, dim3 block, void **arguments,
                                        size_t shared_bytes, cudaStream_t stream);
cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, const void *kernel);
cudaError_t cudaFuncSetAttribute(const void *kernel, enum cudaFuncAttribute attribute, int value);
cudaError_t cudaFuncSetCacheConfig(const void *kernel, enum cudaFuncCache config);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *kernel, int block_threads,
                                                          size_t shared_bytes);

#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
/* The runtime looks for it: in the whole program, stream 0 is each thread's own. */
__attribute__((weak)) char warpschool_default_stream_per_thread = 1;
#endif

/* what clang emits for a launch, and at the start of the program */
unsigned int __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes WARPSCHOOL_DEFAULT(0),
                                         void *stream WARPSCHOOL_DEFAULT(0));
cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared_bytes, void *stream);
void **__cudaRegisterFatBinary(const void *binary);
void __cudaRegisterFatBinaryEnd(void **module);
void __cudaUnregisterFatBinary(void **module);
void __cudaRegisterFunction(void **module, const void *stub, char *device_stub, const char *name, int threads_max,
                            uint3 *thread, uint3 *block, dim3 *block_shape, dim3 *grid_shape, int *warp_lanes);
void __cudaRegisterVar(void **module, char *shadow, char *device_shadow, const char *name, int is_external,
                       size_t bytes, int is_constant, int is_global);

#ifdef __cplusplus
}
#endif
#undef WARPSCHOOL_DEFAULT

#endif
