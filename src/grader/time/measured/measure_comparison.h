/*
 * Compares two buffers on the device, by the same rule as on the host. measure_kernels.c has the
 * kernels.
 */
#ifndef GRADER_TIME_MEASURED_MEASURE_COMPARISON_H
#define GRADER_TIME_MEASURED_MEASURE_COMPARISON_H

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

/*
 * Whether the device can compare elements of this type. It cannot compare 1-byte floats, or
 * integers with a tolerance.
 */
bool measure_comparer_knows(enum dtype dtype, const struct tolerance *given);

struct measure_comparison {
    device_address got, expected;
    uint64_t count; /* elements */
    enum dtype dtype;
    struct tolerance tolerance;
    bool exact; /* bit for bit, for any type */
};

/*
 * The same for outputs with new inputs in every run, at the timed size. The tolerance is widened as
 * in tolerance.h.
 */
bool measure_count_wrong(struct measure_comparer *comparer, const struct measure_comparison *comparison,
                         uint64_t *out_failures, struct error *error);

/* The kernels in CUDA C, with a file name. */
const struct source *measure_kernels_source(void);

#endif
