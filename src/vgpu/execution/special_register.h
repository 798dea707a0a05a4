/* The values of special registers (PTX ISA 10): the table special_values.def. */
#ifndef VGPU_EXECUTION_SPECIAL_REGISTER_H
#define VGPU_EXECUTION_SPECIAL_REGISTER_H

#include "vgpu/execution/execution.h"

/* Where a register holds one value. */
enum special_scope { SPECIAL_SCOPE_LAUNCH, SPECIAL_SCOPE_BLOCK, SPECIAL_SCOPE_WARP, SPECIAL_SCOPE_LANE };

enum special_scope special_scope(enum ptx_special_register special);

/* Whether its value is not the same in every order of blocks and warps. */
bool special_sees_order(enum ptx_special_register special);

/* 0 for counters and ids that have no meaning here. `component` is 0 for .x; 4 and above none. */
uint64_t special_value(const struct vgpu_warp *warp, enum ptx_special_register special, unsigned component,
                       uint32_t lane);

/* Whether the constant differs between the lanes of a warp. */
bool special_differs_by_lane(const struct vgpu_constant *constant);

#endif
