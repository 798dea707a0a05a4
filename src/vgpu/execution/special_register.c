/* Special registers: the values of special_values.def, and where each is the same. */
#include "vgpu/execution/special_register.h"

#include "vgpu/execution/device.h"

static uint32_t thread_coordinate(const uint32_t block[3], uint32_t thread, unsigned component)
{
    switch (component) {
    case 0:
        return thread % block[0];
    case 1:
        return thread / block[0] % block[1];
    case 2:
        return thread / block[0] / block[1];
    default:
        return 0;
    }
}

static enum vgpu_order order_of(const struct vgpu_launch_state *launch)
{
    return launch->schedule ? launch->request->order : VGPU_ORDER_CANONICAL;
}

/* The SM of a block. A GPU may give neighbours to any SMs, and several to one. */
static uint64_t processor_of(const struct vgpu_launch_state *launch, uint64_t block)
{
    uint64_t count = (uint64_t)launch->device->architecture->sm_count;
    bool may_share = launch->resident_limit >= 2 * count;
    switch (order_of(launch)) {
    case VGPU_ORDER_REVERSED:
        return count - 1 - block % count;
    case VGPU_ORDER_PREEMPTED:
        return (block / (may_share ? 2 : 1) + 1) % count;
    case VGPU_ORDER_DELAYED:
        return (block + count / 3) % count;
    case VGPU_ORDER_STARVED:
        return (block + count / 2) % count;
    default:
        return block % count;
    }
}

/* The place of a warp on its SM, where warps of other blocks may come before. */
static uint64_t warp_slot(const struct vgpu_warp *warp)
{
    const struct vgpu_launch_state *launch = warp->worker->launch;
    uint32_t warps = launch->block_warps;
    bool may_share = 2 * warps <= launch->device->architecture->max_warps_per_sm;
    switch (order_of(launch)) {
    case VGPU_ORDER_REVERSED:
        return warps - 1 - warp->index;
    case VGPU_ORDER_PREEMPTED:
        return warp->index + (may_share ? warps : 0);
    case VGPU_ORDER_STARVED:
        return (warp->index + 1) % warps;
    default:
        return warp->index;
    }
}

bool special_sees_order(enum ptx_special_register special)
{
    switch (special) {
    case PTX_SPECIAL_SMID:
    case PTX_SPECIAL_WARPID:
    case PTX_SPECIAL_CLOCK:
    case PTX_SPECIAL_CLOCK_HI:
    case PTX_SPECIAL_CLOCK64:
    case PTX_SPECIAL_GLOBALTIMER:
    case PTX_SPECIAL_GLOBALTIMER_LO:
    case PTX_SPECIAL_GLOBALTIMER_HI:
        return true;
    default:
        return false;
    }
}

#define SPECIAL_VALUE(id, scope, value)                                                            \
    static uint64_t value_of_##id(const struct vgpu_warp *warp, unsigned component, uint32_t lane) \
    {                                                                                              \
        const struct vgpu_launch_state *launch = warp->worker->launch;                             \
        const struct vgpu_launch *request = launch->request;                                       \
        const struct vgpu_architecture *architecture = launch->device->architecture;               \
        const struct vgpu_block *block = warp->block;                                              \
        (void)request, (void)architecture, (void)block, (void)component, (void)lane;               \
        return value;                                                                              \
    }
#include "vgpu/execution/special_values.def"
#undef SPECIAL_VALUE

static const struct {
    enum special_scope scope;
    uint64_t (*value)(const struct vgpu_warp *warp, unsigned component, uint32_t lane);
} rows[PTX_SPECIAL_COUNT] = {
#define SPECIAL_VALUE(id, scope, value) [PTX_SPECIAL_##id] = {SPECIAL_SCOPE_##scope, value_of_##id},
#include "vgpu/execution/special_values.def"
#undef SPECIAL_VALUE
};

enum special_scope special_scope(enum ptx_special_register special)
{
    return rows[special].scope;
}

uint64_t special_value(const struct vgpu_warp *warp, enum ptx_special_register special, unsigned component,
                       uint32_t lane)
{
    return rows[special].value ? rows[special].value(warp, component, lane) : 0;
}

bool special_differs_by_lane(const struct vgpu_constant *constant)
{
    return constant->kind == VGPU_CONSTANT_SPECIAL && special_scope(constant->special) == SPECIAL_SCOPE_LANE;
}
