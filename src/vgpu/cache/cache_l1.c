/* The L1 of a block: making, emptying, and finding a line. */
#include "vgpu/cache/cache_l1.h"

#include <string.h>
#include <sys/mman.h>

enum { GENERATION_BITS = 16 };

static size_t bytes_of(const struct cache_l1 *l1)
{
    return (size_t)l1->set_count * sizeof(*l1->sets);
}

static void empty_sets(struct cache_l1 *l1)
{
    memset(l1->sets, 0, bytes_of(l1));
    for (uint64_t i = 0; i < l1->set_count; i++)
        l1->sets[i].order = CACHE_FIRST_ORDER;
}

bool cache_l1_init(struct cache_l1 *l1, uint64_t size_bytes)
{
    uint64_t sets = size_bytes / VGPU_LINE_BYTES / VGPU_CACHE_WAYS;
    *l1 = (struct cache_l1){.set_count = sets ? sets : 1};
    void *pages = mmap(NULL, bytes_of(l1), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED)
        return false;
    l1->sets = pages;
    empty_sets(l1);
    return true;
}

void cache_l1_done(struct cache_l1 *l1)
{
    if (l1->sets)
        munmap(l1->sets, bytes_of(l1));
    l1->sets = NULL;
}

void cache_l1_forget(struct cache_l1 *l1)
{
    uint64_t generation = (l1->generation >> CACHE_GENERATION_SHIFT) + 1;
    if (generation >> GENERATION_BITS) {
        generation = 0;
        empty_sets(l1);
    }
    l1->generation = generation << CACHE_GENERATION_SHIFT;
}

cache_l1_slot cache_l1_find(const struct cache_l1 *l1, uint64_t line, uint64_t tag)
{
    uint64_t hash = vgpu_cache_hash(line), index = (hash >> 32) * l1->set_count >> 32;
    struct cache_ways *set = &l1->sets[index];
    uint8_t mark = cache_way_mark(l1->generation, hash);
    uint32_t way = cache_find_way(set, mark, tag);
    if (way == VGPU_CACHE_WAYS)
        way = cache_replace_oldest(set, mark, tag);
    return (cache_l1_slot)(index * sizeof(*set)) | way;
}
