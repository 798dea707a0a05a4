/* Measures the copy rate and the arithmetic rate of a GPU. */
#include "device/roofline.h"

#include <string.h>

#include "device/timing.h"

enum { COPY_BYTES = 1 << 30, COPY_THREADS = 512, VECTOR_BYTES = 16 };
enum { FMA_THREADS = 512, FMA_BLOCKS_PER_SM = 4, FMA_ROUNDS = 2048 };

struct calibration {
    struct device *device;
    struct device_module *module;
    struct device_launch launch;
    uint8_t arguments[32];
    struct device_parameter parameters[3];
};

static bool run_kernel(void *context, enum timing_side side, struct error *error)
{
    struct calibration *calibration = context;
    struct device *device = calibration->device;
    (void)side;
    return device->vtable->launch(device, calibration->module, &calibration->launch, error) &&
           device->vtable->synchronise(device, error);
}

static bool time_kernel(struct calibration *calibration, double *out_ns, struct error *error)
{
    struct timing_result result = {0};
    struct timing_request request = {
        .devices = &calibration->device, .device_count = 1, .callbacks = {.context = calibration, .run = run_kernel}};
    if (!timing_measure(&request, &result, error))
        return false;
    if (result.status != TIMING_RECORDED)
        return error_set(error, ERROR_UNSUPPORTED, "this GPU's speed cannot be measured now: %s", result.note);
    *out_ns = result.times_ns[TIMING_LEARNER].median;
    return true;
}

/* The argument layout must be the one written below; a file of another version has another. */
static bool prepare(struct calibration *calibration, const char *kernel, uint32_t count, struct error *error)
{
    uint32_t declared = 0;
    if (!calibration->device->vtable->kernel_parameters(calibration->module, kernel, calibration->parameters, 3,
                                                        &declared, error))
        return false;
    if (declared != count)
        return error_set(error, ERROR_RANGE, "kernel %s takes %u parameters, not %u", kernel, declared, count);
    struct device_parameter *last = &calibration->parameters[count - 1];
    calibration->launch = (struct device_launch){.kernel = kernel,
                                                 .grid = {1, 1, 1},
                                                 .block = {1, 1, 1},
                                                 .arguments = calibration->arguments,
                                                 .argument_bytes = last->offset_bytes + last->size_bytes};
    return calibration->launch.argument_bytes <= sizeof calibration->arguments ||
           error_set(error, ERROR_RANGE, "kernel %s takes more than %zu bytes of arguments", kernel,
                     sizeof calibration->arguments);
}

static void set_argument(struct calibration *calibration, int index, const void *value)
{
    const struct device_parameter *parameter = &calibration->parameters[index];
    memcpy(calibration->arguments + parameter->offset_bytes, value, parameter->size_bytes);
}

static bool copy_between(struct calibration *calibration, device_address to, device_address from, uint64_t size_bytes,
                         double *out_rate, struct error *error)
{
    uint64_t count = size_bytes / VECTOR_BYTES;
    double elapsed_ns = 0;
    if (!prepare(calibration, "calibrate_copy", 3, error))
        return false;
    set_argument(calibration, 0, &to);
    set_argument(calibration, 1, &from);
    set_argument(calibration, 2, &count);
    calibration->launch.grid[0] = (uint32_t)((count + COPY_THREADS - 1) / COPY_THREADS);
    calibration->launch.block[0] = COPY_THREADS;
    if (!calibration->device->vtable->fill(calibration->device, from, 0x5a, size_bytes, error) ||
        !time_kernel(calibration, &elapsed_ns, error))
        return false;
    *out_rate = 2 * (double)size_bytes / elapsed_ns * 1e9;
    return true;
}

static bool measure_copy(struct calibration *calibration, double *out_rate, struct error *error)
{
    struct device *device = calibration->device;
    device_address to = 0, from = 0;
    uint64_t size_bytes = COPY_BYTES;
    while (size_bytes > device->properties.memory_bytes / 8)
        size_bytes /= 2;
    bool done = device->vtable->allocate(device, size_bytes, "the copy's target", &to, error) &&
                device->vtable->allocate(device, size_bytes, "the copy's source", &from, error) &&
                copy_between(calibration, to, from, size_bytes, out_rate, error);
    if (to)
        device->vtable->release(device, to, NULL);
    if (from)
        device->vtable->release(device, from, NULL);
    return done;
}

static bool measure_fma(struct calibration *calibration, double *out_rate, struct error *error)
{
    struct device *device = calibration->device;
    device_address out = 0;
    double elapsed_ns = 0;
    int32_t rounds = FMA_ROUNDS;
    uint32_t blocks = (uint32_t)device->properties.sm_count * FMA_BLOCKS_PER_SM;
    double operations = 2.0 * blocks * FMA_THREADS * FMA_ROUNDS * ROOFLINE_FMA_PER_ROUND;
    if (!prepare(calibration, "calibrate_fma", 2, error) ||
        !device->vtable->allocate(device, (uint64_t)blocks * FMA_THREADS * sizeof(float), "the sums", &out, error))
        return false;
    set_argument(calibration, 0, &out);
    set_argument(calibration, 1, &rounds);
    calibration->launch.grid[0] = blocks;
    calibration->launch.block[0] = FMA_THREADS;
    bool done = time_kernel(calibration, &elapsed_ns, error);
    device->vtable->release(device, out, NULL);
    if (done)
        *out_rate = operations / elapsed_ns * 1e9;
    return done;
}

bool roofline_measure(struct device *device, const struct device_image *image, struct roofline *out_roofline,
                      struct error *error)
{
    struct calibration calibration = {.device = device, .module = device->vtable->load(device, image, error)};
    struct roofline measured = {0};
    if (!calibration.module)
        return false;
    bool done = measure_copy(&calibration, &measured.copy_bytes_per_second, error) &&
                measure_fma(&calibration, &measured.fp32_flops, error);
    device->vtable->unload(device, calibration.module);
    if (done)
        *out_roofline = measured;
    return done;
}
