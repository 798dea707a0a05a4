/*
 * Selects cp.async.bulk and st.async. Their handlers go piece by piece, so they are compiled once
 * for all instruction sets.
 */
#include "vgpu/decode/selector.h"
#include "vgpu/warp/bulk_copy.h"

static void use_handler(struct vgpu_decoder *decoder, vgpu_handler *handler)
{
    decode_handlers(decoder, (struct vgpu_handler_pair){handler, handler});
}

/* Puts an address into an op of its own. */
static bool decode_address(struct vgpu_decoder *decoder, const struct ptx_operand *operand, struct vgpu_op *out_op)
{
    struct vgpu_op *op = decoder->op;
    out_op->detail = op->detail;
    decoder->op = out_op;
    bool decoded = select_address(decoder, operand);
    decoder->op = op;
    return decoded;
}

/* The operands after the size: a mask of bytes or blocks, and a cache policy, which has 64 bits. */
static bool decode_option(struct vgpu_decoder *decoder, struct vgpu_bulk_form *form, const struct ptx_operand *operand)
{
    bool is_wide = decode_register_width(decoder, operand) == 8 ||
                   (operand->kind == PTX_OPERAND_IMMEDIATE && operand->bits > UINT32_MAX);
    bool has_bytes = decode_has(decoder, PTX_MODIFIER_CP_MASK),
         has_blocks = decode_has(decoder, PTX_MODIFIER_MULTICAST_CLUSTER);
    if (is_wide)
        return true;
    if (has_bytes && form->byte_mask == VGPU_NO_OPERAND)
        return decode_source(decoder, operand, 4, &form->byte_mask);
    if (has_blocks && form->blocks == VGPU_NO_OPERAND)
        return decode_source(decoder, operand, 4, &form->blocks);
    return decode_refuse(decoder, "a bulk copy with this operand is not supported");
}

static bool decode_object(struct vgpu_decoder *decoder, struct vgpu_bulk_form *form, const struct ptx_operand *operand)
{
    form->has_object = true;
    return operand->kind == PTX_OPERAND_MEMORY ? decode_address(decoder, operand, &form->object)
                                               : decode_refuse(decoder, "an mbarrier is needed");
}

/* cp.async.bulk [to], [from], size{, [mbarrier]}{, mask}{, policy} */
static bool decode_bulk(struct vgpu_decoder *decoder, struct vgpu_bulk_form *form)
{
    const struct ptx_instruction *instruction = decoder->instruction;
    const struct ptx_operand *operands = instruction->operands;
    bool to_group = instruction->space == PTX_SPACE_GLOBAL;
    form->from = instruction->space_2;
    if (decode_has(decoder, PTX_MODIFIER_IGNORE_OOB))
        return decode_refuse(decoder, "bulk copies with .ignore_oob are not supported");
    if (to_group)
        decoder->detail->access = VGPU_ACCESS_WRITE;
    if (!select_address(decoder, &operands[0]) || !decode_address(decoder, &operands[1], &form->source) ||
        !decode_source(decoder, &operands[2], 4, &form->size))
        return false;
    if (!to_group && (instruction->operand_count < 4 || !decode_object(decoder, form, &operands[3])))
        return decode_refuse(decoder, "an mbarrier is needed");
    for (uint32_t i = to_group ? 3 : 4; i < instruction->operand_count; i++)
        if (!decode_option(decoder, form, &operands[i]))
            return false;
    return true;
}

/* st.async [to], value, [mbarrier] */
static bool decode_store(struct vgpu_decoder *decoder, struct vgpu_bulk_form *form)
{
    const struct ptx_instruction *instruction = decoder->instruction;
    const struct ptx_operand *value = &instruction->operands[1];
    bool is_vector = value->kind == PTX_OPERAND_VECTOR;
    uint32_t count = is_vector ? value->element_count : 1;
    unsigned width = ptx_type_bits((enum ptx_type)instruction->types[0]) / 8;
    if (instruction->space != PTX_SPACE_SHARED_CLUSTER || instruction->operand_count < 3)
        return decode_refuse(decoder, "st.async stores to shared memory of the cluster and signals an mbarrier");
    if (count > VGPU_BULK_VALUES_MAX || (width != 4 && width != 8))
        return decode_refuse(decoder, "st.async stores up to four values of 4 or 8 bytes");
    form->value_count = (uint8_t)count;
    form->value_bytes = (uint8_t)width;
    for (uint32_t i = 0; i < count; i++)
        if (!decode_source(decoder, is_vector ? &value->elements[i] : value, width, &form->values[i]))
            return false;
    return select_address(decoder, &instruction->operands[0]) &&
           decode_object(decoder, form, &instruction->operands[2]);
}

bool select_bulk(struct vgpu_decoder *decoder)
{
    const struct ptx_instruction *instruction = decoder->instruction;
    struct vgpu_bulk_form *form = ARENA_NEW(decoder->arena, struct vgpu_bulk_form);
    switch (instruction->opcode) {
    case PTX_OPCODE_CP_ASYNC_BULK_COMMIT_GROUP:
        use_handler(decoder, bulk_commit);
        return true;
    case PTX_OPCODE_CP_ASYNC_BULK_WAIT_GROUP:
        decoder->op->immediate = (int64_t)(instruction->operands[0].bits & INT32_MAX);
        use_handler(decoder, decode_has(decoder, PTX_MODIFIER_READ) ? bulk_wait_read : bulk_wait);
        return true;
    default:
        *form =
            (struct vgpu_bulk_form){.size = VGPU_NO_OPERAND, .blocks = VGPU_NO_OPERAND, .byte_mask = VGPU_NO_OPERAND};
        decoder->op->scalar = form;
        decoder->detail->report_undefined = VGPU_UNDEFINED_ADDRESS;
        select_access_number(decoder);
        use_handler(decoder, bulk_issue);
        return instruction->opcode == PTX_OPCODE_ST_ASYNC ? decode_store(decoder, form) : decode_bulk(decoder, form);
    }
}
