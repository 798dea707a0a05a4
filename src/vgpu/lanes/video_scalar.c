/*
 * vadd, vset, vmad and similar instructions on one value (PTX ISA 9.7.18).
 *
 * They take a byte, a half or a word of each 32-bit register. Then they can add a value or replace
 * a byte of the destination. GPUs and the ISA agree on these forms. They disagree on .sat, .min,
 * .max and on halves of the destination: CUDA 13.0 on an H100 saturates and merges differently.
 */
#include "vgpu/lanes/video.h"
#include "vgpu/math/math_integer.h"

/* A byte, a half or all of a register. */
static int64_t take_part(uint32_t value, uint8_t part, bool is_signed)
{
    if (part == 0)
        return is_signed ? (int64_t)(int32_t)value : (int64_t)value;
    if (part <= VIDEO_BYTE_3) {
        uint8_t byte = (uint8_t)(value >> 8 * (part - VIDEO_BYTE_0));
        return is_signed ? (int8_t)byte : byte;
    }
    uint16_t half = (uint16_t)(value >> 16 * (part - VIDEO_HALF_0));
    return is_signed ? (int16_t)half : half;
}

static uint32_t shift_count(const struct video_scalar *form, int64_t count)
{
    return form->wraps ? (uint32_t)count & 31 : count > 32 ? 32 : (uint32_t)count;
}

/* The low 32 bits of the operation's result. */
static uint32_t operate(const struct video_scalar *form, int64_t a, int64_t b, uint32_t c)
{
    switch (form->opcode) {
    case PTX_OPCODE_VADD:
        return (uint32_t)(a + b);
    case PTX_OPCODE_VSUB:
        return (uint32_t)(a - b);
    case PTX_OPCODE_VABSDIFF:
        return (uint32_t)(a > b ? a - b : b - a);
    case PTX_OPCODE_VMIN:
        return (uint32_t)(a < b ? a : b);
    case PTX_OPCODE_VMAX:
        return (uint32_t)(a > b ? a : b);
    case PTX_OPCODE_VSHL:
        return (uint32_t)((uint64_t)a << shift_count(form, b));
    case PTX_OPCODE_VSHR:
        return (uint32_t)(a >> shift_count(form, b));
    case PTX_OPCODE_VMAD:
        return (uint32_t)((uint64_t)a * (uint64_t)b) + c + form->plus_one;
    default:
        return math_integer_compare_result(form->compare, a < b, a == b);
    }
}

static uint32_t compute(const struct video_scalar *form, uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t value =
        operate(form, take_part(a, form->part_a, form->a_signed), take_part(b, form->part_b, form->b_signed), c);
    if (form->adds)
        return value + c;
    if (form->merges)
        return (c & ~(UINT32_C(0xff) << form->merge_bits)) | (value & 0xff) << form->merge_bits;
    return value;
}

const struct vgpu_op *video_execute_scalar(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op)
{
    const uint32_t *a = (const uint32_t *)(void *)(frame + op->a), *b = (const uint32_t *)(void *)(frame + op->b);
    const uint32_t *c = (const uint32_t *)(void *)(frame + op->c);
    uint32_t *to = (uint32_t *)(void *)(frame + op->d);
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++)
        if (warp->active >> lane & 1)
            to[lane] = compute(op->scalar, a[lane], b[lane], c[lane]);
    return op + 1;
}
