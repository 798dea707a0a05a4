/* Launches, and what a program asks about its kernels. */
#include <stdlib.h>
#include <string.h>

#include "cudart/client/client.h"
#include "cudart/client/graph.h"
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

/* A launch whose arguments are packed. */
struct packed_launch {
    struct wire_launch shape;
    size_t bytes;
    char block[ARGUMENT_BYTES_MAX];
};

static cudaError_t prepare(const void *stub, const struct wire_launch *shape, void **arguments,
                           struct packed_launch *out_launch)
{
    const struct registered_kernel *kernel = registered_kernel(stub);
    if (!kernel)
        return cudaErrorInvalidDeviceFunction;
    *out_launch = (struct packed_launch){.shape = *shape};
    out_launch->shape.kernel = kernel->number;
    out_launch->shape.host_pointers = pack(kernel, arguments, out_launch->block, &out_launch->bytes);
    return cudaSuccess;
}

static cudaError_t send(const struct packed_launch *launch)
{
    cudaError_t error = shared_memory_send(launch->block, launch->bytes);
    if (error != cudaSuccess)
        return error;
    struct client_call call = {.kind = WIRE_LAUNCH,
                               .head = &launch->shape,
                               .head_bytes = sizeof launch->shape,
                               .payload = launch->block,
                               .payload_bytes = launch->bytes};
    return client_send(&call);
}

/* A node keeps no more of the block than its arguments fill. */
static size_t node_bytes(const struct packed_launch *launch)
{
    return offsetof(struct packed_launch, block) + launch->bytes;
}

static cudaError_t run_node(const void *data, uint64_t stream)
{
    const struct packed_launch *node = data;
    struct packed_launch launch = {.shape = node->shape, .bytes = node->bytes};
    memcpy(launch.block, node->block, node->bytes);
    launch.shape.stream = stream;
    return send(&launch);
}

/* In a stream that is captured, the launch becomes a node. */
static cudaError_t launch(const void *stub, const struct wire_launch *shape, void **arguments, cudaStream_t stream)
{
    struct packed_launch packed;
    cudaError_t error = client_check_stream(stream);
    if (error == cudaSuccess)
        error = prepare(stub, shape, arguments, &packed);
    if (error != cudaSuccess)
        return error;
    packed.shape.stream = client_stream(stream);
    struct CUgraph_st *graph = graph_of_stream(packed.shape.stream);
    return graph ? graph_add(graph, run_node, &packed, node_bytes(&packed), NULL) : send(&packed);
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
    bool is_from_stub = pushed.is_taken;
    enter_launch(__builtin_frame_address(0));
    struct wire_launch shape = shape_of(grid, block, shared_bytes);
    shape.returns_error = !is_from_stub;
    cudaError_t error = launch(kernel, &shape, arguments, stream);
    return is_from_stub ? client_keep_launch(error) : client_keep(error);
}

cudaError_t cudaLaunchCooperativeKernel(const void *kernel, dim3 grid, dim3 block, void **arguments,
                                        size_t shared_bytes, cudaStream_t stream)
{
    CLIENT_ENTER();
    struct wire_launch shape = shape_of(grid, block, shared_bytes);
    shape.cooperative = shape.returns_error = 1;
    return client_keep(launch(kernel, &shape, arguments, stream));
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *kernel, void **arguments)
{
    CLIENT_ENTER();
    struct wire_launch shape = shape_of(config->gridDim, config->blockDim, config->dynamicSmemBytes);
    shape.returns_error = 1;
    for (unsigned i = 0; i < config->numAttrs; i++) {
        const cudaLaunchAttribute *attribute = &config->attrs[i];
        const uint32_t cluster[] = {attribute->val.clusterDim.x, attribute->val.clusterDim.y,
                                    attribute->val.clusterDim.z};
        if (attribute->id == cudaLaunchAttributeClusterDimension)
            memcpy(shape.cluster, cluster, sizeof shape.cluster);
        if (attribute->id == cudaLaunchAttributeCooperative)
            shape.cooperative = attribute->val.cooperative != 0;
    }
    return client_keep(launch(kernel, &shape, arguments, config->stream));
}

/* --- nodes of graphs -------------------------------------------------------------------------- */

static cudaError_t prepare_node(const struct cudaKernelNodeParams *from, struct packed_launch *out_launch)
{
    struct wire_launch shape = shape_of(from->gridDim, from->blockDim, from->sharedMemBytes);
    return from->kernelParams ? prepare(from->func, &shape, from->kernelParams, out_launch) : cudaErrorNotSupported;
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                   size_t count, const struct cudaKernelNodeParams *parameters)
{
    (void)dependencies, (void)count;
    CLIENT_ENTER();
    struct packed_launch packed;
    cudaError_t error = prepare_node(parameters, &packed);
    if (error == cudaSuccess)
        error = graph_add(graph, run_node, &packed, node_bytes(&packed), node);
    return client_keep(error);
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const struct cudaKernelNodeParams *parameters)
{
    CLIENT_ENTER();
    struct packed_launch packed;
    cudaError_t error = prepare_node(parameters, &packed);
    return client_keep(error == cudaSuccess ? graph_change(node, &packed, node_bytes(&packed)) : error);
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                             const struct cudaKernelNodeParams *parameters)
{
    return cudaGraphKernelNodeSetParams(graph_node_in(executable, node), parameters);
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

/* NOT_SUPPORTED: the device runs no clusters of blocks. */
static cudaError_t check_clusters(struct wire_properties *out_properties)
{
    struct client_call call = {
        .kind = WIRE_PROPERTIES, .answer = out_properties, .answer_bytes = sizeof *out_properties};
    cudaError_t error = client_send(&call);
    return error == cudaSuccess && !out_properties->clusters ? cudaErrorNotSupported : error;
}

/* As many as there are clusters of blocks that fit on all SMs. */
cudaError_t cudaOccupancyMaxActiveClusters(int *clusters, const void *kernel, const cudaLaunchConfig_t *config)
{
    CLIENT_ENTER();
    struct wire_kernel found;
    struct wire_properties properties;
    uint32_t blocks = 1;
    *clusters = 0;
    for (unsigned i = 0; i < config->numAttrs; i++)
        if (config->attrs[i].id == cudaLaunchAttributeClusterDimension)
            blocks = config->attrs[i].val.clusterDim.x * config->attrs[i].val.clusterDim.y *
                     config->attrs[i].val.clusterDim.z;
    cudaError_t error = check_clusters(&properties);
    if (error == cudaSuccess)
        error =
            ask(kernel, config->blockDim.x * config->blockDim.y * config->blockDim.z, config->dynamicSmemBytes, &found);
    if (error == cudaSuccess && blocks)
        *clusters = (int)(found.blocks_per_sm * (uint32_t)properties.sm_count / blocks);
    return client_keep(error);
}

/* The size that every device with clusters has. */
cudaError_t cudaOccupancyMaxPotentialClusterSize(int *blocks, const void *kernel, const cudaLaunchConfig_t *config)
{
    enum { PORTABLE_BLOCKS = 8 };
    (void)kernel, (void)config;
    CLIENT_ENTER();
    struct wire_properties properties;
    cudaError_t error = check_clusters(&properties);
    *blocks = error == cudaSuccess ? PORTABLE_BLOCKS : 0;
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
