/*
 * The fast paths of loads and stores, for the execute_*.c files, once a pattern is known to fit its
 * place.
 */
#ifndef VGPU_ACCESS_ACCESS_FAST_H
#define VGPU_ACCESS_ACCESS_FAST_H

#include <string.h>

#include "vgpu/access/access.h"
#include "vgpu/execution/access_pattern.h"
#include "vgpu/execution/claims.h"
#include "vgpu/execution/lane_loop.h"
#include "vgpu/observers/observers_fast.h"

/*
 * Whether the access that starts at `base` is in the cached place and aligned. Its lanes are
 * aligned with each other.
 */
static inline bool fits_place(const struct vgpu_access_cache *cache, uint64_t base)
{
    return base - cache->base_first < cache->base_count && !((uint32_t)base & (cache->size_bytes - 1));
}

/* --- shadow ----------------------------------------------------------------------------------- */

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
        if ((__atomic_load_n(&defined[at / 64], __ATOMIC_RELAXED) & bits) == bits)
            continue;
        if (is_parallel)
            __atomic_fetch_or(&defined[at / 64], bits, __ATOMIC_RELAXED);
        else
            defined[at / 64] |= bits;
    }
}

/* --- data ------------------------------------------------------------------------------------- */

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

/* Loads one element of each lane into a register. `at` is where lane 0's pattern begins. */
static inline void load_element(const struct vgpu_warp *warp, const struct vgpu_access_cache *cache,
                                const struct vgpu_detail *detail, uint8_t *to, const uint8_t *at, bool is_full)
{
    const int32_t *distances = cache->distances, *mask = warp->lane_mask;
    uint32_t size_bytes = detail->size_bytes;
    if (size_bytes == 4 && !detail->is_wide) {
        uint32_t *lanes = __builtin_assume_aligned(to, 64);
        if (is_full) {
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

/*
 * Adjacent words, in pieces as wide as the instruction set allows. The CPU forwards its last stores
 * to a read only if one store wrote all bytes of the read.
 */
static inline void copy_half(uint32_t *to, const uint8_t *at)
{
#if defined(__AVX512F__)
    enum { PIECE_BYTES = 64 };
#elif defined(__AVX2__)
    enum { PIECE_BYTES = 32 };
#else
    enum { PIECE_BYTES = 16 };
#endif
    typedef uint32_t piece __attribute__((vector_size(PIECE_BYTES), may_alias));
    typedef uint32_t unaligned_piece __attribute__((vector_size(PIECE_BYTES), aligned(1), may_alias));
    char *lanes = __builtin_assume_aligned(to, 64);
    for (int i = 0; i < 64; i += PIECE_BYTES)
        *(piece *)(void *)(lanes + i) = *(const unaligned_piece *)(const void *)(at + i);
}

/* One word of each lane, where the pattern is regular. */
static inline void load_regular_words(const struct vgpu_access_cache *cache, uint32_t *restrict lanes,
                                      const uint8_t *at)
{
    enum { HALF = LANES / 2 };
    const uint8_t *second = at + cache->distances[HALF];
    if (cache->kind == VGPU_PATTERN_CONTIGUOUS || cache->kind == VGPU_PATTERN_HALVES_CONTIGUOUS) {
        copy_half(lanes, at);
        copy_half(lanes + HALF, second);
        return;
    }
    uint32_t low = (uint32_t)load_bits(at, 4, false), high = (uint32_t)load_bits(second, 4, false);
    for (int lane = 0; lane < HALF; lane++)
        lanes[lane] = low;
    for (int lane = HALF; lane < LANES; lane++)
        lanes[lane] = high;
}

/* One word of each lane. */
static inline void load_words(const struct vgpu_access_cache *cache, uint32_t *restrict lanes, const uint8_t *at)
{
    if (cache->kind != VGPU_PATTERN_OTHER) {
        load_regular_words(cache, lanes, at);
        return;
    }
    const int32_t *distances = cache->distances;
    FOR_LANES lanes[lane] = (uint32_t)load_bits(at + distances[lane], 4, false);
}

/* --- whole accesses, once pattern and place are known ----------------------------------------- */

/* False: a byte was never written, so the lanes must go one by one. */
static inline bool load_global_prepared(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op,
                                        struct vgpu_access_cache *cache, uint64_t base, bool is_full)
{
    uint64_t offset = base - cache->start;
    if (!observers_load_global(warp, op, cache, base))
        return false;
    if (__builtin_expect(cache->claims.words != NULL, 0))
        claims_pattern(warp, cache, base);
    if (__builtin_expect(cache->notes & VGPU_NOTE_PROFILE, 0))
        access_profile(warp, op, cache, base);
    if (is_full && cache->is_word)
        load_words(cache, REGISTER_32(op->d), cache->bytes_at + offset);
    else
        load_elements(warp, cache, frame, op->detail, cache->bytes_at + offset, is_full);
    observers_loaded_global(warp, op, cache, base);
    return true;
}

/* False: perhaps a race. */
static inline bool store_global_prepared(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op,
                                         struct vgpu_access_cache *cache, uint64_t base)
{
    uint64_t offset = base - cache->start;
    if (!observers_store_global(warp, op, cache, base))
        return false;
    if (!cache->all_defined)
        define_all(cache, cache->defined, offset, cache->size_bytes, warp->worker->is_parallel);
    if (cache->claims.words)
        claims_pattern(warp, cache, base);
    if (__builtin_expect(cache->notes & VGPU_NOTE_PROFILE, 0))
        access_profile(warp, op, cache, base);
    warp->worker->changes++;
    store_elements(cache, frame, op->detail, cache->bytes_at + offset);
    observers_stored_global(warp, op, cache, base);
    return true;
}

/* False: never written, or perhaps a race. */
static inline bool load_shared_prepared(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op,
                                        struct vgpu_access_cache *cache, uint64_t base, bool is_full)
{
    struct vgpu_block *block = warp->block;
    if (!observers_load_shared(warp, op, cache, base))
        return false;
    if (is_full && cache->is_word)
        load_words(cache, REGISTER_32(op->d), block->shared + base);
    else
        load_elements(warp, cache, frame, op->detail, block->shared + base, is_full);
    observers_accessed_shared(warp, cache, base);
    return true;
}

static inline bool store_shared_prepared(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op,
                                         struct vgpu_access_cache *cache, uint64_t base)
{
    struct vgpu_block *block = warp->block;
    if (!observers_store_shared(warp, op, cache, base))
        return false;
    if (!cache->all_defined)
        define_all(cache, block->shared_defined, base, cache->size_bytes, false);
    warp->worker->changes++;
    store_elements(cache, frame, op->detail, block->shared + base);
    observers_accessed_shared(warp, cache, base);
    return true;
}

#endif
