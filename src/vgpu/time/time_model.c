/*
 * Estimates: from what a sample of blocks did to a time.
 */
#include "vgpu/time_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/mangled.h"
#include "vgpu/time/time.h"
#include "vgpu/time/time_further.h"
#include "vgpu/time/time_sample.h"

enum {
    DEFAULT_INSTRUCTIONS = 2000000, /* warp instructions to spend; recorded ones are slow */
    SHARED_OUT_FACTOR = 8,          /* times the work of later blocks: the first one took it all */
};

static uint64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

static void describe(const struct estimating *estimating, struct time_estimate *estimate)
{
    const struct time_shape *shape = &estimating->shape;
    const struct vgpu_architecture *architecture = estimating->module->device->architecture;
    double resident = shape->sm_blocks < shape->blocks_per_sm ? ceil(shape->sm_blocks) : shape->blocks_per_sm;
    estimate->blocks_per_sm = shape->blocks_per_sm;
    estimate->occupancy = resident * shape->block_warps / architecture->max_warps_per_sm;
    estimate->waves = (double)shape->blocks / ((double)shape->blocks_per_sm * architecture->sm_count);
    estimate->occupancy_limit = shape->limit;
    estimate->blocks_run = estimating->blocks_run;
    estimate->blocks = shape->blocks;
}

static bool estimate_from(struct estimating *estimating, const struct vgpu_profile *window,
                          const struct vgpu_profile *spread, double intensity, struct time_estimate *estimate,
                          struct error *error)
{
    struct vgpu *device = estimating->module->device;
    struct time_traffic traffic;
    struct time_work work;
    bool ready = estimating->request->needs_no_time
                     ? time_traffic_leave_out(window, &traffic)
                     : time_traffic_find(device, window, &estimating->shape, estimating->groups,
                                         estimating->window_blocks, intensity, &traffic);
    struct time_machine machine;
    time_machine_read(estimating->request->resources.code, estimating->request->resources.code_bytes, &machine);
    ready = ready && time_work_find(spread, estimating->rates, &traffic, &machine, &work);
    estimating->depends_on_values = time_depends_on_values(window);
    if (ready)
        time_spills_add(device, &estimating->request->resources, &estimating->shape, &machine, spread, &traffic, &work);
    double mean = estimating->requests / (double)estimating->blocks_run;
    bool is_one_each = estimating->shape.sm_blocks <= 1; /* the launch ends with its longest block */
    estimating->shape.imbalance = is_one_each && mean > 0 ? estimating->most_requests / mean : 1;
    if (ready)
        time_limits_find(device->architecture, estimating->rates, &estimating->shape, &traffic, &work, intensity,
                         estimate);
    time_path(spread, &estimate->path);
    if (ready)
        estimate->flops = time_flops(spread) * (double)estimating->shape.blocks / (double)spread->block_count;
    bool waits = estimate->limiter == TIME_LIMIT_LATENCY;
    int line = ready ? time_line_find(waits ? estimate->slowest : estimate->limiter, window, &traffic) : 0;
    estimate->limiter_line = line ? line : estimate->limiter_line;
    time_traffic_done(&traffic);
    return ready || error_set(error, ERROR_MEMORY, "out of memory for the time model");
}

/* A window of one or two blocks does not show what blocks that run beside them read, too. */
static void find_sharing(struct estimating *estimating, const struct vgpu_profile *window)
{
    enum { SHOWN_BY = 3 };
    if (estimating->groups >= SHOWN_BY || estimating->shape.blocks <= estimating->window_blocks)
        return;
    time_sharing_find(estimating->module, estimating->request, window, estimating->window_first, estimating->per_block,
                      &estimating->sharing);
    estimating->shape.sharing = &estimating->sharing;
}

/* What a trace that was cut short must be multiplied with. */
static double cut_scale(const struct vgpu_profile *profile)
{
    uint64_t requests = 0;
    for (uint32_t i = 0; i < profile->op_count; i++)
        requests += profile->ops[i].requests;
    return profile->is_cut && profile->request_count ? (double)requests / (double)profile->request_count : 1;
}

/*
 * Whether blocks take their work from a counter while they run: the one that ran by itself then did that of all, and
 * nothing is left for another.
 */
static bool shares_out_work(struct estimating *estimating, const struct vgpu_profile *window, double work)
{
    uint64_t atomics = 0, other = estimating->shape.blocks / 2 + 1;
    double before = estimating->instructions_left;
    for (uint32_t i = 0; i < window->op_count; i++)
        atomics += window->ops[i].atomics;
    if (!atomics || other >= estimating->shape.blocks)
        return false;
    if (window->block_count == 1) {
        struct vgpu_report *report CLEANUP(vgpu_report_free) = time_sample_run(estimating, &other, 1, true, NULL);
        work = before - estimating->instructions_left;
    }
    double each = work / (double)window->block_count + 20 * estimating->shape.block_warps;
    return estimating->per_block > SHARED_OUT_FACTOR * each;
}

static bool find_estimate(struct estimating *estimating, struct time_estimate *estimate, struct error *error)
{
    struct vgpu_report *report CLEANUP(vgpu_report_free) = time_sample_window(estimating, error);
    if (!report)
        return false;
    if (shares_out_work(estimating, report->profile, time_sample_work(report))) {
        CLEANUP(arena_free) struct arena *arena = arena_new();
        return error_set(error, ERROR_UNSUPPORTED,
                         "the time of '%s' cannot be modelled: its blocks share out the work while they run, and some "
                         "of them would do all of it",
                         mangled_readable(arena, estimating->request->launch.kernel));
    }
    if (estimating->window_blocks >= estimating->shape.blocks) {
        estimating->stores.is_known = true;
        estimating->store_parts = 1;
        time_stores_add(estimating->module->device, report->profile, 0, &estimating->stores);
    }
    find_sharing(estimating, report->profile);
    struct vgpu_profile spread = *report->profile;
    struct vgpu_profiled_op *ops = calloc(spread.op_count + 1U, sizeof(*ops));
    double intensity, scale = cut_scale(report->profile);
    bool done = ops && time_sample_spread(estimating, &spread, ops, &intensity, &estimate->sample_error, error) &&
                estimate_from(estimating, report->profile, &spread, intensity * scale, estimate, error);
    free(ops);
    return done;
}

/* The estimate, and what becomes of the memory that the sample writes. */
static bool estimate_in_memory(struct estimating *estimating, struct time_estimate *estimate, struct error *error)
{
    struct vgpu *device = estimating->module->device;
    struct time_kept kept = {0};
    if (estimating->request->keeps_memory && !time_memory_keep(device, &kept, error))
        return false;
    time_uses_begin(device);
    bool done = find_estimate(estimating, estimate, error) && time_further_run(estimating, estimate, error);
    if (estimating->request->keeps_memory)
        time_memory_restore(device, &kept);
    time_memory_forget(&kept);
    if (done)
        time_uses_find(device, estimate);
    estimate->reads_earlier &= estimating->depends_on_values;
    return done;
}

bool vgpu_estimate(struct vgpu_module *module, const struct time_request *request, struct time_estimate *out_estimate,
                   struct error *error)
{
    enum { ERROR_FITTED_PERCENT = 25, ERROR_OTHER_PERCENT = 40 };
    uint64_t began = now_ns();
    const struct vgpu_architecture *architecture = module->device->architecture;
    const struct vgpu_kernel *kernel = vgpu_find_kernel(module, request->launch.kernel);
    struct estimating estimating = {.module = module, .request = request, .rates = time_rates_find(architecture->name)};
    if (!kernel)
        return error_set(error, ERROR_NOT_FOUND, "no kernel named '%s'",
                         request->launch.kernel ? request->launch.kernel : "");
    if (!estimating.rates)
        return error_set(error, ERROR_UNSUPPORTED, "there are no rates of %s", architecture->name);
    estimating.random = request->seed;
    estimating.instructions_left =
        request->instruction_limit ? (double)request->instruction_limit : DEFAULT_INSTRUCTIONS;
    time_shape_find(architecture, kernel, request, &estimating.shape);
    estimating.shape.streams = &estimating.streams;
    struct time_estimate estimate = {0};
    bool done = estimate_in_memory(&estimating, &estimate, error);
    time_streams_done(&estimating.streams);
    if (!done)
        return false;
    describe(&estimating, &estimate);
    time_stores_find(&estimating.stores, estimating.store_parts, estimating.shape.blocks, &estimate);
    double model = (estimating.rates->is_fitted ? ERROR_FITTED_PERCENT : ERROR_OTHER_PERCENT) / 100.0;
    estimate.error = sqrt(model * model + estimate.sample_error * estimate.sample_error);
    estimate.elapsed_ns = (double)(now_ns() - began);
    *out_estimate = estimate;
    return true;
}
