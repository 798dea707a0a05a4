/*
 * Where undefined bits come from: which load found memory that was never written, and what each of its lanes read; or
 * which shuffle read from a lane that takes no part in it (then the address is that lane).
 *
 * A *source* is a number that goes along with undefined bits: by slot of a frame, by word of shared memory and of a
 * thread's own memory. 0 is a register that was never set. Else it names the loads of one op by one warp; where it is
 * kept in memory, the lane too. A load of what was stored undefined leads on to the source of that, so that in the end
 * a finding names the first read, however many threads have passed on what came of it. What was stored to global memory
 * leads on to a record, which may be of an earlier launch (undefined_stored.h).
 */
#ifndef VGPU_UNDEFINED_UNDEFINED_SOURCE_H
#define VGPU_UNDEFINED_UNDEFINED_SOURCE_H

#include "vgpu/execution/place.h"

/* Loads of one op by one warp. Of an asynchronous copy the places are words. */
struct undefined_source {
    const struct vgpu_op *op;
    const char *file; /* of the learner's line */
    int line;
    uint32_t warp;
    struct shadow_extent extent; /* what was written of the shared variable at the first of these loads, or of any */
    uint64_t extent_start;       /* offset of that variable; UINT64_MAX: not known */
    uint32_t lanes; /* that have read something undefined; the arrays are of these, and of what they read last */
    struct vgpu_place places[VGPU_WARP_LANES];
    uint64_t addresses[VGPU_WARP_LANES];
    uint32_t from[VGPU_WARP_LANES]; /* the source of what somebody stored there, 0: it was never written */
};

/* All of a block, made when there is a first. */
struct undefined_sources;
void undefined_sources_free(struct undefined_sources *sources);
/* A block begins: its memory, and what is known of it, is new. */
void undefined_sources_forget(struct vgpu_block *block);

/* A lane's load of something undefined. `from` as above. */
uint32_t undefined_source_note(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t lane,
                               const struct vgpu_place *place, uint64_t address, uint32_t from);
/* What is to be kept where `lane` stores a value with this source; never 0. */
uint32_t undefined_source_pin(const struct vgpu_block *block, uint32_t source, uint32_t lane);
/* The first read that a value in `lane` comes from, and who did it. NULL: a register that was never set. */
const struct undefined_source *undefined_source_find(const struct vgpu_block *block, uint32_t source, uint32_t lane,
                                                     uint32_t *out_lane);

/* The source of what was stored to global memory with this record, and the record that a source comes from; 0: none. */
uint32_t undefined_source_of_record(uint16_t record);
uint16_t undefined_source_record(const struct vgpu_block *block, uint32_t source, uint32_t lane);

/* By word of memory. Setting one without memory for it does nothing: then the first read is not known. */
uint32_t undefined_shared_source(const struct vgpu_block *block, uint64_t offset);
void undefined_set_shared_source(struct vgpu_block *block, uint64_t offset, uint32_t size_bytes, uint32_t source);
uint32_t undefined_local_source(const struct vgpu_warp *warp, uint64_t offset, uint32_t lane);
void undefined_set_local_source(struct vgpu_warp *warp, uint64_t offset, uint32_t lane, uint32_t size_bytes,
                                uint32_t source);

#endif
