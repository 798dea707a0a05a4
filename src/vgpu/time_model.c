/*
 * Estimates: which blocks to run, running them, and the way from their profile to a time.
 */
#include "vgpu/time_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/mangled.h"
#include "vgpu/time_internal.h"

enum {
    DEFAULT_INSTRUCTIONS = 2000000, /* warp instructions to spend; recorded ones are slow */
    RUNAWAY_WORK = 60000000,        /* of one run, see vgpu/profile.h */
    GROUPS_MOST = 160,
    WINDOW_MOST = 1536,
    SPREAD_PARTS = TIME_STORE_PARTS,
    SPREAD_PART_MOST = 24,
    SPREAD_PART_TELLING = 4, /* blocks of a part, from which on they say what the launch writes */
    SHARED_OUT_FACTOR = 8,   /* times the work of later blocks: the first one took it all */
};

/* --- drawing ----------------------------------------------------------------------------------------------------- */

/* Proportional to `below`: one seed draws the same relative place in grids of different sizes. */
static uint64_t draw(uint64_t *state, uint64_t below)
{
    uint64_t x = *state += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return (uint64_t)((unsigned __int128)(x ^ x >> 31) * below >> 64);
}

/* --- runs -------------------------------------------------------------------------------------------------------- */

struct estimating {
    struct vgpu_module *module;
    const struct time_request *request;
    const struct time_rates *rates;
    struct time_shape shape;
    uint64_t random;
    double instructions_left;
    double per_block;          /* warp instructions of a block */
    uint32_t groups, resident; /* of the window */
    uint64_t window_blocks, window_first;
    uint64_t blocks_run;
    struct time_sharing sharing;
    bool depends_on_values;         /* see time_values.c */
    double requests, most_requests; /* of memory: all that ran, and those of the block that has most */
    struct time_stores stores;
    int store_parts;
};

static uint64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

/* What a run cost, see vgpu/profile.h. */
static double work_of(const struct vgpu_report *report)
{
    double work = (double)report->totals[VGPU_COUNTER_WARP_INSTRUCTIONS];
    const struct vgpu_profile *profile = report->profile;
    for (uint32_t i = 0; profile && i < profile->op_count; i++) {
        const struct ptx_instruction *instruction = profile->ops[i].instruction;
        if (instruction && ptx_opcode_info(instruction->opcode)->unit == PTX_UNIT_TENSOR)
            work += VGPU_MATRIX_WORK * (double)profile->ops[i].warps;
    }
    return work + (profile ? VGPU_LINE_WORK * (double)profile->line_count : 0);
}

/* Blocks whose values follow from the inputs alone do in a sample what they do in a whole run: they fault there too. */
static void say_stopped(const struct estimating *estimating, const struct vgpu_report *report, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    const char *kernel = mangled_readable(arena, estimating->request->launch.kernel);
    struct vgpu *device = estimating->module->device;
    struct time_estimate uses = {0};
    bool never_ends = report->deadlocked && time_uses_only_inputs(device);
    time_uses_find(device, &uses);
    if (never_ends)
        error_set(error, ERROR_TIMEOUT, "%s", report->fault);
    else if (report->timed_out)
        error_set(error, ERROR_UNSUPPORTED,
                  "the time of '%s' cannot be modelled: its blocks do too much work to run some of them", kernel);
    else if (report->faulted && !uses.is_entangled)
        error_set(error, ERROR_CRASH, "%s", report->fault);
    else
        error_set(error, ERROR_UNSUPPORTED, "the time of '%s' cannot be modelled: %s", kernel, report->fault);
}

/* Blocks that have more to do than others. */
static bool note_heaviest(struct estimating *estimating, const struct vgpu_profile *profile)
{
    uint32_t *each = calloc(profile->block_count + 1, sizeof *each);
    if (!each)
        return false;
    for (size_t i = 0; i < profile->request_count; i++)
        each[profile->requests[i].block < profile->block_count ? profile->requests[i].block : 0]++;
    for (uint64_t i = 0; i < profile->block_count; i++) {
        estimating->requests += each[i];
        if (each[i] > estimating->most_requests)
            estimating->most_requests = each[i];
    }
    free(each);
    return true;
}

/* Recording what a block does costs most of its work: without it there is enough to see whether it waits for ever. */
static struct vgpu_report *look_for_end(const struct estimating *estimating, const struct vgpu_launch *launch,
                                        struct vgpu_report *timed_out)
{
    struct vgpu_launch plain = *launch;
    plain.profile = false;
    struct vgpu_report *report =
        time_uses_only_inputs(estimating->module->device) ? vgpu_launch(estimating->module, &plain, NULL) : NULL;
    if (!report || !report->deadlocked) {
        vgpu_report_free(report);
        return timed_out;
    }
    vgpu_report_free(timed_out);
    return report;
}

static struct vgpu_report *run_blocks(struct estimating *estimating, const uint64_t *blocks, uint64_t count,
                                      bool profile, struct error *error)
{
    struct vgpu_launch launch = estimating->request->launch;
    launch.checks = VGPU_COUNT;
    launch.cooperative = false;
    launch.sample = blocks;
    launch.sample_count = count;
    launch.profile = profile;
    launch.instruction_limit = RUNAWAY_WORK;
    struct vgpu_report *report = vgpu_launch(estimating->module, &launch, error);
    if (report && report->timed_out && profile)
        report = look_for_end(estimating, &launch, report);
    if (!report)
        return NULL;
    bool is_whole = !report->timed_out && !report->faulted && !report->deadlocked;
    if (!is_whole) {
        say_stopped(estimating, report, error);
        vgpu_report_free(report);
        return NULL;
    }
    estimating->blocks_run += count;
    estimating->instructions_left -= work_of(report);
    if (note_heaviest(estimating, report->profile))
        return report;
    vgpu_report_free(report);
    error_set(error, ERROR_MEMORY, "out of memory for the time model");
    return NULL;
}

static double cost_of(const struct estimating *estimating, const struct vgpu_report *report)
{
    return work_of(report) + 20 * estimating->shape.block_warps;
}

/*
 * The block in the middle may have less to do than others: in causal attention it is the first row of a head. A few
 * more at odd places tell, where they cost little; then more blocks may run, since it matters more which ones. If they
 * are like the first, what they cost is forgotten.
 */
static bool probe_elsewhere(struct estimating *estimating, struct error *error)
{
    enum { CHEAP_SHARE = 64, PLACES = 3, TIMES = 2, MORE_IF_UNEVEN = 3 };
    static const double places[PLACES] = {0.2862, 0.6181, 0.8419};
    struct estimating before = *estimating;
    double sum = estimating->per_block;
    if (estimating->per_block * CHEAP_SHARE > estimating->instructions_left || estimating->shape.blocks < CHEAP_SHARE)
        return true;
    for (int i = 0; i < PLACES; i++) {
        uint64_t block = (uint64_t)(places[i] * (double)estimating->shape.blocks);
        struct vgpu_report *report CLEANUP(vgpu_report_free) = run_blocks(estimating, &block, 1, true, error);
        if (!report)
            return false;
        sum += cost_of(estimating, report);
    }
    double mean = sum / (PLACES + 1);
    bool is_uneven = mean > TIMES * estimating->per_block;
    if (!is_uneven)
        *estimating = before;
    if (is_uneven) {
        estimating->per_block = mean;
        estimating->instructions_left += MORE_IF_UNEVEN * before.instructions_left;
    }
    return true;
}

/* One block, to know how many can be afforded. */
static struct vgpu_report *probe(struct estimating *estimating, struct error *error)
{
    uint64_t block = estimating->shape.blocks / 2;
    struct vgpu_report *report = run_blocks(estimating, &block, 1, true, error);
    if (!report)
        return NULL;
    estimating->per_block = cost_of(estimating, report);
    if (probe_elsewhere(estimating, error))
        return report;
    vgpu_report_free(report);
    return NULL;
}

/* As many SMs' worth of blocks as can be afforded: at least one block. */
static void size_window(struct estimating *estimating)
{
    const struct time_shape *shape = &estimating->shape;
    double affordable = estimating->instructions_left * 0.5 / estimating->per_block;
    affordable = affordable > WINDOW_MOST ? WINDOW_MOST : affordable;
    uint64_t per_sm = (uint64_t)ceil(shape->sm_blocks);
    uint32_t resident = shape->blocks_per_sm < per_sm ? shape->blocks_per_sm : (uint32_t)per_sm;
    uint64_t most_resident = shape->blocks / (uint64_t)shape->active_sms;
    if (resident > most_resident)
        resident = most_resident ? (uint32_t)most_resident : 1;
    if (affordable < resident)
        resident = affordable < 1 ? 1 : (uint32_t)affordable;
    double groups = affordable / resident;
    groups = groups > GROUPS_MOST ? GROUPS_MOST : groups;
    groups = groups > shape->active_sms ? shape->active_sms : groups;
    estimating->groups = groups < 1 ? 1 : (uint32_t)groups;
    estimating->resident = resident;
    estimating->window_blocks = (uint64_t)estimating->groups * resident;
}

/* Blocks go to SMs in turn: what one SM holds lies sm_count apart. The last two are the ends of the grid. */
static uint64_t *draw_window(struct estimating *estimating, uint64_t *out_count)
{
    const struct time_shape *shape = &estimating->shape;
    uint64_t apart = (uint64_t)shape->active_sms;
    uint64_t span = apart * (estimating->resident - 1) + estimating->groups;
    uint64_t first = draw(&estimating->random, shape->blocks > span ? shape->blocks - span + 1 : 0);
    uint64_t *blocks = malloc((estimating->window_blocks + 2) * sizeof(*blocks)), count = 0;
    estimating->window_first = first;
    for (uint32_t i = 0; blocks && i < estimating->resident; i++)
        for (uint32_t group = 0; group < estimating->groups; group++)
            blocks[count++] = first + i * apart + group;
    bool can_afford_ends = estimating->instructions_left > estimating->per_block * (double)(count + 2);
    if (blocks && can_afford_ends && first > 0)
        blocks[count++] = 0;
    if (blocks && can_afford_ends && blocks[estimating->window_blocks - 1] < shape->blocks - 1)
        blocks[count++] = shape->blocks - 1;
    *out_count = count;
    return blocks;
}

/* What ops did in another run is added to the profile. */
static void add_profile(struct vgpu_profile *to, const struct vgpu_profile *from)
{
    for (uint32_t i = 0; i < to->op_count; i++) {
        struct vgpu_profiled_op *sum = &to->ops[i];
        const struct vgpu_profiled_op *more = &from->ops[i];
        sum->warps += more->warps;
        sum->lanes += more->lanes;
        sum->requests += more->requests;
        sum->sectors += more->sectors;
        sum->lines += more->lines;
        sum->shared_requests += more->shared_requests;
        sum->wavefronts += more->wavefronts;
        sum->atomics += more->atomics;
        sum->atomic_distinct += more->atomic_distinct;
    }
    to->block_count += from->block_count;
}

static double requests_per_block(const struct vgpu_profile *profile)
{
    uint64_t requests = 0;
    for (uint32_t i = 0; i < profile->op_count; i++)
        requests += profile->ops[i].requests;
    return (double)requests / (double)profile->block_count;
}

static bool run_part(struct estimating *estimating, uint64_t part, uint64_t each, struct vgpu_profile *sum,
                     double *out_instructions, struct error *error)
{
    uint64_t blocks[SPREAD_PART_MOST], total = estimating->shape.blocks;
    double width = (double)total / (double)(each * SPREAD_PARTS);
    for (uint64_t i = 0; i < each; i++) {
        uint64_t block =
            (uint64_t)((double)(i * SPREAD_PARTS + part) * width) + draw(&estimating->random, (uint64_t)width);
        blocks[i] = block < total ? block : total - 1;
    }
    struct vgpu_report *report CLEANUP(vgpu_report_free) = run_blocks(estimating, blocks, each, true, error);
    if (!report)
        return false;
    add_profile(sum, report->profile);
    estimating->stores.is_known |= part == 0 && each >= SPREAD_PART_TELLING;
    time_stores_add(estimating->module->device, report->profile, (int)part, &estimating->stores);
    estimating->store_parts = SPREAD_PARTS;
    *out_instructions = (double)report->totals[VGPU_COUNTER_WARP_INSTRUCTIONS] / (double)each;
    return true;
}

/* An empty profile of the same program, over `ops`. */
static struct vgpu_profile empty_profile(const struct vgpu_profile *like, struct vgpu_profiled_op *ops)
{
    struct vgpu_profile empty = *like;
    empty.ops = ops;
    empty.block_count = 0;
    for (uint32_t i = 0; i < like->op_count; i++)
        ops[i] = (struct vgpu_profiled_op){
            .function = like->ops[i].function, .instruction = like->ops[i].instruction, .line = like->ops[i].line};
    return empty;
}

/*
 * Blocks all over the grid, for what differs from place to place: they take the place of the window's in `profile`. Not
 * done where the window is the grid, or no more can be afforded.
 */
static bool run_spread(struct estimating *estimating, struct vgpu_profile *profile, struct vgpu_profiled_op *ops,
                       double *out_intensity, double *out_error, struct error *error)
{
    double affordable = estimating->instructions_left / estimating->per_block / SPREAD_PARTS;
    uint64_t each = affordable > SPREAD_PART_MOST ? SPREAD_PART_MOST : (uint64_t)(affordable < 0 ? 0 : affordable);
    uint64_t total = estimating->shape.blocks;
    *out_intensity = 1;
    *out_error = total <= estimating->window_blocks ? 0 : 0.1;
    if (each == 0 || total <= estimating->window_blocks || total < SPREAD_PARTS)
        return true;
    each = each * SPREAD_PARTS > total ? total / SPREAD_PARTS : each;
    struct vgpu_profile spread = empty_profile(profile, ops);
    double sum = 0, squares = 0;
    for (uint64_t part = 0; part < SPREAD_PARTS; part++) {
        double mean;
        if (!run_part(estimating, part, each, &spread, &mean, error))
            return false;
        sum += mean;
        squares += mean * mean;
    }
    double mean = sum / SPREAD_PARTS, variance = squares / SPREAD_PARTS - mean * mean;
    double of_window = requests_per_block(profile);
    *out_error = mean > 0 ? sqrt(variance > 0 ? variance / (SPREAD_PARTS - 1) : 0) / mean : 0;
    *out_intensity = of_window > 0 ? requests_per_block(&spread) / of_window : 1;
    *profile = spread;
    return true;
}

/* --- the estimate ------------------------------------------------------------------------------------------------ */

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
    bool ready = time_traffic_find(device, window, &estimating->shape, estimating->groups, estimating->window_blocks,
                                   intensity, &traffic);
    struct time_machine machine;
    time_machine_read(estimating->request->resources.code, estimating->request->resources.code_bytes, &machine);
    ready = ready && time_work_find(spread, estimating->rates, &traffic, &machine, &work);
    estimating->depends_on_values = time_depends_on_values(window);
    if (ready)
        time_spills_add(device, &estimating->request->resources, &estimating->shape, spread, &traffic, &work);
    double mean = estimating->requests / (double)estimating->blocks_run;
    bool is_one_each = estimating->shape.sm_blocks <= 1; /* the launch ends with its longest block */
    estimating->shape.imbalance = is_one_each && mean > 0 ? estimating->most_requests / mean : 1;
    if (ready)
        time_limits_find(device->architecture, estimating->rates, &estimating->shape, &traffic, &work, intensity,
                         estimate);
    int line = ready ? time_line_find(estimate->limiter, window, &traffic) : 0;
    estimate->limiter_line = line ? line : estimate->limiter_line;
    time_traffic_done(&traffic);
    return ready || error_set(error, ERROR_MEMORY, "out of memory for the time model");
}

/* The window's report; where one block is more than can be afforded, that is the one that ran already. */
static struct vgpu_report *run_window(struct estimating *estimating, struct error *error)
{
    struct vgpu_report *first = probe(estimating, error);
    if (!first)
        return NULL;
    if (estimating->instructions_left <= 0) {
        estimating->groups = estimating->resident = 1;
        estimating->window_blocks = 1;
        estimating->window_first = estimating->shape.blocks / 2;
        return first;
    }
    vgpu_report_free(first);
    size_window(estimating);
    uint64_t count = 0, *blocks = draw_window(estimating, &count);
    if (!blocks) {
        error_set(error, ERROR_MEMORY, "out of memory for the time model");
        return NULL;
    }
    struct vgpu_report *report = run_blocks(estimating, blocks, count, true, error);
    free(blocks);
    return report;
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
        struct vgpu_report *report CLEANUP(vgpu_report_free) = run_blocks(estimating, &other, 1, true, NULL);
        work = before - estimating->instructions_left;
    }
    double each = work / (double)window->block_count + 20 * estimating->shape.block_warps;
    return estimating->per_block > SHARED_OUT_FACTOR * each;
}

static bool find_estimate(struct estimating *estimating, struct time_estimate *estimate, struct error *error)
{
    struct vgpu_report *report CLEANUP(vgpu_report_free) = run_window(estimating, error);
    if (!report)
        return false;
    if (shares_out_work(estimating, report->profile, work_of(report))) {
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
    bool done = ops && run_spread(estimating, &spread, ops, &intensity, &estimate->sample_error, error) &&
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
    bool done = find_estimate(estimating, estimate, error);
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
    struct time_estimate estimate = {0};
    if (!estimate_in_memory(&estimating, &estimate, error))
        return false;
    describe(&estimating, &estimate);
    time_stores_find(&estimating.stores, estimating.store_parts, estimating.shape.blocks, &estimate);
    double model = (estimating.rates->is_fitted ? ERROR_FITTED_PERCENT : ERROR_OTHER_PERCENT) / 100.0;
    estimate.error = sqrt(model * model + estimate.sample_error * estimate.sample_error);
    estimate.elapsed_ns = (double)(now_ns() - began);
    *out_estimate = estimate;
    return true;
}
