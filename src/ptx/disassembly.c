/* Writes instructions and operands. */
#include "ptx/disassembly.h"

#include <inttypes.h>

static void write_immediate(const struct ptx_operand *operand, struct buffer *out)
{
    switch (operand->immediate_type) {
    case PTX_TYPE_F32:
        buffer_printf(out, "0f%08" PRIX32, (uint32_t)operand->bits);
        return;
    case PTX_TYPE_F64:
        buffer_printf(out, "0d%016" PRIX64, operand->bits);
        return;
    case PTX_TYPE_U64:
        buffer_printf(out, "%" PRIu64 "U", operand->bits);
        return;
    default:
        buffer_printf(out, "%" PRId64, (int64_t)operand->bits);
    }
}

static void write_special(const struct ptx_operand *operand, struct buffer *out)
{
    buffer_append_text(out, ptx_special_register_prefix(operand->special));
    if (ptx_special_register_is_numbered(operand->special))
        buffer_printf(out, "%" PRIu64, operand->bits);
    buffer_append_text(out, ptx_special_register_suffix(operand->special));
    if (operand->component != PTX_COMPONENT_ALL)
        buffer_printf(out, ".%c", "xyzw"[operand->component]);
}

static void write_register(const struct ptx_function *function, const struct ptx_operand *operand, struct buffer *out)
{
    static const char *const parts[] = {"",    "b0",  "b1",  "b2",  "b3",  "h0",  "h1",  "h00", "h01", "h10",
                                        "h11", "h20", "h21", "h30", "h31", "h02", "h03", "h12", "h13"};
    if (operand->is_negated)
        buffer_append_char(out, '!');
    buffer_append_text(out, function->registers[operand->register_slot].name);
    if (operand->part != 0)
        buffer_printf(out, ".%s", parts[operand->part]);
}

static void write_offset(int64_t offset_bytes, struct buffer *out)
{
    if (offset_bytes != 0)
        buffer_printf(out, "+%" PRId64, offset_bytes);
}

static void write_base(const struct ptx_program *program, const struct ptx_function *function,
                       enum ptx_operand_kind kind, const struct ptx_operand *operand, struct buffer *out)
{
    switch (kind) {
    case PTX_OPERAND_REGISTER:
        write_register(function, operand, out);
        return;
    case PTX_OPERAND_IMMEDIATE:
        write_immediate(operand, out);
        return;
    case PTX_OPERAND_SPECIAL:
        write_special(operand, out);
        return;
    case PTX_OPERAND_VARIABLE:
        buffer_append_text(out, operand->variable->name);
        return;
    case PTX_OPERAND_LABEL:
        buffer_append_text(out, operand->name);
        return;
    case PTX_OPERAND_FUNCTION:
        buffer_append_text(out, program->functions[operand->target].name);
        return;
    case PTX_OPERAND_PROTOTYPE:
        buffer_append_text(out, program->prototypes[operand->target].name);
        return;
    default:
        buffer_append_char(out, '_');
    }
}

/* Of all lists, those of a call alone have composite elements: vector registers. */
static void write_elements(const struct ptx_program *program, const struct ptx_function *function,
                           const struct ptx_operand *list, const char *brackets, struct buffer *out)
{
    buffer_append_char(out, brackets[0]);
    for (uint32_t i = 0; i < list->element_count; i++) {
        const struct ptx_operand *element = &list->elements[i];
        buffer_append_text(out, i > 0 ? ", " : "");
        if (element->kind == PTX_OPERAND_VECTOR)
            write_elements(program, function, element, "{}", out);
        else
            write_base(program, function, element->kind, element, out);
        write_offset(element->offset_bytes, out);
    }
    buffer_append_char(out, brackets[1]);
}

static void write_memory(const struct ptx_program *program, const struct ptx_function *function,
                         const struct ptx_operand *operand, struct buffer *out)
{
    buffer_append_char(out, '[');
    write_base(program, function, operand->base_kind, operand, out);
    write_offset(operand->offset_bytes, out);
    if (operand->has_coordinates) {
        buffer_append_text(out, ", ");
        write_elements(program, function, operand, "{}", out);
    }
    buffer_append_char(out, ']');
}

static void write_operand(const struct ptx_program *program, const struct ptx_function *function,
                          const struct ptx_operand *operand, struct buffer *out)
{
    if (operand->kind == PTX_OPERAND_MEMORY) {
        write_memory(program, function, operand, out);
    } else if (operand->kind == PTX_OPERAND_VECTOR) {
        write_elements(program, function, operand, "{}", out);
    } else {
        write_base(program, function, operand->kind, operand, out);
        write_offset(operand->offset_bytes, out);
    }
    if (operand->pair) {
        buffer_append_char(out, '|');
        write_base(program, function, operand->pair->kind, operand->pair, out);
    }
}

static uint32_t index_of(const struct ptx_function *function, const struct ptx_instruction *instruction)
{
    return (uint32_t)(instruction - function->instructions);
}

/* call [(results),] callee[, (arguments)][, prototype] */
static void write_call(const struct ptx_program *program, const struct ptx_function *function,
                       const struct ptx_instruction *instruction, struct buffer *out)
{
    const struct ptx_operand *operands = instruction->operands;
    buffer_append_char(out, ' ');
    if (operands[0].element_count > 0) {
        write_elements(program, function, &operands[0], "()", out);
        buffer_append_text(out, ", ");
    }
    write_operand(program, function, &operands[1], out);
    if (operands[2].element_count > 0) {
        buffer_append_text(out, ", ");
        write_elements(program, function, &operands[2], "()", out);
    }
    if (operands[3].kind == PTX_OPERAND_LIST)
        buffer_printf(out, ", $targets_%" PRIu32, index_of(function, instruction));
    else if (operands[3].kind != PTX_OPERAND_NONE)
        buffer_printf(out, ", %s", program->prototypes[operands[3].target].name);
}

void ptx_disassemble_instruction(const struct ptx_program *program, const struct ptx_function *function,
                                 const struct ptx_instruction *instruction, struct buffer *out)
{
    if (instruction->is_guarded)
        buffer_printf(out, "@%s%s ", instruction->guard_negated ? "!" : "",
                      function->registers[instruction->guard_slot].name);
    buffer_append_text(out, instruction->mnemonic);
    if (instruction->opcode == PTX_OPCODE_CALL) {
        write_call(program, function, instruction, out);
        return;
    }
    for (uint8_t i = 0; i < instruction->operand_count; i++) {
        buffer_append_text(out, i > 0 ? ", " : " ");
        if (instruction->operands[i].kind == PTX_OPERAND_LIST)
            buffer_printf(out, "$targets_%" PRIu32, index_of(function, instruction));
        else
            write_operand(program, function, &instruction->operands[i], out);
    }
}
