/* Writes functions: header, body, labels and lists. */
#include <inttypes.h>
#include <string.h>

#include "ptx/disassembly.h"
#include "ptx/disassembly/disassembly.h"

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

void disassemble_declaration(const struct ptx_function *function, struct buffer *out)
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

void disassemble_definition(const struct ptx_program *program, const struct ptx_function *function, struct buffer *out)
{
    disassemble_declaration(function, out);
    buffer_append_text(out, "\n{\n");
    write_names(program, function, out);
    write_body(program, function, out);
    buffer_append_text(out, "}\n");
}
