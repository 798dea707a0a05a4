/*
 * The driver's library: opened at run time, never linked, never closed, because its threads outlive
 * every device.
 */
#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>

#include "device/cuda/cuda.h"

static const char library_name[] = "libcuda.so.1";

enum presence { REQUIRED, OPTIONAL };

static const struct {
    enum presence presence;
    const char *symbol;
    size_t offset_bytes;
} functions[] = {
#define CUDA_FUNCTION(presence, name, symbol, parameters) {presence, symbol, offsetof(struct cuda_functions, name)},
#include "device/cuda/cuda_functions.def"
#undef CUDA_FUNCTION
};

/*
 * With lazy loading, a kernel's first launch waits for running kernels. Then streams would not
 * overlap, and kernels that wait for each other would hang. The driver reads this setting when it
 * starts.
 */
void cuda_library_prepare(void)
{
    setenv("CUDA_MODULE_LOADING", "EAGER", false);
}

bool cuda_library_open(struct cuda_functions *out_functions, struct error *error)
{
    struct cuda_functions found = {0};
    cuda_library_prepare(); /* changes nothing where main has called device_prepare() */
    void *library = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        error_set(error, ERROR_UNSUPPORTED, "no CUDA driver on this machine: %s cannot be opened", library_name);
        return error_add_hint(error, "use the virtual device, or install the NVIDIA driver on a machine with a GPU");
    }
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        void *function = dlsym(library, functions[i].symbol);
        if (!function && functions[i].presence == REQUIRED) {
            dlclose(library);
            error_set(error, ERROR_UNSUPPORTED, "the NVIDIA driver is too old: it lacks %s", functions[i].symbol);
            return error_add_hint(error, "use the virtual device, or install a driver for CUDA 12.0 or newer");
        }
        *(void **)((char *)&found + functions[i].offset_bytes) = function;
    }
    *out_functions = found;
    return true;
}

bool cuda_library_start(const struct cuda_functions *functions_in, int *out_gpus, struct error *error)
{
    int version = 0, gpus = 0;
    if (!cuda_check_call(functions_in->initialise(0), error, "the CUDA driver does not start") ||
        !cuda_check_call(functions_in->driver_version(&version), error, "the CUDA driver does not say its version"))
        return error_add_hint(error, "use the virtual device");
    if (version < CUDA_DRIVER_VERSION_MIN) {
        error_set(error, ERROR_UNSUPPORTED, "the NVIDIA driver is too old: it speaks CUDA %d.%d, and 12.0 is needed",
                  version / 1000, version % 1000 / 10);
        return error_add_hint(error, "use the virtual device, or update the driver");
    }
    if (!cuda_check_call(functions_in->device_count(&gpus), error, "the CUDA driver does not count its GPUs"))
        return error_add_hint(error, "use the virtual device");
    if (gpus < 1) {
        error_set(error, ERROR_UNSUPPORTED, "the CUDA driver finds no GPU");
        return error_add_hint(error, "use the virtual device; CUDA_VISIBLE_DEVICES may hide the GPUs");
    }
    *out_gpus = gpus;
    return true;
}
