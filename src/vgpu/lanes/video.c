/*
 * vadd2, vadd4 and their like (PTX ISA 9.7.18): two halves or four bytes at a time.
 */
#include "vgpu/lanes/video.h"
#include "vgpu/math/math_packed.h"

struct video_form {
    enum math_simd operation;
    enum math_compare compare;
    bool compares; /* vset */
    bool a_signed, b_signed, d_signed, accumulates;
    unsigned lanes, flags;
};

static uint32_t compare_lanes(const struct video_form *form, uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t result = 0, sum = c;
    unsigned bits = 32 / form->lanes;
    for (unsigned i = 0; i < form->lanes; i++) {
        int32_t x = form->lanes == 4 ? math_packed_byte(a, i, form->a_signed) : math_packed_half(a, i, form->a_signed);
        int32_t y = form->lanes == 4 ? math_packed_byte(b, i, form->b_signed) : math_packed_half(b, i, form->b_signed);
        bool outcomes[] = {[MATH_EQ] = x == y,
                           [MATH_NE] = x != y,
                           [MATH_LT] = x<y, [MATH_LE] = x <= y, [MATH_GT] = x> y,
                           [MATH_GE] = x >= y};
        result |= (uint32_t)outcomes[form->compare] << (i * bits);
        sum += outcomes[form->compare];
    }
    return form->accumulates ? sum : result;
}

static const struct vgpu_op *execute(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op)
{
    const struct video_form *form = op->scalar;
    const uint32_t *a = (const uint32_t *)(void *)(frame + op->a), *b = (const uint32_t *)(void *)(frame + op->b);
    const uint32_t *c = (const uint32_t *)(void *)(frame + op->c);
    uint32_t *to = (uint32_t *)(void *)(frame + op->d);
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++) {
        if (!(warp->active >> lane & 1))
            continue;
        to[lane] = form->compares
                       ? compare_lanes(form, a[lane], b[lane], c[lane])
                       : math_simd(form->operation, form->lanes, a[lane], form->a_signed, b[lane], form->b_signed,
                                   c[lane], form->d_signed, 15, form->accumulates, form->flags);
    }
    return op + 1;
}

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

bool video_find_compare(const struct vgpu_decoder *decoder, enum math_compare *out_compare)
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
    if (instruction->type_count != first + 2 || (form->compares && !video_find_compare(decoder, &form->compare)))
        return decode_refuse(decoder, "unexpected types or comparison");
    form->d_signed = !form->compares && ptx_type_is_signed((enum ptx_type)instruction->types[0]);
    form->a_signed = ptx_type_is_signed((enum ptx_type)instruction->types[first]);
    form->b_signed = ptx_type_is_signed((enum ptx_type)instruction->types[first + 1]);
    for (uint32_t i = 0; i < instruction->operand_count; i++)
        if (instruction->operands[i].part)
            return decode_refuse(decoder, "selected parts are not supported");
    return true;
}

bool select_video(struct vgpu_decoder *decoder)
{
    const struct ptx_operand *operands = decoder->instruction->operands;
    struct video_form *form = ARENA_NEW(decoder->arena, struct video_form);
    struct vgpu_op *op = decoder->op;
    op->scalar = form;
    decode_handlers(decoder, (struct vgpu_handler_pair){execute, execute});
    return describe(decoder, form) && decode_source(decoder, &operands[1], 4, &op->a) &&
           decode_source(decoder, &operands[2], 4, &op->b) && decode_source(decoder, &operands[3], 4, &op->c) &&
           decode_destination(decoder, &operands[0], 4, &op->d);
}
