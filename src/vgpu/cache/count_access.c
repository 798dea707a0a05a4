/* Costs of an access: sectors of global memory, wavefronts over the banks of shared memory. */
#include <stdlib.h>
#include <string.h>

#include "vgpu/cache/count.h"
#include "vgpu/execution/access_pattern.h"

enum { SECTOR_LOG2 = 5, SECTOR_BYTES = 1 << SECTOR_LOG2, BANK_BYTES = 4, BANKS = 32 };

struct span {
    uint64_t first, last; /* inclusive */
};

/* Sorts by first; the lanes of a warp are mostly in order already. */
static void sort_spans(struct span *spans, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        struct span span = spans[i];
        uint32_t at = i;
        for (; at > 0 && spans[at - 1].first > span.first; at--)
            spans[at] = spans[at - 1];
        spans[at] = span;
    }
}

/* How many numbers the spans cover together. */
static uint32_t count_covered(struct span *spans, uint32_t count)
{
    sort_spans(spans, count);
    uint64_t covered = 0, next = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t first = spans[i].first > next ? spans[i].first : next;
        if (spans[i].last + 1 <= first)
            continue;
        covered += spans[i].last + 1 - first;
        next = spans[i].last + 1;
    }
    return (uint32_t)covered;
}

static uint32_t count_any_units(const uint64_t *addresses, uint32_t mask, uint32_t size_bytes, uint32_t log2_unit)
{
    struct span spans[VGPU_WARP_LANES];
    uint32_t count = 0;
    for (uint32_t left = mask; left; left &= left - 1) {
        uint64_t address = addresses[__builtin_ctz(left)];
        spans[count++] = (struct span){address >> log2_unit, (address + size_bytes - 1) >> log2_unit};
    }
    return count_covered(spans, count);
}

/* Lanes whose addresses do not fall, as most do, need no sorting. */
static uint32_t count_units(const uint64_t *addresses, uint32_t mask, uint32_t size_bytes, uint32_t log2_unit)
{
    uint64_t covered = 0, next = 0, before = 0;
    for (uint32_t left = mask; left; left &= left - 1) {
        uint64_t address = addresses[__builtin_ctz(left)];
        uint64_t first = address >> log2_unit, end = ((address + size_bytes - 1) >> log2_unit) + 1;
        if (address < before || address + size_bytes - 1 < address)
            return count_any_units(addresses, mask, size_bytes, log2_unit);
        first = first > next ? first : next;
        covered += end > first ? end - first : 0;
        next = end > next ? end : next;
        before = address;
    }
    return (uint32_t)covered;
}

static uint32_t count_sectors(const uint64_t *addresses, uint32_t mask, uint32_t size_bytes)
{
    return count_units(addresses, mask, size_bytes, SECTOR_LOG2);
}

uint32_t count_distinct_bytes(const uint64_t *addresses, uint32_t mask, uint32_t size_bytes)
{
    return count_units(addresses, mask, size_bytes, 0);
}

uint32_t count_distinct_elements(const uint64_t *addresses, uint32_t mask, uint32_t size_bytes)
{
    enum { NEAR_ELEMENTS = 1024 };
    uint64_t seen[NEAR_ELEMENTS / 64] = {0}, apart = 0;
    uint64_t base = addresses[__builtin_ctz(mask)] - (uint64_t)NEAR_ELEMENTS / 2 * size_bytes;
    uint32_t distinct = 0, log2_size = (uint32_t)__builtin_ctz(size_bytes);
    for (uint32_t left = mask; left; left &= left - 1) {
        uint64_t distance = addresses[__builtin_ctz(left)] - base, element = distance >> log2_size;
        uint64_t bit = UINT64_C(1) << element % 64, *word = &seen[element / 64 % (NEAR_ELEMENTS / 64)];
        apart |= (distance & (size_bytes - 1)) | (element >= NEAR_ELEMENTS);
        distinct += (*word & bit) == 0;
        *word |= bit;
    }
    if (apart || size_bytes & (size_bytes - 1))
        return count_distinct_bytes(addresses, mask, size_bytes) / size_bytes;
    return distinct;
}

/* Whether the lanes' words are so close that no two of them share a bank. */
static bool fit_one_pass(const uint64_t *addresses, uint32_t mask, uint32_t size_bytes)
{
    uint64_t first = UINT64_MAX, last = 0;
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++) {
        if (!(mask >> lane & 1))
            continue;
        first = addresses[lane] < first ? addresses[lane] : first;
        last = addresses[lane] > last ? addresses[lane] : last;
    }
    return (last + size_bytes - 1) / BANK_BYTES - first / BANK_BYTES < BANKS;
}

/* The distinct words that a part of a warp accesses, in a list for each bank. */
struct bank_words {
    uint64_t words[VGPU_WARP_LANES * 4];
    uint8_t before[VGPU_WARP_LANES * 4]; /* 1 + the index of the bank's word before; 0: none */
    uint8_t last[BANKS];                 /* the same of the bank's last word */
    uint8_t in_bank[BANKS];
    uint32_t count;
};

/* Adds a word. Returns how many its bank has then; 0: it was there. */
static uint32_t add_word(struct bank_words *banks, uint64_t word)
{
    uint32_t bank = word % BANKS;
    for (uint32_t at = banks->last[bank]; at; at = banks->before[at - 1])
        if (banks->words[at - 1] == word)
            return 0;
    banks->before[banks->count] = banks->last[bank];
    banks->words[banks->count++] = word;
    banks->last[bank] = (uint8_t)banks->count;
    return ++banks->in_bank[bank];
}

/* The passes of one part of a warp: the most distinct words in one bank. */
static uint32_t part_wavefronts(const uint64_t *addresses, uint32_t mask, uint32_t size_bytes)
{
    struct bank_words banks;
    uint32_t most = 0;
    banks.count = 0;
    memset(banks.last, 0, sizeof banks.last);
    memset(banks.in_bank, 0, sizeof banks.in_bank);
    for (uint32_t left = mask; left; left &= left - 1) {
        uint64_t address = addresses[__builtin_ctz(left)], last = (address + size_bytes - 1) / BANK_BYTES;
        for (uint64_t word = address / BANK_BYTES; word <= last && banks.count < VGPU_WARP_LANES * 4; word++) {
            uint32_t in_bank = add_word(&banks, word);
            most = in_bank > most ? in_bank : most;
        }
    }
    return most;
}

/* Whether neighbouring lanes access the same place, where both are active. */
static bool are_pairs(const uint64_t *addresses, uint32_t mask)
{
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane += 2)
        if ((mask >> lane & 3) == 3 && addresses[lane] != addresses[lane + 1])
            return false;
    return true;
}

uint32_t count_part_lanes(const uint64_t *addresses, uint32_t mask, uint32_t size_bytes)
{
    uint32_t lanes = size_bytes <= 4 ? 32 : size_bytes <= 8 ? 16 : 8;
    return lanes < 32 && are_pairs(addresses, mask) ? 2 * lanes : lanes;
}

void count_wavefronts(const uint64_t *addresses, uint32_t mask, uint32_t size_bytes, uint32_t *out_wavefronts,
                      uint32_t *out_conflicts)
{
    uint32_t lanes_per_part = count_part_lanes(addresses, mask, size_bytes);
    uint32_t wavefronts = 0, parts = 0;
    for (uint32_t first = 0; first < VGPU_WARP_LANES; first += lanes_per_part) {
        uint32_t part = mask & (uint32_t)(((UINT64_C(1) << lanes_per_part) - 1) << first);
        if (!part)
            continue;
        parts++;
        wavefronts += fit_one_pass(addresses, part, size_bytes) ? 1 : part_wavefronts(addresses, part, size_bytes);
    }
    *out_wavefronts = wavefronts;
    *out_conflicts = wavefronts - parts;
}

void count_access(struct vgpu_access_counts *counts, enum vgpu_count_space space, const uint64_t *addresses,
                  uint32_t mask, uint32_t size_bytes)
{
    uint32_t lanes = warp_count_lanes(mask);
    counts->requests++;
    counts->lanes += lanes;
    counts->bytes += (uint64_t)lanes * size_bytes;
    if (space == VGPU_COUNT_SHARED) {
        uint32_t wavefronts, conflicts;
        count_wavefronts(addresses, mask, size_bytes, &wavefronts, &conflicts);
        counts->wavefronts += wavefronts;
        counts->conflicts += conflicts;
        return;
    }
    counts->sectors += count_sectors(addresses, mask, size_bytes);
    counts->least_sectors += (count_distinct_bytes(addresses, mask, size_bytes) + SECTOR_BYTES - 1) / SECTOR_BYTES;
}

static void pattern_addresses(const struct vgpu_access_cache *cache, uint64_t base, uint64_t *addresses)
{
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++)
        addresses[lane] = base + (uint64_t)(int64_t)cache->distances[lane];
}

uint32_t count_find_sectors(struct vgpu_access_cache *cache, uint64_t base)
{
    uint64_t addresses[VGPU_WARP_LANES];
    pattern_addresses(cache, base, addresses);
    uint32_t sectors = count_sectors(addresses, cache->mask, cache->size_bytes);
    cache->count.sectors_at[base % SECTOR_BYTES] = (uint8_t)sectors;
    return sectors;
}

void count_find_wavefronts(struct vgpu_access_cache *cache, uint64_t base)
{
    uint64_t addresses[VGPU_WARP_LANES];
    pattern_addresses(cache, base, addresses);
    cache->count.phase = (int8_t)(base % BANK_BYTES);
    count_wavefronts(addresses, cache->mask, cache->size_bytes, &cache->count.wavefronts, &cache->count.conflicts);
}

/*
 * Without counting, sectors count as known. Only addresses that are not aligned stay unknown to
 * handlers.
 */
static void skip_sectors(struct vgpu_access_cache *cache)
{
    for (uint32_t i = 0; i < sizeof(cache->count.sectors_at); i += cache->size_bytes)
        cache->count.sectors_at[i] = 1;
}

void count_pattern(struct vgpu_warp *warp, const struct vgpu_op *op, struct vgpu_access_cache *cache, bool is_shared)
{
    struct count_part *part = &cache->count;
    (void)op;
    part->phase = -1;
    part->least_sectors = (uint16_t)((cache->distinct_bytes + SECTOR_BYTES - 1) / SECTOR_BYTES);
    uint64_t each[4] = {1, cache->bytes, cache->lanes, is_shared ? 0 : part->least_sectors};
    memcpy(part->each, each, sizeof(each));
    memset(part->sectors_at, 0, sizeof(part->sectors_at));
    if (!warp->worker->counts_accesses)
        skip_sectors(cache);
}

static void count_atomic(struct vgpu_access_counts *counts, const uint64_t *addresses, uint32_t mask,
                         uint32_t size_bytes)
{
    counts->requests++;
    counts->lanes += warp_count_lanes(mask);
    counts->distinct += count_distinct_elements(addresses, mask, size_bytes);
}

/* The words of a lane are apart in local memory: sectors of each, but one request. */
static void count_local(struct vgpu_access_counts *counts, const uint64_t *addresses, uint32_t mask,
                        uint32_t size_bytes)
{
    uint64_t words[VGPU_WARP_LANES];
    for (uint32_t at = 0; at < size_bytes; at += BANK_BYTES) {
        count_local_word(addresses, at, words);
        count_access(counts, VGPU_COUNT_LOCAL, words, mask, BANK_BYTES);
        counts->requests -= at > 0;
        counts->lanes -= at > 0 ? warp_count_lanes(mask) : 0;
    }
}

void count_request(struct vgpu_warp *warp, const struct vgpu_op *op, enum vgpu_count_space space,
                   const uint64_t *addresses, uint32_t mask, uint32_t size_bytes)
{
    struct vgpu_access_counts *counts = &warp->worker->accesses[op->access].count.counts[space];
    if (!warp->worker->counts_accesses || !mask)
        return;
    if (op->detail->access == VGPU_ACCESS_ATOMIC)
        count_atomic(counts, addresses, mask, size_bytes);
    else if (space == VGPU_COUNT_LOCAL && size_bytes > BANK_BYTES)
        count_local(counts, addresses, mask, size_bytes);
    else
        count_access(counts, space, addresses, mask, size_bytes);
}
