/*
 * Records of undefined values in global memory: what a finding says once something comes of them.
 *
 * A store of an undefined value to global memory is no finding yet. Its bytes carry the number of a record
 * (memory_undefined.c), which holds the finding as it was known when the value was stored: what was read before anybody
 * had written it, and the line that stored it. Whoever uses such a byte makes the finding: a kernel that branches on
 * it, be it of a later launch, or the host that reads it (vgpu_find_stored()).
 *
 * One record stands for all that an op of a launch stores to one buffer from the same reads, and tells of the lowest
 * block that did. A launch that does what an earlier one did has the record of that.
 */
#ifndef VGPU_UNDEFINED_UNDEFINED_STORED_H
#define VGPU_UNDEFINED_UNDEFINED_STORED_H

#include "vgpu/report/report.h"

struct undefined_record;

/* What tells the records of a launch apart. */
struct undefined_store {
    const struct vgpu_op *op, *read_by; /* read_by NULL: a register that was never set */
    enum vgpu_place_space read_space;
    const struct vgpu_buffer *read_from; /* of global memory */
    const struct vgpu_buffer *to;
    uint64_t offset; /* there, of what this warp stores first: does not tell records apart */
};

static inline bool undefined_store_is_same(const struct undefined_store *a, const struct undefined_store *b)
{
    return a->op == b->op && a->read_by == b->read_by && a->read_space == b->read_space &&
           a->read_from == b->read_from && a->to == b->to;
}

/* Makes the finding: to be handed to undefined_stored_tell(). */
typedef void undefined_stored_teller(struct undefined_record *record, void *context);

/* The record's number; 0: there is no place for another. `tell` is called if the record is to tell of this warp. */
uint16_t undefined_stored_note(struct vgpu_warp *warp, const struct undefined_store *store,
                               undefined_stored_teller *tell, void *context);
/* What the record says, as of finding_add(). Nobody else may come to the records meanwhile. */
void undefined_stored_tell(struct undefined_record *record, struct vgpu_warp *warp, const struct vgpu_op *op,
                           const struct vgpu_finding *template);

/* The finding of a record, without what its use adds to `message`; valid as long as the record. */
const struct vgpu_finding *undefined_stored_finding(const struct vgpu_memory *memory, uint16_t record);
/* Adds this finding, whose message goes on with `use`, for an op that uses the value. */
void undefined_stored_report(struct vgpu_warp *warp, const struct vgpu_op *op, uint16_t record, const char *use);

/* The launch is over: its records keep what is known of memory now. It was discarded: so are its records. */
void undefined_stored_settle(struct vgpu_launch_state *launch);
void undefined_stored_discard(struct vgpu_launch_state *launch);

void undefined_records_free(struct undefined_records *records);

#endif
