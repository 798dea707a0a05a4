/*
 * The limits that every GPU checks before a launch: the shape of grid and block, shared memory,
 * arguments.
 */
#include "vgpu/execution/device.h"
#include "vgpu/launch/launch.h"

static bool check_shape(const struct vgpu_launch *request, const struct vgpu_kernel *kernel, struct error *error)
{
    uint64_t threads = 1;
    static const uint32_t most_block[] = {1024, 1024, 64}, most_grid[] = {INT32_MAX, 65535, 65535};
    for (int i = 0; i < 3; i++) {
        if (request->block[i] == 0 || request->block[i] > most_block[i])
            return error_set(error, ERROR_RANGE, "block dimension %c is %u, 1 to %u are possible", "xyz"[i],
                             request -> block[i], most_block[i]);
        if (request->grid[i] == 0 || request->grid[i] > most_grid[i])
            return error_set(error, ERROR_RANGE, "grid dimension %c is %u, 1 to %u are possible", "xyz"[i],
                             request -> grid[i], most_grid[i]);
        threads *= request->block[i];
    }
    if (threads > VGPU_BLOCK_THREADS_MAX)
        return error_set(error, ERROR_RANGE, "a block of %llu threads, at most %u are possible",
                         (unsigned long long)threads, VGPU_BLOCK_THREADS_MAX);
    if (kernel->max_threads_per_block && threads > kernel->max_threads_per_block)
        return error_set(error, ERROR_RANGE, "a block of %llu threads, the kernel is compiled for at most %u (%s)",
                         (unsigned long long)threads, kernel->max_threads_per_block, "__launch_bounds__");
    for (int i = 0; i < 3 && kernel->required_threads[0]; i++)
        if (request->block[i] != kernel->required_threads[i])
            return error_set(error, ERROR_RANGE, "the kernel wants blocks of %u x %u x %u", kernel->required_threads[0],
                             kernel->required_threads[1], kernel->required_threads[2]);
    return true;
}

/*
 * Checks the cluster that a kernel names itself. A cluster of one block is a block. Larger clusters
 * would give wrong results without a message.
 */
static bool check_cluster(const struct vgpu_launch *request, const struct vgpu_kernel *kernel, struct error *error)
{
    const uint32_t *blocks = kernel->cluster_blocks;
    for (int i = 0; i < 3; i++)
        if (blocks[i] && request->grid[i] % blocks[i])
            return error_set(error, ERROR_RANGE, "grid dimension %c is %u, which is no multiple of the cluster's %u",
                             "xyz"[i], request -> grid[i], blocks[i]);
    if (blocks[0] <= 1 && blocks[1] <= 1 && blocks[2] <= 1)
        return true;
    return error_set(error, ERROR_UNSUPPORTED,
                     "the kernel wants clusters of %u x %u x %u blocks, which this device does not run", blocks[0],
                     blocks[1], blocks[2]);
}

bool launch_check(const struct vgpu_module *module, const struct vgpu_launch *request, const struct vgpu_kernel *kernel,
                  struct error *error)
{
    if (!check_shape(request, kernel, error) || !check_cluster(request, kernel, error))
        return false;
    if (request->stream < 0 || request->stream >= VGPU_STREAMS_MAX)
        return error_set(error, ERROR_RANGE, "stream %d, 0 to %d are possible", request->stream, VGPU_STREAMS_MAX - 1);
    uint32_t most = module->device->architecture->shared_bytes_per_block_optin;
    if (request->dynamic_shared_bytes > most || kernel->static_shared_bytes > most - request->dynamic_shared_bytes)
        return error_set(error, ERROR_RANGE, "%u + %u bytes of shared memory, at most %u are possible",
                         kernel->static_shared_bytes, request->dynamic_shared_bytes, most);
    if (request->argument_bytes < kernel->parameter_bytes)
        return error_set(error, ERROR_RANGE, "%zu bytes of arguments, the kernel takes %u", request->argument_bytes,
                         kernel->parameter_bytes);
    return true;
}
