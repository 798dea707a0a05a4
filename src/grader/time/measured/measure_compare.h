/*
 * Comparing two buffers on the device, by the same rule as on the host. The kernels are measure_kernels.c's.
 */
#ifndef GRADER_TIME_MEASURED_MEASURE_COMPARE_H
#define GRADER_TIME_MEASURED_MEASURE_COMPARE_H

#include <stdbool.h>
#include <stdint.h>

#include "curriculum/model.h"
#include "device/device.h"
#include "grader/wire/job.h"

struct measure_comparer {
    struct device *device;
    struct device_module *module;
    device_address failures; /* one u64 */
};

bool measure_comparer_open(struct measure_comparer *comparer, struct device *device, const struct job_program *program,
                           struct error *error);
void measure_comparer_close(struct measure_comparer *comparer);

/* Whether the device can compare elements of this type; 1-byte floats, and integers with a tolerance, it cannot. */
bool measure_comparer_knows(enum dtype dtype, const struct tolerance *given);

struct measure_comparison {
    device_address got, expected;
    uint64_t count; /* elements */
    enum dtype dtype;
    struct tolerance tolerance;
    bool exact; /* bit for bit, whatever the type */
};

/* How many elements the tolerance does not accept. */
bool measure_compare(struct measure_comparer *comparer, const struct measure_comparison *comparison,
                     uint64_t *out_failures, struct error *error);

/*
 * The same, for outputs that are drawn anew in every run, at a size that no case has: with the tolerance widened as
 * tolerance.h says.
 */
bool measure_count_wrong(struct measure_comparer *comparer, const struct measure_comparison *comparison,
                         uint64_t *out_failures, struct error *error);

/* CUDA C of the kernels, and the name under which it is compiled. */
const struct source *measure_kernels_source(void);

#endif
