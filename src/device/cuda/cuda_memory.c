/* Memory of the GPU, kept for reuse when freed, and the host's transfers. */
#include <stdlib.h>

#include "device/cuda/cuda.h"

enum { BLOCK_ALIGN_BYTES = 512 };

/* --- blocks ----------------------------------------------------------------------------------- */

static int take(struct cuda_device *device, uint64_t size_bytes, uint64_t *out_address)
{
    return device->window.size_bytes ? cuda_window_take(device, size_bytes, out_address)
                                     : device->functions->memory_allocate(out_address, size_bytes);
}

static void give(struct cuda_device *device, const struct cuda_block *block)
{
    if (device->window.size_bytes)
        cuda_window_give(device, block);
    else
        device->functions->memory_free(block->address);
}

static struct cuda_block *find_free(struct cuda_device *device, uint64_t size_bytes)
{
    for (struct cuda_block *block = device->blocks; block; block = block->next)
        if (block->is_free && block->size_bytes == size_bytes)
            return block;
    return NULL;
}

/* Gives unused memory back to the driver. Returns whether there was any. */
static bool trim(struct cuda_device *device)
{
    bool found = false;
    for (struct cuda_block **at = &device->blocks; *at;) {
        struct cuda_block *block = *at;
        if (!block->is_free) {
            at = &block->next;
            continue;
        }
        *at = block->next;
        give(device, block);
        free(block);
        found = true;
    }
    return found;
}

static bool say_full(struct cuda_device *device, uint64_t size_bytes, const char *name, struct error *error)
{
    size_t free_bytes = 0, total_bytes = 0;
    device->functions->memory_info(&free_bytes, &total_bytes);
    error_set(error, ERROR_MEMORY, "%s needs %.1f MiB of the GPU's memory, and %.1f of its %.1f MiB are free",
              name ? name : "a buffer", (double)size_bytes / 1048576, (double)free_bytes / 1048576,
              (double)total_bytes / 1048576);
    return error_add_hint(error, "other programs may be using the GPU");
}

bool cuda_allocate(struct device *device, uint64_t size_bytes, const char *name, device_address *out_address,
                   struct error *error)
{
    struct cuda_device *self = cuda_self(device);
    uint64_t address = 0;
    if (!cuda_enter(self, error))
        return false;
    if (size_bytes > device->properties.memory_bytes)
        return say_full(self, size_bytes, name, error);
    uint64_t align_bytes = self->window.size_bytes ? self->window.grain_bytes : BLOCK_ALIGN_BYTES;
    uint64_t rounded_bytes = (size_bytes + align_bytes - (size_bytes > 0)) / align_bytes * align_bytes;
    struct cuda_block *block = find_free(self, rounded_bytes);
    if (block) {
        block->is_free = false;
        *out_address = block->address;
        return true;
    }
    int status = take(self, rounded_bytes, &address);
    if (status == CU_OUT_OF_MEMORY && trim(self))
        status = take(self, rounded_bytes, &address);
    if (status == CU_OUT_OF_MEMORY)
        return say_full(self, size_bytes, name, error);
    if (!cuda_check(self, status, error, "allocating %s", name ? name : "a buffer"))
        return false;
    block = calloc(1, sizeof *block);
    if (!block)
        abort();
    *block = (struct cuda_block){.address = address, .size_bytes = rounded_bytes, .next = self->blocks};
    self->blocks = block;
    *out_address = address;
    return true;
}

bool cuda_release(struct device *device, device_address address, struct error *error)
{
    struct cuda_device *self = cuda_self(device);
    struct cu_stream *stream = NULL;
    for (struct cuda_block *block = self->blocks; block; block = block->next) {
        if (block->address != address || block->is_free || block->waits_for_graph)
            continue;
        block->waits_for_graph = self->capture != 0;
        block->is_free = !self->capture;
        if (device->lost)
            return true; /* the memory was lost with the context */
        /* The next user comes after everything that may still use the block, in any stream. */
        return cuda_enter(self, error) && cuda_stream_use(self, 0, &stream, error);
    }
    return error_set(error, ERROR_NOT_FOUND, "no buffer begins at address 0x%llx", (unsigned long long)address);
}

void cuda_memory_graph_over(struct cuda_device *device)
{
    for (struct cuda_block *block = device->blocks; block; block = block->next) {
        block->is_free |= block->waits_for_graph;
        block->waits_for_graph = false;
    }
}

void cuda_memory_wipe(struct cuda_device *device)
{
    struct cu_stream *stream = NULL;
    bool can_wipe = device->blocks && cuda_stream_use(device, 0, &stream, NULL);
    for (struct cuda_block *block = device->blocks; block && can_wipe; block = block->next)
        can_wipe = cuda_check(device, device->functions->memory_fill(block->address, 0, block->size_bytes, stream),
                              NULL, "wiping memory");
    if (can_wipe)
        cuda_wait(device, NULL);
}

void cuda_memory_done(struct cuda_device *device)
{
    for (struct cuda_block *block = device->blocks, *next; block; block = next) {
        next = block->next;
        if (!device->base.lost)
            give(device, block);
        free(block);
    }
    device->blocks = NULL;
    if (!device->base.lost)
        cuda_window_done(device);
}

/* --- transfers -------------------------------------------------------------------------------- */

/*
 * The stream for transfers from or to the host. It comes after all enqueued work, which has ended,
 * so the transfer cannot hang. While a graph is recorded nothing has run, and the transfer bypasses
 * the recording.
 */
static bool transfer_stream(struct cuda_device *device, struct cu_stream **out_stream, struct error *error)
{
    if (!cuda_enter(device, error))
        return false;
    if (!device->capture)
        return cuda_wait(device, error) && cuda_stream_use(device, 0, out_stream, error);
    if (!device->transfer &&
        !cuda_check(device, device->functions->stream_create(&device->transfer, CU_STREAM_NON_BLOCKING), error,
                    "making a stream"))
        return false;
    *out_stream = device->transfer;
    return true;
}

static bool finish(struct cuda_device *device, struct cu_stream *stream, struct error *error)
{
    int status;
    do
        status = device->functions->stream_query(stream);
    while (status == CU_NOT_READY);
    return cuda_check(device, status, error, "a transfer");
}

bool cuda_write(struct device *device, device_address to, const void *from, uint64_t size_bytes, struct error *error)
{
    struct cuda_device *self = cuda_self(device);
    struct cu_stream *stream = NULL;
    if (size_bytes == 0)
        return true;
    return transfer_stream(self, &stream, error) &&
           cuda_check(self, self->functions->memory_write(to, from, size_bytes, stream), error,
                      "writing %llu bytes to the GPU", (unsigned long long)size_bytes) &&
           finish(self, stream, error);
}

bool cuda_read(struct device *device, void *to, device_address from, uint64_t size_bytes, struct error *error)
{
    struct cuda_device *self = cuda_self(device);
    struct cu_stream *stream = NULL;
    if (size_bytes == 0)
        return true;
    if (self->capture)
        return error_set(error, ERROR_UNSUPPORTED, "results cannot be read while a graph is recorded");
    return transfer_stream(self, &stream, error) &&
           cuda_check(self, self->functions->memory_read(to, from, size_bytes, stream), error,
                      "reading %llu bytes from the GPU", (unsigned long long)size_bytes) &&
           finish(self, stream, error);
}

/* The stream for work of some bytes. Work of no bytes needs none: `*out_stream` stays NULL. */
static bool begin_work(struct cuda_device *self, uint64_t size_bytes, struct cu_stream **out_stream,
                       struct error *error)
{
    *out_stream = NULL;
    if (size_bytes > 0)
        cuda_time_note_work(self);
    return cuda_enter(self, error) && (size_bytes == 0 || cuda_stream_use(self, self->base.stream, out_stream, error));
}

bool cuda_fill(struct device *device, device_address to, uint8_t byte, uint64_t size_bytes, struct error *error)
{
    struct cuda_device *self = cuda_self(device);
    struct cu_stream *stream;
    return begin_work(self, size_bytes, &stream, error) &&
           (size_bytes == 0 ||
            cuda_check(self, self->functions->memory_fill(to, byte, size_bytes, stream), error, "filling memory"));
}

bool cuda_copy(struct device *device, device_address to, device_address from, uint64_t size_bytes, struct error *error)
{
    struct cuda_device *self = cuda_self(device);
    struct cu_stream *stream;
    return begin_work(self, size_bytes, &stream, error) &&
           (size_bytes == 0 ||
            cuda_check(self, self->functions->memory_copy(to, from, size_bytes, stream), error, "copying memory"));
}
