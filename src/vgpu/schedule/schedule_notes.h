/*
 * Notes which accesses went wrong in an order. Another thread changed a word between a read and a
 * write, or wrote a word after its read.
 *
 * Only a launch that went wrong tells which of these matter. So the notes are for a second run in
 * the same order, and end as one finding of a kind order_*.
 */
#ifndef VGPU_SCHEDULE_SCHEDULE_NOTES_H
#define VGPU_SCHEDULE_SCHEDULE_NOTES_H

#include "vgpu/execution/execution.h"

struct schedule_notes;

/* NULL without memory. */
struct schedule_notes *schedule_notes_new(const struct vgpu_launch_state *launch);
void schedule_notes_free(struct schedule_notes *notes);
/* Before an instruction. */
void schedule_notes_add(struct schedule_notes *notes, struct vgpu_warp *warp, const struct vgpu_op *op);
/* After the launch: adds a finding if one of the accesses explains a result. */
void schedule_notes_report(struct schedule_notes *notes, struct vgpu_worker *worker);

#endif
