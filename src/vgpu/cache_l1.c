#include "vgpu/cache_l1_internal.h"

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
    uint64_t sets = size_bytes / CACHE_LINE_BYTES / CACHE_WAYS;
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

cache_l1_slot cache_l1_place(struct cache_l1 *l1, uint64_t line)
{
    uint64_t hash = cache_hash(line), tag = l1->generation | (line + 1);
    uint64_t index = (hash >> 32) * l1->set_count >> 32;
    struct cache_l1_set *set = &l1->sets[index];
    uint32_t offset = (uint32_t)(index * sizeof(*set));
    uint8_t mark = (uint8_t)(hash >> 24 ^ l1->generation >> CACHE_GENERATION_SHIFT); /* not that of an earlier block */
    uint32_t way = cache_find_way(set->marks, set->tags, mark, tag);
    if (way == CACHE_WAYS) {
        way = cache_oldest_way(set->order);
        set->tags[way] = tag;
        set->marks[way] = mark;
        set->valid[way] = 0;
    }
    cache_use_way(&set->order, way);
    return offset | way;
}
