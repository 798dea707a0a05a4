#include "vgpu/cache/cache_round.h"

#include <stdlib.h>
#include <string.h>

#include "vgpu/cache/cache_model.h"

enum {
    WAITING_WORDS_MAX = 8 << 20, /* 64 MiB: of blocks with more requests fewer take turns */
    RESIDENT_MAX = 8192,
    TURN_WORDS = 16, /* that a block plays before the next one does: a few requests of a warp */
    TURNS_AHEAD = 3, /* for which words are fetched from memory */
};

bool cache_round_init(struct cache_round *round, uint64_t resident_blocks, uint64_t all_blocks,
                      cache_play_function *play, void *context)
{
    uint64_t most = resident_blocks < 1 ? 1 : resident_blocks > RESIDENT_MAX ? RESIDENT_MAX : resident_blocks;
    *round = (struct cache_round){.play = play,
                                  .context = context,
                                  .stream_capacity = (size_t)most,
                                  .delayed_blocks = all_blocks > most ? most : 0};
    round->streams = calloc(round->stream_capacity, sizeof(*round->streams));
    return round->streams != NULL;
}

void cache_round_done(struct cache_round *round)
{
    for (size_t i = 0; round->streams && i < round->stream_capacity; i++)
        free(round->streams[i].words);
    free(round->streams);
}

/* --- turns of blocks ---------------------------------------------------------------------------------------------- */

static size_t turn_words(const struct cache_stream *stream)
{
    size_t left = stream->end - stream->next;
    return left < TURN_WORDS ? left : TURN_WORDS;
}

/* The words of a turn that comes soon: streams lie apart, so the CPU would not guess where it goes on. */
static void prefetch_turn(const struct cache_stream *stream)
{
    enum { PER_LINE = 64 / sizeof(*stream->words) };
    for (size_t i = stream->next; i < stream->end && i < stream->next + TURN_WORDS + PER_LINE; i += PER_LINE)
        __builtin_prefetch(stream->words + i);
}

/* A stream of a warp that made no requests has no words at all. */
static const uint64_t *next_words(const struct cache_stream *stream)
{
    return stream->words ? stream->words + stream->next : NULL;
}

static void play_turn(struct cache_round *round, size_t at)
{
    struct cache_stream *stream = &round->streams[at], *next = &round->streams[(at + 1) % round->stream_count];
    prefetch_turn(&round->streams[(at + TURNS_AHEAD) % round->stream_count]);
    if (stream->delay_words) {
        stream->delay_words -= stream->delay_words < TURN_WORDS ? stream->delay_words : TURN_WORDS;
        return;
    }
    struct cache_turn turn = {.words = next_words(stream), .least = turn_words(stream)};
    if (next != stream) {
        turn.ahead = next_words(next);
        turn.ahead_count = turn_words(next);
    }
    size_t played = round->play(round->context, &turn);
    stream->next += played;
    round->waiting_words -= played;
}

/* A turn of each stream; those that are not at their end move up, and `keeps_last` the last one in any case. */
static void play_turns(struct cache_round *round, bool keeps_last)
{
    size_t kept = 0, count = round->stream_count;
    for (size_t i = 0; i < count; i++)
        play_turn(round, i);
    for (size_t i = 0; i < count; i++) {
        struct cache_stream stream = round->streams[i];
        bool is_kept = stream.next < stream.end || (keeps_last && i + 1 == count);
        round->streams[i] = round->streams[kept]; /* its memory serves a later block */
        round->streams[kept] = stream;
        kept += is_kept;
    }
    round->stream_count = kept;
}

void cache_round_play(struct cache_round *round)
{
    while (round->stream_count)
        play_turns(round, false);
}

/* --- words of blocks ---------------------------------------------------------------------------------------------- */

/* The first blocks do not begin together, unless there are no others: each waits for up to a half of what it plays
 * itself. */
static size_t delay_of(const struct cache_stream *stream, uint64_t number)
{
    uint64_t share = number * UINT64_C(0x9e3779b97f4a7c15) >> 54; /* of 1024 */
    return (size_t)((stream->end - stream->next) * share >> 11);
}

static void begin_stream(struct cache_round *round)
{
    if (round->stream_count && round->block_count <= round->delayed_blocks) {
        struct cache_stream *complete = &round->streams[round->stream_count - 1];
        complete->delay_words = delay_of(complete, round->block_count);
    }
    while (round->stream_count == round->stream_capacity)
        play_turns(round, false);
    struct cache_stream *stream = &round->streams[round->stream_count++];
    stream->next = stream->end = stream->delay_words = 0;
    round->block_count++;
}

/* Room for `more` words in the last stream; false without memory. */
static bool make_room(struct cache_round *round, size_t more)
{
    struct cache_stream *stream = &round->streams[round->stream_count - 1];
    stream->end -= stream->next;
    if (stream->end > 0) /* a stream without words has no memory yet */
        memmove(stream->words, stream->words + stream->next, stream->end * sizeof(*stream->words));
    stream->next = 0;
    if (stream->end + more <= stream->capacity)
        return true;
    uint64_t *words = realloc(stream->words, (stream->end + more) * sizeof(*words));
    if (!words)
        return false;
    stream->words = words;
    stream->capacity = stream->end + more;
    return true;
}

/* Words of all requests up to a mark of a block or of a part. */
static size_t part_words(const uint64_t *words, size_t count)
{
    size_t i = 0;
    while (i < count && !cache_is_block(words[i]) && !cache_is_part(words[i]))
        i += cache_request_of(words[i]) == CACHE_MARK ? 1 : cache_request_words(words[i]);
    return i < count ? i : count;
}

/* Blocks are parted at the same places whatever came before, so that what is played here does not depend on that. */
static void add_part(struct cache_round *round, const uint64_t *words, size_t count)
{
    if (!round->stream_count)
        begin_stream(round);
    if (!make_room(round, count))
        return;
    struct cache_stream *stream = &round->streams[round->stream_count - 1];
    memcpy(stream->words + stream->end, words, count * sizeof(*words));
    stream->end += count;
    round->waiting_words += count;
    while (round->waiting_words > WAITING_WORDS_MAX)
        play_turns(round, true);
}

void cache_round_add(struct cache_round *round, const uint64_t *words, size_t count)
{
    for (size_t i = 0, each; i < count; i += each) {
        each = 1;
        if (cache_is_block(words[i])) {
            begin_stream(round);
        } else if (!cache_is_part(words[i])) {
            each = part_words(words + i, count - i);
            add_part(round, words + i, each);
        }
    }
}
