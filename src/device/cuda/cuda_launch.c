/*
 * Launches kernels. Launches that no GPU accepts are refused here with clear messages; the driver
 * checks the rest.
 */
#include <string.h>

#include "device/cuda/cuda.h"

enum { ARGUMENTS_MAX = 1024 };

/* --- checks ----------------------------------------------------------------------------------- */

static bool check_extents(const uint32_t extents[3], const uint32_t limits[3], const char *what, struct error *error)
{
    for (int i = 0; i < 3; i++)
        if (extents[i] < 1 || extents[i] > limits[i])
            return error_set(error, ERROR_RANGE, "%s dimension %c is %u, 1 to %u are possible", what, "xyz"[i],
                             extents[i], limits[i]);
    return true;
}

static bool check_threads(const struct cuda_device *device, const struct cuda_kernel *kernel, uint64_t threads,
                          struct error *error)
{
    uint32_t limit = device->base.properties.max_threads_per_block;
    if (threads > limit)
        return error_set(error, ERROR_RANGE, "a block of %llu threads, at most %u are possible",
                         (unsigned long long)threads, limit);
    if (threads <= (uint64_t)kernel->max_threads)
        return true;
    error_set(error, ERROR_RANGE, "a block of %llu threads; of this kernel, with %d registers a thread, %d fit",
              (unsigned long long)threads, kernel->registers, kernel->max_threads);
    return error_add_hint(error, "__launch_bounds__(threads) tells the compiler how many threads a block will have");
}

static bool check_cluster(const struct cuda_device *device, const struct device_launch *launch, struct error *error)
{
    if (!launch->cluster[0])
        return true;
    if (!device->base.properties.clusters)
        return error_set(error, ERROR_UNSUPPORTED, "%s does not run clusters of blocks (compute capability 9.0 does)",
                         device->base.properties.name);
    for (int i = 0; i < 3; i++)
        if (!launch->cluster[i] || launch->grid[i] % launch->cluster[i])
            return error_set(error, ERROR_RANGE, "grid dimension %c is %u, which is no multiple of the cluster's %u",
                             "xyz"[i], launch -> grid[i], launch -> cluster[i]);
    return true;
}

static bool check_cooperative(const struct cuda_device *device, struct device_module *module,
                              const struct device_launch *launch, uint32_t threads, struct error *error)
{
    uint32_t blocks_per_sm = 0;
    uint64_t blocks = (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
    if (!launch->cooperative)
        return true;
    if (!device->base.properties.cooperative)
        return error_set(error, ERROR_UNSUPPORTED, "%s does not run cooperative launches",
                         device->base.properties.name);
    if (!cuda_max_blocks(module, launch->kernel, threads, launch->dynamic_shared_bytes, &blocks_per_sm, error))
        return false;
    uint64_t limit = (uint64_t)blocks_per_sm * (uint64_t)device->base.properties.sm_count;
    return blocks <= limit ||
           error_set(error, ERROR_RANGE, "a cooperative grid has %llu blocks, but only %llu can run at a time",
                     (unsigned long long)blocks, (unsigned long long)limit);
}

static bool check_launch(struct cuda_device *device, struct device_module *module, struct cuda_kernel *kernel,
                         const struct device_launch *launch, struct error *error)
{
    const struct device_properties *properties = &device->base.properties;
    uint64_t threads = (uint64_t)launch->block[0] * launch->block[1] * launch->block[2];
    return check_extents(launch->block, properties->max_block, "block", error) &&
           check_extents(launch->grid, properties->max_grid, "grid", error) &&
           check_threads(device, kernel, threads, error) && check_cluster(device, launch, error) &&
           cuda_allow_shared(device, kernel, launch->dynamic_shared_bytes, error) &&
           check_cooperative(device, module, launch, (uint32_t)threads, error);
}

/* --- the launch ------------------------------------------------------------------------------- */

static uint32_t set_attributes(const struct device_launch *launch, struct cu_launch_attribute attributes[2])
{
    uint32_t count = 0;
    if (launch->cooperative)
        attributes[count++] = (struct cu_launch_attribute){.id = CU_LAUNCH_COOPERATIVE, .value.cooperative = 1};
    if (launch->cluster[0]) {
        attributes[count].id = CU_LAUNCH_CLUSTER;
        memcpy(attributes[count++].value.cluster, launch->cluster, sizeof launch->cluster);
    }
    return count;
}

/* Only some GPUs run clusters of more than 8 blocks, and only on request. */
static bool allow_cluster(struct cuda_device *device, struct cuda_kernel *kernel, const struct device_launch *launch,
                          struct error *error)
{
    uint64_t blocks = (uint64_t)launch->cluster[0] * launch->cluster[1] * launch->cluster[2];
    if (blocks <= CU_CLUSTER_BLOCKS_PORTABLE || kernel->non_portable_cluster)
        return true;
    kernel->non_portable_cluster = true;
    return cuda_check(device, device->functions->function_set(kernel->function, CU_FUNCTION_NON_PORTABLE_CLUSTER, 1),
                      error, "asking for clusters of %llu blocks", (unsigned long long)blocks);
}

/*
 * Passes each argument by its address. A single block would need the layout of the GPU's code. It
 * differs from the PTX for parameters aligned to more than 16 bytes, such as tensor maps on compute
 * capability 9.0.
 */
static bool point_at_arguments(struct cuda_module *module, struct cuda_kernel *kernel,
                               const struct device_launch *launch, void **pointers, struct error *error)
{
    if (!cuda_know_parameters(module, kernel, error))
        return false;
    if (kernel->parameter_count > ARGUMENTS_MAX)
        return error_set(error, ERROR_RANGE, "kernel '%s' takes %u parameters, at most %d are possible", launch->kernel,
                         kernel->parameter_count, ARGUMENTS_MAX);
    for (uint32_t i = 0; i < kernel->parameter_count; i++) {
        const struct device_parameter *parameter = &kernel->parameters[i];
        size_t end = (size_t)parameter->offset_bytes + parameter->size_bytes;
        if (end > launch->argument_bytes)
            return error_set(error, ERROR_RANGE, "%zu bytes of arguments, kernel '%s' takes %zu or more",
                             launch->argument_bytes, launch->kernel, end);
        pointers[i] = (char *)launch->arguments + parameter->offset_bytes;
    }
    return true;
}

static bool hand_over(struct cuda_module *module, struct cuda_kernel *kernel, const struct device_launch *launch,
                      struct error *error)
{
    struct cuda_device *device = cuda_self(module->base.device);
    struct cu_launch_attribute attributes[2] = {0};
    struct cu_launch_config config = {.dynamic_shared_bytes = launch->dynamic_shared_bytes, .attributes = attributes};
    void *pointers[ARGUMENTS_MAX];
    memcpy(config.grid, launch->grid, sizeof config.grid);
    memcpy(config.block, launch->block, sizeof config.block);
    config.attribute_count = set_attributes(launch, attributes);
    device->may_hold_lines = true;
    cuda_time_note_work(device);
    return point_at_arguments(module, kernel, launch, pointers, error) &&
           cuda_stream_use(device, launch->stream, &config.stream, error) &&
           cuda_check(device, device->functions->launch(&config, kernel->function, pointers, NULL), error,
                      "launching '%s'", launch->kernel);
}

/* --- faults ----------------------------------------------------------------------------------- */

static bool is_same_shape(const struct kernel_observation *entry, const struct device_launch *launch)
{
    return strcmp(entry->kernel, launch->kernel) == 0 && memcmp(entry->grid, launch->grid, sizeof entry->grid) == 0 &&
           memcmp(entry->block, launch->block, sizeof entry->block) == 0 &&
           entry->dynamic_shared_bytes == launch->dynamic_shared_bytes;
}

static void observe(struct observation *observation, const struct cuda_kernel *kernel,
                    const struct device_launch *launch)
{
    for (size_t i = 0; i < observation->kernel_count; i++)
        if (is_same_shape(&observation->kernels[i], launch)) {
            observation->kernels[i].launches++;
            return;
        }
    if (observation->kernel_count == OBSERVATION_KERNELS_MAX)
        return;
    if (!observation->kernels)
        observation->kernels = ARENA_ARRAY(observation->arena, OBSERVATION_KERNELS_MAX, struct kernel_observation);
    struct kernel_observation *entry = &observation->kernels[observation->kernel_count++];
    *entry = (struct kernel_observation){.kernel = arena_strdup(observation->arena, launch->kernel),
                                         .launches = 1,
                                         .registers = (uint32_t)kernel->registers,
                                         .static_shared_bytes = (uint32_t)kernel->static_shared_bytes,
                                         .dynamic_shared_bytes = launch->dynamic_shared_bytes};
    memcpy(entry->grid, launch->grid, sizeof entry->grid);
    memcpy(entry->block, launch->block, sizeof entry->block);
}

bool cuda_launch(struct device *device, struct device_module *module, const struct device_launch *launch,
                 struct error *error)
{
    struct cuda_device *self = cuda_self(device);
    struct cuda_kernel *kernel = cuda_find_kernel((struct cuda_module *)module, launch->kernel, error);
    if (!kernel)
        return cuda_has_fault(self); /* of an earlier launch, noticed only now */
    if (!cuda_enter(self, error) || !check_launch(self, module, kernel, launch, error) ||
        !allow_cluster(self, kernel, launch, error) || !cuda_time_first_launch(self, error) ||
        !hand_over((struct cuda_module *)module, kernel, launch, error))
        return cuda_has_fault(self);
    observe(device->observation, kernel, launch);
    return true;
}
