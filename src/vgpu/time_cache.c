#include "vgpu/time_cache_internal.h"

#include <stdlib.h>
#include <string.h>

#include "vgpu/profile.h"

bool time_cache_init(struct time_cache *cache, uint64_t size_bytes)
{
    size_t sets = (size_t)(size_bytes / VGPU_LINE_BYTES / TIME_CACHE_WAYS);
    *cache = (struct time_cache){.sets = sets ? sets : 1};
    cache->lines = calloc(cache->sets * TIME_CACHE_WAYS, sizeof(*cache->lines));
    return cache->lines != NULL;
}

void time_cache_done(struct time_cache *cache)
{
    free(cache->lines);
}

/* Addresses are spread over the sets by a hash, as hardware does, so that power-of-two strides do not meet in one. */
static struct time_cache_line *set_of(struct time_cache *cache, uint64_t line)
{
    uint64_t hash = (line ^ line >> 17) * UINT64_C(0x9e3779b97f4a7c15);
    return cache->lines + (size_t)((hash >> 32) * cache->sets >> 32) * TIME_CACHE_WAYS;
}

struct time_cache_line *time_cache_find(struct time_cache *cache, uint64_t line)
{
    struct time_cache_line *set = set_of(cache, line);
    for (int i = 0; i < TIME_CACHE_WAYS; i++) {
        if (set[i].tag != line + 1)
            continue;
        set[i].used = ++cache->clock;
        return &set[i];
    }
    return NULL;
}

struct time_cache_line *time_cache_insert(struct time_cache *cache, uint64_t line, struct time_cache_line *out_evicted)
{
    struct time_cache_line *set = set_of(cache, line), *oldest = &set[0];
    for (int i = 1; i < TIME_CACHE_WAYS; i++)
        if (set[i].used < oldest->used)
            oldest = &set[i];
    *out_evicted = *oldest;
    *oldest = (struct time_cache_line){.tag = line + 1, .used = ++cache->clock};
    return oldest;
}
