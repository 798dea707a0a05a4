/*
 * The observation of launches: findings of the checks, counters per line and kernel, printf output,
 * a fault.
 *
 * Plain data, so it can cross the pipe from the device child (observation_to_json / _from_json) and
 * be stored.
 */
#ifndef DEVICE_OBSERVATION_H
#define DEVICE_OBSERVATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "vgpu/counters.h"
#include "vgpu/finding.h"
#include "vgpu/finding_texts.h"

struct line_counters {
    int line; /* of the learner's source; 0: unknown */
    uint64_t values[VGPU_COUNTER_COUNT];
};

struct kernel_observation {
    const char *kernel;
    uint64_t launches; /* of this kernel with this shape; the counters are sums over them */
    uint32_t grid[3], block[3];
    uint32_t registers; /* 0: unknown */
    uint32_t static_shared_bytes, dynamic_shared_bytes;
    uint32_t resident_warps, sm_warps; /* that fit on an SM, and the most that it holds; 0: unknown */
    uint64_t idle_blocks;              /* that store nothing to global memory; 0: none, or unknown */
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
    struct vgpu_finding *findings; /* canonical order; repeated findings are merged and counted */
    size_t finding_count;
    uint64_t finding_total;             /* including those beyond the limit */
    struct kernel_observation *kernels; /* in the order of their first launch */
    size_t kernel_count;
    struct printed_line *printed;
    size_t printed_count;
    uint64_t printed_total;
    /* of the plan: its peak on any one device, and its longest chain of steps (plan/execution.h) */
    uint64_t scratch_bytes, schedule_steps;
    bool faulted; /* a trap, an assertion or a fatal access ended the launch */
    bool timed_out;
    bool deadlocked;
    char fault[512];        /* in words */
    const char *fault_said; /* the same as a told sentence (base/told.h); NULL: none */
};

enum {
    OBSERVATION_FINDINGS_MAX = 200, /* distinct findings; finding_total counts all */
    OBSERVATION_KERNELS_MAX = 1024, /* kernels and shapes; further shapes go to the kernel's first entry */
    OBSERVATION_LINES_MAX = 16384,  /* per kernel */
    OBSERVATION_ALL_LINES_MAX = 1 << 18,
    OBSERVATION_PRINTED_MAX = 10000,
    OBSERVATION_TEXT_BYTES_MAX = 65536, /* of any string from outside */
};

struct observation *observation_new(void);
void observation_free(struct observation *observation);
DEFINE_CLEANUP(observation_free, struct observation *)
void observation_reset(struct observation *observation);

/*
 * Adds the registers per thread of a kernel, and the warps that an SM of that GPU ("h100") then
 * holds. For runs from PTX, which does not tell registers.
 */
void observation_add_registers(struct observation *observation, const char *architecture, const char *kernel,
                               uint32_t registers);

/* A new reference. Zero counters are omitted. Counters and kinds have names, never numbers. */
json_t *observation_to_json(const struct observation *observation);

/*
 * The reverse, for JSON from an untrusted process. Told sentences are put into the learner's words:
 * messages and the fault. Checks every count, length, name and number.
 * NULL with SYNTAX or RANGE if observation_to_json could not have written it.
 */
struct observation *observation_from_json(const json_t *json, struct error *error);

#endif
