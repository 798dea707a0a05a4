/*
 * A cache of lines of four sectors, least recently used out first: tags only, no data. The time model's sample
 * (time_traffic.c) is played on it; the caches of the counters' model have forms of their own (cache_l1.h,
 * cache_l2.h).
 *
 * Lines are 128 bytes, sectors 32 (Jia et al. 2018). A place in the cache is named by its slot; a slot stays that of
 * its line until the line is evicted.
 */
#ifndef VGPU_CACHE_CACHE_H
#define VGPU_CACHE_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "vgpu/architecture.h"

enum {
    CACHE_WAYS = 16,
    CACHE_LINE_BYTES = 128,
    CACHE_SECTOR_BYTES = 32,
    CACHE_DRAM_BYTES = 64,
    CACHE_GENERATION_SHIFT = 48
};
#define CACHE_NO_SLOT UINT32_MAX

struct cache_set {
    uint64_t tags[CACHE_WAYS];                    /* see cache_tag(); 0: empty */
    uint64_t used[CACHE_WAYS];                    /* when */
    uint8_t valid[CACHE_WAYS], dirty[CACHE_WAYS]; /* by sector */
} __attribute__((aligned(64)));

struct cache {
    struct cache_set *sets;
    uint64_t set_count;
    uint64_t clock;
    uint64_t generation; /* lines of earlier ones count as not there: they are the least recently used */
};

/* False without memory. At least one set. */
bool cache_init(struct cache *cache, uint64_t size_bytes);
void cache_done(struct cache *cache);
/* Empties the cache at no cost. */
void cache_forget(struct cache *cache);

/* Bytes of L2 that hold different lines: where it has two halves, what an SM reads from the far one is kept in both. */
double cache_l2_bytes(const struct vgpu_architecture *architecture);

/* Lines are below 2^48. */
static inline uint64_t cache_tag(const struct cache *cache, uint64_t line)
{
    return cache->generation << CACHE_GENERATION_SHIFT | (line + 1);
}

/* Addresses are spread over the sets by a hash, as hardware does, so that power-of-two strides do not meet in one. */
static inline uint64_t cache_hash(uint64_t line)
{
    return (line ^ line >> 17) * UINT64_C(0x9e3779b97f4a7c15);
}

static inline struct cache_set *cache_set_of(const struct cache *cache, uint64_t line)
{
    return &cache->sets[(cache_hash(line) >> 32) * cache->set_count >> 32];
}

static inline struct cache_set *cache_set_at(const struct cache *cache, uint32_t slot)
{
    return &cache->sets[slot / CACHE_WAYS];
}
static inline uint64_t *cache_tag_at(const struct cache *cache, uint32_t slot)
{
    return &cache_set_at(cache, slot)->tags[slot % CACHE_WAYS];
}
static inline uint8_t *cache_valid_at(const struct cache *cache, uint32_t slot)
{
    return &cache_set_at(cache, slot)->valid[slot % CACHE_WAYS];
}
static inline uint8_t *cache_dirty_at(const struct cache *cache, uint32_t slot)
{
    return &cache_set_at(cache, slot)->dirty[slot % CACHE_WAYS];
}
static inline void cache_touch(struct cache *cache, uint32_t slot)
{
    cache_set_at(cache, slot)->used[slot % CACHE_WAYS] = ++cache->clock;
}

/* The slot of the line, touched, or CACHE_NO_SLOT. */
static inline uint32_t cache_find(struct cache *cache, uint64_t line)
{
    typedef uint64_t lanes __attribute__((vector_size(32), aligned(32)));
    enum { PER_VECTOR = 4 };
    struct cache_set *set = cache_set_of(cache, line);
    const lanes *tags = (const lanes *)(const void *)set->tags;
    uint64_t tag = cache_tag(cache, line);
    lanes wanted = {tag, tag, tag, tag}, ways = {1, 2, 3, 4}, found = {0};
    for (int i = 0; i < CACHE_WAYS / PER_VECTOR; i++) {
        found |= (lanes)(tags[i] == wanted) & ways;
        ways += PER_VECTOR;
    }
    uint64_t way = found[0] | found[1] | found[2] | found[3];
    if (!way)
        return CACHE_NO_SLOT;
    set->used[way - 1] = ++cache->clock;
    return (uint32_t)((uint64_t)(set - cache->sets) * CACHE_WAYS + way - 1);
}

/* A line that had to go, if there was one. */
struct cache_evicted {
    bool was_there;
    uint8_t valid, dirty;
};

/*
 * Makes room for a line that is not there, with no valid sector: what was used longest ago has to go. `out_evicted` may
 * be NULL.
 */
uint32_t cache_insert(struct cache *cache, uint64_t line, struct cache_evicted *out_evicted);

#endif
