/*
 * The schedule of a warp: the cycles that it takes by itself, and the work that it gives to each
 * unit of the SM.
 */
#ifndef TIMING_SCHEDULE_SCHEDULE_H
#define TIMING_SCHEDULE_SCHEDULE_H

#include "timing/costs/costs.h"
#include "timing/schedule/machine_code.h"
#include "timing/traffic/traffic.h"

/* Per warp, as an average over the profiled blocks. */
struct time_work {
    double cycles;       /* of one warp alone, from its first to its last instruction */
    double stall_cycles; /* the part of these that waits for memory */
    double issue, fma, integer, fp64, special, tensor;
    double special_functions; /* the part of `special` that computes quotients, roots and the like */
    double shared_passes, shuffles, barriers;
    double atomics;         /* on global memory */
    double burst_registers; /* that loads from DRAM fill: most in one stretch of blocks */
    double dram_registers;  /* the same over the whole kernel */
    double imbalance;       /* work of the SM with most work / that of an average SM */
    int heaviest_line;      /* by instructions */
    int longest_line;       /* by waiting */
};
/* False without memory. The imbalance is left at 1. */
bool schedule_find(const struct vgpu_profile *profile, const struct time_rates *rates,
                   const struct time_traffic *traffic, const struct time_machine *machine, struct time_work *out_work);

/* A kernel as ptxas compiled it, and how its launch fits on the GPU. */
struct time_compiled {
    const struct vgpu_architecture *architecture;
    const struct time_resources *resources;
    const struct vgpu_occupancy *occupancy;
    const struct time_machine *machine;
};

/* Adds what the machine code loads from and stores to local memory beyond the PTX. */
void spills_add(const struct time_compiled *compiled, const struct vgpu_profile *profile, struct time_traffic *traffic,
                struct time_work *work);

#endif
