/*
 * Selects cp.async and mbarrier. Their handlers go lane by lane, so they are compiled once for all
 * instruction sets.
 */
#include "vgpu/decode/selector.h"
#include "vgpu/warp/asynchronous_copy.h"
#include "vgpu/warp/mbarrier.h"

static void use_handler(struct vgpu_decoder *decoder, vgpu_handler *handler)
{
    decode_handlers(decoder, (struct vgpu_handler_pair){handler, handler});
}

/* --- cp.async --------------------------------------------------------------------------------- */

/* Puts the source's address into an op of its own. */
static bool decode_copy_source(struct vgpu_decoder *decoder, struct vgpu_copy_form *form)
{
    struct vgpu_op *op = decoder->op;
    form->source.detail = op->detail;
    decoder->op = &form->source;
    bool decoded = select_address(decoder, &decoder->instruction->operands[1]);
    decoder->op = op;
    return decoded;
}

/* The options after the size: bytes to read, a predicate, a cache policy. */
static bool decode_copy_option(struct vgpu_decoder *decoder, struct vgpu_copy_form *form,
                               const struct ptx_operand *operand)
{
    unsigned width = decode_register_width(decoder, operand);
    if (width == 8)
        return true;
    if (width == 1)
        return decode_predicate(decoder, operand, &form->ignored, &form->ignored_is_negated);
    return decode_source(decoder, operand, 4, &form->source_size);
}

/* cp.async.{ca,cg}.shared.global [to], [from], size{, source size | predicate}{, policy} */
static bool decode_copy(struct vgpu_decoder *decoder)
{
    const struct ptx_instruction *instruction = decoder->instruction;
    const struct ptx_operand *operands = instruction->operands;
    struct vgpu_copy_form *form = ARENA_NEW(decoder->arena, struct vgpu_copy_form);
    *form = (struct vgpu_copy_form){
        .size_bytes = (uint8_t)operands[2].bits, .source_size = VGPU_NO_OPERAND, .ignored = VGPU_NO_OPERAND};
    bool is_size = operands[2].bits == 16 ||
                   (decode_has(decoder, PTX_MODIFIER_CA) && (operands[2].bits == 4 || operands[2].bits == 8));
    if (operands[2].kind != PTX_OPERAND_IMMEDIATE || !is_size)
        return decode_refuse(decoder, "cp.async.ca copies 4, 8 or 16 bytes, cp.async.cg 16");
    decoder->op->scalar = form;
    decoder->detail->size_bytes = form->size_bytes;
    decoder->detail->element_count = 1;
    decoder->detail->report_undefined = VGPU_UNDEFINED_ADDRESS;
    select_access_number(decoder);
    if (!select_address(decoder, &operands[0]) || !decode_copy_source(decoder, form))
        return false;
    for (uint32_t i = 3; i < instruction->operand_count; i++)
        if (!decode_copy_option(decoder, form, &operands[i]))
            return false;
    use_handler(decoder, copy_issue);
    return true;
}

/* --- mbarrier --------------------------------------------------------------------------------- */

static bool describe_mbarrier(struct vgpu_decoder *decoder, struct vgpu_mbarrier_form *form)
{
    *form = (struct vgpu_mbarrier_form){.result = VGPU_NO_OPERAND, .value = VGPU_NO_OPERAND};
    form->expects = decode_has(decoder, PTX_MODIFIER_EXPECT_TX);
    form->keeps = decode_has(decoder, PTX_MODIFIER_NO_COMPLETE) || decode_has(decoder, PTX_MODIFIER_NO_COMPLETE_2);
    form->counts = !decode_has(decoder, PTX_MODIFIER_NOINC);
    switch (decoder->instruction->opcode) {
    case PTX_OPCODE_MBARRIER_INIT:
        form->operation = VGPU_MBARRIER_INIT;
        return true;
    case PTX_OPCODE_MBARRIER_INVAL:
        form->operation = VGPU_MBARRIER_INVAL;
        return true;
    case PTX_OPCODE_MBARRIER_EXPECT_TX:
        form->operation = VGPU_MBARRIER_EXPECT;
        return true;
    case PTX_OPCODE_MBARRIER_COMPLETE_TX:
        form->operation = VGPU_MBARRIER_COMPLETE;
        return true;
    case PTX_OPCODE_MBARRIER_ARRIVE_DROP:
        form->operation = VGPU_MBARRIER_DROP;
        return true;
    case PTX_OPCODE_CP_ASYNC_MBARRIER_ARRIVE:
        form->operation = VGPU_MBARRIER_COPIES;
        return true;
    case PTX_OPCODE_MBARRIER_ARRIVE:
        form->operation = VGPU_MBARRIER_ARRIVE;
        return true;
    default:
        decoder->function->traits.tests_objects = true;
        form->operation = decode_has(decoder, PTX_MODIFIER_PARITY) ? VGPU_MBARRIER_PARITY : VGPU_MBARRIER_TEST;
        return true;
    }
}

/* OP {d,} [a]{, value}. try_wait can have a time limit. */
static bool decode_mbarrier(struct vgpu_decoder *decoder)
{
    const struct ptx_instruction *instruction = decoder->instruction;
    const struct ptx_operand *operands = instruction->operands;
    struct vgpu_mbarrier_form *form = ARENA_NEW(decoder->arena, struct vgpu_mbarrier_form);
    describe_mbarrier(decoder, form);
    bool tests = form->operation == VGPU_MBARRIER_TEST || form->operation == VGPU_MBARRIER_PARITY;
    uint32_t address = operands[0].kind == PTX_OPERAND_MEMORY ? 0 : 1;
    decoder->op->scalar = form;
    decoder->detail->report_undefined = VGPU_UNDEFINED_ADDRESS;
    select_access_number(decoder);
    use_handler(decoder, mbarrier_execute);
    if (!select_address(decoder, &operands[address]))
        return false;
    bool is_token = form->operation == VGPU_MBARRIER_TEST;
    if (instruction->operand_count > address + 1 &&
        !decode_source(decoder, &operands[address + 1], is_token ? 8 : 4, &form->value))
        return false;
    if (tests && form->value == VGPU_NO_OPERAND)
        return decode_refuse(decoder, "a state or a parity is needed");
    if (address == 0 || (!tests && operands[0].kind == PTX_OPERAND_SINK))
        return true;
    return decode_destination(decoder, &operands[0], tests ? 1 : 8, &form->result);
}

bool select_asynchronous(struct vgpu_decoder *decoder)
{
    const struct ptx_operand *operands = decoder->instruction->operands;
    switch (decoder->instruction->opcode) {
    case PTX_OPCODE_CP_ASYNC:
        return decode_copy(decoder);
    case PTX_OPCODE_CP_ASYNC_COMMIT_GROUP:
        use_handler(decoder, copy_commit);
        return true;
    case PTX_OPCODE_CP_ASYNC_WAIT_GROUP:
        decoder->op->immediate = (int64_t)(operands[0].bits & INT32_MAX);
        use_handler(decoder, copy_wait);
        return true;
    case PTX_OPCODE_CP_ASYNC_WAIT_ALL:
        use_handler(decoder, copy_wait_all);
        return true;
    case PTX_OPCODE_MBARRIER_PENDING_COUNT:
        use_handler(decoder, mbarrier_pending_count);
        return decode_source(decoder, &operands[1], 8, &decoder->op->a) &&
               decode_destination(decoder, &operands[0], 4, &decoder->op->d);
    default:
        return decode_mbarrier(decoder);
    }
}
