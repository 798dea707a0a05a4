/*
 * Traffic: the requests of a sample of blocks, played through L1 and L2.
 *
 * The sample holds the blocks that some SMs hold at one time. Each of those SMs has its own L1; all share an L2 that is
 * as much smaller than the real one as they are fewer. Warps take turns, one request each. What the sample cannot show
 * is put right afterwards: lines that all SMs share are fetched once for all of them, and a launch whose data fit into
 * L2 fetches each line once.
 */
#include <stdlib.h>
#include <string.h>

#include "vgpu/time_cache_internal.h"
#include "vgpu/time_internal.h"

enum { GROUPS_MAX = 256, BUFFERS_MAX = 64, DRAM_BYTES = 64 };

/* A line that the sample touched. */
struct seen_line {
    uint64_t tag;                    /* line + 1 */
    uint16_t groups, last_group;     /* how many SMs touched it, at most; the last of them + 1 */
    uint8_t loaded, stored, partial; /* sectors; partial: not wholly written yet */
    uint8_t written[4];
    float fetched;   /* bytes that DRAM had to give */
    float atomic_ns; /* time that atomics keep its slice of L2 busy */
};

struct extent {
    uint64_t first, last; /* lines */
    double loaded_bytes, stored_bytes, written_bytes, fetched_bytes;
    bool is_local;
};

struct simulation {
    struct vgpu *device;
    const struct vgpu_profile *profile;
    struct time_traffic *traffic;
    uint32_t groups;
    struct time_cache l1[GROUPS_MAX], l2;
    struct seen_line *seen;
    size_t seen_mask;
    struct extent extents[BUFFERS_MAX];
    const struct vgpu_buffer *buffers[BUFFERS_MAX];
    int extent_count;
    double evicted_bytes;
    bool spans_grid; /* the profile shows where the first and last blocks reach */
    double l2_share; /* of L2 that holds different lines: what an SM reads from the far half is kept in both */
};
#define FITTING_SHARE 0.8

/* --- lines that were seen ---------------------------------------------------------------------------------------- */

static struct seen_line *see(struct simulation *simulation, uint64_t line)
{
    size_t at = (size_t)(line * UINT64_C(0x9e3779b97f4a7c15) >> 20) & simulation->seen_mask;
    while (simulation->seen[at].tag && simulation->seen[at].tag != line + 1)
        at = (at + 1) & simulation->seen_mask;
    simulation->seen[at].tag = line + 1;
    return &simulation->seen[at];
}

static void note_group(struct seen_line *seen, uint32_t group)
{
    if (seen->last_group == group + 1)
        return;
    seen->last_group = (uint16_t)(group + 1);
    if (seen->groups < UINT16_MAX)
        seen->groups++;
}

static struct extent *extent_of(struct simulation *simulation, uint64_t line)
{
    const struct vgpu_buffer *buffer = memory_nearest(&simulation->device->memory, line * VGPU_LINE_BYTES);
    if (line >> 43) /* local memory, see profile.c */
        buffer = NULL;
    for (int i = 0; i < simulation->extent_count; i++)
        if (simulation->buffers[i] == buffer)
            return &simulation->extents[i];
    if (simulation->extent_count == BUFFERS_MAX)
        return &simulation->extents[0];
    simulation->buffers[simulation->extent_count] = buffer;
    struct extent *extent = &simulation->extents[simulation->extent_count++];
    *extent = (struct extent){.first = line, .last = line, .is_local = !buffer};
    return extent;
}

static void stretch(struct simulation *simulation, uint64_t line)
{
    struct extent *extent = extent_of(simulation, line);
    if (line < extent->first)
        extent->first = line;
    if (line > extent->last)
        extent->last = line;
}

/* --- L2 ---------------------------------------------------------------------------------------------------------- */

static struct time_cache_line *l2_line(struct simulation *simulation, uint64_t line)
{
    struct time_cache_line *found = time_cache_find(&simulation->l2, line), evicted;
    if (found)
        return found;
    found = time_cache_insert(&simulation->l2, line, &evicted);
    simulation->evicted_bytes += VGPU_SECTOR_BYTES * __builtin_popcount(evicted.dirty);
    return found;
}

/* DRAM gives two neighbouring sectors at a time. Returns whether it was asked. */
static bool l2_read(struct simulation *simulation, struct seen_line *seen, uint64_t line, uint8_t sectors)
{
    struct time_cache_line *at = l2_line(simulation, line);
    bool missed = false;
    for (int pair = 0; pair < 2; pair++) {
        uint8_t both = (uint8_t)(3 << 2 * pair);
        if (!(sectors & both & ~at->valid))
            continue;
        at->valid |= both;
        seen->fetched += DRAM_BYTES;
        missed = true;
    }
    return missed;
}

static void l2_write(struct simulation *simulation, const struct vgpu_touched_line *touched, double bytes)
{
    struct time_cache_line *at = l2_line(simulation, touched->line);
    struct seen_line *seen = see(simulation, touched->line);
    double each = bytes / __builtin_popcount(touched->sectors);
    for (int sector = 0; sector < 4; sector++) {
        uint8_t bit = (uint8_t)(1 << sector);
        if (!(touched->sectors & bit))
            continue;
        double written = (touched->whole_sectors & bit ? VGPU_SECTOR_BYTES : each) + seen->written[sector];
        seen->written[sector] = written > VGPU_SECTOR_BYTES ? VGPU_SECTOR_BYTES : (uint8_t)written;
        seen->stored |= bit;
        if (seen->written[sector] < VGPU_SECTOR_BYTES && !(at->valid & bit))
            seen->partial |= bit;
        else
            seen->partial &= (uint8_t)~bit;
        at->dirty |= bit;
    }
}

/* --- requests ---------------------------------------------------------------------------------------------------- */

static uint32_t access_bytes(const struct ptx_instruction *instruction)
{
    enum ptx_type type =
        instruction->type_count ? (enum ptx_type)instruction->types[instruction->type_count - 1] : PTX_TYPE_B32;
    uint32_t bits = ptx_type_bits(type);
    return (bits ? bits : 32) / 8 * (instruction->vector ? instruction->vector : 1);
}

static int load_line(struct simulation *simulation, uint32_t group, const struct vgpu_touched_line *touched)
{
    struct time_traffic *traffic = simulation->traffic;
    struct time_cache_line *at = time_cache_find(&simulation->l1[group], touched->line), evicted;
    uint8_t missing = touched->sectors & (uint8_t) ~(at ? at->valid : 0);
    traffic->loads += __builtin_popcount(touched->sectors);
    traffic->load_hits += __builtin_popcount(touched->sectors & ~missing);
    struct seen_line *seen = see(simulation, touched->line);
    note_group(seen, group);
    seen->loaded |= touched->sectors;
    if (!missing)
        return 0;
    if (!at)
        at = time_cache_insert(&simulation->l1[group], touched->line, &evicted);
    at->valid |= missing;
    traffic->missed_lines++;
    traffic->missed_sectors += __builtin_popcount(missing);
    return l2_read(simulation, seen, touched->line, missing) ? 2 : 1;
}

static void store_line(struct simulation *simulation, uint32_t group, const struct vgpu_touched_line *touched,
                       uint32_t size_bytes)
{
    struct time_traffic *traffic = simulation->traffic;
    uint8_t partial = touched->sectors & (uint8_t)~touched->whole_sectors;
    traffic->store_sectors += __builtin_popcount(touched->sectors);
    traffic->partial_sectors += __builtin_popcount(partial);
    traffic->partial_lines += partial != 0;
    note_group(see(simulation, touched->line), group);
    l2_write(simulation, touched, (double)touched->lanes * size_bytes);
    extent_of(simulation, touched->line)->written_bytes += (double)touched->lanes * size_bytes;
}

/* Neighbouring words of a line are updated in one pass, words that repeat or lie scattered one after another. */
static void atomic_line(struct simulation *simulation, const struct vgpu_touched_line *touched, bool is_integer)
{
    enum { DENSE_PICOSECONDS = 2400, LANE_PICOSECONDS = 1790, INTEGER_REPEAT_PICOSECONDS = 740 };
    struct time_traffic *traffic = simulation->traffic;
    struct seen_line *seen = see(simulation, touched->line);
    bool is_dense = touched->lanes >= 8 * __builtin_popcount(touched->sectors) && touched->repeats == 1;
    bool is_same = touched->repeats == touched->lanes && touched->lanes > 1;
    double each = is_same && is_integer ? INTEGER_REPEAT_PICOSECONDS : LANE_PICOSECONDS;
    seen->atomic_ns += (float)((is_dense ? DENSE_PICOSECONDS : touched->lanes * each) / 1000);
    traffic->atomic_passes += is_dense ? 1 : touched->lanes;
    traffic->atomic_sectors += __builtin_popcount(touched->sectors);
    seen->loaded |= touched->sectors;
    l2_read(simulation, seen, touched->line, touched->sectors);
    l2_line(simulation, touched->line)->dirty |= touched->sectors;
}

static void play(struct simulation *simulation, const struct vgpu_request *request, uint32_t group)
{
    const struct ptx_instruction *instruction = simulation->profile->ops[request->op].instruction;
    struct time_op_traffic *op = &simulation->traffic->ops[request->op];
    uint32_t size_bytes = access_bytes(instruction);
    int worst = 0;
    double bytes = 0;
    for (uint32_t i = 0; i < request->line_count; i++) {
        const struct vgpu_touched_line *touched = &simulation->profile->lines[request->first_line + i];
        bytes += (double)touched->lanes * size_bytes;
        if (request->kind == VGPU_REQUEST_STORE)
            store_line(simulation, group, touched, size_bytes);
        else if (request->kind == VGPU_REQUEST_ATOMIC)
            atomic_line(simulation, touched, !ptx_type_is_float((enum ptx_type)instruction->types[0]));
        else {
            int level = load_line(simulation, group, touched);
            worst = level > worst ? level : worst;
            op->missed_lines += level > 0;
        }
    }
    op->requests++;
    op->lines += request->line_count;
    op->missed_l1 += worst >= 1;
    op->missed_l2 += worst >= 2;
    double passes = bytes / VGPU_LINE_BYTES > request->line_count ? bytes / VGPU_LINE_BYTES : request->line_count;
    simulation->traffic->l1_lines += passes;
}

/* --- order ------------------------------------------------------------------------------------------------------- */

/* Requests by warp: order[starts[w]] .. order[starts[w + 1] - 1]. */
struct by_warp {
    uint32_t *starts, *order;
    uint32_t *next; /* of each warp, to be played */
    size_t warps;
};

static bool sort_by_warp(const struct vgpu_profile *profile, struct by_warp *by_warp)
{
    size_t warps = (size_t)profile->block_count * profile->block_warps;
    by_warp->warps = warps;
    by_warp->starts = calloc(warps + 2, sizeof(*by_warp->starts));
    by_warp->order = malloc((profile->request_count + 1) * sizeof(*by_warp->order));
    by_warp->next = malloc((warps + 1) * sizeof(*by_warp->next));
    if (!by_warp->starts || !by_warp->order || !by_warp->next)
        return false;
    for (size_t pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < profile->request_count; i++) {
            const struct vgpu_request *request = &profile->requests[i];
            size_t warp = (size_t)request->block * profile->block_warps + request->warp;
            if (warp >= warps)
                continue;
            if (pass == 0)
                by_warp->starts[warp + 2]++;
            else
                by_warp->order[by_warp->starts[warp + 1]++] = (uint32_t)i;
        }
        for (size_t i = 0; pass == 0 && i < warps; i++)
            by_warp->starts[i + 2] += by_warp->starts[i + 1];
    }
    memcpy(by_warp->next, by_warp->starts, (warps + 1) * sizeof(*by_warp->next));
    return true;
}

/* The end of a warp's turn that begins at `at`: it issues loads back to back, a store waits for what was loaded. */
static uint32_t turn_end(const struct vgpu_profile *profile, const struct by_warp *by_warp, uint32_t at, uint32_t end)
{
    enum { LOADS_MOST = 8 };
    uint32_t last = at + LOADS_MOST < end ? at + LOADS_MOST : end;
    while (at < last)
        if (profile->requests[by_warp->order[at++]].kind != VGPU_REQUEST_LOAD)
            return at;
    return at;
}

/* Warps of the first `blocks` blocks take turns. */
static void play_all(struct simulation *simulation, struct by_warp *by_warp, size_t blocks)
{
    const struct vgpu_profile *profile = simulation->profile;
    size_t warps = blocks * profile->block_warps;
    for (bool any = true; any;) {
        any = false;
        for (size_t warp = 0; warp < warps; warp++) {
            uint32_t group = (uint32_t)(warp / profile->block_warps % simulation->groups);
            uint32_t *at = &by_warp->next[warp];
            uint32_t end = turn_end(profile, by_warp, *at, by_warp->starts[warp + 1]);
            any |= *at < end;
            while (*at < end)
                play(simulation, &profile->requests[by_warp->order[(*at)++]], group);
        }
    }
}

/* --- the whole launch -------------------------------------------------------------------------------------------- */

struct totals {
    double partial_bytes, hottest_ns;
};

/* `shared_scale` is for lines that all SMs of the sample use: they are fetched for the others too. */
static struct totals sum_lines(struct simulation *simulation, double scale, double shared_scale)
{
    struct totals totals = {0};
    for (size_t i = 0; i <= simulation->seen_mask; i++) {
        const struct seen_line *seen = &simulation->seen[i];
        if (!seen->tag)
            continue;
        bool is_shared = simulation->groups > 1 && seen->groups >= simulation->groups;
        struct extent *extent = extent_of(simulation, seen->tag - 1);
        extent->fetched_bytes += (double)seen->fetched * (is_shared ? shared_scale : scale);
        uint8_t pairs = seen->loaded | (uint8_t)((seen->loaded & 5) << 1) | (uint8_t)((seen->loaded & 10) >> 1);
        extent->loaded_bytes += VGPU_SECTOR_BYTES * __builtin_popcount(pairs);
        extent->stored_bytes += VGPU_SECTOR_BYTES * __builtin_popcount(seen->stored);
        totals.partial_bytes += VGPU_SECTOR_BYTES * __builtin_popcount(seen->partial);
        if (seen->atomic_ns > totals.hottest_ns)
            totals.hottest_ns = seen->atomic_ns;
    }
    return totals;
}

static double least(double a, double b)
{
    return a < b ? a : b;
}

static void extrapolate(struct simulation *simulation, const struct time_shape *shape, double scale)
{
    const struct vgpu_architecture *architecture = simulation->device->architecture;
    struct time_traffic *traffic = simulation->traffic;
    struct totals totals = sum_lines(simulation, scale, scale * simulation->groups / shape->active_sms);
    double read = 0, stored = 0, l2_bytes = (double)architecture->l2_bytes;
    bool others_complete = false;
    for (int i = 0; i < simulation->extent_count; i++) {
        const struct extent *extent = &simulation->extents[i];
        double range = (double)(extent->last - extent->first + 1) * VGPU_LINE_BYTES;
        if (extent->is_local)
            range = 1e18;
        else if (!simulation->spans_grid)
            range = (double)simulation->buffers[i]->size_bytes;
        double loaded = least(range, extent->loaded_bytes * scale);
        /* what fits is fetched once; what is fetched at all is fetched at least once */
        bool fits = range < FITTING_SHARE * l2_bytes * simulation->l2_share;
        read += fits || extent->fetched_bytes < loaded ? loaded : extent->fetched_bytes;
        stored += least(range, extent->stored_bytes * scale);
        if (extent->written_bytes * scale > 0.9 * range)
            others_complete = true; /* what this block leaves out of a sector, another one writes */
    }
    double evicted = simulation->evicted_bytes * scale, write = evicted > stored ? evicted : stored;
    double left_in_l2 = 0.25 * l2_bytes;
    traffic->dram_read_bytes = read + totals.partial_bytes * scale * (others_complete ? 0.1 : 1);
    traffic->dram_write_bytes = write > left_in_l2 ? write - left_in_l2 : 0;
    traffic->hottest_ns = totals.hottest_ns;
}

/* Where the first and last blocks of the grid reach, which the window does not show. */
static void stretch_all(struct simulation *simulation)
{
    const struct vgpu_profile *profile = simulation->profile;
    for (size_t i = 0; i < profile->line_count; i++)
        stretch(simulation, profile->lines[i].line);
}

static bool init(struct simulation *simulation, const struct time_shape *shape)
{
    const struct vgpu_architecture *architecture = simulation->device->architecture;
    size_t slots = 1024;
    while (slots < simulation->profile->line_count * 2)
        slots *= 2;
    simulation->seen_mask = slots - 1;
    simulation->seen = calloc(slots, sizeof(*simulation->seen));
    double share = simulation->l2_share * simulation->groups / shape->active_sms;
    bool ready =
        simulation->seen && time_cache_init(&simulation->l2, (uint64_t)((double)architecture->l2_bytes * share));
    for (uint32_t i = 0; ready && i < simulation->groups; i++)
        ready = time_cache_init(&simulation->l1[i], shape->l1_bytes);
    return ready;
}

static void done(struct simulation *simulation)
{
    for (uint32_t i = 0; i < simulation->groups; i++)
        time_cache_done(&simulation->l1[i]);
    time_cache_done(&simulation->l2);
    free(simulation->seen);
    free(simulation);
}

bool time_traffic_find(struct vgpu *device, const struct vgpu_profile *profile, const struct time_shape *shape,
                       uint32_t groups, uint64_t blocks, double intensity, struct time_traffic *out_traffic)
{
    struct by_warp by_warp = {0};
    struct simulation *simulation = calloc(1, sizeof(*simulation));
    *out_traffic = (struct time_traffic){.blocks = (double)blocks};
    out_traffic->ops = calloc(profile->op_count + 1U, sizeof(*out_traffic->ops));
    if (!simulation || !out_traffic->ops) {
        free(simulation);
        return false;
    }
    simulation->device = device;
    simulation->profile = profile;
    simulation->spans_grid = profile->block_count > blocks || blocks == shape->blocks;
    simulation->traffic = out_traffic;
    simulation->l2_share =
        device->architecture->compute_minor == 0 && device->architecture->compute_major >= 8 ? 0.5 : 1;
    simulation->groups = groups > GROUPS_MAX ? GROUPS_MAX : groups;
    bool ready = init(simulation, shape) && sort_by_warp(profile, &by_warp);
    if (ready) {
        stretch_all(simulation);
        play_all(simulation, &by_warp, blocks);
        extrapolate(simulation, shape, intensity * (double)shape->blocks / (double)blocks);
    }
    free(by_warp.starts);
    free(by_warp.order);
    free(by_warp.next);
    done(simulation);
    return ready;
}

void time_traffic_done(struct time_traffic *traffic)
{
    free(traffic->ops);
}
