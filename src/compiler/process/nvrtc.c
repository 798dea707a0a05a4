/* Loads NVRTC. */
#include "compiler/process/nvrtc.h"

#include <dlfcn.h>
#include <string.h>

static const struct {
    const char *name;
    size_t offset;
} functions[] = {
#define NVRTC(name, parameters) {#name, offsetof(struct nvrtc, name)},
#include "compiler/process/nvrtc.def"
#undef NVRTC
};

static bool open_library(const char *path, int flags, void **out_handle, struct error *error)
{
    void *handle = dlopen(path, RTLD_NOW | flags);
    if (!handle)
        return error_set(error, ERROR_UNSUPPORTED, "cannot load %s: %s", path, dlerror());
    *out_handle = handle;
    return true;
}

bool nvrtc_load(struct nvrtc *out_nvrtc, const char *library, const char *builtins, struct error *error)
{
    void *builtins_handle = NULL;
    void *handle = NULL;
    if (!open_library(builtins, RTLD_GLOBAL, &builtins_handle, error) ||
        !open_library(library, RTLD_LOCAL, &handle, error))
        return false;
    struct nvrtc nvrtc = {0};
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        void *symbol = dlsym(handle, functions[i].name);
        if (!symbol)
            return error_set(error, ERROR_UNSUPPORTED, "%s has no %s", library, functions[i].name);
        memcpy((char *)&nvrtc + functions[i].offset, &symbol, sizeof symbol);
    }
    if (nvrtc.nvrtcVersion(&nvrtc.major, &nvrtc.minor) != NVRTC_RESULT_SUCCESS)
        return error_set(error, ERROR_UNSUPPORTED, "%s does not tell its version", library);
    *out_nvrtc = nvrtc;
    return true;
}
