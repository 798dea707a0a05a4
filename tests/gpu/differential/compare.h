/* Compares two runs of a program, result by result. */
#ifndef DIFFERENTIAL_COMPARE_H
#define DIFFERENTIAL_COMPARE_H

#include "program.h"

/* A run's results, [slot][thread], and the memory of its atomics. */
struct program_results {
    uint64_t outputs[PROGRAM_SLOTS_MAX * PROGRAM_THREADS_MAX];
    uint64_t memory[PROGRAM_MEMORY_BYTES / 8];
};

struct comparison {
    uint64_t compared;      /* results of a thread */
    uint64_t within_bounds; /* of those, approximate ones and NaN that differ as PTX allows */
    uint64_t differing;     /* instructions that differ although their sources agree */
    uint64_t optimised;     /* programs that agree without the optimisations of ptxas */
};

/* Writes a paragraph per differing instruction. It begins with "difference: SPELLING". */
void compare_results(const struct program *program, const uint64_t *inputs, const struct program_results *left,
                     const struct program_results *right, FILE *report, struct comparison *total);

/* Returns the instruction's spelling: the step's first word after its guard. */
void step_spelling(const struct program_step *step, char *out_spelling, size_t size_bytes);

#endif
