/*
 * Races of a whole pattern of a warp on shared memory, for the execute_*.c files. The rule is that
 * of check_race.c, for all lanes at once and without findings.
 *
 * race_read_pattern() and race_write_pattern() return false if there may be a race. Then the lanes
 * must go one by one through check_race(), which reports the race.
 */
#ifndef VGPU_RACE_RACE_FAST_H
#define VGPU_RACE_RACE_FAST_H

#include "vgpu/execution/access_pattern.h"
#include "vgpu/race/check_race.h"
#include "vgpu/race/race_reads.h"

/*
 * The common cases as vectors. A warp reads or writes two runs of sixteen adjacent words, one word
 * per lane. Or all its lanes read one word. `word` is the first word of a run and `lane` its first
 * lane.
 */
struct race_run {
    uint32_t word, lane;
};

enum { RACE_RUNS = 2, RACE_HALF = VGPU_WARP_LANES / 2 };

static inline bool race_find_runs(const struct vgpu_access_cache *cache, uint64_t base, struct race_run runs[RACE_RUNS])
{
    if (cache->size_bytes != 4 ||
        (cache->kind != VGPU_PATTERN_CONTIGUOUS && cache->kind != VGPU_PATTERN_HALVES_CONTIGUOUS))
        return false;
    runs[0] = (struct race_run){(uint32_t)base / 4, 0};
    runs[1] = (struct race_run){(uint32_t)(base + (uint64_t)(int64_t)cache->distances[RACE_HALF]) / 4, RACE_HALF};
    return true;
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

/* Whether two stamps are of one epoch of the block and of different warps. */
static inline uint32_t race_of_other_warp(uint32_t one, uint32_t other)
{
    uint32_t difference = one ^ other;
    return (difference >> VGPU_RACE_EPOCH_SHIFT == 0) & ((difference & VGPU_RACE_WARP_MASK) != 0);
}

/*
 * Keeps the two readers of a word that represent all readers (see check_race.c). It has no
 * branches, so that loops over words become vectors.
 */
static inline void race_note_reader_at(uint32_t *restrict first_at, uint32_t *restrict first_info_at,
                                       uint32_t *restrict second_at, uint32_t *restrict second_info_at, uint32_t mine,
                                       uint32_t info)
{
    uint32_t first = *first_at, second = *second_at, first_info = *first_info_at, second_info = *second_info_at;
    uint32_t beside = race_unordered_bit(first, mine), stays = race_of_other_warp(second, first);
    uint32_t replaces_second = beside & !stays;
    *first_at = beside ? first : mine;
    *first_info_at = beside ? first_info : first == mine ? first_info | (info & VGPU_RACE_PLAIN) : info;
    *second_at = replaces_second ? mine : second;
    *second_info_at = !replaces_second ? second_info : second == mine ? second_info | (info & VGPU_RACE_PLAIN) : info;
}

static inline void race_note_reader(struct vgpu_race_shadow *race, uint32_t word, uint32_t mine, uint32_t info)
{
    race_note_reader_at(&race->reader[word], &race->reader_info[word], &race->second_reader[word],
                        &race->second_reader_info[word], mine, info);
}

/*
 * Whether race_note_reader() of a whole word would change nothing. This is the common case, since
 * two readers represent all.
 */
static inline uint32_t race_is_noted(uint32_t first, uint32_t second, uint32_t first_info, uint32_t second_info,
                                     uint32_t mine)
{
    uint32_t is_first = (first == mine) & ((~first_info & VGPU_RACE_PLAIN) == 0);
    uint32_t is_second = (second == mine) & ((~second_info & VGPU_RACE_PLAIN) == 0);
    return is_first | (race_unordered_bit(first, mine) & (race_of_other_warp(second, first) | is_second));
}

/* The result of a read of a run: whether it may race, and whether all words are noted already. */
struct race_read {
    uint32_t unordered, is_noted;
};

static inline struct race_read race_look_at_read(const struct vgpu_race_shadow *race, const struct race_run *run,
                                                 struct race_stamps stamps)
{
    const uint32_t *writer = race->writer + run->word;
    const uint32_t *first = race->reader + run->word, *second = race->second_reader + run->word;
    const uint32_t *first_info = race->reader_info + run->word, *second_info = race->second_reader_info + run->word;
    uint32_t unordered = 0, is_noted = 1;
    for (uint32_t i = 0; i < RACE_HALF; i++) {
        uint32_t lane = run->lane + i, mine = stamps.of_read + lane;
        unordered |= race_unordered_bit(writer[i], stamps.of_write + lane);
        is_noted &= race_is_noted(first[i], second[i], first_info[i], second_info[i], mine);
    }
    return (struct race_read){unordered, is_noted};
}

static inline void race_note_readers(struct vgpu_race_shadow *race, const struct race_run *run, uint32_t stamp,
                                     uint32_t info)
{
    uint32_t *restrict first = race->reader + run->word, *restrict second = race->second_reader + run->word;
    uint32_t *restrict first_info = race->reader_info + run->word;
    uint32_t *restrict second_info = race->second_reader_info + run->word;
#pragma GCC ivdep
    for (uint32_t i = 0; i < RACE_HALF; i++)
        race_note_reader_at(&first[i], &first_info[i], &second[i], &second_info[i], stamp + run->lane + i, info);
}

static inline void race_note_writers(struct vgpu_race_shadow *race, const struct race_run *run, uint32_t stamp,
                                     uint32_t info)
{
    uint32_t *restrict writers = race->writer + run->word, *restrict infos = race->writer_info + run->word;
    for (uint32_t i = 0; i < RACE_HALF; i++) {
        writers[i] = stamp + run->lane + i;
        infos[i] = info;
    }
}

/* One word that several lanes read: two of them represent all. */
static inline bool race_read_shared_word(struct vgpu_race_shadow *race, uint32_t word, struct race_stamps first,
                                         struct race_stamps last, uint32_t info)
{
    uint32_t writer = race->writer[word], reader = race->reader[word];
    if (race_unordered_bit(writer, first.of_write) | race_unordered_bit(writer, last.of_write))
        return false;
    if (race_of_other_warp(reader, first.of_read) && race_of_other_warp(race->second_reader[word], reader))
        return true; /* two of different warps are noted */
    race_note_reader(race, word, first.of_read, info);
    if (first.of_read != last.of_read)
        race_note_reader(race, word, last.of_read, info);
    return true;
}

static inline uint32_t race_word_of(const struct vgpu_access_cache *cache, uint64_t base, uint32_t lane)
{
    return (uint32_t)(base + (uint64_t)(int64_t)cache->distances[lane]) / 4;
}

static inline bool race_read_uniform(struct vgpu_race_shadow *race, const struct vgpu_access_cache *cache,
                                     uint64_t base, struct race_stamps stamps, uint32_t info)
{
    if (cache->kind == VGPU_PATTERN_HALVES_UNIFORM)
        return race_read_shared_word(race, race_word_of(cache, base, 0), stamps, race_stamps_at(stamps, RACE_HALF - 1),
                                     info) &&
               race_read_shared_word(race, race_word_of(cache, base, RACE_HALF), race_stamps_at(stamps, RACE_HALF),
                                     race_stamps_at(stamps, VGPU_WARP_LANES - 1), info);
    uint32_t first = (uint32_t)__builtin_ctz(cache->mask), last = 31 - (uint32_t)__builtin_clz(cache->mask);
    return race_read_shared_word(race, (uint32_t)base / 4, race_stamps_at(stamps, first), race_stamps_at(stamps, last),
                                 info);
}

static inline uint32_t race_words_of(const struct vgpu_access_cache *cache)
{
    return cache->size_bytes < 4 ? 1 : cache->size_bytes / 4;
}

/* The info of one lane's access. Less than a word has bytes of its own in it. */
static inline uint32_t race_info_at(const struct vgpu_access_cache *cache, uint64_t base, uint32_t lane, uint32_t info)
{
    uint32_t at = (uint32_t)(base + (uint64_t)(int64_t)cache->distances[lane]) % 4;
    if (cache->size_bytes >= 4)
        return info;
    return (info & ~(uint32_t)VGPU_RACE_BYTES) | ((1U << cache->size_bytes) - 1) << at;
}

static inline bool race_read_any(struct vgpu_race_shadow *race, const struct vgpu_access_cache *cache, uint64_t base,
                                 struct race_stamps stamps, uint32_t info)
{
    uint32_t words = race_words_of(cache);
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++)
        for (uint32_t i = 0; cache->mask >> lane & 1 && i < words; i++)
            if (race_unordered_bit(race->writer[race_word_of(cache, base, lane) + i], stamps.of_write + lane))
                return false;
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++)
        for (uint32_t i = 0; cache->mask >> lane & 1 && i < words; i++)
            race_note_reader(race, race_word_of(cache, base, lane) + i, stamps.of_read + lane,
                             race_info_at(cache, base, lane, info));
    return true;
}

static __attribute__((noinline, unused)) bool race_read_now(struct vgpu_race_shadow *race,
                                                            const struct vgpu_access_cache *cache, uint64_t base,
                                                            struct race_stamps stamps, uint32_t info)
{
    struct race_run runs[RACE_RUNS];
    bool is_uniform = cache->kind == VGPU_PATTERN_UNIFORM || cache->kind == VGPU_PATTERN_HALVES_UNIFORM;
    if (cache->size_bytes == 4 && is_uniform)
        return race_read_uniform(race, cache, base, stamps, info);
    if (!race_find_runs(cache, base, runs))
        return race_read_any(race, cache, base, stamps, info);
    struct race_read low = race_look_at_read(race, &runs[0], stamps), high = race_look_at_read(race, &runs[1], stamps);
    if (low.unordered | high.unordered)
        return false;
    if (low.is_noted & high.is_noted)
        return true;
    race_note_readers(race, &runs[0], stamps.of_read, info);
    race_note_readers(race, &runs[1], stamps.of_read, info);
    return true;
}

/*
 * False: at once, that is. The loads come before the first store. The compiler cannot know that no
 * store changes them.
 */
static inline bool race_defer_read(struct vgpu_warp *warp, const struct vgpu_access_cache *cache, uint64_t base,
                                   struct race_stamps stamps, uint32_t info)
{
    struct vgpu_race_shadow *race = warp->block->race->shadow;
    uint32_t epoch = warp->block->race->epoch, count = race->read_epoch == epoch ? race->read_count : 0;
    if (race->settled_epoch == epoch) {
        race->atomics_epoch = 0;
        return false;
    }
    if (__builtin_expect(count == race->read_capacity, 0)) {
        race->read_count = count;
        if (!race_add_room(warp->block))
            return false;
    }
    race->reads[count] = (struct vgpu_race_read){cache, base, stamps, info};
    race->read_epoch = epoch;
    race->read_count = count + 1;
    return true;
}

static __attribute__((noinline, unused)) bool
race_meets_copied_word(const struct vgpu_race_shadow *race, const struct vgpu_access_cache *cache, uint64_t base)
{
    uint32_t met = 0;
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++)
        for (uint32_t i = 0; cache->mask >> lane & 1 && i < (cache->size_bytes + 3) / 4; i++)
            met |= race->copier[race_word_of(cache, base, lane) + i];
    return met != 0;
}

/* Whether an asynchronous copy may write one of the words at any time. */
static inline bool race_meets_copy(const struct vgpu_race_shadow *race, const struct vgpu_access_cache *cache,
                                   uint64_t base)
{
    uint32_t first = (uint32_t)(base + (uint64_t)(int64_t)cache->least) / 4;
    uint32_t end = (uint32_t)(base + (uint64_t)(int64_t)cache->most + 3) / 4;
    if (__builtin_expect(end <= race->copy_first || first >= race->copy_end, 1))
        return false;
    return race_meets_copied_word(race, cache, base);
}

/* Rare cases are out of line here, so that handlers keep their registers for the common ones. */
static inline bool race_read_pattern(struct vgpu_warp *warp, const struct vgpu_op *op,
                                     const struct vgpu_access_cache *cache, uint64_t base)
{
    uint32_t info = op->detail->index << VGPU_RACE_OP_SHIFT | VGPU_RACE_PLAIN;
    struct vgpu_race_shadow *race = warp->block->race->shadow;
    struct race_stamps stamps = race_stamps_of(warp);
    if (race_meets_copy(race, cache, base))
        return false;
    return race_defer_read(warp, cache, base, stamps, info) || race_read_now(race, cache, base, stamps, info);
}

static inline uint32_t race_may_race_with_write(const struct vgpu_race_shadow *race, uint32_t word,
                                                struct race_stamps mine)
{
    return race_unordered_bit(race->writer[word], mine.of_write) |
           race_unordered_bit(race->reader[word], mine.of_read) |
           race_unordered_bit(race->second_reader[word], mine.of_read);
}

static inline bool race_write_any(struct vgpu_warp *warp, const struct vgpu_access_cache *cache, uint64_t base,
                                  uint32_t info)
{
    struct vgpu_race_shadow *race = race_shadow_of(warp->block);
    struct race_stamps stamps = race_stamps_of(warp);
    uint32_t may_race = 0, words = race_words_of(cache);
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++)
        for (uint32_t i = 0; cache->mask >> lane & 1 && i < words; i++)
            may_race |=
                race_may_race_with_write(race, race_word_of(cache, base, lane) + i, race_stamps_at(stamps, lane));
    if (may_race)
        return false;
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++)
        for (uint32_t i = 0; cache->mask >> lane & 1 && i < words; i++) {
            uint32_t word = race_word_of(cache, base, lane) + i;
            race->writer[word] = stamps.of_write + lane;
            race->writer_info[word] = race_info_at(cache, base, lane, info);
        }
    return true;
}

static inline bool race_write_pattern(struct vgpu_warp *warp, const struct vgpu_op *op,
                                      const struct vgpu_access_cache *cache, uint64_t base)
{
    struct vgpu_race_shadow *race = race_shadow_of(warp->block);
    struct race_run runs[RACE_RUNS];
    uint32_t info = op->detail->index << VGPU_RACE_OP_SHIFT | VGPU_RACE_PLAIN, may_race = 0;
    struct race_stamps stamps = race_stamps_of(warp);
    if (race->settled_epoch != warp->block->race->epoch)
        race_settle_reads(warp->block);
    race->atomics_epoch = 0;
    if (!cache->is_distinct || race_has_parted(warp) || race_meets_copy(race, cache, base))
        return false;
    if (!race_find_runs(cache, base, runs))
        return race_write_any(warp, cache, base, info);
    for (uint32_t run = 0; run < RACE_RUNS; run++)
        for (uint32_t i = 0; i < RACE_HALF; i++)
            may_race |= race_may_race_with_write(race, runs[run].word + i, race_stamps_at(stamps, runs[run].lane + i));
    if (may_race)
        return false;
    for (uint32_t run = 0; run < RACE_RUNS; run++)
        race_note_writers(race, &runs[run], stamps.of_write, info);
    return true;
}

/*
 * Like race_read_pattern() and race_write_pattern(), with the conditions that send a whole pattern
 * lane by lane. For a load, then for a store.
 */
static inline bool race_loads_shared(struct vgpu_warp *warp, const struct vgpu_op *op,
                                     const struct vgpu_access_cache *cache, uint64_t base)
{
    const struct race_block *race = warp->block->race;
    return !race || !race->shadow ||
           (!race->is_partial && !race->has_remote && !op->detail->is_ordered && !op->detail->is_guess &&
            race_read_pattern(warp, op, cache, base));
}

static inline bool race_stores_shared(struct vgpu_warp *warp, const struct vgpu_op *op,
                                      const struct vgpu_access_cache *cache, uint64_t base)
{
    const struct race_block *race = warp->block->race;
    return !race || !race->shadow ||
           (!race->is_partial && !race->has_remote && !op->detail->is_ordered &&
            race_write_pattern(warp, op, cache, base));
}

/* Atomics of the active lanes on words of shared memory; false: perhaps a race. */
bool race_atomics(struct vgpu_warp *warp, const struct vgpu_op *op, const uint64_t *addresses);

#endif
