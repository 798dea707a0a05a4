/* Tags of a cache: making, freeing and replacing. */
#include "timing/traffic/tag_cache.h"

#include <sys/mman.h>

static size_t bytes_of(const struct tag_cache *cache)
{
    return (size_t)cache->set_count * sizeof(*cache->sets);
}

bool tag_cache_init(struct tag_cache *cache, uint64_t size_bytes)
{
    uint64_t sets = size_bytes / VGPU_LINE_BYTES / VGPU_CACHE_WAYS;
    *cache = (struct tag_cache){.set_count = sets ? sets : 1};
    void *pages = mmap(NULL, bytes_of(cache), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    cache->sets = pages == MAP_FAILED ? NULL : pages;
    return cache->sets != NULL;
}

void tag_cache_done(struct tag_cache *cache)
{
    if (cache->sets)
        munmap(cache->sets, bytes_of(cache));
    cache->sets = NULL;
}

uint32_t tag_cache_insert(struct tag_cache *cache, uint64_t line, struct tag_evicted *out_evicted)
{
    struct tag_set *set = tag_cache_set_of(cache, line);
    uint32_t way = 0;
    for (uint32_t i = 1; i < VGPU_CACHE_WAYS; i++)
        if (set->used[i] < set->used[way])
            way = i;
    if (out_evicted)
        *out_evicted = (struct tag_evicted){set->valid[way], set->dirty[way]};
    set->tags[way] = line + 1;
    set->used[way] = ++cache->clock;
    set->valid[way] = set->dirty[way] = 0;
    return (uint32_t)((uint64_t)(set - cache->sets) * VGPU_CACHE_WAYS + way);
}
