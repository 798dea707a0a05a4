/*
 * Buffers at addresses of the caller's choice. A program in another process then knows by an
 * address alone whether it is memory of the GPU.
 */
#include "device/cuda/cuda.h"

static struct cu_memory_kind kind_of(const struct cuda_device *device)
{
    return (struct cu_memory_kind){.type = CU_MEMORY_PINNED, .location = {CU_LOCATION_DEVICE, device->ordinal}};
}

static bool has_functions(const struct cuda_functions *cuda)
{
    return cuda->address_reserve && cuda->address_free && cuda->memory_grain && cuda->memory_create &&
           cuda->memory_drop && cuda->memory_map && cuda->memory_unmap && cuda->memory_allow;
}

bool cuda_window_open(struct device *device, device_address start, uint64_t size_bytes, struct error *error)
{
    struct cuda_device *self = cuda_self(device);
    const struct cuda_functions *cuda = self->functions;
    struct cu_memory_kind kind = kind_of(self);
    uint64_t reserved = 0;
    size_t grain_bytes = 0;
    if (!has_functions(cuda))
        return error_set(error, ERROR_UNSUPPORTED, "this driver does not place memory at chosen addresses");
    if (!cuda_enter(self, error) ||
        !cuda_check(self, cuda->memory_grain(&grain_bytes, &kind, CU_GRAIN_MINIMUM), error, "asking about memory") ||
        !cuda_check(self, cuda->address_reserve(&reserved, size_bytes, 0, start, 0), error, "reserving addresses"))
        return false;
    if (reserved != start || grain_bytes == 0) {
        cuda->address_free(reserved, size_bytes);
        return error_set(error, ERROR_UNSUPPORTED, "the driver does not give the addresses from 0x%llx on",
                         (unsigned long long)start);
    }
    self->window = (struct cuda_window){start, size_bytes, grain_bytes};
    return true;
}

/* A grain stays free after each block, so that the ends of buffers do not meet. */
static const struct cuda_block *find_overlap(const struct cuda_device *device, device_address at, uint64_t size_bytes)
{
    uint64_t gap_bytes = device->window.grain_bytes;
    for (const struct cuda_block *block = device->blocks; block; block = block->next)
        if (block->address < at + size_bytes + gap_bytes && at < block->address + block->size_bytes + gap_bytes)
            return block;
    return NULL;
}

/* The first gap. It may be beyond the window. */
static device_address find_place(const struct cuda_device *device, uint64_t size_bytes)
{
    device_address at = device->window.start;
    const struct cuda_block *block;
    while ((block = find_overlap(device, at, size_bytes)) != NULL)
        at = block->address + block->size_bytes + device->window.grain_bytes;
    return at;
}

static int map(struct cuda_device *device, device_address at, uint64_t size_bytes)
{
    const struct cuda_functions *cuda = device->functions;
    struct cu_memory_kind kind = kind_of(device);
    struct cu_memory_access access[DEVICE_COUNT_MAX] = {0};
    size_t count = 0;
    unsigned long long handle;
    for (int i = 0; i < device->shared->device_count; i++)
        if (device->shared->devices[i])
            access[count++] = (struct cu_memory_access){{CU_LOCATION_DEVICE, device->shared->devices[i]->ordinal},
                                                        CU_ACCESS_READ_WRITE};
    int status = cuda->memory_create(&handle, size_bytes, &kind, 0);
    if (status != CU_OK)
        return status;
    status = cuda->memory_map(at, size_bytes, 0, handle, 0);
    cuda->memory_drop(handle); /* the mapping keeps the memory */
    if (status != CU_OK)
        return status;
    status = cuda->memory_allow(at, size_bytes, access, count);
    if (status != CU_OK)
        cuda->memory_unmap(at, size_bytes);
    return status;
}

int cuda_window_take(struct cuda_device *device, uint64_t size_bytes, uint64_t *out_address)
{
    const struct cuda_window *window = &device->window;
    *out_address = find_place(device, size_bytes);
    if (*out_address - window->start > window->size_bytes - size_bytes)
        return CU_OUT_OF_MEMORY;
    return map(device, *out_address, size_bytes);
}

void cuda_window_give(struct cuda_device *device, const struct cuda_block *block)
{
    device->functions->memory_unmap(block->address, block->size_bytes);
}

void cuda_window_done(struct cuda_device *device)
{
    if (device->window.size_bytes)
        device->functions->address_free(device->window.start, device->window.size_bytes);
    device->window = (struct cuda_window){0};
}
