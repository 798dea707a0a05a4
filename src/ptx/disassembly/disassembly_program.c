/* Writes a program: header, files, variables and functions. */
#include <inttypes.h>

#include "ptx/disassembly.h"
#include "ptx/disassembly/disassembly.h"

static void write_header(const struct ptx_program *program, struct buffer *out)
{
    buffer_printf(out, ".version %" PRIu32 ".%" PRIu32 "\n", program->version_major, program->version_minor);
    if (program->target[0])
        buffer_printf(out, ".target %s%s\n", program->target, program->target_debug ? ", debug" : "");
    buffer_printf(out, ".address_size %" PRIu32 "\n", program->address_bits);
    for (uint32_t i = 0; i < program->file_count; i++)
        if (program->files[i])
            buffer_printf(out, ".file %" PRIu32 " \"%s\"\n", i, program->files[i]);
}

static void write_variables(const struct ptx_program *program, struct buffer *out)
{
    for (uint32_t i = 0; i < program->variable_count; i++) {
        const struct ptx_variable *variable = program->variables[i];
        buffer_append_text(out, variable->is_extern    ? ".extern "
                                : variable->is_weak    ? ".weak "
                                : variable->is_common  ? ".common "
                                : variable->is_visible ? ".visible "
                                                       : "");
        disassemble_variable(variable, out);
        buffer_append_text(out, ";\n");
    }
}

static bool has_inlined_code(const struct ptx_function *function)
{
    for (uint32_t i = 0; i < function->instruction_count; i++)
        if (function->instructions[i].location && function->instructions[i].location->inlined_at)
            return true;
    return false;
}

/* The label for the names of inlined functions must be a string of the debug data. */
static void write_debug_strings(const struct ptx_program *program, struct buffer *out)
{
    for (uint32_t i = 0; i < program->function_count; i++) {
        if (!has_inlined_code(&program->functions[i]))
            continue;
        buffer_append_text(out, ".section .debug_str\n{\n$L:\n    .b8 0\n}\n");
        return;
    }
}

void ptx_disassemble_program(const struct ptx_program *program, struct buffer *out)
{
    write_header(program, out);
    for (uint32_t i = 0; i < program->function_count; i++) {
        if (program->functions[i].is_entry && !program->functions[i].is_called)
            continue;
        disassemble_declaration(&program->functions[i], out);
        buffer_append_text(out, ";\n");
    }
    write_variables(program, out);
    for (uint32_t i = 0; i < program->function_count; i++)
        if (program->functions[i].has_body && !program->functions[i].alias_of)
            disassemble_definition(program, &program->functions[i], out);
    for (uint32_t i = 0; i < program->function_count; i++)
        if (program->functions[i].alias_of)
            buffer_printf(out, ".alias %s, %s;\n", program->functions[i].name, program->functions[i].alias_of);
    write_debug_strings(program, out);
}
