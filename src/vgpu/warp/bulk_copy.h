/*
 * Bulk copies (PTX ISA 9.7.9.25.4) and st.async (9.7.9.12).
 *
 * The source is read when the copy is issued. A copy into shared memory arrives when a thread tests
 * its mbarrier in vain: so a read without that wait gets the old content. A copy to global memory
 * is of a group of its thread. It arrives when the thread waits for the group, or at the end of the
 * block.
 *
 * Copies are kept in pieces of 16 bytes, by the block that has their mbarrier or their group.
 */
#ifndef VGPU_WARP_BULK_COPY_H
#define VGPU_WARP_BULK_COPY_H

#include "vgpu/execution/execution.h"

enum { VGPU_BULK_VALUES_MAX = 4 };

/*
 * The data that the selector leaves in op->scalar. op->a and op->immediate are the destination's
 * address. Offsets in the frame; VGPU_NO_OPERAND: none.
 */
struct vgpu_bulk_form {
    struct vgpu_op source, object;         /* only for place_address() */
    enum ptx_space from;                   /* of the source */
    uint32_t size;                         /* bytes of a copy */
    uint32_t blocks;                       /* mask of the cluster's blocks that get the copy; none: by the address */
    uint32_t byte_mask;                    /* of each 16 bytes, those to write; none: all */
    uint32_t values[VGPU_BULK_VALUES_MAX]; /* of st.async */
    uint8_t value_count;                   /* 0: a copy */
    uint8_t value_bytes;
    bool has_object; /* an mbarrier is told of the bytes; else a group */
};

vgpu_handler bulk_issue;
vgpu_handler bulk_commit;
vgpu_handler bulk_wait;      /* all but the op->immediate youngest groups */
vgpu_handler bulk_wait_read; /* the same, until their sources are read */

/* A thread has tested the mbarrier in vain. True if bytes arrived there. */
bool bulk_arrive(struct vgpu_block *block, uint64_t object);
void bulk_end(struct vgpu_block *block);
void bulk_reset(struct vgpu_block *block);
void bulk_free(struct vgpu_block *block);

#endif
