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

void cache_round_play(struct cache_round *round)
{
    for (bool any = true; any;) {
        any = false;
        for (size_t i = 0; i < round->stream_count; i++) {
            struct cache_stream *stream = &round->streams[i];
            size_t left = stream->end - stream->next, least = left < TURN_WORDS ? left : TURN_WORDS;
            if (!left)
                continue;
            stream->next += round->play(round->context, round->words + stream->next, least, left);
            any = true;
        }
    }
    round->count = round->stream_count = 0;
}

static void begin_stream(struct cache_round *round)
{
    if (round->stream_count == round->stream_capacity)
        cache_round_play(round);
    round->streams[round->stream_count++] = (struct cache_stream){.next = round->count, .end = round->count};
}

/* Words of the request at `word`. */
static size_t request_words(uint64_t word)
{
    if ((enum cache_request)(word >> CACHE_LOG_REQUEST & 3) != CACHE_STORE)
        return 1;
    uint32_t partial = (uint32_t)(word >> CACHE_LOG_SECTORS & ~(word >> CACHE_LOG_WHOLE)) & 15;
    return 1 + (cache_count_sectors(partial) + 1) / 2;
}

/* False: there is no room for `more` words, or no memory; what is there is to be played. */
static bool make_room(struct cache_round *round, size_t more)
{
    if (round->count + more <= round->capacity)
        return true;
    size_t capacity = round->capacity * 2;
    uint64_t *words = capacity <= ROUND_WORDS_MAX ? realloc(round->words, capacity * sizeof(*words)) : NULL;
    if (!words)
        return false;
    round->words = words;
    round->capacity = capacity;
    return true;
}

static void add_request(struct cache_round *round, const uint64_t *words, size_t count)
{
    bool has_stream = round->stream_count > 0;
    if (has_stream && !make_room(round, count)) {
        cache_round_play(round);
        has_stream = false;
    }
    if (!has_stream)
        begin_stream(round);
    memcpy(round->words + round->count, words, count * sizeof(*words));
    round->count += count;
    round->streams[round->stream_count - 1].end = round->count;
}

void cache_round_add(struct cache_round *round, const uint64_t *words, size_t count)
{
    for (size_t i = 0; i < count;) {
        size_t each = request_words(words[i]);
        if ((enum cache_request)(words[i] >> CACHE_LOG_REQUEST & 3) == CACHE_BEGIN)
            begin_stream(round);
        else
            add_request(round, words + i, each);
        i += each;
    }
}
