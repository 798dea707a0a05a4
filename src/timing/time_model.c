/* Estimates: from what a sample of blocks did to a time. */
#include "timing/time_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/mangled.h"
#include "base/told.h"
#include "timing/limits/limits.h"
#include "timing/sample/sample.h"
#include "vgpu/buffers.h"

enum {
    DEFAULT_INSTRUCTIONS = 2000000, /* warp instructions to spend; recording makes them slow */
    SHARED_OUT_FACTOR = 8,          /* the first block did so many times the work of later ones: it took it all */
};

/* What the sample showed. */
struct sampled {
    const struct vgpu_profile *window; /* of neighbouring blocks, with their requests */
    const struct vgpu_profile *spread; /* of these and of blocks all over the grid */
    double intensity;                  /* requests of an average block / those of the window's */
};

static void describe(const struct estimating *estimating, struct time_estimate *estimate)
{
    const struct vgpu_occupancy *occupancy = &estimating->occupancy;
    const struct vgpu_architecture *architecture = estimating->architecture;
    double resident =
        occupancy->sm_blocks < occupancy->blocks_per_sm ? ceil(occupancy->sm_blocks) : occupancy->blocks_per_sm;
    estimate->fit.blocks_per_sm = occupancy->blocks_per_sm;
    estimate->fit.occupancy = resident * occupancy->block_warps / architecture->max_warps_per_sm;
    estimate->fit.limit = occupancy->limit;
    estimate->sample.blocks_run = estimating->blocks_run;
    estimate->sample.blocks = occupancy->blocks;
}

static bool find_traffic(const struct estimating *estimating, const struct vgpu_profile *profile, double intensity,
                         struct time_traffic *out_traffic)
{
    struct time_window window = {.profile = profile,
                                 .groups = estimating->groups,
                                 .blocks = estimating->window_blocks,
                                 .intensity = intensity,
                                 .reach = estimating->reach,
                                 .sharing = estimating->window_shows_sharing ? NULL : &estimating->sharing,
                                 .streams = &estimating->streams};
    return traffic_find(estimating->device, &estimating->occupancy, &window, out_traffic);
}

/*
 * The SM with most work beside an average one. With one block per SM, the launch ends with its
 * longest block.
 */
static double find_imbalance(const struct estimating *estimating)
{
    double mean = estimating->requests / (double)estimating->blocks_run;
    bool is_one_each = estimating->occupancy.sm_blocks <= 1;
    return is_one_each && mean > 0 ? estimating->most_requests / mean : 1;
}

/* Atomics and loads from constant memory have none among the counters. */
static double counted_sectors(const struct vgpu_profiled_op *op)
{
    enum ptx_action does = op->instruction ? ptx_does(op->instruction) : PTX_DOES_OTHER;
    bool is_constant = op->instruction && op->instruction->space == PTX_SPACE_CONSTANT;
    return is_constant || does == PTX_DOES_ATOMIC || does == PTX_DOES_REDUCE ? 0 : (double)op->sectors;
}

/* Counts of the sample, for the whole launch. */
static void find_counts(const struct vgpu_profile *spread, double blocks, struct time_estimate *estimate)
{
    double issued = 0, sectors = 0, scale = blocks / (double)spread->block_count;
    for (uint32_t i = 0; i < spread->op_count; i++) {
        const struct vgpu_profiled_op *op = &spread->ops[i];
        issued += op->instruction ? (double)op->warps : 0;
        sectors += counted_sectors(op);
    }
    estimate->counts.issued = scale * issued;
    estimate->counts.sectors = scale * sectors;
}

/* A virtual function, or another function by its address. Its machine code needs a stack. */
static bool calls_by_address(const struct vgpu_profile *profile)
{
    for (uint32_t i = 0; i < profile->op_count; i++) {
        const struct ptx_instruction *instruction = profile->ops[i].instruction;
        if (instruction && profile->ops[i].warps && instruction->opcode == PTX_OPCODE_CALL &&
            instruction->operands[1].kind == PTX_OPERAND_REGISTER)
            return true;
    }
    return false;
}

static void find_times(const struct sampled *sampled, const struct time_demand *demand, struct time_estimate *estimate)
{
    const struct time_traffic *traffic = demand->traffic;
    limits_find(demand, estimate);
    find_counts(sampled->spread, (double)demand->occupancy->blocks, estimate);
    bool waits = estimate->cause.limiter == TIME_LIMIT_LATENCY;
    int line = line_find(waits ? estimate->cause.slowest : estimate->cause.limiter, sampled->window, traffic);
    estimate->cause.line = line ? line : estimate->cause.line;
    estimate->cause.is_of_stack = line_is_of_stack(estimate->cause.slowest, sampled->window, traffic);
    bool is_hidden = 2 * traffic->spilled_sectors > traffic->store_sectors + traffic->missed_sectors;
    estimate->cause.is_of_spills = is_hidden && !calls_by_address(sampled->spread);
    estimate->cause.is_of_stack |= is_hidden && !estimate->cause.is_of_spills;
    /* No line of the kernel causes the cost of its launch, or that of starting its blocks. */
    if (estimate->cause.limiter == TIME_LIMIT_LAUNCH || estimate->cause.limiter == TIME_LIMIT_DISPATCH ||
        (is_hidden && time_limit_is_of_memory(estimate->cause.slowest)))
        estimate->cause.line = 0;
}

static bool estimate_from(struct estimating *estimating, const struct sampled *sampled, struct time_estimate *estimate,
                          struct error *error)
{
    const struct time_resources *resources = &estimating->request->resources;
    struct time_traffic traffic;
    struct time_work work;
    struct time_machine machine;
    struct time_compiled compiled = {estimating->architecture, resources, &estimating->occupancy, &machine};
    struct time_demand demand = {.architecture = estimating->architecture,
                                 .rates = estimating->rates,
                                 .occupancy = &estimating->occupancy,
                                 .traffic = &traffic,
                                 .work = &work,
                                 .intensity = sampled->intensity};
    machine_code_read(resources->code, resources->code_bytes, &machine);
    bool ready = find_traffic(estimating, sampled->window, sampled->intensity, &traffic) &&
                 schedule_find(sampled->spread, estimating->rates, &traffic, &machine, &work);
    estimating->depends_on_values = values_decide(sampled->window);
    if (ready) {
        work.imbalance = find_imbalance(estimating);
        spills_add(&compiled, sampled->spread, &traffic, &work);
        find_times(sampled, &demand, estimate);
    }
    traffic_done(&traffic);
    return ready || error_set(error, ERROR_MEMORY, "out of memory for the time model");
}

/* Adds the rest that an estimate follows from, besides what the sample did. */
static void print_launch(struct estimating *estimating, const struct sampled *sampled,
                         const struct time_estimate *estimate)
{
    struct repeats_print *print = &estimating->print;
    const struct time_request *request = estimating->request;
    const struct time_sharing *sharing = &estimating->sharing;
    const uint64_t counts[] = {request->launch.grid[0],
                               request->launch.grid[1],
                               request->launch.grid[2],
                               request->launch.block[0],
                               request->launch.block[1],
                               request->launch.block[2],
                               request->launch.cluster[0],
                               request->launch.cluster[1],
                               request->launch.cluster[2],
                               request->launch.dynamic_shared_bytes,
                               request->resources.registers,
                               (uintptr_t)sampled->window->entry,
                               estimating->groups,
                               estimating->resident,
                               estimating->window_blocks,
                               estimating->blocks_run,
                               estimating->window_shows_sharing,
                               (uint64_t)sharing->count};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        repeats_add(print, counts[i]);
    repeats_add_real(print, sampled->intensity);
    repeats_add_real(print, estimate->sample.error);
    repeats_add_real(print, estimating->requests);
    repeats_add_real(print, estimating->most_requests);
    for (int i = 0; i < sharing->count; i++) {
        repeats_add_line(print, sharing->buffers[i].address / VGPU_LINE_BYTES);
        for (int j = 0; j < 3; j++) {
            repeats_add_real(print, sharing->buffers[i].halves[j]);
            repeats_add_real(print, sharing->buffers[i].common[j]);
        }
    }
}

/* Takes the estimate of an earlier launch whose sample did the same, or makes and keeps one. */
static bool repeat_or_estimate(struct estimating *estimating, const struct sampled *sampled,
                               struct time_estimate *estimate, struct error *error)
{
    print_launch(estimating, sampled, estimate);
    const struct time_estimate *known = repeats_find(&estimating->print);
    if (known) {
        *estimate = *known;
        estimating->depends_on_values = values_decide(sampled->window);
        return true;
    }
    if (!estimate_from(estimating, sampled, estimate, error))
        return false;
    repeats_keep(estimating->request->repeats, &estimating->print, estimate);
    return true;
}

/* Finds what neighbours share, where a window of one or two blocks does not show it. */
static bool find_sharing(struct estimating *estimating, const struct vgpu_profile *window, struct error *error)
{
    enum { SHOWN_BY = 3 };
    estimating->window_shows_sharing =
        estimating->groups >= SHOWN_BY || estimating->occupancy.blocks <= estimating->window_blocks;
    if (estimating->window_shows_sharing)
        return true;
    sharing_find(estimating->module, estimating->request, window, estimating->window_first, estimating->per_block,
                 &estimating->sharing);
    return time_stores_note(&estimating->stores, estimating->sharing.ran, estimating->sharing.ran_count) ||
           error_set(error, ERROR_MEMORY, "out of memory for the time model");
}

/* The factor for a record of requests that was cut short. */
static double cut_scale(const struct vgpu_profile *profile)
{
    uint64_t requests = 0;
    for (uint32_t i = 0; i < profile->op_count; i++)
        requests += profile->ops[i].requests;
    return profile->is_cut && profile->request_count ? (double)requests / (double)profile->request_count : 1;
}

/*
 * Whether blocks take their work from a counter while they run. Then the first block that runs by
 * itself does all the work and leaves nothing for another.
 */
static bool shares_out_work(struct estimating *estimating, const struct vgpu_profile *window, double work)
{
    uint64_t atomics = 0, other = estimating->occupancy.blocks / 2 + 1;
    double before = estimating->instructions_left;
    for (uint32_t i = 0; i < window->op_count; i++)
        atomics += window->ops[i].atomics;
    if (!atomics || other >= estimating->occupancy.blocks)
        return false;
    if (window->block_count == 1) {
        vgpu_report_free(sample_run(estimating, &other, 1, true, NULL));
        work = before - estimating->instructions_left;
    }
    double each = work / (double)window->block_count + 20 * estimating->occupancy.block_warps;
    return estimating->per_block > SHARED_OUT_FACTOR * each;
}

static bool find_estimate(struct estimating *estimating, struct time_estimate *estimate, struct error *error)
{
    struct vgpu_report *report CLEANUP(vgpu_report_free) = sample_window(estimating, error);
    if (!report)
        return false;
    if (shares_out_work(estimating, report->profile, sample_work(report))) {
        CLEANUP(arena_free) struct arena *arena = arena_new();
        char told[ERROR_MESSAGE_BYTES];
        told_print(told, sizeof told,
                   N_("the time of '{kernel}' cannot be modelled: its blocks divide the work while they run, and a few "
                      "sampled blocks would do all of it"),
                   "kernel=%s", mangled_readable(arena, estimating->request->launch.kernel));
        return error_set(error, ERROR_UNSUPPORTED, "%s", told);
    }
    struct vgpu_profile spread = *report->profile;
    struct vgpu_profiled_op *ops = calloc(spread.op_count + 1U, sizeof(*ops));
    struct sampled sampled = {.window = report->profile, .spread = &spread};
    repeats_begin(estimating->request->repeats, estimating->device, &estimating->print);
    repeats_add_profile(&estimating->print, report->profile);
    bool done = ops && find_sharing(estimating, report->profile, error) &&
                sample_spread(estimating, &spread, ops, &sampled.intensity, &estimate->sample.error, error);
    sampled.intensity *= cut_scale(report->profile);
    done = done && repeat_or_estimate(estimating, &sampled, estimate, error);
    free(ops);
    return done;
}

/*
 * Runs extra blocks alone. All launches of a plan run blocks at the same relative places, so that
 * values can be followed from launch to launch.
 */
static bool run_extra_alone(struct estimating *estimating, struct time_estimate *estimate, struct error *error)
{
    estimate->total_ns = estimate->terms_ns[TIME_LIMIT_LAUNCH] = estimating->rates->launch_ns;
    estimating->depends_on_values = true;
    if (!sample_probe_plain(estimating, error) || !extra_blocks_run(estimating, estimate, error))
        return false;
    estimate->counts.warp_instructions = estimate->counts.run_work =
        estimating->per_block * (double)estimating->occupancy.blocks;
    return true;
}

static bool run_sample(struct estimating *estimating, struct time_estimate *estimate, struct error *error)
{
    if (estimating->request->needs_no_time)
        return run_extra_alone(estimating, estimate, error);
    return find_estimate(estimating, estimate, error) && extra_blocks_run(estimating, estimate, error);
}

/* Makes the estimate and, if the request wants it, takes back what the sample writes. */
static bool estimate_in_memory(struct estimating *estimating, struct time_estimate *estimate, struct error *error)
{
    CLEANUP(vgpu_kept_free) struct vgpu_kept *kept = NULL;
    if (estimating->request->keeps_memory && !(kept = vgpu_kept_new(estimating->device, error)))
        return false;
    time_stores_begin(estimating->device, &estimating->stores);
    vgpu_uses_begin(estimating->device);
    bool is_look = estimating->request->seeks_short_blocks;
    bool done = is_look ? short_blocks_find(estimating, estimate, error) : run_sample(estimating, estimate, error);
    if (done && !is_look)
        stores_find(estimating->device, &estimating->stores, estimating->occupancy.blocks, &estimate->written);
    if (kept)
        done = vgpu_kept_restore(kept, done ? error : NULL) && done;
    if (done)
        dependences_find(estimating->device, &estimate->dependences);
    estimate->dependences.reads_earlier &= estimating->depends_on_values;
    estimate->dependences.unsampled_blocks_decide =
        estimate->dependences.on_unsampled_blocks && estimating->depends_on_values;
    return done;
}

bool time_model_estimate(struct vgpu_module *module, const struct time_request *request,
                         struct time_estimate *out_estimate, struct error *error)
{
    enum { ERROR_FITTED_PERCENT = 25, ERROR_OTHER_PERCENT = 40 };
    struct vgpu *device = vgpu_module_device(module);
    const struct vgpu_architecture *architecture = vgpu_architecture_of(device);
    const struct vgpu_kernel *kernel = vgpu_find_kernel(module, request->launch.kernel);
    struct estimating estimating = {.module = module,
                                    .device = device,
                                    .architecture = architecture,
                                    .request = request,
                                    .rates = rates_find(architecture->base)};
    if (!kernel)
        return error_set(error, ERROR_NOT_FOUND, "no kernel named '%s'",
                         request->launch.kernel ? request->launch.kernel : "");
    if (!estimating.rates)
        return error_set(error, ERROR_UNSUPPORTED, "there are no rates of %s", architecture->name);
    estimating.random = request->seed;
    estimating.instructions_left =
        request->instruction_limit ? (double)request->instruction_limit : DEFAULT_INSTRUCTIONS;
    vgpu_occupancy_find(architecture, kernel, &request->launch, request->resources.registers, &estimating.occupancy);
    struct time_estimate estimate = {0};
    bool done = estimate_in_memory(&estimating, &estimate, error);
    streams_done(&estimating.streams);
    time_stores_done(&estimating.stores);
    out_estimate->excess = estimating.excess;
    if (!done)
        return false;
    describe(&estimating, &estimate);
    double model = (estimating.rates->is_fitted ? ERROR_FITTED_PERCENT : ERROR_OTHER_PERCENT) / 100.0;
    estimate.error = sqrt(model * model + estimate.sample.error * estimate.sample.error);
    *out_estimate = estimate;
    return true;
}
