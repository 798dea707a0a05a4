/* How the blocks of a launch fit on the SMs of a GPU. */
#include "vgpu/occupancy.h"

static uint32_t round_up(uint32_t value, uint32_t to)
{
    return (value + to - 1) / to * to;
}

static void limit_to(struct vgpu_occupancy *occupancy, uint32_t blocks, enum vgpu_occupancy_limit limit)
{
    if (blocks >= occupancy->blocks_per_sm)
        return;
    occupancy->blocks_per_sm = blocks;
    occupancy->limit = limit;
}

/*
 * A warp gets registers in units of 256. From compute capability 8.0 the system takes 1 KiB of
 * shared memory.
 */
static void find_residents(const struct vgpu_architecture *architecture, uint32_t registers, uint32_t shared_bytes,
                           struct vgpu_occupancy *occupancy)
{
    occupancy->blocks_per_sm = architecture->max_warps_per_sm / occupancy->block_warps;
    occupancy->limit = VGPU_BY_WARPS;
    limit_to(occupancy, architecture->max_blocks_per_sm, VGPU_BY_BLOCKS);
    uint32_t per_warp = round_up((registers ? registers : 32) * VGPU_WARP_LANES, 256);
    limit_to(occupancy, architecture->registers_per_sm / per_warp / occupancy->block_warps, VGPU_BY_REGISTERS);
    uint32_t system_bytes = architecture->compute_major >= 8 ? 1024 : 0;
    uint32_t per_block = round_up(shared_bytes, 128) + system_bytes;
    if (per_block)
        limit_to(occupancy, (architecture->shared_bytes_per_block_optin + system_bytes) / per_block, VGPU_BY_SHARED);
    if (occupancy->blocks_per_sm == 0)
        occupancy->blocks_per_sm = 1;
}

void vgpu_occupancy_find(const struct vgpu_architecture *architecture, const struct vgpu_kernel *kernel,
                         const struct vgpu_launch *launch, uint32_t registers, struct vgpu_occupancy *out_occupancy)
{
    uint32_t shared_bytes = kernel->static_shared_bytes + launch->dynamic_shared_bytes;
    struct vgpu_occupancy occupancy = {.block_threads = launch->block[0] * launch->block[1] * launch->block[2],
                                       .blocks = (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2]};
    occupancy.block_warps = (occupancy.block_threads + VGPU_WARP_LANES - 1) / VGPU_WARP_LANES;
    if (occupancy.block_warps == 0) /* such a launch is refused later */
        occupancy.block_warps = 1;
    find_residents(architecture, registers ? registers : kernel->register_estimate, shared_bytes, &occupancy);
    double sms = architecture->sm_count, blocks = (double)occupancy.blocks;
    occupancy.active_sms = blocks < sms ? blocks : sms;
    uint64_t whole = (occupancy.blocks + (uint64_t)sms - 1) / (uint64_t)sms;
    /*
     * A few rounds of blocks end unevenly. Over many rounds, SMs that are early take over blocks
     * from late ones.
     */
    occupancy.sm_blocks = whole <= 4ULL * occupancy.blocks_per_sm ? (double)whole : blocks / sms + 0.5;
    occupancy.resident = blocks / sms < occupancy.blocks_per_sm ? (uint32_t)whole : occupancy.blocks_per_sm;
    uint32_t shared_in_use = occupancy.resident * round_up(shared_bytes, 1024) + 8192;
    occupancy.l1_bytes =
        architecture->l1_bytes > shared_in_use + 16384 ? architecture->l1_bytes - shared_in_use : 16384;
    *out_occupancy = occupancy;
}
