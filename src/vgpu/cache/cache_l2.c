/* L2 and DRAM of the cache model. */
#include "vgpu/cache/cache_l2.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "vgpu/cache/cache_model.h"
#include "vgpu/cache/cache_ways.h"

enum {
    GENERATION_BITS = 16,
    EARLY_OF_PARTS = 7, /* one of so many sectors that are stored in parts, see goes_early() */
};

/*
 * The state of a sector, without its line's tag.
 *
 * A sector that becomes dirty counts at once as written, and its missing bytes as read. If the
 * bytes turn out not to be missing, the read is taken back.
 */
struct l2_sector {
    uint32_t stored; /* bytes, while the sector is dirty but not valid */
    uint32_t access; /* memory instruction that made it dirty */
};

struct cache_l2 {
    struct cache_ways *sets;      /* the order of a set that was never used is 0 */
    struct l2_sector (*lines)[4]; /* VGPU_CACHE_WAYS per set */
    uint64_t set_count;
    uint32_t piece_bits; /* log2 of the lines in a piece, see set_of(); at least 1 */
    uint64_t generation; /* shifted to its place in a tag; lines of earlier ones count as absent */
};

/* A line that a request found or made room for. */
struct l2_place {
    struct cache_l2 *l2;
    struct cache_traffic *traffic; /* by memory instruction */
    struct cache_ways *set;
    uint64_t *way; /* way of the set */
};

/* --- sets ------------------------------------------------------------------------------------- */

static size_t bytes_of_sets(const struct cache_l2 *l2)
{
    return (size_t)l2->set_count * sizeof(*l2->sets);
}

/*
 * Bytes of L2 that hold different lines.
 *
 * In an L2 of two halves, a line belongs to one half. What an SM beside the other half reads or
 * writes takes a place there too. An H100 counts three sectors in L2 for every two of a kernel. So
 * half of the lines are held twice, and two thirds of the L2 hold different ones.
 *
 * Measured: read a buffer, then another, then the first again. With 4 and 20 MiB all of the first
 * is still there. With 4 and 32 MiB half of it is there, with 4 and 40 MiB nothing.
 */
static uint64_t l2_bytes(const struct vgpu_architecture *architecture)
{
    uint64_t half = vgpu_architecture_distinct_l2_bytes(architecture);
    return half + (architecture->l2_bytes - half) / 3;
}

struct cache_l2 *cache_l2_new(const struct vgpu_architecture *architecture)
{
    struct cache_l2 *l2 = calloc(1, sizeof(*l2));
    if (!l2)
        return NULL;
    uint64_t sets = l2_bytes(architecture) / VGPU_LINE_BYTES / VGPU_CACHE_WAYS;
    l2->set_count = sets ? sets : 1;
    l2->piece_bits = l2->set_count > 2 ? 63 - (uint32_t)__builtin_clzll(l2->set_count) : 1;
    void *pages = mmap(NULL, bytes_of_sets(l2), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    l2->sets = pages == MAP_FAILED ? NULL : pages;
    l2->lines = calloc(l2->set_count * VGPU_CACHE_WAYS, sizeof(*l2->lines));
    if (l2->sets && l2->lines)
        return l2;
    cache_l2_free(l2);
    return NULL;
}

void cache_l2_free(struct cache_l2 *l2)
{
    if (!l2)
        return;
    if (l2->sets)
        munmap(l2->sets, bytes_of_sets(l2));
    free(l2->lines);
    free(l2);
}

void cache_l2_forget(struct cache_l2 *l2)
{
    uint64_t generation = (l2->generation >> CACHE_GENERATION_SHIFT) + 1;
    if (generation >> GENERATION_BITS) {
        generation = 0;
        memset(l2->sets, 0, bytes_of_sets(l2));
    }
    l2->generation = generation << CACHE_GENERATION_SHIFT;
}

/*
 * The set of a line. A piece of memory with as many lines as there are sets, rounded down to a
 * power of two, goes around all sets once. It begins at a set that follows from its address. So
 * neighbouring lines fill L2 evenly, as on a GPU, which random sets would not.
 */
static inline struct cache_ways *set_of(const struct cache_l2 *l2, uint64_t line)
{
    uint32_t first = (uint32_t)(vgpu_cache_hash(line >> l2->piece_bits) >> 32);
    uint32_t further = (uint32_t)line << (32 - l2->piece_bits);
    return &l2->sets[(uint64_t)(first + further) * l2->set_count >> 32];
}

static inline void find_place(struct l2_place *place, uint64_t line)
{
    const struct cache_l2 *l2 = place->l2;
    uint64_t hash = vgpu_cache_hash(line), tag = cache_way_tag(l2->generation, line);
    struct cache_ways *set = place->set = set_of(l2, line);
    uint8_t mark = cache_way_mark(l2->generation, hash);
    uint32_t way = cache_find_way(set, mark, tag);
    if (way == VGPU_CACHE_WAYS) {
        if (!set->order)
            set->order = CACHE_FIRST_ORDER;
        way = cache_replace_oldest(set, mark, tag);
    }
    cache_use_way(set, way);
    place->way = &set->lines[way];
}

/* Prefetches what find_place() will read. */
static inline void prefetch_place(const struct cache_l2 *l2, uint64_t word)
{
    const char *set = (const char *)set_of(l2, word & CACHE_LINE_MASK);
    for (size_t at = 0; at < sizeof(struct cache_ways); at += 64)
        __builtin_prefetch(set + at, 1);
}

/* The sectors of the place's line. */
static inline uint32_t valid_sectors(const struct l2_place *place)
{
    return *place->way >> CACHE_WAY_VALID & 15;
}

static inline uint32_t dirty_sectors(const struct l2_place *place)
{
    return *place->way >> CACHE_WAY_DIRTY & 15;
}

/* --- sectors ---------------------------------------------------------------------------------- */

static struct l2_sector *sectors_at(const struct l2_place *place)
{
    size_t way = (size_t)(place->way - place->set->lines);
    return place->l2->lines[(size_t)(place->set - place->l2->sets) * VGPU_CACHE_WAYS + way];
}

/* Takes back the reads of sectors that were completed. */
static void take_back(const struct l2_place *place, uint32_t sectors)
{
    for (uint32_t i = 0; sectors && i < 4; i++)
        if (sectors >> i & 1)
            place->traffic[sectors_at(place)[i].access].dram_read_bytes -= VGPU_SECTOR_BYTES;
}

static inline void make_valid(const struct l2_place *place, uint32_t sectors)
{
    uint32_t completed = sectors & dirty_sectors(place) & ~valid_sectors(place);
    if (__builtin_expect(completed != 0, 0))
        take_back(place, completed);
    *place->way |= (uint64_t)sectors << CACHE_WAY_VALID;
}

static inline void make_dirty(const struct l2_place *place, uint32_t sectors, uint32_t access)
{
    place->traffic[access].dram_write_bytes +=
        VGPU_SECTOR_BYTES * (uint64_t)cache_count_sectors(sectors & ~dirty_sectors(place));
    *place->way |= (uint64_t)sectors << CACHE_WAY_DIRTY;
}

/* --- requests --------------------------------------------------------------------------------- */

static inline void l2_read(const struct l2_place *place, uint32_t sectors, uint32_t access)
{
    struct cache_traffic *traffic = &place->traffic[access];
    uint32_t missing = sectors & ~valid_sectors(place);
    traffic->l2_hits += cache_count_sectors(sectors & ~missing);
    traffic->l2_misses += cache_count_sectors(missing);
    if (!missing)
        return;
    uint32_t low = missing & 3 ? 3 : 0, high = missing & 12 ? 12 : 0;
    make_valid(place, low | high); /* DRAM delivers two neighbouring sectors at a time */
    traffic->dram_read_bytes += low && high ? 2 * VGPU_DRAM_BYTES : VGPU_DRAM_BYTES;
}

/*
 * Whether a sector is written to DRAM before all its parts have come, and read back.
 *
 * An H100 does this where L2 is full. If a block stores a sector's parts together, it happens for 1
 * to 4 % of the sectors. If the block's warps store them one after another, it was 25 % in one
 * buffer of a kernel and none in another. The reason is not known; the average is one sector of
 * seven. The second write is not counted. It is rare in kernels that store rows word by word.
 */
static bool goes_early(const struct l2_place *place, uint32_t sector)
{
    uint64_t oldest = place->set->lines[cache_oldest_way(place->set->order)];
    bool is_full = oldest && oldest >> CACHE_GENERATION_SHIFT == place->l2->generation >> CACHE_GENERATION_SHIFT;
    uint64_t line = (*place->way - place->l2->generation) >> CACHE_WAY_LINE;
    return is_full && vgpu_cache_hash(line * 4 + sector) % EARLY_OF_PARTS == 0;
}

/* Stores some bytes of a sector that is not valid. */
static void store_part(const struct l2_place *place, uint32_t sector, uint32_t bytes, uint32_t access)
{
    struct l2_sector *at = &sectors_at(place)[sector];
    uint32_t bit = 1U << sector;
    if (dirty_sectors(place) & bit) {
        at->stored |= bytes;
    } else {
        *at = (struct l2_sector){.stored = bytes, .access = access};
        place->traffic[access].dram_read_bytes += VGPU_SECTOR_BYTES;
        make_dirty(place, bit, access);
        if (goes_early(place, sector)) {
            *place->way |= (uint64_t)bit << CACHE_WAY_VALID;
            return;
        }
    }
    if (at->stored == UINT32_MAX)
        make_valid(place, bit);
}

/* Plays a store. Returns the number of words with bytes. */
static inline size_t l2_store(const struct l2_place *place, uint32_t sectors, uint32_t whole, const uint64_t *bytes,
                              uint32_t access)
{
    struct cache_traffic *traffic = &place->traffic[access];
    uint32_t parts = 0, partial = sectors & ~whole, served = sectors & (whole | valid_sectors(place));
    traffic->l2_hits += cache_count_sectors(served);
    traffic->l2_misses += cache_count_sectors(sectors & ~served);
    make_valid(place, whole);
    make_dirty(place, served, access);
    for (uint32_t i = 0; partial && i < 4; i++) {
        if (!(partial >> i & 1))
            continue;
        uint32_t stored = (uint32_t)(bytes[parts / 2] >> (parts % 2 * 32));
        parts++;
        if (!(valid_sectors(place) >> i & 1))
            store_part(place, i, stored, access);
    }
    return (parts + 1) / 2;
}

/* Plays a request. Returns its words. */
static inline size_t play_request(struct l2_place *place, const uint64_t *words, uint64_t line)
{
    uint64_t word = words[0];
    uint32_t sectors = (uint32_t)(word >> CACHE_LOG_SECTORS) & 15, whole = (uint32_t)(word >> CACHE_LOG_WHOLE) & 15;
    uint32_t access = (uint32_t)(word >> CACHE_LOG_ACCESS);
    find_place(place, line & CACHE_LINE_MASK);
    switch (cache_request_of(word)) {
    case CACHE_READ:
        l2_read(place, sectors, access);
        break;
    case CACHE_STORE:
        return 1 + l2_store(place, sectors, whole, words + 1, access);
    case CACHE_ATOMIC:
        l2_read(place, sectors, access);
        make_dirty(place, sectors, access);
        break;
    case CACHE_MARK:
        break;
    }
    return 1;
}

/*
 * Plays a request with a count, which represents several requests. Returns its words, with the
 * mark.
 */
static size_t play_several(struct l2_place *place, const uint64_t *words)
{
    size_t each = 0;
    for (uint32_t i = 0, count = cache_mark_count(words[0]); i < count; i++)
        each = play_request(place, words + 1, words[1] + i * words[0]);
    return 1 + each;
}

size_t cache_l2_play(struct cache_l2 *l2, struct cache_traffic *traffic, const struct cache_turn *turn)
{
    struct l2_place place = {.l2 = l2, .traffic = traffic};
    size_t i = 0, ahead = 0;
    while (i < turn->least) {
        if (ahead < turn->ahead_count)
            prefetch_place(l2, turn->ahead[ahead++]);
        const uint64_t *words = turn->words + i;
        if (__builtin_expect(cache_request_of(words[0]) == CACHE_MARK, 0))
            i += play_several(&place, words);
        else
            i += play_request(&place, words, words[0]);
    }
    return i;
}
