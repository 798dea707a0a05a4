/*
 * Launches with an estimated time: a sample of their blocks runs (timing/time_model.h).
 *
 * virtual_composition.c combines the times of launches, copies and fills. The plan's sentence is
 * that of its longest launch.
 */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/told.h"
#include "device/backend/cubin.h"
#include "device/virtual/virtual.h"
#include "timing/time_model.h"
#include "vgpu/buffers.h"

/*
 * Warp instructions per launch, so two kernels together take about a second. In a long plan one
 * launch matters less: the later ones get a quarter. The launches of all devices count.
 */
enum { SAMPLED_INSTRUCTIONS = 1000000, SAMPLED_IN_FULL = 16, LATER_DIVISOR = 4 };

static uint64_t sample_limit(const struct device *device)
{
    const struct virtual_order *order = ((const struct virtual_device *)device)->order;
    uint64_t limit = device->modelling->sample_limit ? device->modelling->sample_limit : SAMPLED_INSTRUCTIONS;
    return order->launches < SAMPLED_IN_FULL ? limit : limit / LATER_DIVISOR;
}

bool virtual_allocate_lazy(struct device *device, uint64_t size_bytes, const char *name, device_fill_function *fill,
                           void *context, device_address *out_address, struct error *error)
{
    struct virtual_device *self = (struct virtual_device *)device;
    return vgpu_allocate_lazy(self->gpu, size_bytes, name, fill, context, out_address, error);
}

const uint64_t *virtual_lazy_written(struct device *device, device_address address)
{
    return vgpu_lazy_written(((struct virtual_device *)device)->gpu, address);
}

bool virtual_keeps_values(struct device *device, struct device_module *module)
{
    return vgpu_variables_written(((struct virtual_module *)module)->module) ||
           vgpu_heap_kept(((struct virtual_device *)device)->gpu);
}

void virtual_uses_begin(struct device *device)
{
    vgpu_uses_begin(((struct virtual_device *)device)->gpu);
}

/* Unused and released buffers are left out. */
bool virtual_use_at(struct device *device, size_t number, struct device_use *out_use)
{
    const struct vgpu *gpu = ((struct virtual_device *)device)->gpu;
    for (size_t i = 0; i < vgpu_use_count(gpu); i++) {
        struct vgpu_use use = vgpu_use_at(gpu, i);
        unsigned bits = use.recent & (VGPU_USED_READ | VGPU_USED_WRITTEN | VGPU_USED_ATOMIC);
        if (!use.is_live || !bits || number-- > 0)
            continue;
        bool is_atomic = bits & VGPU_USED_ATOMIC;
        *out_use = (struct device_use){.start = use.range.start,
                                       .size_bytes = use.range.size_bytes,
                                       .is_read = is_atomic || bits & VGPU_USED_READ,
                                       .is_written = is_atomic || bits & VGPU_USED_WRITTEN,
                                       .is_heap = use.is_heap};
        return true;
    }
    return false;
}

const uint8_t *virtual_outcomes(const struct device_module *module, uint32_t *out_count)
{
    return vgpu_outcomes(((const struct virtual_module *)module)->module, out_count);
}

uint64_t virtual_variable_bytes(const struct device_module *module)
{
    return vgpu_variable_bytes_written(((const struct virtual_module *)module)->module);
}

size_t virtual_spans(const struct device *device, const struct device_span **out_spans)
{
    return virtual_composition_spans(((const struct virtual_device *)device)->order->composition, out_spans);
}

static void add_terms(struct device_model *model, const struct time_estimate *estimate)
{
    static_assert((int)TIME_LIMIT_COUNT <= (int)DEVICE_TERMS_MAX, "every term has its place");
    model->term_count = TIME_LIMIT_COUNT;
    for (int i = 0; i < TIME_LIMIT_COUNT; i++) {
        model->terms[i].name = time_limit_name((enum time_limit)i);
        model->terms[i].ns += estimate->terms_ns[i];
    }
}

static void add_stored(struct device_model *model, const struct time_stored *stored)
{
    for (int i = 0; i < model->stored_count; i++)
        if (model->stored[i].address == stored->address) {
            model->stored[i].bytes += stored->bytes;
            model->stored[i].doubt += stored->doubt;
            return;
        }
    if (model->stored_count < DEVICE_STORED_MAX)
        model->stored[model->stored_count++] =
            (struct device_stored){.address = stored->address, .bytes = stored->bytes, .doubt = stored->doubt};
}

/*
 * A sample that reads zeros, where a real launch would read values, behaves a little differently.
 */
#define ZEROS_ERROR 0.2

/* The errors are weighted by the times alone. */
static void add_time(struct virtual_device *device, const struct virtual_step *step, double error)
{
    struct device_model *model = &device->modelling.model;
    double alone_ns = step->launch_ns + step->work_ns, before_ns = model->alone_ns;
    model->elapsed_ns = virtual_composition_add(device->order->composition, step);
    model->alone_ns += alone_ns;
    model->error = (model->error * before_ns + error * alone_ns) / model->alone_ns;
}

/* The share of SMs with a block, or of memory if that is larger. */
static double share_of(const struct virtual_device *device, const struct time_estimate *estimate, double work_ns)
{
    double sms = (double)estimate->sample.blocks / device->base.properties.sm_count;
    double memory_ns = fmax(estimate->terms_ns[TIME_LIMIT_DRAM], estimate->terms_ns[TIME_LIMIT_L2]);
    return fmin(1, fmax(sms, work_ns > 0 ? memory_ns / work_ns : 0));
}

static void add_launch_time(struct virtual_device *device, int stream, const struct time_estimate *estimate)
{
    double launch_ns = estimate->terms_ns[TIME_LIMIT_LAUNCH];
    double work_ns = fmax(0, estimate->total_ns - launch_ns);
    struct virtual_step step = {.device = device->index,
                                .stream = stream,
                                .graph = device->base.graph,
                                .launch_ns = launch_ns,
                                .work_ns = work_ns,
                                .resource = device->index,
                                .share = share_of(device, estimate, work_ns)};
    add_time(device, &step, estimate->error);
}

static void add(struct virtual_device *device, int stream, struct time_estimate *estimate)
{
    struct device_model *model = &device->modelling.model;
    if (estimate->dependences.reads_earlier)
        estimate->error = sqrt(estimate->error * estimate->error + ZEROS_ERROR * ZEROS_ERROR);
    add_launch_time(device, stream, estimate);
    model->joules += estimate->joules;
    model->joules_error = estimate->joules_error;
    model->dram_bytes += estimate->moved.dram_read + estimate->moved.dram_written;
    model->l2_bytes += estimate->moved.l2_read + estimate->moved.l2_written;
    model->link_bytes += estimate->moved.link;
    model->run_work += estimate->counts.run_work;
    model->issued += estimate->counts.issued;
    model->issued_doubt += estimate->counts.issued * estimate->sample.error;
    model->sectors += estimate->counts.sectors;
    model->launches++;
    device->order->launches++;
    model->reads_earlier |= estimate->dependences.reads_earlier;
    model->depends_on_unsampled_blocks |= estimate->dependences.on_unsampled_blocks;
    model->unsampled_blocks_decide |= estimate->dependences.unsampled_blocks_decide;
    model->has_short_blocks |= estimate->written.has_short_blocks;
    model->has_partial_blocks |= estimate->written.has_partial_blocks;
    add_terms(model, estimate);
    for (int i = 0; i < estimate->written.count; i++)
        add_stored(model, &estimate->written.stored[i]);
    if (estimate->total_ns <= model->longest_ns)
        return;
    model->longest_ns = estimate->total_ns;
    model->occupancy = estimate->fit.occupancy;
    model->limiter_line = estimate->cause.line;
    model->limiter_name = time_limit_name(estimate->cause.limiter);
    time_sentence(estimate, model->limiter, sizeof model->limiter);
}

bool virtual_time_begin(struct device *device, struct error *error)
{
    struct virtual_device *self = (struct virtual_device *)device;
    (void)error;
    device->modelling->model = (struct device_model){0};
    self->is_paused = false;
    self->order->launches = 0;
    virtual_composition_reset(self->order->composition);
    time_repeats_forget(self->order->repeats);
    return true;
}

bool virtual_time_pause(struct device *device, struct error *error)
{
    (void)error;
    ((struct virtual_device *)device)->is_paused = true;
    return true;
}

bool virtual_time_resume(struct device *device, struct error *error)
{
    (void)error;
    ((struct virtual_device *)device)->is_paused = false;
    return true;
}

/*
 * The bytes of a copy or a fill are not followed, so nobody knows how much of the buffer kernels
 * write.
 */
static void add_copied(struct virtual_device *self, device_address to, uint64_t size_bytes)
{
    struct vgpu_range buffer = vgpu_buffer_at(self->gpu, to, size_bytes);
    add_stored(&self->modelling.model, &(struct time_stored){.address = buffer.start, .doubt = TIME_STORED_UNKNOWN});
}

bool virtual_model_copy(struct device *device, device_address to, device_address from, uint64_t size_bytes,
                        struct error *error)
{
    struct virtual_device *self = (struct virtual_device *)device;
    struct time_copy copy;
    if (!device->modelling->is_on || self->is_paused)
        return true;
    if (!time_copy_estimate(self->gpu, to, from, size_bytes, &copy, error))
        return false;
    bool is_on_link = copy.from_device != copy.to_device;
    struct virtual_step step = {.device = self->index,
                                .stream = device->stream,
                                .graph = device->graph,
                                .launch_ns = copy.launch_ns,
                                .work_ns = copy.work_ns,
                                .resource = copy.from_device,
                                .is_on_link = is_on_link,
                                .share = 1};
    add_time(self, &step, copy.error);
    add_copied(self, to, size_bytes);
    device->modelling->model.copies++;
    device->modelling->model.dram_bytes += copy.dram_bytes;
    device->modelling->model.link_bytes += is_on_link ? (double)size_bytes : 0;
    return true;
}

/* Runs for the outputs alone, without checks or counters. */
static bool run_whole(struct virtual_module *module, const struct vgpu_launch *launch, struct error *error)
{
    struct vgpu_launch whole = *launch;
    whole.checks = 0;
    struct vgpu_report *report CLEANUP(vgpu_report_free) = vgpu_launch(module->module, &whole, error);
    if (!report)
        return false;
    if (report->faulted)
        return error_tell(error, ERROR_CRASH, "%s", report->fault);
    bool ended = !report->timed_out && !report->deadlocked;
    return ended || error_tell(error, ERROR_UNSUPPORTED, "'%s' does not run to its end at this size: %s",
                               launch->kernel, report->timed_out ? TOLD_TEXT("it takes too long") : report->fault);
}

static struct time_resources resources_of(const struct virtual_module *module, const char *kernel)
{
    struct cubin_local local = cubin_local_accesses(module->cubin, module->cubin_bytes, kernel);
    struct time_resources resources = {.registers = cubin_registers(module->cubin, module->cubin_bytes, kernel),
                                       .local_loads = local.loads,
                                       .local_stores = local.stores,
                                       .frame_bytes = local.frame_bytes};
    resources.code = cubin_code(module->cubin, module->cubin_bytes, kernel, &resources.code_bytes);
    return resources;
}

/* A whole run whose times are known. */
static bool run_untimed(struct device *device, struct virtual_module *module, const struct vgpu_launch *launch,
                        struct error *error)
{
    struct device_model *model = &device->modelling->model;
    model->launches++;
    model->ran_whole = true;
    bool done = run_whole(module, launch, error);
    model->writes_variables |= vgpu_variables_written(module->module);
    return done;
}

uint64_t virtual_spread_blocks(const struct vgpu_launch *launch, uint64_t most, uint64_t *out_blocks)
{
    uint64_t all = (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2], count = all < most ? all : most;
    for (uint64_t i = 0; i < count; i++) { /* any first few are evenly spread */
        double place = (double)i * 0.6180339887498949;
        out_blocks[i] = count == all ? i : (uint64_t)((place - floor(place)) * (double)all);
    }
    return count;
}

/* Runs blocks from all over the grid, as far as a few instructions go. */
static bool run_for_outcomes(struct virtual_module *module, const struct vgpu_launch *launch, uint64_t condition,
                             struct error *error)
{
    enum { BLOCKS_MOST = 64, INSTRUCTIONS = 150000 };
    uint64_t blocks[BLOCKS_MOST];
    struct vgpu_launch some = *launch;
    if (!vgpu_may_decide(module->module, launch->kernel, (uint32_t)(condition - 1)))
        return true;
    some.checks = 0;
    some.cooperative = false;
    some.sample = blocks;
    some.sample_count = virtual_spread_blocks(launch, BLOCKS_MOST, blocks);
    some.instruction_limit = INSTRUCTIONS;
    struct vgpu_report *report CLEANUP(vgpu_report_free) = vgpu_launch(module->module, &some, error);
    return report != NULL;
}

static bool sees_order(const struct virtual_module *module, const char *name)
{
    const struct vgpu_kernel *kernel = vgpu_find_kernel(module->module, name);
    return kernel && vgpu_sees_order(kernel);
}

bool virtual_model_launch(struct device *device, struct virtual_module *module, const struct vgpu_launch *launch,
                          struct error *error)
{
    struct device_modelling *modelling = device->modelling;
    if (modelling->sought)
        return run_for_outcomes(module, launch, modelling->sought, error);
    if (modelling->runs_whole && modelling->needs_no_time)
        return run_untimed(device, module, launch, error);
    struct time_request request = {.launch = *launch,
                                   .resources = resources_of(module, launch->kernel),
                                   .seed = modelling->block_seed,
                                   .extra_seed = device->seed,
                                   .instruction_limit = sample_limit(device)};
    struct time_estimate estimate = {0};
    request.repeats = ((struct virtual_device *)device)->order->repeats;
    request.block_limit = modelling->block_limit;
    request.run_limit = modelling->sample_run_limit;
    request.keeps_memory = modelling->runs_whole;
    request.extra_instructions = modelling->runs_whole ? 0 : modelling->further_left / 2;
    request.needs_no_time = modelling->needs_no_time;
    request.seeks_short_blocks = modelling->seeks_short_blocks;
    request.extra_share = modelling->further_share;
    request.wanted = modelling->wanted;
    request.wanted_count = modelling->wanted_count;
    if (!time_model_estimate(module->module, &request, &estimate, error)) {
        modelling->model.excess = (struct device_excess){.instructions = estimate.excess.instructions,
                                                         .line = estimate.excess.line,
                                                         .blocks = estimate.excess.blocks,
                                                         .sees_order = sees_order(module, launch->kernel)};
        return false;
    }
    if (estimate.sample.extra_share > 0) /* a later launch reads what these blocks wrote */
        modelling->further_share = estimate.sample.extra_share;
    uint64_t spent = (uint64_t)estimate.sample.extra_instructions;
    modelling->further_left -= spent < modelling->further_left ? spent : modelling->further_left;
    if (modelling->runs_whole) {
        estimate.dependences.reads_earlier = estimate.dependences.on_unsampled_blocks =
            estimate.dependences.unsampled_blocks_decide = false;
        modelling->model.ran_whole = true;
    }
    add((struct virtual_device *)device, launch->stream, &estimate);
    bool done = !modelling->runs_whole || modelling->observes_whole || run_whole(module, launch, error);
    modelling->model.writes_variables |= vgpu_variables_written(module->module);
    return done;
}
