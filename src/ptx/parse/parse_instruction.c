/* Parses instructions. */
#include <string.h>

#include "base/told.h"
#include "ptx/parse/parser.h"

/*
 *     instruction = ["@" ["!"] name] spelling [operand {"," operand}] ";"
 *
 * An operand "r + 1" is a sum: an addition to a new register goes before the instruction.
 */

struct guard {
    bool is_present, is_negated;
    uint32_t slot;
};

static bool parse_guard(struct ptx_parser *parser, struct guard *guard)
{
    if (!parser_accept(parser, '@'))
        return true;
    guard->is_present = true;
    guard->is_negated = parser_accept(parser, '!');
    if (!parser_at(parser, PTX_TOKEN_NAME))
        return parser_fail(parser, "expected a predicate after '@'");
    struct ptx_operand operand;
    if (!operand_from_register(parser, parser->token.name, &operand))
        return false;
    if (operand.kind != PTX_OPERAND_REGISTER)
        return parser_fail(parser, "a guard must be one predicate");
    const struct ptx_register *entry =
        PTX_VECTOR_AT(&parser->builder.registers, struct ptx_register, operand.register_slot);
    if (entry->type != PTX_TYPE_PRED)
        return parser_fail(parser, "a guard must be a .pred register, not .%s", ptx_type_name(entry->type));
    guard->slot = operand.register_slot;
    parser_next(parser);
    return true;
}

/* "ld.const[2].u32" names the bank of the variable. Only a word without a type ends in .const. */
static bool skip_constant_bank(struct ptx_parser *parser, const struct ptx_name *word)
{
    static const char space[] = ".const";
    size_t length = strlen(space);
    bool is_constant = word->length > length && strcmp(word->text + word->length - length, space) == 0;
    return !is_constant || !parser_at(parser, '[') || parse_constant_bank(parser);
}

/*
 * "ld .global .u32" means "ld.global.u32". Joins the words into one spelling, and leaves the token
 * after them.
 */
static bool take_spelling(struct ptx_parser *parser, struct ptx_token *out_spelling)
{
    struct ptx_token spelling = parser->token;
    parser_next(parser);
    if (!skip_constant_bank(parser, spelling.name))
        return false;
    for (int words = 0; parser_at(parser, PTX_TOKEN_DIRECTIVE) && words < PTX_MODIFIERS_MAX; words++) {
        char *joined = arena_printf(parser->scratch, "%s.%s", spelling.name->text, parser->token.name->text);
        spelling.name = names_intern_text(&parser->names, joined, strlen(joined));
        parser_next(parser);
        if (!skip_constant_bank(parser, spelling.name))
            return false;
    }
    spelling.name = legacy_spelling(parser, spelling.name);
    *out_spelling = spelling;
    return true;
}

static const struct ptx_form *form_of(struct ptx_parser *parser, const struct ptx_token *spelling)
{
    if (!spelling->name->form) {
        spelling->name->form = form_resolve(parser->arena, spelling, parser->source, parser->diagnostics);
        if (diagnostics_error_count(parser->diagnostics) >= DIAGNOSTICS_MAX)
            parser->gave_up = true;
    }
    return spelling->name->form;
}

static bool parse_operands(struct ptx_parser *parser, const struct ptx_form *form, const struct ptx_token *spelling,
                           struct ptx_operand operands[PTX_OPERANDS_MAX], uint32_t *out_count)
{
    if (form->shapes[0].count > 0 && form->shapes[0].slots[0].class == 'C') {
        *out_count = 4;
        return parse_call_operands(parser, operands) && parser_expect(parser, ';', "';'");
    }
    struct location places[PTX_OPERANDS_MAX + 1];
    uint32_t count = 0;
    if (!parser_at(parser, ';')) {
        do {
            if (count == PTX_OPERANDS_MAX)
                return parser_fail(parser, "more than %d operands", PTX_OPERANDS_MAX);
            places[count] = lexer_token_location(&parser->token);
            if (!parse_operand(parser, form, count, &operands[count]))
                return false;
            count++;
        } while (parser_accept(parser, ','));
    }
    places[count] = lexer_token_location(&parser->token);
    if (!parser_expect(parser, ';', TOLD_TEXT("',' or ';'")))
        return false;
    uint32_t wrong = 0;
    const char *problem = NULL;
    *out_count = count;
    const struct ptx_register *registers = (const struct ptx_register *)parser->builder.registers.items;
    if (operand_shape_check(form, operands, count, &wrong, &problem) &&
        operand_memory_check(form, operands, count, registers, &wrong, &problem) &&
        operand_types_check(form, operands, count, registers, &wrong, &problem) &&
        operand_range_check(form, operands, count, &wrong, &problem))
        return true;
    if (wrong > count)
        wrong = count;
    parser_fail_at(parser, places[wrong], "'%.100s': %s", spelling->name->text, problem);
    return false;
}

/* Moves operands from the parser's stack into the arena. References to them follow. */
static struct ptx_operand *settle_operands(struct ptx_parser *parser, const struct ptx_operand *operands,
                                           uint32_t count, uint32_t first_reference)
{
    if (count == 0)
        return NULL;
    struct ptx_operand *settled = arena_memdup(parser->arena, operands, sizeof *operands * count);
    for (uint32_t i = first_reference; i < parser->builder.references.count; i++) {
        struct ptx_reference *reference = PTX_VECTOR_AT(&parser->builder.references, struct ptx_reference, i);
        if (reference->operand >= operands && reference->operand < operands + count)
            reference->operand = settled + (reference->operand - operands);
    }
    return settled;
}

static void append(struct ptx_parser *parser, const struct ptx_form *form, const struct ptx_token *start,
                   const struct guard *guard, struct ptx_operand *operands, uint32_t count)
{
    bool is_call = ptx_opcode_info(form->opcode)->does == PTX_DOES_CALL;
    const struct ptx_location *location = parser->builder.location;
    uint32_t used_mask = parser->builder.used_bytes_mask;
    parser->builder.used_bytes_mask = 0;
    *PTX_VECTOR_PUSH(&parser->builder.instructions, struct ptx_instruction) = (struct ptx_instruction){
        .opcode = form->opcode,
        .modifier_count = form->modifier_count,
        .type_count = form->type_count,
        .operand_count = (uint8_t)count,
        .destination_count = is_call ? 1 : (uint8_t)operand_shape_destinations(form, operands, count),
        .vector = form->vector,
        .used_bytes = (uint8_t)(used_mask ? 32 - __builtin_clz(used_mask) : 0),
        .is_guarded = guard->is_present,
        .guard_negated = guard->is_negated,
        .space = form->space,
        .space_2 = form->space_2,
        .guard_slot = guard->slot,
        .modifiers = form->modifiers,
        .types = form->types,
        .mnemonic = form->spelling,
        .operands = operands,
        .location = location,
        .line = location ? location->line : 0,
        .ptx_line = start->line,
    };
}

/* The addition for a register of that type; NULL if there is none. */
static const char *addition_to(enum ptx_type type)
{
    enum ptx_type_class class = ptx_type_class(type);
    if (class != PTX_TYPE_CLASS_SIGNED && class != PTX_TYPE_CLASS_UNSIGNED && class != PTX_TYPE_CLASS_BITS)
        return NULL;
    switch (ptx_type_bits(type)) {
    case 16:
        return "add.s16";
    case 32:
        return "add.s32";
    case 64:
        return "add.s64";
    default:
        return NULL;
    }
}

static bool new_register(struct ptx_parser *parser, enum ptx_type type, uint32_t *out_slot)
{
    struct ptx_vector *registers = &parser->builder.registers;
    if (registers->count >= PTX_REGISTERS_MAX)
        return parser_give_up(parser, "the function uses too many registers");
    *out_slot = registers->count;
    *PTX_VECTOR_PUSH(registers, struct ptx_register) = (struct ptx_register){
        .type = type, .name = operand_unique_text(parser, names_intern_text(&parser->names, "%sum", strlen("%sum")))};
    return true;
}

/* Puts the sum of "r + 1" into a register, and the register into the operand. */
static bool append_sum(struct ptx_parser *parser, const struct ptx_token *start, const struct guard *guard,
                       struct ptx_operand *operand)
{
    enum ptx_type type = PTX_VECTOR_AT(&parser->builder.registers, struct ptx_register, operand->register_slot)->type;
    const char *spelling = addition_to(type);
    if (!spelling)
        return parser_fail_at(parser, lexer_token_location(start), "a constant cannot be added to a .%s register here",
                              ptx_type_name(type));
    struct ptx_token addition = *start;
    addition.name = names_intern_text(&parser->names, spelling, strlen(spelling));
    const struct ptx_form *form = form_of(parser, &addition);
    uint32_t slot;
    if (!form || !new_register(parser, type, &slot))
        return false;
    struct ptx_operand operands[] = {
        {.kind = PTX_OPERAND_REGISTER, .register_slot = slot},
        {.kind = PTX_OPERAND_REGISTER, .register_slot = operand->register_slot},
        {.kind = PTX_OPERAND_IMMEDIATE, .immediate_type = PTX_TYPE_S64, .bits = (uint64_t)operand->offset_bytes}};
    append(parser, form, start, guard, arena_memdup(parser->arena, operands, sizeof operands), 3);
    operand->register_slot = slot;
    operand->offset_bytes = 0;
    return true;
}

/* Counts towards the limits of the module. */
static bool take_total(struct ptx_parser *parser, uint32_t instructions, uint32_t operands)
{
    parser->instruction_total += instructions;
    parser->operand_total += operands;
    return (parser->instruction_total <= PTX_INSTRUCTIONS_MAX && parser->operand_total <= PTX_OPERANDS_TOTAL_MAX) ||
           parser_give_up(parser, "the module has too many instructions");
}

static bool append_sums(struct ptx_parser *parser, const struct ptx_token *start, const struct guard *guard,
                        struct ptx_operand *operands, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (operands[i].kind == PTX_OPERAND_REGISTER && operands[i].offset_bytes != 0 &&
            (!take_total(parser, 1, 3) || !append_sum(parser, start, guard, &operands[i])))
            return false;
    return true;
}

bool parse_instruction(struct ptx_parser *parser)
{
    struct ptx_token start = parser->token;
    struct guard guard = {0};
    if (!parse_guard(parser, &guard))
        return false;
    if (!parser_at(parser, PTX_TOKEN_NAME)) {
        char buffer[80];
        return parser_fail(parser, "expected an instruction, not %s", parser_token_text(parser, buffer, sizeof buffer));
    }
    struct ptx_token spelling;
    if (!take_spelling(parser, &spelling))
        return false;
    const struct ptx_form *form = form_of(parser, &spelling);
    if (!form)
        return false;
    struct ptx_operand operands[PTX_OPERANDS_MAX];
    uint32_t count = 0, first_reference = parser->builder.references.count;
    if (!parse_operands(parser, form, &spelling, operands, &count)) {
        parser->builder.references.count = first_reference;
        return false;
    }
    if (!append_sums(parser, &start, &guard, operands, count) || !take_total(parser, 1, count))
        return false;
    struct ptx_operand *settled = settle_operands(parser, operands, count, first_reference);
    append(parser, form, &start, &guard, settled, count);
    return true;
}
