/*
 * Loads and stores.
 *
 * Fast paths for global and shared memory: the warp's addresses are compared with the op's last pattern; if they match
 * and stay inside the place that the op last used, data moves at once and counters grow by what is known of the
 * pattern. Anything unusual goes lane by lane through access_slow.c, whose checks define what is right.
 */
#include <string.h>

#include "vgpu/access_internal.h"
#include "vgpu/execute_internal.h"

/* --- addresses --------------------------------------------------------------------------------------------------- */

/* All addresses of the warp; lanes that are not active hold anything. */
static inline void gather_addresses(const uint8_t *frame, const struct vgpu_op *op, uint64_t *addresses)
{
    uint64_t immediate = (uint64_t)op->immediate;
    if (op->flags & VGPU_ACCESS_NO_REGISTER) {
        FOR_LANES addresses[lane] = immediate;
    } else if (op->flags & VGPU_ACCESS_ADDRESS_64) {
        const uint64_t *from = (const uint64_t *)(const void *)(frame + op->a);
        FOR_LANES addresses[lane] = from[lane] + immediate;
    } else {
        const uint32_t *from = (const uint32_t *)(const void *)(frame + op->a);
        FOR_LANES addresses[lane] = (uint32_t)(from[lane] + (uint32_t)immediate);
    }
}

/* Whether the lanes lie as they did last time. */
static inline bool same_pattern(const struct vgpu_warp *warp, const struct vgpu_access_cache *cache,
                                const uint64_t *addresses, uint64_t base, bool is_full)
{
    uint64_t different = 0;
    const int32_t *distances = cache->distances, *mask = warp->lane_mask;
    if (is_full) {
        FOR_LANES different |= (addresses[lane] - base) ^ (uint64_t)(int64_t)distances[lane];
    } else {
        FOR_LANES different |=
            ((addresses[lane] - base) ^ (uint64_t)(int64_t)distances[lane]) & (uint64_t)(int64_t)mask[lane];
    }
    return !different && cache->mask == warp->active;
}

/* Whether the access that starts at `base` lies in the cached place and is aligned. */
static inline bool fits_place(const struct vgpu_access_cache *cache, uint64_t base, uint32_t size_bytes)
{
    uint64_t first = base + (uint64_t)(int64_t)cache->least, end = base + (uint64_t)(int64_t)cache->most;
    return first >= cache->start && end <= cache->end && first < end &&
           !(((uint32_t)base | cache->alignment) & (size_bytes - 1));
}

/* --- shadow ------------------------------------------------------------------------------------------------------ */

/* Aligned accesses of up to 32 bytes never cross a word of the shadow. */
static inline uint64_t shadow_bits(uint64_t offset, uint32_t size_bytes)
{
    return ((UINT64_C(1) << size_bytes) - 1) << (offset & 63);
}

static inline bool all_defined(const struct vgpu_access_cache *cache, const uint64_t *defined, uint64_t offset,
                               uint32_t size_bytes)
{
    if (cache->kind == VGPU_PATTERN_CONTIGUOUS)
        return shadow_is_defined(defined, offset, (uint64_t)(uint32_t)cache->most);
    if (cache->kind == VGPU_PATTERN_UNIFORM)
        return shadow_is_defined(defined, offset, size_bytes);
    bool result = true;
    for (int lane = 0; lane < LANES; lane++) {
        uint64_t at = offset + (uint64_t)(int64_t)cache->distances[lane], bits = shadow_bits(at, size_bytes);
        result &= (defined[at / 64] & bits) == bits;
    }
    return result;
}

static inline void define_all(const struct vgpu_access_cache *cache, uint64_t *defined, uint64_t offset,
                              uint32_t size_bytes, bool is_parallel)
{
    if (cache->kind == VGPU_PATTERN_CONTIGUOUS) {
        if (is_parallel)
            shadow_define_shared(defined, offset, (uint64_t)(uint32_t)cache->most);
        else
            shadow_define(defined, offset, (uint64_t)(uint32_t)cache->most);
        return;
    }
    FOR_ACTIVE(cache->mask)
    {
        uint64_t at = offset + (uint64_t)(int64_t)cache->distances[lane], bits = shadow_bits(at, size_bytes);
        if ((defined[at / 64] & bits) == bits)
            continue;
        if (is_parallel)
            __atomic_fetch_or(&defined[at / 64], bits, __ATOMIC_RELAXED);
        else
            defined[at / 64] |= bits;
    }
}

/* --- counting ---------------------------------------------------------------------------------------------------- */

static inline void count_global(struct vgpu_access_cache *cache, const struct vgpu_op *op, uint64_t base)
{
    if ((uint32_t)cache->phase != base % 128)
        access_set_phase(cache, op, base, false);
    struct vgpu_access_counts *counts = &cache->counts[VGPU_COUNT_GLOBAL];
    counts->requests++;
    counts->lanes += cache->lanes;
    counts->bytes += cache->bytes;
    counts->sectors += cache->sectors;
    counts->least_sectors += cache->least_sectors;
}

static inline void count_shared(struct vgpu_access_cache *cache, const struct vgpu_op *op, uint64_t base)
{
    if ((uint32_t)cache->phase != base % 128)
        access_set_phase(cache, op, base, true);
    struct vgpu_access_counts *counts = &cache->counts[VGPU_COUNT_SHARED];
    counts->requests++;
    counts->lanes += cache->lanes;
    counts->bytes += cache->bytes;
    counts->wavefronts += cache->wavefronts;
    counts->conflicts += cache->conflicts;
}

/* --- data -------------------------------------------------------------------------------------------------------- */

static inline uint64_t load_bits(const uint8_t *at, uint32_t size_bytes, bool is_signed)
{
    switch (size_bytes) {
    case 1:
        return is_signed ? (uint64_t)(int64_t) * (const int8_t *)at : *at;
    case 2: {
        uint16_t value;
        memcpy(&value, at, 2);
        return is_signed ? (uint64_t)(int64_t)(int16_t)value : value;
    }
    case 4: {
        uint32_t value;
        memcpy(&value, at, 4);
        return is_signed ? (uint64_t)(int64_t)(int32_t)value : value;
    }
    default: {
        uint64_t value;
        memcpy(&value, at, 8);
        return value;
    }
    }
}

/* One element of each lane into a register. `at` is where lane 0's pattern begins. */
static inline void load_element(const struct vgpu_warp *warp, const struct vgpu_access_cache *cache,
                                const struct vgpu_detail *detail, uint8_t *to, const uint8_t *at, bool is_full)
{
    const int32_t *distances = cache->distances, *mask = warp->lane_mask;
    uint32_t size_bytes = detail->size_bytes;
    if (size_bytes == 4 && !detail->is_wide) {
        uint32_t *lanes = __builtin_assume_aligned(to, 64);
        if (cache->kind == VGPU_PATTERN_CONTIGUOUS && detail->element_count == 1) {
            memcpy(lanes, at, 4 * LANES);
        } else if (cache->kind == VGPU_PATTERN_UNIFORM && is_full) {
            uint32_t value = (uint32_t)load_bits(at, 4, false);
            FOR_LANES lanes[lane] = value;
        } else if (is_full) {
            FOR_LANES lanes[lane] = (uint32_t)load_bits(at + distances[lane], 4, false);
        } else {
            FOR_LANES lanes[lane] = mask[lane] ? (uint32_t)load_bits(at + distances[lane], 4, false) : lanes[lane];
        }
        return;
    }
    FOR_LANES
    {
        if (!is_full && !mask[lane])
            continue;
        uint64_t value = load_bits(at + distances[lane], size_bytes, detail->is_signed);
        if (detail->is_wide)
            ((uint64_t *)(void *)to)[lane] = value;
        else
            ((uint32_t *)(void *)to)[lane] = (uint32_t)value;
    }
}

static inline void load_elements(const struct vgpu_warp *warp, const struct vgpu_access_cache *cache, uint8_t *frame,
                                 const struct vgpu_detail *detail, const uint8_t *at, bool is_full)
{
    for (uint32_t i = 0; i < detail->element_count; i++)
        if (detail->elements[i] != VGPU_NO_OPERAND)
            load_element(warp, cache, detail, frame + detail->elements[i], at + i * detail->size_bytes, is_full);
}

static inline void store_bits(uint8_t *at, uint64_t value, uint32_t size_bytes)
{
    switch (size_bytes) {
    case 1:
        *at = (uint8_t)value;
        return;
    case 2:
        memcpy(at, &value, 2);
        return;
    case 4:
        memcpy(at, &value, 4);
        return;
    default:
        memcpy(at, &value, 8);
        return;
    }
}

/* Lanes write in order, so that the highest wins where several write the same bytes. */
static inline void store_elements(const struct vgpu_access_cache *cache, const uint8_t *frame,
                                  const struct vgpu_detail *detail, uint8_t *at)
{
    for (uint32_t i = 0; i < detail->element_count; i++) {
        if (detail->elements[i] == VGPU_NO_OPERAND)
            continue;
        const uint8_t *from = frame + detail->elements[i];
        uint8_t *to = at + i * detail->size_bytes;
        if (cache->kind == VGPU_PATTERN_CONTIGUOUS && detail->element_count == 1 && detail->size_bytes == 4 &&
            !detail->is_wide) {
            memcpy(to, from, 4 * LANES);
            continue;
        }
        FOR_ACTIVE(cache->mask)
        {
            uint64_t value = detail->is_wide ? ((const uint64_t *)(const void *)from)[lane]
                                             : ((const uint32_t *)(const void *)from)[lane];
            store_bits(to + cache->distances[lane], value, detail->size_bytes);
        }
    }
}

/* --- global ------------------------------------------------------------------------------------------------------ */

/* Finds or refreshes pattern and place. False: lane by lane. */
static inline bool prepare(struct vgpu_warp *warp, const struct vgpu_op *op, struct vgpu_access_cache *cache,
                           const uint8_t *frame, uint64_t *out_base, bool is_full, bool is_shared)
{
    uint64_t addresses[LANES];
    gather_addresses(frame, op, addresses);
    uint64_t base = addresses[__builtin_ctz(warp->active)];
    *out_base = base;
    uint32_t size_bytes = (uint32_t)op->detail->size_bytes * op->detail->element_count;
    if (__builtin_expect(same_pattern(warp, cache, addresses, base, is_full) && fits_place(cache, base, size_bytes), 1))
        return true;
    return access_refill(warp, op, cache, addresses, is_shared);
}

static inline const struct vgpu_op *load_global(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op,
                                                bool is_full)
{
    struct vgpu_access_cache *cache = &warp->worker->accesses[op->access];
    const struct vgpu_detail *detail = op->detail;
    uint64_t base;
    if (!prepare(warp, op, cache, frame, &base, is_full, false))
        goto slow;
    uint64_t offset = base - cache->start;
    uint32_t size_bytes = (uint32_t)detail->size_bytes * detail->element_count;
    if (!cache->all_defined && !all_defined(cache, cache->defined, offset, size_bytes))
        goto slow;
    load_elements(warp, cache, frame, detail, cache->bytes_at + offset, is_full);
    if (warp->worker->counts_accesses)
        count_global(cache, op, base);
    return op + 1;
slow:
    access_load_slow(warp, frame, op);
    return warp_go_on(warp, op);
}

static inline const struct vgpu_op *store_global(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op,
                                                 bool is_full)
{
    struct vgpu_access_cache *cache = &warp->worker->accesses[op->access];
    const struct vgpu_detail *detail = op->detail;
    uint64_t base;
    if (!prepare(warp, op, cache, frame, &base, is_full, false)) {
        access_store_slow(warp, frame, op);
        return warp_go_on(warp, op);
    }
    uint64_t offset = base - cache->start;
    uint32_t size_bytes = (uint32_t)detail->size_bytes * detail->element_count;
    if (!cache->all_defined)
        define_all(cache, cache->defined, offset, size_bytes, warp->worker->is_parallel);
    store_elements(cache, frame, detail, cache->bytes_at + offset);
    if (warp->worker->counts_accesses)
        count_global(cache, op, base);
    return op + 1;
}

HANDLER(load_global_full)
{
    return load_global(warp, frame, op, true);
}

HANDLER(load_global_masked)
{
    return load_global(warp, frame, op, false);
}

HANDLER(store_global_full)
{
    return store_global(warp, frame, op, true);
}

HANDLER(store_global_masked)
{
    return store_global(warp, frame, op, false);
}

/* --- shared ------------------------------------------------------------------------------------------------------ */

static inline const struct vgpu_op *load_shared(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op,
                                                bool is_full)
{
    struct vgpu_access_cache *cache = &warp->worker->accesses[op->access];
    const struct vgpu_detail *detail = op->detail;
    struct vgpu_block *block = warp->block;
    uint64_t base;
    if (!prepare(warp, op, cache, frame, &base, is_full, true))
        goto slow;
    uint32_t size_bytes = (uint32_t)detail->size_bytes * detail->element_count;
    if (!cache->all_defined && !all_defined(cache, block->shared_defined, base, size_bytes))
        goto slow;
    if (block->race && !race_read_pattern(warp, op, cache, base, size_bytes))
        goto slow;
    load_elements(warp, cache, frame, detail, block->shared + base, is_full);
    if (warp->worker->counts_accesses)
        count_shared(cache, op, base);
    return op + 1;
slow:
    access_load_slow(warp, frame, op);
    return warp_go_on(warp, op);
}

static inline const struct vgpu_op *store_shared(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op,
                                                 bool is_full)
{
    struct vgpu_access_cache *cache = &warp->worker->accesses[op->access];
    const struct vgpu_detail *detail = op->detail;
    struct vgpu_block *block = warp->block;
    uint64_t base;
    uint32_t size_bytes = (uint32_t)detail->size_bytes * detail->element_count;
    if (!prepare(warp, op, cache, frame, &base, is_full, true) ||
        (block->race && !race_write_pattern(warp, op, cache, base, size_bytes))) {
        access_store_slow(warp, frame, op);
        return warp_go_on(warp, op);
    }
    if (!cache->all_defined)
        define_all(cache, block->shared_defined, base, size_bytes, false);
    store_elements(cache, frame, detail, block->shared + base);
    if (warp->worker->counts_accesses)
        count_shared(cache, op, base);
    return op + 1;
}

HANDLER(load_shared_full)
{
    return load_shared(warp, frame, op, true);
}

HANDLER(load_shared_masked)
{
    return load_shared(warp, frame, op, false);
}

HANDLER(store_shared_full)
{
    return store_shared(warp, frame, op, true);
}

HANDLER(store_shared_masked)
{
    return store_shared(warp, frame, op, false);
}

/* --- the rest ---------------------------------------------------------------------------------------------------- */

HANDLER(load_slow)
{
    access_load_slow(warp, frame, op);
    return warp_go_on(warp, op);
}

HANDLER(store_slow)
{
    access_store_slow(warp, frame, op);
    return warp_go_on(warp, op);
}

/* ld.param and st.param of a device function and of its calls: words of the frame. op->immediate: bytes into them. */
HANDLER(load_frame)
{
    const struct vgpu_detail *detail = op->detail;
    const uint8_t *words = frame + op->a;
    FOR_ACTIVE(warp->active)
    {
        for (uint32_t i = 0; i < detail->element_count; i++) {
            uint64_t at = (uint64_t)op->immediate + i * detail->size_bytes, value = 0;
            for (uint32_t byte = 0; byte < detail->size_bytes; byte++, at++)
                value |= (uint64_t)words[(at / 4 * LANES + lane) * 4 + at % 4] << (8 * byte);
            uint8_t bytes[8];
            memcpy(bytes, &value, 8);
            value = load_bits(bytes, detail->size_bytes, detail->is_signed);
            if (detail->elements[i] == VGPU_NO_OPERAND)
                continue;
            if (detail->is_wide)
                REGISTER_64(detail->elements[i])[lane] = value;
            else
                REGISTER_32(detail->elements[i])[lane] = (uint32_t)value;
        }
    }
    return op + 1;
}

HANDLER(store_frame)
{
    const struct vgpu_detail *detail = op->detail;
    uint8_t *words = frame + op->a;
    FOR_ACTIVE(warp->active)
    {
        for (uint32_t i = 0; i < detail->element_count; i++) {
            uint64_t at = (uint64_t)op->immediate + i * detail->size_bytes;
            uint64_t value =
                detail->is_wide ? REGISTER_64(detail->elements[i])[lane] : REGISTER_32(detail->elements[i])[lane];
            for (uint32_t byte = 0; byte < detail->size_bytes; byte++, at++)
                words[(at / 4 * LANES + lane) * 4 + at % 4] = (uint8_t)(value >> (8 * byte));
        }
    }
    return op + 1;
}

/* isspacep.SPACE p, a: op->immediate is the first address of the space's window, op->c its end in windows. */
HANDLER(is_space)
{
    const uint64_t *address = REGISTER_64(op->a);
    uint32_t mask = 0;
    uint64_t first = (uint64_t)op->immediate;
    FOR_LANES
    {
        bool inside = op->flags ? address[lane] >= VGPU_WINDOW_END || address[lane] < VGPU_WINDOW_SHARED
                                : address[lane] - first < VGPU_WINDOW_SHARED;
        mask |= (uint32_t)inside << lane;
    }
    predicate_write(warp, &PREDICATE(op->d), mask);
    return op + 1;
}
