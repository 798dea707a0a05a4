/*
 * Records of undefined values in global memory: findings that wait until a value is used.
 *
 * A store of an undefined value to global memory is no finding yet. Its bytes get the number of a
 * record (memory_undefined.c). The record holds the finding as known at the store: the read of
 * unwritten memory, and the line that stored the value. A use of such a byte reports the finding. A
 * use is a branch in a kernel of this or a later launch, or a read by the host
 * (vgpu_find_stored()).
 *
 * One record covers all stores by one op of a launch to one buffer, from the same reads. It
 * describes the lowest block that stored there. A launch that repeats an earlier one reuses its
 * records.
 */
#ifndef VGPU_UNDEFINED_UNDEFINED_STORED_H
#define VGPU_UNDEFINED_UNDEFINED_STORED_H

#include "vgpu/report/report.h"

struct undefined_record;

/* The key of a record within a launch. */
struct undefined_store {
    const struct vgpu_op *op, *read_by; /* read_by NULL: a register that was never set */
    enum vgpu_place_space read_space;
    const struct vgpu_buffer *read_from; /* buffer in global memory that was read */
    const struct vgpu_buffer *to;
    uint64_t offset; /* offset in that buffer of this warp's first store; no part of the key */
};

static inline bool undefined_store_is_same(const struct undefined_store *a, const struct undefined_store *b)
{
    return a->op == b->op && a->read_by == b->read_by && a->read_space == b->read_space &&
           a->read_from == b->read_from && a->to == b->to;
}

/* Builds the finding and passes it to undefined_stored_tell(). */
typedef void undefined_stored_teller(struct undefined_record *record, void *context);

/*
 * The number of the record; 0: no record is free. Calls `tell` if the record must describe this
 * warp.
 */
uint16_t undefined_stored_note(struct vgpu_warp *warp, const struct undefined_store *store,
                               undefined_stored_teller *tell, void *context);
/*
 * Sets the record's finding, as report_add_finding() would. No other thread may access the records
 * meanwhile.
 */
void undefined_stored_tell(struct undefined_record *record, struct vgpu_warp *warp, const struct vgpu_op *op,
                           const struct vgpu_finding *template);
/* Reports the recorded finding for an op that uses the value. `use` continues the message. */
void undefined_stored_report(struct vgpu_warp *warp, const struct vgpu_op *op, uint16_t number, const char *use);

/* Ends a launch: its records take over the current knowledge of memory. */
void undefined_launch_done(struct vgpu_worker *worker);
/* Drops the records of a launch that is discarded. */
void undefined_stored_discard(struct vgpu_launch_state *launch);

/* The host reads this range: finds stored values that come from undefined bits. */
void undefined_host_read(struct vgpu *device, uint64_t from, uint64_t size_bytes, struct arena *arena,
                         struct vgpu_finding **out_findings, size_t *out_count);
void undefined_device_free(struct vgpu *device);

#endif
