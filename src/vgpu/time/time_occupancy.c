/*
 * Occupancy: how many blocks an SM holds, and what keeps it from holding more (CUDA programming guide, hardware
 * multithreading).
 */
#include "vgpu/time/time.h"

static uint32_t round_up(uint32_t value, uint32_t to)
{
    return (value + to - 1) / to * to;
}

static void limit_to(struct time_shape *shape, uint32_t blocks, int limit)
{
    if (blocks >= shape->blocks_per_sm)
        return;
    shape->blocks_per_sm = blocks;
    shape->limit = limit;
}

/* Registers are given out in units of 256 per warp, shared memory with 1 KiB for the system. */
static void find_residents(const struct vgpu_architecture *architecture, uint32_t registers, uint32_t shared_bytes,
                           struct time_shape *shape)
{
    shape->blocks_per_sm = architecture->max_warps_per_sm / shape->block_warps;
    shape->limit = TIME_BY_WARPS;
    limit_to(shape, architecture->max_blocks_per_sm, TIME_BY_BLOCKS);
    uint32_t per_warp = round_up((registers ? registers : 32) * VGPU_WARP_LANES, 256);
    limit_to(shape, architecture->registers_per_sm / per_warp / shape->block_warps, TIME_BY_REGISTERS);
    uint32_t system_bytes = architecture->compute_major >= 8 ? 1024 : 0;
    uint32_t per_block = round_up(shared_bytes, 128) + system_bytes;
    if (per_block)
        limit_to(shape, (architecture->shared_bytes_per_block_optin + system_bytes) / per_block, TIME_BY_SHARED);
    if (shape->blocks_per_sm == 0)
        shape->blocks_per_sm = 1;
}

void time_shape_find(const struct vgpu_architecture *architecture, const struct vgpu_kernel *kernel,
                     const struct time_request *request, struct time_shape *out_shape)
{
    const struct vgpu_launch *launch = &request->launch;
    uint32_t shared_bytes = kernel->static_shared_bytes + launch->dynamic_shared_bytes;
    uint32_t registers = request->resources.registers ? request->resources.registers : kernel->register_estimate;
    struct time_shape shape = {.block_threads = launch->block[0] * launch->block[1] * launch->block[2],
                               .blocks = (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2]};
    shape.block_warps = (shape.block_threads + VGPU_WARP_LANES - 1) / VGPU_WARP_LANES;
    find_residents(architecture, registers, shared_bytes, &shape);
    double sms = architecture->sm_count, blocks = (double)shape.blocks;
    shape.active_sms = blocks < sms ? blocks : sms;
    uint64_t whole = (shape.blocks + (uint64_t)sms - 1) / (uint64_t)sms;
    /* few rounds end unevenly; over many, early SMs take over from late ones */
    shape.sm_blocks = whole <= 4ULL * shape.blocks_per_sm ? (double)whole : blocks / sms + 0.5;
    shape.resident = blocks / sms < shape.blocks_per_sm ? (uint32_t)whole : shape.blocks_per_sm;
    uint32_t shared_in_use = shape.resident * round_up(shared_bytes, 1024) + 8192;
    shape.l1_bytes = architecture->l1_bytes > shared_in_use + 16384 ? architecture->l1_bytes - shared_in_use : 16384;
    *out_shape = shape;
}
