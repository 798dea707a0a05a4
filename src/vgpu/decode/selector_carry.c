/*
 * Selects carry chains: add.cc, addc, sub.cc, subc, mad.cc, madc. Without .cc, these mnemonics are
 * lane handlers.
 */
#include "vgpu/decode/selector.h"
#include "vgpu/program/handlers.h"
#include "vgpu/program/op_flags.h"

static bool reads_carry(const struct vgpu_decoder *decoder)
{
    return ptx_opcode_info(decoder->instruction->opcode)->takes_carry;
}

/* size: 0 for 16 bits, 1 for 32, 2 for 64. */
static struct vgpu_handler_pair carry_handlers(const struct vgpu_decoder *decoder, unsigned size)
{
    const struct vgpu_handlers *handlers = decoder->handlers;
    const struct vgpu_handler_pair sums[] = {handlers->carry_add_16, handlers->carry_add_32, handlers->carry_add_64};
    const struct vgpu_handler_pair rests[] = {handlers->carry_sub_16, handlers->carry_sub_32, handlers->carry_sub_64};
    const struct vgpu_handler_pair low_products[] = {handlers->carry_mad_lo_16, handlers->carry_mad_lo_32,
                                                     handlers->carry_mad_lo_64};
    const struct vgpu_handler_pair high_products[][2] = {{handlers->carry_mad_hi_u16, handlers->carry_mad_hi_s16},
                                                         {handlers->carry_mad_hi_u32, handlers->carry_mad_hi_s32},
                                                         {handlers->carry_mad_hi_u64, handlers->carry_mad_hi_s64}};
    const struct ptx_instruction *instruction = decoder->instruction;
    switch (instruction->opcode) {
    case PTX_OPCODE_ADD:
    case PTX_OPCODE_ADDC:
        return sums[size];
    case PTX_OPCODE_SUB:
    case PTX_OPCODE_SUBC:
        return rests[size];
    default:
        break;
    }
    if (decode_has(decoder, PTX_MODIFIER_LO))
        return low_products[size];
    return high_products[size][ptx_type_is_signed((enum ptx_type)instruction->types[0])];
}

bool select_carry(struct vgpu_decoder *decoder)
{
    const struct ptx_instruction *instruction = decoder->instruction;
    const struct ptx_operand *operands = instruction->operands;
    struct vgpu_op *op = decoder->op;
    bool writes = decode_has(decoder, PTX_MODIFIER_CC);
    if (!writes && !reads_carry(decoder))
        return select_lanes(decoder);
    unsigned bits = ptx_type_bits((enum ptx_type)instruction->types[0]);
    bool is_integer = ptx_type_class((enum ptx_type)instruction->types[0]) == PTX_TYPE_CLASS_UNSIGNED ||
                      ptx_type_is_signed((enum ptx_type)instruction->types[0]);
    bool is_last_link = bits == 16 && !writes; /* PTX has no carry out of 16 bits */
    if (!is_integer || (bits < 32 && !is_last_link) || decode_has(decoder, PTX_MODIFIER_WIDE) ||
        instruction->operand_count < 3)
        return decode_refuse(decoder, "carries exist for integers of 32 and 64 bits only");
    unsigned width = bits == 64 ? 8 : 4;
    op->flags = (uint8_t)((reads_carry(decoder) ? VGPU_CARRY_READ : 0) | (writes ? VGPU_CARRY_WRITE : 0));
    op->immediate = decode_carry(decoder);
    decode_handlers(decoder, carry_handlers(decoder, bits / 32));
    if (!decode_source(decoder, &operands[1], width, &op->a) || !decode_source(decoder, &operands[2], width, &op->b))
        return false;
    op->c = op->b;
    if (instruction->operand_count > 3 && !decode_source(decoder, &operands[3], width, &op->c))
        return false;
    return decode_destination(decoder, &operands[0], width, &op->d);
}
