/* The sample: which blocks of a launch to run, and running them. */
#include "timing/sample/sample.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "timing/sample/stopped.h"
#include "vgpu/buffers.h"

enum {
    RUNAWAY_WORK = 60000000, /* of one run, see vgpu/profile.h */
    BLOCKS_WORK = 12000000,  /* of a run of several blocks, if each has a limit */
    WAITING_WORK = 40000000, /* enough to recognise a block that waits for ever */
    GROUPS_MOST = 160,
    WINDOW_MOST = 1536,
    SPREAD_PARTS = 4,
    SPREAD_PART_MOST = 24,
};

/* --- drawing ---------------------------------------------------------------------------------- */

uint64_t sample_draw(uint64_t *state, uint64_t below)
{
    uint64_t x = *state += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return (uint64_t)((unsigned __int128)(x ^ x >> 31) * below >> 64);
}

/* --- runs ------------------------------------------------------------------------------------- */

double sample_work(const struct vgpu_report *report)
{
    double work = (double)report->totals[VGPU_COUNTER_WARP_INSTRUCTIONS];
    const struct vgpu_profile *profile = report->profile;
    if (!profile)
        return work + VGPU_MATRIX_WORK * (double)report->totals[VGPU_COUNTER_TENSOR_INSTRUCTIONS];
    for (uint32_t i = 0; i < profile->op_count; i++) {
        const struct ptx_instruction *instruction = profile->ops[i].instruction;
        if (instruction && ptx_opcode_info(instruction->opcode)->unit == PTX_UNIT_TENSOR)
            work += VGPU_MATRIX_WORK * (double)profile->ops[i].warps;
    }
    return work + VGPU_LINE_WORK * (double)profile->line_count;
}

/* Counts the requests of each block, to find blocks that have more than others. */
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

/* For another block, which shared memory does not show. */
static bool may_wait_at(const struct ptx_instruction *instruction)
{
    static const enum ptx_modifier ordered[] = {PTX_MODIFIER_VOLATILE, PTX_MODIFIER_RELAXED, PTX_MODIFIER_ACQUIRE};
    bool may_wait = ptx_does(instruction) == PTX_DOES_ATOMIC;
    for (size_t i = 0; i < sizeof ordered / sizeof *ordered; i++)
        may_wait |= ptx_has_modifier(instruction, ordered[i]);
    return may_wait && instruction->space != PTX_SPACE_SHARED;
}

/* Whether the blocks read in a way that lets them wait for a value. */
static bool may_wait(const struct vgpu_profile *profile)
{
    for (uint32_t i = 0; i < profile->op_count; i++)
        if (profile->ops[i].warps && profile->ops[i].instruction && may_wait_at(profile->ops[i].instruction))
            return true;
    return false;
}

/*
 * Runs the blocks again without a record, which costs most of their work. That is enough to see
 * whether a block waits for ever.
 */
static struct vgpu_report *look_for_end(const struct estimating *estimating, const struct vgpu_launch *launch,
                                        struct vgpu_report *timed_out)
{
    struct vgpu_launch plain = *launch;
    plain.profile = false;
    plain.instruction_limit = WAITING_WORK;
    bool is_worth_it = dependences_are_inputs(estimating->device) && may_wait(timed_out->profile);
    struct vgpu_report *report = is_worth_it ? vgpu_launch(estimating->module, &plain, NULL) : NULL;
    if (!report || !report->deadlocked) {
        vgpu_report_free(report);
        return timed_out;
    }
    vgpu_report_free(timed_out);
    return report;
}

static uint64_t work_limit(const struct time_request *request, uint64_t blocks)
{
    uint64_t most = request->run_limit ? request->run_limit : RUNAWAY_WORK;
    uint64_t own = blocks == 1 || request->block_limit > BLOCKS_WORK ? request->block_limit : BLOCKS_WORK;
    return request->block_limit && own < most ? own : most;
}

/* Notes a single block that was stopped at its limit, and does not wait. */
static void note_excess(struct estimating *estimating, const struct vgpu_report *report, uint64_t blocks)
{
    bool is_limited = estimating->request->block_limit && blocks == 1 && report->timed_out;
    uint64_t most = 0;
    if (!is_limited || report->deadlocked || stopped_by_the_grid(estimating, report))
        return;
    estimating->excess.instructions = (double)report->totals[VGPU_COUNTER_WARP_INSTRUCTIONS];
    estimating->excess.blocks = estimating->occupancy.blocks;
    for (size_t i = 0; i < report->line_count; i++) {
        const struct vgpu_line_counters *line = &report->lines[i];
        if (line->line && line->values[VGPU_COUNTER_WARP_INSTRUCTIONS] > most) {
            most = line->values[VGPU_COUNTER_WARP_INSTRUCTIONS];
            estimating->excess.line = line->line;
        }
    }
}

struct vgpu_report *sample_run(struct estimating *estimating, const uint64_t *blocks, uint64_t count, bool profile,
                               struct error *error)
{
    struct vgpu_launch launch = estimating->request->launch;
    launch.checks = VGPU_COUNT;
    launch.cooperative = false;
    launch.sample = blocks;
    launch.sample_count = count;
    launch.profile = profile;
    launch.instruction_limit = work_limit(estimating->request, count);
    struct vgpu_report *report = vgpu_launch(estimating->module, &launch, error);
    if (report && report->timed_out && profile && !estimating->request->run_limit)
        report = look_for_end(estimating, &launch, report);
    if (!report)
        return NULL;
    bool is_whole = !report->timed_out && !report->faulted && !report->deadlocked;
    if (!is_whole) {
        note_excess(estimating, report, count);
        stopped_say(estimating, report, error);
        vgpu_report_free(report);
        return NULL;
    }
    estimating->blocks_run += count;
    estimating->instructions_left -= sample_work(report);
    time_stores_add_run(estimating->device, &estimating->stores, report, count);
    if (time_stores_note(&estimating->stores, blocks, count) &&
        (!report->profile || note_heaviest(estimating, report->profile)))
        return report;
    vgpu_report_free(report);
    error_set(error, ERROR_MEMORY, "out of memory for the time model");
    return NULL;
}

static double cost_of(const struct estimating *estimating, const struct vgpu_report *report)
{
    return sample_work(report) + 20 * estimating->occupancy.block_warps;
}

/* Forgets what was found out since `before` and what it cost, but not which bytes were written. */
static void forget(struct estimating *estimating, const struct estimating *before)
{
    struct time_stores stores = estimating->stores;
    *estimating = *before;
    estimating->stores = stores;
}

/* A grid up to 24 times too large has work here. What the look costs is forgotten. */
static bool probe_start(struct estimating *estimating, struct error *error)
{
    struct estimating before = *estimating;
    uint64_t block = estimating->occupancy.blocks / 24;
    struct vgpu_report *report CLEANUP(vgpu_report_free) = sample_run(estimating, &block, 1, true, error);
    if (!report)
        return false;
    before.probes[before.probe_count++] = (struct sample_probe){block, cost_of(estimating, report)};
    forget(estimating, &before);
    return true;
}

/*
 * The block in the middle may have less work than others: in causal attention it is the first row
 * of a head. A few more blocks at odd places show that, if they are cheap. If they are like the
 * first, their cost is forgotten. Otherwise more blocks may run, since it matters more which blocks
 * run.
 */
static bool probe_elsewhere(struct estimating *estimating, struct error *error)
{
    enum { CHEAP_SHARE = 64, PLACES = SAMPLE_PROBES - 2, TIMES = 2, MORE_IF_UNEVEN = 3 };
    static const double places[PLACES] = {0.2862, 0.6181, 0.8419};
    struct estimating before = *estimating;
    double sum = estimating->per_block;
    if (estimating->per_block * CHEAP_SHARE > estimating->instructions_left ||
        estimating->occupancy.blocks < CHEAP_SHARE)
        return true;
    for (int i = 0; i < PLACES; i++) {
        uint64_t block = (uint64_t)(places[i] * (double)estimating->occupancy.blocks);
        struct vgpu_report *report CLEANUP(vgpu_report_free) = sample_run(estimating, &block, 1, true, error);
        if (!report)
            return false;
        double cost = cost_of(estimating, report);
        before.probes[before.probe_count++] = estimating->probes[estimating->probe_count++] =
            (struct sample_probe){block, cost};
        sum += cost;
    }
    double mean = sum / (PLACES + 1);
    if (mean > TIMES * estimating->per_block) {
        estimating->per_block = mean;
        estimating->instructions_left += MORE_IF_UNEVEN * before.instructions_left;
        return true;
    }
    forget(estimating, &before);
    return probe_start(estimating, error);
}

/* Runs one block, to know how many can be afforded. */
static struct vgpu_report *probe(struct estimating *estimating, struct error *error)
{
    uint64_t block = estimating->occupancy.blocks / 2;
    struct vgpu_report *report = sample_run(estimating, &block, 1, true, error);
    if (!report)
        return NULL;
    estimating->per_block = cost_of(estimating, report);
    estimating->probes[estimating->probe_count++] = (struct sample_probe){block, estimating->per_block};
    if (probe_elsewhere(estimating, error))
        return report;
    vgpu_report_free(report);
    return NULL;
}

bool sample_probe_plain(struct estimating *estimating, struct error *error)
{
    enum { PLACES = 2 };
    uint64_t places[PLACES] = {0, (uint64_t)(0.6181 * (double)estimating->occupancy.blocks)};
    for (int i = 0; i < PLACES; i++) {
        struct vgpu_report *report CLEANUP(vgpu_report_free) = sample_run(estimating, &places[i], 1, false, error);
        if (!report)
            return false;
        estimating->per_block += cost_of(estimating, report) / PLACES;
    }
    return true;
}

/*
 * Sizes the window: as many SMs with all their blocks as can be afforded, but at least one block.
 */
static void size_window(struct estimating *estimating)
{
    const struct vgpu_occupancy *occupancy = &estimating->occupancy;
    double affordable = estimating->instructions_left * 0.5 / estimating->per_block;
    affordable = affordable > WINDOW_MOST ? WINDOW_MOST : affordable;
    uint64_t per_sm = (uint64_t)ceil(occupancy->sm_blocks);
    uint32_t resident = occupancy->blocks_per_sm < per_sm ? occupancy->blocks_per_sm : (uint32_t)per_sm;
    uint64_t most_resident = occupancy->blocks / (uint64_t)occupancy->active_sms;
    if (resident > most_resident)
        resident = most_resident ? (uint32_t)most_resident : 1;
    if (affordable < resident)
        resident = affordable < 1 ? 1 : (uint32_t)affordable;
    double groups = affordable / resident;
    groups = groups > GROUPS_MOST ? GROUPS_MOST : groups;
    groups = groups > occupancy->active_sms ? occupancy->active_sms : groups;
    estimating->groups = groups < 1 ? 1 : (uint32_t)groups;
    estimating->resident = resident;
    estimating->window_blocks = (uint64_t)estimating->groups * resident;
}

/*
 * The blocks of the window. Blocks go to SMs in turn, so that the blocks of one SM are sm_count
 * apart. The last two blocks are the ends of the grid. `around`: a block inside of it; NULL: drawn.
 */
static uint64_t *window_blocks(struct estimating *estimating, const uint64_t *around, uint64_t *out_count)
{
    const struct vgpu_occupancy *occupancy = &estimating->occupancy;
    uint64_t apart = (uint64_t)occupancy->active_sms;
    uint64_t span = apart * (estimating->resident - 1) + estimating->groups;
    uint64_t places = occupancy->blocks > span ? occupancy->blocks - span + 1 : 0;
    uint64_t first = around ? (*around > span / 2 ? *around - span / 2 : 0) : sample_draw(&estimating->random, places);
    first = places && first >= places ? places - 1 : first;
    uint64_t *blocks = malloc((estimating->window_blocks + 2) * sizeof(*blocks)), count = 0;
    estimating->window_first = first;
    for (uint32_t i = 0; blocks && i < estimating->resident; i++)
        for (uint32_t group = 0; group < estimating->groups; group++)
            blocks[count++] = first + i * apart + group;
    bool can_afford_ends = estimating->instructions_left > estimating->per_block * (double)(count + 2);
    if (blocks && can_afford_ends && first > 0)
        blocks[count++] = 0;
    if (blocks && can_afford_ends && blocks[estimating->window_blocks - 1] < occupancy->blocks - 1)
        blocks[count++] = occupancy->blocks - 1;
    *out_count = count;
    return blocks;
}

/* Adds what ops did in another run to the profile. */
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
        if (!more->wide_passes[0])
            continue;
        sum->apart |= more->apart;
        memcpy(sum->wide_passes, more->wide_passes, sizeof sum->wide_passes);
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
    uint64_t blocks[SPREAD_PART_MOST], total = estimating->occupancy.blocks;
    double width = (double)total / (double)(each * SPREAD_PARTS);
    for (uint64_t i = 0; i < each; i++) {
        uint64_t block =
            (uint64_t)((double)(i * SPREAD_PARTS + part) * width) + sample_draw(&estimating->random, (uint64_t)width);
        blocks[i] = block < total ? block : total - 1;
    }
    struct vgpu_report *report CLEANUP(vgpu_report_free) = sample_run(estimating, blocks, each, true, error);
    if (!report)
        return false;
    if (!streams_add(report->profile, blocks, &estimating->streams))
        return error_set(error, ERROR_MEMORY, "out of memory for the time model");
    traffic_add_reach(estimating->device, report->profile, each, &estimating->reach);
    repeats_add_profile(&estimating->print, report->profile);
    add_profile(sum, report->profile);
    time_stores_add_part(&estimating->stores, report, each);
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

bool sample_spread(struct estimating *estimating, struct vgpu_profile *profile, struct vgpu_profiled_op *ops,
                   double *out_intensity, double *out_error, struct error *error)
{
    double affordable = estimating->instructions_left / estimating->per_block / SPREAD_PARTS;
    uint64_t each = affordable > SPREAD_PART_MOST ? SPREAD_PART_MOST : (uint64_t)(affordable < 0 ? 0 : affordable);
    uint64_t total = estimating->occupancy.blocks;
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

static struct vgpu_report *run_window(struct estimating *estimating, const uint64_t *around, struct error *error)
{
    size_window(estimating);
    uint64_t count = 0, *blocks = window_blocks(estimating, around, &count);
    if (!blocks) {
        error_set(error, ERROR_MEMORY, "out of memory for the time model");
        return NULL;
    }
    struct vgpu_report *report = sample_run(estimating, blocks, count, true, error);
    free(blocks);
    return report;
}

/* The probe with the most work. NULL: blocks of this work have a share of that, too. */
static const struct sample_probe *busier_probe(const struct estimating *estimating, double each)
{
    enum { IDLE_SHARE = 10 };
    const struct sample_probe *most = NULL;
    for (int i = 0; i < estimating->probe_count; i++)
        if (!most || estimating->probes[i].cost > most->cost)
            most = &estimating->probes[i];
    return most && each * IDLE_SHARE < most->cost ? most : NULL;
}

/*
 * Blocks that return at once show nothing of the others. A window of such blocks is drawn in vain,
 * and its cost is forgotten. One that is sized by such a block can hold too many others to run.
 */
static struct vgpu_report *window_of_working_blocks(struct estimating *estimating, struct error *error)
{
    struct estimating before = *estimating;
    struct error failure = {0};
    struct vgpu_report *report = run_window(estimating, NULL, &failure);
    double each = report ? sample_work(report) / (double)estimating->window_blocks : before.per_block;
    const struct sample_probe *busier = busier_probe(estimating, each);
    if (!busier || (!report && failure.code != ERROR_UNSUPPORTED)) { /* a fault counts */
        if (!report && error)
            *error = failure;
        return report;
    }
    vgpu_report_free(report);
    double per_block = before.per_block;
    forget(estimating, &before);
    estimating->per_block = busier->cost;
    report = run_window(estimating, &busier->block, error);
    estimating->per_block = per_block;
    return report;
}

struct vgpu_report *sample_window(struct estimating *estimating, struct error *error)
{
    struct vgpu_report *first = probe(estimating, error);
    if (!first)
        return NULL;
    if (estimating->instructions_left <= 0) {
        estimating->groups = estimating->resident = 1;
        estimating->window_blocks = 1;
        estimating->window_first = estimating->occupancy.blocks / 2;
        return first;
    }
    vgpu_report_free(first);
    return window_of_working_blocks(estimating, error);
}
