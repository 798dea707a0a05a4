/*
 * Two runs of a program, result by result.
 */
#ifndef DIFFERENTIAL_COMPARE_H
#define DIFFERENTIAL_COMPARE_H

#include "program.h"

/* What a run left behind: [slot][thread], and the memory of the atomics. */
struct program_results {
    uint64_t outputs[PROGRAM_SLOTS_MAX * PROGRAM_THREADS_MAX];
    uint64_t memory[PROGRAM_MEMORY_BYTES / 8];
};

struct comparison {
    uint64_t compared;      /* results of a thread */
    uint64_t within_bounds; /* of those, approximate ones and NaN that differ as PTX lets them */
    uint64_t differing;     /* instructions with a difference that none of their sources explains */
    uint64_t optimised;     /* programs whose differences are gone where ptxas does not optimise */
};

/* Writes a paragraph for each differing instruction, a line "difference: SPELLING" first. */
void compare_results(const struct program *program, const uint64_t *inputs, const struct program_results *left,
                     const struct program_results *right, FILE *report, struct comparison *total);

/* The instruction's spelling: the first word of a step behind its guard. */
void step_spelling(const struct program_step *step, char *out_spelling, size_t size_bytes);

#endif
