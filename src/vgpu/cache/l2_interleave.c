/* The requests of blocks to L2, in turns. */
#include "vgpu/cache/l2_interleave.h"

#include <stdlib.h>
#include <string.h>

#include "vgpu/cache/cache_model.h"

enum {
    WAITING_WORDS_MAX = 8 << 20, /* 64 MiB: fewer blocks take turns if they have more requests */
    RESIDENT_MAX = 8192,
    TURN_WORDS = 16, /* words that a block plays before the next one: a few requests of a warp */
    TURNS_AHEAD = 3, /* for which words are prefetched */
};

bool l2_interleave_init(struct l2_interleave *interleave, uint64_t resident_blocks, uint64_t all_blocks,
                        cache_play_function *play, void *context)
{
    uint64_t most = resident_blocks < 1 ? 1 : resident_blocks > RESIDENT_MAX ? RESIDENT_MAX : resident_blocks;
    *interleave = (struct l2_interleave){.play = play,
                                         .context = context,
                                         .stream_capacity = (size_t)most,
                                         .delayed_blocks = all_blocks > most ? most : 0};
    interleave->streams = calloc(interleave->stream_capacity, sizeof(*interleave->streams));
    return interleave->streams != NULL;
}

void l2_interleave_done(struct l2_interleave *interleave)
{
    for (size_t i = 0; interleave->streams && i < interleave->stream_capacity; i++)
        free(interleave->streams[i].words);
    free(interleave->streams);
}

/* --- turns of blocks -------------------------------------------------------------------------- */

static size_t turn_words(const struct cache_stream *stream)
{
    size_t left = stream->end - stream->next;
    return left < TURN_WORDS ? left : TURN_WORDS;
}

/*
 * Prefetches the words of a turn that comes soon. Streams are far apart, so that the CPU does not
 * guess the next one.
 */
static void prefetch_turn(const struct cache_stream *stream)
{
    enum { PER_LINE = 64 / sizeof(*stream->words) };
    for (size_t i = stream->next; i < stream->end && i < stream->next + TURN_WORDS + PER_LINE; i += PER_LINE)
        __builtin_prefetch(stream->words + i);
}

/* The stream of a warp without requests has no words at all. */
static const uint64_t *next_words(const struct cache_stream *stream)
{
    return stream->words ? stream->words + stream->next : NULL;
}

static void play_turn(struct l2_interleave *interleave, size_t at)
{
    struct cache_stream *stream = &interleave->streams[at],
                        *next = &interleave->streams[(at + 1) % interleave->stream_count];
    prefetch_turn(&interleave->streams[(at + TURNS_AHEAD) % interleave->stream_count]);
    if (stream->delay_words) {
        stream->delay_words -= stream->delay_words < TURN_WORDS ? stream->delay_words : TURN_WORDS;
        return;
    }
    struct cache_turn turn = {.words = next_words(stream), .least = turn_words(stream)};
    if (next != stream) {
        turn.ahead = next_words(next);
        turn.ahead_count = turn_words(next);
    }
    size_t played = interleave->play(interleave->context, &turn);
    stream->next += played;
    interleave->waiting_words -= played;
}

/*
 * Plays a turn of each stream. Streams that have words left move up; `keeps_last` keeps the last
 * one in any case.
 */
static void play_turns(struct l2_interleave *interleave, bool keeps_last)
{
    size_t kept = 0, count = interleave->stream_count;
    for (size_t i = 0; i < count; i++)
        play_turn(interleave, i);
    for (size_t i = 0; i < count; i++) {
        struct cache_stream stream = interleave->streams[i];
        bool is_kept = stream.next < stream.end || (keeps_last && i + 1 == count);
        interleave->streams[i] = interleave->streams[kept]; /* its memory serves a later block */
        interleave->streams[kept] = stream;
        kept += is_kept;
    }
    interleave->stream_count = kept;
}

void l2_interleave_play(struct l2_interleave *interleave)
{
    while (interleave->stream_count)
        play_turns(interleave, false);
}

/* --- words of blocks -------------------------------------------------------------------------- */

/*
 * The first blocks do not begin together, unless there are no others. Each waits for up to half of
 * the words that it plays itself.
 */
static size_t delay_of(const struct cache_stream *stream, uint64_t number)
{
    uint64_t share = number * UINT64_C(0x9e3779b97f4a7c15) >> 54; /* of 1024 */
    return (size_t)((stream->end - stream->next) * share >> 11);
}

static void begin_stream(struct l2_interleave *interleave)
{
    if (interleave->stream_count && interleave->block_count <= interleave->delayed_blocks) {
        struct cache_stream *complete = &interleave->streams[interleave->stream_count - 1];
        complete->delay_words = delay_of(complete, interleave->block_count);
    }
    while (interleave->stream_count == interleave->stream_capacity)
        play_turns(interleave, false);
    struct cache_stream *stream = &interleave->streams[interleave->stream_count++];
    stream->next = stream->end = stream->delay_words = 0;
    interleave->block_count++;
}

/* Room for `more` words in the last stream; false without memory. */
static bool make_room(struct l2_interleave *interleave, size_t more)
{
    struct cache_stream *stream = &interleave->streams[interleave->stream_count - 1];
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

/* Words of all requests up to a mark of a block or a part. */
static size_t part_words(const uint64_t *words, size_t count)
{
    size_t i = 0;
    while (i < count && !cache_is_block(words[i]) && !cache_is_part(words[i]))
        i += cache_request_of(words[i]) == CACHE_MARK ? 1 : cache_request_words(words[i]);
    return i < count ? i : count;
}

/*
 * Adds a part of a block. Parts always end at the same places, so the order of play does not depend
 * on earlier requests.
 */
static void add_part(struct l2_interleave *interleave, const uint64_t *words, size_t count)
{
    if (!interleave->stream_count)
        begin_stream(interleave);
    if (!make_room(interleave, count))
        return;
    struct cache_stream *stream = &interleave->streams[interleave->stream_count - 1];
    memcpy(stream->words + stream->end, words, count * sizeof(*words));
    stream->end += count;
    interleave->waiting_words += count;
    while (interleave->waiting_words > WAITING_WORDS_MAX)
        play_turns(interleave, true);
}

void l2_interleave_add(struct l2_interleave *interleave, const uint64_t *words, size_t count)
{
    for (size_t i = 0, each; i < count; i += each) {
        each = 1;
        if (cache_is_block(words[i])) {
            begin_stream(interleave);
        } else if (!cache_is_part(words[i])) {
            each = part_words(words + i, count - i);
            add_part(interleave, words + i, each);
        }
    }
}
