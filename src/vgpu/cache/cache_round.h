/*
 * The order in which the requests of blocks reach L2: those of the blocks that a GPU holds at a time are gathered, and
 * played in turns; where one ends, the next begins. The order follows from the blocks' requests alone, so that any
 * number of threads gives the same.
 *
 * Blocks do not keep step on a GPU, which shows in what L2 still holds when a block reads its data again: if all read
 * it for the last time together, none would have evicted anything by writing yet. So the first ones do not begin
 * together.
 */
#ifndef VGPU_CACHE_CACHE_ROUND_H
#define VGPU_CACHE_CACHE_ROUND_H

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

/* Requests of a block, those of its warps in turns (cache_phase.h). */
struct cache_stream {
    uint64_t *words;
    size_t next, end, capacity;
    size_t delay_words; /* of turns in which it plays nothing, before its first */
};

struct cache_round {
    cache_play_function *play;
    void *context;
    struct cache_stream *streams; /* the last one's block may have more requests to come */
    size_t stream_count, stream_capacity;
    size_t waiting_words;    /* of all streams */
    uint64_t block_count;    /* so far */
    uint64_t delayed_blocks; /* the first ones, which begin late */
};

/* False without memory. */
bool cache_round_init(struct cache_round *round, uint64_t resident_blocks, uint64_t all_blocks,
                      cache_play_function *play, void *context);
void cache_round_done(struct cache_round *round);

/*
 * Requests with marks of blocks and parts (cache_model.h), in canonical order and a part at a time; plays what
 * has to be.
 */
void cache_round_add(struct cache_round *round, const uint64_t *words, size_t count);

/* Plays what is there. */
void cache_round_play(struct cache_round *round);

#endif
