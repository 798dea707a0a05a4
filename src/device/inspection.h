/*
 * Looking into a launch while it runs: where a NaN comes from (device/origin.h), and stepping (device/stepping.h).
 */
#ifndef DEVICE_INSPECTION_H
#define DEVICE_INSPECTION_H

struct vgpu_origin_watch;
struct device_stepper;

/* Both are set by whoever looks, and NULL otherwise. */
struct device_inspection {
    struct vgpu_origin_watch *origin;
    struct device_stepper *stepper;
};

#endif
