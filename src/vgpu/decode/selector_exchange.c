/*
 * Selects operations of a warp: shuffles, votes, matches, reductions.
 *
 * op->immediate is the frame offset of the member mask, or -1 if the instruction names no mask.
 */
#include "vgpu/decode/selector.h"
#include "vgpu/program/op_flags.h"

static bool decode_member_mask(struct vgpu_decoder *decoder, uint32_t index)
{
    const struct ptx_operand *operand = &decoder->instruction->operands[index];
    uint32_t offset;
    if (!ptx_opcode_info(decoder->instruction->opcode)->names_lanes) {
        decoder->op->immediate = -1;
        return true;
    }
    if (!decode_source(decoder, operand, 4, &offset))
        return false;
    decoder->op->immediate = offset;
    return true;
}

/* The second destination p of d|p, if there is one. */
static bool decode_pair(struct vgpu_decoder *decoder, const struct ptx_operand *first)
{
    decoder->detail->elements[0] = VGPU_NO_OPERAND;
    if (!first->pair || first->pair->kind == PTX_OPERAND_SINK)
        return true;
    return decode_destination(decoder, first->pair, 1, &decoder->detail->elements[0]);
}

/* shfl.sync.MODE.b32 d[|p], a, b, c, mask */
static bool decode_shuffle(struct vgpu_decoder *decoder)
{
    const struct ptx_operand *operands = decoder->instruction->operands;
    struct vgpu_op *op = decoder->op;
    op->flags = decode_has(decoder, PTX_MODIFIER_UP)     ? VGPU_SHUFFLE_UP
                : decode_has(decoder, PTX_MODIFIER_DOWN) ? VGPU_SHUFFLE_DOWN
                : decode_has(decoder, PTX_MODIFIER_BFLY) ? VGPU_SHUFFLE_BUTTERFLY
                                                         : VGPU_SHUFFLE_INDEX;
    decoder->detail->report_undefined = VGPU_UNDEFINED_EXCHANGE;
    decode_handlers(decoder, decoder->handlers->shuffle);
    return decode_source(decoder, &operands[1], 4, &op->a) && decode_source(decoder, &operands[2], 4, &op->b) &&
           decode_source(decoder, &operands[3], 4, &op->c) && decode_member_mask(decoder, 4) &&
           decode_pair(decoder, &operands[0]) && decode_destination(decoder, &operands[0], 4, &op->d);
}

/* vote.sync.{all,any,uni}.pred d, [!]p, mask; vote.sync.ballot.b32 d, [!]p, mask */
static bool decode_vote(struct vgpu_decoder *decoder)
{
    const struct ptx_operand *operands = decoder->instruction->operands;
    struct vgpu_op *op = decoder->op;
    bool negated;
    op->flags = decode_has(decoder, PTX_MODIFIER_ALL)   ? VGPU_VOTE_ALL
                : decode_has(decoder, PTX_MODIFIER_ANY) ? VGPU_VOTE_ANY
                : decode_has(decoder, PTX_MODIFIER_UNI) ? VGPU_VOTE_UNIFORM
                                                        : VGPU_VOTE_BALLOT;
    bool is_ballot = op->flags == VGPU_VOTE_BALLOT;
    decoder->detail->report_undefined = VGPU_UNDEFINED_EXCHANGE;
    decode_handlers(decoder, decoder->handlers->vote);
    if (!decode_predicate(decoder, &operands[1], &op->a, &negated))
        return false;
    if (negated)
        op->flags |= VGPU_VOTE_NEGATED;
    return decode_member_mask(decoder, 2) && decode_destination(decoder, &operands[0], is_ballot ? 4 : 1, &op->d);
}

/* match.any.sync.TYPE d, a, mask; match.all.sync.TYPE d[|p], a, mask */
static bool decode_match(struct vgpu_decoder *decoder)
{
    const struct ptx_instruction *instruction = decoder->instruction;
    const struct ptx_operand *operands = instruction->operands;
    struct vgpu_op *op = decoder->op;
    bool is_wide = ptx_type_bits((enum ptx_type)instruction->types[0]) == 64;
    op->flags = (uint8_t)((decode_has(decoder, PTX_MODIFIER_ALL) ? 1 : 0) | (is_wide ? 2 : 0));
    decode_handlers(decoder, decoder->handlers->match);
    return decode_source(decoder, &operands[1], is_wide ? 8 : 4, &op->a) && decode_member_mask(decoder, 2) &&
           decode_pair(decoder, &operands[0]) && decode_destination(decoder, &operands[0], 4, &op->d);
}

/* redux.sync.OP.TYPE d, a, mask */
static bool decode_reduce(struct vgpu_decoder *decoder)
{
    const struct ptx_instruction *instruction = decoder->instruction;
    const struct ptx_operand *operands = instruction->operands;
    struct vgpu_op *op = decoder->op;
    if (ptx_type_is_float((enum ptx_type)instruction->types[0])) {
        op->flags = (uint8_t)((decode_has(decoder, PTX_MODIFIER_MAX) ? VGPU_REDUCE_MAX : 0) |
                              (decode_has(decoder, PTX_MODIFIER_ABS) ? VGPU_REDUCE_ABS : 0) |
                              (decode_has(decoder, PTX_MODIFIER_NAN) ? VGPU_REDUCE_NAN : 0));
        decode_handlers(decoder, decoder->handlers->reduce_f32);
        return decode_source(decoder, &operands[1], 4, &op->a) && decode_member_mask(decoder, 2) &&
               decode_destination(decoder, &operands[0], 4, &op->d);
    }
    static const struct {
        enum ptx_modifier modifier;
        uint8_t operation;
    } operations[] = {{PTX_MODIFIER_ADD, VGPU_ATOMIC_ADD}, {PTX_MODIFIER_MIN, VGPU_ATOMIC_MIN},
                      {PTX_MODIFIER_MAX, VGPU_ATOMIC_MAX}, {PTX_MODIFIER_AND, VGPU_ATOMIC_AND},
                      {PTX_MODIFIER_OR, VGPU_ATOMIC_OR},   {PTX_MODIFIER_XOR, VGPU_ATOMIC_XOR}};
    for (size_t i = 0; i < sizeof(operations) / sizeof(operations[0]); i++)
        if (decode_has(decoder, operations[i].modifier))
            op->flags = operations[i].operation;
    decoder->detail->is_signed = ptx_type_is_signed((enum ptx_type)instruction->types[0]);
    decode_handlers(decoder, decoder->handlers->reduce);
    return decode_source(decoder, &operands[1], 4, &op->a) && decode_member_mask(decoder, 2) &&
           decode_destination(decoder, &operands[0], 4, &op->d);
}

bool select_exchange(struct vgpu_decoder *decoder)
{
    switch (decoder->instruction->opcode) {
    case PTX_OPCODE_SHFL_SYNC:
    case PTX_OPCODE_SHFL:
        return decode_shuffle(decoder);
    case PTX_OPCODE_VOTE_SYNC:
    case PTX_OPCODE_VOTE:
        return decode_vote(decoder);
    case PTX_OPCODE_MATCH:
        return decode_match(decoder);
    case PTX_OPCODE_REDUX_SYNC:
        return decode_reduce(decoder);
    case PTX_OPCODE_ELECT_SYNC:
        decode_handlers(decoder, decoder->handlers->elect);
        return decode_member_mask(decoder, 1) && decode_pair(decoder, &decoder->instruction->operands[0]) &&
               decode_destination(decoder, &decoder->instruction->operands[0], 4, &decoder->op->d);
    case PTX_OPCODE_ACTIVEMASK:
        decode_handlers(decoder, decoder->handlers->activemask);
        return decode_destination(decoder, &decoder->instruction->operands[0], 4, &decoder->op->d);
    default: /* bar.warp.sync mask */
        decode_handlers(decoder, decoder->handlers->warp_sync);
        return decode_member_mask(decoder, 0);
    }
}
