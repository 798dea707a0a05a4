/* The virtual device: the vtable over vgpu/vgpu.h. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/mangled.h"
#include "device/backend/cubin.h"
#include "device/virtual/virtual.h"
#include "vgpu/reads.h"

static_assert((int)DEVICE_CHECK_MEMORY == (int)VGPU_CHECK_MEMORY, "checks are handed on as they are");
static_assert((int)DEVICE_CHECK_INITIALISED == (int)VGPU_CHECK_INITIALISED, "checks are handed on as they are");
static_assert((int)DEVICE_CHECK_RACE == (int)VGPU_CHECK_RACE, "checks are handed on as they are");
static_assert((int)DEVICE_CHECK_SYNCHRONISATION == (int)VGPU_CHECK_SYNCHRONISATION, "checks are handed on as they are");
static_assert((int)DEVICE_COUNT == (int)VGPU_COUNT, "checks are handed on as they are");
static_assert((int)DEVICE_COUNT_CACHE == (int)VGPU_COUNT_CACHE, "checks are handed on as they are");
static_assert((int)DEVICE_COUNT_MAX <= (int)VGPU_DEVICES_MAX, "every device that may be asked for can be opened");

static struct virtual_device *self(struct device *device)
{
    return (struct virtual_device *)device;
}

static struct virtual_module *module_of(struct device_module *module)
{
    return (struct virtual_module *)module;
}

/* --- memory ----------------------------------------------------------------------------------- */

static bool virtual_allocate(struct device *device, uint64_t size_bytes, const char *name, device_address *out_address,
                             struct error *error)
{
    bool is_sampled = device->modelling->is_on && !device->modelling->runs_whole; /* no kernel runs whole on it */
    return is_sampled ? vgpu_allocate_sampled(self(device)->gpu, size_bytes, name, out_address, error)
                      : vgpu_allocate(self(device)->gpu, size_bytes, name, out_address, error);
}

static bool virtual_release(struct device *device, device_address address, struct error *error)
{
    return vgpu_release(self(device)->gpu, address, error);
}

static bool virtual_write(struct device *device, device_address to, const void *from, uint64_t size_bytes,
                          struct error *error)
{
    return vgpu_write(self(device)->gpu, to, from, size_bytes, error);
}

/* Who reads a value that was never set, which a kernel stored, has a finding against the kernel. */
static void observe_stored(struct device *device, device_address from, uint64_t size_bytes)
{
    struct observation *observation = device->observation;
    struct vgpu_finding *findings;
    size_t count = vgpu_find_stored(self(device)->gpu, from, size_bytes, observation->arena, &findings);
    for (size_t i = 0; i < count; i++) {
        virtual_observe_finding(observation, &findings[i]);
        observation->finding_total += findings[i].count;
    }
}

static bool virtual_read(struct device *device, void *to, device_address from, uint64_t size_bytes, struct error *error)
{
    if (to && !vgpu_read(self(device)->gpu, to, from, size_bytes, error))
        return false;
    if (device->checks & DEVICE_CHECK_INITIALISED)
        observe_stored(device, from, size_bytes);
    return true;
}

static bool virtual_fill(struct device *device, device_address to, uint8_t byte, uint64_t size_bytes,
                         struct error *error)
{
    virtual_order_transfer(device, "zero", to, 0, size_bytes);
    return vgpu_fill(self(device)->gpu, to, byte, size_bytes, error) &&
           virtual_model_copy(device, to, 0, size_bytes, error);
}

static bool virtual_copy(struct device *device, device_address to, device_address from, uint64_t size_bytes,
                         struct error *error)
{
    virtual_order_transfer(device, "copy", to, from, size_bytes);
    if (device->inspection->reads)
        vgpu_read_watch_note(device->inspection->reads, from, size_bytes);
    return vgpu_copy(self(device)->gpu, to, from, size_bytes, error) &&
           virtual_model_copy(device, to, from, size_bytes, error);
}

static bool virtual_poison(struct device *device, device_address at, uint64_t size_bytes, struct error *error)
{
    return vgpu_poison(self(device)->gpu, at, size_bytes, error);
}

static bool virtual_protect(struct device *device, device_address at, uint64_t size_bytes, bool read_only,
                            struct error *error)
{
    (void)size_bytes; /* whole buffers */
    return vgpu_protect(self(device)->gpu, at, read_only, error);
}

/* --- modules ---------------------------------------------------------------------------------- */

static void free_decoded(void *module)
{
    vgpu_unload(module);
}

static void virtual_unload(struct device *device, struct device_module *module)
{
    struct virtual_device *on = self(device);
    struct virtual_module *unloading = module_of(module);
    if (on->order->timeline)
        vgpu_timeline_forget(on->order->timeline);
    if (vgpu_renew(unloading->module)) {
        program_cache_keep(on->cache, unloading->cached, unloading->module, free_decoded);
    } else {
        vgpu_unload(unloading->module);
        program_cache_put(on->cache, unloading->cached);
    }
    free(unloading->cubin);
    free(unloading);
}

/* NULL: the program cannot be loaded. */
static struct vgpu_module *decode(struct virtual_device *on, struct cached_program *cached, struct error *error)
{
    struct vgpu_module *spare = program_cache_take(on->cache, cached);
    if (spare && vgpu_move_module(spare, on->gpu))
        return spare;
    vgpu_unload(spare);
    return vgpu_load(on->gpu, cached->program, false, error);
}

/* Takes over the hold on the program. NULL: it cannot be loaded. */
static struct virtual_module *load_program(struct virtual_device *on, struct cached_program *cached,
                                           struct error *error)
{
    struct vgpu_module *module = decode(on, cached, error);
    struct virtual_module *loaded = module ? calloc(1, sizeof *loaded) : NULL;
    if (module && !loaded)
        abort();
    if (loaded)
        *loaded = (struct virtual_module){.base.device = &on->base, .cached = cached, .module = module};
    else
        program_cache_put(on->cache, cached);
    return loaded;
}

static struct device_module *virtual_load(struct device *device, const struct device_image *image, struct error *error)
{
    struct virtual_device *on = self(device);
    struct cached_program *cached = program_cache_get(on->cache, image, error);
    struct virtual_module *loaded = cached ? load_program(on, cached, error) : NULL;
    if (!loaded)
        return NULL;
    loaded->cubin = image->cubin_bytes ? malloc(image->cubin_bytes) : NULL;
    loaded->cubin_bytes = loaded->cubin ? image->cubin_bytes : 0;
    if (loaded->cubin)
        memcpy(loaded->cubin, image->cubin, image->cubin_bytes);
    return &loaded->base;
}

static const struct vgpu_kernel *find_kernel(struct device_module *module, const char *name, struct error *error)
{
    const struct vgpu_kernel *kernel = vgpu_find_kernel(module_of(module)->module, name);
    if (kernel)
        return kernel;
    error_tell(error, ERROR_NOT_FOUND, "the compiled file has no kernel '%s'", name);
    error_tell_hint(error, "a kernel is declared extern \"C\" __global__ void %s(...)", name);
    return NULL;
}

static bool virtual_kernel_parameters(struct device_module *module, const char *name,
                                      struct device_parameter *out_parameters, uint32_t capacity, uint32_t *out_count,
                                      struct error *error)
{
    const struct vgpu_kernel *kernel = find_kernel(module, name, error);
    if (!kernel)
        return false;
    const struct ptx_function *function = ptx_find_function(module_of(module)->cached->program, kernel->name);
    if (!function || function->parameter_count != kernel->parameter_count)
        return error_tell(error, ERROR_INTERNAL, "kernel '%s' has no declaration", name);
    device_parameters_of(function, out_parameters, capacity, out_count);
    return true;
}

static bool virtual_max_blocks(struct device_module *module, const char *name, uint32_t block_threads,
                               uint32_t dynamic_shared_bytes, uint32_t *out_blocks_per_sm, struct error *error)
{
    const struct vgpu_kernel *kernel = find_kernel(module, name, error);
    if (!kernel)
        return false;
    *out_blocks_per_sm = vgpu_max_blocks_per_sm(self(module->device)->gpu, kernel, block_threads, dynamic_shared_bytes,
                                                kernel->register_estimate);
    return true;
}

static bool virtual_symbol(struct device_module *module, const char *name, device_address *out_address,
                           uint64_t *out_size_bytes, struct error *error)
{
    if (vgpu_symbol(module_of(module)->module, name, out_address, out_size_bytes))
        return true;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    error_tell(error, ERROR_NOT_FOUND, "the compiled file has no variable '%s'", mangled_readable(arena, name));
    return error_add_hint(error, "a variable that no kernel uses is left out by the compiler");
}

enum { IDLE_WARP_INSTRUCTIONS = 64 };

/* --- launches --------------------------------------------------------------------------------- */

/* The deadline is for the whole plan, so a plan of many small launches must check it. */
static bool is_past_deadline(struct device *device)
{
    if (!clock_is_late((int64_t)device->deadline_ns, (int64_t)device->processor_deadline_ns))
        return false;
    device->observation->timed_out = true;
    struct observation *observation = device->observation;
    if (!observation->fault[0]) {
        char told[200];
        VGPU_TELL_PLAIN(told, sizeof told, OVER_TIME_OF_RUN);
        observation->fault_said = arena_strdup(observation->arena, told);
        snprintf(observation->fault, sizeof observation->fault, "%s", told_english(observation->arena, told));
    }
    return true;
}

/* Many idle warps are not an endless loop, so each adds a few instructions to the budget. */
static uint64_t instruction_limit(const struct device *device, const struct device_launch *launch)
{
    uint64_t blocks = (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
    uint64_t warps = blocks * (((uint64_t)launch->block[0] * launch->block[1] * launch->block[2] + 31) / 32);
    bool is_sane = launch->grid[1] <= 65535 && launch->grid[2] <= 65535 && warps < UINT64_C(1) << 40;
    if (!device->instruction_limit)
        return 0;
    return device->instruction_limit + (is_sane ? warps * IDLE_WARP_INSTRUCTIONS : 0);
}

static bool virtual_launch(struct device *device, struct device_module *module, const struct device_launch *launch,
                           struct error *error)
{
    const struct vgpu_kernel *kernel = find_kernel(module, launch->kernel, error);
    if (!kernel)
        return false;
    if (launch->cluster[0] && !device->properties.clusters)
        return error_tell(error, ERROR_UNSUPPORTED, "%s does not run clusters of blocks (compute capability 9.0 does)",
                          device->properties.name);
    if (is_past_deadline(device))
        return true;
    struct vgpu_launch request = {.kernel = kernel->name,
                                  .dynamic_shared_bytes = launch->dynamic_shared_bytes,
                                  .cooperative = launch->cooperative,
                                  .arguments = launch->arguments,
                                  .argument_bytes = launch->argument_bytes,
                                  .checks = device->checks,
                                  .instruction_limit = instruction_limit(device, launch),
                                  .deadline_ns = device->deadline_ns,
                                  .processor_deadline_ns = device->processor_deadline_ns,
                                  .timeline = self(device)->order->timeline,
                                  .stream = launch->stream,
                                  .plan_line = device->line,
                                  .origin = device->inspection->origin,
                                  .pointers = device->inspection->pointers,
                                  .reads = device->inspection->reads,
                                  .order = device->inspection->order,
                                  .explains_order = device->inspection->explains_order,
                                  .finding_limit = OBSERVATION_FINDINGS_MAX,
                                  .print_limit = OBSERVATION_PRINTED_MAX};
    uint64_t blocks[DEVICE_BLOCKS_MOST];
    device->inspection->sees_order |= vgpu_sees_order(kernel);
    memcpy(request.grid, launch->grid, sizeof request.grid);
    memcpy(request.block, launch->block, sizeof request.block);
    memcpy(request.cluster, launch->cluster, sizeof request.cluster);
    if (device->modelling->blocks_most) {
        request.sample = blocks;
        request.sample_count = virtual_spread_blocks(&request, device->modelling->blocks_most, blocks);
    }
    if (virtual_step_wants(device, kernel->name))
        return virtual_step_launch(device, module_of(module), &request, error);
    if (device->modelling->is_on && !virtual_model_launch(device, module_of(module), &request, error))
        return false;
    if (device->modelling->is_on && !device->modelling->observes_whole)
        return true;
    struct vgpu_report *report CLEANUP(vgpu_report_free) = vgpu_launch(module_of(module)->module, &request, error);
    if (!report)
        return false;
    virtual_observe(device->observation, kernel, &request, report);
    virtual_observe_registers(device->observation, vgpu_architecture_of(self(device)->gpu), kernel, &request,
                              cubin_registers(module_of(module)->cubin, module_of(module)->cubin_bytes, kernel->name));
    return true;
}

static bool virtual_elapsed_ns(struct device *device, double *out_ns, struct error *error)
{
    if (!device->modelling->model.launches)
        return error_tell(error, ERROR_UNSUPPORTED, "the virtual device was not asked to model time");
    *out_ns = device->modelling->model.elapsed_ns;
    return true;
}

static bool virtual_enable_peers(struct device **devices, int count, struct error *error)
{
    struct vgpu *gpus[DEVICE_COUNT_MAX];
    if (count > DEVICE_COUNT_MAX)
        return error_tell(error, ERROR_RANGE, "more than %d devices", (int)DEVICE_COUNT_MAX);
    for (int i = 0; i < count; i++)
        gpus[i] = self(devices[i])->gpu;
    return vgpu_enable_peers(gpus, count, error);
}

static void virtual_close(struct device *device)
{
    struct virtual_device *closing = self(device);
    virtual_order_release(closing->order);
    vgpu_close(closing->gpu);
    program_cache_release(closing->cache);
    if (!device->shares_observation)
        observation_free(device->observation);
    free(closing);
}

static const struct device_vtable virtual_vtable = {
    .close = virtual_close,
    .allocate = virtual_allocate,
    .release = virtual_release,
    .write = virtual_write,
    .read = virtual_read,
    .fill = virtual_fill,
    .copy = virtual_copy,
    .poison = virtual_poison,
    .protect = virtual_protect,
    .load = virtual_load,
    .unload = virtual_unload,
    .kernel_parameters = virtual_kernel_parameters,
    .max_blocks = virtual_max_blocks,
    .symbol = virtual_symbol,
    .launch = virtual_launch,
    .synchronise = virtual_synchronise,
    .elapsed_ns = virtual_elapsed_ns,
    .enable_peers = virtual_enable_peers,
    .mark = virtual_mark,
    .wait_for = virtual_wait_for,
    .time_begin = virtual_time_begin,
    .time_pause = virtual_time_pause,
    .time_resume = virtual_time_resume,
};

/* --- opening ---------------------------------------------------------------------------------- */

/*
 * The limits of every compute capability from 3.0 on (CUDA programming guide, compute
 * capabilities).
 */
static void describe(struct device_properties *properties, const struct vgpu_architecture *architecture)
{
    *properties = (struct device_properties){
        .kind = "virtual",
        .compute_major = architecture->compute_major,
        .compute_minor = architecture->compute_minor,
        .sm_count = architecture->sm_count,
        .warp_lanes = VGPU_WARP_LANES,
        .memory_bytes = architecture->memory_bytes,
        .shared_bytes_per_block = architecture->shared_bytes_per_block,
        .shared_bytes_per_block_optin = architecture->shared_bytes_per_block_optin,
        .max_threads_per_block = VGPU_BLOCK_THREADS_MAX,
        .max_grid = {INT32_MAX, 65535, 65535},
        .max_block = {1024, 1024, 64},
        .l2_bytes = architecture->l2_bytes,
        .dram_bytes_per_second = architecture->dram_bytes_per_second,
        .fp32_flops = architecture->fp32_flops,
        .fp16_flops = architecture->fp16_flops,
        .checks = true,
        .counts = true,
        .models_time = true,
        .inspects = true,
        .cooperative = true,
        .clusters = architecture->compute_major >= 9,
        .peers = true,
    };
    snprintf(properties->name, sizeof properties->name, "%s", architecture->product);
}

static struct device *wrap(struct vgpu *gpu, struct program_cache *cache, struct virtual_order *order, int index,
                           uint64_t seed)
{
    struct virtual_device *device = calloc(1, sizeof *device);
    if (!device)
        abort();
    *device = (struct virtual_device){
        .base = {.vtable = &virtual_vtable,
                 .checks = DEVICE_CHECK_ALL | DEVICE_COUNT,
                 .seed = seed,
                 .observation = observation_new()},
        .modelling = {.allocate_lazy = virtual_allocate_lazy,
                      .lazy_written = virtual_lazy_written,
                      .keeps_values = virtual_keeps_values,
                      .outcomes = virtual_outcomes,
                      .uses_begin = virtual_uses_begin,
                      .use_at = virtual_use_at,
                      .variable_bytes = virtual_variable_bytes,
                      .spans = virtual_spans},
        .gpu = gpu,
        .cache = cache,
        .order = order,
        .index = index,
    };
    device->base.modelling = &device->modelling;
    device->base.inspection = &device->inspection;
    device->base.runtime = &virtual_runtime;
    describe(&device->base.properties, vgpu_architecture_of(gpu));
    return &device->base;
}

static bool virtual_open(const struct device_request *request, int first, struct device **out_devices,
                         struct error *error)
{
    (void)first; /* all virtual devices are alike */
    struct vgpu *gpus[DEVICE_COUNT_MAX];
    struct vgpu_options options = {
        .architecture = request->architecture, .threads = request->threads, .seed = request->seed};
    if (!vgpu_open(&options, request->count, gpus, error))
        return false;
    struct program_cache *cache = program_cache_share(request->programs, request->count);
    struct virtual_order *order = virtual_order_new(request->count);
    for (int i = 0; i < request->count; i++)
        out_devices[i] = wrap(gpus[i], cache, order, i, request->seed);
    return true;
}

static bool virtual_available(struct error *error)
{
    (void)error;
    return true;
}

static int virtual_count(void)
{
    return DEVICE_COUNT_MAX;
}

const struct device_kind device_kind_virtual = {
    .name = "virtual", .available = virtual_available, .open = virtual_open, .count = virtual_count};
