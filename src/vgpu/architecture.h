/*
 * Architectures that the virtual GPU models: limits of a launch, sizes of the caches, rates of the
 * datasheet.
 */
#ifndef VGPU_ARCHITECTURE_H
#define VGPU_ARCHITECTURE_H

#include <stddef.h>
#include <stdint.h>

enum { VGPU_WARP_LANES = 32, VGPU_BLOCK_THREADS_MAX = 1024, VGPU_BLOCK_WARPS_MAX = 32 };

enum vgpu_link { VGPU_LINK_NVLINK, VGPU_LINK_PCIE };

struct vgpu_architecture {
    const char *name;    /* "h100"; "h100+pcie": the same GPU, with another link than its own */
    const char *base;    /* "h100" */
    const char *product; /* "NVIDIA H100 80GB HBM3" */
    int compute_major, compute_minor;
    int sm_count;
    uint64_t memory_bytes;
    uint64_t l2_bytes;
    uint32_t l1_bytes;               /* per SM, shared memory included */
    uint32_t shared_bytes_per_block; /* without opting in */
    uint32_t shared_bytes_per_block_optin;
    uint32_t max_warps_per_sm, max_blocks_per_sm;
    uint32_t registers_per_sm;
    double clock_hz;
    double dram_bytes_per_second;
    double fp32_flops;
    double fp16_flops;            /* of the tensor cores, with sums in f32 */
    enum vgpu_link link;          /* to another device */
    double link_bytes_per_second; /* one way */
};

/*
 * With name NULL it returns the default (h100). After a name, "+pcie" or "+nvlink" chooses the
 * link. NULL if no architecture has that name, or it has no such link.
 */
const struct vgpu_architecture *vgpu_architecture_find(const char *name);

/* Each with its own link. NULL beyond the last. */
const struct vgpu_architecture *vgpu_architecture_at(size_t index);

/*
 * Bytes of L2 that hold different lines. An L2 of two halves keeps a line that SMs of both halves
 * read twice.
 */
double vgpu_architecture_distinct_l2_bytes(const struct vgpu_architecture *architecture);

#endif
