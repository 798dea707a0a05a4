/* Writes variables and their initial values. */
#include <inttypes.h>

#include "ptx/disassembly/disassembly.h"

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

void disassemble_variable(const struct ptx_variable *variable, struct buffer *out)
{
    write_type(variable, out);
    write_name(variable, out);
    if (variable->initial && variable->initial_bytes > 0)
        write_initial(variable, out);
}

void disassemble_parameters(struct ptx_variable *const *variables, uint32_t count, struct buffer *out)
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
