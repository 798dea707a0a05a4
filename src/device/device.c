#include "device/device.h"

#include <string.h>

#include "device/device_internal.h"

/* Best first: "auto" takes the first that this machine has. */
static const struct device_kind *const kinds[] = {&device_kind_cuda, &device_kind_virtual};
enum { KIND_COUNT = sizeof kinds / sizeof *kinds };

const char *device_kind_at(size_t index)
{
    return index < KIND_COUNT ? kinds[index]->name : NULL;
}

static const struct device_kind *find_kind(const char *name, struct error *error)
{
    for (size_t i = 0; i < KIND_COUNT; i++)
        if (strcmp(kinds[i]->name, name) == 0)
            return kinds[i];
    error_set(error, ERROR_NOT_FOUND, "there is no kind of device called '%s'", name);
    error_add_hint(error, "kinds are auto, cuda and virtual");
    return NULL;
}

static const struct device_kind *best_kind(void)
{
    for (size_t i = 0; i < KIND_COUNT; i++)
        if (kinds[i]->available(NULL))
            return kinds[i];
    return &device_kind_virtual;
}

bool device_available(const char *kind, struct error *error)
{
    const struct device_kind *found = find_kind(kind, error);
    return found && found->available(error);
}

bool device_open(const struct device_request *request, struct device **out_devices, struct error *error)
{
    bool is_auto = !request->kind || strcmp(request->kind, "auto") == 0;
    const struct device_kind *kind = is_auto ? best_kind() : find_kind(request->kind, error);
    if (!kind)
        return false;
    if (request->count < 1 || request->count > DEVICE_COUNT_MAX)
        return error_set(error, ERROR_RANGE, "%d devices asked for; 1 to %d can be opened", request->count,
                         (int)DEVICE_COUNT_MAX);
    return kind->open(request, out_devices, error);
}

void device_close(struct device *device)
{
    if (device)
        device->vtable->close(device);
}

bool device_enable_peers(struct device **devices, int count, struct error *error)
{
    if (count < 2)
        return true;
    for (int i = 1; i < count; i++)
        if (devices[i]->vtable != devices[0]->vtable)
            return error_set(error, ERROR_UNSUPPORTED, "devices of different kinds cannot reach each other's memory");
    return devices[0]->vtable->enable_peers(devices, count, error);
}
