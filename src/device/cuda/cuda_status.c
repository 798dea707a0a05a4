/* Statuses of the driver as errors and faults. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "device/cuda/cuda.h"

enum nature { ORDINARY, FAULT, LOST };

static const struct status {
    int number;
    enum error_code code;
    enum nature nature;
    const char *words;
} statuses[] = {
#define CUDA_STATUS(number, code, nature, words) {number, ERROR_##code, nature, words},
#include "device/cuda/cuda_status.def"
#undef CUDA_STATUS
};

static const struct status *find_status(int number)
{
    static const struct status unknown = {0, ERROR_INTERNAL, ORDINARY,
                                          "the driver reports an error without a name here"};
    for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++)
        if (statuses[i].number == number)
            return &statuses[i];
    return &unknown;
}

bool cuda_check_call(int status, struct error *error, const char *doing)
{
    const struct status *found = find_status(status);
    return status == CU_OK || error_set(error, found->code, "%s: %s (CUDA error %d)", doing, found->words, status);
}

/* A fault belongs to the kernel. The observation keeps the first. */
static void lose(struct cuda_device *device, const struct status *status)
{
    struct observation *observation = device->base.observation;
    if (!device->base.lost)
        snprintf(device->lost_because, sizeof device->lost_because, "%s", status->words);
    device->base.lost = true;
    if (status->nature != FAULT || observation->faulted)
        return;
    observation->faulted = true;
    device->lost_status = status->number;
    observation->timed_out |= status->code == ERROR_TIMEOUT;
    snprintf(observation->fault, sizeof observation->fault, "%s", status->words);
}

bool cuda_check(struct cuda_device *device, int status, struct error *error, const char *doing, ...)
{
    if (status == CU_OK)
        return true;
    const struct status *found = find_status(status);
    char context[256];
    va_list arguments;
    va_start(arguments, doing);
    vsnprintf(context, sizeof context, doing, arguments);
    va_end(arguments);
    if (found->nature != ORDINARY)
        lose(device, found);
    return error_set(error, found->code, "%s: %s (CUDA error %d)", context, found->words, status);
}

bool cuda_has_fault(const struct cuda_device *device)
{
    const struct observation *observation = device->base.observation;
    return observation->faulted || observation->timed_out;
}

bool cuda_enter(struct cuda_device *device, struct error *error)
{
    if (device->base.lost) {
        error_set(error, ERROR_CRASH, "the GPU's context was lost: %s", device->lost_because);
        return error_add_hint(error, "the device has to be opened again, in a new process");
    }
    return cuda_check(device, device->functions->context_use(device->context), error, "using the GPU");
}
