/*
 * Access patterns: built from the addresses of one execution, used for the next ones.
 */
#include "vgpu/access/access.h"

#include <string.h>

#include "vgpu/cache/count.h"
#include "vgpu/execution/access_pattern.h"
#include "vgpu/execution/buffer_use.h"
#include "vgpu/execution/claims.h"
#include "vgpu/execution/device.h"
#include "vgpu/observers/observers.h"
#include "vgpu/profile.h"

static enum vgpu_pattern_kind classify(const struct vgpu_access_cache *cache, uint32_t size_bytes)
{
    enum { HALF = VGPU_WARP_LANES / 2 };
    if (cache->least == 0 && cache->most == (int32_t)size_bytes)
        return VGPU_PATTERN_UNIFORM;
    if (cache->mask != UINT32_MAX)
        return VGPU_PATTERN_OTHER;
    bool contiguous = true, halves_uniform = true, halves_contiguous = true;
    for (int32_t lane = 0; lane < VGPU_WARP_LANES; lane++) {
        int32_t distance = cache->distances[lane], in_half = distance - cache->distances[lane & HALF];
        contiguous &= distance == lane * (int32_t)size_bytes;
        halves_uniform &= in_half == 0;
        halves_contiguous &= in_half == lane % HALF * (int32_t)size_bytes;
    }
    if (contiguous)
        return VGPU_PATTERN_CONTIGUOUS;
    if (halves_contiguous || halves_uniform)
        return halves_contiguous ? VGPU_PATTERN_HALVES_CONTIGUOUS : VGPU_PATTERN_HALVES_UNIFORM;
    return VGPU_PATTERN_OTHER;
}

/* False if the lanes are too far apart for 32-bit distances. */
static bool build_pattern(struct vgpu_access_cache *cache, const uint64_t *addresses, uint32_t mask,
                          uint32_t size_bytes)
{
    uint64_t base = addresses[__builtin_ctz(mask)];
    cache->mask = mask;
    cache->least = cache->most = 0;
    cache->alignment = 0;
    cache->lanes = warp_count_lanes(mask);
    cache->bytes = cache->lanes * size_bytes;
    cache->size_bytes = size_bytes;
    int64_t end = INT64_MIN; /* of the lane before */
    bool is_ascending = true;
    memset(cache->distances, 0, sizeof(cache->distances));
    for (uint32_t left = mask; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        int64_t distance = (int64_t)(addresses[lane] - base);
        if (distance > INT32_MAX / 2 || distance < INT32_MIN / 2) {
            cache->mask = 0;
            return false;
        }
        is_ascending &= distance >= end;
        end = distance + size_bytes;
        cache->distances[lane] = (int32_t)distance;
        cache->alignment |= (uint32_t)distance;
        cache->least = distance < cache->least ? (int32_t)distance : cache->least;
        cache->most = distance > cache->most ? (int32_t)distance : cache->most;
    }
    cache->most += (int32_t)size_bytes;
    cache->kind = (uint8_t)classify(cache, size_bytes);
    cache->distinct_bytes = is_ascending ? cache->bytes : count_distinct_bytes(addresses, mask, size_bytes);
    cache->is_distinct = cache->distinct_bytes == cache->bytes;
    return true;
}

static bool place_in_shared(struct vgpu_warp *warp, const struct vgpu_op *op, struct vgpu_access_cache *cache,
                            uint64_t first, uint64_t end)
{
    const struct vgpu_launch_state *launch = warp->worker->launch;
    for (uint32_t i = 0; i < launch->module->shared_count; i++) {
        const struct vgpu_shared_variable *variable = &launch->module->shared[i];
        uint64_t size_bytes = variable->size_bytes ? variable->size_bytes : launch->request->dynamic_shared_bytes;
        if (first < variable->start || end > variable->start + size_bytes || end < first ||
            !check_intended_variable(launch->module, op, variable))
            continue;
        worker_note_shared(warp->worker, variable);
        cache->start = variable->start;
        cache->end = variable->start + size_bytes;
        cache->all_defined = !(launch->checks & VGPU_CHECK_INITIALISED);
        return true;
    }
    return false;
}

static bool place_in_buffer(struct vgpu_warp *warp, const struct vgpu_op *op, struct vgpu_access_cache *cache,
                            uint64_t first, uint64_t end)
{
    struct vgpu_launch_state *launch = warp->worker->launch;
    if (first < VGPU_WINDOW_GLOBAL || end < first || WATCHES_ACCESSES(launch))
        return false;
    struct vgpu_buffer *buffer = memory_find(device_memory(launch->device), first, end - first);
    enum vgpu_access access = (enum vgpu_access)op->detail->access;
    if (!buffer || (access != VGPU_ACCESS_READ && (buffer->read_only || buffer->is_constant)))
        return false;
    cache->race.tracked = OBSERVE_ANY(tracks, launch, buffer) ? buffer : NULL;
    bool may_wait = op->detail->is_ordered && launch->profile; /* waits are noted lane by lane */
    if (may_wait || (cache->race.tracked && op->detail->is_ordered) ||
        (op->detail->source->space == PTX_SPACE_CONSTANT && !buffer->is_constant))
        return false;
    buffer_use_note(warp->worker, buffer, access);
    cache->claims.is_exclusive =
        launch->is_parallel && atomic_load_explicit(&buffer->is_exclusive, memory_order_relaxed);
    bool claims = cache->claims.is_exclusive || (launch->claims_writes && access == VGPU_ACCESS_WRITE);
    cache->claims.words = claims ? claims_of(warp->worker, buffer) : NULL;
    cache->claims.before = cache->claims.words ? buffer->claims.before : 0;
    cache->start = buffer->start;
    cache->end = buffer->start + buffer->size_bytes;
    cache->bytes_at = buffer->bytes;
    cache->noted = buffer->lazy || buffer->reads ? buffer : NULL;
    cache->defined = buffer->lazy ? memory_lazy_written(buffer) : buffer->defined;
    /*
     * Unchecked writes must be noted too. A later launch may check, and a lazy buffer notes the
     * writes of a sample.
     */
    bool may_ask = access != VGPU_ACCESS_READ || launch->checks & VGPU_CHECK_INITIALISED;
    cache->all_defined = buffer->lazy ? access == VGPU_ACCESS_READ : buffer->all_defined || !may_ask;
    return true;
}

/* Derives the values that follow from pattern and place together. */
static void sum_up(const struct vgpu_worker *worker, const struct vgpu_op *op, struct vgpu_access_cache *cache,
                   bool is_shared)
{
    bool is_watched = op->detail->is_ordered && op->detail->access == VGPU_ACCESS_READ && !is_shared;
    cache->base_first = cache->start - (uint64_t)(int64_t)cache->least;
    cache->base_count = cache->end - (uint64_t)(int64_t)cache->most - cache->base_first + 1;
    bool is_regular = cache->mask == UINT32_MAX && cache->kind != VGPU_PATTERN_OTHER;
    cache->is_plain_word =
        cache->is_word && is_regular && cache->all_defined &&
        (is_shared || (!cache->claims.words && !cache->race.tracked && !cache->noted && !worker->launch->profile)) &&
        !is_watched;
    bool is_noted = worker->launch->profile || (!is_shared && cache->noted) || is_watched;
    cache->notes = (uint8_t)((worker->counts_accesses ? VGPU_NOTE_COUNTS : 0) | (worker->cache ? VGPU_NOTE_CACHES : 0) |
                             (is_noted ? VGPU_NOTE_PROFILE : 0));
}

static bool refill(struct vgpu_warp *warp, const struct vgpu_op *op, struct vgpu_access_cache *cache,
                   const uint64_t addresses[VGPU_WARP_LANES], uint32_t size_bytes, bool is_shared)
{
    uint32_t mask = warp->active;
    uint64_t base = addresses[__builtin_ctz(mask)];
    launch_add_check_work(warp, VGPU_PATTERN_WORK);
    if (is_shared)
        OBSERVE(block_pause, warp->block); /* some reads may be of the pattern that was */
    cache->start = cache->end = cache->base_count = 0;
    cache->is_word = op->detail->size_bytes == 4 && op->detail->element_count == 1 && !op->detail->is_wide &&
                     op->detail->elements[0] != VGPU_NO_OPERAND;
    cache->stride_x = cache->stride_y = INT64_MIN;
    if (!build_pattern(cache, addresses, mask, size_bytes))
        return false;
    if (((uint32_t)base | cache->alignment) & (size_bytes - 1))
        return false;
    uint64_t first = base + (uint64_t)(int64_t)cache->least, end = base + (uint64_t)(int64_t)cache->most;
    if (!(is_shared ? place_in_shared(warp, op, cache, first, end) : place_in_buffer(warp, op, cache, first, end)))
        return false;
    sum_up(warp->worker, op, cache, is_shared);
    OBSERVE(pattern, warp, op, cache, is_shared);
    return true;
}

bool access_refill(struct vgpu_warp *warp, const struct vgpu_op *op, struct vgpu_access_cache *cache,
                   const uint64_t addresses[VGPU_WARP_LANES], bool is_shared)
{
    return refill(warp, op, cache, addresses, op->detail->size_bytes * op->detail->element_count, is_shared);
}

bool access_refill_part(struct vgpu_warp *warp, const struct vgpu_op *op, struct vgpu_access_cache *cache,
                        const uint64_t addresses[VGPU_WARP_LANES], uint32_t size_bytes)
{
    return refill(warp, op, cache, addresses, size_bytes, true);
}

/* Where lanes are apart, the bytes between them need no content. */
static void touch_lanes(const struct vgpu_access_cache *cache, uint64_t base, bool reads)
{
    struct vgpu_buffer *buffer = cache->noted;
    uint64_t offset = base - cache->start, span = (uint64_t)((int64_t)cache->most - cache->least);
    if (span <= 2 * (uint64_t)cache->bytes)
        memory_touch(buffer, offset + (uint64_t)(int64_t)cache->least, span);
    bool is_touched = span <= 2 * (uint64_t)cache->bytes;
    if (is_touched && !(reads && memory_lazy_asks(buffer)))
        return;
    for (uint32_t left = cache->mask; left; left &= left - 1) {
        uint64_t at = offset + (uint64_t)(int64_t)cache->distances[__builtin_ctz(left)];
        if (!is_touched)
            memory_touch(buffer, at, cache->size_bytes);
        if (reads)
            memory_lazy_note_read(buffer, at, cache->size_bytes);
    }
}

/* For a watch of reads. */
static void note_reads(const struct vgpu_access_cache *cache, uint64_t base)
{
    uint64_t offset = base - cache->start;
    for (uint32_t left = cache->mask; left; left &= left - 1) {
        int64_t distance = cache->distances[__builtin_ctz(left)];
        shadow_define(cache->noted->reads, offset + (uint64_t)distance, cache->size_bytes);
    }
}

/* The words that the lanes may wait for. */
static void watch_lanes(struct vgpu_warp *warp, const struct vgpu_op *op, const struct vgpu_access_cache *cache,
                        uint64_t base)
{
    struct vgpu_buffer *buffer = memory_find(device_memory(warp->worker->launch->device), base, cache->size_bytes);
    for (uint32_t left = cache->mask; left && buffer; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        uint64_t address = base + (uint64_t)(int64_t)cache->distances[lane], offset = address - cache->start;
        access_watch(warp,
                     &(struct vgpu_lane_access){.op = op,
                                                .lane = lane,
                                                .address = address,
                                                .size_bytes = cache->size_bytes,
                                                .access = VGPU_ACCESS_READ,
                                                .is_ordered = true},
                     &(struct vgpu_place){VGPU_PLACE_GLOBAL, buffer, offset, cache->bytes_at + offset});
    }
}

void access_profile(struct vgpu_warp *warp, const struct vgpu_op *op, struct vgpu_access_cache *cache, uint64_t base)
{
    bool reads = op->detail->access != VGPU_ACCESS_WRITE;
    if (cache->noted && cache->noted->lazy)
        touch_lanes(cache, base, reads);
    if (cache->noted && cache->noted->reads && reads)
        note_reads(cache, base);
    if (op->detail->is_ordered && op->detail->access == VGPU_ACCESS_READ)
        watch_lanes(warp, op, cache, base);
    OBSERVE(request_pattern, warp, op, cache, base);
}
