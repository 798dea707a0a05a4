/*
 * The rule that tells races on global memory: how an access stands to an earlier one of the same word.
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

#endif
