/* The table of architectures. */
#include "vgpu/architecture.h"

#include <stdbool.h>
#include <string.h>

#define ROW(name_, base_, product_, major, minor, sms, memory_gib, l2_kib, l1_kib, optin_kib, warps, blocks, mhz,      \
            gb_per_s, tflops, tensor_tflops, kind, link_gb_per_s)                                                      \
    {                                                                                                                  \
        .name = name_, .base = base_, .product = product_, .compute_major = major, .compute_minor = minor,             \
        .sm_count = sms, .memory_bytes = (uint64_t)memory_gib << 30, .l2_bytes = (uint64_t)l2_kib << 10,               \
        .l1_bytes = l1_kib << 10, .shared_bytes_per_block = 48 << 10, .shared_bytes_per_block_optin = optin_kib << 10, \
        .max_warps_per_sm = warps, .max_blocks_per_sm = blocks, .registers_per_sm = 65536, .clock_hz = mhz * 1e6,      \
        .dram_bytes_per_second = gb_per_s * 1e9, .fp32_flops = tflops * 1e12, .fp16_flops = tensor_tflops * 1e12,      \
        .link = VGPU_LINK_##kind, .link_bytes_per_second = link_gb_per_s * 1e9                                         \
    }

/* Each GPU twice: with its own link, and joined by PCIe. */
static const struct vgpu_architecture architectures[][2] = {
#define ARCHITECTURE(name, product, major, minor, sms, memory, l2, l1, optin, warps, blocks, mhz, dram, tflops,   \
                     tensor, kind, link, pcie)                                                                    \
    {ROW(name, name, product, major, minor, sms, memory, l2, l1, optin, warps, blocks, mhz, dram, tflops, tensor, \
         kind, link),                                                                                             \
     ROW(name "+pcie", name, product, major, minor, sms, memory, l2, l1, optin, warps, blocks, mhz, dram, tflops, \
         tensor, PCIE, pcie)},
#include "vgpu/architecture.def"
};

enum { ARCHITECTURE_COUNT = sizeof(architectures) / sizeof(architectures[0]) };

/* `suffix`: what follows the name. */
static const struct vgpu_architecture *with_link(size_t index, const char *suffix)
{
    const struct vgpu_architecture *own = architectures[index];
    if (!*suffix || strcmp(suffix, own->link == VGPU_LINK_PCIE ? "+pcie" : "+nvlink") == 0)
        return own;
    return strcmp(suffix, "+pcie") == 0 ? &architectures[index][1] : NULL;
}

const struct vgpu_architecture *vgpu_architecture_find(const char *name)
{
    if (!name)
        return architectures[0];
    size_t length = strcspn(name, "+");
    for (size_t i = 0; i < ARCHITECTURE_COUNT; i++)
        if (strlen(architectures[i]->name) == length && strncmp(architectures[i]->name, name, length) == 0)
            return with_link(i, name + length);
    return NULL;
}

const struct vgpu_architecture *vgpu_architecture_at(size_t index)
{
    return index < ARCHITECTURE_COUNT ? architectures[index] : NULL;
}

double vgpu_architecture_distinct_l2_bytes(const struct vgpu_architecture *architecture)
{
    bool has_halves = architecture->compute_minor == 0 && architecture->compute_major >= 8;
    return (double)architecture->l2_bytes * (has_halves ? 0.5 : 1);
}
