/*
 * A stepping session from inside, see step.h.
 *
 * Two threads take turns. The *driver* calls step.h. The *runner* runs the launch and stops in
 * step_run.c before each instruction of the chosen block. Only the thread that has the turn touches
 * the session.
 */
#ifndef VGPU_STEP_STEP_H
#define VGPU_STEP_STEP_H

#include "vgpu/execution/execution.h"
#include "vgpu/step.h"

enum { STEP_STOPS_MAX = 4096, STEP_REQUESTS = 2 };

/* An access as it was about to be executed. */
struct step_access {
    const struct vgpu_op *op;
    uint32_t mask, size_bytes;
    enum vgpu_access access;
    enum vgpu_finding_space space;
    uint64_t addresses[VGPU_WARP_LANES];
};

struct step_accesses {
    struct step_access items[STEP_REQUESTS];
    uint32_t count;
};

/* The position that the runner searches. */
struct step_goal {
    enum vgpu_step_goal kind;
    uint64_t number;
    uint64_t from; /* position at which the search began */
    int from_line;
    size_t findings;
};

/* A buffer of the kernels' heap that existed before the session. */
struct step_heap_buffer {
    uint64_t start;
    uint8_t *bytes;
    uint64_t *defined;
};

struct step_snapshot;

/* A stop of the watched warp. */
struct step_stop {
    uint64_t position;
    int line; /* step_line() of what is executed next */
};

struct vgpu_step {
    struct vgpu_launch request; /* a copy */
    uint64_t sample;
    struct vgpu_launch_state *launch;
    struct vgpu_worker *worker;
    struct vgpu_step_options options;
    /* turns */
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t turned;
    bool has_thread, is_runners_turn, aborted, finishing;
    bool is_over; /* the runner has returned */
    /* where the block is */
    struct vgpu_block *block; /* NULL: not begun */
    struct vgpu_warp *warp;   /* that executes next; NULL at the end */
    const struct vgpu_op *op; /* that it executes */
    bool ended;
    uint64_t position, executed[VGPU_STEP_WARPS_MAX];
    const struct vgpu_op *previous[VGPU_STEP_WARPS_MAX]; /* that each warp executed; NULL none */
    uint32_t last;                                       /* warp of the last instruction */
    uint32_t watched;
    struct step_goal goal;
    enum vgpu_step_stop stop;
    struct step_accesses accesses[VGPU_STEP_WARPS_MAX];
    uint32_t *written;       /* by warp and register of the kernel: lanes */
    struct step_stop *stops; /* the last ones of the watched warp, in a ring */
    uint64_t stop_count;
    bool stops_are_known; /* of this watched warp, since the beginning */
    /* the heap at the beginning */
    struct step_heap_buffer *heap;
    size_t heap_count;
    uint64_t heap_next_start, memory_used_bytes, heap_used_bytes;
    struct step_snapshot *snapshot; /* of the chosen block's beginning; NULL none */
    struct arena *view;             /* of the last view: */
    struct vgpu_step_state *state;
    struct vgpu_report *report;
    bool has_order; /* parallel_begin() was called */
    bool is_finished;
};

/* --- step_run.c: the runner's side ------------------------------------------------------------ */

/* Makes the session's launch ask the session before each instruction. */
void step_watch(struct vgpu_step *step);

/* --- step_memory.c ---------------------------------------------------------------------------- */

/* Notes everything that an undo of the launch needs. UNSUPPORTED, MEMORY. */
bool step_memory_begin(struct vgpu_step *step, struct error *error);
/* Restores memory to the state at step_memory_begin(). */
bool step_memory_restore(struct vgpu_step *step, struct error *error);
void step_memory_end(struct vgpu_step *step);

/* --- step_snapshot.c -------------------------------------------------------------------------- */

/*
 * Before the chosen block: keeps the state that it finds. Does nothing if that is kept already or
 * too large.
 */
void step_snapshot_take(struct step_snapshot **snapshot, struct vgpu_worker *worker);
/* Restores the launch: memory, and a new worker. False without memory; nothing is changed then. */
bool step_snapshot_restore(const struct step_snapshot *snapshot, struct vgpu_worker *worker);
void step_snapshot_free(struct step_snapshot *snapshot);

/* --- step_request.c --------------------------------------------------------------------------- */

/* The accesses of an op that is about to be executed; leaves `accesses` alone if it has none. */
void step_note_access(struct step_accesses *accesses, const struct vgpu_warp *warp, const struct vgpu_op *op);
bool step_accesses_memory(const struct vgpu_op *op);
/* Whether it is an unoptimised program's access to local memory. */
bool step_is_aside(const struct vgpu_warp *warp, const struct vgpu_op *op);
void step_describe_request(const struct vgpu_step *step, const struct step_access *access,
                           struct vgpu_step_request *out_request);

/* --- step_view.c ------------------------------------------------------------------------------ */

/* Frees the last view. */
void step_forget_view(struct vgpu_step *step);
/* NULL: the block has not begun. */
const struct vgpu_warp *step_watched_warp(const struct vgpu_step *step);
/*
 * The split that the watched warp continues with, else the first that waits. NULL: all lanes have
 * ended.
 */
const struct vgpu_split *step_current_split(const struct vgpu_step *step);
/* Lanes whose register of that frame holds a value of the kernel, as far as it is known. */
void step_read_register(const struct vgpu_step *step, const struct vgpu_frame *frame, uint32_t slot,
                        struct vgpu_step_register *out_register);

/* --- step_variable.c -------------------------------------------------------------------------- */

/*
 * The line of an op at which a step by lines may stop; 0: it may not. Unoptimised functions begin
 * with code that fetches their parameters, at the line of their name.
 */
int step_line(const struct vgpu_step *step, const struct vgpu_op *op);
/* The innermost frame of the kernel's own file, and the op that it executes or returns to. */
const struct vgpu_frame *step_own_frame(const struct vgpu_step *step, const struct vgpu_op **out_op);

#endif
