/*
 * The conversation for stepping through a launch in the device worker.
 *
 *     to the worker: STEP {kernel, block, thread}, JOB, then STEP_MOVE {move, goal, number} any
 *     number of times, STEP_CLOSE
 *     from the worker: STEP_VIEW (blobs: struct stepping_view, its registers, its variables) at the
 *     launch and after each move, DONE after STEP_CLOSE; FAILED instead of the first view if the
 *     launch does not come, and instead of another view if a move is impossible
 *
 * Both ends are the same program, so plain structures cross the pipe. The parent checks them
 * (stepping_check).
 */
#ifndef GRADER_WIRE_STEP_H
#define GRADER_WIRE_STEP_H

#include "device/stepping.h"
#include "grader/wire/job.h"

bool step_send(int fd, const struct stepping_target *target, const struct job *job, struct error *error);
/* `frame` is the STEP message. The job's frame is read from `in` and must outlive the job. */
bool step_receive(const struct frame *frame, int in, struct arena *arena, struct stepping_target *out_target,
                  struct frame *out_job_frame, struct job **out_job, struct error *error);

bool step_move_send(int fd, const struct stepping_command *command, struct error *error);
bool step_move_receive(const struct frame *frame, struct stepping_command *out_command, struct error *error);

bool step_view_send(int fd, const struct stepping_view *view, const struct stepping_lists *lists, struct error *error);
/* The lists are allocated in `arena`. */
bool step_view_receive(const struct frame *frame, struct stepping_view *out_view, struct arena *arena,
                       struct stepping_lists *out_lists, struct error *error);

#endif
