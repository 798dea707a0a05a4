/* What a CUDA runtime needs of a virtual device. */
#include "device/virtual/virtual.h"

static struct virtual_device *self(struct device *device)
{
    return (struct virtual_device *)device;
}

/* A bus and a clock that give the datasheet's rate, with two transfers a clock. */
enum { BUS_BITS = 5120, RESERVED_SHARED_BYTES = 1024 };

static void virtual_describe(struct device *device, struct device_limits *out_limits)
{
    const struct vgpu_architecture *modelled = vgpu_architecture_of(self(device)->gpu);
    double memory_hz = modelled->dram_bytes_per_second * 8.0 / BUS_BITS / 2.0;
    *out_limits = (struct device_limits){
        .threads_per_sm = modelled->max_warps_per_sm * VGPU_WARP_LANES,
        .blocks_per_sm = modelled->max_blocks_per_sm,
        .registers_per_sm = modelled->registers_per_sm,
        .shared_bytes_per_sm = modelled->shared_bytes_per_block_optin + RESERVED_SHARED_BYTES,
        .clock_khz = (uint32_t)(modelled->clock_hz / 1000),
        .memory_clock_khz = (uint32_t)(memory_hz / 1000),
        .memory_bus_bits = BUS_BITS,
    };
}

static bool virtual_free_stream(struct device *device, int stream, struct error *error)
{
    struct vgpu_timeline *timeline = self(device)->order->timeline;
    return !timeline || vgpu_timeline_free_stream(timeline, self(device)->index, stream, error);
}

static bool virtual_wait_for_stream(struct device *device, int stream, struct error *error)
{
    struct vgpu_timeline *timeline = self(device)->order->timeline;
    return !timeline || vgpu_timeline_synchronise_stream(timeline, self(device)->index, stream, error);
}

static bool virtual_wait_for_mark(struct device *device, uint64_t mark, struct error *error)
{
    struct vgpu_timeline *timeline = self(device)->order->timeline;
    return !timeline || vgpu_timeline_synchronise_mark(timeline, mark, error);
}

static void virtual_allow_peer(struct device *device, const struct device *peer, bool is_allowed)
{
    vgpu_allow_peer(self(device)->gpu, ((const struct virtual_device *)peer)->gpu, is_allowed);
}

static bool virtual_share(struct device *device, device_address address, struct error *error)
{
    return vgpu_share(self(device)->gpu, address, error);
}

static void virtual_note_copy(struct device *device, device_address to, device_address from, uint64_t size_bytes)
{
    virtual_order_transfer(device, "copy", to, from, size_bytes);
}

static bool virtual_limit_heap(struct device *device, uint64_t size_bytes, struct error *error)
{
    (void)error;
    vgpu_limit_heap(self(device)->gpu, size_bytes);
    return true;
}

static bool virtual_heap_kept(const struct device *device)
{
    return vgpu_heap_kept(((const struct virtual_device *)device)->gpu);
}

const struct device_runtime virtual_runtime = {
    .describe = virtual_describe,
    .free_stream = virtual_free_stream,
    .wait_for_stream = virtual_wait_for_stream,
    .wait_for_mark = virtual_wait_for_mark,
    .allow_peer = virtual_allow_peer,
    .share = virtual_share,
    .note_copy = virtual_note_copy,
    .limit_heap = virtual_limit_heap,
    .heap_kept = virtual_heap_kept,
};
