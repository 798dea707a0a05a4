/*
 * The rule that finds races on global memory: how an access is ordered with an earlier one of the
 * same word.
 */
#ifndef VGPU_RACE_RACE_RULE_H
#define VGPU_RACE_RACE_RULE_H

#include "vgpu/race/race_global.h"
#include "vgpu/race/race_history.h"

/* Of race_event.info, below the index of the op. */
enum {
    INFO_OP_SHIFT = 9,
    INFO_BYTES = 15, /* of the word, that are accessed */
    INFO_ATOMIC = 16,
    INFO_STRONG = 32,
    INFO_NONCOHERENT = 64,
    INFO_RELEASES = 128,
    INFO_BLOCK_SCOPE = 256 /* strong for threads of its block alone */
};

enum race_standing {
    RACE_ORDERED,
    RACE_SAME_WARP, /* ordered by the program for the same lane, else not at all */
    RACE_OPEN,
};

/* The event of accesses of the op to these bytes of words. */
struct race_event race_event_of(const struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t flags);

/* `mine` is an event of the warp, of now. */
enum race_standing race_standing(const struct vgpu_warp *warp, const struct race_event *before,
                                 const struct race_event *mine);

/* race_transfer.c: the races of a transfer with a number in the timeline. */
bool race_transfer(struct vgpu_timeline *timeline, struct vgpu_memory *memory, uint32_t party,
                   const struct vgpu_transfer *transfer, struct vgpu_transfer_race *out_race);
/* race_snapshot.c: the tracking state of a launch between two blocks, see struct vgpu_observer. */
bool race_snapshot_take(const struct vgpu_launch_state *launch, uint64_t bytes_max, void **out_snapshot);
bool race_snapshot_restore(struct vgpu_launch_state *launch, const void *snapshot);
void race_snapshot_free(void *kept);
/* The history of memory on a timeline; NULL without memory. */
struct race_history *race_history_of(struct vgpu_timeline *timeline, uint32_t pieces_max);

#endif
