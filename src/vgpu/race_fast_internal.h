/*
 * Races of a whole pattern of a warp on shared memory, for the execute_*.c files: the same rule as check_race.c, for
 * all lanes at once and without findings.
 *
 * race_read_pattern() and race_write_pattern() return false if there may be a race: then the lanes must go one by one
 * through check_race(), which says what is wrong.
 */
#ifndef VGPU_RACE_FAST_INTERNAL_H
#define VGPU_RACE_FAST_INTERNAL_H

#include "vgpu/access_internal.h"

/*
 * The common cases as vectors: each lane its own word, words side by side (all 32 lanes, or two halves), or one word
 * for all. `words` is where a run begins and `lane` its first lane.
 */
struct race_run {
    uint32_t word, lane, count;
};

enum { RACE_RUNS_MAX = 2, RACE_HALF = VGPU_WARP_LANES / 2 };

static inline uint32_t race_find_runs(const struct vgpu_access_cache *cache, uint64_t base, uint32_t size_bytes,
                                      struct race_run runs[RACE_RUNS_MAX])
{
    uint32_t word = (uint32_t)base / 4;
    if (size_bytes != 4)
        return 0;
    if (cache->kind == VGPU_PATTERN_CONTIGUOUS) {
        runs[0] = (struct race_run){word, 0, VGPU_WARP_LANES};
        return 1;
    }
    if (cache->kind != VGPU_PATTERN_HALVES_CONTIGUOUS)
        return 0;
    runs[0] = (struct race_run){word, 0, RACE_HALF};
    runs[1] =
        (struct race_run){(uint32_t)(base + (uint64_t)(int64_t)cache->distances[RACE_HALF]) / 4, RACE_HALF, RACE_HALF};
    return 2;
}

/* is_unordered() without branches. */
static inline uint32_t race_unordered_bit(uint32_t stamp, uint32_t mine)
{
    uint32_t difference = stamp ^ mine;
    uint32_t same_epoch = difference >> VGPU_RACE_EPOCH_SHIFT == 0;
    uint32_t other_thread = (difference & VGPU_RACE_THREAD_MASK) != 0;
    uint32_t other_warp = (difference & VGPU_RACE_WARP_MASK) != 0;
    uint32_t same_warp_epoch = (difference & (uint32_t)VGPU_RACE_WARP_EPOCH_MAX << VGPU_RACE_WARP_EPOCH_SHIFT) == 0;
    return same_epoch & other_thread & (other_warp | same_warp_epoch);
}

static inline uint32_t race_any_unordered(const uint32_t *stamps, const struct race_run *run, uint32_t stamp)
{
    uint32_t any = 0;
    for (uint32_t i = 0; i < run->count; i++)
        any |= race_unordered_bit(stamps[run->word + i], stamp + run->lane + i);
    return any;
}

/* Whether two stamps are of one epoch of the block and of different warps. */
static inline uint32_t race_of_other_warp(uint32_t one, uint32_t other)
{
    uint32_t difference = one ^ other;
    return (difference >> VGPU_RACE_EPOCH_SHIFT == 0) & ((difference & VGPU_RACE_WARP_MASK) != 0);
}

/* Keeps the two readers of a word that stand for all (see check_race.c). Without branches, for loops over words. */
static inline void race_note_reader(struct vgpu_race_shadow *race, uint32_t word, uint32_t mine, uint32_t info)
{
    uint32_t first = race->reader[word], second = race->second_reader[word];
    uint32_t first_info = race->reader_info[word], second_info = race->second_reader_info[word];
    uint32_t beside = race_unordered_bit(first, mine), stays = race_of_other_warp(second, first);
    uint32_t replaces_second = beside & !stays;
    race->reader[word] = beside ? first : mine;
    race->reader_info[word] = beside ? first_info : first == mine ? first_info | (info & VGPU_RACE_BYTES) : info;
    race->second_reader[word] = replaces_second ? mine : second;
    race->second_reader_info[word] = !replaces_second ? second_info
                                     : second == mine ? second_info | (info & VGPU_RACE_BYTES)
                                                      : info;
}

static inline void race_note_readers(struct vgpu_race_shadow *race, const struct race_run *run, uint32_t stamp,
                                     uint32_t info)
{
    struct vgpu_race_shadow local = *race;
#pragma GCC ivdep
    for (uint32_t i = 0; i < run->count; i++)
        race_note_reader(&local, run->word + i, stamp + run->lane + i, info);
}

static inline void race_note_writers(struct vgpu_race_shadow *race, const struct race_run *run, uint32_t stamp,
                                     uint32_t info)
{
    uint32_t *restrict writers = race->writer + run->word, *restrict infos = race->writer_info + run->word;
    for (uint32_t i = 0; i < run->count; i++) {
        writers[i] = stamp + run->lane + i;
        infos[i] = info;
    }
}

/* One word that several lanes read: `count` lanes from `lane` on. */
static inline bool race_read_shared_word(struct vgpu_race_shadow *race, uint32_t word, uint32_t first, uint32_t last,
                                         uint32_t info)
{
    if (race->writer[word] != 0 &&
        (race_unordered_bit(race->writer[word], first) | race_unordered_bit(race->writer[word], last)))
        return false;
    race_note_reader(race, word, first, info);
    if (first != last)
        race_note_reader(race, word, last, info);
    return true;
}

static inline uint32_t race_word_of(const struct vgpu_access_cache *cache, uint64_t base, uint32_t lane)
{
    return (uint32_t)(base + (uint64_t)(int64_t)cache->distances[lane]) / 4;
}

static inline bool race_read_uniform(struct vgpu_warp *warp, const struct vgpu_access_cache *cache, uint64_t base,
                                     uint32_t info)
{
    struct vgpu_race_shadow *race = warp->block->race;
    uint32_t stamp = race_stamp(warp, 0);
    if (cache->kind == VGPU_PATTERN_HALVES_UNIFORM)
        return race_read_shared_word(race, race_word_of(cache, base, 0), stamp, stamp + RACE_HALF - 1, info) &&
               race_read_shared_word(race, race_word_of(cache, base, RACE_HALF), stamp + RACE_HALF,
                                     stamp + VGPU_WARP_LANES - 1, info);
    uint32_t first = (uint32_t)__builtin_ctz(cache->mask), last = 31 - (uint32_t)__builtin_clz(cache->mask);
    return race_read_shared_word(race, (uint32_t)base / 4, stamp + first, stamp + last, info);
}

static inline bool race_read_any(struct vgpu_warp *warp, const struct vgpu_access_cache *cache, uint64_t base,
                                 uint32_t size_bytes, uint32_t info)
{
    struct vgpu_race_shadow *race = warp->block->race;
    uint32_t stamp = race_stamp(warp, 0);
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++)
        for (uint32_t i = 0; cache->mask >> lane & 1 && i < size_bytes / 4; i++)
            if (race_unordered_bit(race->writer[race_word_of(cache, base, lane) + i], stamp + lane))
                return false;
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++)
        for (uint32_t i = 0; cache->mask >> lane & 1 && i < size_bytes / 4; i++)
            race_note_readers(race, &(struct race_run){race_word_of(cache, base, lane) + i, lane, 1}, stamp, info);
    return true;
}

static inline bool race_read_pattern(struct vgpu_warp *warp, const struct vgpu_op *op,
                                     const struct vgpu_access_cache *cache, uint64_t base, uint32_t size_bytes)
{
    struct vgpu_race_shadow *race = warp->block->race;
    struct race_run runs[RACE_RUNS_MAX];
    uint32_t info = op->detail->index << VGPU_RACE_OP_SHIFT | VGPU_RACE_BYTES, stamp = race_stamp(warp, 0);
    if (size_bytes < 4)
        return false;
    if (size_bytes == 4 && (cache->kind == VGPU_PATTERN_UNIFORM || cache->kind == VGPU_PATTERN_HALVES_UNIFORM))
        return race_read_uniform(warp, cache, base, info);
    uint32_t count = race_find_runs(cache, base, size_bytes, runs), unordered = 0;
    if (count == 0)
        return race_read_any(warp, cache, base, size_bytes, info);
    for (uint32_t i = 0; i < count; i++)
        unordered |= race_any_unordered(race->writer, &runs[i], stamp);
    if (unordered)
        return false;
    for (uint32_t i = 0; i < count; i++)
        race_note_readers(race, &runs[i], stamp, info);
    return true;
}

static inline uint32_t race_may_race_with_write(const struct vgpu_warp *warp, const struct race_run *run,
                                                uint32_t stamp)
{
    const struct vgpu_race_shadow *race = warp->block->race;
    return race_any_unordered(race->writer, run, stamp) | race_any_unordered(race->reader, run, stamp) |
           race_any_unordered(race->second_reader, run, stamp);
}

static inline bool race_write_pattern(struct vgpu_warp *warp, const struct vgpu_op *op,
                                      const struct vgpu_access_cache *cache, uint64_t base, uint32_t size_bytes)
{
    struct race_run runs[RACE_RUNS_MAX];
    uint32_t info = op->detail->index << VGPU_RACE_OP_SHIFT | VGPU_RACE_BYTES, stamp = race_stamp(warp, 0),
             may_race = 0;
    if (size_bytes < 4 || !cache->is_distinct)
        return false;
    uint32_t count = race_find_runs(cache, base, size_bytes, runs);
    for (uint32_t i = 0; i < count; i++)
        may_race |= race_may_race_with_write(warp, &runs[i], stamp);
    for (uint32_t lane = 0; count == 0 && lane < VGPU_WARP_LANES; lane++)
        for (uint32_t i = 0; cache->mask >> lane & 1 && i < size_bytes / 4; i++)
            may_race |=
                race_may_race_with_write(warp, &(struct race_run){race_word_of(cache, base, lane) + i, lane, 1}, stamp);
    if (may_race)
        return false;
    for (uint32_t i = 0; i < count; i++)
        race_note_writers(warp->block->race, &runs[i], stamp, info);
    for (uint32_t lane = 0; count == 0 && lane < VGPU_WARP_LANES; lane++)
        for (uint32_t i = 0; cache->mask >> lane & 1 && i < size_bytes / 4; i++)
            race_note_writers(warp->block->race, &(struct race_run){race_word_of(cache, base, lane) + i, lane, 1},
                              stamp, info);
    return true;
}

#endif
