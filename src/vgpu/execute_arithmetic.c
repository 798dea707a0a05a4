/*
 * Lane handlers of arithmetic.def: for each row a full and a masked loop, and the row of the table that finds them.
 */
#include "vgpu/execute_internal.h"
#include "vgpu/lanes_internal.h"
#include "vgpu/math_approx.h"
#include "vgpu/math_bitfield.h"
#include "vgpu/math_float.h"
#include "vgpu/math_half.h"
#include "vgpu/math_integer.h"
#include "vgpu/math_packed.h"

/* the macros come before the table that uses them */
/* clang-format off */
#include "vgpu/lanes_define_internal.h"
#include "vgpu/arithmetic.def"

const struct vgpu_lane_handler ISA_NAME(arithmetic_lanes)[] = {
#include "vgpu/lanes_table_internal.h"
#include "vgpu/arithmetic.def"
    {0},
};
/* clang-format on */
