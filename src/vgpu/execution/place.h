/*
 * One lane's access to memory, and the place where it goes.
 */
#ifndef VGPU_EXECUTION_PLACE_H
#define VGPU_EXECUTION_PLACE_H

#include "vgpu/execution/execution.h"

enum vgpu_place_space { VGPU_PLACE_GLOBAL, VGPU_PLACE_SHARED, VGPU_PLACE_LOCAL, VGPU_PLACE_PARAMETER };

/* The place of one lane's access. */
struct vgpu_place {
    enum vgpu_place_space space;
    struct vgpu_buffer *buffer; /* GLOBAL */
    uint64_t offset;            /* in the buffer, shared memory, local memory or argument block */
    uint8_t *bytes;             /* NULL for local memory, which is interleaved */
    struct vgpu_block *block;   /* SHARED: another block of the cluster; NULL: the warp's own */
};

/* The block whose shared memory the place is in. */
static inline struct vgpu_block *place_block(const struct vgpu_warp *warp, const struct vgpu_place *place)
{
    return place->block ? place->block : warp->block;
}

/* An access of one lane as the instruction has it. */
struct vgpu_lane_access {
    const struct vgpu_op *op;
    uint32_t lane;
    enum ptx_space space; /* of the instruction */
    uint64_t address;
    uint32_t size_bytes;
    enum vgpu_access access;
    bool is_ordered; /* volatile, acquire, relaxed, atomic */
    bool is_object;  /* by an mbarrier instruction */
};

/* What observers note about an asynchronous copy between its issue and its arrival. */
struct vgpu_copy_notes {
    uint32_t since;     /* of the issue, for a check of the source at the arrival; 0: no check */
    int line;           /* of the learner's source */
    uint16_t undefined; /* bytes that were not written when they were read, one bit each */
    uint32_t source;    /* the origin of these bytes, see undefined_source.h */
};

/* The address of a lane, from op->a and op->immediate. */
uint64_t place_address(const struct vgpu_op *op, const uint8_t *frame, uint32_t lane);

/* A buffer was released, or its shadow counts from now on: ops find their places again. */
void place_forget_cached(struct vgpu_worker *worker);

#endif
