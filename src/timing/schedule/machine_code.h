/*
 * Machine code: the loops of a kernel as ptxas ordered them, and how long a warp by itself takes
 * for a round.
 */
#ifndef TIMING_SCHEDULE_MACHINE_CODE_H
#define TIMING_SCHEDULE_MACHINE_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Of loads and stores the registers that they move are counted, of the other classes the
 * instructions.
 */
enum time_machine_class {
    TIME_MACHINE_GLOBAL_LOAD,
    TIME_MACHINE_SHARED_LOAD,
    TIME_MACHINE_GLOBAL_STORE,
    TIME_MACHINE_SHARED_STORE,
    TIME_MACHINE_SHUFFLE,
    TIME_MACHINE_BARRIER,
    TIME_MACHINE_ARITHMETIC, /* products and sums of f32 */
    TIME_MACHINE_OTHER,
    TIME_MACHINE_CLASSES
};
enum { TIME_MACHINE_LOOPS_MAX = 64 };

/* Instructions that end with a branch to the first of them. Other branches in it go forward. */
struct time_machine_loop {
    uint32_t first, last;
    double counts[TIME_MACHINE_CLASSES];   /* in every round */
    double optional[TIME_MACHINE_CLASSES]; /* that a branch can skip */
    bool has_branches;
    uint32_t global_loads; /* instructions */
    uint32_t local_loads, local_stores;
};
struct time_machine {
    const uint8_t *code;
    uint32_t count;              /* instructions */
    uint32_t widest_shared_load; /* bytes per lane; 0 where there is none */
    struct time_machine_loop loops[TIME_MACHINE_LOOPS_MAX];
    int loop_count;
};

/* `code` is borrowed; NULL: no loops. Any bytes are safe. */
void machine_code_read(const void *code, size_t size_bytes, struct time_machine *out_machine);

/*
 * The machine's loop, from number `*next` on, that ptxas made of a PTX loop with these counts. NULL
 * if there is none.
 *
 * `rounds` says how often the PTX loop goes round each time it is entered. Where ptxas unrolled a
 * loop several times over, the machine's loop with most of these rounds counts. Moves `*next` past
 * the match. `may_branch`: loops with branches in them count too.
 */
const struct time_machine_loop *machine_code_match(const struct time_machine *machine,
                                                   const double counts[TIME_MACHINE_CLASSES], double rounds,
                                                   bool may_branch, int *next, uint32_t *out_copies);

struct time_machine_latencies {
    double global_cycles, shared_cycles; /* of the loads that take longest */
    const double *by_load;               /* of each load from global memory, in the order of the PTX */
    uint32_t load_count;
};
/*
 * Cycles of one warp by itself for one round. `by_load` counts where the loop holds each of these
 * loads.
 */
double machine_code_cycles(const struct time_machine *machine, const struct time_machine_loop *loop,
                           const struct time_machine_latencies *latencies);

#endif
