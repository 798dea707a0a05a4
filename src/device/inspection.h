/*
 * Inspecting a launch while it runs. The watches of device/origin.h look for the origin of a NaN,
 * the buffers of pointers, and the bytes that are read. There are also stepping
 * (device/stepping.h), and other orders of blocks (device/order.h).
 */
#ifndef DEVICE_INSPECTION_H
#define DEVICE_INSPECTION_H

#include <stdbool.h>

#include "device/order.h"

struct vgpu_origin_watch;
struct vgpu_pointer_watch;
struct vgpu_read_watch;
struct device_stepper;

/* The inspecting caller sets them. NULL otherwise. */
struct device_inspection {
    struct vgpu_origin_watch *origin;
    struct vgpu_pointer_watch *pointers;
    struct vgpu_read_watch *reads;
    struct device_stepper *stepper;
    enum vgpu_order order;
    bool explains_order; /* launches add a finding order_* */
    bool sees_order;     /* set by launches whose results can depend on the order */
};

#endif
