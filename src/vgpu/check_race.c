/*
 * Races on shared memory: for each word its last writer and reader, with when and who.
 *
 * Two accesses by different threads, one of them a write, race unless something orders them: a block barrier between
 * them (another epoch), or for threads of one warp a warp-wide synchronisation (another warp epoch). Threads of a warp
 * that run in step are no exception: nothing promises that they do.
 *
 * One writer and one reader are kept per word, and whether there were more readers; so every race of a word with its
 * last accesses is found, and no order that exists is overlooked.
 */
#include <stdlib.h>
#include <string.h>

#include "vgpu/access_internal.h"

enum { THREAD_MASK = 1023, WARP_MASK = 1023 & ~31, INFO_OP_SHIFT = 8 };

/* --- the shadow -------------------------------------------------------------------------------------------------- */

bool race_init(struct vgpu_block *block, uint32_t shared_bytes)
{
    struct vgpu_race_shadow *race = calloc(1, sizeof(*race));
    if (!race)
        return false;
    block->race = race;
    race->words = shared_bytes / 4;
    race->writer = calloc(race->words + 16, sizeof(uint32_t));
    race->reader = calloc(race->words + 16, sizeof(uint32_t));
    race->writer_info = calloc(race->words + 16, sizeof(uint32_t));
    race->reader_info = calloc(race->words + 16, sizeof(uint32_t));
    return race->writer && race->reader && race->writer_info && race->reader_info;
}

void race_done(struct vgpu_block *block)
{
    if (!block->race)
        return;
    free(block->race->writer);
    free(block->race->reader);
    free(block->race->writer_info);
    free(block->race->reader_info);
    free(block->race);
    block->race = NULL;
}

void race_reset(struct vgpu_block *block)
{
    memset(block->race->writer, 0, block->race->words * sizeof(uint32_t));
    memset(block->race->reader, 0, block->race->words * sizeof(uint32_t));
}

void race_next_epoch(struct vgpu_block *block)
{
    block->epoch++;
    if (block->epoch <= VGPU_RACE_EPOCH_MAX)
        return;
    block->epoch = 1;
    if (block->race)
        race_reset(block);
}

/* Warp epochs start again: what the warp did before must not look like what it does from now on. */
static void forget_warp(struct vgpu_race_shadow *race, const struct vgpu_warp *warp)
{
    for (uint32_t i = 0; i < race->words; i++) {
        if ((race->writer[i] & WARP_MASK) == warp->index * VGPU_WARP_LANES)
            race->writer[i] = 0;
        if ((race->reader[i] & WARP_MASK) == warp->index * VGPU_WARP_LANES)
            race->reader[i] = 0;
    }
}

void race_next_warp_epoch(struct vgpu_warp *warp)
{
    if (++warp->epoch <= VGPU_RACE_WARP_EPOCH_MAX)
        return;
    warp->epoch = 0;
    if (warp->block->race)
        forget_warp(warp->block->race, warp);
}

/* --- the rule ---------------------------------------------------------------------------------------------------- */

/* Whether an access stamped `stamp` is unordered with one stamped `mine`. */
static bool is_unordered(uint32_t stamp, uint32_t mine)
{
    uint32_t difference = stamp ^ mine;
    if (stamp == 0 || difference >> VGPU_RACE_EPOCH_SHIFT)
        return false;
    if (!(difference & THREAD_MASK))
        return false;
    bool same_warp = !(difference & WARP_MASK);
    return !same_warp || !(difference & (uint32_t)VGPU_RACE_WARP_EPOCH_MAX << VGPU_RACE_WARP_EPOCH_SHIFT);
}

static void report(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place,
                   enum vgpu_finding_kind kind, uint32_t stamp, uint32_t info, enum vgpu_access other_access)
{
    const struct vgpu_launch_state *launch = warp->worker->launch;
    const struct vgpu_detail *detail = launch->module->ops[info >> INFO_OP_SHIFT].detail;
    struct vgpu_finding finding = {
        .kind = kind,
        .lane = access->lane,
        .access = access->access,
        .space = VGPU_FINDING_SPACE_SHARED,
        .address = access->address,
        .size_bytes = access->size_bytes,
    };
    describe_place(warp, place, &finding);
    memcpy(finding.other.block, warp->block->index, sizeof(finding.other.block));
    thread_position(launch, stamp & THREAD_MASK, finding.other.thread);
    finding.other.line = detail->line;
    finding.other.ptx_line = detail->source->ptx_line;
    finding.other.access = other_access;
    finding_add(warp, access->op, &finding);
}

static enum vgpu_access writer_access(uint32_t info)
{
    return info & VGPU_RACE_ATOMIC ? VGPU_ACCESS_ATOMIC : VGPU_ACCESS_WRITE;
}

static void check_write(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place,
                        uint32_t word, uint32_t bytes, bool same_value)
{
    struct vgpu_race_shadow *race = warp->block->race;
    uint32_t mine = race_stamp(warp, access->lane);
    bool is_atomic = access->access == VGPU_ACCESS_ATOMIC;
    uint32_t info = race->writer_info[word];
    if (is_unordered(race->writer[word], mine) && info & bytes) {
        bool other_atomic = info & VGPU_RACE_ATOMIC;
        if (is_atomic != other_atomic)
            report(warp, access, place, VGPU_FINDING_RACE_ATOMIC, race->writer[word], info, writer_access(info));
        else if (!is_atomic)
            report(warp, access, place, same_value ? VGPU_FINDING_RACE_SAME_VALUE : VGPU_FINDING_RACE_WRITE_WRITE,
                   race->writer[word], info, VGPU_ACCESS_WRITE);
    }
    uint32_t reader_info = race->reader_info[word];
    bool other_reader = is_unordered(race->reader[word], mine);
    bool many = reader_info & VGPU_RACE_MANY && race->reader[word] >> VGPU_RACE_EPOCH_SHIFT == warp->block->epoch;
    if ((other_reader || many) && reader_info & bytes)
        report(warp, access, place, is_atomic ? VGPU_FINDING_RACE_ATOMIC : VGPU_FINDING_RACE_WRITE_AFTER_READ,
               race->reader[word], reader_info, VGPU_ACCESS_READ);
    race->writer[word] = mine;
    uint32_t op_index = (uint32_t)(access->op->detail->index);
    race->writer_info[word] = op_index << INFO_OP_SHIFT | bytes | (is_atomic ? VGPU_RACE_ATOMIC : 0);
}

static void check_read(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place,
                       uint32_t word, uint32_t bytes)
{
    struct vgpu_race_shadow *race = warp->block->race;
    uint32_t mine = race_stamp(warp, access->lane);
    uint32_t info = race->writer_info[word];
    if (is_unordered(race->writer[word], mine) && info & bytes)
        report(warp, access, place,
               info & VGPU_RACE_ATOMIC ? VGPU_FINDING_RACE_ATOMIC : VGPU_FINDING_RACE_READ_AFTER_WRITE,
               race->writer[word], info, writer_access(info));
    uint32_t op_index = (uint32_t)(access->op->detail->index);
    if (is_unordered(race->reader[word], mine)) { /* keep the first reader */
        race->reader_info[word] |= VGPU_RACE_MANY | bytes;
        return;
    }
    if (race->reader[word] == mine) { /* others may have read since */
        race->reader_info[word] |= bytes;
        return;
    }
    race->reader[word] = mine;
    race->reader_info[word] = op_index << INFO_OP_SHIFT | bytes;
}

void check_race(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place,
                const void *value)
{
    if (place->space != VGPU_PLACE_SHARED || !warp->block->race)
        return;
    bool same_value = value && memcmp(place->bytes, value, access->size_bytes) == 0;
    uint64_t end = place->offset + access->size_bytes;
    for (uint64_t at = place->offset; at < end; at = (at / 4 + 1) * 4) {
        uint64_t last = end < (at / 4 + 1) * 4 ? end : (at / 4 + 1) * 4;
        uint32_t bytes = ((1U << (last - at)) - 1) << (at % 4);
        if (access->access == VGPU_ACCESS_READ)
            check_read(warp, access, place, (uint32_t)(at / 4), bytes);
        else
            check_write(warp, access, place, (uint32_t)(at / 4), bytes, same_value);
    }
}

/* --- whole patterns ---------------------------------------------------------------------------------------------- */

/*
 * The common cases as vectors: each lane its own word, words side by side (all 32 lanes, or two halves), or one word
 * for all. `words` is where a run begins and `lane` its first lane.
 */
struct run {
    uint32_t word, lane, count;
};

enum { RUNS_MAX = 2, HALF = VGPU_WARP_LANES / 2 };

static uint32_t find_runs(const struct vgpu_access_cache *cache, uint64_t base, uint32_t size_bytes,
                          struct run runs[RUNS_MAX])
{
    uint32_t word = (uint32_t)base / 4;
    if (size_bytes != 4)
        return 0;
    if (cache->kind == VGPU_PATTERN_CONTIGUOUS) {
        runs[0] = (struct run){word, 0, VGPU_WARP_LANES};
        return 1;
    }
    if (cache->kind != VGPU_PATTERN_HALVES_CONTIGUOUS)
        return 0;
    runs[0] = (struct run){word, 0, HALF};
    runs[1] = (struct run){(uint32_t)(base + (uint64_t)(int64_t)cache->distances[HALF]) / 4, HALF, HALF};
    return 2;
}

/* is_unordered() without branches. */
static inline uint32_t unordered_bit(uint32_t stamp, uint32_t mine)
{
    uint32_t difference = stamp ^ mine;
    uint32_t same_epoch = difference >> VGPU_RACE_EPOCH_SHIFT == 0;
    uint32_t other_thread = (difference & THREAD_MASK) != 0;
    uint32_t other_warp = (difference & WARP_MASK) != 0;
    uint32_t same_warp_epoch = (difference & (uint32_t)VGPU_RACE_WARP_EPOCH_MAX << VGPU_RACE_WARP_EPOCH_SHIFT) == 0;
    return same_epoch & other_thread & (other_warp | same_warp_epoch);
}

static uint32_t any_unordered(const uint32_t *stamps, const struct run *run, uint32_t stamp)
{
    uint32_t any = 0;
    for (uint32_t i = 0; i < run->count; i++)
        any |= unordered_bit(stamps[run->word + i], stamp + run->lane + i);
    return any;
}

static uint32_t any_read_by_many(const struct vgpu_race_shadow *race, const struct run *run, uint32_t epoch)
{
    uint32_t any = 0;
    for (uint32_t i = 0; i < run->count; i++)
        any |= (race->reader_info[run->word + i] & VGPU_RACE_MANY) != 0 &&
               race->reader[run->word + i] >> VGPU_RACE_EPOCH_SHIFT == epoch;
    return any;
}

static void note_readers(struct vgpu_race_shadow *race, const struct run *run, uint32_t stamp, uint32_t info)
{
    uint32_t *restrict readers = race->reader + run->word, *restrict infos = race->reader_info + run->word;
    for (uint32_t i = 0; i < run->count; i++) {
        uint32_t mine = stamp + run->lane + i, keep = unordered_bit(readers[i], mine);
        uint32_t again = readers[i] == mine ? infos[i] : info; /* others may have read since */
        infos[i] = keep ? infos[i] | VGPU_RACE_MANY | VGPU_RACE_BYTES : again | VGPU_RACE_BYTES;
        readers[i] = keep ? readers[i] : mine;
    }
}

static void note_writers(struct vgpu_race_shadow *race, const struct run *run, uint32_t stamp, uint32_t info)
{
    uint32_t *restrict writers = race->writer + run->word, *restrict infos = race->writer_info + run->word;
    for (uint32_t i = 0; i < run->count; i++) {
        writers[i] = stamp + run->lane + i;
        infos[i] = info;
    }
}

/* One word that several lanes read: `count` lanes from `lane` on. */
static bool read_shared_word(struct vgpu_race_shadow *race, uint32_t word, uint32_t first, uint32_t last, uint32_t info)
{
    if (race->writer[word] != 0 && (unordered_bit(race->writer[word], first) | unordered_bit(race->writer[word], last)))
        return false;
    if (unordered_bit(race->reader[word], first)) {
        race->reader_info[word] |= VGPU_RACE_MANY | VGPU_RACE_BYTES;
        return true;
    }
    race->reader[word] = first;
    race->reader_info[word] = first == last ? info : info | VGPU_RACE_MANY;
    return true;
}

static uint32_t word_of(const struct vgpu_access_cache *cache, uint64_t base, uint32_t lane)
{
    return (uint32_t)(base + (uint64_t)(int64_t)cache->distances[lane]) / 4;
}

static bool read_uniform(struct vgpu_warp *warp, const struct vgpu_access_cache *cache, uint64_t base, uint32_t info)
{
    struct vgpu_race_shadow *race = warp->block->race;
    uint32_t stamp = race_stamp(warp, 0);
    if (cache->kind == VGPU_PATTERN_HALVES_UNIFORM)
        return read_shared_word(race, word_of(cache, base, 0), stamp, stamp + HALF - 1, info) &&
               read_shared_word(race, word_of(cache, base, HALF), stamp + HALF, stamp + VGPU_WARP_LANES - 1, info);
    uint32_t first = (uint32_t)__builtin_ctz(cache->mask), last = 31 - (uint32_t)__builtin_clz(cache->mask);
    return read_shared_word(race, (uint32_t)base / 4, stamp + first, stamp + last, info);
}

static bool read_any(struct vgpu_warp *warp, const struct vgpu_access_cache *cache, uint64_t base, uint32_t size_bytes,
                     uint32_t info)
{
    struct vgpu_race_shadow *race = warp->block->race;
    uint32_t stamp = race_stamp(warp, 0);
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++)
        for (uint32_t i = 0; cache->mask >> lane & 1 && i < size_bytes / 4; i++)
            if (unordered_bit(race->writer[word_of(cache, base, lane) + i], stamp + lane))
                return false;
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++)
        for (uint32_t i = 0; cache->mask >> lane & 1 && i < size_bytes / 4; i++)
            note_readers(race, &(struct run){word_of(cache, base, lane) + i, lane, 1}, stamp, info);
    return true;
}

bool race_read_pattern(struct vgpu_warp *warp, const struct vgpu_op *op, const struct vgpu_access_cache *cache,
                       uint64_t base, uint32_t size_bytes)
{
    struct vgpu_race_shadow *race = warp->block->race;
    struct run runs[RUNS_MAX];
    uint32_t info = op->detail->index << INFO_OP_SHIFT | VGPU_RACE_BYTES, stamp = race_stamp(warp, 0);
    if (size_bytes < 4)
        return false;
    if (size_bytes == 4 && (cache->kind == VGPU_PATTERN_UNIFORM || cache->kind == VGPU_PATTERN_HALVES_UNIFORM))
        return read_uniform(warp, cache, base, info);
    uint32_t count = find_runs(cache, base, size_bytes, runs), unordered = 0;
    if (count == 0)
        return read_any(warp, cache, base, size_bytes, info);
    for (uint32_t i = 0; i < count; i++)
        unordered |= any_unordered(race->writer, &runs[i], stamp);
    if (unordered)
        return false;
    for (uint32_t i = 0; i < count; i++)
        note_readers(race, &runs[i], stamp, info);
    return true;
}

static uint32_t may_race_with_write(const struct vgpu_warp *warp, const struct run *run, uint32_t stamp)
{
    const struct vgpu_race_shadow *race = warp->block->race;
    return any_unordered(race->writer, run, stamp) | any_unordered(race->reader, run, stamp) |
           any_read_by_many(race, run, warp->block->epoch);
}

bool race_write_pattern(struct vgpu_warp *warp, const struct vgpu_op *op, const struct vgpu_access_cache *cache,
                        uint64_t base, uint32_t size_bytes)
{
    struct run runs[RUNS_MAX];
    uint32_t info = op->detail->index << INFO_OP_SHIFT | VGPU_RACE_BYTES, stamp = race_stamp(warp, 0), may_race = 0;
    if (size_bytes < 4 || !cache->is_distinct)
        return false;
    uint32_t count = find_runs(cache, base, size_bytes, runs);
    for (uint32_t i = 0; i < count; i++)
        may_race |= may_race_with_write(warp, &runs[i], stamp);
    for (uint32_t lane = 0; count == 0 && lane < VGPU_WARP_LANES; lane++)
        for (uint32_t i = 0; cache->mask >> lane & 1 && i < size_bytes / 4; i++)
            may_race |= may_race_with_write(warp, &(struct run){word_of(cache, base, lane) + i, lane, 1}, stamp);
    if (may_race)
        return false;
    for (uint32_t i = 0; i < count; i++)
        note_writers(warp->block->race, &runs[i], stamp, info);
    for (uint32_t lane = 0; count == 0 && lane < VGPU_WARP_LANES; lane++)
        for (uint32_t i = 0; cache->mask >> lane & 1 && i < size_bytes / 4; i++)
            note_writers(warp->block->race, &(struct run){word_of(cache, base, lane) + i, lane, 1}, stamp, info);
    return true;
}
