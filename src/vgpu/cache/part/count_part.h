/* What counting keeps for each worker, and for each memory op of a worker. */
#ifndef VGPU_CACHE_PART_COUNT_PART_H
#define VGPU_CACHE_PART_COUNT_PART_H

#include <stdbool.h>
#include <stdint.h>

#include "vgpu/vgpu.h"

/* Spaces that are counted separately. */
enum vgpu_count_space { VGPU_COUNT_GLOBAL, VGPU_COUNT_SHARED, VGPU_COUNT_LOCAL, VGPU_COUNT_SPACES };

struct vgpu_access_counts {
    uint64_t requests, bytes, lanes, least_sectors; /* the same each time; the last is 0 ... */
    uint64_t sectors;                               /* ... of shared memory, this too */
    uint64_t wavefronts, conflicts;                 /* shared */
    uint64_t distinct;                              /* atomics: addresses */
};

struct count_part {
    int8_t phase; /* first address modulo 4 of `wavefronts` and `conflicts`; -1 unknown */
    uint16_t least_sectors;
    uint32_t wavefronts, conflicts;
    uint8_t sectors_at[32]; /* by first address modulo 32; 0 unknown, or the access would not be aligned */
    uint64_t each[4] __attribute__((aligned(32))); /* added per request to vgpu_access_counts */
    struct vgpu_access_counts counts[VGPU_COUNT_SPACES];
};

/* Times an op was issued, kept as differences at the ends of straight runs; see count.c. */
struct vgpu_op_count {
    int64_t warps, lanes;
};

struct count_worker {
    struct vgpu_op_count *ops;          /* by op, op_count + 1 */
    uint64_t *guarded_off;              /* by op: lanes with a false guard */
    uint64_t *diverged;                 /* by op: branches that went both ways */
    uint64_t extra[VGPU_COUNTER_COUNT]; /* counters that no op owns */
    uint8_t *outcomes;                  /* by condition: bits of enum vgpu_outcome */
    uint64_t stores;                    /* of the worker before the block that runs */
    uint64_t idle_blocks;               /* that ended and stored nothing to global memory */
    bool has_block;                     /* one runs, and is not counted yet */
};

#endif
