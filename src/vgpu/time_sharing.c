/*
 * What a block reads of the same memory as the blocks beside it, where blocks cost so much that the sample is hardly
 * more than one: the neighbours of that one in x, y and z are begun, and their lines are looked up among its lines. The
 * rows of a matrix that a block of a product reads are those of its neighbour in x, the columns those of the one in y:
 * blocks that run at the same time fetch them once.
 */
#include <stdlib.h>

#include "vgpu/time_internal.h"

enum { BEGIN_WORK = 100000, BEGIN_LEAST_WORK = 4000 }; /* of a neighbour, see vgpu/profile.h */

struct line_set {
    uint64_t *slots; /* line + 1; owned */
    size_t mask;
};

static uint64_t *slot_of(const struct line_set *set, uint64_t line)
{
    size_t at = (size_t)(line * UINT64_C(0x9e3779b97f4a7c15) >> 20) & set->mask;
    while (set->slots[at] && set->slots[at] != line + 1)
        at = (at + 1) & set->mask;
    return &set->slots[at];
}

/* The lines that the first block of the window loads. */
static bool collect_lines(const struct vgpu_profile *window, struct line_set *out_set)
{
    size_t slots = 1024;
    while (slots < window->line_count * 2)
        slots *= 2;
    *out_set = (struct line_set){.slots = calloc(slots, sizeof(*out_set->slots)), .mask = slots - 1};
    for (size_t i = 0; out_set->slots && i < window->request_count; i++) {
        const struct vgpu_request *request = &window->requests[i];
        if (request->block != 0 || request->kind != VGPU_REQUEST_LOAD)
            continue;
        for (uint32_t j = 0; j < request->line_count; j++) {
            uint64_t line = window->lines[request->first_line + j].line;
            *slot_of(out_set, line) = line + 1;
        }
    }
    return out_set->slots != NULL;
}

static struct time_shared *shared_of(struct time_sharing *sharing, const struct vgpu_buffer *buffer)
{
    for (int i = 0; buffer && i < sharing->count; i++)
        if (sharing->buffers[i].address == buffer->start)
            return &sharing->buffers[i];
    if (!buffer || sharing->count == TIME_SHARED_MAX)
        return NULL;
    struct time_shared *shared = &sharing->buffers[sharing->count++];
    *shared = (struct time_shared){.address = buffer->start};
    return shared;
}

/* Adds up which lines of the neighbour's are the block's own. */
static void compare(struct vgpu *device, const struct vgpu_profile *neighbour, const struct line_set *own, int axis,
                    struct time_sharing *sharing)
{
    for (size_t i = 0; i < neighbour->request_count; i++) {
        const struct vgpu_request *request = &neighbour->requests[i];
        for (uint32_t j = 0; request->kind == VGPU_REQUEST_LOAD && j < request->line_count; j++) {
            uint64_t line = neighbour->lines[request->first_line + j].line;
            struct time_shared *shared =
                shared_of(sharing, memory_find(&device->memory, line * VGPU_LINE_BYTES, VGPU_LINE_BYTES));
            if (!shared)
                continue;
            shared->lines[axis]++;
            shared->common[axis] += *slot_of(own, line) != 0;
        }
    }
}

/* As much of a block as it does before its first store: what is cut short leaves no half-made sum behind. */
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

void time_sharing_find(struct vgpu_module *module, const struct time_request *request,
                       const struct vgpu_profile *window, uint64_t block, double per_block,
                       struct time_sharing *out_sharing)
{
    *out_sharing = (struct time_sharing){0};
    struct vgpu_launch launch = request->launch;
    launch.instruction_limit = work_before_stores(window, per_block);
    struct line_set own = {0};
    if (launch.instruction_limit < BEGIN_LEAST_WORK || window->is_cut || !collect_lines(window, &own))
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
        if (report && report->profile && !report->faulted && !report->deadlocked)
            compare(module->device, report->profile, &own, axis, out_sharing);
    }
    free(own.slots);
}

double time_sharing_distinct(const struct time_sharing *sharing, uint64_t address, double blocks)
{
    const struct time_shared *shared = NULL;
    for (int i = 0; i < sharing->count; i++)
        if (sharing->buffers[i].address == address)
            shared = &sharing->buffers[i];
    double distinct = 1;
    for (int axis = 0; shared && axis < 3; axis++) {
        double extent = sharing->grid[axis] < blocks ? sharing->grid[axis] : blocks;
        double common = shared->lines[axis] > 0 ? shared->common[axis] / shared->lines[axis] : 0;
        distinct *= extent > 1 ? 1 + (extent - 1) * (1 - common) : 1;
        blocks = extent > 0 ? blocks / extent : 1;
    }
    return shared ? distinct : 0;
}
