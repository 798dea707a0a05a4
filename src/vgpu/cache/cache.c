#include "vgpu/cache/cache.h"

#include <string.h>
#include <sys/mman.h>

enum { GENERATION_BITS = 16 };

static size_t cache_bytes(const struct cache *cache)
{
    return (size_t)cache->set_count * sizeof(*cache->sets);
}

bool cache_init(struct cache *cache, uint64_t size_bytes)
{
    uint64_t sets = size_bytes / CACHE_LINE_BYTES / CACHE_WAYS;
    *cache = (struct cache){.set_count = sets ? sets : 1};
    void *pages = mmap(NULL, cache_bytes(cache), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    cache->sets = pages == MAP_FAILED ? NULL : pages;
    return cache->sets != NULL;
}

void cache_done(struct cache *cache)
{
    if (cache->sets)
        munmap(cache->sets, cache_bytes(cache));
    cache->sets = NULL;
}

void cache_forget(struct cache *cache)
{
    if (++cache->generation >> GENERATION_BITS == 0)
        return;
    cache->generation = 0;
    memset(cache->sets, 0, cache_bytes(cache));
}

double cache_l2_bytes(const struct vgpu_architecture *architecture)
{
    bool has_halves = architecture->compute_minor == 0 && architecture->compute_major >= 8;
    return (double)architecture->l2_bytes * (has_halves ? 0.5 : 1);
}

uint32_t cache_insert(struct cache *cache, uint64_t line, struct cache_evicted *out_evicted)
{
    struct cache_set *set = cache_set_of(cache, line);
    uint32_t way = 0;
    for (uint32_t i = 1; i < CACHE_WAYS; i++)
        if (set->used[i] < set->used[way])
            way = i;
    uint64_t tag = set->tags[way];
    bool was_there = tag && tag >> CACHE_GENERATION_SHIFT == cache->generation;
    if (out_evicted)
        *out_evicted =
            was_there ? (struct cache_evicted){true, set->valid[way], set->dirty[way]} : (struct cache_evicted){0};
    set->tags[way] = cache_tag(cache, line);
    set->used[way] = ++cache->clock;
    set->valid[way] = set->dirty[way] = 0;
    return (uint32_t)((uint64_t)(set - cache->sets) * CACHE_WAYS + way);
}
