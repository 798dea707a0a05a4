/*
 * Running state: launch, worker, block, warp, split, frame.
 *
 * One worker (a CPU thread) runs one block at a time to its end. In ordered launches it keeps
 * several blocks resident. A block runs its warps one after another. Each warp runs until it waits,
 * ends or has used up its slice.
 *
 * A warp runs its *splits*: sets of lanes that are at the same op in the same frame. The split that
 * is deepest in calls goes first, and among those the one at the lowest op. So it catches up with
 * the others; at equal ops in the same frame they merge. A split that branches backwards many times
 * while others wait goes after them. So lanes that spin on a lock let its holder continue.
 */
#ifndef VGPU_EXECUTION_EXECUTION_H
#define VGPU_EXECUTION_EXECUTION_H

#include <pthread.h>
#include <stdatomic.h>

#include "vgpu/cache/part/count_part.h"
#include "vgpu/finding_texts.h"
#include "vgpu/program/program.h"

struct vgpu_lane_access;
struct vgpu_report_builder;
struct vgpu_access_cache;
struct vgpu_copies;
struct vgpu_bulk;
struct fragment_places;
struct race_warp;
struct race_block;
struct race_launch;
struct cache_l1;
struct undefined_warp;
struct undefined_block;
struct undefined_launch;
struct cache_log;
struct cache_model;
struct schedule;

enum {
    VGPU_SLICE_BRANCHES = 4096,     /* backward branches before the next warp gets its turn */
    VGPU_SPLIT_SLICE_BRANCHES = 64, /* and before another split of the warp does */
    VGPU_CALL_DEPTH_MAX = 1024,
    VGPU_LOCAL_BYTES_MAX = 512 * 1024, /* per thread */
    VGPU_NAMED_BARRIERS = 16,
    VGPU_CLUSTER_BARRIER = 16, /* the state of a split at barrier.cluster.wait */
    VGPU_BARRIERS,
    VGPU_CLUSTER_BLOCKS_MAX = 16,
    VGPU_ENVIRONMENT_REGISTERS = 32,
};

/* Why a run loop was left. */
enum vgpu_leave {
    VGPU_LEAVE_REACHED,    /* the op at which another split waits */
    VGPU_LEAVE_RESCHEDULE, /* splits changed */
    VGPU_LEAVE_WAIT,       /* the split waits; its state says for what */
    VGPU_LEAVE_YIELD,      /* end of the slice */
    VGPU_LEAVE_FAULT,      /* the launch is over */
};

enum vgpu_split_state {
    VGPU_SPLIT_READY,
    VGPU_SPLIT_BARRIER, /* at a block barrier */
    VGPU_SPLIT_WARP,    /* at a .sync operation, for the other lanes of `wait_mask` */
};

/* One call of one function by some lanes of a warp. */
struct vgpu_frame {
    struct vgpu_frame *caller;
    const struct vgpu_function *function;
    const struct vgpu_op *return_op;
    uint32_t depth;
    uint32_t lanes;           /* that have not returned */
    uint32_t local_base;      /* of the .local variables, the same offset in every lane */
    uint32_t allocated_bytes; /* by alloca, after the .local variables */
    uint8_t *undefined;       /* undefined bits of registers, see undefined.h; NULL unless tracked */
    struct vgpu_frame *next_free;
    uint8_t *registers; /* function->frame_bytes, aligned to 64 */
};

struct vgpu_split {
    uint32_t mask;
    uint32_t wait_mask;
    uint32_t penalty; /* how often it had to go after the others */
    enum vgpu_split_state state;
    uint8_t barrier; /* BARRIER: which */
    uint32_t forced; /* lanes that continue a .sync operation, if they still live; 0: it waits */
    const struct vgpu_op *op;
    struct vgpu_frame *frame;
};

/*
 * The last volatile, relaxed or atomic read of a warp: the words that it waits for, if it waits.
 * The file poll.c says when it does.
 */
struct vgpu_watch {
    const struct vgpu_op *op; /* NULL none */
    struct vgpu_frame *frame;
    struct vgpu_buffer *buffer;
    uint64_t address, offset, round;
    uint32_t lane;
    bool is_shared;
    bool is_repeated;       /* the read in progress: the op was the last one read, nothing was written */
    uint32_t mask;          /* lanes that read */
    uint32_t size_bytes;    /* of a lane's word */
    uint64_t seen, reading; /* hash of addresses and values: of the last read, of the one in progress */
    uint64_t changes;       /* of the worker, when the last read began */
    uint64_t polled_at;     /* changes of the worker, at the last poll in vain */
    uint64_t asked_at;      /* changes of the worker when the words were compared, plus 1; 0: not since the wait */
    bool was_in_vain;       /* what that comparison said */
    uint32_t polls;         /* in vain, since then */
    uint32_t vain;          /* polls in vain of a wait, up to the one that is compared */
    bool counts;            /* registers differ from one poll to the next */
    uint64_t state;         /* hash of the registers at the poll that is compared with */
    const uint8_t *words[VGPU_WARP_LANES];
};

struct vgpu_warp {
    uint32_t active; /* lanes that the current op is executed for */
    bool is_full;    /* all live lanes are active: handlers may write every lane */
    uint32_t live;   /* lanes that have not exited */
    enum vgpu_leave leave;
    uint32_t split_count;
    struct vgpu_split *split;      /* the current one */
    const struct vgpu_op *op_base; /* the array of the running ops, indexed like module->ops */
    bool is_converged;             /* they are converged ops, see affine.h */
    uint8_t enter_failures;        /* times that registers were not affine when lanes came together */
    const struct vgpu_op *segment; /* where straight-line execution began, for counting */
    int64_t slice;                 /* backward branches left */
    int64_t spent;                 /* by `spender` since another split had its turn */
    uint32_t spender;
    struct vgpu_block *block;
    struct vgpu_worker *worker;
    const struct vgpu_watcher *watcher; /* the launch's */
    struct vgpu_frame *frame;           /* of the current split */
    uint32_t index;                     /* in the block */
    bool gives_way;                     /* the split that runs found again what it found before */
    bool waits;                         /* all its splits that could run gave way */
    struct vgpu_watch watch;
    uint32_t started;           /* lanes that the launch gave the warp */
    uint32_t bypassed;          /* lanes that continued while others waited at a barrier */
    uint32_t cluster_arrived;   /* lanes at the barrier of the cluster: they count for its phase */
    uint32_t cluster_passed;    /* that arrived in a phase that is over, and have not waited yet */
    uint8_t *local;             /* interleaved: word w of lane l at (w * 32 + l) * 4; NULL none */
    struct vgpu_copies *copies; /* asynchronous copies in flight; NULL: none yet */
    struct vgpu_frame *entry;
    uint64_t clock;         /* instructions issued before `segment`, the modelled %clock */
    struct race_warp *race; /* NULL unless checked */
    struct undefined_warp *undefined;
    int32_t lane_mask[VGPU_WARP_LANES] __attribute__((aligned(64))); /* ~0 for active lanes */
    struct vgpu_split splits[VGPU_WARP_LANES];
};

struct vgpu_barrier {
    uint32_t expected;           /* threads; 0: all that live */
    uint32_t arrived;            /* threads; whole warps count 32 where a number is expected */
    uint32_t voters, true_votes; /* of bar.red */
};

struct vgpu_block {
    uint32_t index[3];
    uint64_t linear;
    uint32_t place; /* among the resident blocks, in an order other than the canonical one */
    uint32_t rank;  /* in its cluster */
    bool started, finished;
    uint32_t live_threads;
    uint32_t releases;    /* of barriers and mbarrier arrivals so far: a waiter may continue */
    uint64_t last_object; /* shared offset of the mbarrier of the last arrival */
    struct vgpu_warp *warps;
    uint8_t *shared; /* by shared offset, from 0 */
    uint64_t *shared_defined;
    struct race_block *race; /* NULL unless checked */
    struct cache_l1 *cache;  /* NULL without the cache model */
    struct undefined_block *undefined;
    struct vgpu_barrier barriers[VGPU_BARRIERS];
    struct vgpu_worker *worker;
    struct vgpu_block **cluster; /* its blocks, by rank; launch->cluster_members of them */
    struct vgpu_block *alone;    /* itself: the cluster where a cluster is one block */
    uint32_t cluster_phase;      /* barriers of the cluster that were released */
    struct vgpu_bulk *bulk;      /* bulk copies in flight; NULL: none yet */
};

struct vgpu_worker {
    struct vgpu_launch_state *launch;
    int index;
    bool is_parallel;             /* other workers run at the same time */
    bool counts_accesses;         /* VGPU_COUNT */
    bool clears_all_shared;       /* see worker_note_shared() */
    struct vgpu_block **resident; /* ordered launches: several; parallel ones: one */
    uint32_t resident_count;
    struct count_worker count;
    struct vgpu_access_cache *accesses;  /* by op->access: patterns and counters */
    struct fragment_places *places;      /* of wmma.load and wmma.store, see fragment.c */
    struct vgpu_report_builder *builder; /* findings and printf lines */
    struct vgpu_frame **free_frames;     /* by function */
    struct cache_log *cache;             /* of the cache model; NULL without it */
    int64_t budget, budget_given;        /* instructions until the next look at the limits */
    uint64_t changes, round;             /* of memory, threads, barriers; rounds over blocks */
    bool finds_polls;                    /* warps that wait give way, see poll.c */
    uint64_t patience;                   /* that is left before polls in vain give way, in polls that count */
    uint64_t claimed;                    /* words of global memory without a claim before */
    uint64_t order;                      /* number of the next finding or printed line */
    char fault[2 * VGPU_TOLD_BYTES];     /* told (base/told.h) */
    uint64_t fault_block;                /* linear index of the block that caused it */
    bool has_fault;
};

/*
 * A watcher looks at instructions one by one: a stepping session, or the search for the origin of a
 * NaN. Such a launch has one worker, and its warps run general ops. Members may be NULL.
 */
struct vgpu_watcher {
    bool (*wants)(const struct vgpu_block *block); /* NULL: every block */
    /* Whether another warp runs before this instruction. */
    bool (*gives_way)(struct vgpu_warp *warp, const struct vgpu_op *op);
    /* Before each instruction; the position is warp->split->op. False: leave the launch. */
    bool (*before)(struct vgpu_warp *warp, const struct vgpu_op *op);
    /* After each instruction that did not leave the run loop. */
    void (*after)(struct vgpu_warp *warp);
    void (*block_begins)(struct vgpu_launch_state *launch, uint64_t linear);
    void (*block_ended)(struct vgpu_block *block);
    /*
     * The buffer of the pointer of an access to global memory, if it is not the buffer that is
     * reached or nearest; else NULL. A watcher with this member gets all accesses lane by lane.
     */
    const struct vgpu_buffer *(*strays)(struct vgpu_warp *warp, const struct vgpu_lane_access *access,
                                        const struct vgpu_buffer *reached);
};

/* Whether a watcher must see every access to global memory, lane by lane. */
#define WATCHES_ACCESSES(launch) __builtin_expect((launch)->watcher && (launch)->watcher->strays, 0)

/* The state that all workers share. Constant while they run, but for the atomics. */
struct vgpu_launch_state {
    struct vgpu *device;
    struct vgpu_module *module;
    const struct vgpu_function *entry;
    const struct vgpu_launch *request;
    const struct vgpu_converged *converged; /* NULL: general ops only */
    uint32_t block_threads, block_warps;
    uint64_t block_count;
    uint32_t cluster[3], cluster_blocks; /* extents in blocks, and their product; 1 without clusters */
    uint32_t cluster_members;            /* that run together; in a sample each block runs alone */
    bool has_clusters;                   /* the launch or the kernel names one, if only of one block */
    uint32_t shared_bytes;               /* extent of shared offsets */
    uint32_t shared_first, shared_end;   /* the extent of the named variables */
    unsigned checks;
    bool in_order;                      /* one worker, blocks in canonical order */
    bool is_parallel;                   /* blocks side by side, even on one worker */
    bool keeps_undo;                    /* buffers are saved before they are written */
    const struct vgpu_watcher *watcher; /* of its instructions; NULL: none */
    void *watching;                     /* the watcher's own */
    struct schedule *schedule;          /* of an order but the canonical one; NULL */
    _Atomic bool may_retry;             /* side by side: the buffer is exclusive now */
    bool claims_writes;                 /* threads claim the words that they write, claims.h */
    uint32_t party;                     /* its number in the timeline; 0: nothing may overlap it */
    struct race_launch *race;           /* NULL unless global memory is tracked for races */
    struct undefined_launch *undefined;
    uint8_t *arguments;
    uint32_t argument_bytes;
    uint32_t environment[VGPU_ENVIRONMENT_REGISTERS]; /* %envreg: 1, 2 point to the workspace */
    uint32_t resident_limit;                          /* blocks that may run at a time */
    uint64_t number;                                  /* %gridid: of the device's launches */
    struct vgpu_buffer *workspace;                    /* of a cooperative launch */
    struct vgpu_profile_builder *profile;             /* NULL unless asked for */
    struct cache_model *cache;                        /* NULL unless asked for */
    pthread_mutex_t lock;                             /* of buffers' use and saved content */
    uint64_t batch_blocks;                            /* that a worker takes at a time */
    _Atomic uint64_t next_block;
    _Atomic uint64_t instructions; /* issued, by finished budgets */
    _Atomic bool stop;             /* fault, limit, deadline */
    _Atomic bool timed_out, deadlocked, faulted;
    _Atomic bool conflict; /* the result could depend on the order of blocks: run again in order */
};

/*
 * An access found this shared variable. When a block begins, the shared variables that its kernel
 * names are cleared. An address that goes astray can reach a variable of another kernel. From then
 * on, the worker clears all shared memory.
 */
static inline void worker_note_shared(struct vgpu_worker *worker, const struct vgpu_shared_variable *variable)
{
    const struct vgpu_launch_state *launch = worker->launch;
    if (variable->start < launch->shared_first || variable->start >= launch->shared_end)
        worker->clears_all_shared = true;
}

/* --- launch_limits.c -------------------------------------------------------------------------- */

/*
 * Counts work of checks. Samples for the time model have no checks, and their limits are not
 * changed.
 */
static inline void launch_add_check_work(const struct vgpu_warp *warp, int64_t work)
{
    if (warp->worker->launch->request->checks & ~(unsigned)VGPU_COUNT)
        warp->worker->budget -= work;
}

/* Instructions until the next look at the limits. `issued` of them are done. */
int64_t launch_next_budget(const struct vgpu_launch_state *launch, uint64_t issued);
/* Checks limit and deadline; true to continue. */
bool launch_may_go_on(struct vgpu_worker *worker);
/* Ends the launch; the first sentence in canonical order is kept. */
void launch_fault(struct vgpu_warp *warp, const struct vgpu_op *op, const char *text);
/* Ends the launch: no warp of the block can continue, and nothing else will change that. */
void launch_deadlock(struct vgpu_block *block);

/* --- warp_state.c ----------------------------------------------------------------------------- */

/* Sets active and lane_mask. */
void warp_set_active(struct vgpu_warp *warp, uint32_t mask);
bool warp_can_run(const struct vgpu_warp *warp);
/* Bytes of a thread's local memory that the current frame and its callers own. */
uint32_t warp_local_bytes(const struct vgpu_warp *warp);
/*
 * Maps memory of the size and layout of a warp's local memory: pages of zeros for
 * warp_unmap_local(). NULL without memory.
 */
void *warp_map_local(void);
void warp_unmap_local(void *pages);
/* Sets the bytes of lanes in memory of that layout to one value. */
void warp_fill_local(uint8_t *to, uint8_t value, uint32_t size_bytes, uint32_t lanes);
/* Lanes for which the guard of an op holds. */
uint32_t warp_guard_lanes(const struct vgpu_warp *warp, const struct vgpu_op *op);

/* --- frame_state.c ---------------------------------------------------------------------------- */

/*
 * Whether lanes at the same op of both frames could have come there by one call: both return to the
 * same ops.
 */
bool frame_is_same_call(const struct vgpu_frame *a, const struct vgpu_frame *b);
/*
 * Copies the words of a call's value from its register, and back. Does nothing where there is no
 * value.
 */
void frame_words_from_register(uint8_t *frame, const struct vgpu_frame_variable *variable, uint32_t lanes);
void frame_register_from_words(uint8_t *frame, const struct vgpu_frame_variable *variable, uint32_t lanes);

/*
 * Copies registers and .param variables of some lanes, in memory of a frame's layout: a frame's
 * registers or their shadow.
 */
void frame_move_contents(const struct vgpu_function *function, uint8_t *to, const uint8_t *from, uint32_t lanes);
/* Copies the bits of some lanes from mask to mask. */
void frame_move_bits(void *to, const void *from, uint32_t lanes);

/* --- on the way ------------------------------------------------------------------------------- */

/* The return value of a handler that may have ended the launch: op + 1, or NULL. */
static inline const struct vgpu_op *warp_go_on(struct vgpu_warp *warp, const struct vgpu_op *op)
{
    if (__builtin_expect(!warp->worker->has_fault, 1))
        return op + 1;
    warp->split->op = warp->worker->launch->module->ops + (op + 1 - warp->op_base);
    warp->leave = VGPU_LEAVE_FAULT;
    return NULL;
}

/* A GPU promises no order of the lanes of an atomic, either. */
static inline bool execution_reverses_lanes(const struct vgpu_warp *warp)
{
    const struct vgpu_launch_state *launch = warp->worker->launch;
    return launch->schedule && launch->request->order == VGPU_ORDER_REVERSED;
}

/*
 * Counts by hand, since the builtin is a call where the CPU is unknown: sums of 2, 4, 8 and 32
 * bits.
 */
static inline uint32_t warp_count_lanes(uint32_t mask)
{
    mask -= mask >> 1 & 0x55555555;
    mask = (mask & 0x33333333) + (mask >> 2 & 0x33333333);
    return ((mask + (mask >> 4)) & 0x0f0f0f0f) * 0x01010101 >> 24;
}

/* Closes the straight run [warp->segment, op], op included, and begins another at `next`. */
static inline void warp_count_segment(struct vgpu_warp *warp, const struct vgpu_op *op, const struct vgpu_op *next)
{
    struct vgpu_worker *worker = warp->worker;
    const struct vgpu_op *ops = warp->op_base;
    struct vgpu_op_count *first = &worker->count.ops[warp->segment - ops], *end = &worker->count.ops[op + 1 - ops];
    int64_t lanes = warp_count_lanes(warp->split->mask);
    first->warps += 1;
    first->lanes += lanes;
    end->warps -= 1;
    end->lanes -= lanes;
    int64_t length = op + 1 - warp->segment;
    warp->clock += (uint64_t)length;
    worker->budget -= length;
    warp->segment = next;
}

#endif
