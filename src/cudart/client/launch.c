/* Launches, and what a program asks about its kernels. */
#include <stdlib.h>
#include <string.h>

#include "cudart/client/client.h"
#include "cudart/client/registered.h"
#include "cudart/client/shared_memory.h"

enum { ARGUMENT_BYTES_MAX = 32768, HOST_POINTER_LEAST = 65536 };

/* The configuration between `<<<` and `>>>`. The kernel's stub takes it and launches. */
static _Thread_local struct {
    dim3 grid, block;
    size_t shared_bytes;
    void *stream;
    struct client_sites sites;
    bool is_taken;
} pushed;

unsigned int __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes, void *stream)
{
    CLIENT_ENTER();
    pushed.grid = grid;
    pushed.block = block;
    pushed.shared_bytes = shared_bytes;
    pushed.stream = stream;
    pushed.sites = *client_sites();
    return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared_bytes, void *stream)
{
    *grid = pushed.grid;
    *block = pushed.block;
    *shared_bytes = pushed.shared_bytes;
    memcpy(stream, &pushed.stream, sizeof pushed.stream);
    pushed.is_taken = true;
    return cudaSuccess;
}

/* Whether the word is an address of the host's memory that the device does not share. */
static bool is_host_pointer(uint64_t word)
{
    uint64_t mapped;
    const void *pointer = (const void *)word;
    return word >= HOST_POINTER_LEAST && !client_is_device(pointer) && client_is_mapped(pointer, 1, &mapped);
}

/* Packs the arguments as the kernel expects them. */
static uint64_t pack(const struct registered_kernel *kernel, void **arguments, char *block, size_t *out_bytes)
{
    uint64_t host_pointers = 0;
    size_t bytes = 0;
    for (uint32_t i = 0; i < kernel->parameter_count; i++) {
        const struct wire_parameter *parameter = &kernel->parameters[i];
        size_t end = (size_t)parameter->offset_bytes + parameter->size_bytes;
        if (end > ARGUMENT_BYTES_MAX)
            break;
        memcpy(block + parameter->offset_bytes, arguments[i], parameter->size_bytes);
        bytes = end > bytes ? end : bytes;
        uint64_t word = 0;
        if (parameter->size_bytes == sizeof word)
            memcpy(&word, arguments[i], sizeof word);
        uint64_t on_device = word ? shared_memory_on_device((const void *)word) : 0;
        if (on_device) {
            memcpy(block + parameter->offset_bytes, &on_device, sizeof on_device);
            continue;
        }
        if (i < 64 && is_host_pointer(word))
            host_pointers |= UINT64_C(1) << i;
    }
    *out_bytes = bytes;
    return host_pointers;
}

static cudaError_t launch(const void *stub, struct wire_launch *launch, void **arguments, cudaStream_t stream)
{
    const struct registered_kernel *kernel = registered_kernel(stub);
    char block[ARGUMENT_BYTES_MAX] = {0};
    size_t bytes;
    if (!kernel)
        return cudaErrorInvalidDeviceFunction;
    cudaError_t error = client_check_stream(stream);
    if (error != cudaSuccess)
        return error;
    launch->stream = client_stream(stream);
    launch->kernel = kernel->number;
    launch->host_pointers = pack(kernel, arguments, block, &bytes);
    error = shared_memory_send(block, bytes);
    if (error != cudaSuccess)
        return error;
    struct client_call call = {
        .kind = WIRE_LAUNCH, .head = launch, .head_bytes = sizeof *launch, .payload = block, .payload_bytes = bytes};
    return client_send(&call);
}

static struct wire_launch shape_of(dim3 grid, dim3 block, size_t shared_bytes)
{
    return (struct wire_launch){.grid = {grid.x, grid.y, grid.z},
                                .block = {block.x, block.y, block.z},
                                .dynamic_shared_bytes =
                                    shared_bytes > UINT32_MAX ? UINT32_MAX : (uint32_t)shared_bytes};
}

/* A launch with `<<<>>>` comes from the kernel's stub. Its place is that of the configuration. */
static void enter_launch(const void *frame)
{
    if (pushed.is_taken)
        client_enter_at(&pushed.sites);
    else
        client_enter(frame);
    pushed.is_taken = false;
}

cudaError_t cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments, size_t shared_bytes,
                             cudaStream_t stream)
{
    enter_launch(__builtin_frame_address(0));
    struct wire_launch shape = shape_of(grid, block, shared_bytes);
    return client_keep_launch(launch(kernel, &shape, arguments, stream));
}

cudaError_t cudaLaunchCooperativeKernel(const void *kernel, dim3 grid, dim3 block, void **arguments,
                                        size_t shared_bytes, cudaStream_t stream)
{
    enter_launch(__builtin_frame_address(0));
    struct wire_launch shape = shape_of(grid, block, shared_bytes);
    shape.cooperative = 1;
    return client_keep_launch(launch(kernel, &shape, arguments, stream));
}

/* --- questions -------------------------------------------------------------------------------- */

static cudaError_t ask(const void *stub, uint32_t threads, size_t shared_bytes, struct wire_kernel *out_kernel)
{
    const struct registered_kernel *kernel = registered_kernel(stub);
    if (!kernel)
        return cudaErrorInvalidDeviceFunction;
    struct client_call call = {.kind = WIRE_KERNEL,
                               .values = {kernel->number, threads, shared_bytes},
                               .answer = out_kernel,
                               .answer_bytes = sizeof *out_kernel};
    return client_send(&call);
}

cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, const void *kernel)
{
    CLIENT_ENTER();
    struct wire_kernel found;
    cudaError_t error = ask(kernel, 1, 0, &found);
    if (error == cudaSuccess)
        *attributes = (struct cudaFuncAttributes){.sharedSizeBytes = found.static_shared_bytes,
                                                  .constSizeBytes = found.constant_bytes,
                                                  .localSizeBytes = found.local_bytes,
                                                  .maxThreadsPerBlock = (int)found.threads_max,
                                                  .numRegs = (int)found.registers,
                                                  .ptxVersion = (int)found.architecture,
                                                  .binaryVersion = (int)found.architecture,
                                                  .maxDynamicSharedSizeBytes = (int)found.dynamic_shared_bytes_max};
    return client_keep(error);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *kernel, int block_threads,
                                                          size_t shared_bytes)
{
    CLIENT_ENTER();
    struct wire_kernel found;
    cudaError_t error =
        block_threads > 0 ? ask(kernel, (uint32_t)block_threads, shared_bytes, &found) : cudaErrorInvalidValue;
    if (error == cudaSuccess)
        *blocks = (int)found.blocks_per_sm;
    return client_keep(error);
}

cudaError_t cudaFuncSetAttribute(const void *kernel, enum cudaFuncAttribute attribute, int value)
{
    CLIENT_ENTER();
    const struct registered_kernel *found = registered_kernel(kernel);
    if (!found || value < 0)
        return client_keep(found ? cudaErrorInvalidValue : cudaErrorInvalidDeviceFunction);
    struct client_call call = {.kind = WIRE_ATTRIBUTE, .values = {found->number, attribute, (uint64_t)value}};
    return client_keep(client_send(&call));
}

cudaError_t cudaFuncSetCacheConfig(const void *kernel, enum cudaFuncCache config)
{
    CLIENT_ENTER();
    (void)config;
    return client_keep(registered_kernel(kernel) ? cudaSuccess : cudaErrorInvalidDeviceFunction);
}
