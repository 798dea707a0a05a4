/*
 * Shared by the kinds of devices: their row in the registry and the head of a module.
 */
#ifndef DEVICE_BACKEND_BACKEND_H
#define DEVICE_BACKEND_BACKEND_H

#include "device/device.h"

struct ptx_function;

/* Every kind's module begins with this structure. */
struct device_module {
    struct device *device;
};

struct device_kind {
    const char *name;
    bool measures_time;    /* GPUs; there may be several: "cuda:1" */
    void (*prepare)(void); /* as device_prepare(); NULL: there is nothing to do */
    /* False if this machine has no such device, with the reason and a remedy. */
    bool (*available)(struct error *error);
    /* The first device has number `first`, counted from 0. */
    bool (*open)(const struct device_request *request, int first, struct device **out_devices, struct error *error);
    int (*count)(void);
};

/*
 * device_parameters.c: the parameters that the kernel's PTX declares. Fills at most `capacity` of
 * `out_count`.
 */
void device_parameters_of(const struct ptx_function *function, struct device_parameter *out_parameters,
                          uint32_t capacity, uint32_t *out_count);

extern const struct device_kind device_kind_virtual;
extern const struct device_kind device_kind_cuda;

#endif
