/* Lookups in a parsed program, and facts about one instruction. */
#include "ptx/program.h"

#include <string.h>

const struct ptx_function *ptx_find_function(const struct ptx_program *program, const char *name)
{
    for (uint32_t i = 0; i < program->function_count; i++)
        if (strcmp(program->functions[i].name, name) == 0)
            return &program->functions[i];
    return NULL;
}

const struct ptx_variable *ptx_find_variable(const struct ptx_program *program, const char *name)
{
    for (uint32_t i = 0; i < program->variable_count; i++)
        if (strcmp(program->variables[i]->name, name) == 0)
            return program->variables[i];
    return NULL;
}

bool ptx_has_modifier(const struct ptx_instruction *instruction, enum ptx_modifier modifier)
{
    for (uint8_t i = 0; i < instruction->modifier_count; i++)
        if (instruction->modifiers[i] == modifier)
            return true;
    return false;
}

enum ptx_modifier ptx_modifier_of_class(const struct ptx_instruction *instruction, enum ptx_modifier_class class)
{
    for (uint8_t i = 0; i < instruction->modifier_count; i++)
        if (ptx_modifier_class(instruction->modifiers[i]) == class)
            return instruction->modifiers[i];
    return PTX_MODIFIER_NONE;
}

enum ptx_action ptx_does(const struct ptx_instruction *instruction)
{
    return ptx_opcode_info(instruction->opcode)->does;
}

bool ptx_copies_in(const struct ptx_instruction *instruction)
{
    return ptx_does(instruction) == PTX_DOES_TRANSFER && instruction->space != PTX_SPACE_GLOBAL;
}

uint32_t ptx_flops(const struct ptx_instruction *instruction)
{
    return ptx_opcode_info(instruction->opcode)->flops * ptx_type_floats((enum ptx_type)instruction->types[0]);
}

uint32_t ptx_operand_bits(const struct ptx_instruction *instruction, uint32_t index)
{
    const char *letters = ptx_opcode_info(instruction->opcode)->operand_types;
    uint32_t bits = ptx_type_bits((enum ptx_type)instruction->types[0]);
    switch (index < strlen(letters) ? letters[index] : '-') {
    case '0':
        return bits;
    case '1':
        return ptx_type_bits((enum ptx_type)instruction->types[1]);
    case 'w':
        return ptx_has_modifier(instruction, PTX_MODIFIER_WIDE) ? 2 * bits : bits;
    case 'u':
        return 32;
    case 'q':
        return 64;
    case 'p':
        return 1;
    default:
        return 0;
    }
}

int ptx_line_in_file(const struct ptx_instruction *instruction, int file)
{
    for (const struct ptx_location *location = instruction->location; location; location = location->inlined_at)
        if (location->file == file)
            return location->line;
    return 0;
}

const char *ptx_space_name(enum ptx_space space)
{
    static const char *const names[] = {
        [PTX_SPACE_GENERIC] = "generic",
        [PTX_SPACE_REGISTER] = "reg",
        [PTX_SPACE_GLOBAL] = "global",
        [PTX_SPACE_SHARED] = "shared",
        [PTX_SPACE_SHARED_CLUSTER] = "shared::cluster",
        [PTX_SPACE_LOCAL] = "local",
        [PTX_SPACE_CONSTANT] = "const",
        [PTX_SPACE_PARAMETER] = "param",
    };
    return names[space];
}

bool ptx_space_find(const char *word, size_t length, enum ptx_space *out_space)
{
    static const struct {
        const char *name;
        enum ptx_space space;
    } spaces[] = {{"global", PTX_SPACE_GLOBAL},         {"shared", PTX_SPACE_SHARED},
                  {"shared::cta", PTX_SPACE_SHARED},    {"shared::cluster", PTX_SPACE_SHARED_CLUSTER},
                  {"local", PTX_SPACE_LOCAL},           {"const", PTX_SPACE_CONSTANT},
                  {"param", PTX_SPACE_PARAMETER},       {"param::entry", PTX_SPACE_PARAMETER},
                  {"param::func", PTX_SPACE_PARAMETER}, {"reg", PTX_SPACE_REGISTER}};
    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++) {
        if (strlen(spaces[i].name) == length && memcmp(spaces[i].name, word, length) == 0) {
            *out_space = spaces[i].space;
            return true;
        }
    }
    return false;
}
