/* Checks the types of operands (PTX ISA 9.4) by the letters of ptx/opcodes.def. */
#include <string.h>

#include "base/told.h"
#include "ptx/form/form.h"
#include "ptx/form/type_sets.h"

/* The required type of one operand. */
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
    if (ptx_type_is_float(type))
        return class == PTX_TYPE_CLASS_BITS ? ptx_type_bits(type) == wanted->bits : !is_whole(class);
    return !is_real(class);
}

static bool has_modifier(const struct ptx_form *form, enum ptx_modifier modifier)
{
    for (uint8_t i = 0; i < form->modifier_count; i++)
        if (form->modifiers[i] == modifier)
            return true;
    return false;
}

static enum ptx_type wanted_type(const struct ptx_form *form, char letter)
{
    switch (letter) {
    case '-':
        return PTX_TYPE_NONE;
    case 'p':
        return PTX_TYPE_PRED;
    case 'u':
        return PTX_TYPE_U32;
    case 'q':
        return PTX_TYPE_B64;
    case 'y':
        return has_modifier(form, PTX_MODIFIER_PARITY) ? PTX_TYPE_U32 : PTX_TYPE_B64;
    case 'c':
        return has_modifier(form, PTX_MODIFIER_CAS) ? (enum ptx_type)form->types[0] : PTX_TYPE_B64;
    default:
        return (enum ptx_type)form->types[letter == '1' || letter == 'm' ? 1 : 0];
    }
}

static struct expectation expectation_of(const struct ptx_form *form, char letter)
{
    struct expectation wanted = {.type = wanted_type(form, letter), .may_be_wider = letter == 'l' || letter == 'm'};
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

/*
 * True for add.f32.f16 and similar ones: the pattern does not say which operand is the narrower
 * one.
 */
static bool is_mixed(const struct ptx_form *form, const char *pattern)
{
    enum ptx_opcode opcode = form->opcode;
    bool is_sum = opcode == PTX_OPCODE_ADD || opcode == PTX_OPCODE_SUB || opcode == PTX_OPCODE_FMA;
    return is_sum && form->type_count > 1 && strchr(pattern, '0');
}

/* The pattern of this instruction. */
static const char *pattern_of(const struct ptx_form *form, const struct ptx_operand *operands, uint32_t count)
{
    const char *pattern = ptx_opcode_info(form->opcode)->operand_types;
    if (is_mixed(form, pattern))
        return "";
    if (*pattern == '?')
        return pattern + (count > 0 && operands[0].kind == PTX_OPERAND_MEMORY ? 2 : 1);
    if (*pattern == 'b')
        return !has_modifier(form, PTX_MODIFIER_RED) ? "uu" : count == 3 ? "0up" : "0uup";
    return pattern;
}

/* A vector stands for one value only if it is moved, loaded, stored or reduced. */
static bool takes_vectors(enum ptx_opcode opcode)
{
    return opcode == PTX_OPCODE_MOV || opcode == PTX_OPCODE_LD || opcode == PTX_OPCODE_LDU || opcode == PTX_OPCODE_ST ||
           opcode == PTX_OPCODE_ATOM || opcode == PTX_OPCODE_RED;
}

#define FOUR_NUMBERS (T(E4M3X4) | T(E5M2X4) | T(E2M1X4) | T(E2M3X4) | T(E3M2X4))

/*
 * True for operands that are no single value. Conversions of four values take {a, b, c, d}, but
 * none of those is executed.
 */
static bool is_kind_wrong(const struct ptx_form *form, const struct ptx_operand *operand)
{
    bool is_address = operand->kind == PTX_OPERAND_VARIABLE || operand->kind == PTX_OPERAND_FUNCTION;
    bool is_whole_special = operand->kind == PTX_OPERAND_SPECIAL && operand->component == PTX_COMPONENT_ALL &&
                            ptx_special_register_components(operand->special) > 1;
    if (is_address)
        return form->opcode != PTX_OPCODE_MOV && form->opcode != PTX_OPCODE_CVTA;
    if (is_whole_special)
        return form->opcode != PTX_OPCODE_MOV || form->vector == 1;
    return operand->kind == PTX_OPERAND_VECTOR && !takes_vectors(form->opcode) &&
           !(form->opcode == PTX_OPCODE_CVT && (FOUR_NUMBERS >> form->types[0] & 1) != 0);
}

static const char *problem_of(const struct ptx_operand *operand)
{
    if (operand->kind == PTX_OPERAND_IMMEDIATE)
        return TOLD_TEXT("a constant of this kind does not fit here");
    return TOLD_TEXT("a register of this type does not fit here");
}

static bool has_bits(const struct ptx_operand *operand, const struct ptx_register *registers, uint32_t bits)
{
    return operand->kind != PTX_OPERAND_REGISTER || ptx_type_bits(registers[operand->register_slot].type) == bits;
}

/*
 * Fragments of a matrix use 32-bit registers, those of f64 64-bit ones (9.7.14). Scales have their
 * own.
 */
static bool fragment_fits(const struct ptx_form *form, const struct ptx_operand *operand,
                          const struct ptx_register *registers)
{
    if (has_modifier(form, PTX_MODIFIER_BLOCK_SCALE))
        return true;
    if (ptx_opcode_info(form->opcode)->category != PTX_CATEGORY_MATRIX || operand->kind != PTX_OPERAND_VECTOR)
        return true;
    for (uint32_t i = 0; i < operand->element_count; i++)
        if (!has_bits(&operand->elements[i], registers, form->types[0] == PTX_TYPE_F64 ? 64 : 32))
            return false;
    return true;
}

/*
 * {a, b} packs registers into the bits of one value of the type. Beside a vector, or with .v2, each
 * register has all of the bits.
 */
static bool packing_fits(const struct ptx_form *form, const struct ptx_operand *operand,
                         const struct ptx_register *registers)
{
    if (form->opcode != PTX_OPCODE_MOV || operand->kind != PTX_OPERAND_VECTOR)
        return true;
    uint32_t count = operand->element_count, bits = ptx_type_bits((enum ptx_type)form->types[0]);
    if (form->vector == 1 && count != 2 && count != 4)
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (!has_bits(&operand->elements[i], registers, form->vector == 1 ? bits / count : bits))
            return false;
    return true;
}

/* The second destination of d|p is a predicate. */
static bool pair_fits(const struct ptx_operand *operand, const struct ptx_register *registers)
{
    return !operand->pair || operand->pair->kind != PTX_OPERAND_REGISTER ||
           registers[operand->pair->register_slot].type == PTX_TYPE_PRED;
}

bool operand_types_check(const struct ptx_form *form, const struct ptx_operand *operands, uint32_t count,
                         const struct ptx_register *registers, uint32_t *out_operand, const char **out_problem)
{
    const char *pattern = pattern_of(form, operands, count);
    for (uint32_t i = 0; i < count; i++) {
        *out_operand = i;
        *out_problem = problem_of(&operands[i]);
        if (!pair_fits(&operands[i], registers) || !fragment_fits(form, &operands[i], registers) ||
            !packing_fits(form, &operands[i], registers))
            return false;
        if (!*pattern)
            continue;
        struct expectation wanted = expectation_of(form, *pattern++);
        if (wanted.type == PTX_TYPE_NONE)
            continue;
        if (is_kind_wrong(form, &operands[i])) {
            *out_problem = TOLD_TEXT("an operand of this kind does not fit here");
            return false;
        }
        if (!operand_fits(&wanted, &operands[i], registers))
            return false;
    }
    return true;
}
