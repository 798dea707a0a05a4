/*
 * A cache of lines in sets of sixteen ways: tags without data. The least recently used line of a
 * set goes first.
 *
 * The sample of the time model is played on it (request.c). A slot names a place in the cache; it
 * stays the slot of its line until the line is evicted.
 */
#ifndef TIMING_TRAFFIC_TAG_CACHE_H
#define TIMING_TRAFFIC_TAG_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "vgpu/cache_geometry.h"

#define TAG_CACHE_NO_SLOT UINT32_MAX

struct tag_set {
    uint64_t tags[VGPU_CACHE_WAYS];                         /* line + 1; 0: empty */
    uint64_t used[VGPU_CACHE_WAYS];                         /* the cache's clock at the last use */
    uint8_t valid[VGPU_CACHE_WAYS], dirty[VGPU_CACHE_WAYS]; /* a bit for each sector */
} __attribute__((aligned(64)));

struct tag_cache {
    struct tag_set *sets;
    uint64_t set_count;
    uint64_t clock;
};

/* False without memory. A cache has at least one set. */
bool tag_cache_init(struct tag_cache *cache, uint64_t size_bytes);
void tag_cache_done(struct tag_cache *cache);

static inline struct tag_set *tag_cache_set_of(const struct tag_cache *cache, uint64_t line)
{
    return &cache->sets[(vgpu_cache_hash(line) >> 32) * cache->set_count >> 32];
}

static inline uint8_t *tag_cache_valid_at(const struct tag_cache *cache, uint32_t slot)
{
    return &cache->sets[slot / VGPU_CACHE_WAYS].valid[slot % VGPU_CACHE_WAYS];
}

static inline uint8_t *tag_cache_dirty_at(const struct tag_cache *cache, uint32_t slot)
{
    return &cache->sets[slot / VGPU_CACHE_WAYS].dirty[slot % VGPU_CACHE_WAYS];
}

/* The slot of the line, which now counts as used, or TAG_CACHE_NO_SLOT. */
static inline uint32_t tag_cache_find(struct tag_cache *cache, uint64_t line)
{
    typedef uint64_t lanes __attribute__((vector_size(32), aligned(32)));
    enum { PER_VECTOR = 4 };
    struct tag_set *set = tag_cache_set_of(cache, line);
    const lanes *tags = (const lanes *)(const void *)set->tags;
    uint64_t tag = line + 1;
    lanes wanted = {tag, tag, tag, tag}, ways = {1, 2, 3, 4}, found = {0};
    for (int i = 0; i < VGPU_CACHE_WAYS / PER_VECTOR; i++) {
        found |= (lanes)(tags[i] == wanted) & ways;
        ways += PER_VECTOR;
    }
    uint64_t way = found[0] | found[1] | found[2] | found[3];
    if (!way)
        return TAG_CACHE_NO_SLOT;
    set->used[way - 1] = ++cache->clock;
    return (uint32_t)((uint64_t)(set - cache->sets) * VGPU_CACHE_WAYS + way - 1);
}

/* The sectors of a line that was evicted; none where the way was empty. */
struct tag_evicted {
    uint8_t valid, dirty;
};

/*
 * Inserts a line that is not there, without valid sectors, and evicts the line that was used
 * longest ago. `out_evicted` may be NULL.
 */
uint32_t tag_cache_insert(struct tag_cache *cache, uint64_t line, struct tag_evicted *out_evicted);

#endif
