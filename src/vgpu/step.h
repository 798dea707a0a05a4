/*
 * Stepping: one launch, instruction by instruction, forwards and back.
 *
 * A session runs a launch in the canonical order and stops inside one chosen block. *Position* n is
 * the moment before the block executes its instruction number n. Instructions are counted from 0
 * over all warps of the block, in the order of execution. Position 0 is the beginning of the block,
 * the last position is its end.
 *
 * One warp is *watched*. A stop of that warp is a position at which it executes next, has begun to
 * wait, or has ended. All goals but FINDING, POSITION and END stop at stops of the watched warp. So
 * steps forwards and back visit the same stops.
 *
 * A step back restores memory to the beginning of the block, then runs the block up to the wanted
 * position. Some launches cannot keep that memory:
 *
 *     more than 512 MiB of it, blocks that wait for each other, a kernel that allocates,
 *     several GPUs, a cache model
 *
 * For these, a step back restores memory to the beginning of the launch, and the whole launch runs
 * again. For this, buffers are saved at their first write.
 *
 * The state that a session shows depends on the position only, not on the way there. A session that
 * runs to the end leaves the memory, findings and counters of vgpu_launch().
 *
 * The launch runs on a thread of its own. That thread rests whenever no function here is running.
 * Until the session is closed, no function may be called for the device.
 */
#ifndef VGPU_STEP_H
#define VGPU_STEP_H

#include "vgpu/vgpu.h"

struct vgpu_step;

enum {
    VGPU_STEP_LANES = 32,
    VGPU_STEP_WARPS_MAX = 32,
    VGPU_STEP_SECTORS_MAX = 96, /* of one request */
    VGPU_STEP_BANKS = 32,
};
#define VGPU_STEP_LIMIT (UINT64_C(1) << 26)

struct vgpu_step_options {
    uint64_t block; /* linear index of the chosen block */
    uint32_t warp;  /* watched at first */
    bool alone;     /* run only this block: fast, but writes of other blocks are missing */
    uint64_t limit; /* instructions of the block that may be stepped through; 0: VGPU_STEP_LIMIT */
};

/*
 * Opens a session at position 0. If the launch ends before, it opens at the end of the launch.
 * `request` and everything that it points to are copied; its deadline is ignored. Errors: those of
 * vgpu_launch(), RANGE (block, warp), UNSUPPORTED (lazy buffers).
 */
struct vgpu_step *vgpu_step_open(struct vgpu_module *module, const struct vgpu_launch *request,
                                 const struct vgpu_step_options *options, struct error *error);
/* Restores the memory from before the launch, unless the session was finished. */
void vgpu_step_close(struct vgpu_step *step);
DEFINE_CLEANUP(vgpu_step_close, struct vgpu_step *)

/* --- moving ----------------------------------------------------------------------------------- */

enum vgpu_step_goal {
    VGPU_STEP_INSTRUCTION, /* `number` stops further */
    /*
     * the watched warp is about to execute another line of the kernel's file, with at most `number`
     * functions on the stack; 0: any number
     */
    VGPU_STEP_NEXT_LINE,
    VGPU_STEP_LINE,     /* about to execute source line `number`, again if it is there */
    VGPU_STEP_PTX_LINE, /* about to execute PTX line `number` */
    VGPU_STEP_BARRIER,  /* about to execute a barrier */
    VGPU_STEP_ACCESS,   /* about to access memory other than parameters and constants */
    VGPU_STEP_FINDING,  /* after the instruction with the next finding; watches its warp */
    VGPU_STEP_POSITION, /* `number`, before or after this one */
    VGPU_STEP_END,      /* of the block */
};

enum vgpu_step_stop {
    VGPU_STEP_REACHED,
    VGPU_STEP_ENDED,    /* the block ended before, or the launch did */
    VGPU_STEP_AT_LIMIT, /* of instructions */
};

/* Runs until the goal or an end. Errors: MEMORY. */
bool vgpu_step_run(struct vgpu_step *step, enum vgpu_step_goal goal, uint64_t number, enum vgpu_step_stop *out_stop,
                   struct error *error);
/* To the stop of the watched warp that is `count` stops before this position, or to the first. */
bool vgpu_step_back(struct vgpu_step *step, uint64_t count, enum vgpu_step_stop *out_stop, struct error *error);
/* To where a line of the source began, the last one before this position. */
bool vgpu_step_back_line(struct vgpu_step *step, enum vgpu_step_stop *out_stop, struct error *error);
/* RANGE if the block has no such warp. The position stays. */
bool vgpu_step_watch(struct vgpu_step *step, uint32_t warp, struct error *error);

/*
 * Runs the rest of the launch. The report is the caller's. Afterwards the session can only be
 * closed, and memory keeps what the launch wrote. Errors: MEMORY.
 */
struct vgpu_report *vgpu_step_finish(struct vgpu_step *step, struct error *error);

/* --- looking: valid until the session moves, watches another warp or is closed ---------------- */

enum vgpu_step_lanes { VGPU_STEP_RUNNING, VGPU_STEP_READY, VGPU_STEP_AT_BARRIER, VGPU_STEP_AT_SYNC };

/* Lanes of the warp that are at one instruction. */
struct vgpu_step_split {
    uint32_t mask;
    enum vgpu_step_lanes state;
    uint32_t barrier;   /* AT_BARRIER */
    uint32_t wait_mask; /* AT_SYNC: lanes that the operation wants */
    int line, ptx_line; /* of the instruction that comes next */
    const char *function;
};

struct vgpu_step_call {
    const char *function;
    int line, ptx_line; /* executed next; of callers: of the call */
    uint32_t lanes;     /* that have not returned */
};

/* A barrier of the block that threads have come to. */
struct vgpu_step_barrier {
    uint32_t number;
    uint32_t expected, arrived;            /* threads */
    uint32_t waiting[VGPU_STEP_WARPS_MAX]; /* lanes of each warp that wait at it */
};

struct vgpu_step_sector {
    uint64_t address;
    uint32_t bytes; /* bit b: a lane asks for byte b */
    uint32_t lanes; /* that ask for it */
};

/* One access of a warp. */
struct vgpu_step_request {
    enum vgpu_access access;
    enum vgpu_finding_space space;
    int line, ptx_line;
    uint32_t size_bytes;                 /* of a lane's access */
    uint32_t mask;                       /* lanes that take part */
    uint64_t addresses[VGPU_STEP_LANES]; /* of the instruction; 0 for inactive lanes */
    const char *buffer;                  /* the named buffer of the first lane; "" none */
    int64_t offset_bytes;                /* of that lane, in the buffer */
    /* global and local memory: */
    uint32_t sector_count, least_sectors;
    struct vgpu_step_sector sectors[VGPU_STEP_SECTORS_MAX]; /* by address */
    /* shared memory: */
    uint32_t wavefronts, conflicts;       /* passes over the banks; those beyond the least */
    uint8_t bank_ways[VGPU_STEP_BANKS];   /* distinct words that one pass must get from the bank */
    uint32_t bank_lanes[VGPU_STEP_BANKS]; /* lanes that ask for a word of the bank */
};

struct vgpu_step_state {
    uint64_t position;
    bool ended; /* nothing of the block is left to execute */
    bool deadlocked, faulted, timed_out;
    const char *fault; /* told (base/told.h); "" none */
    uint64_t block_index;
    uint32_t block[3], warp, warp_count;
    uint64_t executed;                                   /* instructions of the watched warp */
    uint32_t started, live, active, at_barrier, at_sync; /* lanes; `active` execute next */
    int line, ptx_line;                                  /* next of the watched warp; 0 none */
    const char *file, *function, *instruction;           /* of that instruction; "" none */
    const char *previous;                                /* instruction; "" none */
    bool is_next;                                        /* the watched warp executes next */
    uint32_t split_count, call_count, barrier_count, request_count;
    const struct vgpu_step_split *splits;
    const struct vgpu_step_call *calls; /* innermost first, of the lanes that execute next */
    const struct vgpu_step_barrier *barriers;
    const struct vgpu_step_request *requests; /* last access; copies: two, source first */
};
const struct vgpu_step_state *vgpu_step_state(struct vgpu_step *step);

/* A register of the function that the watched warp is in. */
struct vgpu_step_register {
    const char *name; /* "%r12" */
    enum ptx_type type;
    uint32_t bits;                                           /* 1 for predicates, 8 to 128 */
    uint32_t defined;                                        /* lanes known to have written it */
    uint64_t values[VGPU_STEP_LANES], high[VGPU_STEP_LANES]; /* `high` of 128 bits only */
};
uint32_t vgpu_step_register_count(struct vgpu_step *step);
/* NOT_FOUND. */
bool vgpu_step_register_at(struct vgpu_step *step, uint32_t index, struct vgpu_step_register *out_register,
                           struct error *error);
bool vgpu_step_register(struct vgpu_step *step, const char *name, struct vgpu_step_register *out_register,
                        struct error *error);

/* --- variables: what the places of ptx/debug.h hold ------------------------------------------- */

/*
 * The function of the kernel's own file that the watched warp is in, and its PTX line there. False:
 * the warp has ended.
 */
bool vgpu_step_place(struct vgpu_step *step, const char **out_function, int *out_ptx_line);

/* A register of that function; `defined` leaves out lanes with bits that were never set. */
bool vgpu_step_own_register(struct vgpu_step *step, const char *name, struct vgpu_step_register *out_register);

/*
 * The generic address of a PTX variable in a lane, and its size. Dynamic shared memory is as large
 * as the launch asked. False: the variable is not in memory.
 */
bool vgpu_step_variable(struct vgpu_step *step, const char *name, uint32_t lane, uint64_t *out_address,
                        uint64_t *out_size_bytes);

/* Up to 8 bytes of memory as a lane sees them. False: there is no such memory. */
bool vgpu_step_peek(struct vgpu_step *step, uint32_t lane, uint64_t address, uint32_t size_bytes, uint64_t *out_bits,
                    bool *out_is_defined);

/* The buffer or shared variable that an address belongs to. */
struct vgpu_step_target {
    const char *name; /* "": none */
    uint64_t start, size_bytes;
};
struct vgpu_step_target vgpu_step_target(struct vgpu_step *step, uint64_t address);

/*
 * Findings and printed lines so far, those of earlier blocks included. The session owns the report.
 */
const struct vgpu_report *vgpu_step_report(struct vgpu_step *step);

#endif
