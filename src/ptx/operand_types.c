/*
 * Whether operands are of the types that the instruction works on (PTX ISA 9.4): the patterns of operand_types.def.
 */
#include <string.h>

#include "ptx/form_internal.h"

static const char *const patterns[PTX_OPCODE_COUNT] = {
#define OPERAND_TYPES(opcode, pattern) [PTX_OPCODE_##opcode] = pattern,
#include "ptx/operand_types.def"
};

/* What one operand must be. */
struct expectation {
    enum ptx_type type; /* NONE: anything */
    uint32_t bits;
    bool may_be_wider;
};

static bool is_whole(enum ptx_type_class class)
{
    return class == PTX_TYPE_CLASS_SIGNED || class == PTX_TYPE_CLASS_UNSIGNED;
}

static bool is_real(enum ptx_type_class class)
{
    return class == PTX_TYPE_CLASS_FLOAT || class == PTX_TYPE_CLASS_PACKED;
}

static bool register_fits(const struct expectation *wanted, enum ptx_type type)
{
    enum ptx_type_class class = ptx_type_class(wanted->type), own = ptx_type_class(type);
    uint32_t bits = ptx_type_bits(type);
    if (class == PTX_TYPE_CLASS_PREDICATE || own == PTX_TYPE_CLASS_PREDICATE)
        return class == own;
    if (bits > wanted->bits && wanted->may_be_wider)
        return class == PTX_TYPE_CLASS_BITS || own != PTX_TYPE_CLASS_FLOAT;
    if (bits != wanted->bits)
        return false;
    if (class == PTX_TYPE_CLASS_BITS || own == PTX_TYPE_CLASS_BITS)
        return true;
    return is_real(class) ? wanted->type == type : own != PTX_TYPE_CLASS_FLOAT;
}

static bool immediate_fits(const struct expectation *wanted, enum ptx_type type)
{
    enum ptx_type_class class = ptx_type_class(wanted->type);
    return ptx_type_is_float(type) ? !is_whole(class) : !is_real(class);
}

static bool has_modifier(const struct ptx_form *form, enum ptx_modifier modifier)
{
    for (uint8_t i = 0; i < form->modifier_count; i++)
        if (form->modifiers[i] == modifier)
            return true;
    return false;
}

static struct expectation expectation_of(const struct ptx_form *form, char letter)
{
    bool is_second = letter == '1' || letter == 'm';
    struct expectation wanted = {.type = (enum ptx_type)form->types[is_second ? 1 : 0],
                                 .may_be_wider = letter == 'l' || letter == 'm'};
    if (letter == '-')
        wanted.type = PTX_TYPE_NONE;
    if (letter == 'u')
        wanted.type = PTX_TYPE_U32;
    wanted.bits = ptx_type_bits(wanted.type);
    if (letter == 'w' && has_modifier(form, PTX_MODIFIER_WIDE))
        wanted.bits *= 2;
    return wanted;
}

static bool operand_fits(const struct expectation *wanted, const struct ptx_operand *operand,
                         const struct ptx_register *registers)
{
    if (operand->kind == PTX_OPERAND_REGISTER)
        return register_fits(wanted, registers[operand->register_slot].type);
    if (operand->kind == PTX_OPERAND_IMMEDIATE)
        return immediate_fits(wanted, operand->immediate_type);
    for (uint32_t i = 0; operand->kind == PTX_OPERAND_VECTOR && wanted->may_be_wider && i < operand->element_count;
         i++) {
        const struct ptx_operand *element = &operand->elements[i]; /* ptxas takes any constant among them */
        if (element->kind == PTX_OPERAND_REGISTER && !register_fits(wanted, registers[element->register_slot].type))
            return false;
    }
    return true;
}

/* add.f32.f16 and its like: the pattern does not say which operand is the narrower one. */
static bool is_mixed(const struct ptx_form *form, const char *pattern)
{
    return form->type_count > 1 && strchr(pattern, '0') && !strchr(pattern, '1');
}

bool ptx_operand_types_check(const struct ptx_form *form, const struct ptx_operand *operands, uint32_t count,
                             const struct ptx_register *registers, uint32_t *out_operand, const char **out_problem)
{
    const char *pattern = patterns[form->opcode];
    if (!pattern || is_mixed(form, pattern))
        return true;
    for (uint32_t i = 0; i < count && pattern[i]; i++) {
        struct expectation wanted = expectation_of(form, pattern[i]);
        if (wanted.type == PTX_TYPE_NONE || operand_fits(&wanted, &operands[i], registers))
            continue;
        *out_operand = i;
        *out_problem = operands[i].kind == PTX_OPERAND_IMMEDIATE ? "a constant of this kind does not fit here"
                                                                 : "a register of this type does not fit here";
        return false;
    }
    return true;
}
