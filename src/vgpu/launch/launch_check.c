/*
 * The limits that every GPU checks before a launch: the shape of grid and block, shared memory,
 * arguments.
 */
#include <stdarg.h>
#include <stdio.h>

#include "vgpu/execution/device.h"
#include "vgpu/finding_texts.h"
#include "vgpu/launch/launch.h"

/* The reason is a told sentence (base/told.h). */
__attribute__((format(printf, 3, 4))) static bool refuse(struct error *error, enum vgpu_text text, const char *fields,
                                                         ...)
{
    char values[200], told[400];
    va_list arguments;
    va_start(arguments, fields);
    vsnprintf(values, sizeof values, fields, arguments);
    va_end(arguments);
    told_print(told, sizeof told, vgpu_finding_text(text), "%s", values);
    return error_tell(error, ERROR_RANGE, "%s", told);
}

#define EXTENT_FIELDS "axis=%c" TOLD_AND "extent=%u" TOLD_AND "most=%u"

static bool check_extents(const struct vgpu_launch *request, struct error *error)
{
    static const uint32_t most_block[] = {1024, 1024, 64}, most_grid[] = {INT32_MAX, 65535, 65535};
    for (int i = 0; i < 3; i++) {
        uint32_t block = request->block[i], grid = request->grid[i];
        if (block == 0 || block > most_block[i])
            return refuse(error, VGPU_TEXT_BLOCK_DIMENSION, EXTENT_FIELDS, "xyz"[i], block, most_block[i]);
        if (grid == 0 || grid > most_grid[i])
            return refuse(error, VGPU_TEXT_GRID_DIMENSION, EXTENT_FIELDS, "xyz"[i], grid, most_grid[i]);
    }
    return true;
}

static bool check_shape(const struct vgpu_launch *request, const struct vgpu_kernel *kernel, struct error *error)
{
    const uint32_t *wanted = kernel->required_threads;
    uint64_t threads = (uint64_t)request->block[0] * request->block[1] * request->block[2];
    if (threads > VGPU_BLOCK_THREADS_MAX)
        return refuse(error, VGPU_TEXT_BLOCK_THREADS, "threads=%llu" TOLD_AND "most=%u", (unsigned long long)threads,
                      VGPU_BLOCK_THREADS_MAX);
    if (kernel->max_threads_per_block && threads > kernel->max_threads_per_block)
        return refuse(error, VGPU_TEXT_BLOCK_THREADS_OF_BOUNDS, "threads=%llu" TOLD_AND "most=%u",
                      (unsigned long long)threads, kernel->max_threads_per_block);
    for (int i = 0; i < 3 && wanted[0]; i++)
        if (request->block[i] != wanted[i])
            return refuse(error, VGPU_TEXT_BLOCK_SHAPE, "shape=%u x %u x %u", wanted[0], wanted[1], wanted[2]);
    return true;
}

/*
 * A kernel that names its clusters can be launched with no others (CUDA, cudaLaunchKernelEx). More
 * than 8 blocks need a GPU that allows them, as an H100 does on request.
 */
static bool check_cluster(const struct vgpu_launch *request, const struct vgpu_kernel *kernel, struct error *error)
{
    const uint32_t *wanted = kernel->cluster_blocks, *given = request->cluster[0] ? request->cluster : wanted;
    uint64_t blocks = 1;
    for (int i = 0; i < 3 && given[0]; i++) {
        uint32_t extent = given[i] ? given[i] : 1, grid = request->grid[i];
        if (wanted[0] && extent != (wanted[i] ? wanted[i] : 1))
            return refuse(error, VGPU_TEXT_CLUSTER_SHAPE, "shape=%u x %u x %u", wanted[0], wanted[1] ? wanted[1] : 1,
                          wanted[2] ? wanted[2] : 1);
        if (grid % extent)
            return refuse(error, VGPU_TEXT_CLUSTER_DIMENSION, "axis=%c" TOLD_AND "extent=%u" TOLD_AND "cluster=%u",
                          "xyz"[i], grid, extent);
        blocks *= extent;
        if (blocks > VGPU_CLUSTER_BLOCKS_MAX)
            return refuse(error, VGPU_TEXT_CLUSTER_BLOCKS, "most=%u", VGPU_CLUSTER_BLOCKS_MAX);
    }
    return true;
}

bool launch_check(const struct vgpu_module *module, const struct vgpu_launch *request, const struct vgpu_kernel *kernel,
                  struct error *error)
{
    if (!check_extents(request, error) || !check_shape(request, kernel, error) ||
        !check_cluster(request, kernel, error))
        return false;
    if (request->stream < 0 || request->stream >= VGPU_STREAMS_MAX)
        return error_tell(error, ERROR_RANGE, "stream %d, 0 to %d are possible", request->stream, VGPU_STREAMS_MAX - 1);
    uint32_t most = module->device->architecture->shared_bytes_per_block_optin;
    if (request->dynamic_shared_bytes > most || kernel->static_shared_bytes > most - request->dynamic_shared_bytes)
        return refuse(error, VGPU_TEXT_SHARED_BYTES, "static=%u" TOLD_AND "dynamic=%u" TOLD_AND "most=%u",
                      kernel->static_shared_bytes, request->dynamic_shared_bytes, most);
    if (request->argument_bytes < kernel->parameter_bytes)
        return error_tell(error, ERROR_RANGE, "%zu bytes of arguments, the kernel takes %u", request->argument_bytes,
                          kernel->parameter_bytes);
    return true;
}

bool launch_refuse_cooperative(const struct vgpu_launch_state *launch, struct error *error)
{
    return refuse(error, VGPU_TEXT_COOPERATIVE_BLOCKS, "blocks=%llu" TOLD_AND "most=%u",
                  (unsigned long long)launch->block_count, launch->resident_limit);
}
