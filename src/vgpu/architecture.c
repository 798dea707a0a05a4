/* The table of architectures. */
#include "vgpu/architecture.h"

#include <stdbool.h>
#include <string.h>

static const struct vgpu_architecture architectures[] = {
#define ARCHITECTURE(name_, product_, major, minor, sms, memory_gib, l2_kib, l1_kib, optin_kib, warps, blocks, mhz, \
                     gb_per_s, tflops, link_gb_per_s)                                                               \
    {.name = name_,                                                                                                 \
     .product = product_,                                                                                           \
     .compute_major = major,                                                                                        \
     .compute_minor = minor,                                                                                        \
     .sm_count = sms,                                                                                               \
     .memory_bytes = (uint64_t)memory_gib << 30,                                                                    \
     .l2_bytes = (uint64_t)l2_kib << 10,                                                                            \
     .l1_bytes = l1_kib << 10,                                                                                      \
     .shared_bytes_per_block = 48 << 10,                                                                            \
     .shared_bytes_per_block_optin = optin_kib << 10,                                                               \
     .max_warps_per_sm = warps,                                                                                     \
     .max_blocks_per_sm = blocks,                                                                                   \
     .registers_per_sm = 65536,                                                                                     \
     .clock_hz = mhz * 1e6,                                                                                         \
     .dram_bytes_per_second = gb_per_s * 1e9,                                                                       \
     .fp32_flops = tflops * 1e12,                                                                                   \
     .link_bytes_per_second = link_gb_per_s * 1e9},
#include "vgpu/architecture.def"
};

enum { ARCHITECTURE_COUNT = sizeof(architectures) / sizeof(architectures[0]) };

const struct vgpu_architecture *vgpu_architecture_find(const char *name)
{
    if (!name)
        return &architectures[0];
    for (size_t i = 0; i < ARCHITECTURE_COUNT; i++)
        if (strcmp(architectures[i].name, name) == 0)
            return &architectures[i];
    return NULL;
}

const struct vgpu_architecture *vgpu_architecture_at(size_t index)
{
    return index < ARCHITECTURE_COUNT ? &architectures[index] : NULL;
}

double vgpu_architecture_distinct_l2_bytes(const struct vgpu_architecture *architecture)
{
    bool has_halves = architecture->compute_minor == 0 && architecture->compute_major >= 8;
    return (double)architecture->l2_bytes * (has_halves ? 0.5 : 1);
}
