/*
 * vadd, vset, vmad and their like (PTX ISA 9.7.18): bytes, halves or words of 32-bit registers, with an addition or a
 * byte of the destination after that. GPUs and the ISA agree on these forms. On .sat, .min, .max and halves of the
 * destination they do not: CUDA 13.0 on an H100 saturates and merges otherwise than the ISA says.
 */
#include "vgpu/lanes/video.h"
#include "vgpu/math/math_integer.h"

enum { PART_BYTE_0 = 1, PART_BYTE_3 = 4, PART_HALF_0 = 5, PART_HALF_1 = 6 }; /* of ptx_operand.part */

struct video_scalar {
    enum ptx_opcode opcode;
    enum math_compare compare; /* vset */
    uint8_t part_a, part_b;    /* of ptx_operand */
    bool a_signed, b_signed;
    bool wraps, adds, plus_one; /* .wrap, .add, .po */
    bool merges;                /* into the byte at `merge_bits` of c */
    uint8_t merge_bits;
};

/* A byte, a half or all of a register. */
static int64_t take_part(uint32_t value, uint8_t part, bool is_signed)
{
    if (part == 0)
        return is_signed ? (int64_t)(int32_t)value : (int64_t)value;
    if (part <= PART_BYTE_3) {
        uint8_t byte = (uint8_t)(value >> 8 * (part - PART_BYTE_0));
        return is_signed ? (int8_t)byte : byte;
    }
    uint16_t half = (uint16_t)(value >> 16 * (part - PART_HALF_0));
    return is_signed ? (int16_t)half : half;
}

static uint32_t shift_count(const struct video_scalar *form, int64_t count)
{
    return form->wraps ? (uint32_t)count & 31 : count > 32 ? 32 : (uint32_t)count;
}

/* The low 32 bits of the operation itself. */
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

static const struct vgpu_op *execute(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op)
{
    const uint32_t *a = (const uint32_t *)(void *)(frame + op->a), *b = (const uint32_t *)(void *)(frame + op->b);
    const uint32_t *c = (const uint32_t *)(void *)(frame + op->c);
    uint32_t *to = (uint32_t *)(void *)(frame + op->d);
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++)
        if (warp->active >> lane & 1)
            to[lane] = compute(op->scalar, a[lane], b[lane], c[lane]);
    return op + 1;
}

static bool describe_parts(struct vgpu_decoder *decoder, struct video_scalar *form)
{
    const struct ptx_operand *operands = decoder->instruction->operands;
    uint32_t count = decoder->instruction->operand_count;
    form->part_a = operands[1].part;
    form->part_b = operands[2].part;
    if (form->part_a > PART_HALF_1 || form->part_b > PART_HALF_1 || (count > 3 && operands[3].part))
        return decode_refuse(decoder, "a source can be .b0 to .b3, .h0 or .h1, the third one none of them");
    form->merges = operands[0].part != 0;
    if (!form->merges)
        return true;
    if (count < 4 || form->adds || form->opcode == PTX_OPCODE_VMAD)
        return decode_refuse(decoder, "a part of the destination needs a third source and no other operation");
    if (operands[0].part > PART_BYTE_3)
        return decode_refuse(decoder, "halves of the destination are not supported: GPUs do not do what the ISA says");
    form->merge_bits = (uint8_t)(8 * (operands[0].part - PART_BYTE_0));
    return true;
}

/* vOP.DTYPE.ATYPE.BTYPE{.clamp|.wrap}{.add} d{.part}, a{.part}, b{.part}{, c}; vset.ATYPE.BTYPE.CMP ... */
static bool describe(struct vgpu_decoder *decoder, struct video_scalar *form)
{
    const struct ptx_instruction *instruction = decoder->instruction;
    form->opcode = instruction->opcode;
    bool is_shift = form->opcode == PTX_OPCODE_VSHL || form->opcode == PTX_OPCODE_VSHR;
    int first = form->opcode == PTX_OPCODE_VSET ? 0 : 1;
    form->a_signed = ptx_type_is_signed((enum ptx_type)instruction->types[first]);
    form->b_signed = ptx_type_is_signed((enum ptx_type)instruction->types[first + 1]);
    form->wraps = decode_has(decoder, PTX_MODIFIER_WRAP);
    form->adds = decode_has(decoder, PTX_MODIFIER_ADD);
    form->plus_one = decode_has(decoder, PTX_MODIFIER_PO);
    if (is_shift && form->b_signed)
        return decode_refuse(decoder, "the shift must be .u32");
    if (form->opcode == PTX_OPCODE_VSET && !video_find_compare(decoder, &form->compare))
        return decode_refuse(decoder, "unexpected comparison");
    if (decode_has(decoder, PTX_MODIFIER_SAT) || decode_has(decoder, PTX_MODIFIER_MIN) ||
        decode_has(decoder, PTX_MODIFIER_MAX))
        return decode_refuse(decoder, ".sat, .min and .max are not supported: GPUs do not do what the ISA says");
    return describe_parts(decoder, form);
}

bool select_video_scalar(struct vgpu_decoder *decoder)
{
    const struct ptx_operand *operands = decoder->instruction->operands;
    struct video_scalar *form = ARENA_NEW(decoder->arena, struct video_scalar);
    struct vgpu_op *op = decoder->op;
    op->scalar = form;
    decode_handlers(decoder, (struct vgpu_handler_pair){execute, execute});
    if (!describe(decoder, form) || !decode_source(decoder, &operands[1], 4, &op->a) ||
        !decode_source(decoder, &operands[2], 4, &op->b))
        return false;
    bool reads_third = form->adds || form->merges || form->opcode == PTX_OPCODE_VMAD;
    op->c = op->a;
    return (!reads_third || decode_source(decoder, &operands[3], 4, &op->c)) &&
           decode_destination(decoder, &operands[0], 4, &op->d);
}
