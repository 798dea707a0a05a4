/* Compares two buffers on the device. */
#include "grader/time/measured/measure_comparison.h"

#include <string.h>

#include "grader/value/tolerance.h"

enum { COMPARE_THREADS = 256, COMPARE_BLOCKS_PER_SM = 16, COMPARE_PARAMETERS = 6 };

bool measure_comparer_knows(enum dtype dtype, const struct tolerance *given)
{
    bool is_float = dtype_kind(dtype) == DTYPE_KIND_FLOAT;
    return is_float ? dtype_bytes(dtype) > 1 : !given->given;
}

bool measure_comparer_open(struct measure_comparer *comparer, struct device *device, const struct job_program *program,
                           struct error *error)
{
    struct device_image image = {.ptx = program->ptx,
                                 .ptx_bytes = program->ptx_bytes,
                                 .cubin = program->cubin_bytes ? program->cubin : NULL,
                                 .cubin_bytes = program->cubin_bytes,
                                 .source_name = program->source.name};
    *comparer = (struct measure_comparer){.device = device};
    comparer->module = device->vtable->load(device, &image, error);
    return comparer->module &&
           device->vtable->allocate(device, sizeof(uint64_t), "failures", &comparer->failures, error);
}

void measure_comparer_close(struct measure_comparer *comparer)
{
    if (comparer->failures)
        comparer->device->vtable->release(comparer->device, comparer->failures, NULL);
    if (comparer->module)
        comparer->device->vtable->unload(comparer->device, comparer->module);
    *comparer = (struct measure_comparer){0};
}

static const char *kernel_for(const struct measure_comparison *comparison)
{
    if (comparison->exact || dtype_kind(comparison->dtype) != DTYPE_KIND_FLOAT)
        return "compare_bytes";
    switch (comparison->dtype) {
    case DTYPE_F64:
        return "compare_f64";
    case DTYPE_F16:
        return "compare_f16";
    case DTYPE_BF16:
        return "compare_bf16";
    default:
        return "compare_f32";
    }
}

static bool launch(struct measure_comparer *comparer, const char *kernel, const void *const *values,
                   struct error *error)
{
    struct device *device = comparer->device;
    struct device_parameter parameters[COMPARE_PARAMETERS];
    uint8_t arguments[64] = {0};
    uint32_t count;
    if (!device->vtable->kernel_parameters(comparer->module, kernel, parameters, COMPARE_PARAMETERS, &count, error))
        return false;
    if (count != COMPARE_PARAMETERS)
        return error_set(error, ERROR_INTERNAL, "%s has %u parameters", kernel, count);
    for (uint32_t i = 0; i < count; i++) {
        if (parameters[i].offset_bytes + 8 > sizeof arguments)
            return error_set(error, ERROR_INTERNAL, "%s has parameters of another layout", kernel);
        memcpy(arguments + parameters[i].offset_bytes, values[i], 8);
    }
    struct device_launch launch = {.kernel = kernel,
                                   .grid = {(uint32_t)device->properties.sm_count * COMPARE_BLOCKS_PER_SM, 1, 1},
                                   .block = {COMPARE_THREADS, 1, 1},
                                   .arguments = arguments,
                                   .argument_bytes = parameters[count - 1].offset_bytes + 8};
    return device->vtable->launch(device, comparer->module, &launch, error) &&
           device->vtable->synchronise(device, error);
}

/* Counts the elements outside the tolerance. */
static bool measure_compare(struct measure_comparer *comparer, const struct measure_comparison *comparison,
                            uint64_t *out_failures, struct error *error)
{
    struct device *device = comparer->device;
    const char *kernel = kernel_for(comparison);
    uint64_t failures = 0, count = comparison->count;
    if (!strcmp(kernel, "compare_bytes"))
        count *= dtype_bytes(comparison->dtype);
    const void *values[COMPARE_PARAMETERS] = {
        &comparison->got,
        &comparison->expected,
        &count,
        &comparison->tolerance.absolute,
        &comparison->tolerance.relative,
        &comparer->failures,
    };
    if (!device->vtable->write(device, comparer->failures, &failures, sizeof failures, error) ||
        !launch(comparer, kernel, values, error) ||
        !device->vtable->read(device, &failures, comparer->failures, sizeof failures, error))
        return false;
    *out_failures = failures;
    return true;
}

static bool compare_widened(struct measure_comparer *comparer, const struct measure_comparison *comparison,
                            double factor, uint64_t *out_failures, struct error *error)
{
    struct measure_comparison wide = *comparison;
    wide.tolerance = tolerance_widened(wide.tolerance, factor);
    return measure_compare(comparer, &wide, out_failures, error);
}

bool measure_count_wrong(struct measure_comparer *comparer, const struct measure_comparison *comparison,
                         uint64_t *out_failures, struct error *error)
{
    uint64_t failures = 0;
    if (comparison->exact)
        return measure_compare(comparer, comparison, out_failures, error);
    if (!compare_widened(comparer, comparison, TOLERANCE_ORDER_FACTOR, &failures, error))
        return false;
    bool may_be_extremes = failures && failures <= comparison->count / TOLERANCE_EXTREME_SHARE;
    if (may_be_extremes && !compare_widened(comparer, comparison, TOLERANCE_EXTREME_FACTOR, &failures, error))
        return false;
    *out_failures = failures;
    return true;
}
