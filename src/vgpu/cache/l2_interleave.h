/*
 * The order in which the requests of blocks reach L2.
 *
 * The requests of the blocks that a GPU holds at a time are gathered and played in turns. Where one
 * block ends, the next begins. The order follows from the blocks' requests alone, so that any
 * number of threads gives the same.
 *
 * Blocks on a GPU do not keep step, which changes what L2 still holds when a block reads its data
 * again. If all blocks read it for the last time together, no write would have evicted anything
 * yet. So the first blocks do not begin together.
 */
#ifndef VGPU_CACHE_L2_INTERLEAVE_H
#define VGPU_CACHE_L2_INTERLEAVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The requests that a block plays before the next block does. */
struct cache_turn {
    const uint64_t *words;
    size_t least;          /* words to play; a request that begins within them is played to its end */
    const uint64_t *ahead; /* words of the next turn, for a player that prefetches */
    size_t ahead_count;
};

/* Plays whole requests until `least` words are played. Returns the number of words played. */
typedef size_t cache_play_function(void *context, const struct cache_turn *turn);

/* Requests of a block, after its warps took turns (l1_replay.h). */
struct cache_stream {
    uint64_t *words;
    size_t next, end, capacity;
    size_t delay_words; /* words of turns that it skips before its first */
};

struct l2_interleave {
    cache_play_function *play;
    void *context;
    struct cache_stream *streams; /* the block of the last one may have more requests to come */
    size_t stream_count, stream_capacity;
    size_t waiting_words;    /* words of all streams */
    uint64_t block_count;    /* so far */
    uint64_t delayed_blocks; /* the first ones, which begin late */
};

/* False without memory. */
bool l2_interleave_init(struct l2_interleave *interleave, uint64_t resident_blocks, uint64_t all_blocks,
                        cache_play_function *play, void *context);
void l2_interleave_done(struct l2_interleave *interleave);

/*
 * Adds requests with marks of blocks and parts (cache_model.h), in canonical order. Plays requests
 * where there are too many.
 */
void l2_interleave_add(struct l2_interleave *interleave, const uint64_t *words, size_t count);

/* Plays all requests. */
void l2_interleave_play(struct l2_interleave *interleave);

#endif
