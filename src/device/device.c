/* The registry of device kinds: finding, opening, counting. */
#include "device/device.h"

#include <stdlib.h>
#include <string.h>

#include "device/backend/backend.h"
#include "device/backend/program_cache.h"

/* Best first: "auto" takes the first that this machine has. */
static const struct device_kind *const kinds[] = {&device_kind_cuda, &device_kind_virtual};
enum { KIND_COUNT = sizeof kinds / sizeof *kinds };

/* kind = name [ ":" number ] ; the number of the first device, by default 0. False: wrong form. */
static bool split_kind(const char *text, size_t *out_length, int *out_first)
{
    size_t length = strcspn(text, ":"), digits = text[length] ? strspn(text + length + 1, "0123456789") : 0;
    *out_length = length;
    *out_first = 0;
    if (!text[length])
        return true;
    if (digits < 1 || digits > 2 || text[length + 1 + digits])
        return false;
    *out_first = atoi(text + length + 1);
    return true;
}

static const struct device_kind *find_kind(const char *name, int *out_first, struct error *error)
{
    size_t length;
    bool is_form = split_kind(name, &length, out_first);
    for (size_t i = 0; is_form && i < KIND_COUNT; i++)
        if (strlen(kinds[i]->name) == length && memcmp(kinds[i]->name, name, length) == 0)
            return kinds[i];
    error_set(error, ERROR_NOT_FOUND, "there is no kind of device called '%s'", name);
    error_add_hint(error, "kinds are auto, cuda and virtual; cuda:1 is the second GPU");
    return NULL;
}

bool device_known(const char *kind)
{
    int first;
    const struct device_kind *found = find_kind(kind, &first, NULL);
    return !strcmp(kind, "auto") || (found && (found->measures_time || !strchr(kind, ':')));
}

bool device_kind_measures_time(const char *kind)
{
    int first;
    const struct device_kind *found = find_kind(kind, &first, NULL);
    return found && found->measures_time;
}

static const struct device_kind *best_kind(void)
{
    for (size_t i = 0; i < KIND_COUNT; i++)
        if (kinds[i]->available(NULL))
            return kinds[i];
    return &device_kind_virtual;
}

void device_prepare(void)
{
    for (size_t i = 0; i < KIND_COUNT; i++)
        if (kinds[i]->prepare)
            kinds[i]->prepare();
}

bool device_available(const char *kind, struct error *error)
{
    int first;
    const struct device_kind *found = find_kind(kind, &first, error);
    return found && found->available(error);
}

int device_count(const char *kind)
{
    int first;
    const struct device_kind *found = find_kind(kind, &first, NULL);
    int count = found ? found->count() : 0;
    return count > first ? count - first : 0;
}

bool device_open(const struct device_request *request, struct device **out_devices, struct error *error)
{
    int first = 0;
    bool is_auto = !request->kind || strcmp(request->kind, "auto") == 0;
    const struct device_kind *kind = is_auto ? best_kind() : find_kind(request->kind, &first, error);
    if (!kind)
        return false;
    if (request->count < 1 || request->count > DEVICE_COUNT_MAX)
        return error_set(error, ERROR_RANGE, "%d devices asked for; 1 to %d can be opened", request->count,
                         (int)DEVICE_COUNT_MAX);
    return kind->open(request, first, out_devices, error);
}

struct program_cache *device_programs_new(void)
{
    return program_cache_share(NULL, 1);
}

void device_programs_free(struct program_cache *programs)
{
    program_cache_release(programs);
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

void device_share_observation(struct device **devices, int count)
{
    for (int i = 1; i < count; i++) {
        observation_free(devices[i]->observation);
        devices[i]->observation = devices[0]->observation;
        devices[i]->shares_observation = true;
    }
}
