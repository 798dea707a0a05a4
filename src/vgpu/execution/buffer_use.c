/*
 * How the running launch uses buffers: seen as it happens, at the first access of each op to a
 * buffer.
 */
#include "vgpu/execution/buffer_use.h"

#include "vgpu/execution/device.h"
#include "vgpu/execution/save.h"

/* Whether claims can show that blocks may continue side by side. Notes it for the next attempt. */
static bool is_in_place(struct vgpu_launch_state *launch, struct vgpu_buffer *buffer, unsigned use)
{
    if (use != (VGPU_USED_READ | VGPU_USED_WRITTEN))
        return false;
    if (atomic_exchange(&buffer->is_exclusive, true))
        return true;
    atomic_store(&launch->may_retry, true);
    return false;
}

bool buffer_use_conflicts(unsigned use)
{
    return use == (VGPU_USED_READ | VGPU_USED_WRITTEN) || use == (VGPU_USED_READ | VGPU_USED_ATOMIC) ||
           use == (VGPU_USED_WRITTEN | VGPU_USED_ATOMIC) ||
           use == (VGPU_USED_READ | VGPU_USED_WRITTEN | VGPU_USED_ATOMIC);
}

void buffer_use_note(struct vgpu_worker *worker, struct vgpu_buffer *buffer, enum vgpu_access access)
{
    static const unsigned bits[] = {
        [VGPU_ACCESS_NONE] = 0,
        [VGPU_ACCESS_READ] = VGPU_USED_READ,
        [VGPU_ACCESS_WRITE] = VGPU_USED_WRITTEN,
        [VGPU_ACCESS_ATOMIC] = VGPU_USED_ATOMIC,
    };
    struct vgpu_launch_state *launch = worker->launch;
    unsigned bit = bits[access], known = atomic_load_explicit(&buffer->use, memory_order_acquire);
    if (known & bit)
        return;
    struct memory_keeper *keeper = device_memory(launch->device)->keeper;
    if (keeper && access != VGPU_ACCESS_READ)
        keeper->keep(keeper, buffer);
    atomic_fetch_or(&buffer->recent_use, bit);
    if (!worker->is_parallel && !launch->keeps_undo) {
        if (access != VGPU_ACCESS_READ)
            buffer->is_untouched = false;
        atomic_store(&buffer->use, known | bit);
        return;
    }
    bool can_undo = access == VGPU_ACCESS_READ || save_buffer(launch, buffer);
    pthread_mutex_lock(&launch->lock);
    if (access != VGPU_ACCESS_READ)
        buffer->is_untouched = false;
    unsigned use = atomic_fetch_or(&buffer->use, bit) | bit;
    bool disturbs =
        worker->is_parallel && buffer_use_conflicts(use) && !buffer->is_constant && !is_in_place(launch, buffer, use);
    pthread_mutex_unlock(&launch->lock);
    if (disturbs || !can_undo) { /* in order from here on */
        atomic_store(&launch->conflict, true);
        atomic_store(&launch->stop, true);
    }
}
