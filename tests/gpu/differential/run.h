/* Programs on two devices: both load modules of several kernels, run them, and are compared. */
#ifndef DIFFERENTIAL_RUN_H
#define DIFFERENTIAL_RUN_H

#include "base/error.h"
#include "compare.h"
#include "device/device.h"

enum { RUN_MODULE_PROGRAMS = 32, RUN_IMAGE_BYTES_MAX = 8 << 20 };

struct run_side {
    struct device *device;
    device_address inputs, outputs, memory;
    struct program_results results;
};

struct run_pair {
    struct run_side sides[2];
    bool confirms; /* the right device runs differing programs again, from ptxas -O0 */
    bool is_plain; /* ptxas -O0 compiles all programs */
    uint64_t inputs[PROGRAM_INPUTS_MAX * PROGRAM_THREADS_MAX];
};

/* Opens "virtual", "virtual:portable" (avx2, avx512) or "cuda". */
bool run_open(struct run_pair *pair, const char *left, const char *right, struct error *error);
void run_close(struct run_pair *pair);

/*
 * Loads the programs as one module and runs each. Differences, findings and refusals go to the
 * report. False if a device is lost; `out_done` is the number of programs that ran.
 *
 * A difference that vanishes without optimisation comes from the optimiser of ptxas. With
 * `confirms`, such programs are counted and reported separately ("optimised: SPELLING").
 */
bool run_programs(struct run_pair *pair, const struct program *programs, uint32_t count, FILE *report,
                  struct comparison *total, uint32_t *out_done, struct error *error);

#endif
