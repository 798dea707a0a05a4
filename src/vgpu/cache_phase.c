#include "vgpu/cache_phase_internal.h"

#include <stdlib.h>
#include <string.h>

#include "vgpu/cache_model_internal.h"

enum { WARP_TURN_WORDS = 8 /* that a warp gives before the block's next one does */ };

bool cache_words_reserve(struct cache_words *words, size_t more)
{
    if (words->count + more <= words->capacity)
        return true;
    size_t capacity = words->capacity ? words->capacity : 4096;
    while (capacity < words->count + more)
        capacity *= 2;
    uint64_t *grown = realloc(words->words, capacity * sizeof(*grown));
    if (!grown)
        return false;
    words->words = grown;
    words->capacity = capacity;
    return true;
}

/* --- requests ---------------------------------------------------------------------------------------------------- */

/* A line that a load asks L1 for; returns the sectors that L2 has to give. */
static inline uint32_t load_line(const struct cache_phase *phase, uint64_t word, uint64_t line)
{
    uint32_t sectors = (uint32_t)(word >> CACHE_LOG_SECTORS) & 15;
    uint32_t missing = cache_l1_load(phase->l1, line, sectors), missed = cache_count_sectors(missing);
    struct vgpu_access_counts *counts = &phase->accesses[word >> CACHE_LOG_ACCESS].counts[VGPU_COUNT_GLOBAL];
    counts->l1_hits += cache_count_sectors(sectors) - missed;
    counts->l1_misses += missed;
    return missing;
}

static inline void ask_l2(const struct cache_phase *phase, uint64_t word, uint64_t line, uint32_t missing)
{
    uint64_t access = word >> CACHE_LOG_ACCESS << CACHE_LOG_ACCESS;
    phase->out->words[phase->out->count++] =
        line | (uint64_t)missing << CACHE_LOG_SECTORS | (uint64_t)CACHE_READ << CACHE_LOG_REQUEST | access;
}

static inline void load_one(const struct cache_phase *phase, uint64_t word)
{
    uint64_t line = word & CACHE_LINE_MASK;
    uint32_t missing = load_line(phase, word, line);
    if (missing)
        ask_l2(phase, word, line, missing);
}

/* The same for each line of a request that differs in its lines alone. */
static void load_several(const struct cache_phase *phase, uint64_t mark, uint64_t word)
{
    size_t first = phase->out->count;
    for (uint32_t i = 0; i < cache_mark_count(mark); i++) {
        uint64_t line = (word + i * mark) & CACHE_LINE_MASK;
        uint32_t missing = load_line(phase, word, line);
        if (missing)
            ask_l2(phase, word, line, missing);
    }
    phase->out->count = first + cache_shorten(phase->out->words + first, phase->out->count - first);
}

/* A request with the mark before it, if there is one; returns its words. */
static inline size_t play_request(const struct cache_phase *phase, const uint64_t *words)
{
    bool is_several = cache_request_of(words[0]) == CACHE_MARK;
    uint64_t word = words[is_several];
    if (!cache_asks_l1(word)) {
        size_t each = is_several + cache_request_words(word);
        memcpy(phase->out->words + phase->out->count, words, each * sizeof(*words));
        phase->out->count += each;
        return each;
    }
    if (is_several)
        load_several(phase, words[0], word);
    else
        load_one(phase, word);
    return 1U + is_several;
}

/* --- turns of warps ----------------------------------------------------------------------------------------------- */

/* What is left of a warp's words in a phase. */
struct rest {
    const uint64_t *next, *end;
};

static inline bool has_room(struct cache_words *out)
{
    return __builtin_expect(out->count + CACHE_REQUEST_WORDS_MAX <= out->capacity, 1) ||
           cache_words_reserve(out, CACHE_REQUEST_WORDS_MAX);
}

/* Requests of at least so many words. False without memory. */
static bool play_turn(const struct cache_phase *phase, struct rest *rest, size_t least)
{
    const uint64_t *next = rest->next, *end = (size_t)(rest->end - next) > least ? next + least : rest->end;
    while (next < end) {
        if (!has_room(phase->out))
            return false;
        next += play_request(phase, next);
    }
    rest->next = next;
    return true;
}

static bool play_turns(const struct cache_phase *phase, struct rest *rests, size_t count)
{
    while (count) {
        size_t kept = 0, least = count == 1 ? SIZE_MAX : WARP_TURN_WORDS;
        for (size_t i = 0; i < count; i++) {
            if (!play_turn(phase, &rests[i], least))
                return false;
            if (rests[i].next < rests[i].end)
                rests[kept++] = rests[i];
        }
        count = kept;
    }
    return true;
}

bool cache_phase_play(const struct cache_phase *phase, const uint64_t *words, size_t count,
                      const struct cache_segment *segments, size_t segment_count)
{
    struct rest rests[VGPU_BLOCK_WARPS_MAX];
    for (size_t i = 0, rest_count; i < segment_count;) {
        size_t first = i;
        rest_count = 0;
        do { /* up to where the first warp has its turn again */
            size_t end = i + 1 < segment_count ? segments[i + 1].first : count;
            if (segments[i].first < end)
                rests[rest_count++] = (struct rest){words + segments[i].first, words + end};
            i++;
        } while (i < segment_count && i - first < VGPU_BLOCK_WARPS_MAX && segments[i].warp > segments[i - 1].warp);
        if (!play_turns(phase, rests, rest_count))
            return false;
    }
    return true;
}
