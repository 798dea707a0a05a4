/* Memory pools. All take the device's memory, and their attributes have no effect. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "cudart/client/client.h"

enum { ATTRIBUTE_COUNT = 16 };

struct CUmemPoolHandle_st {
    uint64_t attributes[ATTRIBUTE_COUNT];
};
/* Every device's default pool. */
static struct CUmemPoolHandle_st default_pool;

cudaError_t cudaMemPoolCreate(cudaMemPool_t *out_pool, const struct cudaMemPoolProps *properties)
{
    CLIENT_ENTER();
    bool is_known = out_pool && properties && properties->allocType == cudaMemAllocationTypePinned &&
                    properties->location.type == cudaMemLocationTypeDevice;
    if (!is_known)
        return client_keep(cudaErrorInvalidValue);
    cudaError_t error = client_check_device(properties->location.id);
    *out_pool = error == cudaSuccess ? calloc(1, sizeof **out_pool) : NULL;
    return client_keep(error == cudaSuccess && !*out_pool ? cudaErrorMemoryAllocation : error);
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool)
{
    CLIENT_ENTER();
    if (!pool || pool == &default_pool)
        return client_keep(cudaErrorInvalidValue);
    free(pool);
    return cudaSuccess;
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool)
{
    CLIENT_ENTER();
    return client_keep(pool ? client_check_device(device) : cudaErrorInvalidValue);
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *out_pool, int device)
{
    CLIENT_ENTER();
    *out_pool = &default_pool;
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

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value)
{
    CLIENT_ENTER();
    if (!pool || (unsigned)attribute >= ATTRIBUTE_COUNT)
        return client_keep(cudaErrorInvalidValue);
    memcpy(&pool->attributes[attribute], value, bytes_of(attribute));
    return cudaSuccess;
}

/* A pool counts what the whole device has in use. */
static cudaError_t read_use(void *value)
{
    struct wire_properties properties;
    struct client_call call = {.kind = WIRE_PROPERTIES, .answer = &properties, .answer_bytes = sizeof properties};
    cudaError_t error = client_send(&call);
    memcpy(value, &call.results[0], sizeof call.results[0]);
    return client_keep(error);
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value)
{
    CLIENT_ENTER();
    if (!pool || (unsigned)attribute >= ATTRIBUTE_COUNT)
        return client_keep(cudaErrorInvalidValue);
    memcpy(value, &pool->attributes[attribute], bytes_of(attribute));
    return attribute > cudaMemPoolAttrReleaseThreshold ? read_use(value) : cudaSuccess;
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t bytes)
{
    (void)bytes;
    CLIENT_ENTER();
    return client_keep(pool ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaMallocAsync(void **pointer, size_t bytes, cudaStream_t stream)
{
    (void)stream;
    return cudaMalloc(pointer, bytes);
}

cudaError_t cudaMallocFromPoolAsync(void **pointer, size_t bytes, cudaMemPool_t pool, cudaStream_t stream)
{
    (void)pool;
    return cudaMallocAsync(pointer, bytes, stream);
}
