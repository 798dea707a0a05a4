/* Selects vadd2, vadd4, vadd and similar instructions (PTX ISA 9.7.18). */
#include "vgpu/decode/selector.h"
#include "vgpu/lanes/video.h"

static const struct {
    enum ptx_opcode opcode;
    enum math_simd operation;
    unsigned lanes;
} operations[] = {
    {PTX_OPCODE_VADD2, MATH_SIMD_ADD, 2},         {PTX_OPCODE_VADD4, MATH_SIMD_ADD, 4},
    {PTX_OPCODE_VSUB2, MATH_SIMD_SUB, 2},         {PTX_OPCODE_VSUB4, MATH_SIMD_SUB, 4},
    {PTX_OPCODE_VAVRG2, MATH_SIMD_AVERAGE, 2},    {PTX_OPCODE_VAVRG4, MATH_SIMD_AVERAGE, 4},
    {PTX_OPCODE_VABSDIFF2, MATH_SIMD_ABSDIFF, 2}, {PTX_OPCODE_VABSDIFF4, MATH_SIMD_ABSDIFF, 4},
    {PTX_OPCODE_VMIN2, MATH_SIMD_MIN, 2},         {PTX_OPCODE_VMIN4, MATH_SIMD_MIN, 4},
    {PTX_OPCODE_VMAX2, MATH_SIMD_MAX, 2},         {PTX_OPCODE_VMAX4, MATH_SIMD_MAX, 4},
    {PTX_OPCODE_VSET2, MATH_SIMD_ADD, 2},         {PTX_OPCODE_VSET4, MATH_SIMD_ADD, 4},
};

static bool find_compare(const struct vgpu_decoder *decoder, enum math_compare *out_compare)
{
    static const struct {
        enum ptx_modifier modifier;
        enum math_compare compare;
    } compares[] = {{PTX_MODIFIER_EQ, MATH_EQ}, {PTX_MODIFIER_NE, MATH_NE}, {PTX_MODIFIER_LT, MATH_LT},
                    {PTX_MODIFIER_LE, MATH_LE}, {PTX_MODIFIER_GT, MATH_GT}, {PTX_MODIFIER_GE, MATH_GE}};
    for (size_t i = 0; i < sizeof(compares) / sizeof(compares[0]); i++) {
        if (decode_has(decoder, compares[i].modifier)) {
            *out_compare = compares[i].compare;
            return true;
        }
    }
    return false;
}

/* vOPn.DTYPE.ATYPE.BTYPE{.sat}{.add} d, a, b, c; vsetn.ATYPE.BTYPE.CMP{.add} d, a, b, c */
static bool describe(struct vgpu_decoder *decoder, struct video_form *form)
{
    const struct ptx_instruction *instruction = decoder->instruction;
    for (size_t i = 0; i < sizeof(operations) / sizeof(operations[0]); i++) {
        if (operations[i].opcode == instruction->opcode) {
            form->operation = operations[i].operation;
            form->lanes = operations[i].lanes;
        }
    }
    form->compares = instruction->opcode == PTX_OPCODE_VSET2 || instruction->opcode == PTX_OPCODE_VSET4;
    form->accumulates = decode_has(decoder, PTX_MODIFIER_ADD);
    form->flags = decode_has(decoder, PTX_MODIFIER_SAT) ? MATH_SAT : 0;
    int first = form->compares ? 0 : 1;
    if (instruction->type_count != first + 2 || (form->compares && !find_compare(decoder, &form->compare)))
        return decode_refuse(decoder, "unexpected types or comparison");
    form->d_signed = !form->compares && ptx_type_is_signed((enum ptx_type)instruction->types[0]);
    form->a_signed = ptx_type_is_signed((enum ptx_type)instruction->types[first]);
    form->b_signed = ptx_type_is_signed((enum ptx_type)instruction->types[first + 1]);
    for (uint32_t i = 0; i < instruction->operand_count; i++)
        if (instruction->operands[i].part)
            return decode_refuse(decoder, "parts of a register, as in x.h1, are not supported");
    return true;
}

bool select_video(struct vgpu_decoder *decoder)
{
    const struct ptx_operand *operands = decoder->instruction->operands;
    struct video_form *form = ARENA_NEW(decoder->arena, struct video_form);
    struct vgpu_op *op = decoder->op;
    op->scalar = form;
    decode_handlers(decoder, (struct vgpu_handler_pair){video_execute, video_execute});
    return describe(decoder, form) && decode_source(decoder, &operands[1], 4, &op->a) &&
           decode_source(decoder, &operands[2], 4, &op->b) && decode_source(decoder, &operands[3], 4, &op->c) &&
           decode_destination(decoder, &operands[0], 4, &op->d);
}

/* --- one value per register ------------------------------------------------------------------- */

static bool describe_parts(struct vgpu_decoder *decoder, struct video_scalar *form)
{
    const struct ptx_operand *operands = decoder->instruction->operands;
    uint32_t count = decoder->instruction->operand_count;
    form->part_a = operands[1].part;
    form->part_b = operands[2].part;
    if (form->part_a > VIDEO_HALF_1 || form->part_b > VIDEO_HALF_1 || (count > 3 && operands[3].part))
        return decode_refuse(decoder, "a source can be .b0 to .b3, .h0 or .h1, the third one none of them");
    form->merges = operands[0].part != 0;
    if (!form->merges)
        return true;
    if (count < 4 || form->adds || form->opcode == PTX_OPCODE_VMAD)
        return decode_refuse(decoder, "a part of the destination needs a third source and no other operation");
    if (operands[0].part > VIDEO_BYTE_3)
        return decode_refuse(decoder, "halves of the destination are not supported: GPUs differ from the ISA here");
    form->merge_bits = (uint8_t)(8 * (operands[0].part - VIDEO_BYTE_0));
    return true;
}

/*
 * vOP.DTYPE.ATYPE.BTYPE{.clamp|.wrap}{.add} d{.part}, a{.part}, b{.part}{, c}; vset.ATYPE.BTYPE.CMP
 * ...
 */
static bool describe_scalar(struct vgpu_decoder *decoder, struct video_scalar *form)
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
    if (form->opcode == PTX_OPCODE_VSET && !find_compare(decoder, &form->compare))
        return decode_refuse(decoder, "unexpected comparison");
    if (decode_has(decoder, PTX_MODIFIER_SAT) || decode_has(decoder, PTX_MODIFIER_MIN) ||
        decode_has(decoder, PTX_MODIFIER_MAX))
        return decode_refuse(decoder, ".sat, .min and .max are not supported: GPUs differ from the ISA here");
    return describe_parts(decoder, form);
}

bool select_video_scalar(struct vgpu_decoder *decoder)
{
    const struct ptx_operand *operands = decoder->instruction->operands;
    struct video_scalar *form = ARENA_NEW(decoder->arena, struct video_scalar);
    struct vgpu_op *op = decoder->op;
    op->scalar = form;
    decode_handlers(decoder, (struct vgpu_handler_pair){video_execute_scalar, video_execute_scalar});
    if (!describe_scalar(decoder, form) || !decode_source(decoder, &operands[1], 4, &op->a) ||
        !decode_source(decoder, &operands[2], 4, &op->b))
        return false;
    bool reads_third = form->adds || form->merges || form->opcode == PTX_OPCODE_VMAD;
    op->c = op->a;
    return (!reads_third || decode_source(decoder, &operands[3], 4, &op->c)) &&
           decode_destination(decoder, &operands[0], 4, &op->d);
}
