/* The order of streams on virtual devices, so that races between launches are found. */
#include <stdlib.h>

#include "device/virtual/virtual.h"
#include "timing/time_model.h"

struct virtual_order *virtual_order_new(int references)
{
    struct virtual_order *order = calloc(1, sizeof *order);
    if (!order)
        abort();
    *order = (struct virtual_order){.timeline = vgpu_timeline_new(),
                                    .references = references,
                                    .composition = virtual_composition_new(references),
                                    .repeats = time_repeats_new()};
    return order;
}

void virtual_order_release(struct virtual_order *order)
{
    if (order->timeline)
        vgpu_timeline_forget(order->timeline); /* it refers to modules and buffers of the device */
    if (--order->references)
        return;
    vgpu_timeline_free(order->timeline);
    virtual_composition_free(order->composition);
    time_repeats_free(order->repeats);
    free(order);
}

static const struct virtual_device *self(const struct device *device)
{
    return (const struct virtual_device *)device;
}

bool virtual_mark(struct device *device, int stream, uint64_t *out_mark, struct error *error)
{
    const struct virtual_order *order = self(device)->order;
    *out_mark = 0;
    if (!order->timeline)
        return true;
    if (!vgpu_timeline_mark(order->timeline, self(device)->index, stream, out_mark, error))
        return false;
    if (device->modelling->is_on)
        virtual_composition_mark(order->composition, self(device)->index, stream, *out_mark);
    return true;
}

bool virtual_wait_for(struct device *device, int stream, struct device *marked, uint64_t mark, struct error *error)
{
    const struct virtual_order *order = self(device)->order;
    (void)marked; /* marks are numbered over all devices */
    if (!order->timeline)
        return true;
    if (!vgpu_timeline_wait(order->timeline, self(device)->index, stream, mark, error))
        return false;
    if (device->modelling->is_on)
        virtual_composition_wait(order->composition, self(device)->index, stream, mark);
    return true;
}

/* Launches are over when they return. Earlier overlaps are then forgotten. */
bool virtual_synchronise(struct device *device, struct error *error)
{
    (void)error;
    if (self(device)->order->timeline)
        vgpu_timeline_synchronise(self(device)->order->timeline, self(device)->index);
    if (device->modelling->is_on)
        device->modelling->model.elapsed_ns =
            virtual_composition_synchronise(self(device)->order->composition, self(device)->index);
    return true;
}

void virtual_order_transfer(struct device *device, const char *name, device_address to, device_address from,
                            uint64_t size_bytes)
{
    struct vgpu_timeline *timeline = self(device)->order->timeline;
    struct vgpu_transfer transfer = {
        .name = name, .line = device->line, .stream = device->stream, .to = to, .from = from, .size_bytes = size_bytes};
    struct vgpu_transfer_race race;
    if (!timeline || !(device->checks & DEVICE_CHECK_RACE) ||
        !vgpu_timeline_transfer(timeline, self(device)->gpu, &transfer, &race))
        return;
    virtual_observe_finding(device->observation, &race.finding);
    device->observation->finding_total += race.finding.count;
}
