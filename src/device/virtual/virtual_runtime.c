/* What a CUDA runtime needs of a virtual device. */
#include "device/virtual/virtual.h"

static struct virtual_device *self(struct device *device)
{
    return (struct virtual_device *)device;
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

const struct device_runtime virtual_runtime = {
    .free_stream = virtual_free_stream,
    .wait_for_stream = virtual_wait_for_stream,
    .wait_for_mark = virtual_wait_for_mark,
    .allow_peer = virtual_allow_peer,
    .share = virtual_share,
    .note_copy = virtual_note_copy,
};
