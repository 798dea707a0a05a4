/* The real GPU: opening, closing, properties. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/cuda/cuda.h"
#include "device/health.h"
#include "vgpu/architecture.h"

/* --- properties ------------------------------------------------------------------------------- */

/* FP32 lanes per SM (CUDA programming guide, "Arithmetic Instructions"), by compute capability. */
static const struct {
    int major, minor, lanes;
} fp32_lanes[] = {{7, -1, 64}, {8, 0, 64}, {8, -1, 128}, {9, -1, 128}, {10, -1, 128}, {11, -1, 128}, {12, -1, 128}};

static int lanes_of(int major, int minor)
{
    for (size_t i = 0; i < sizeof fp32_lanes / sizeof *fp32_lanes; i++)
        if (fp32_lanes[i].major == major && (fp32_lanes[i].minor < 0 || fp32_lanes[i].minor == minor))
            return fp32_lanes[i].lanes;
    return 0;
}

int cuda_attribute(const struct cuda_device *device, int attribute_number)
{
    int value = 0;
    return device->functions->device_attribute(&value, attribute_number, device->ordinal) == CU_OK ? value : 0;
}

static void describe_limits(const struct cuda_device *device, struct device_properties *properties)
{
    properties->shared_bytes_per_block = (uint32_t)cuda_attribute(device, CU_DEVICE_SHARED_PER_BLOCK);
    properties->shared_bytes_per_block_optin = (uint32_t)cuda_attribute(device, CU_DEVICE_SHARED_PER_BLOCK_OPTIN);
    properties->max_threads_per_block = (uint32_t)cuda_attribute(device, CU_DEVICE_MAX_THREADS_PER_BLOCK);
    for (int i = 0; i < 3; i++) {
        properties->max_grid[i] = (uint32_t)cuda_attribute(device, CU_DEVICE_MAX_GRID_X + i);
        properties->max_block[i] = (uint32_t)cuda_attribute(device, CU_DEVICE_MAX_BLOCK_X + i);
    }
    if (properties->shared_bytes_per_block_optin < properties->shared_bytes_per_block)
        properties->shared_bytes_per_block_optin = properties->shared_bytes_per_block;
}

/* The driver tells no rate of tensor cores. 0: a product that the table lacks. */
static double tensor_flops_of(const char *product)
{
    const struct vgpu_architecture *row;
    for (size_t i = 0; (row = vgpu_architecture_at(i)) != NULL; i++)
        if (strcmp(row->product, product) == 0)
            return row->fp16_flops;
    return 0;
}

/* Both clocks are maxima. Memory moves two words per cycle; an FMA counts as two operations. */
static void describe_rates(const struct cuda_device *device, struct device_properties *properties)
{
    double memory_hz = 1e3 * cuda_attribute(device, CU_DEVICE_MEMORY_CLOCK_KHZ);
    double bus_bytes = cuda_attribute(device, CU_DEVICE_MEMORY_BUS_BITS) / 8.0;
    double clock_hz = 1e3 * cuda_attribute(device, CU_DEVICE_CLOCK_KHZ);
    int lanes = lanes_of(properties->compute_major, properties->compute_minor);
    properties->dram_bytes_per_second = 2 * memory_hz * bus_bytes;
    properties->fp32_flops = 2 * clock_hz * lanes * properties->sm_count;
    properties->fp16_flops = tensor_flops_of(properties->name);
}

/* In nvidia-smi's form: GPU-xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx. */
static void describe_identity(struct cuda_device *device, struct device_properties *properties)
{
    const struct cuda_functions *cuda = device->functions;
    struct cu_uuid uuid;
    size_t used = 0;
    if (cuda->device_bus_id)
        cuda->device_bus_id(device->bus_id, sizeof device->bus_id, device->ordinal);
    if (!cuda->device_uuid || cuda->device_uuid(&uuid, device->ordinal) != CU_OK)
        return;
    used += (size_t)snprintf(properties->uuid, sizeof properties->uuid, "GPU");
    for (size_t i = 0; i < sizeof uuid.bytes; i++)
        used += (size_t)snprintf(properties->uuid + used, sizeof properties->uuid - used, "%s%02x",
                                 i == 0 || i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "", uuid.bytes[i]);
}

static bool reaches_any(const struct cuda_device *device)
{
    const struct cuda_functions *cuda = device->functions;
    int gpus = 0, reaches = 0;
    cu_device other;
    if (!cuda->device_can_reach || cuda->device_count(&gpus) != CU_OK)
        return false;
    for (int i = 0; i < gpus && !reaches; i++)
        if (cuda->device_get(&other, i) == CU_OK && other != device->ordinal &&
            cuda->device_can_reach(&reaches, device->ordinal, other) != CU_OK)
            reaches = 0;
    return reaches;
}

static bool describe(struct cuda_device *device, struct error *error)
{
    struct device_properties *properties = &device->base.properties;
    const struct cuda_functions *cuda = device->functions;
    size_t memory_bytes = 0;
    if (!cuda_check(device, cuda->device_name(properties->name, sizeof properties->name, device->ordinal), error,
                    "asking for the GPU's name") ||
        !cuda_check(device, cuda->device_memory(&memory_bytes, device->ordinal), error, "asking for the GPU's memory"))
        return false;
    properties->name[sizeof properties->name - 1] = '\0';
    snprintf(properties->kind, sizeof properties->kind, "cuda");
    properties->memory_bytes = memory_bytes;
    properties->compute_major = cuda_attribute(device, CU_DEVICE_COMPUTE_MAJOR);
    properties->compute_minor = cuda_attribute(device, CU_DEVICE_COMPUTE_MINOR);
    properties->sm_count = cuda_attribute(device, CU_DEVICE_SM_COUNT);
    properties->warp_lanes = cuda_attribute(device, CU_DEVICE_WARP_LANES);
    properties->l2_bytes = (uint64_t)cuda_attribute(device, CU_DEVICE_L2_BYTES);
    properties->cooperative = cuda_attribute(device, CU_DEVICE_COOPERATIVE);
    properties->clusters = cuda_attribute(device, CU_DEVICE_CLUSTERS);
    properties->peers = reaches_any(device); /* enable_peers reports unreachable ones */
    properties->measures_time = true;
    device->has_tensor_maps = cuda_attribute(device, CU_DEVICE_TENSOR_MAPS);
    describe_identity(device, properties);
    describe_limits(device, properties);
    describe_rates(device, properties);
    return true;
}

/* --- vtable ----------------------------------------------------------------------------------- */

static void release_shared(struct cuda_shared *shared)
{
    if (--shared->references)
        return;
    program_cache_release(shared->cache);
    free(shared);
}

/*
 * Closing keeps the context for the next device in this process, because starting takes 0.2 s on an
 * H100. A lost context is not touched: calls could fail, or wait for ever for a hung kernel.
 */
static void cuda_close(struct device *device)
{
    struct cuda_device *self = cuda_self(device);
    bool is_usable = self->context && cuda_enter(self, NULL) && cuda_wait(self, NULL);
    if (is_usable) {
        cuda_memory_wipe(self);
        cuda_graph_done(self);
        cuda_time_done(self);
        cuda_streams_done(self);
    }
    cuda_memory_done(self);
    for (int i = 0; i < self->shared->device_count; i++)
        if (self->shared->devices[i] == self)
            self->shared->devices[i] = NULL;
    if (!device->shares_observation)
        observation_free(device->observation);
    free(self->marks);
    release_shared(self->shared);
    free(self);
}

/* Without checks there is nothing to mark. */
static bool cuda_poison(struct device *device, device_address at, uint64_t size_bytes, struct error *error)
{
    (void)at;
    (void)size_bytes;
    return cuda_enter(cuda_self(device), error);
}

static bool cuda_protect(struct device *device, device_address at, uint64_t size_bytes, bool read_only,
                         struct error *error)
{
    (void)at;
    (void)size_bytes;
    (void)read_only;
    return cuda_enter(cuda_self(device), error);
}

/* The driver writes the kernels' printf output only when the whole context is synchronised. */
static bool hand_out_printed(struct cuda_device *device, struct error *error)
{
    const struct cuda_functions *cuda = device->functions;
    return !cuda->context_synchronise || cuda_check(device, cuda->context_synchronise(), error, "waiting for the GPU");
}

static bool cuda_synchronise(struct device *device, struct error *error)
{
    struct cuda_device *self = cuda_self(device);
    if (!cuda_enter(self, error))
        return cuda_has_fault(self);
    return (cuda_time_end_all(self, error) && cuda_wait(self, error) && hand_out_printed(self, error)) ||
           cuda_has_fault(self);
}

static bool reach(struct cuda_device *device, struct cuda_device *peer, struct error *error)
{
    const struct cuda_functions *cuda = device->functions;
    int can_reach = 0;
    if (!cuda->device_can_reach || !cuda->context_reach || !cuda_enter(device, error))
        return error_set(error, ERROR_UNSUPPORTED, "this driver does not let GPUs reach each other's memory");
    if (!cuda_check(device, cuda->device_can_reach(&can_reach, device->ordinal, peer->ordinal), error,
                    "asking whether GPUs reach each other"))
        return false;
    if (!can_reach)
        return error_set(error, ERROR_UNSUPPORTED, "GPU %d cannot reach the memory of GPU %d", device->ordinal,
                         peer->ordinal);
    int status = cuda->context_reach(peer->context, 0);
    return status == CU_PEER_ACCESS_ALREADY_ENABLED ||
           cuda_check(device, status, error, "letting GPU %d reach the memory of GPU %d", device->ordinal,
                      peer->ordinal);
}

static bool cuda_enable_peers(struct device **devices, int count, struct error *error)
{
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++)
            if (cuda_self(devices[i])->ordinal != cuda_self(devices[j])->ordinal &&
                !reach(cuda_self(devices[i]), cuda_self(devices[j]), error))
                return false;
    return true;
}

static bool cuda_health(struct device *device, struct device_health *out_health, struct error *error)
{
    if (!health_read(cuda_self(device)->bus_id, out_health, error))
        return false;
    snprintf(device->properties.driver, sizeof device->properties.driver, "%s", out_health->driver);
    return true;
}

static const struct device_vtable cuda_vtable = {
    .close = cuda_close,
    .allocate = cuda_allocate,
    .release = cuda_release,
    .write = cuda_write,
    .read = cuda_read,
    .fill = cuda_fill,
    .copy = cuda_copy,
    .poison = cuda_poison,
    .protect = cuda_protect,
    .load = cuda_load,
    .unload = cuda_unload,
    .kernel_parameters = cuda_kernel_parameters,
    .max_blocks = cuda_max_blocks,
    .symbol = cuda_symbol,
    .tensor_map = cuda_tensor_map,
    .launch = cuda_launch,
    .synchronise = cuda_synchronise,
    .elapsed_ns = cuda_elapsed_ns,
    .enable_peers = cuda_enable_peers,
    .mark = cuda_mark,
    .wait_for = cuda_wait_for,
    .graph_begin = cuda_graph_begin,
    .graph_end = cuda_graph_end,
    .time_begin = cuda_time_begin,
    .time_pause = cuda_time_pause,
    .time_resume = cuda_time_resume,
    .flush_cache = cuda_flush_cache,
    .health = cuda_health,
};

/* --- opening ---------------------------------------------------------------------------------- */

static bool open_context(struct cuda_device *device, int index, struct error *error)
{
    const struct cuda_functions *cuda = device->functions;
    if (!cuda_check(device, cuda->device_get(&device->ordinal, index), error, "opening GPU %d", index))
        return false;
    cuda->context_flags(device->ordinal, CU_CONTEXT_BLOCKING_WAIT); /* refused if the context already exists */
    if (!cuda_check(device, cuda->context_retain(&device->context, device->ordinal), error, "opening GPU %d", index))
        return false;
    if (!cuda_enter(device, error) || !describe(device, error))
        return false;
    if (cuda->context_limit)
        cuda->context_limit(CU_LIMIT_PERSISTING_L2_BYTES, 0); /* unknown before compute capability 8.0 */
    return true;
}

static struct device *open_one(struct cuda_shared *shared, int index, uint64_t seed, struct error *error)
{
    struct cuda_device *device = calloc(1, sizeof *device);
    if (!device)
        abort();
    device->base = (struct device){
        .vtable = &cuda_vtable, .runtime = &cuda_runtime, .seed = seed, .observation = observation_new()};
    device->shared = shared;
    device->functions = &shared->functions;
    device->may_hold_lines = true; /* an earlier device of this process may have used the context */
    shared->references++;
    shared->devices[shared->device_count++] = device;
    if (open_context(device, index, error))
        return &device->base;
    cuda_close(&device->base);
    return NULL;
}

bool cuda_open_with(const struct cuda_functions *functions, const struct device_request *request, int first,
                    struct device **out_devices, struct error *error)
{
    struct device *opened[DEVICE_COUNT_MAX] = {0};
    int gpus = 0;
    if (!cuda_library_start(functions, &gpus, error))
        return false;
    if (first + request->count > gpus) {
        if (first)
            error_set(error, ERROR_UNSUPPORTED, "there is no cuda:%d: GPUs count from cuda:0, and this machine has %d",
                      first + request->count - 1, gpus);
        else
            error_set(error, ERROR_UNSUPPORTED, "%d GPUs are needed, this machine has %d", request->count, gpus);
        return error_add_hint(error, "use the virtual device, which has up to %d", (int)DEVICE_COUNT_MAX);
    }
    struct cuda_shared *shared = calloc(1, sizeof *shared);
    if (!shared)
        abort();
    *shared = (struct cuda_shared){
        .functions = *functions, .cache = program_cache_share(request->programs, 1), .references = 1};
    int count = 0;
    while (count < request->count && (opened[count] = open_one(shared, first + count, request->seed, error)))
        count++;
    release_shared(shared);
    if (count < request->count) {
        while (count--)
            cuda_close(opened[count]);
        return false;
    }
    memcpy(out_devices, opened, (size_t)count * sizeof *opened);
    return true;
}

static bool cuda_available(struct error *error)
{
    struct cuda_functions functions;
    int gpus = 0;
    return cuda_library_open(&functions, error) && cuda_library_start(&functions, &gpus, error);
}

static bool cuda_open(const struct device_request *request, int first, struct device **out_devices, struct error *error)
{
    struct cuda_functions functions;
    return cuda_library_open(&functions, error) && cuda_open_with(&functions, request, first, out_devices, error);
}

static int cuda_count(void)
{
    struct cuda_functions functions;
    int gpus = 0;
    return cuda_library_open(&functions, NULL) && cuda_library_start(&functions, &gpus, NULL) ? gpus : 0;
}

const struct device_kind device_kind_cuda = {.name = "cuda",
                                             .measures_time = true,
                                             .prepare = cuda_library_prepare,
                                             .available = cuda_available,
                                             .open = cuda_open,
                                             .count = cuda_count};
