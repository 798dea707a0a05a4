/*
 * Lane handlers of arithmetic.def: for each row a full loop, a masked loop, and a row of the
 * handler table.
 */
#include "vgpu/lanes/execute.h"
#include "vgpu/lanes/lanes.h"
#include "vgpu/math/math_approx.h"
#include "vgpu/math/math_bitfield.h"
#include "vgpu/math/math_float.h"
#include "vgpu/math/math_half.h"
#include "vgpu/math/math_integer.h"
#include "vgpu/math/math_packed.h"

/* the macros must come before the table that uses them */
/* clang-format off */
#include "vgpu/lanes/lanes_define.h"
#include "vgpu/lanes/arithmetic.def"

const struct vgpu_lane_handler ISA_NAME(arithmetic_lanes)[] = {
#include "vgpu/lanes/lanes_table.h"
#include "vgpu/lanes/arithmetic.def"
    {0},
};
/* clang-format on */
