/*
 * When may blocks run side by side?
 *
 * The canonical order is block after block. Running blocks together must give the same memory,
 * findings and counters. It does if no block can see the effects of another. Two conditions ensure
 * this.
 *
 * The first is known at load time. The program has no atomic with a used result, and no float
 * atomic, exchange or compare-and-swap. It has no volatile or ordered access to global memory.
 *
 * The second is seen as it happens, at the first access of each op to a buffer. No buffer is both
 * read and written, or both written and updated atomically. If one is, the launch is undone and run
 * again in order. For this, buffers are saved before their first write.
 *
 * A buffer that is read and written in place (y = a * x + y) gets a second chance. The launch is
 * undone, but runs side by side again. Every read and write of that buffer claims its words for the
 * block (claims.c). If no word was claimed twice, no block saw the effects of another. The kernel
 * remembers which buffers these were.
 */
#include <string.h>

#include "vgpu/execution/buffer_use.h"
#include "vgpu/execution/claims.h"
#include "vgpu/execution/device.h"
#include "vgpu/execution/save.h"
#include "vgpu/launch/launch.h"
#include "vgpu/observers/observers.h"

bool parallel_is_permitted(const struct vgpu_launch_state *launch)
{
    const struct vgpu_order_traits *traits = &launch->entry->traits;
    return !traits->has_ordered_access && !traits->has_live_atomic && !traits->uses_heap &&
           !launch->request->cooperative && launch->cluster_members == 1;
}

/* --- all buffers that the launch can reach ---------------------------------------------------- */

static void forget_use(struct vgpu_memory *memory, struct vgpu_buffer *buffer)
{
    (void)memory;
    atomic_store(&buffer->use, 0);
}

/* A buffer that the launch has filled needs no shadow any more. */
static void settle(struct vgpu_memory *memory, struct vgpu_buffer *buffer)
{
    claims_end(memory, buffer);
    save_end(memory, buffer);
    atomic_store(&buffer->is_exclusive, false);
    if (atomic_load(&buffer->use) & VGPU_USED_WRITTEN && !buffer->all_defined)
        buffer->all_defined = shadow_is_defined(buffer->defined, 0, buffer->size_bytes);
}

void parallel_begin(struct vgpu_launch_state *launch)
{
    pthread_mutex_init(&launch->lock, NULL);
    memory_for_each(device_memory(launch->device), forget_use);
}

bool parallel_undo(struct vgpu_launch_state *launch)
{
    memory_for_each(device_memory(launch->device), save_restore); /* saved content stays, for the next attempt */
    memory_for_each(device_memory(launch->device), claims_end);
    bool may_succeed = OBSERVE_ANY(attempt_undone, launch);
    pthread_mutex_destroy(&launch->lock);
    return may_succeed;
}

static void doubt(struct vgpu_memory *memory, struct vgpu_buffer *buffer)
{
    (void)memory;
    if (buffer->lazy && buffer_use_conflicts(atomic_load(&buffer->use)))
        atomic_fetch_or(&buffer->recent_use, VGPU_USED_UNWRITTEN);
}

void parallel_doubt(struct vgpu_launch_state *launch)
{
    memory_for_each(device_memory(launch->device), doubt);
}

void parallel_end(struct vgpu_launch_state *launch)
{
    memory_for_each(device_memory(launch->device), settle);
    pthread_mutex_destroy(&launch->lock);
}

/* --- kernels that update buffers in place ----------------------------------------------------- */

enum { IN_PLACE_MAX = sizeof(((struct vgpu_function *)0)->in_place) / sizeof(uint64_t) };

void parallel_recall(struct vgpu_launch_state *launch)
{
    for (int i = 0; i < IN_PLACE_MAX; i++) {
        uint64_t start = launch->entry->in_place[i];
        struct vgpu_buffer *buffer = start ? memory_find(device_memory(launch->device), start, 0) : NULL;
        if (buffer && buffer->start == start)
            atomic_store(&buffer->is_exclusive, true);
    }
}

void parallel_remember(const struct vgpu_launch_state *launch)
{
    uint64_t *in_place = launch->module->functions[launch->entry->index].in_place;
    const struct vgpu_memory *memory = device_memory(launch->device);
    memset(in_place, 0, IN_PLACE_MAX * sizeof(*in_place));
    int count = 0;
    for (size_t i = 0; i < memory->count && count < IN_PLACE_MAX; i++) {
        const struct vgpu_buffer *buffer = memory->buffers[i];
        if (buffer->is_exclusive && atomic_load(&buffer->use) == (VGPU_USED_READ | VGPU_USED_WRITTEN))
            in_place[count++] = buffer->start;
    }
}

bool parallel_forget(struct vgpu_launch_state *launch)
{
    uint64_t *in_place = launch->module->functions[launch->entry->index].in_place;
    bool any = in_place[0] != 0;
    struct vgpu_memory *memory = device_memory(launch->device);
    for (size_t i = 0; any && i < memory->count; i++)
        atomic_store(&memory->buffers[i]->is_exclusive, false);
    memset(in_place, 0, IN_PLACE_MAX * sizeof(*in_place));
    return any;
}
