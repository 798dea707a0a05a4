/*
 * Where undefined bits come from.
 *
 * A *source* is a number that travels with undefined bits. It is kept by slot of a frame, and by
 * word of shared and local memory. Source 0 is a register that was never set. Other sources name
 * the loads of one op by one warp that found unwritten memory, and the address that each lane read.
 * A source can also be a shuffle that read from a lane that takes no part in it. Then the address
 * is that lane. In memory, the source also holds the lane.
 *
 * A load of an undefined stored value leads on to the source of that value. So a finding names the
 * first read, however many threads passed the value on. A value stored to global memory leads to a
 * record, which may come from an earlier launch (undefined_stored.h).
 */
#ifndef VGPU_UNDEFINED_UNDEFINED_SOURCE_H
#define VGPU_UNDEFINED_UNDEFINED_SOURCE_H

#include "vgpu/execution/place.h"

/* Loads of one op by one warp. The places of an asynchronous copy are words. */
struct undefined_source {
    const struct vgpu_op *op;
    const char *file; /* file of the learner's line */
    int line;
    uint32_t warp;
    /* written bytes of the shared variable, at the first of these loads or at any */
    struct shadow_extent extent;
    uint64_t extent_start; /* offset of that variable; UINT64_MAX: unknown */
    uint32_t lanes;        /* lanes that read something undefined; the arrays hold the last read of each */
    struct vgpu_place places[VGPU_WARP_LANES];
    uint64_t addresses[VGPU_WARP_LANES];
    uint32_t from[VGPU_WARP_LANES]; /* source of the value stored there; 0: never written */
};

/* All sources of a block. Created with the first source. */
struct undefined_sources;
void undefined_sources_free(struct undefined_sources *sources);
/* Call it when a block begins: forgets the sources of the block before. */
void undefined_sources_forget(struct vgpu_block *block);

/* Notes that a lane loads something undefined. `from` is as in struct undefined_source. */
uint32_t undefined_source_note(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t lane,
                               const struct vgpu_place *place, uint64_t address, uint32_t from);
/* The number to keep in memory where `lane` stores a value with this source. It is never 0. */
uint32_t undefined_source_pin(const struct vgpu_block *block, uint32_t source, uint32_t lane);
/*
 * The first read that a value in `lane` comes from, and its lane. NULL: a register that was
 * never set.
 */
const struct undefined_source *undefined_source_find(const struct vgpu_block *block, uint32_t source, uint32_t lane,
                                                     uint32_t *out_lane);

/* Converts between the record of a value in global memory and its source. Record 0: none. */
uint32_t undefined_source_of_record(uint16_t record);
uint16_t undefined_source_record(const struct vgpu_block *block, uint32_t source, uint32_t lane);

/*
 * The source of a word of memory. Setting it does nothing if memory is short; then the first read
 * is unknown.
 */
uint32_t undefined_shared_source(const struct vgpu_block *block, uint64_t offset);
void undefined_set_shared_source(struct vgpu_block *block, uint64_t offset, uint32_t size_bytes, uint32_t source);
uint32_t undefined_local_source(const struct vgpu_warp *warp, uint64_t offset, uint32_t lane);
void undefined_set_local_source(struct vgpu_warp *warp, uint64_t offset, uint32_t lane, uint32_t size_bytes,
                                uint32_t source);

#endif
