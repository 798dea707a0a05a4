/*
 * Plain loads that only guess: what they read goes into a compare-and-swap on the same address, which tells whether it
 * was right. CUDA's own guide makes atomics of other types so (old = *address; do .. while (atomicCAS(address, ..))).
 * The memory model calls it a race; no program can tell, and nobody would be helped by hearing of it.
 *
 * The same address is the same register, or the same variable, with the same offset: optimised code has it so. Where
 * addresses go through memory, as in -G builds, nothing is recognised and the race is told.
 */
#include "vgpu/select_internal.h"

enum { VARIABLES_MAX = 16 }; /* with a compare-and-swap on them, in one function; more are not recognised */

/* Where the compare-and-swaps of a function go. */
struct targets {
    const struct ptx_variable **held;       /* by register: the variable whose address it was given, if any */
    const struct ptx_instruction **by_slot; /* by register that holds no variable's */
    const struct ptx_instruction *by_variable[VARIABLES_MAX];
    uint32_t variable_count;
};

static const struct ptx_operand *memory_of(const struct vgpu_op *op)
{
    return &op->detail->source->operands[1];
}

static bool is_cas(const struct vgpu_op *op)
{
    return op->detail->access == VGPU_ACCESS_ATOMIC && op->detail->atomic == VGPU_ATOMIC_CAS &&
           op->detail->source->opcode == PTX_OPCODE_ATOM && !op->detail->refusal;
}

static bool is_plain_load(const struct vgpu_op *op)
{
    return op->detail->access == VGPU_ACCESS_READ && op->detail->source->opcode == PTX_OPCODE_LD &&
           !op->detail->is_ordered && op->detail->element_count == 1 && !op->detail->refusal;
}

static const struct ptx_variable *variable_of(const struct targets *targets, const struct ptx_operand *memory)
{
    if (memory->base_kind == PTX_OPERAND_VARIABLE)
        return memory->variable;
    return memory->base_kind == PTX_OPERAND_REGISTER ? targets->held[memory->register_slot] : NULL;
}

static const struct ptx_instruction **place_of(struct targets *targets, const struct ptx_operand *memory)
{
    const struct ptx_variable *variable = variable_of(targets, memory);
    if (!variable)
        return memory->base_kind == PTX_OPERAND_REGISTER ? &targets->by_slot[memory->register_slot] : NULL;
    for (uint32_t i = 0; i < targets->variable_count; i++)
        if (variable_of(targets, &targets->by_variable[i]->operands[1]) == variable)
            return &targets->by_variable[i];
    return targets->variable_count < VARIABLES_MAX ? &targets->by_variable[targets->variable_count] : NULL;
}

static void find_held(struct targets *targets, const struct vgpu_function *function)
{
    for (uint32_t i = 0; i + 1 < function->op_count; i++) {
        const struct ptx_instruction *source = function->ops[i].detail->source;
        if (source->opcode != PTX_OPCODE_MOV)
            continue; /* others may have no operands at all */
        const struct ptx_operand *to = &source->operands[0], *from = &source->operands[1];
        if (to->kind == PTX_OPERAND_REGISTER && from->kind == PTX_OPERAND_VARIABLE && from->offset_bytes == 0)
            targets->held[to->register_slot] = from->variable;
    }
}

static void add_target(struct targets *targets, const struct vgpu_op *op)
{
    const struct ptx_instruction **place = place_of(targets, memory_of(op));
    if (!place)
        return;
    targets->variable_count += place == &targets->by_variable[targets->variable_count];
    *place = op->detail->source;
}

static bool is_guess(struct targets *targets, const struct vgpu_op *op)
{
    const struct ptx_instruction **place = place_of(targets, memory_of(op)), *load = op->detail->source;
    return place && *place && (*place)->operands[1].offset_bytes == memory_of(op)->offset_bytes &&
           ptx_type_bits((enum ptx_type)(*place)->types[0]) == ptx_type_bits((enum ptx_type)load->types[0]);
}

void decode_mark_guesses(struct vgpu_decoder *decoder)
{
    const struct vgpu_function *function = decoder->function;
    struct targets targets = {0};
    for (uint32_t i = 0; i + 1 < function->op_count; i++) {
        if (!is_cas(&function->ops[i]))
            continue;
        if (!targets.held) {
            targets.held = ARENA_ARRAY(decoder->arena, function->register_count + 1, const struct ptx_variable *);
            targets.by_slot = ARENA_ARRAY(decoder->arena, function->register_count + 1, const struct ptx_instruction *);
            find_held(&targets, function);
        }
        add_target(&targets, &function->ops[i]);
    }
    for (uint32_t i = 0; targets.held && i + 1 < function->op_count; i++)
        if (is_plain_load(&function->ops[i]))
            ((struct vgpu_op *)function->ops)[i].detail->is_guess = is_guess(&targets, &function->ops[i]);
}
