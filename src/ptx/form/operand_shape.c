/* Matches operands with the shapes of a form. */
#include <string.h>

#include "base/told.h"
#include "ptx/form/form.h"

/* slot = ["?"] letter ["_"] ["|p"] */
static const char *compile_slot(const char *text, struct ptx_slot *slot)
{
    if (*text == '?') {
        slot->is_optional = true;
        text++;
    }
    if (strncmp(text, "call", 4) == 0) {
        slot->class = 'C';
        return text + 4;
    }
    slot->class = *text++;
    slot->may_discard = *text == '_';
    text += slot->may_discard;
    if (strncmp(text, "|p", 2) == 0) {
        slot->may_pair = true;
        text += 2;
    }
    return text;
}

uint8_t operand_shapes_compile(const char *text, struct ptx_shape shapes[PTX_SHAPES_MAX])
{
    memset(shapes, 0, sizeof *shapes * PTX_SHAPES_MAX);
    uint8_t count = 0;
    for (;;) {
        struct ptx_shape *shape = &shapes[count++];
        while (*text && *text != ';') {
            struct ptx_slot *slot = &shape->slots[shape->count++];
            text = compile_slot(text, slot);
            if (!slot->is_optional)
                shape->least++;
            text += *text == ',';
        }
        if (!*text || count == PTX_SHAPES_MAX)
            return count;
        text++;
    }
}

static bool is_one_of(enum ptx_operand_kind kind, unsigned set)
{
    return (set >> kind & 1) != 0;
}

#define KIND(suffix) (1u << PTX_OPERAND_##suffix)

static unsigned kinds_of_class(char class)
{
    switch (class) {
    case 'd':
        return KIND(REGISTER) | KIND(VECTOR);
    case 'a':
        return KIND(REGISTER) | KIND(IMMEDIATE) | KIND(SPECIAL) | KIND(VARIABLE) | KIND(FUNCTION) | KIND(VECTOR);
    case 'p':
        return KIND(REGISTER) | KIND(IMMEDIATE);
    case 'm':
        return KIND(MEMORY);
    case 'v':
        return KIND(VECTOR) | KIND(REGISTER);
    case 'i':
        return KIND(IMMEDIATE);
    case 'L':
        return KIND(LABEL);
    case 'B':
        return KIND(LIST);
    default:
        return 0;
    }
}

/*
 * "r + 1" is a value, not a place. Only scalar and packed video instructions take a byte or a half
 * of a register.
 */
static bool register_fits(const struct ptx_form *form, const struct ptx_slot *slot, const struct ptx_operand *operand)
{
    if (operand->kind != PTX_OPERAND_REGISTER)
        return true;
    bool is_video = ptx_opcode_info(form->opcode)->category == PTX_CATEGORY_VIDEO;
    return (operand->offset_bytes == 0 || (slot->class == 'a' && !is_video)) && (operand->part == 0 || is_video);
}

static bool slot_accepts(const struct ptx_form *form, const struct ptx_slot *slot, const struct ptx_operand *operand)
{
    if (!register_fits(form, slot, operand))
        return false;
    if (!is_one_of(operand->kind, kinds_of_class(slot->class) | (slot->may_discard ? KIND(SINK) : 0)))
        return false;
    if (operand->is_negated && slot->class != 'p' && !form->negates)
        return false;
    return !operand->pair || slot->may_pair;
}

/*
 * Matches operands[at..] with slots[from..]. Optional slots can be skipped. Shapes are short, so
 * depth is bounded.
 */
static bool shape_matches(const struct ptx_form *form, const struct ptx_shape *shape, uint32_t from,
                          const struct ptx_operand *operands, uint32_t count, uint32_t at, uint32_t *furthest)
{
    if (at > *furthest)
        *furthest = at;
    if (from == shape->count)
        return at == count;
    const struct ptx_slot *slot = &shape->slots[from];
    if (at < count && slot_accepts(form, slot, &operands[at]) &&
        shape_matches(form, shape, from + 1, operands, count, at + 1, furthest))
        return true;
    return slot->is_optional && shape_matches(form, shape, from + 1, operands, count, at, furthest);
}

uint32_t operand_shape_destinations(const struct ptx_form *form, const struct ptx_operand *operands, uint32_t count)
{
    uint32_t furthest = 0, destinations = 0;
    for (uint8_t i = 0; i < form->shape_count; i++) {
        const struct ptx_shape *shape = &form->shapes[i];
        if (form->shape_count > 1 && !shape_matches(form, shape, 0, operands, count, 0, &furthest))
            continue;
        while (destinations < count && shape->slots[destinations].class == 'd' &&
               operands[destinations].kind != PTX_OPERAND_MEMORY)
            destinations++;
        return destinations;
    }
    return 0;
}

static const char *explain(const struct ptx_form *form, uint32_t count)
{
    bool few = true, many = true;
    for (uint8_t i = 0; i < form->shape_count; i++) {
        few = few && count < form->shapes[i].least;
        many = many && count > form->shapes[i].count;
    }
    if (few)
        return TOLD_TEXT("too few operands");
    return many ? TOLD_TEXT("too many operands") : TOLD_TEXT("an operand of this kind does not fit here");
}

/* The operand of a load or store that `.v4` is about. -1 for other instructions. */
static int data_operand(enum ptx_opcode opcode)
{
    switch (opcode) {
    case PTX_OPCODE_LD:
    case PTX_OPCODE_LDU:
    case PTX_OPCODE_ATOM:
    case PTX_OPCODE_MULTIMEM_LD_REDUCE:
        return 0;
    case PTX_OPCODE_ST:
    case PTX_OPCODE_ST_ASYNC:
    case PTX_OPCODE_RED:
    case PTX_OPCODE_MULTIMEM_ST:
    case PTX_OPCODE_MULTIMEM_RED:
        return 1;
    default:
        return -1;
    }
}

/*
 * mov.v4 moves a vector, or one value into each element. Any other mov packs {a, b} into one
 * register.
 */
static bool move_fits(const struct ptx_form *form, const struct ptx_operand *operands)
{
    bool is_vector = operands[0].kind == PTX_OPERAND_VECTOR;
    return form->vector == 1 || (is_vector && operands[0].element_count == form->vector);
}

static bool vector_fits(const struct ptx_form *form, const struct ptx_operand *operands, uint32_t *out_operand)
{
    *out_operand = 0;
    if (form->opcode == PTX_OPCODE_MOV)
        return move_fits(form, operands);
    int data = data_operand(form->opcode);
    if (data < 0)
        return true;
    const struct ptx_operand *operand = &operands[data];
    uint32_t width = operand->kind == PTX_OPERAND_VECTOR ? operand->element_count : 1;
    *out_operand = (uint32_t)data;
    return width == form->vector || (operand->kind == PTX_OPERAND_SINK && form->opcode == PTX_OPCODE_ATOM);
}

bool operand_shape_check(const struct ptx_form *form, const struct ptx_operand *operands, uint32_t count,
                         uint32_t *out_operand, const char **out_problem)
{
    uint32_t furthest = 0;
    for (uint8_t i = 0; i < form->shape_count; i++)
        if (shape_matches(form, &form->shapes[i], 0, operands, count, 0, &furthest)) {
            *out_operand = count;
            *out_problem = TOLD_TEXT("the words of the instruction ask for another number of operands");
            if (!operand_count_check(form, count))
                return false;
            *out_problem = TOLD_TEXT("the vector has another width than the instruction");
            return vector_fits(form, operands, out_operand) && matrix_shape_check(form, operands, out_operand);
        }
    *out_operand = furthest;
    *out_problem = explain(form, count);
    return false;
}
