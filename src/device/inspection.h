/*
 * Inspecting a launch while it runs: the origin of a NaN and the buffers of pointers
 * (device/origin.h), and stepping (device/stepping.h).
 */
#ifndef DEVICE_INSPECTION_H
#define DEVICE_INSPECTION_H

struct vgpu_origin_watch;
struct vgpu_pointer_watch;
struct device_stepper;

/* The inspecting caller sets them. NULL otherwise. */
struct device_inspection {
    struct vgpu_origin_watch *origin;
    struct vgpu_pointer_watch *pointers;
    struct device_stepper *stepper;
};

#endif
