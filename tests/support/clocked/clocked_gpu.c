/*
 * A GPU for machines without one: the virtual device behind the name "cuda", with a clock that says
 * 10 us for any work. The program linked with it measures times that a test knows beforehand.
 */
#include "device/backend/backend.h"

#define CLOCKED_NS 10000.0

static struct device_vtable clocked_vtable;
static bool (*virtual_launch)(struct device *device, struct device_module *module, const struct device_launch *launch,
                              struct error *error);
static bool has_launched; /* since the clock started */

static bool clocked_begin(struct device *device, struct error *error)
{
    (void)device;
    (void)error;
    has_launched = false;
    return true;
}

static bool clocked_launch(struct device *device, struct device_module *module, const struct device_launch *launch,
                           struct error *error)
{
    has_launched = true;
    return virtual_launch(device, module, launch, error);
}

static bool clocked_elapsed(struct device *device, double *out_ns, struct error *error)
{
    (void)device;
    (void)error;
    *out_ns = has_launched ? CLOCKED_NS : 0;
    return true;
}

static bool clocked_flush(struct device *device, struct error *error)
{
    (void)device;
    (void)error;
    return true;
}

static bool clocked_available(struct error *error)
{
    (void)error;
    return true;
}

static int clocked_count(void)
{
    return 1;
}

static bool clocked_open(const struct device_request *request, int first, struct device **out_devices,
                         struct error *error)
{
    struct device_request without_gpu = *request;
    (void)first;
    without_gpu.kind = device_kind_virtual.name;
    if (!device_kind_virtual.open(&without_gpu, 0, out_devices, error))
        return false;
    clocked_vtable = *out_devices[0]->vtable;
    virtual_launch = clocked_vtable.launch;
    clocked_vtable.launch = clocked_launch;
    clocked_vtable.time_begin = clocked_begin;
    clocked_vtable.elapsed_ns = clocked_elapsed;
    clocked_vtable.flush_cache = clocked_flush;
    for (int i = 0; i < request->count; i++) {
        out_devices[i]->vtable = &clocked_vtable;
        out_devices[i]->properties.measures_time = true;
    }
    return true;
}

const struct device_kind device_kind_cuda = {.name = "cuda",
                                             .measures_time = true,
                                             .available = clocked_available,
                                             .open = clocked_open,
                                             .count = clocked_count};
