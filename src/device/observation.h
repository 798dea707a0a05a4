/*
 * What launches leave behind: findings of the checks, counters per line and kernel, printf output, a fault.
 *
 * Plain data, so that it can cross the pipe from the device child (observation_to_json / _from_json) and be stored.
 */
#ifndef DEVICE_OBSERVATION_H
#define DEVICE_OBSERVATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "base/arena.h"
#include "base/error.h"
#include "vgpu/counters.h" /* enum vgpu_counter from counters.def */
#include "vgpu/finding.h"  /* struct vgpu_finding: check, kind, line, thread, block, address, buffer, distance, other */

struct line_counters {
    int line; /* of the learner's source; 0: no line known */
    uint64_t values[VGPU_COUNTER_COUNT];
};

struct kernel_observation {
    const char *kernel;
    uint32_t grid[3], block[3];
    uint32_t registers; /* 0 if unknown */
    uint32_t static_shared_bytes, dynamic_shared_bytes;
    uint64_t totals[VGPU_COUNTER_COUNT];
    struct line_counters *lines; /* by line, ascending */
    size_t line_count;
};

struct printed_line {
    uint32_t block[3], thread[3];
    const char *text;
};

struct observation {
    struct arena *arena;
    struct vgpu_finding *findings; /* canonical order; repeated ones are folded with a count */
    size_t finding_count;
    uint64_t finding_total;             /* with those beyond the limit */
    struct kernel_observation *kernels; /* one per launch */
    size_t kernel_count;
    struct printed_line *printed;
    size_t printed_count;
    uint64_t printed_total;
    bool faulted; /* the launch was ended by a trap, an assertion or an access that no GPU survives */
    bool timed_out;
    bool deadlocked;
    char fault[512]; /* in words */
};

struct observation *observation_new(void);
void observation_free(struct observation *observation);
void observation_reset(struct observation *observation);
json_t *observation_to_json(const struct observation *observation);
struct observation *observation_from_json(const json_t *json, struct error *error);

#endif
