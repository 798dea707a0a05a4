/*
 * The real GPU by the CUDA driver API, opened at run time and never linked.
 *
 * What stands here tells whether there is a driver and a GPU, and says so in plain words. Running kernels on it needs
 * the rest of the function table (cuda_functions.def); until then opening is UNSUPPORTED even where a GPU is found.
 */
#include <dlfcn.h>
#include <stddef.h>

#include "device/device_internal.h"

static const char library_name[] = "libcuda.so.1";

struct cuda_library {
    void *handle;
    int (*initialise)(unsigned flags);
    int (*driver_version)(int *out_version);
    int (*device_count)(int *out_count);
};

static const struct {
    const char *symbol;
    size_t offset;
} functions[] = {
#define CUDA_FUNCTION(name, symbol) {symbol, offsetof(struct cuda_library, name)},
#include "device/cuda_functions.def"
#undef CUDA_FUNCTION
};

static void library_close(struct cuda_library *library)
{
    if (library->handle)
        dlclose(library->handle);
    *library = (struct cuda_library){0};
}

static bool library_open(struct cuda_library *library, struct error *error)
{
    *library = (struct cuda_library){.handle = dlopen(library_name, RTLD_NOW | RTLD_LOCAL)};
    if (!library->handle) {
        error_set(error, ERROR_UNSUPPORTED, "no CUDA driver on this machine: %s cannot be opened", library_name);
        return error_add_hint(error, "use the virtual device, or install the NVIDIA driver on a machine with a GPU");
    }
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        void *function = dlsym(library->handle, functions[i].symbol);
        if (!function) {
            library_close(library);
            return error_set(error, ERROR_UNSUPPORTED, "the CUDA driver lacks %s: it is too old", functions[i].symbol);
        }
        *(void **)((char *)library + functions[i].offset) = function;
    }
    return true;
}

static bool has_gpu(const struct cuda_library *library, struct error *error)
{
    int count = 0;
    if (!library->initialise || !library->device_count)
        return error_set(error, ERROR_INTERNAL, "the CUDA driver's functions were not resolved");
    int status = library->initialise(0);
    if (status == 0)
        status = library->device_count(&count);
    if (status != 0)
        return error_set(error, ERROR_UNSUPPORTED, "the CUDA driver does not start (CUDA error %d)", status);
    if (count == 0)
        return error_set(error, ERROR_UNSUPPORTED, "the CUDA driver finds no GPU");
    return true;
}

static bool cuda_available(struct error *error)
{
    struct cuda_library library;
    if (!library_open(&library, error))
        return false;
    bool found = has_gpu(&library, error);
    library_close(&library);
    if (!found)
        return error_add_hint(error, "use the virtual device");
    error_set(error, ERROR_UNSUPPORTED, "this version does not run kernels on a real GPU yet");
    return error_add_hint(error, "use the virtual device");
}

static bool cuda_open(const struct device_request *request, struct device **out_devices, struct error *error)
{
    (void)request;
    (void)out_devices;
    return cuda_available(error);
}

const struct device_kind device_kind_cuda = {"cuda", cuda_available, cuda_open};
