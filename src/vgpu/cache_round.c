#include "vgpu/cache_round_internal.h"

#include <stdlib.h>
#include <string.h>

#include "vgpu/cache_model_internal.h"

enum {
    ROUND_WORDS_MAX = 4 << 20, /* 32 MiB: blocks with more requests are played in smaller rounds */
    FIRST_WORDS = 1 << 14,
    RESIDENT_MAX = 8192,
    TURN_WORDS = 16, /* that a block plays before the next one does: a few requests of a warp */
};

bool cache_round_init(struct cache_round *round, uint64_t resident_blocks, cache_play_function *play, void *context)
{
    uint64_t most = resident_blocks < 1 ? 1 : resident_blocks > RESIDENT_MAX ? RESIDENT_MAX : resident_blocks;
    *round = (struct cache_round){
        .play = play, .context = context, .capacity = FIRST_WORDS, .stream_capacity = (size_t)most};
    round->words = malloc(round->capacity * sizeof(*round->words));
    round->streams = malloc(round->stream_capacity * sizeof(*round->streams));
    return round->words && round->streams;
}

void cache_round_done(struct cache_round *round)
{
    free(round->words);
    free(round->streams);
}

static size_t turn_words(const struct cache_stream *stream)
{
    size_t left = stream->end - stream->next;
    return left < TURN_WORDS ? left : TURN_WORDS;
}

/* A turn of each of the first `live` streams; those that are not at their end move up. Returns how many these are. */
static size_t play_turns(struct cache_round *round, size_t live)
{
    size_t kept = 0;
    for (size_t i = 0; i < live; i++) {
        struct cache_stream stream = round->streams[i], next = stream;
        struct cache_turn turn = {.words = round->words + stream.next, .least = turn_words(&stream)};
        next.next += turn.least;
        if (i + 1 < live || kept)
            next = round->streams[i + 1 < live ? i + 1 : 0];
        turn.ahead = round->words + next.next;
        turn.ahead_count = turn_words(&next);
        stream.next += round->play(round->context, &turn);
        if (stream.next < stream.end)
            round->streams[kept++] = stream;
    }
    return kept;
}

void cache_round_play(struct cache_round *round)
{
    for (size_t live = round->stream_count; live;)
        live = play_turns(round, live);
    round->count = round->stream_count = 0;
}

static void begin_stream(struct cache_round *round)
{
    if (round->stream_count == round->stream_capacity)
        cache_round_play(round);
    round->streams[round->stream_count++] = (struct cache_stream){.next = round->count, .end = round->count};
}

static bool is_begin(uint64_t word)
{
    return (enum cache_request)(word >> CACHE_LOG_REQUEST & 3) == CACHE_BEGIN;
}

/* Words of the request at `word`. */
static inline size_t request_words(uint64_t word)
{
    if ((enum cache_request)(word >> CACHE_LOG_REQUEST & 3) != CACHE_STORE)
        return 1;
    uint32_t partial = (uint32_t)(word >> CACHE_LOG_SECTORS & ~(word >> CACHE_LOG_WHOLE)) & 15;
    return 1 + (cache_count_sectors(partial) + 1) / 2;
}

/* Words of all requests up to where the next block begins. */
static size_t block_words(const uint64_t *words, size_t count)
{
    size_t i = 0;
    while (i < count && !is_begin(words[i]))
        i += request_words(words[i]);
    return i;
}

/* False: there is no room for `more` words, or no memory; what is there is to be played. */
static bool make_room(struct cache_round *round, size_t more)
{
    size_t capacity = round->capacity;
    while (round->count + more > capacity)
        capacity *= 2;
    if (capacity == round->capacity)
        return true;
    uint64_t *words = capacity <= ROUND_WORDS_MAX ? realloc(round->words, capacity * sizeof(*words)) : NULL;
    if (!words)
        return false;
    round->words = words;
    round->capacity = capacity;
    return true;
}

static void append(struct cache_round *round, const uint64_t *words, size_t count)
{
    memcpy(round->words + round->count, words, count * sizeof(*words));
    round->count += count;
    round->streams[round->stream_count - 1].end = round->count;
}

/* Requests of one block: all at once, or, as they are too many for a round, one by one. */
static void add_requests(struct cache_round *round, const uint64_t *words, size_t count)
{
    if (!round->stream_count)
        begin_stream(round);
    if (make_room(round, count)) {
        append(round, words, count);
        return;
    }
    for (size_t i = 0, each; i < count; i += each) {
        each = request_words(words[i]);
        if (!make_room(round, each)) {
            cache_round_play(round);
            begin_stream(round);
        }
        append(round, words + i, each);
    }
}

void cache_round_add(struct cache_round *round, const uint64_t *words, size_t count)
{
    for (size_t i = 0, each; i < count; i += each) {
        each = 1;
        if (is_begin(words[i])) {
            begin_stream(round);
            continue;
        }
        each = block_words(words + i, count - i);
        add_requests(round, words + i, each);
    }
}
