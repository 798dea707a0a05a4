/*
 * Atomics on global memory: what ptxas leaves of them, and how long L2 is busy with one.
 *
 * A slice of L2 takes the lines of a request one after another, and neighbouring lines are the same slice's work. A
 * line takes a while, each of its lanes a little, and lanes that meet at an address wait for each other (measured:
 * single adds 0.73 ns, 4 lanes of a line 1.0 to 1.3, 8 lanes 1.7, 32 lanes over 16 words 4.2, over two 11.8, at
 * one 23.7).
 */
#include "vgpu/time_simulation_internal.h"

/* Fitted on microbenchmarks: adds of one lane or all, to 1 to 30 million addresses. Nanoseconds. */
static const struct atomic_rates {
    double line, lane;         /* of a request; each of its lanes */
    double alone;              /* a lane by itself, where no other sector of the slice is hit */
    double again;              /* each further lane at an address, where all 32 meet there */
    double dense, dense_alone; /* of a sector that is updated whole; where no other line of the slice is hit */
} float_rates = {0.68, 0.133, 1.76, 1.69, 0.3, 0.6}, integer_rates = {0.6, 0.133, 0.73, 0.6, 0.3, 0.6};

double time_atomic_ns(struct seen_line *slice, const struct vgpu_touched_line *touched, bool is_float)
{
    const struct atomic_rates *rates = is_float ? &float_rates : &integer_rates;
    int sectors = __builtin_popcount(touched->sectors), shift = (int)(touched->line % TIME_SLICE_LINES) * 4;
    slice->atomic_sectors |= (uint32_t)touched->sectors << shift;
    if (touched->lanes >= 8 * sectors && touched->repeats == 1)
        return (slice->atomic_sectors & ~(15U << shift) ? rates->dense : rates->dense_alone) * sectors;
    if (touched->lanes == 1 && __builtin_popcount(slice->atomic_sectors) == 1)
        return rates->alone;
    double meeting = touched->repeats > 1 ? touched->repeats - 1 : 0;
    return rates->line + rates->lane * touched->lanes + rates->again * meeting * touched->repeats / VGPU_WARP_LANES;
}

/* --- what is the same for all lanes --------------------------------------------------------------------------------
 */

enum { UNIFORM_MOST = 64 };

/* Registers that are looked into. */
struct uniform_search {
    const struct ptx_function *function;
    uint32_t slots[UNIFORM_MOST];
    uint32_t count;
};

/* Queues the register; false where there are too many. */
static bool want(struct uniform_search *search, uint32_t slot)
{
    for (uint32_t i = 0; i < search->count; i++)
        if (search->slots[i] == slot)
            return true;
    if (search->count == UNIFORM_MOST)
        return false;
    search->slots[search->count++] = slot;
    return true;
}

static bool is_block_wide(const struct ptx_operand *operand)
{
    return operand->special == PTX_SPECIAL_CTAID || operand->special == PTX_SPECIAL_NCTAID ||
           operand->special == PTX_SPECIAL_NTID;
}

static bool want_operand(struct uniform_search *search, const struct ptx_operand *operand)
{
    if (operand->kind == PTX_OPERAND_SPECIAL)
        return is_block_wide(operand);
    if (operand->kind == PTX_OPERAND_REGISTER ||
        (operand->kind == PTX_OPERAND_MEMORY && operand->base_kind == PTX_OPERAND_REGISTER))
        return want(search, operand->register_slot);
    return operand->kind != PTX_OPERAND_VECTOR && operand->kind != PTX_OPERAND_LIST;
}

/* What computes from its operands alone, for each lane by itself. */
static bool computes(const struct ptx_instruction *instruction)
{
    enum ptx_category category = ptx_opcode_info(instruction->opcode)->category;
    if (instruction->opcode == PTX_OPCODE_LD)
        return instruction->space == PTX_SPACE_PARAMETER || instruction->space == PTX_SPACE_CONSTANT;
    return category == PTX_CATEGORY_INTEGER || category == PTX_CATEGORY_EXTENDED || category == PTX_CATEGORY_FLOAT ||
           category == PTX_CATEGORY_COMPARE || category == PTX_CATEGORY_LOGIC ||
           instruction->opcode == PTX_OPCODE_MOV || instruction->opcode == PTX_OPCODE_CVT ||
           instruction->opcode == PTX_OPCODE_CVTA;
}

/* Whether all lanes that execute it get the same, if they do from the registers that it queues. */
static bool keeps_uniform(struct uniform_search *search, const struct ptx_instruction *instruction)
{
    if (!computes(instruction) || (instruction->is_guarded && !want(search, instruction->guard_slot)))
        return false;
    for (uint32_t i = 1; i < instruction->operand_count; i++)
        if (!want_operand(search, &instruction->operands[i]))
            return false;
    return true;
}

static bool sets(const struct ptx_instruction *instruction, uint32_t slot)
{
    const struct ptx_operand *to = instruction->operand_count ? &instruction->operands[0] : NULL;
    return to && ptx_opcode_info(instruction->opcode)->operands[0] == 'd' && to->kind == PTX_OPERAND_REGISTER &&
           to->register_slot == slot;
}

static bool is_set_uniformly(struct uniform_search *search, uint32_t slot)
{
    bool is_set = false;
    for (uint32_t i = 0; i < search->function->instruction_count; i++) {
        const struct ptx_instruction *instruction = &search->function->instructions[i];
        if (!sets(instruction, slot))
            continue;
        is_set = true;
        if (!keeps_uniform(search, instruction))
            return false;
    }
    return is_set;
}

/* Follows the registers back to where they are set: parameters, constants and numbers of the block, in loops too. */
static bool is_known_uniform(const struct ptx_function *function, const struct ptx_operand *address)
{
    struct uniform_search search = {.function = function};
    if (address->kind != PTX_OPERAND_MEMORY || !want_operand(&search, address))
        return false;
    for (uint32_t next = 0; next < search.count; next++)
        if (!is_set_uniformly(&search, search.slots[next]))
            return false;
    return true;
}

bool time_atomic_is_added_up(const struct vgpu_profiled_op *op)
{
    const struct ptx_instruction *instruction = op->instruction;
    uint32_t address = instruction->opcode == PTX_OPCODE_RED ? 0 : 1;
    return !ptx_type_is_float((enum ptx_type)instruction->types[0]) && address < instruction->operand_count &&
           is_known_uniform(op->function, &instruction->operands[address]);
}
