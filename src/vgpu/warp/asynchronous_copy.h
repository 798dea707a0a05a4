/*
 * Asynchronous copies (PTX ISA 9.7.9.25.3): cp.async and its groups.
 *
 * The source is read when the copy is issued. Shared memory is written when the thread waits for
 * its group. So a read without a wait gets the old content. Copies that no thread waits for never
 * arrive.
 */
#ifndef VGPU_WARP_ASYNCHRONOUS_COPY_H
#define VGPU_WARP_ASYNCHRONOUS_COPY_H

#include "vgpu/execution/place.h"

enum { VGPU_COPY_BYTES_MAX = 16 };

/*
 * The data that the selector leaves in op->scalar of a cp.async. op->a and op->immediate are the
 * destination's address.
 */
struct vgpu_copy_form {
    struct vgpu_op source; /* only for place_address() */
    uint8_t size_bytes;    /* 4, 8, 16 */
    uint32_t source_size;  /* frame offset of the byte count, the rest is zero; VGPU_NO_OPERAND */
    uint32_t ignored;      /* frame offset of a predicate: zeros only; VGPU_NO_OPERAND */
    bool ignored_is_negated;
};

/* A copy in flight, of at most 16 bytes. */
struct vgpu_copy {
    const struct vgpu_op *op;
    struct vgpu_place to, from;
    enum ptx_space to_space, from_space; /* of the addresses */
    uint64_t address, source;
    uint32_t lane;
    struct vgpu_copy_notes notes;
    uint8_t size_bytes;
    uint8_t read_bytes; /* of the source; 0: none, or it cannot be read */
    uint8_t bytes[VGPU_COPY_BYTES_MAX];
};

/* Finds the place that the copy goes to. False after a finding. */
bool copy_begin(struct vgpu_warp *warp, struct vgpu_copy *copy);
/* Reads `wanted` bytes of the source. Those beyond are zero. */
void copy_read(struct vgpu_warp *warp, struct vgpu_copy *copy, uint32_t wanted);
/* Writes the bytes. `warp` is the one that issued the copy. */
void copy_arrive(struct vgpu_warp *warp, const struct vgpu_copy *copy);

vgpu_handler copy_issue;    /* cp.async */
vgpu_handler copy_commit;   /* cp.async.commit_group */
vgpu_handler copy_wait;     /* cp.async.wait_group: all but the op->immediate youngest groups */
vgpu_handler copy_wait_all; /* cp.async.wait_all */

/* All copies of the lanes, committed or not. */
void copies_finish(struct vgpu_warp *warp, uint32_t lanes);
/* At the start of a block, and at the end of the warp. */
void copies_reset(struct vgpu_warp *warp);
void copies_done(struct vgpu_warp *warp);

#endif
