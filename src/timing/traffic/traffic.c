/*
 * Traffic: the requests of a sample, played through L1 and L2.
 *
 * The sample holds the blocks that some SMs hold at one time. Each of these SMs has its own L1. All
 * share an L2 that is smaller than the real one in the same proportion. Warps take turns of several
 * loads or one store. A line that another warp asked for in the same turn is still in flight: it is
 * no traffic, but the warp waits as long. The file extrapolation.c corrects what the sample cannot
 * show.
 */
#include <stdlib.h>
#include <string.h>

#include "timing/traffic/simulation.h"

/* Fitted on kernels/calibration. */
#define OPEN_PAGES 2048    /* of DRAM at a time */
#define L1_DATA_SHARE 0.5  /* share of L1 that holds data; it has tags for all of it, and many lines hold one sector */
#define L1_LOCAL_SHARE 0.9 /* both shares where L1 holds local memory, which stays longer */
#define OWN_LINES_SHARE \
    1.5 /* lines that one SM uses take one place in L2; lines that SMs of both halves use take two */

/* --- order ------------------------------------------------------------------------------------ */

/* Requests by warp: order[starts[w]] .. order[starts[w + 1] - 1]. */
struct by_warp {
    uint32_t *starts, *order;
    uint32_t *next;   /* the next request of each warp */
    uint32_t *resume; /* the turn in which the warp can go on */
};

static bool sort_by_warp(const struct vgpu_profile *profile, struct by_warp *by_warp)
{
    size_t warps = (size_t)profile->block_count * profile->block_warps;
    by_warp->starts = calloc(warps + 2, sizeof(*by_warp->starts));
    by_warp->order = malloc((profile->request_count + 1) * sizeof(*by_warp->order));
    by_warp->next = malloc((warps + 1) * sizeof(*by_warp->next));
    by_warp->resume = calloc(warps + 1, sizeof(*by_warp->resume));
    if (!by_warp->starts || !by_warp->order || !by_warp->next || !by_warp->resume)
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

/*
 * One turn of a warp: it issues loads back to back until one has to wait. A store waits for the
 * loads before it. A hit in L1 hardly holds the warp up.
 */
static void play_turn(struct simulation *simulation, struct by_warp *by_warp, uint32_t *at, uint32_t end)
{
    enum { LOADS_MOST = 8, REQUESTS_MOST = 32 };
    int waits = 0;
    for (int played = 0; *at < end && played < REQUESTS_MOST; played++) {
        const struct vgpu_request *request = &simulation->profile->requests[by_warp->order[(*at)++]];
        bool is_load = request->kind == VGPU_REQUEST_LOAD;
        uint32_t merged = 0;
        if (request->kind == VGPU_REQUEST_STORE)
            request_play_stores(simulation, request, &by_warp->order[*at], end - *at, &merged);
        for (; merged; merged--)
            request_play(simulation, &simulation->profile->requests[by_warp->order[(*at)++]]);
        int level = request_play(simulation, request);
        waits = level > waits ? level : waits;
        if (waits && (!is_load || played + 1 >= LOADS_MOST))
            break;
    }
    by_warp->resume[simulation->warp] = simulation->turn + request_turns(waits);
}

/* Warps of the first `blocks` blocks take turns. */
static void play_all(struct simulation *simulation, struct by_warp *by_warp, size_t blocks)
{
    const struct vgpu_profile *profile = simulation->profile;
    size_t warps = blocks * profile->block_warps;
    for (bool any = true; any;) {
        any = false;
        simulation->turn++;
        for (size_t warp = 0; warp < warps; warp++) {
            simulation->warp = (uint32_t)warp;
            simulation->group = (uint32_t)(warp / profile->block_warps % simulation->groups);
            any |= by_warp->next[warp] < by_warp->starts[warp + 1];
            if (by_warp->resume[warp] > simulation->turn)
                continue;
            play_turn(simulation, by_warp, &by_warp->next[warp], by_warp->starts[warp + 1]);
        }
    }
}

/* Finds the share of each op's loads to 64 bytes that its warp has not asked for lately. */
static void count_fresh(const struct vgpu_profile *profile, struct time_traffic *traffic)
{
    enum { RECENT = 64, JUST = 16, HALVES = 2, FIRST_HALF = 3 };
    struct {
        uint64_t half;
        size_t asked; /* the request's number */
    } recent[RECENT] = {0};
    uint64_t warp = UINT64_MAX;
    for (size_t i = 0; i < profile->request_count; i++) {
        const struct vgpu_request *request = &profile->requests[i];
        uint64_t now = (uint64_t)request->block << 16 | request->warp;
        if (request->kind != VGPU_REQUEST_LOAD || !request->line_count)
            continue;
        if (now != warp)
            memset(recent, 0, sizeof recent);
        warp = now;
        const struct vgpu_touched_line *line = &profile->lines[request->first_line];
        uint64_t half = line->line * HALVES + ((line->sectors & FIRST_HALF) == 0) + 1;
        bool is_known = recent[half % RECENT].half == half && i - recent[half % RECENT].asked <= JUST;
        traffic->ops[request->op].fresh += !is_known;
        traffic->ops[request->op].asked++;
        recent[half % RECENT].half = half;
        recent[half % RECENT].asked = i;
    }
    for (uint32_t i = 0; i < profile->op_count; i++)
        if (traffic->ops[i].asked > 0)
            traffic->ops[i].fresh /= traffic->ops[i].asked;
}

static void stretch(struct simulation *simulation, uint64_t line)
{
    struct extent *extent = request_extent(simulation, line);
    if (line < extent->first)
        extent->first = line;
    if (line > extent->last)
        extent->last = line;
}

/*
 * Extends the extents to the whole grid. The first and last blocks show where the launch begins and
 * ends, which the window does not. They may have nothing to do, as at the border of a stencil, so
 * that blocks from all over the grid count too.
 */
static void stretch_all(struct simulation *simulation, const struct time_streams *streams)
{
    const struct vgpu_profile *profile = simulation->profile;
    for (size_t i = 0; i < profile->line_count; i++)
        stretch(simulation, profile->lines[i].line);
    for (uint32_t i = 0; i < streams->op_count; i++) {
        if (streams->ops[i].count <= 0)
            continue;
        stretch(simulation, streams->ops[i].first);
        stretch(simulation, streams->ops[i].last);
    }
}

static bool has_local(const struct vgpu_profile *profile)
{
    for (uint32_t i = 0; i < profile->op_count; i++)
        if (profile->ops[i].instruction && profile->ops[i].instruction->space == PTX_SPACE_LOCAL &&
            profile->ops[i].requests)
            return true;
    return false;
}

static bool init(struct simulation *simulation, const struct vgpu_occupancy *occupancy)
{
    bool is_local = has_local(simulation->profile);
    double l1_share = is_local ? L1_LOCAL_SHARE : 1, data_share = is_local ? L1_LOCAL_SHARE : L1_DATA_SHARE;
    enum { LINE_SECTORS = VGPU_LINE_BYTES / VGPU_SECTOR_BYTES };
    size_t slots = 1024;
    while (slots < simulation->profile->line_count * 2)
        slots *= 2;
    simulation->seen_mask = slots - 1;
    simulation->seen = calloc(slots, sizeof(*simulation->seen));
    /* expensive blocks are fewer than an SM holds, so that they get a smaller part of the caches */
    double held = (double)simulation->blocks / simulation->groups / occupancy->resident, part = held < 1 ? held : 1;
    double share = part * simulation->groups / occupancy->active_sms;
    simulation->page_mask = 15;
    while ((double)(simulation->page_mask + 1) < OPEN_PAGES * share)
        simulation->page_mask = simulation->page_mask * 2 + 1;
    simulation->pages = calloc(simulation->page_mask + 1, sizeof(*simulation->pages));
    simulation->l1_sectors_most =
        (uint32_t)(part * data_share * occupancy->l1_bytes / VGPU_SECTOR_BYTES) + LINE_SECTORS;
    bool ready = simulation->seen && simulation->pages &&
                 tag_cache_init(&simulation->l2, (uint64_t)(OWN_LINES_SHARE * simulation->l2_bytes * share));
    for (uint32_t i = 0; ready && i < simulation->groups; i++) {
        ready = tag_cache_init(&simulation->l1[i], (uint64_t)(part * l1_share * occupancy->l1_bytes));
        if (ready)
            simulation->arrivals[i] =
                calloc(simulation->l1[i].set_count * VGPU_CACHE_WAYS, sizeof(*simulation->arrivals[i]));
        ready = ready && simulation->arrivals[i];
    }
    return ready;
}

static void done(struct simulation *simulation)
{
    for (uint32_t i = 0; i < simulation->groups; i++) {
        tag_cache_done(&simulation->l1[i]);
        free(simulation->arrivals[i]);
    }
    tag_cache_done(&simulation->l2);
    free(simulation->seen);
    free(simulation->pages);
    free(simulation);
}

static void begin(const struct vgpu *device, const struct vgpu_occupancy *occupancy, const struct time_window *window,
                  struct simulation *simulation, struct time_traffic *traffic)
{
    simulation->device = device;
    simulation->architecture = vgpu_architecture_of(device);
    simulation->link = link_find(simulation->architecture);
    simulation->window = window;
    simulation->profile = window->profile;
    simulation->blocks = window->blocks;
    simulation->spans_grid = window->profile->block_count > window->blocks || window->blocks == occupancy->blocks;
    simulation->traffic = traffic;
    simulation->l2_bytes = vgpu_architecture_distinct_l2_bytes(simulation->architecture);
    simulation->groups = window->groups > GROUPS_MAX ? GROUPS_MAX : window->groups;
    traffic->link_cycles = simulation->link->latency_ns * simulation->architecture->clock_hz * 1e-9;
}

void traffic_add_reach(const struct vgpu *device, const struct vgpu_profile *profile, uint64_t blocks,
                       struct time_reach *reach)
{
    for (size_t i = 0; i < profile->request_count; i++) {
        const struct vgpu_request *request = &profile->requests[i];
        for (uint32_t j = 0; j < request->line_count && request->block < blocks; j++) {
            uint64_t address = profile->lines[request->first_line + j].line * VGPU_LINE_BYTES;
            reach->lines++;
            reach->far += vgpu_owner(device, address) != vgpu_number(device);
        }
    }
}

/*
 * Blocks of one place may all read what other devices have, or nothing of it. Blocks from all over
 * the grid show the share of an average block.
 */
static void average_link(struct simulation *simulation)
{
    enum { LINE_SECTORS = VGPU_LINE_BYTES / VGPU_SECTOR_BYTES };
    const struct time_reach *all = &simulation->window->reach;
    struct time_traffic *traffic = simulation->traffic;
    struct time_reach here = {0};
    traffic_add_reach(simulation->device, simulation->profile, simulation->blocks, &here);
    if (all->lines <= 0 || here.lines <= 0)
        return;
    double share = all->far / all->lines;
    if (here.far <= 0) {
        traffic->link_read_bytes = share * here.lines * link_packet_bytes(simulation->link, LINE_SECTORS, false);
        return;
    }
    traffic->link_read_bytes *= share * here.lines / here.far;
    traffic->link_written_bytes *= share * here.lines / here.far;
}

bool traffic_find(const struct vgpu *device, const struct vgpu_occupancy *occupancy, const struct time_window *window,
                  struct time_traffic *out_traffic)
{
    const struct vgpu_profile *profile = window->profile;
    struct by_warp by_warp = {0};
    struct simulation *simulation = calloc(1, sizeof(*simulation));
    *out_traffic = (struct time_traffic){.blocks = (double)window->blocks};
    out_traffic->ops = calloc(profile->op_count + 1U, sizeof(*out_traffic->ops));
    if (!simulation || !out_traffic->ops) {
        free(simulation);
        return false;
    }
    begin(device, occupancy, window, simulation, out_traffic);
    bool ready = init(simulation, occupancy) && sort_by_warp(profile, &by_warp);
    if (ready) {
        stretch_all(simulation, window->streams);
        count_fresh(profile, out_traffic);
        play_all(simulation, &by_warp, window->blocks);
        average_link(simulation);
        extrapolation_find(simulation, occupancy,
                           window->intensity * (double)occupancy->blocks / (double)window->blocks);
    }
    free(by_warp.starts);
    free(by_warp.order);
    free(by_warp.next);
    free(by_warp.resume);
    done(simulation);
    return ready;
}

void traffic_done(struct time_traffic *traffic)
{
    free(traffic->ops);
}
