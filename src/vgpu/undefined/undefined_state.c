/* Makes and frees the state of the checks of undefined values. */
#include "vgpu/undefined/undefined_state.h"

#include <stdlib.h>

#include "vgpu/undefined/undefined_source.h"

bool undefined_launch_begin(struct vgpu_launch_state *launch)
{
    launch->undefined = calloc(1, sizeof(*launch->undefined));
    return launch->undefined;
}

void undefined_launch_free(struct vgpu_launch_state *launch)
{
    free(launch->undefined);
    launch->undefined = NULL;
}

bool undefined_block_new(struct vgpu_block *block, uint32_t shared_bytes)
{
    const struct vgpu_launch_state *launch = block->worker->launch;
    struct undefined_block *undefined = calloc(1, sizeof(*undefined) + launch->block_warps * sizeof(*undefined->warps));
    (void)shared_bytes;
    if (!undefined)
        return false;
    block->undefined = undefined;
    bool has_local = launch->module->uses_local && launch->checks & VGPU_CHECK_INITIALISED;
    for (uint32_t i = 0; i < launch->block_warps; i++) {
        block->warps[i].undefined = &undefined->warps[i];
        undefined->warps[i].local_defined = has_local ? warp_map_local() : NULL;
    }
    return true;
}

void undefined_block_free(struct vgpu_block *block)
{
    struct undefined_block *undefined = block->undefined;
    for (uint32_t i = 0; undefined && i < block->worker->launch->block_warps; i++) {
        warp_unmap_local(undefined->warps[i].local_defined);
        warp_unmap_local(undefined->warps[i].local_sources);
    }
    if (undefined)
        undefined_sources_free(undefined->sources);
    free(undefined);
    block->undefined = NULL;
}
