/* The schedule of a warp while it is made, and what its stages ask of an instruction. */
#ifndef TIMING_SCHEDULE_BLOCK_SCHEDULE_H
#define TIMING_SCHEDULE_BLOCK_SCHEDULE_H

#include "timing/schedule/schedule.h"

enum { COPY_GROUPS = 8 };

/* Asynchronous copies of the warp. Times are cycles, as in `ready`. */
struct schedule_copies {
    double issued;               /* until the copies since the last commit arrive */
    double arrives[COPY_GROUPS]; /* until each committed group has arrived, the last one first */
};

struct schedule {
    const struct vgpu_profile *profile;
    double warps; /* of the profile */
    const struct time_rates *rates;
    const struct time_traffic *traffic;
    const struct time_machine *machine;
    struct time_work *work; /* is added up */
    double most_issued;     /* by one instruction of `work` so far, and the longest wait in one stretch */
    double longest_wait;
    const struct ptx_function *function; /* that is scheduled, and its first op in the profile */
    uint32_t first_op;
    int next_loop;                  /* the first loop of the machine code that is not matched yet */
    double *ready;                  /* by register slot: the cycle in which its value is ready */
    double end, barrier, stored[3]; /* cycle of the last barrier, and of the last store to each space */
    double weight;                  /* of the block's time: less than 1 where several rounds of a loop count */
    int copies;                     /* copies of the block that overlap: where one of them misses, all wait */
    uint32_t batch_registers;       /* registers that loads of the block have in flight */
    double batch_begin, batch_last; /* when the batch may begin, and when its last load was issued */
    double batch_cycles;            /* until the batch has arrived */
    bool has_batches;               /* the block has more than one batch */
    double dram_registers;          /* registers that loads from DRAM fill, in the block */
    struct schedule_copies in_flight;
    double waited; /* longest wait for a load in the block */
    int waited_line;
};

enum { ORDER_GLOBAL, ORDER_SHARED, ORDER_LOCAL };

static inline int order_of(const struct ptx_instruction *instruction)
{
    if (instruction->space == PTX_SPACE_SHARED || instruction->space == PTX_SPACE_SHARED_CLUSTER)
        return ORDER_SHARED;
    return instruction->space == PTX_SPACE_LOCAL ? ORDER_LOCAL : ORDER_GLOBAL;
}

/* Shuffles use the same unit but neither load nor store: no load waits for one. */
static inline bool is_memory(const struct ptx_instruction *instruction)
{
    const struct ptx_opcode_info *info = ptx_opcode_info(instruction->opcode);
    if (info->does == PTX_DOES_SHUFFLE)
        return false;
    if (info->does == PTX_DOES_LOAD_FRAGMENT || info->does == PTX_DOES_STORE_FRAGMENT)
        return true;
    return info->unit == PTX_UNIT_LSU && !(info->does == PTX_DOES_LOAD && instruction->space == PTX_SPACE_PARAMETER);
}

static inline bool is_load(const struct ptx_instruction *instruction)
{
    return ptx_does(instruction) == PTX_DOES_LOAD || ptx_does(instruction) == PTX_DOES_LOAD_FRAGMENT;
}

static inline uint32_t loaded_registers(const struct ptx_instruction *instruction)
{
    uint32_t bits =
        instruction->type_count ? ptx_type_bits((enum ptx_type)instruction->types[instruction->type_count - 1]) : 32;
    uint32_t count = instruction->vector > 1 ? instruction->vector : 1;
    return count * (bits > 32 ? bits / 32 : 1);
}

/* Cycles until the data of a load arrive. */
double schedule_load_cycles(const struct schedule *schedule, uint32_t op);

/* --- copies.c --------------------------------------------------------------------------------- */

/* Rounds of a loop that copies. The first bring it into step; the mean of the others counts. */
enum { COPY_ROUNDS = 12, COPY_ROUNDS_COUNTED = 6 };

/* Whether instructions from `first` to before `end` issue asynchronous copies. */
bool copies_are_issued(const struct schedule *schedule, uint32_t first, uint32_t end);

/*
 * Issues, commits or waits for asynchronous copies. Returns the cycle at which the warp goes on.
 * Only a wait for a group holds it up.
 */
double copies_schedule(struct schedule *schedule, uint32_t op, double at);

/* `passed` cycles go by. */
void copies_rebase(struct schedule_copies *copies, double passed);

/* --- vectorised_loads.c ----------------------------------------------------------------------- */

/*
 * A load of shared memory as ptxas issues it: one load of `elements` neighbours, and its passes
 * over the banks.
 */
struct vectorised_load {
    uint32_t elements; /* 0: an earlier load has read it */
    double passes;
};
/* The load at op number `index` of the function, in this block. */
struct vectorised_load vectorised_loads_find(const struct schedule *schedule, const struct ptx_block *block,
                                             uint32_t index);

/* --- loops.c ---------------------------------------------------------------------------------- */

/*
 * Cycles for one round of the loop of instructions from `first` to before `end`, by its machine
 * code; 0 where that is not known. `may_branch`: of a loop of several blocks, which must be a
 * product of f32. Of other loops with branches, the machine code tells too little.
 */
double loops_cycles(struct schedule *schedule, uint32_t first, uint32_t end, bool may_branch);

#endif
