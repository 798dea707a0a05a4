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

int ptx_line_in_file(const struct ptx_instruction *instruction, int file)
{
    for (const struct ptx_location *location = instruction->location; location; location = location->inlined_at)
        if (location->file == file)
            return location->line;
    return 0;
}
