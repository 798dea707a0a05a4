/*
 * Inspecting a launch while it runs: the origin of a NaN and the buffers of pointers
 * (device/origin.h), stepping (device/stepping.h), and other orders of blocks (device/order.h).
 */
#ifndef DEVICE_INSPECTION_H
#define DEVICE_INSPECTION_H

#include <stdbool.h>

#include "device/order.h"

struct vgpu_origin_watch;
struct vgpu_pointer_watch;
struct device_stepper;

/* The inspecting caller sets them. NULL otherwise. */
struct device_inspection {
    struct vgpu_origin_watch *origin;
    struct vgpu_pointer_watch *pointers;
    struct device_stepper *stepper;
    enum vgpu_order order;
    bool explains_order; /* launches add a finding order_* */
    bool sees_order;     /* set by launches whose results can depend on the order */
};

#endif
