/*
 * The sixteen ways of a set, for the caches of the counters' cache model (cache_l1_internal.h, cache_l2_internal.h).
 *
 * A set keeps eight bits of each line's hash, its mark, so that a lookup that finds nothing mostly reads no tag, and
 * the order of use as one word, so that neither a hit nor a line that has to go needs a look at sixteen clocks.
 */
#ifndef VGPU_CACHE_WAYS_INTERNAL_H
#define VGPU_CACHE_WAYS_INTERNAL_H

#include <stdint.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "vgpu/cache_internal.h"

/* Of a set that was never used: way 15 lowest, way 0 is filled first. */
#define CACHE_FIRST_ORDER UINT64_C(0x0123456789abcdef)

/* A bit for each way that has the mark; `marks` are aligned to 16. */
static inline uint32_t cache_ways_with(const uint8_t marks[CACHE_WAYS], uint8_t mark)
{
#if defined(__SSE2__)
    __m128i all = _mm_load_si128((const __m128i *)(const void *)marks);
    return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(all, _mm_set1_epi8((char)mark)));
#else
    uint32_t ways = 0;
    for (uint32_t way = 0; way < CACHE_WAYS; way++)
        ways |= (uint32_t)(marks[way] == mark) << way;
    return ways;
#endif
}

/* The way that has the tag, or CACHE_WAYS. Two lines of a set rarely have the same mark. */
static inline uint32_t cache_find_way(const uint8_t marks[CACHE_WAYS], const uint64_t tags[CACHE_WAYS], uint8_t mark,
                                      uint64_t tag)
{
    uint32_t ways = cache_ways_with(marks, mark), others = ways & (ways - 1);
    for (; __builtin_expect(others != 0, 0); others = ways & (ways - 1)) {
        if (tags[__builtin_ctz(ways)] == tag)
            break;
        ways = others;
    }
    uint32_t way = (uint32_t)__builtin_ctz(ways | 1U << (CACHE_WAYS - 1));
    return tags[way] == tag ? way : CACHE_WAYS;
}

/* The way that was used longest ago. */
static inline uint32_t cache_oldest_way(uint64_t order)
{
    return (uint32_t)(order >> 60);
}

/* Makes a way the last used one: `order` has all ways, four bits each, the last used one lowest. */
static inline void cache_use_way(uint64_t *order_at, uint32_t way)
{
    const uint64_t ones = UINT64_C(0x1111111111111111);
    uint64_t order = *order_at;
    if ((order & 15) == way) /* else uses of one line would wait for each other */
        return;
    uint64_t different = order ^ way * ones; /* a nibble of 0 where the way stands */
    uint64_t zeros = (different - ones) & ~different & ones << 3;
    uint64_t up_to = zeros ^ (zeros - 1); /* the lowest of them is right */
    *order_at = (order & ~up_to) | ((order << 4 | way) & up_to);
}

#endif
