/* Warps that poll a word, and the words that they wait for. */
#include "vgpu/execution/poll.h"

#include <string.h>

static uint64_t mix(uint64_t hash, const uint8_t *bytes, uint32_t size_bytes)
{
    for (uint32_t i = 0; i < size_bytes; i += 8) {
        uint64_t value = 0;
        memcpy(&value, bytes + i, size_bytes - i < 8 ? size_bytes - i : 8);
        hash = (hash ^ value) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 29;
    }
    return (hash ^ (uint64_t)(uintptr_t)bytes) * UINT64_C(0xbf58476d1ce4e5b9);
}

/*
 * Of the word of one lane. The hash of a read is the sum over its lanes. So a CPU computes those of
 * several lanes at a time.
 */
static uint64_t hash_word(const uint8_t *bytes, uint32_t size_bytes)
{
    uint64_t value = 0;
    uint32_t half;
    if (size_bytes == sizeof value) {
        memcpy(&value, bytes, sizeof value);
    } else if (size_bytes == sizeof half) {
        memcpy(&half, bytes, sizeof half);
        value = half;
    } else {
        value = mix(0, bytes, size_bytes);
    }
    value = (value ^ (uint64_t)(uintptr_t)bytes * UINT64_C(0xbf58476d1ce4e5b9)) * UINT64_C(0x9e3779b97f4a7c15);
    return (value ^ value >> 32) * UINT64_C(0xbf58476d1ce4e5b9);
}

/*
 * A loop that counts its turns ends by itself. One poll is then unlike the one before in a
 * register, and patience lasts longer. The comparison is expensive, so it happens once per wait.
 */
enum { COMPARED_POLL = 64, ENDLESS_COST = 64 };

static uint64_t cost_of_poll(struct vgpu_warp *warp)
{
    struct vgpu_watch *watch = &warp->watch;
    if (watch->vain < COMPARED_POLL) {
        watch->vain++;
        watch->counts = false;
    } else if (watch->vain <= COMPARED_POLL + 1) {
        uint64_t state = mix(0, warp->frame->registers, warp->frame->function->frame_bytes);
        watch->counts = watch->vain > COMPARED_POLL && state != watch->state;
        watch->state = state;
        watch->vain++;
    }
    return watch->counts ? 1 : ENDLESS_COST;
}

/* The read of all lanes is complete. */
static void end_read(struct vgpu_warp *warp)
{
    struct vgpu_watch *watch = &warp->watch;
    struct vgpu_worker *worker = warp->worker;
    bool is_poll = watch->is_repeated && watch->reading == watch->seen;
    watch->seen = watch->reading;
    if (!is_poll) {
        watch->vain = 0;
        return;
    }
    if (worker->patience > 0) {
        uint64_t cost = cost_of_poll(warp);
        worker->patience -= cost < worker->patience ? cost : worker->patience;
        return;
    }
    warp->gives_way = true;
    warp->slice = 0;
}

void poll_note(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const uint8_t *bytes)
{
    struct vgpu_watch *watch = &warp->watch;
    uint32_t least = (uint32_t)__builtin_ctz(warp->active), most = 31 - (uint32_t)__builtin_clz(warp->active);
    bool is_reversed = access->access == VGPU_ACCESS_ATOMIC && execution_reverses_lanes(warp);
    if (access->lane == (is_reversed ? most : least)) {
        watch->is_repeated = watch->op == access->op && watch->frame == warp->frame && watch->mask == warp->active &&
                             watch->changes == warp->worker->changes;
        watch->mask = warp->active;
        watch->changes = warp->worker->changes;
        watch->size_bytes = access->size_bytes;
        watch->reading = 0;
    }
    watch->words[access->lane] = bytes;
    watch->reading += hash_word(bytes, access->size_bytes);
    if (access->lane == (is_reversed ? least : most))
        end_read(warp);
}

bool poll_is_in_vain(const struct vgpu_warp *warp)
{
    const struct vgpu_watch *watch = &warp->watch;
    uint32_t ready = 0;
    for (uint32_t i = 0; i < warp->split_count; i++)
        ready += warp->splits[i].state == VGPU_SPLIT_READY;
    bool is_known = ready == 1 && watch->op && !(watch->buffer && watch->buffer->is_heap);
    if (!warp->waits || !is_known)
        return false;
    uint64_t hash = 0;
    for (uint32_t left = watch->mask; left; left &= left - 1)
        hash += hash_word(watch->words[__builtin_ctz(left)], watch->size_bytes);
    return hash == watch->seen;
}

bool poll_stays_in_vain(struct vgpu_warp *warp)
{
    struct vgpu_watch *watch = &warp->watch;
    uint64_t now = warp->worker->changes + 1;
    if (watch->asked_at != now)
        watch->was_in_vain = poll_is_in_vain(warp);
    watch->asked_at = now;
    return watch->was_in_vain;
}
