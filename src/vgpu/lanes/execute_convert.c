/*
 * Conversions: frequent ones as lane handlers (convert.def), all others by the general functions.
 */
#include "vgpu/lanes/lanes.h"
#include "vgpu/math/math_convert.h"
#include "vgpu/program/op_flags.h"

/* the macros must come before the table that uses them */
/* clang-format off */
#include "vgpu/lanes/lanes_define.h"
#include "vgpu/lanes/convert.def"

const struct vgpu_lane_handler ISA_NAME(convert_lanes)[] = {
#include "vgpu/lanes/lanes_table.h"
#include "vgpu/lanes/convert.def"
    {0},
};
/* clang-format on */

static uint64_t convert(const struct vgpu_conversion *conversion, uint64_t value)
{
    bool to_float = conversion->to.is_float, from_float = conversion->from.is_float;
    struct math_integer to = {conversion->to.bits, conversion->to.is_signed};
    struct math_integer from = {conversion->from.bits, conversion->from.is_signed};
    enum math_format_id to_format = (enum math_format_id)conversion->to.format;
    enum math_format_id from_format = (enum math_format_id)conversion->from.format;
    enum math_rounding rounding = (enum math_rounding)conversion->rounding;
    if (conversion->is_integral)
        return math_convert_integral(to_format, value, rounding, conversion->flags);
    if (to_float && from_float)
        return math_convert_float(to_format, from_format, value, rounding, conversion->flags);
    if (to_float)
        return math_convert_from_integer(to_format, from, value, rounding, conversion->flags);
    if (from_float)
        return math_convert_to_integer(to, from_format, value, rounding, conversion->flags);
    return math_convert_integer(to, from, value, conversion->flags);
}

/* cvt d, a. conversion->to_wide and from_wide are the widths of the registers. */
HANDLER(convert_any)
{
    const struct vgpu_conversion *conversion = op->detail->conversion;
    FOR_ACTIVE(warp->active)
    {
        uint64_t value = conversion->from.is_wide ? REGISTER_64(op->a)[lane] : REGISTER_32(op->a)[lane];
        if (conversion->from.bits < 64)
            value &= (UINT64_C(1) << conversion->from.bits) - 1;
        uint64_t result = convert(conversion, value);
        if (conversion->to.is_wide)
            REGISTER_64(op->d)[lane] = result;
        else
            REGISTER_32(op->d)[lane] = (uint32_t)result & conversion->to.keep;
    }
    return op + 1;
}
