/*
 * The L1 of a block in the counters' cache model (cache_model_internal.h): sets of sixteen lines of four sectors, least
 * recently used out first, tags only.
 *
 * It is asked for each line of each load, so it is laid out for that (cache_ways_internal.h).
 */
#ifndef VGPU_CACHE_L1_INTERNAL_H
#define VGPU_CACHE_L1_INTERNAL_H

#include "vgpu/cache_ways_internal.h"

struct cache_l1_set {
    uint8_t marks[CACHE_WAYS]; /* of the lines' hashes; of a way that was never used 0 */
    uint64_t order;            /* see cache_use_way() */
    uint8_t valid[CACHE_WAYS]; /* sectors of each way */
    uint64_t tags[CACHE_WAYS]; /* generation and line; 0: empty */
} __attribute__((aligned(64)));

struct cache_l1 {
    struct cache_l1_set *sets;
    uint64_t set_count;
    uint64_t generation; /* shifted to its place in a tag */
};

/* False without memory. At least one set. */
bool cache_l1_init(struct cache_l1 *l1, uint64_t size_bytes);
void cache_l1_done(struct cache_l1 *l1);
/* Empties the cache at next to no cost. */
void cache_l1_forget(struct cache_l1 *l1);

/*
 * Where a line lies: the bytes from the first set to its set, which are a multiple of 64, and its way. What is no
 * longer true is noticed by the tag, so any earlier one, and 0, may be asked.
 */
typedef uint32_t cache_l1_slot;

/* Finds the line or makes room for it, with no valid sector. Marks it as used. */
cache_l1_slot cache_l1_place(struct cache_l1 *l1, uint64_t line);

/* Asks for sectors of a line, which may be at `*slot` and is afterwards. Returns those that had to be fetched. */
static inline uint32_t cache_l1_load(struct cache_l1 *l1, uint64_t line, uint32_t sectors, cache_l1_slot *slot)
{
    struct cache_l1_set *set = (struct cache_l1_set *)(void *)((char *)l1->sets + (*slot & ~63U));
    uint32_t way = *slot % CACHE_WAYS;
    if (__builtin_expect(set->tags[way] == (l1->generation | (line + 1)), 1)) {
        cache_use_way(&set->order, way);
    } else {
        *slot = cache_l1_place(l1, line);
        set = (struct cache_l1_set *)(void *)((char *)l1->sets + (*slot & ~63U));
        way = *slot % CACHE_WAYS;
    }
    uint32_t missing = sectors & ~(uint32_t)set->valid[way];
    if (__builtin_expect(missing != 0, 0))
        set->valid[way] |= (uint8_t)missing;
    return missing;
}

#endif
