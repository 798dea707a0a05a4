/* Selects instructions of the lane tables, by their spelling. */
#include <stdio.h>

#include "vgpu/decode/selector.h"
#include "vgpu/program/handlers.h"
#include "vgpu/program/op_flags.h"
#include "vgpu/program/spelling.h"

enum { SPELLING_BYTES = 160 };

static bool decode_result(struct vgpu_decoder *decoder, const struct vgpu_lane_handler *handler)
{
    const struct ptx_instruction *instruction = decoder->instruction;
    struct vgpu_op *op = decoder->op;
    if (instruction->operand_count != handler->source_count + 1)
        return decode_refuse(decoder, "unexpected number of operands");
    uint32_t offsets[4] = {0};
    for (unsigned i = 0; i < handler->source_count; i++)
        if (!decode_source(decoder, &instruction->operands[i + 1], handler->widths[i + 1], &offsets[i]))
            return false;
    op->a = offsets[0];
    op->b = offsets[1];
    op->c = offsets[2];
    op->immediate = offsets[3];
    return decode_destination(decoder, &instruction->operands[0], handler->widths[0], &op->d);
}

static uint8_t setp_logic(const struct vgpu_decoder *decoder)
{
    if (decode_has(decoder, PTX_MODIFIER_AND))
        return VGPU_LOGIC_AND;
    if (decode_has(decoder, PTX_MODIFIER_OR))
        return VGPU_LOGIC_OR;
    return decode_has(decoder, PTX_MODIFIER_XOR) ? VGPU_LOGIC_XOR : VGPU_LOGIC_NONE;
}

/* setp.CMP[.BOOL].type p[|q], a, b[, [!]c] */
static bool decode_setp(struct vgpu_decoder *decoder, const struct vgpu_lane_handler *handler)
{
    const struct ptx_instruction *instruction = decoder->instruction;
    struct vgpu_op *op = decoder->op;
    bool negated = false;
    op->flags = setp_logic(decoder);
    op->immediate = -1;
    if (instruction->operand_count != (op->flags ? 4 : 3))
        return decode_refuse(decoder, "unexpected number of operands");
    if (!decode_source(decoder, &instruction->operands[1], handler->widths[1], &op->a) ||
        !decode_source(decoder, &instruction->operands[2], handler->widths[2], &op->b))
        return false;
    if (op->flags && !decode_predicate(decoder, &instruction->operands[3], &op->c, &negated))
        return false;
    if (negated)
        op->flags |= VGPU_LOGIC_NEGATED;
    const struct ptx_operand *pair = instruction->operands[0].pair;
    uint32_t second = 0;
    if (pair && !decode_destination(decoder, pair, pair->kind == PTX_OPERAND_SINK ? 4 : 1, &second))
        return false;
    if (pair)
        op->immediate = second;
    const struct ptx_operand *first = &instruction->operands[0];
    return decode_destination(decoder, first, first->kind == PTX_OPERAND_SINK ? 4 : 1, &op->d);
}

bool select_lanes(struct vgpu_decoder *decoder)
{
    char spelling[SPELLING_BYTES];
    spelling_of_instruction(decoder->instruction, spelling, sizeof(spelling));
    return select_lanes_as(decoder, spelling);
}

/* Rows of min and max with three sources have the spellings min3 and max3. */
bool select_order(struct vgpu_decoder *decoder)
{
    char spelling[SPELLING_BYTES], longer[SPELLING_BYTES + 1];
    if (decoder->instruction->operand_count != 4)
        return select_lanes(decoder);
    spelling_of_instruction(decoder->instruction, spelling, sizeof(spelling));
    snprintf(longer, sizeof(longer), "%.3s3%s", spelling, spelling + 3);
    return select_lanes_as(decoder, longer);
}

bool select_lanes_as(struct vgpu_decoder *decoder, const char *spelling)
{
    const struct vgpu_lane_handler *handler = spelling_index_find(decoder->lanes, spelling);
    if (!handler)
        return decode_refuse(decoder, "%s is not executed by this device", spelling);
    decode_handlers(decoder, handler->pair);
    if (handler->kind == VGPU_LANE_TEST)
        return decode_source(decoder, &decoder->instruction->operands[1], handler->widths[1], &decoder->op->a) &&
               decode_destination(decoder, &decoder->instruction->operands[0], 1, &decoder->op->d);
    return handler->kind == VGPU_LANE_PREDICATE ? decode_setp(decoder, handler) : decode_result(decoder, handler);
}

bool select_nothing(struct vgpu_decoder *decoder)
{
    decode_handlers(decoder, decoder->handlers->nothing);
    return true;
}
