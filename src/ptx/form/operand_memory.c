/* Addresses: the allowed content of [] (PTX ISA 6.4, 9.4). */
#include "base/told.h"
#include "ptx/form/form.h"

/* True for integers and untyped registers of up to 64 bits. */
static bool is_address_type(enum ptx_type type)
{
    enum ptx_type_class class = ptx_type_class(type);
    return ptx_type_bits(type) <= 64 &&
           (class == PTX_TYPE_CLASS_BITS || class == PTX_TYPE_CLASS_SIGNED || class == PTX_TYPE_CLASS_UNSIGNED);
}

/* The space of operand `index`. Copies name two, destination first. */
static enum ptx_space space_of(const struct ptx_form *form, uint32_t index)
{
    return index > 0 && form->space_2 != PTX_SPACE_GENERIC ? form->space_2 : form->space;
}

/*
 * Constants and parameters have generic addresses, but only as values (cvta). The instruction must
 * name their space.
 */
static bool space_fits(enum ptx_space wanted, enum ptx_space space)
{
    if (wanted == PTX_SPACE_GENERIC)
        return space != PTX_SPACE_CONSTANT && space != PTX_SPACE_PARAMETER;
    return wanted == space || (wanted == PTX_SPACE_SHARED_CLUSTER && space == PTX_SPACE_SHARED);
}

/*
 * Instructions whose space is not the operand's, or that name no space for an operand that has one.
 */
static bool names_other_space(enum ptx_opcode opcode)
{
    const struct ptx_opcode_info *row = ptx_opcode_info(opcode);
    return row->status != PTX_STATUS_EXECUTED || row->category == PTX_CATEGORY_CONTROL ||
           opcode == PTX_OPCODE_FENCE_PROXY;
}

static const char *memory_problem(const struct ptx_form *form, const struct ptx_operand *operand, uint32_t index,
                                  const struct ptx_register *registers)
{
    enum ptx_space space = space_of(form, index);
    switch (operand->base_kind) {
    case PTX_OPERAND_REGISTER:
        return is_address_type(registers[operand->register_slot].type) ? NULL : TOLD_TEXT("an address is an integer");
    case PTX_OPERAND_IMMEDIATE:
        if (operand->immediate_type != PTX_TYPE_S64 && operand->immediate_type != PTX_TYPE_U64)
            return TOLD_TEXT("an address is an integer");
        return NULL;
    case PTX_OPERAND_VARIABLE:
        return space_fits(space, operand->variable->space) ? NULL : TOLD_TEXT("the variable is in another state space");
    default:
        return NULL;
    }
}

bool operand_memory_check(const struct ptx_form *form, const struct ptx_operand *operands, uint32_t count,
                          const struct ptx_register *registers, uint32_t *out_operand, const char **out_problem)
{
    if (names_other_space(form->opcode))
        return true;
    for (uint32_t i = 0; i < count; i++) {
        const char *problem =
            operands[i].kind == PTX_OPERAND_MEMORY ? memory_problem(form, &operands[i], i, registers) : NULL;
        if (problem) {
            *out_operand = i;
            *out_problem = problem;
            return false;
        }
    }
    return true;
}
