/* Memory pools. There is one; its attributes have no effect. */
#include <stddef.h>
#include <string.h>

#include "cudart/client/client.h"

enum { ATTRIBUTE_COUNT = 16 };

struct CUmemPoolHandle_st {
    uint64_t attributes[ATTRIBUTE_COUNT];
};
static struct CUmemPoolHandle_st pool;

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *out_pool, int device)
{
    CLIENT_ENTER();
    *out_pool = &pool;
    return client_keep(client_check_device(device));
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *out_pool, int device)
{
    return cudaDeviceGetDefaultMemPool(out_pool, device);
}

/* An attribute is an int, or a number of bytes. */
static size_t bytes_of(enum cudaMemPoolAttr attribute)
{
    return attribute < cudaMemPoolAttrReleaseThreshold ? sizeof(int) : sizeof(uint64_t);
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t which, enum cudaMemPoolAttr attribute, void *value)
{
    CLIENT_ENTER();
    if (!which || (unsigned)attribute >= ATTRIBUTE_COUNT)
        return client_keep(cudaErrorInvalidValue);
    memcpy(&which->attributes[attribute], value, bytes_of(attribute));
    return cudaSuccess;
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t which, enum cudaMemPoolAttr attribute, void *value)
{
    CLIENT_ENTER();
    if (!which || (unsigned)attribute >= ATTRIBUTE_COUNT)
        return client_keep(cudaErrorInvalidValue);
    memcpy(value, &which->attributes[attribute], bytes_of(attribute));
    return cudaSuccess;
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t which, size_t bytes)
{
    (void)bytes;
    CLIENT_ENTER();
    return client_keep(which ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaMallocAsync(void **pointer, size_t bytes, cudaStream_t stream)
{
    (void)stream;
    return cudaMalloc(pointer, bytes);
}

cudaError_t cudaMallocFromPoolAsync(void **pointer, size_t bytes, cudaMemPool_t which, cudaStream_t stream)
{
    (void)which;
    return cudaMallocAsync(pointer, bytes, stream);
}
