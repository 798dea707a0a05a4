/*
 * What a block loads that the blocks beside it load too.
 *
 * Some blocks cost so much that the sample is hardly more than one block. Then the neighbours of
 * that block in x, y and z run a little way, and their lines are looked up among its lines. A block
 * of a matrix product shares its rows with the neighbour in x and its columns with the one in y.
 * Blocks that run together fetch these once. Neighbours of a block that stores soon run whole, if
 * that is cheap.
 */
#include <stdlib.h>

#include "timing/traffic/sharing.h"
#include "vgpu/buffers.h"

enum {
    BEGIN_WORK = 100000,
    BEGIN_LEAST_WORK = 4000,
    WHOLE_WORK = 200000
}; /* work of a neighbour's run, see vgpu/profile.h */

/* A set of halves of lines: DRAM delivers half a line at a time. */
struct line_set {
    uint64_t *slots; /* half + 1; owned */
    size_t mask;
};

/* Whether the half is in the set. */
static bool has(const struct line_set *set, uint64_t half, size_t *out_at)
{
    *out_at = (size_t)(half * UINT64_C(0x9e3779b97f4a7c15) >> 20) & set->mask;
    while (set->slots[*out_at] && set->slots[*out_at] != half + 1)
        *out_at = (*out_at + 1) & set->mask;
    return set->slots[*out_at] != 0;
}

/* Adds the half; false if it was there. */
static bool put(struct line_set *set, uint64_t half)
{
    size_t at;
    if (has(set, half, &at))
        return false;
    set->slots[at] = half + 1;
    return true;
}

static bool line_set_init(struct line_set *set, size_t lines)
{
    size_t slots = 1024;
    while (slots < lines * 4)
        slots *= 2;
    *set = (struct line_set){.slots = calloc(slots, sizeof(*set->slots)), .mask = slots - 1};
    return set->slots != NULL;
}

/* Whether a touched line's first or second half is among its sectors. */
static bool touches(const struct vgpu_touched_line *touched, int half)
{
    enum { HALF_SECTORS = 3 };
    return (touched->sectors >> 2 * half & HALF_SECTORS) != 0;
}

/* Collects what the first block of the window loads. */
static bool collect_lines(const struct vgpu_profile *window, struct line_set *out_set)
{
    if (!line_set_init(out_set, window->line_count))
        return false;
    for (size_t i = 0; i < window->request_count; i++) {
        const struct vgpu_request *request = &window->requests[i];
        if (request->block != 0 || request->kind != VGPU_REQUEST_LOAD)
            continue;
        for (uint32_t j = 0; j < 2U * request->line_count; j++) {
            const struct vgpu_touched_line *touched = &window->lines[request->first_line + j / 2];
            if (touches(touched, j % 2))
                put(out_set, touched->line * 2 + j % 2);
        }
    }
    return true;
}

static struct time_shared *shared_of(struct time_sharing *sharing, struct vgpu_range buffer)
{
    for (int i = 0; buffer.start && i < sharing->count; i++)
        if (sharing->buffers[i].address == buffer.start)
            return &sharing->buffers[i];
    if (!buffer.start || sharing->count == TIME_SHARED_MAX)
        return NULL;
    struct time_shared *shared = &sharing->buffers[sharing->count++];
    *shared = (struct time_shared){.address = buffer.start};
    return shared;
}

static void compare_half(const struct vgpu *device, uint64_t half, const struct line_set *own, int axis,
                         struct time_sharing *sharing)
{
    size_t at;
    struct time_shared *shared =
        shared_of(sharing, vgpu_buffer_at(device, half / 2 * VGPU_LINE_BYTES, VGPU_LINE_BYTES));
    if (!shared)
        return;
    shared->halves[axis]++;
    shared->common[axis] += has(own, half, &at);
}

/* Counts the halves of lines that the neighbour loads, and those that are the block's own too. */
static void compare(const struct vgpu *device, const struct vgpu_profile *neighbour, const struct line_set *own,
                    int axis, struct time_sharing *sharing)
{
    struct line_set seen;
    if (!line_set_init(&seen, neighbour->line_count))
        return;
    for (size_t i = 0; i < neighbour->request_count; i++) {
        const struct vgpu_request *request = &neighbour->requests[i];
        for (uint32_t j = 0; request->kind == VGPU_REQUEST_LOAD && j < 2U * request->line_count; j++) {
            const struct vgpu_touched_line *touched = &neighbour->lines[request->first_line + j / 2];
            uint64_t half = touched->line * 2 + j % 2;
            if (touches(touched, j % 2) && put(&seen, half))
                compare_half(device, half, own, axis, sharing);
        }
    }
    free(seen.slots);
}

/*
 * The work of a block before its first store. A run that ends there leaves no half-made sum in
 * memory.
 */
static uint64_t work_before_stores(const struct vgpu_profile *window, double per_block)
{
    size_t loads = 0, all = 0;
    bool stores = false;
    for (size_t i = 0; i < window->request_count && window->requests[i].block == 0; i++) {
        all++;
        stores |= window->requests[i].kind != VGPU_REQUEST_LOAD;
        loads += !stores;
    }
    double work = all ? 0.8 * per_block * (double)loads / (double)all : 0;
    return (uint64_t)(work < BEGIN_WORK ? work : BEGIN_WORK);
}

static struct vgpu_range buffer_of(const struct vgpu *device, const struct vgpu_profile *window,
                                   const struct vgpu_request *request)
{
    uint64_t line = request->line_count ? window->lines[request->first_line].line : 0;
    return vgpu_buffer_at(device, line * VGPU_LINE_BYTES, VGPU_LINE_BYTES);
}

/* Whether the first block changes what it reads. Such a block cannot run twice. */
static bool updates(const struct vgpu *device, const struct vgpu_profile *window)
{
    enum { LOADED_MOST = 32 };
    uint64_t loaded[LOADED_MOST]; /* starts of buffers */
    int count = 0;
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < window->request_count && window->requests[i].block == 0; i++) {
            const struct vgpu_request *request = &window->requests[i];
            uint64_t buffer = buffer_of(device, window, request).start;
            int at = 0;
            while (at < count && loaded[at] != buffer)
                at++;
            if (request->kind == VGPU_REQUEST_ATOMIC || count == LOADED_MOST)
                return true;
            if (pass == 0 && request->kind == VGPU_REQUEST_LOAD && at == count)
                loaded[count++] = buffer;
            if (pass == 1 && request->kind == VGPU_REQUEST_STORE && at < count)
                return true;
        }
    return false;
}

/* The work to spend on a neighbour; 0: do not run it. */
static uint64_t work_of(const struct vgpu *device, const struct vgpu_profile *window, double per_block)
{
    uint64_t work = work_before_stores(window, per_block);
    if (work >= BEGIN_LEAST_WORK)
        return work;
    bool runs_whole = per_block >= BEGIN_LEAST_WORK && per_block <= WHOLE_WORK && !updates(device, window);
    return runs_whole ? WHOLE_WORK * 2 : 0;
}

void sharing_find(struct vgpu_module *module, const struct time_request *request, const struct vgpu_profile *window,
                  uint64_t block, double per_block, struct time_sharing *out_sharing)
{
    *out_sharing = (struct time_sharing){0};
    struct vgpu_launch launch = request->launch;
    struct vgpu *device = vgpu_module_device(module);
    launch.instruction_limit = work_of(device, window, per_block);
    struct line_set own = {0};
    if (!launch.instruction_limit || window->is_cut || !collect_lines(window, &own))
        return;
    launch.checks = VGPU_COUNT;
    launch.cooperative = false;
    launch.profile = true;
    launch.sample_count = 1;
    uint64_t apart = 1;
    for (int axis = 0; axis < 3; apart *= launch.grid[axis++]) {
        uint64_t place = block / apart % launch.grid[axis];
        uint64_t neighbour = place + 1 < launch.grid[axis] ? block + apart : block - apart;
        out_sharing->grid[axis] = launch.grid[axis];
        if (launch.grid[axis] < 2)
            continue;
        launch.sample = &neighbour;
        struct error ignored = {0};
        struct vgpu_report *report CLEANUP(vgpu_report_free) = vgpu_launch(module, &launch, &ignored);
        if (report)
            out_sharing->ran[out_sharing->ran_count++] = neighbour;
        if (report && report->profile && !report->faulted && !report->deadlocked)
            compare(device, report->profile, &own, axis, out_sharing);
    }
    free(own.slots);
}

double sharing_distinct_bytes(const struct time_sharing *sharing, uint64_t address, double blocks)
{
    const struct time_shared *shared = NULL;
    for (int i = 0; i < sharing->count; i++)
        if (sharing->buffers[i].address == address)
            shared = &sharing->buffers[i];
    double distinct = 1;
    for (int axis = 0; shared && axis < 3; axis++) {
        double extent = sharing->grid[axis] < blocks ? sharing->grid[axis] : blocks;
        double common = shared->halves[axis] > 0 ? shared->common[axis] / shared->halves[axis] : 0;
        distinct *= extent > 1 ? 1 + (extent - 1) * (1 - common) : 1;
        blocks = extent > 0 ? blocks / extent : 1;
    }
    return shared ? distinct : 0;
}
