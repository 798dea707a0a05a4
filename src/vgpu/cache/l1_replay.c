/* A block's requests to L1, warp by warp in turns. */
#include "vgpu/cache/l1_replay.h"

#include <stdlib.h>
#include <string.h>

#include "vgpu/cache/cache_model.h"
#include "vgpu/execution/access_pattern.h"

enum { WARP_TURN_WORDS = 8 /* words that a warp plays before the next warp's turn */ };

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

/* --- requests --------------------------------------------------------------------------------- */

/* A line that a load looks up in L1. Missing sectors go to L2. */
static inline void load_line(const struct l1_replay *replay, uint64_t word, uint64_t line)
{
    uint32_t sectors = (uint32_t)(word >> CACHE_LOG_SECTORS) & 15;
    uint32_t missing = cache_l1_load(replay->l1, line, sectors), missed = 0;
    struct cache_part *part = &replay->accesses[word >> CACHE_LOG_ACCESS].caches;
    if (missing) {
        missed = cache_count_sectors(missing);
        part->l1_misses += missed;
        replay->out->words[replay->out->count++] =
            cache_word(line, missing, 0, CACHE_READ, (uint32_t)(word >> CACHE_LOG_ACCESS));
    }
    part->l1_hits += cache_count_sectors(sectors) - missed;
}

/* Loads each line of several requests that differ in their lines alone. */
static void load_several(const struct l1_replay *replay, uint64_t mark, uint64_t word)
{
    size_t first = replay->out->count;
    for (uint32_t i = 0; i < cache_mark_count(mark); i++)
        load_line(replay, word, (word + i * mark) & CACHE_LINE_MASK);
    replay->out->count = first + cache_shorten(replay->out->words + first, replay->out->count - first);
}

/* Plays a request with the mark before it, if there is one. Returns its words. */
static size_t play_request(const struct l1_replay *replay, const uint64_t *words)
{
    bool is_several = cache_request_of(words[0]) == CACHE_MARK;
    uint64_t word = words[is_several];
    if (!cache_asks_l1(word)) {
        size_t each = is_several + cache_request_words(word);
        memcpy(replay->out->words + replay->out->count, words, each * sizeof(*words));
        replay->out->count += each;
        return each;
    }
    if (is_several)
        load_several(replay, words[0], word);
    else
        load_line(replay, word, word & CACHE_LINE_MASK);
    return 1U + is_several;
}

/* --- turns of warps --------------------------------------------------------------------------- */

enum { ALONE_TURN_WORDS = 64 /* words of a turn when only one warp is left */ };

/* The words that a warp has left. */
struct rest {
    const uint64_t *next, *end;
};

/* Whether there is room for any request, and for a word of each load of one line in the turn. */
static inline bool has_room(struct cache_words *out)
{
    enum { ROOM = CACHE_REQUEST_WORDS_MAX + ALONE_TURN_WORDS };
    return __builtin_expect(out->count + ROOM <= out->capacity, 1) || cache_words_reserve(out, ROOM);
}

/* Plays requests of at least so many words. Returns where the rest begins, NULL without memory. */
static inline const uint64_t *play_turn(const struct l1_replay *replay, struct rest rest, size_t least)
{
    const uint64_t *next = rest.next, *end = (size_t)(rest.end - next) > least ? next + least : rest.end;
    if (!has_room(replay->out))
        return NULL;
    while (next < end) {
        if (__builtin_expect(cache_asks_l1(*next), 1)) {
            load_line(replay, *next, *next & CACHE_LINE_MASK);
            next++;
            continue;
        }
        next += play_request(replay, next);
        if (!has_room(replay->out))
            return NULL;
    }
    return next;
}

static bool play_turns(const struct l1_replay *replay, struct rest *rests, size_t count)
{
    while (count) {
        size_t kept = 0, least = count == 1 ? ALONE_TURN_WORDS : WARP_TURN_WORDS;
        for (size_t i = 0; i < count; i++) {
            const uint64_t *end = rests[i].end, *next = play_turn(replay, rests[i], least);
            if (!next)
                return false;
            /* field by field, since a copy of both would wait for the last write */
            if (next < end) {
                rests[kept].next = next;
                rests[kept++].end = end;
            }
        }
        count = kept;
    }
    return true;
}

bool l1_replay_play(const struct l1_replay *replay, const uint64_t *words, size_t count,
                    const struct cache_segment *segments, size_t segment_count)
{
    struct rest rests[VGPU_BLOCK_WARPS_MAX];
    for (size_t i = 0, rest_count; i < segment_count;) {
        size_t first = i;
        rest_count = 0;
        do { /* up to the next turn of the first warp */
            size_t end = i + 1 < segment_count ? segments[i + 1].first : count;
            if (segments[i].first < end)
                rests[rest_count++] = (struct rest){words + segments[i].first, words + end};
            i++;
        } while (i < segment_count && i - first < VGPU_BLOCK_WARPS_MAX && segments[i].warp > segments[i - 1].warp);
        if (!play_turns(replay, rests, rest_count))
            return false;
    }
    return true;
}
