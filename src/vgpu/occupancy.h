/*
 * Occupancy: how the blocks of a launch fit on the SMs of a GPU, and which resource limits them.
 *
 * The rules are those of the CUDA programming guide, section "Hardware multithreading". The cache
 * model needs to know which blocks share an L1; the time model needs to know how many warps hide
 * latency.
 */
#ifndef VGPU_OCCUPANCY_H
#define VGPU_OCCUPANCY_H

#include <stdint.h>

#include "vgpu/architecture.h"
#include "vgpu/vgpu.h"

enum vgpu_occupancy_limit { VGPU_BY_WARPS, VGPU_BY_BLOCKS, VGPU_BY_REGISTERS, VGPU_BY_SHARED };

struct vgpu_occupancy {
    uint32_t block_threads, block_warps;
    uint64_t blocks;                 /* of the grid */
    uint32_t blocks_per_sm;          /* that fit, at least 1 */
    enum vgpu_occupancy_limit limit; /* why no more fit */
    double active_sms;               /* SMs that get a block */
    double sm_blocks;                /* most blocks that one SM runs in the launch */
    uint32_t resident;               /* blocks that an SM holds at a time in this launch */
    uint32_t l1_bytes;               /* of an SM's memory that shared memory leaves to L1 */
};

/* `registers` per thread; 0: the kernel's own estimate. */
void vgpu_occupancy_find(const struct vgpu_architecture *architecture, const struct vgpu_kernel *kernel,
                         const struct vgpu_launch *launch, uint32_t registers, struct vgpu_occupancy *out_occupancy);

#endif
