/* Shared by the tests on a real GPU: the device or the reason to skip, and compiled kernels. */
#ifndef GPU_SUPPORT_H
#define GPU_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/clock.h"
#include "device/device.h"

enum { GPU_SKIPPED = 77 }; /* ctest takes this status for "skipped" */

/* The folder of the images: from the environment, or where it was built. */
static inline const char *gpu_images(void)
{
    const char *folder = getenv("WARPSCHOOL_GPU_IMAGES");
    return folder ? folder : WARPSCHOOL_GPU_IMAGES;
}

static inline char *gpu_read(const char *name, size_t *out_size_bytes)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", gpu_images(), name);
    FILE *file = fopen(path, "rb");
    if (!file) {
        *out_size_bytes = 0;
        return NULL;
    }
    fseek(file, 0, SEEK_END);
    long size_bytes = ftell(file);
    rewind(file);
    char *bytes = calloc((size_t)size_bytes + 1, 1);
    *out_size_bytes = bytes ? fread(bytes, 1, (size_t)size_bytes, file) : 0;
    fclose(file);
    return bytes;
}

static inline struct device_image gpu_image(const char *name)
{
    struct device_image image = {.source_name = name};
    char file[256];
    snprintf(file, sizeof file, "%s.ptx", name);
    image.ptx = gpu_read(file, &image.ptx_bytes);
    snprintf(file, sizeof file, "%s.cubin", name);
    image.cubin = gpu_read(file, &image.cubin_bytes);
    return image;
}

static inline struct device_module *gpu_load(struct device *device, const struct device_image *image)
{
    struct error error = {0};
    struct device_module *module = device->vtable->load(device, image, &error);
    if (!module)
        fail_msg("loading: %s", error.message);
    return module;
}

static inline struct device *gpu_open(void)
{
    struct device_request request = {.kind = "cuda", .count = 1};
    struct device *device = NULL;
    struct error error = {0};
    if (!device_open(&request, &device, &error))
        fail_msg("opening: %s", error.message);
    device->deadline_ns = (uint64_t)clock_deadline_ns(INT64_C(20000000000));
    return device;
}

/* Fails the test with the error's message. */
#define assert_done(call)                                  \
    do {                                                   \
        struct error done_error = {0};                     \
        struct error *error = &done_error;                 \
        if (!(call))                                       \
            fail_msg("%s: %s", #call, done_error.message); \
    } while (0)

static inline device_address gpu_buffer(struct device *device, uint64_t size_bytes)
{
    device_address address = 0;
    assert_done(device->vtable->allocate(device, size_bytes, "a buffer", &address, error));
    assert_done(device->vtable->fill(device, address, 0xff, size_bytes, error));
    return address;
}

/* Arguments of 4 or 8 bytes each, in the kernel's parameter layout. */
struct gpu_call {
    struct device_launch launch;
    uint64_t values[8];
};

static inline bool gpu_launch(struct device *device, struct device_module *module, struct gpu_call *call,
                              struct error *error)
{
    struct device_parameter parameters[8];
    uint8_t block[1024] __attribute__((aligned(64))) = {0};
    uint32_t count = 0;
    if (!device->vtable->kernel_parameters(module, call->launch.kernel, parameters, 8, &count, error))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const void *value = &call->values[i];
        if (parameters[i].size_bytes > 8) /* a structure: its address */
            value = (const void *)(uintptr_t)call->values[i];
        memcpy(block + parameters[i].offset_bytes, value, parameters[i].size_bytes);
        call->launch.argument_bytes = parameters[i].offset_bytes + parameters[i].size_bytes;
    }
    call->launch.arguments = block;
    for (int i = 0; i < 3; i++) {
        call->launch.grid[i] = call->launch.grid[i] ? call->launch.grid[i] : 1;
        call->launch.block[i] = call->launch.block[i] ? call->launch.block[i] : 1;
    }
    return device->vtable->launch(device, module, &call->launch, error);
}

/* Counts the GPUs in a child: a fork needs a driver that has not started. */
static inline int gpu_count(void)
{
    int status = 0;
    pid_t child = fork();
    if (child == 0)
        _exit(device_count("cuda"));
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : 0;
}

static inline void gpu_open_two(struct device *out_devices[2])
{
    struct device_request request = {.kind = "cuda", .count = 2};
    assert_done(device_open(&request, out_devices, error));
    for (int i = 0; i < 2; i++)
        out_devices[i]->deadline_ns = (uint64_t)clock_deadline_ns(INT64_C(20000000000));
}

static inline int gpu_main(int (*run)(void))
{
    struct error error = {0};
    if (access(gpu_images(), R_OK) != 0) {
        printf("skipped: no compiled kernels in %s\n", gpu_images());
        return GPU_SKIPPED;
    }
    if (access("/dev/nvidiactl", R_OK) != 0) { /* the driver is not asked, since a fork needs it fresh */
        device_available("cuda", &error);
        printf("skipped: %s\n", *error.message ? error.message : "no GPU's device files");
        return GPU_SKIPPED;
    }
    return run();
}

/* The main of tests with two GPUs and more. */
static inline int gpu_main_of_two(int (*run)(void))
{
    if (access("/dev/nvidiactl", R_OK) == 0 && gpu_count() < 2) {
        printf("skipped: this machine has fewer than two GPUs\n");
        return GPU_SKIPPED;
    }
    return gpu_main(run);
}

#endif
