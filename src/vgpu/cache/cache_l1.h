/*
 * The L1 of a block in the counters' cache model (cache_model.h): tags without data.
 *
 * A set has sixteen lines of four sectors; the least recently used line goes first. Each line of
 * each load is looked up here, and the layout is made for that (cache_ways.h).
 */
#ifndef VGPU_CACHE_CACHE_L1_H
#define VGPU_CACHE_CACHE_L1_H

#include "vgpu/cache/cache_ways.h"

/*
 * Where a line is: the bytes from the first set to its set, a multiple of 32, plus its way. The
 * line itself shows whether a slot is out of date. So any earlier slot, and 0, may be tried.
 */
typedef uint32_t cache_l1_slot;

enum { CACHE_L1_GUESSES = 512 };

struct cache_l1 {
    struct cache_ways *sets;
    uint64_t set_count;
    uint64_t generation;                     /* shifted to its place in a tag */
    cache_l1_slot guesses[CACHE_L1_GUESSES]; /* by cache_l1_guess(): where lines were last */
};

/* False without memory. At least one set. */
bool cache_l1_init(struct cache_l1 *l1, uint64_t size_bytes);
void cache_l1_done(struct cache_l1 *l1);
/* Empties the cache at next to no cost. */
void cache_l1_forget(struct cache_l1 *l1);

/* Finds the line or makes room for it. `tag` is the line's cache_way_tag(). */
cache_l1_slot cache_l1_find(const struct cache_l1 *l1, uint64_t line, uint64_t tag);

static inline struct cache_ways *cache_l1_set_at(const struct cache_l1 *l1, cache_l1_slot slot)
{
    return (struct cache_ways *)(void *)((char *)l1->sets + (slot & ~31U));
}

/* Rows of a matrix are often a power of two of lines apart. */
static inline cache_l1_slot *cache_l1_guess(struct cache_l1 *l1, uint64_t line)
{
    return &l1->guesses[(line ^ line >> 9) % CACHE_L1_GUESSES];
}

/* Looks up sectors of a line. Returns those that had to be fetched. */
static inline uint32_t cache_l1_load(struct cache_l1 *l1, uint64_t line, uint32_t sectors)
{
    uint64_t tag = cache_way_tag(l1->generation, line);
    cache_l1_slot slot = *cache_l1_guess(l1, line);
    if (__builtin_expect(!cache_way_holds(cache_l1_set_at(l1, slot)->lines[slot % VGPU_CACHE_WAYS], tag), 0))
        slot = *cache_l1_guess(l1, line) = cache_l1_find(l1, line, tag);
    struct cache_ways *set = cache_l1_set_at(l1, slot);
    uint32_t way = slot % VGPU_CACHE_WAYS, missing = sectors & ~(uint32_t)set->lines[way];
    cache_use_way(set, way);
    if (__builtin_expect(missing != 0, 0))
        set->lines[way] |= missing;
    return missing;
}

#endif
