#include "vgpu/cache_l1_internal.h"

#include <string.h>
#include <sys/mman.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

enum { GENERATION_BITS = 16 };
#define FIRST_ORDER UINT64_C(0x0123456789abcdef) /* way 15 lowest: way 0 is filled first */

static size_t bytes_of(const struct cache_l1 *l1)
{
    return (size_t)l1->set_count * sizeof(*l1->sets);
}

static void empty_sets(struct cache_l1 *l1)
{
    memset(l1->sets, 0, bytes_of(l1));
    for (uint64_t i = 0; i < l1->set_count; i++)
        l1->sets[i].order = FIRST_ORDER;
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

/* A bit for each way that has the mark. */
static uint32_t ways_with(const struct cache_l1_set *set, uint8_t mark)
{
#if defined(__SSE2__)
    __m128i marks = _mm_load_si128((const __m128i *)(const void *)set->marks);
    return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(marks, _mm_set1_epi8((char)mark)));
#else
    uint32_t ways = 0;
    for (uint32_t way = 0; way < CACHE_WAYS; way++)
        ways |= (uint32_t)(set->marks[way] == mark) << way;
    return ways;
#endif
}

/* The way that has the tag, or CACHE_WAYS. Two lines of a set rarely have the same mark. */
static inline uint32_t find_way(const struct cache_l1_set *set, uint8_t mark, uint64_t tag)
{
    uint32_t ways = ways_with(set, mark), others = ways & (ways - 1);
    for (; __builtin_expect(others != 0, 0); others = ways & (ways - 1)) {
        if (set->tags[__builtin_ctz(ways)] == tag)
            break;
        ways = others;
    }
    uint32_t way = (uint32_t)__builtin_ctz(ways | 1U << (CACHE_WAYS - 1));
    return set->tags[way] == tag ? way : CACHE_WAYS;
}

cache_l1_slot cache_l1_place(struct cache_l1 *l1, uint64_t line)
{
    uint64_t hash = cache_hash(line), tag = l1->generation | (line + 1);
    uint64_t index = (hash >> 32) * l1->set_count >> 32;
    struct cache_l1_set *set = &l1->sets[index];
    uint32_t offset = (uint32_t)(index * sizeof(*set));
    uint8_t mark = (uint8_t)(hash >> 24 ^ l1->generation >> CACHE_GENERATION_SHIFT); /* not that of an earlier block */
    uint32_t way = find_way(set, mark, tag);
    if (way == CACHE_WAYS) {
        way = (uint32_t)(set->order >> 60);
        set->tags[way] = tag;
        set->marks[way] = mark;
        set->valid[way] = 0;
    }
    cache_l1_use(set, way);
    return offset | way;
}
