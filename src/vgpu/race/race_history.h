/*
 * The last accesses to each word of global memory: the race rule reads them while blocks run in
 * order.
 *
 * An access of a warp is an *event*: its launch, block, warp, instruction and time. It is noted
 * once. A word remembers its last writer and two readers, each as an event number with the lane in
 * the low bits. The place of the second reader can hold a plain write that an atomic of the same
 * block followed.
 *
 * So history takes three times the watched memory. It is allocated in pieces, one for each 16 KiB
 * of a buffer at the first access. So buffers of any size can be watched.
 *
 * History is bounded. Above `pieces_max` pieces, the oldest piece is forgotten. Above
 * RACE_EVENTS_MAX events, events that no word refers to are forgotten. This can hide a race, but
 * never invents one. race_history_is_short() says whether it happened. All of this follows from the
 * order of accesses alone.
 */
#ifndef VGPU_RACE_RACE_HISTORY_H
#define VGPU_RACE_RACE_HISTORY_H

#include <stdbool.h>
#include <stdint.h>

#include "vgpu/memory/memory.h"

enum {
    RACE_LANE_BITS = 5,
    RACE_PIECE_WORDS = 4096,
    RACE_PIECES_MAX = 16384, /* the default: 768 MiB of history for 256 MiB of memory */
    RACE_EVENTS_MAX = 1 << 23,
};

/* Zero but for `party`: no event. */
struct race_event {
    uint32_t block, time, info;
    uint32_t party; /* launch << RACE_LANE_BITS | warp */
};

/* Event << RACE_LANE_BITS | lane, by word; 0: none. */
struct race_piece {
    uint32_t writer[RACE_PIECE_WORDS], reader[RACE_PIECE_WORDS], other_reader[RACE_PIECE_WORDS];
    struct race_piece **at; /* the pointer to this piece; NULL: free */
};

struct race_history;
struct race_history_copy;

/* NULL if there is no memory for it. */
struct race_history *race_history_new(uint32_t pieces_max, uint32_t events_max);
void race_history_free(struct race_history *history);

/*
 * The number of an event; the same as before if it is one of the last. Numbers of others may change
 * by this.
 */
uint32_t race_history_note(struct race_history *history, const struct race_event *event);
const struct race_event *race_history_event(const struct race_history *history, uint32_t number);

/* The piece that holds the word; NULL without memory. Valid until the next call. */
struct race_piece *race_history_piece(struct race_history *history, struct vgpu_buffer *buffer, uint64_t word);

/* Whether anything was forgotten. */
bool race_history_is_short(const struct race_history *history);
/* The buffer is released, or its earlier accesses no longer matter. */
void race_history_forget_buffer(struct vgpu_buffer *buffer);

/*
 * A copy of the whole history at one moment. NULL if it takes more than `size_max` or there is no
 * memory.
 */
struct race_history_copy *race_history_copy_new(const struct race_history *history, uint64_t size_max);
void race_history_copy_free(struct race_history_copy *copy);
/* Restores the history to the moment of the copy. No buffer may have been released since. */
void race_history_copy_restore(const struct race_history_copy *copy, struct race_history *history);

#endif
