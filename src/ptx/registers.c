/* The walk over the registers of one instruction. */
#include "ptx/registers.h"

/*
 * The parts of an operand: itself, its elements, the elements of vectors among these, and its pair.
 * NULL after the last one.
 */
static const struct ptx_operand *take_part(struct ptx_registers *at, const struct ptx_operand *operand)
{
    uint32_t part = at->next_part;
    if (part > operand->element_count + 1)
        return NULL;
    const struct ptx_operand *element = part == 0                        ? operand
                                        : part <= operand->element_count ? &operand->elements[part - 1]
                                                                         : operand->pair;
    bool is_nested = part > 0 && element && element->kind == PTX_OPERAND_VECTOR;
    if (is_nested && at->next_inner < element->element_count)
        return &element->elements[at->next_inner++];
    at->next_inner = 0;
    at->next_part++;
    return element;
}

static bool is_register(const struct ptx_operand *operand)
{
    return operand->kind == PTX_OPERAND_REGISTER ||
           (operand->kind == PTX_OPERAND_MEMORY && operand->base_kind == PTX_OPERAND_REGISTER);
}

static bool take_guard(struct ptx_registers *at)
{
    if (at->is_past_guard)
        return false;
    at->is_past_guard = true;
    at->slot = at->instruction->guard_slot;
    at->role = PTX_REGISTER_GUARD;
    return at->instruction->is_guarded;
}

bool ptx_registers_next(struct ptx_registers *at)
{
    if (take_guard(at))
        return true;
    const struct ptx_instruction *instruction = at->instruction;
    for (; at->next_operand < instruction->operand_count; at->next_operand++, at->next_part = 0) {
        const struct ptx_operand *operand = &instruction->operands[at->next_operand], *part;
        while ((part = take_part(at, operand))) {
            if (!is_register(part))
                continue;
            at->slot = part->register_slot;
            at->operand = at->next_operand;
            at->role = operand->kind == PTX_OPERAND_MEMORY                 ? PTX_REGISTER_ADDRESS
                       : at->next_operand < instruction->destination_count ? PTX_REGISTER_WRITTEN
                                                                           : PTX_REGISTER_READ;
            return true;
        }
    }
    return false;
}

bool ptx_reads_register(const struct ptx_instruction *instruction, uint32_t slot)
{
    for (struct ptx_registers at = {.instruction = instruction}; ptx_registers_next(&at);)
        if (at.role != PTX_REGISTER_WRITTEN && at.slot == slot)
            return true;
    return false;
}

bool ptx_writes_register(const struct ptx_instruction *instruction, uint32_t slot)
{
    for (struct ptx_registers at = {.instruction = instruction}; ptx_registers_next(&at);)
        if (at.role == PTX_REGISTER_WRITTEN && at.slot == slot)
            return true;
    return false;
}
