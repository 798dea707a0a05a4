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
