/* Launches from inside: workers, and the rules for blocks side by side. */
#ifndef VGPU_LAUNCH_LAUNCH_H
#define VGPU_LAUNCH_LAUNCH_H

#include "vgpu/execution/execution.h"

/*
 * Errors: NOT_FOUND, RANGE, MEMORY, as of vgpu_launch(). `request` must live as long as the launch.
 */
struct vgpu_launch_state *launch_new(struct vgpu_module *module, const struct vgpu_launch *request,
                                     struct error *error);
void launch_free(struct vgpu_launch_state *launch);
DEFINE_CLEANUP(launch_free, struct vgpu_launch_state *)
/* Call it before the launch runs again. */
void launch_reset(struct vgpu_launch_state *launch);
struct vgpu_report *launch_report_new(const struct vgpu_launch_state *launch);
/* After the run: findings, printed lines, counters and how it ended. */
void launch_collect(struct vgpu_launch_state *launch, struct vgpu_worker **workers, int count,
                    struct vgpu_report *report);

/* launch_check.c: RANGE for a launch that no GPU accepts. */
bool launch_check(const struct vgpu_module *module, const struct vgpu_launch *request, const struct vgpu_kernel *kernel,
                  struct error *error);
/* For a cooperative grid of more blocks than can run at a time. Returns false. */
bool launch_refuse_cooperative(const struct vgpu_launch_state *launch, struct error *error);

/* --- launch_worker.c -------------------------------------------------------------------------- */

enum { RESIDENT_BLOCKS_MAX = 2048 }; /* that a worker keeps */

/* NULL: out of memory. */
struct vgpu_worker *worker_new(struct vgpu_launch_state *launch, int index);
void worker_free(struct vgpu_worker *worker);
/* Adds the blocks of one cluster. False without memory: none is added. */
bool worker_add_cluster(struct vgpu_worker *worker);
/* Runs blocks until there are none, or the launch stops. */
void launch_run_worker(struct vgpu_worker *worker);

/* --- launch_parallel.c ------------------------------------------------------------------------ */

/* Whether the program permits blocks to run side by side. */
bool parallel_is_permitted(const struct vgpu_launch_state *launch);
/* Forgets the uses of buffers by earlier launches. */
void parallel_begin(struct vgpu_launch_state *launch);
/*
 * Recalls which buffers the kernel updated in place when it last ran side by side. These are
 * exclusive this time too.
 */
void parallel_recall(struct vgpu_launch_state *launch);
void parallel_remember(const struct vgpu_launch_state *launch);
/* Forgets the recalled buffers, since they do not hold any longer. False if there were none. */
bool parallel_forget(struct vgpu_launch_state *launch);
/*
 * Restores the content that buffers had at the beginning. True: an observer knows why the attempt
 * failed, and the next one side by side may succeed.
 */
bool parallel_undo(struct vgpu_launch_state *launch);
/*
 * Before a launch that failed side by side runs in order: lazy buffers hold the rest of that
 * attempt (memory_lazy.c).
 */
void parallel_doubt(struct vgpu_launch_state *launch);
/* Releases saved content. */
void parallel_end(struct vgpu_launch_state *launch);

#endif
