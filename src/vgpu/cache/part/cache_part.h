/* What the cache model keeps for each memory op of a worker; see cache_fast.h. */
#ifndef VGPU_CACHE_PART_CACHE_PART_H
#define VGPU_CACHE_PART_CACHE_PART_H

#include <stdbool.h>
#include <stdint.h>

#include "vgpu/vgpu.h"

/* The last request of one line that was put into the log of the cache model. */
struct vgpu_noted {
    uint64_t first, last; /* sectors, by number */
    uint64_t at, part;    /* where its word is, and in which part of the log */
};

struct cache_part {
    bool bypasses_l1;
    uint8_t runs;                   /* runs of bytes in the request, never in one line; 0: other requests */
    uint32_t run_bytes;             /* of each */
    int32_t run_at[2];              /* from the first address, ascending */
    uint8_t order[VGPU_WARP_LANES]; /* active lanes by address */
    struct vgpu_noted noted[2];     /* by run */
    uint64_t l1_hits, l1_misses;    /* sectors of loads */
};

#endif
