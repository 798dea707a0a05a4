/* Selects comparisons beyond one setp per lane: setp on pairs, set, and lop3 with a predicate. */
#include <stdio.h>
#include <string.h>

#include "vgpu/decode/selector.h"
#include "vgpu/math/math_bits.h"
#include "vgpu/program/handlers.h"
#include "vgpu/program/op_flags.h"
#include "vgpu/program/spelling.h"

enum { SPELLING_BYTES = 160 };

static uint8_t logic_of(const struct vgpu_decoder *decoder)
{
    if (decode_has(decoder, PTX_MODIFIER_AND))
        return VGPU_LOGIC_AND;
    if (decode_has(decoder, PTX_MODIFIER_OR))
        return VGPU_LOGIC_OR;
    return decode_has(decoder, PTX_MODIFIER_XOR) ? VGPU_LOGIC_XOR : VGPU_LOGIC_NONE;
}

/* --- lop3.BOOL d|p, a, b, c, table, q --------------------------------------------------------- */

bool select_lop3(struct vgpu_decoder *decoder)
{
    const struct ptx_instruction *instruction = decoder->instruction;
    const struct ptx_operand *operands = instruction->operands;
    struct vgpu_op *op = decoder->op;
    uint8_t logic = logic_of(decoder);
    bool negated;
    if (!logic)
        return select_lanes(decoder);
    if (instruction->operand_count != 6 || !operands[0].pair || operands[4].kind != PTX_OPERAND_IMMEDIATE)
        return decode_refuse(decoder, "lop3 with a predicate takes d|p, a, b, c, a constant and a predicate");
    decode_handlers(decoder, decoder->handlers->lop3_predicate);
    op->immediate = (int64_t)(operands[4].bits & 0xff);
    if (!decode_source(decoder, &operands[1], 4, &op->a) || !decode_source(decoder, &operands[2], 4, &op->b) ||
        !decode_source(decoder, &operands[3], 4, &op->c) ||
        !decode_predicate(decoder, &operands[5], &decoder->detail->elements[1], &negated))
        return false;
    op->flags = (uint8_t)(logic | (negated ? VGPU_LOGIC_NEGATED : 0));
    return decode_destination(decoder, operands[0].pair, operands[0].pair->kind == PTX_OPERAND_SINK ? 4 : 1,
                              &decoder->detail->elements[0]) &&
           decode_destination(decoder, &operands[0], 4, &op->d);
}

/* --- set.CMP[.ftz][.BOOL].DTYPE.STYPE d, a, b[, [!]c] ----------------------------------------- */

/* The value of a true lane of the result. */
static bool true_value(enum ptx_type type, uint64_t *out_value)
{
    static const struct {
        enum ptx_type type;
        uint64_t value;
    } values[] = {
        {PTX_TYPE_U16, UINT16_MAX},   {PTX_TYPE_S16, UINT16_MAX},   {PTX_TYPE_U32, UINT32_MAX},
        {PTX_TYPE_S32, UINT32_MAX},   {PTX_TYPE_U64, UINT64_MAX},   {PTX_TYPE_S64, UINT64_MAX},
        {PTX_TYPE_F32, MATH_F32_ONE}, {PTX_TYPE_F64, MATH_F64_ONE}, {PTX_TYPE_F16, 0x3c00},
        {PTX_TYPE_BF16, 0x3f80},      {PTX_TYPE_F16X2, 0x3c00},     {PTX_TYPE_BF16X2, 0x3f80},
    };
    for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
        if (values[i].type == type) {
            *out_value = values[i].value;
            return true;
        }
    }
    return false;
}

static bool is_pair(enum ptx_type type)
{
    return type == PTX_TYPE_F16X2 || type == PTX_TYPE_BF16X2;
}

/* The handler of the comparison in `set`: setp with the same words and the source's type. */
static const struct vgpu_lane_handler *find_comparison(const struct vgpu_decoder *decoder)
{
    const struct ptx_instruction *instruction = decoder->instruction;
    char spelling[SPELLING_BYTES];
    int length = snprintf(spelling, sizeof(spelling), "setp");
    for (int i = 0; i < instruction->modifier_count && length < SPELLING_BYTES; i++) {
        enum ptx_modifier modifier = (enum ptx_modifier)instruction->modifiers[i];
        if (ptx_modifier_class(modifier) != PTX_CLASS_LOGIC)
            length +=
                snprintf(spelling + length, sizeof(spelling) - (size_t)length, ".%s", ptx_modifier_name(modifier));
    }
    if (length < SPELLING_BYTES)
        snprintf(spelling + length, sizeof(spelling) - (size_t)length, ".%s",
                 ptx_type_name((enum ptx_type)instruction->types[1]));
    return spelling_index_find(decoder->lanes, spelling);
}

/*
 * The comparison becomes an op of its own that writes two masks in the frame. op->b and op->c are
 * their offsets.
 */
static bool decode_comparison(struct vgpu_decoder *decoder, const struct vgpu_lane_handler *handler)
{
    const struct ptx_instruction *instruction = decoder->instruction;
    struct vgpu_op *op = decoder->op, *compare = ARENA_NEW(decoder->arena, struct vgpu_op);
    uint8_t logic = logic_of(decoder);
    bool negated = false;
    if (instruction->operand_count != (logic ? 4 : 3))
        return decode_refuse(decoder, "unexpected number of operands");
    compare->full = handler->pair.full;
    compare->masked = handler->pair.masked;
    compare->detail = decoder->detail;
    op->b = compare->d = decode_scratch(decoder, 4);
    op->c = decode_scratch(decoder, 4);
    compare->immediate = op->c;
    op->scalar = compare;
    if (!decode_source(decoder, &instruction->operands[1], handler->widths[1], &compare->a) ||
        !decode_source(decoder, &instruction->operands[2], handler->widths[2], &compare->b) ||
        (logic && !decode_predicate(decoder, &instruction->operands[3], &compare->c, &negated)))
        return false;
    compare->flags = (uint8_t)(logic | (negated ? VGPU_LOGIC_NEGATED : 0));
    return true;
}

bool select_set(struct vgpu_decoder *decoder)
{
    const struct ptx_instruction *instruction = decoder->instruction;
    enum ptx_type to = (enum ptx_type)instruction->types[0], from = (enum ptx_type)instruction->types[1];
    const struct vgpu_lane_handler *handler = find_comparison(decoder);
    struct vgpu_op *op = decoder->op;
    uint64_t value;
    if (!handler || !true_value(to, &value) || (is_pair(to) && to != from))
        return decode_refuse(decoder, "set of %s by comparing %s is not supported", ptx_type_name(to),
                             ptx_type_name(from));
    unsigned width = ptx_type_bits(to) == 64 ? 8 : 4;
    decode_handlers(decoder, decoder->handlers->set_value);
    op->immediate = (int64_t)value;
    if (!decode_comparison(decoder, handler))
        return false;
    /* a comparison of pairs with one 32-bit result gives all ones for each half */
    bool by_halves = is_pair(from);
    if (by_halves && !is_pair(to))
        op->immediate = UINT16_MAX;
    op->flags = (uint8_t)((by_halves ? VGPU_SET_HALVES : 0) | (width == 8 ? VGPU_SET_WIDE : 0));
    return decode_destination(decoder, &instruction->operands[0], width, &op->d);
}
