/*
 * Estimates: which blocks to run, running them, and the way from their profile to a time.
 */
#include "vgpu/time_model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "vgpu/time_internal.h"

enum {
    DEFAULT_INSTRUCTIONS = 1500000, /* warp instructions to spend; recorded ones are slow */
    RUNAWAY_INSTRUCTIONS = 12000000,
    RUNAWAY_NS = 2000000000, /* of one run */
    GROUPS_MOST = 8,
    WINDOW_MOST = 512,
    SPREAD_PARTS = 4,
    SPREAD_PART_MOST = 24,
};

struct limit_row {
    const char *name, *meaning, *advice;
};
static const struct limit_row limits[TIME_LIMIT_COUNT] = {
#define TIME_LIMIT(id, name, meaning, advice) [TIME_LIMIT_##id] = {name, meaning, advice},
#include "vgpu/time_limits.def"
#undef TIME_LIMIT
};

const char *time_limit_name(enum time_limit limit)
{
    return limits[limit].name;
}

const char *time_limit_meaning(enum time_limit limit)
{
    return limits[limit].meaning;
}

const char *time_limit_advice(enum time_limit limit)
{
    return limits[limit].advice;
}

double vgpu_roofline_ns(const struct vgpu_architecture *architecture, double bytes, double flops)
{
    double by_bytes = bytes / architecture->dram_bytes_per_second, by_flops = flops / architecture->fp32_flops;
    return (by_bytes > by_flops ? by_bytes : by_flops) * 1e9;
}

void time_sentence(const struct time_estimate *estimate, char *out, size_t capacity)
{
    char line[32] = "";
    if (estimate->limiter_line)
        snprintf(line, sizeof line, " (line %d)", estimate->limiter_line);
    int length = snprintf(out, capacity, "Limited by %s%s", time_limit_meaning(estimate->limiter), line);
    if (length > 0 && (size_t)length < capacity)
        snprintf(out + length, capacity - (size_t)length, "; without that it would take %.0f %% of the time: %s",
                 100 / estimate->worth, time_limit_advice(estimate->limiter));
}

/* --- drawing ----------------------------------------------------------------------------------------------------- */

static uint64_t draw(uint64_t *state, uint64_t below)
{
    uint64_t x = *state += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return below ? (x ^ x >> 31) % below : 0;
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
    uint64_t window_blocks;
    uint64_t blocks_run;
};

static uint64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
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
    launch.instruction_limit = RUNAWAY_INSTRUCTIONS;
    launch.deadline_ns = now_ns() + RUNAWAY_NS;
    struct vgpu_report *report = vgpu_launch(estimating->module, &launch, error);
    if (!report)
        return NULL;
    const char *why = report->timed_out ? "its blocks do too much work to run some of them" : report->fault;
    bool is_whole = !report->timed_out && !report->faulted && !report->deadlocked;
    if (!is_whole) {
        error_set(error, ERROR_UNSUPPORTED, "the time of '%s' cannot be modelled: %s", launch.kernel, why);
        vgpu_report_free(report);
        return NULL;
    }
    estimating->blocks_run += count;
    estimating->instructions_left -= (double)report->totals[VGPU_COUNTER_WARP_INSTRUCTIONS];
    return report;
}

/* One block, to know how many can be afforded. */
static bool probe(struct estimating *estimating, struct error *error)
{
    uint64_t block = estimating->shape.blocks / 2;
    struct vgpu_report *report CLEANUP(vgpu_report_free) = run_blocks(estimating, &block, 1, true, error);
    if (!report)
        return false;
    estimating->per_block = (double)report->totals[VGPU_COUNTER_WARP_INSTRUCTIONS] + 20 * estimating->shape.block_warps;
    return true;
}

/* As many SMs' worth of blocks as can be afforded: at least one block. */
static void size_window(struct estimating *estimating)
{
    const struct time_shape *shape = &estimating->shape;
    double affordable = estimating->instructions_left * 0.7 / estimating->per_block;
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
    for (uint32_t i = 0; blocks && i < estimating->resident; i++)
        for (uint32_t group = 0; group < estimating->groups; group++)
            blocks[count++] = first + i * apart + group;
    if (blocks && estimating->instructions_left > estimating->per_block * (double)(count + 2)) {
        blocks[count++] = 0;
        blocks[count++] = shape->blocks - 1;
    }
    *out_count = count;
    return blocks;
}

/* Blocks all over the grid, for what differs from place to place: instructions per block beside the window's. */
static bool compare_spread(struct estimating *estimating, double window_per_block, double *out_scale, double *out_error,
                           struct error *error)
{
    double sum = 0, squares = 0;
    uint64_t parts = SPREAD_PARTS, blocks[SPREAD_PART_MOST];
    double affordable = estimating->instructions_left / estimating->per_block / (double)parts;
    uint64_t each = affordable > SPREAD_PART_MOST ? SPREAD_PART_MOST : (uint64_t)(affordable < 0 ? 0 : affordable);
    *out_scale = 1;
    *out_error = 0.1;
    if (each == 0 || estimating->shape.blocks <= estimating->window_blocks)
        return true;
    uint64_t total = estimating->shape.blocks;
    each = each * parts > total ? (total + parts - 1) / parts : each;
    for (uint64_t part = 0; part < parts; part++) {
        for (uint64_t i = 0; i < each; i++) {
            double width = (double)total / (double)(each * parts), at = (double)(i * parts + part) * width;
            uint64_t block = (uint64_t)at + draw(&estimating->random, (uint64_t)width);
            blocks[i] = block < total ? block : total - 1;
        }
        struct vgpu_report *report CLEANUP(vgpu_report_free) = run_blocks(estimating, blocks, each, false, error);
        if (!report)
            return false;
        double mean = (double)report->totals[VGPU_COUNTER_WARP_INSTRUCTIONS] / (double)each;
        sum += mean;
        squares += mean * mean;
    }
    double mean = sum / (double)parts, variance = squares / (double)parts - mean * mean;
    *out_scale = window_per_block > 0 ? mean / window_per_block : 1;
    *out_error = mean > 0 ? sqrt(variance > 0 ? variance / (double)(parts - 1) : 0) / mean : 0;
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

static bool estimate_from(struct estimating *estimating, const struct vgpu_report *report, double scale,
                          struct time_estimate *estimate, struct error *error)
{
    struct vgpu *device = estimating->module->device;
    struct time_traffic traffic;
    struct time_work work;
    bool ready = time_traffic_find(device, report->profile, &estimating->shape, estimating->groups,
                                   estimating->window_blocks, &traffic);
    ready = ready && time_work_find(report->profile, estimating->rates, &traffic, &work);
    if (ready)
        time_limits_find(device->architecture, estimating->rates, &estimating->shape, &traffic, &work, scale, estimate);
    time_traffic_done(&traffic);
    return ready || error_set(error, ERROR_MEMORY, "out of memory for the time model");
}

static bool find_estimate(struct estimating *estimating, struct time_estimate *estimate, struct error *error)
{
    if (!probe(estimating, error))
        return false;
    size_window(estimating);
    uint64_t count = 0, *blocks = draw_window(estimating, &count);
    if (!blocks)
        return error_set(error, ERROR_MEMORY, "out of memory for the time model");
    struct vgpu_report *report CLEANUP(vgpu_report_free) = run_blocks(estimating, blocks, count, true, error);
    free(blocks);
    if (!report)
        return false;
    double scale, per_block = (double)report->totals[VGPU_COUNTER_WARP_INSTRUCTIONS] / (double)count;
    return compare_spread(estimating, per_block, &scale, &estimate->sample_error, error) &&
           estimate_from(estimating, report, scale, estimate, error);
}

bool vgpu_estimate(struct vgpu_module *module, const struct time_request *request, struct time_estimate *out_estimate,
                   struct error *error)
{
    enum { ERROR_FITTED_PERCENT = 20, ERROR_OTHER_PERCENT = 40 };
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
    if (!find_estimate(&estimating, &estimate, error))
        return false;
    describe(&estimating, &estimate);
    double model = (estimating.rates->is_fitted ? ERROR_FITTED_PERCENT : ERROR_OTHER_PERCENT) / 100.0;
    estimate.error = sqrt(model * model + estimate.sample_error * estimate.sample_error);
    estimate.elapsed_ns = (double)(now_ns() - began);
    *out_estimate = estimate;
    return true;
}
