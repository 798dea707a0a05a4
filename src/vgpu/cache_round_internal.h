/*
 * The order in which the requests of blocks reach L2: those of the blocks that a GPU holds at a time are gathered, and
 * played in turns. Rounds follow from the blocks' requests alone, so that any number of threads gives the same.
 */
#ifndef VGPU_CACHE_ROUND_INTERNAL_H
#define VGPU_CACHE_ROUND_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a block plays before the next one does. */
struct cache_turn {
    const uint64_t *words;
    size_t least;          /* words to play; a request that begins within them is played to its end */
    const uint64_t *ahead; /* words of the turn that follows, if the player wants to get ready */
    size_t ahead_count;
};

/* Plays whole requests until `least` words are played; returns how many words it were. */
typedef size_t cache_play_function(void *context, const struct cache_turn *turn);

struct cache_stream {
    size_t next, end; /* within the round's words */
};

struct cache_round {
    cache_play_function *play;
    void *context;
    uint64_t *words; /* of one block after another */
    size_t count, capacity;
    struct cache_stream *streams;
    size_t stream_count, stream_capacity; /* a round has at most so many blocks */
};

/* False without memory. */
bool cache_round_init(struct cache_round *round, uint64_t resident_blocks, cache_play_function *play, void *context);
void cache_round_done(struct cache_round *round);

/* Requests as a log holds them (cache_model_internal.h), in canonical order; plays each round that is complete. */
void cache_round_add(struct cache_round *round, const uint64_t *words, size_t count);

/* Plays what is there. */
void cache_round_play(struct cache_round *round);

#endif
