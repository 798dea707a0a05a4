/* Selects control flow: branches, calls, returns, exits, block barriers, fences. */
#include <string.h>

#include "vgpu/decode/selector.h"
#include "vgpu/program/handlers.h"
#include "vgpu/program/op_flags.h"
#include "vgpu/warp/external.h"

static const struct vgpu_op *op_at(const struct vgpu_decoder *decoder, uint32_t index)
{
    return decoder->function->ops + index;
}

static bool decode_branch(struct vgpu_decoder *decoder)
{
    decoder->detail->heeds_guard = true;
    decoder->op->target = op_at(decoder, decoder->instruction->operands[0].target);
    decode_handlers(decoder,
                    decoder->instruction->is_guarded ? decoder->handlers->branch_if : decoder->handlers->branch);
    return true;
}

/* brx.idx a, {targets} */
static bool decode_branch_indexed(struct vgpu_decoder *decoder)
{
    const struct ptx_operand *list = &decoder->instruction->operands[1];
    decoder->detail->heeds_guard = true;
    const struct vgpu_op **targets = ARENA_ARRAY(decoder->arena, list->element_count + 1, const struct vgpu_op *);
    for (uint32_t i = 0; i < list->element_count; i++)
        targets[i] = op_at(decoder, list->elements[i].target);
    decoder->detail->targets = targets;
    decoder->detail->target_count = list->element_count;
    decode_handlers(decoder, decoder->handlers->branch_indexed);
    return decode_source(decoder, &decoder->instruction->operands[0], 4, &decoder->op->a);
}

/* Notes that a call reads or writes a register. */
static bool take_register(struct vgpu_decoder *decoder, const struct ptx_operand *operand, bool is_result)
{
    unsigned width = decode_register_width(decoder, operand);
    uint32_t offset;
    bool negated;
    if (is_result)
        return decode_destination(decoder, operand, width, &offset);
    return width == 1 ? decode_predicate(decoder, operand, &offset, &negated)
                      : decode_source(decoder, operand, width, &offset);
}

/*
 * A register, vector or constant as a value of a call. It becomes a variable of its own, moved to
 * or from the register.
 */
static const struct vgpu_frame_variable *decode_call_register(struct vgpu_decoder *decoder,
                                                              const struct ptx_operand *element, uint64_t size_bytes,
                                                              bool is_result)
{
    struct vgpu_frame_variable *value = ARENA_NEW(decoder->arena, struct vgpu_frame_variable);
    bool is_vector = element->kind == PTX_OPERAND_VECTOR;
    uint32_t count = is_vector ? element->element_count : 1, offset;
    const struct ptx_operand *first = is_vector ? &element->elements[0] : element;
    for (uint32_t i = 0; first->kind == PTX_OPERAND_REGISTER && i < count; i++)
        if (!take_register(decoder, &first[i], is_result))
            return NULL;
    if (first->kind == PTX_OPERAND_REGISTER) {
        decode_value_registers(decoder, first->register_slot, count, value);
    } else {
        unsigned width = size_bytes > 4 ? 8 : 4;
        *value = (struct vgpu_frame_variable){
            .words = width / 4, .register_width = (uint8_t)width, .register_count = 1, .value_bytes = (uint8_t)width};
        if (is_result && element->kind == PTX_OPERAND_SINK)
            value->register_width = value->register_count = 0;
        else if (is_result || !decode_source(decoder, element, width, &offset))
            return NULL;
        else
            value->register_offset = offset;
    }
    value->offset = decode_scratch(decoder, value->words * 4 * VGPU_WARP_LANES);
    return value;
}

/*
 * The size of the called function's parameter `index`, if it is known. All functions of a list have
 * the same parameters.
 */
static uint64_t value_bytes(const struct vgpu_decoder *decoder, uint32_t index)
{
    const struct ptx_operand *callee = &decoder->instruction->operands[1];
    const struct ptx_operand *shape = &decoder->instruction->operands[3];
    const struct ptx_program *program = decoder->module->program;
    if (shape->kind == PTX_OPERAND_LIST && shape->element_count > 0)
        callee = &shape->elements[0];
    if (callee->kind == PTX_OPERAND_FUNCTION) {
        const struct ptx_function *function = &program->functions[callee->target];
        return index < function->parameter_count ? function->parameters[index]->size_bytes : 4;
    }
    if (shape->kind == PTX_OPERAND_PROTOTYPE) {
        const struct ptx_prototype *prototype = &program->prototypes[shape->target];
        return index < prototype->parameter_count ? prototype->parameters[index]->size_bytes : 4;
    }
    return 4;
}

/* The frame variables of a call's operands. Registers and constants get variables of their own. */
static bool decode_call_values(struct vgpu_decoder *decoder, const struct ptx_operand *list, bool is_result,
                               const struct vgpu_frame_variable ***out_values)
{
    const struct vgpu_frame_variable **values =
        ARENA_ARRAY(decoder->arena, list->element_count + 1, const struct vgpu_frame_variable *);
    for (uint32_t i = 0; i < list->element_count; i++) {
        const struct ptx_operand *element = &list->elements[i];
        if (element->kind == PTX_OPERAND_VARIABLE)
            values[i] = decode_frame_variable(decoder, element->variable);
        if (!values[i])
            values[i] = decode_call_register(decoder, element, value_bytes(decoder, i), is_result);
        if (!values[i])
            return decode_refuse(decoder, "a call takes .param variables, registers and constants");
    }
    *out_values = values;
    return true;
}

static bool decode_call(struct vgpu_decoder *decoder)
{
    const struct ptx_operand *operands = decoder->instruction->operands;
    struct vgpu_call *call = ARENA_NEW(decoder->arena, struct vgpu_call);
    decoder->detail->call = call;
    call->result_count = operands[0].element_count;
    call->argument_count = operands[2].element_count;
    if (!decode_call_values(decoder, &operands[0], true, &call->results) ||
        !decode_call_values(decoder, &operands[2], false, &call->arguments))
        return false;
    decoder->detail->heeds_guard = true;
    decode_handlers(decoder, decoder->handlers->call_function);
    decoder->function->traits.calls_any |= operands[1].kind == PTX_OPERAND_REGISTER;
    if (operands[1].kind == PTX_OPERAND_REGISTER)
        return decode_source(decoder, &operands[1], 8, &decoder->op->a);
    const struct vgpu_function *callee = &decoder->module->functions[operands[1].target];
    decoder->detail->callee = callee;
    if (callee->source->is_entry)
        return decode_refuse(decoder, "%s is a kernel, and only a .func can be called", callee->source->name);
    if (callee->source->is_extern || callee->op_count == 0) {
        call->external = callee->source->name;
        decoder->function->traits.uses_heap |= external_uses_heap(call->external);
        decode_handlers(decoder, decoder->handlers->call_external);
        return external_exists(call->external) ||
               decode_refuse(decoder, "function %s has no definition", call->external);
    }
    if (call->argument_count != callee->source->parameter_count || call->result_count != callee->source->result_count)
        return decode_refuse(decoder, "call of %s with another number of arguments", callee->source->name);
    return true;
}

/*
 * bar{.cta}.sync a{, b}; bar.arrive a, b; bar.red.popc.u32 d, a{, b}, p; bar.red.OP.pred p, a{, b},
 * q
 */
static bool decode_barrier(struct vgpu_decoder *decoder)
{
    const struct ptx_instruction *instruction = decoder->instruction;
    const struct ptx_operand *operands = instruction->operands;
    uint32_t count = instruction->operand_count;
    struct vgpu_op *op = decoder->op;
    bool reduces = decode_has(decoder, PTX_MODIFIER_RED), negated = false;
    op->flags = reduces ? (decode_has(decoder, PTX_MODIFIER_POPC)  ? VGPU_BARRIER_POPC
                           : decode_has(decoder, PTX_MODIFIER_AND) ? VGPU_BARRIER_AND
                                                                   : VGPU_BARRIER_OR)
                        : (decode_has(decoder, PTX_MODIFIER_ARRIVE) ? VGPU_BARRIER_ARRIVE : VGPU_BARRIER_SYNC);
    decode_handlers(decoder, decoder->handlers->barrier);
    uint32_t first = reduces ? 1 : 0, last = reduces ? count - 1 : count;
    if (count < first + 1 || !decode_source(decoder, &operands[first], 4, &op->a))
        return decode_refuse(decoder, "a barrier needs its number");
    op->b = VGPU_NO_OPERAND;
    if (last > first + 1 && !decode_source(decoder, &operands[first + 1], 4, &op->b))
        return false;
    if (!reduces)
        return true;
    if (!decode_predicate(decoder, &operands[count - 1], &op->c, &negated))
        return false;
    unsigned width = op->flags == VGPU_BARRIER_POPC ? 4 : 1;
    if (negated)
        op->flags |= VGPU_BARRIER_NEGATED;
    return decode_destination(decoder, &operands[0], width, &op->d);
}

static bool decode_cluster_barrier(struct vgpu_decoder *decoder)
{
    decoder->op->flags = decode_has(decoder, PTX_MODIFIER_WAIT) ? VGPU_BARRIER_SYNC : VGPU_BARRIER_ARRIVE;
    decoder->function->traits.has_cluster_barrier = true;
    decode_handlers(decoder, decoder->handlers->cluster_barrier);
    return true;
}

bool select_control(struct vgpu_decoder *decoder)
{
    const struct vgpu_handlers *handlers = decoder->handlers;
    switch (decoder->instruction->opcode) {
    case PTX_OPCODE_BRA:
        return decode_branch(decoder);
    case PTX_OPCODE_BRX_IDX:
        return decode_branch_indexed(decoder);
    case PTX_OPCODE_CALL:
        return decode_call(decoder);
    case PTX_OPCODE_RET:
        decoder->detail->heeds_guard = decoder->detail->ends_lanes = true;
        decode_handlers(decoder, handlers->return_lanes);
        return true;
    case PTX_OPCODE_EXIT:
        decoder->detail->heeds_guard = decoder->detail->ends_lanes = true;
        decode_handlers(decoder, handlers->exit_lanes);
        return true;
    case PTX_OPCODE_TRAP:
    case PTX_OPCODE_BRKPT:
        decode_handlers(decoder, handlers->trap);
        return true;
    case PTX_OPCODE_BAR:
    case PTX_OPCODE_BARRIER:
        return decode_barrier(decoder);
    case PTX_OPCODE_BARRIER_CLUSTER:
        return decode_cluster_barrier(decoder);
    case PTX_OPCODE_NANOSLEEP: /* lets other warps run */
        decode_handlers(decoder, handlers->sleep);
        return true;
    default: /* membar, fence */
        decode_handlers(decoder, handlers->fence);
        return true;
    }
}
