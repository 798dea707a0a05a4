/*
 * Sets of sixteen ways, for the L1 and L2 of the counters' cache model (cache_l1.h, cache_l2.h).
 *
 * A set keeps a mark for each line, eight bits of its hash: a lookup that finds nothing mostly
 * reads no line. It keeps the order of use as one word: neither a hit nor an eviction looks at
 * sixteen clocks. A way is one word with its line and the state of the line's sectors.
 */
#ifndef VGPU_CACHE_CACHE_WAYS_H
#define VGPU_CACHE_CACHE_WAYS_H

#include <stdbool.h>
#include <stdint.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "vgpu/cache_geometry.h"

/* The order of a set that was never used: way 0 is filled first. */
#define CACHE_FIRST_ORDER UINT64_C(0x0123456789abcdef)

struct cache_ways {
    uint8_t marks[VGPU_CACHE_WAYS];  /* 0 for a way that was never used */
    uint64_t order;                  /* see cache_order_with() */
    uint64_t lines[VGPU_CACHE_WAYS]; /* generation, line + 1, sectors: cache_way_tag(); 0: empty */
} __attribute__((aligned(32)));

/*
 * A way begins with four bits for valid sectors and four for dirty ones. The line and its
 * generation follow.
 */
enum { CACHE_WAY_VALID = 0, CACHE_WAY_DIRTY = 4, CACHE_WAY_LINE = 8, CACHE_GENERATION_SHIFT = 48 };
#define CACHE_WAY_SECTORS UINT64_C(255)

/* A line without sectors. `generation` is shifted to its place, CACHE_GENERATION_SHIFT. */
static inline uint64_t cache_way_tag(uint64_t generation, uint64_t line)
{
    return generation | (line + 1) << CACHE_WAY_LINE;
}

/* The mark of a line's hash. It differs from the mark in the generation before. */
static inline uint8_t cache_way_mark(uint64_t generation, uint64_t hash)
{
    return (uint8_t)(hash >> 24 ^ generation >> CACHE_GENERATION_SHIFT);
}

static inline bool cache_way_holds(uint64_t way, uint64_t tag)
{
    return (way ^ tag) <= CACHE_WAY_SECTORS;
}

/* A bit for each way that has the mark. `marks` are aligned to 16. */
static inline uint32_t cache_ways_with(const uint8_t marks[VGPU_CACHE_WAYS], uint8_t mark)
{
#if defined(__SSE2__)
    __m128i all = _mm_load_si128((const __m128i *)(const void *)marks);
    return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(all, _mm_set1_epi8((char)mark)));
#else
    uint32_t ways = 0;
    for (uint32_t way = 0; way < VGPU_CACHE_WAYS; way++)
        ways |= (uint32_t)(marks[way] == mark) << way;
    return ways;
#endif
}

/* The way that holds the line, or VGPU_CACHE_WAYS. Two lines of a set rarely have the same mark. */
static inline uint32_t cache_find_way(const struct cache_ways *set, uint8_t mark, uint64_t tag)
{
    uint32_t ways = cache_ways_with(set->marks, mark), others = ways & (ways - 1);
    for (; __builtin_expect(others != 0, 0); others = ways & (ways - 1)) {
        if (cache_way_holds(set->lines[__builtin_ctz(ways)], tag))
            break;
        ways = others;
    }
    uint32_t way = (uint32_t)__builtin_ctz(ways | 1U << (VGPU_CACHE_WAYS - 1));
    return cache_way_holds(set->lines[way], tag) ? way : VGPU_CACHE_WAYS;
}

/* The way that was used longest ago. */
static inline uint32_t cache_oldest_way(uint64_t order)
{
    return (uint32_t)(order >> 60);
}

/* The order after a way was used. It holds all ways, four bits each, the last used one lowest. */
static inline uint64_t cache_order_with(uint64_t order, uint32_t way)
{
    const uint64_t ones = UINT64_C(0x1111111111111111);
    uint64_t different = order ^ way * ones; /* four bits of 0 at the way's place */
    uint64_t zeros = (different - ones) & ~different & ones << 3;
    uint64_t up_to = zeros ^ (zeros - 1); /* the lowest of them is right */
    return (order & ~up_to) | ((order << 4 | way) & up_to);
}

static inline void cache_use_way(struct cache_ways *set, uint32_t way)
{
    if ((set->order & 15) != way) /* else uses of one line would wait for each other */
        set->order = cache_order_with(set->order, way);
}

/*
 * Puts a line without sectors in the place of the one that was used longest ago. Returns its way.
 */
static inline uint32_t cache_replace_oldest(struct cache_ways *set, uint8_t mark, uint64_t tag)
{
    uint32_t way = cache_oldest_way(set->order);
    set->lines[way] = tag;
    set->marks[way] = mark;
    return way;
}

#endif
