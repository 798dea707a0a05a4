/*
 * A parsed program back to text that parses again, into the same instructions, variables and
 * tables. It differs from the text that was read: scopes are flattened, unnamed registers are
 * dropped, addresses are offsets. So a round trip shows that the parser keeps everything.
 */
#ifndef PTX_PROGRAM_TEXT_H
#define PTX_PROGRAM_TEXT_H

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

#include "base/buffer.h"
#include "ptx/disassembly.h"
#include "ptx/program.h"

/* --- variables and their initial values ------------------------------------------------------- */

static uint64_t element_bytes(const struct ptx_variable *variable)
{
    return (uint64_t)ptx_type_bits(variable->type) / 8;
}

static void write_relocation(const struct ptx_relocation *relocation, struct buffer *out)
{
    bool is_masked = relocation->size_bytes == 1;
    if (is_masked)
        buffer_printf(out, "0x%" PRIx64 "(", UINT64_C(0xff) << relocation->shift_bits);
    buffer_printf(out, relocation->is_generic ? "generic(%s)" : "%s", relocation->symbol);
    if (relocation->addend != 0)
        buffer_printf(out, "+%" PRId64, relocation->addend);
    if (is_masked)
        buffer_append_char(out, ')');
}

static void write_value(const struct ptx_variable *variable, uint64_t offset_bytes, struct buffer *out)
{
    uint64_t value = 0;
    for (uint64_t i = 0; i < element_bytes(variable) && i < 8; i++)
        value |= (uint64_t)variable->initial[offset_bytes + i] << (8 * i);
    if (variable->type == PTX_TYPE_F32)
        buffer_printf(out, "0f%08" PRIX64, value);
    else if (variable->type == PTX_TYPE_F64)
        buffer_printf(out, "0d%016" PRIX64, value);
    else
        buffer_printf(out, "%" PRIu64, value);
}

/* Relocations are in the order of their offsets, as written. */
static void write_initial(const struct ptx_variable *variable, struct buffer *out)
{
    bool braces = variable->is_array || variable->vector > 1;
    uint32_t relocation = 0;
    buffer_append_text(out, braces ? " = {" : " = ");
    for (uint64_t at = 0; at < variable->initial_bytes; at += element_bytes(variable)) {
        buffer_append_text(out, at > 0 ? ", " : "");
        if (relocation < variable->relocation_count && variable->relocations[relocation].offset_bytes == at)
            write_relocation(&variable->relocations[relocation++], out);
        else
            write_value(variable, at, out);
    }
    buffer_append_text(out, braces ? "}" : "");
}

static void write_type(const struct ptx_variable *variable, struct buffer *out)
{
    buffer_printf(out, ".%s ", ptx_space_name(variable->space));
    if (variable->space != PTX_SPACE_REGISTER)
        buffer_printf(out, ".align %" PRIu32 " ", variable->align_bytes);
    if (variable->is_managed)
        buffer_append_text(out, ".attribute(.managed) ");
    if (variable->vector > 1)
        buffer_printf(out, ".v%" PRIu32 " ", variable->vector);
    buffer_printf(out, ".%s ", ptx_type_name(variable->type));
}

static void write_name(const struct ptx_variable *variable, struct buffer *out)
{
    buffer_append_text(out, variable->name);
    if (!variable->is_array)
        return;
    uint64_t count = variable->size_bytes / (element_bytes(variable) * variable->vector);
    if (count > 0)
        buffer_printf(out, "[%" PRIu64 "]", count);
    else
        buffer_append_text(out, "[]");
}

static void disassemble_variable(const struct ptx_variable *variable, struct buffer *out)
{
    write_type(variable, out);
    write_name(variable, out);
    if (variable->initial && variable->initial_bytes > 0)
        write_initial(variable, out);
}

static void disassemble_parameters(struct ptx_variable *const *variables, uint32_t count, struct buffer *out)
{
    buffer_append_char(out, '(');
    for (uint32_t i = 0; i < count; i++) {
        buffer_append_text(out, i > 0 ? ", " : "");
        write_type(variables[i], out);
        if (variables[i]->is_pointer) {
            buffer_append_text(out, ".ptr ");
            if (variables[i]->pointer_space != PTX_SPACE_GENERIC)
                buffer_printf(out, ".%s ", ptx_space_name(variables[i]->pointer_space));
            buffer_printf(out, ".align %" PRIu32 " ", variables[i]->pointer_align_bytes);
        }
        write_name(variables[i], out);
    }
    buffer_append_char(out, ')');
}

/* --- functions -------------------------------------------------------------------------------- */

static void write_extent(const char *directive, const uint32_t extent[3], struct buffer *out)
{
    if (extent[0] != 0)
        buffer_printf(out, " .%s %" PRIu32 ", %" PRIu32 ", %" PRIu32, directive, extent[0], extent[1], extent[2]);
}

static void write_count(const char *directive, uint32_t count, struct buffer *out)
{
    if (count != 0)
        buffer_printf(out, " .%s %" PRIu32, directive, count);
}

static void disassemble_declaration(const struct ptx_function *function, struct buffer *out)
{
    if (function->is_weak)
        buffer_append_text(out, ".weak ");
    else if (function->is_visible)
        buffer_append_text(out, ".visible ");
    else if (function->is_extern)
        buffer_append_text(out, ".extern ");
    buffer_append_text(out, function->is_entry ? ".entry " : ".func ");
    if (function->result_count > 0)
        disassemble_parameters(function->results, function->result_count, out);
    buffer_printf(out, " %s", function->name);
    disassemble_parameters(function->parameters, function->parameter_count, out);
    write_extent("maxntid", function->max_threads, out);
    write_extent("reqntid", function->required_threads, out);
    write_extent("reqnctapercluster", function->cluster_blocks, out);
    write_count("maxclusterrank", function->max_cluster_blocks, out);
    write_count("minnctapersm", function->min_blocks_per_sm, out);
    write_count("maxnreg", function->max_registers, out);
    if (function->is_explicit_cluster)
        buffer_append_text(out, " .explicitcluster");
    if (function->is_noreturn)
        buffer_append_text(out, " .noreturn");
}

static bool is_register_parameter(const struct ptx_function *function, const char *name)
{
    for (uint32_t i = 0; i < function->parameter_count; i++)
        if (function->parameters[i]->space == PTX_SPACE_REGISTER && strcmp(function->parameters[i]->name, name) == 0)
            return true;
    for (uint32_t i = 0; i < function->result_count; i++)
        if (function->results[i]->space == PTX_SPACE_REGISTER && strcmp(function->results[i]->name, name) == 0)
            return true;
    return false;
}

static void write_names(const struct ptx_program *program, const struct ptx_function *function, struct buffer *out)
{
    for (uint32_t i = 0; i < function->register_count; i++)
        if (!is_register_parameter(function, function->registers[i].name))
            buffer_printf(out, "    .reg .%s %s;\n", ptx_type_name(function->registers[i].type),
                          function->registers[i].name);
    for (uint32_t i = 0; i < function->variable_count; i++) {
        buffer_append_text(out, function->variables[i]->is_extern ? "    .extern " : "    ");
        disassemble_variable(function->variables[i], out);
        buffer_append_text(out, ";\n");
    }
    for (uint32_t i = 0; i < program->prototype_count; i++) {
        const struct ptx_prototype *prototype = &program->prototypes[i];
        if (prototype->function != function->index)
            continue;
        buffer_printf(out, "    %s: .callprototype ", prototype->name);
        if (prototype->result_count > 0)
            disassemble_parameters(prototype->results, prototype->result_count, out);
        buffer_append_text(out, " _ ");
        disassemble_parameters(prototype->parameters, prototype->parameter_count, out);
        buffer_append_text(out, prototype->is_noreturn ? " .noreturn;\n" : ";\n");
    }
}

/* Writes the chain of inlined_at, outermost first, so a parser finds each parent. */
static void write_location(const struct ptx_location *location, struct buffer *out)
{
    enum { CHAIN_MAX = 80 };
    const struct ptx_location *chain[CHAIN_MAX];
    int count = 0;
    if (!location)
        buffer_append_text(out, "    .loc 0 0 0\n");
    for (; location && count < CHAIN_MAX; location = location->inlined_at)
        chain[count++] = location;
    for (int i = count - 1; i >= 0; i--) {
        buffer_printf(out, "    .loc %d %d %d", chain[i]->file, chain[i]->line, chain[i]->column);
        if (chain[i]->inlined_at)
            buffer_printf(out, ", function_name $L, inlined_at %d %d %d", chain[i]->inlined_at->file,
                          chain[i]->inlined_at->line, chain[i]->inlined_at->column);
        buffer_append_char(out, '\n');
    }
}

/* The list that a brx.idx or an indirect call names. */
static void write_targets(const struct ptx_program *program, const struct ptx_instruction *instruction, uint32_t index,
                          struct buffer *out)
{
    uint32_t position = instruction->opcode == PTX_OPCODE_CALL ? 3 : 1;
    bool has_list = (instruction->opcode == PTX_OPCODE_CALL || instruction->opcode == PTX_OPCODE_BRX_IDX) &&
                    instruction->operands[position].kind == PTX_OPERAND_LIST;
    if (!has_list)
        return;
    const struct ptx_operand *list = &instruction->operands[position];
    buffer_printf(out, "    $targets_%" PRIu32 ": %s", index, position == 3 ? ".calltargets" : ".branchtargets");
    for (uint32_t i = 0; i < list->element_count; i++) {
        const struct ptx_operand *element = &list->elements[i];
        bool is_label = element->kind == PTX_OPERAND_LABEL;
        buffer_printf(out, "%s%s", i > 0 ? ", " : " ",
                      is_label ? element->name : program->functions[element->target].name);
    }
    buffer_append_text(out, ";\n");
}

static void write_body(const struct ptx_program *program, const struct ptx_function *function, struct buffer *out)
{
    const struct ptx_location *location = NULL;
    uint32_t label = 0;
    for (uint32_t i = 0; i < function->instruction_count; i++) {
        const struct ptx_instruction *instruction = &function->instructions[i];
        for (; label < function->label_count && function->labels[label].instruction == i; label++)
            buffer_printf(out, "%s:\n", function->labels[label].name);
        if (instruction->location != location)
            write_location(instruction->location, out);
        location = instruction->location;
        write_targets(program, instruction, i, out);
        buffer_append_text(out, "    ");
        ptx_disassemble_instruction(program, function, instruction, out);
        buffer_append_text(out, ";\n");
    }
}

static void disassemble_definition(const struct ptx_program *program, const struct ptx_function *function,
                                   struct buffer *out)
{
    disassemble_declaration(function, out);
    buffer_append_text(out, "\n{\n");
    write_names(program, function, out);
    write_body(program, function, out);
    buffer_append_text(out, "}\n");
}

/* --- the whole program ------------------------------------------------------------------------ */

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

static void ptx_program_text(const struct ptx_program *program, struct buffer *out)
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

#endif
