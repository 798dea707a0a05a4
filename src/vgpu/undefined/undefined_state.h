/* The state of the checks of undefined values, for a launch, its blocks and their warps. */
#ifndef VGPU_UNDEFINED_UNDEFINED_STATE_H
#define VGPU_UNDEFINED_UNDEFINED_STATE_H

#include "vgpu/execution/place.h"

struct undefined_sources;

/* Reasons to discard an attempt side by side. The next attempt begins with what was lacking. */
struct undefined_launch {
    _Atomic bool wants_memory_followed; /* see undefined_memory.h */
    _Atomic bool wants_shadows;         /* an undefined value was stored */
};

/* What a block's current load found undefined, by lane. Its registers are not marked yet. */
struct undefined_read {
    uint32_t lanes;
    struct vgpu_place places[VGPU_WARP_LANES];
    uint64_t addresses[VGPU_WARP_LANES];
    uint32_t idle;                       /* lanes of a shuffle that read from a lane that takes no part */
    uint8_t idle_lanes[VGPU_WARP_LANES]; /* their source lanes */
};

/* Both have the layout of local memory. */
struct undefined_warp {
    uint8_t *local_defined;  /* bits of local memory that were written; NULL unless checked */
    uint32_t *local_sources; /* of undefined bits there, by word; NULL: none */
};

struct undefined_block {
    struct undefined_read read;
    struct undefined_sources *sources; /* of undefined bits; NULL: there were none */
    struct undefined_warp warps[];
};

/* undefined_state.c: false without memory. */
bool undefined_launch_begin(struct vgpu_launch_state *launch);
void undefined_launch_free(struct vgpu_launch_state *launch);
bool undefined_block_new(struct vgpu_block *block, uint32_t shared_bytes);
void undefined_block_free(struct vgpu_block *block);

#endif
