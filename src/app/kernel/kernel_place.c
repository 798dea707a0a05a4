/* Puts arguments and variables into device memory. */
#include "app/kernel/kernel_place.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/i18n.h"
#include "base/mangled.h"

enum { POINTER_BYTES = sizeof(device_address) };

static void add_output(struct kernel_place *place, const char *path, const struct kernel_buffer *buffer)
{
    if (!path)
        return;
    struct kernel_output *output = ARENA_NEW(place->arena, struct kernel_output);
    *output = (struct kernel_output){path, buffer->address, buffer->size_bytes, place->outputs};
    place->outputs = output;
}

/* --- buffers ---------------------------------------------------------------------------------- */

/* Makes a new array. Without content it stays poisoned. */
static bool make_array(struct kernel_place *place, const struct kernel_argument *argument, const char *name,
                       struct kernel_buffer *out_buffer, struct error *error)
{
    const struct device_vtable *vtable = place->device->vtable;
    uint32_t element_bytes = (uint32_t)dtype_bytes(argument->dtype);
    struct kernel_buffer buffer = {.size_bytes = argument->element_count * element_bytes,
                                   .element_bytes = element_bytes};
    if (!vtable->allocate(place->device, buffer.size_bytes, name, &buffer.address, error))
        return false;
    *out_buffer = buffer;
    if ((!argument->fill && !argument->from_file) || buffer.size_bytes == 0)
        return true;
    void *bytes;
    if (!kernel_argument_fill(argument, name, place->request->seed, &bytes, error))
        return false;
    bool written = vtable->write(place->device, buffer.address, bytes, buffer.size_bytes, error);
    free(bytes);
    return written;
}

static bool append_fields(struct kernel_place *place, const struct kernel_argument *argument, const char *name,
                          struct buffer *out, struct error *error);

static bool make_structure(struct kernel_place *place, const struct kernel_argument *argument, const char *name,
                           struct kernel_buffer *out_buffer, struct error *error)
{
    const struct device_vtable *vtable = place->device->vtable;
    CLEANUP(buffer_done) struct buffer bytes = BUFFER_INIT;
    struct kernel_buffer buffer = {.element_bytes = 1};
    if (!append_fields(place, argument, name, &bytes, error) ||
        !vtable->allocate(place->device, bytes.size_bytes, name, &buffer.address, error) ||
        !vtable->write(place->device, buffer.address, bytes.data, bytes.size_bytes, error))
        return false;
    buffer.size_bytes = bytes.size_bytes;
    *out_buffer = buffer;
    return true;
}

/* The buffer of an earlier argument, or a place some elements further. */
static bool find_same(struct kernel_place *place, const struct kernel_argument *argument,
                      struct kernel_buffer *out_buffer, struct error *error)
{
    struct kernel_buffer buffer = place->buffers[argument->same_as];
    if (!buffer.element_bytes)
        return error_set(error, ERROR_SYNTAX, "&%u: argument %u has no buffer", argument->same_as, argument->same_as);
    if (argument->element_count > buffer.size_bytes / buffer.element_bytes)
        return error_set(error, ERROR_RANGE, "&%u+%" PRIu64 " is past the end of that buffer", argument->same_as,
                         argument->element_count);
    buffer.address += argument->element_count * buffer.element_bytes;
    buffer.size_bytes -= argument->element_count * buffer.element_bytes;
    *out_buffer = buffer;
    return true;
}

static bool make_buffer(struct kernel_place *place, const struct kernel_argument *argument, const char *name,
                        struct kernel_buffer *out_buffer, struct error *error)
{
    bool made = argument->kind == KERNEL_ARGUMENT_SAME     ? find_same(place, argument, out_buffer, error)
                : argument->kind == KERNEL_ARGUMENT_BUFFER ? make_array(place, argument, name, out_buffer, error)
                                                           : make_structure(place, argument, name, out_buffer, error);
    if (made)
        add_output(place, argument->to_file, out_buffer);
    return made;
}

/* --- values as they stand in memory ----------------------------------------------------------- */

static bool is_pointer(const struct kernel_argument *argument)
{
    return argument->kind == KERNEL_ARGUMENT_SAME ||
           (argument->kind == KERNEL_ARGUMENT_BUFFER && !argument->is_in_place) || argument->is_pointed;
}

static size_t alignment_of(const struct kernel_argument *argument)
{
    size_t most = 1;
    if (is_pointer(argument))
        return POINTER_BYTES;
    if (argument->kind != KERNEL_ARGUMENT_FIELDS)
        return dtype_bytes(argument->dtype);
    for (uint32_t i = 0; i < argument->field_count; i++) {
        size_t align_bytes = alignment_of(&argument->fields[i]);
        most = align_bytes > most ? align_bytes : most;
    }
    return most;
}

static void pad(struct buffer *out, size_t align_bytes)
{
    while (out->size_bytes % align_bytes)
        buffer_append_char(out, '\0');
}

static bool append_elements(struct kernel_place *place, const struct kernel_argument *argument, const char *name,
                            struct buffer *out, struct error *error)
{
    void *bytes;
    if (!kernel_argument_fill(argument, name, place->request->seed, &bytes, error))
        return false;
    buffer_append(out, bytes, (size_t)argument->element_count * dtype_bytes(argument->dtype));
    free(bytes);
    return true;
}

/* Appends the aligned value. For pointers, makes their target. */
static bool append_value(struct kernel_place *place, const struct kernel_argument *argument, const char *name,
                         struct buffer *out, struct error *error)
{
    struct kernel_buffer made;
    pad(out, alignment_of(argument));
    if (argument->kind == KERNEL_ARGUMENT_SCALAR) {
        buffer_append(out, &argument->bits, dtype_bytes(argument->dtype));
        return true;
    }
    if (argument->is_in_place)
        return append_elements(place, argument, name, out, error);
    if (!is_pointer(argument))
        return append_fields(place, argument, name, out, error);
    if (!make_buffer(place, argument, name, &made, error))
        return false;
    buffer_append(out, &made.address, POINTER_BYTES);
    return true;
}

/*
 * Lays out as C: every field aligned, the whole as its most aligned field. `out` is aligned for it.
 */
static bool append_fields(struct kernel_place *place, const struct kernel_argument *argument, const char *name,
                          struct buffer *out, struct error *error)
{
    size_t most = 1;
    for (uint32_t i = 0; i < argument->field_count; i++) {
        const struct kernel_argument *field = &argument->fields[i];
        size_t align_bytes = alignment_of(field);
        most = align_bytes > most ? align_bytes : most;
        if (!append_value(place, field, arena_printf(place->arena, "%s.%u", name, i), out, error))
            return false;
    }
    pad(out, most);
    return true;
}

/* --- arguments -------------------------------------------------------------------------------- */

/* A structure parameter takes its bytes from an array, by value. */
static bool is_by_value(const struct kernel_argument *argument, const struct device_parameter *parameter)
{
    bool may_be_pointer = parameter->kind == DEVICE_PARAMETER_INTEGER && parameter->size_bytes == POINTER_BYTES;
    return argument->kind == KERNEL_ARGUMENT_BUFFER && !may_be_pointer &&
           argument->element_count * dtype_bytes(argument->dtype) == parameter->size_bytes;
}

/* "8 bytes: a pointer or a whole number" */
static const char *describe(struct arena *arena, const struct device_parameter *parameter)
{
    if (parameter->kind == DEVICE_PARAMETER_FLOAT)
        return arena_printf(arena, "f%u", 8 * parameter->size_bytes);
    if (parameter->kind == DEVICE_PARAMETER_BYTES && parameter->size_bytes == 2)
        return _("f16 or bf16"); /* which are structures in C++ */
    if (parameter->kind == DEVICE_PARAMETER_BYTES)
        return arena_printf(arena, _("%u bytes of a structure"), parameter->size_bytes);
    if (parameter->size_bytes == POINTER_BYTES)
        return _("a pointer or i64");
    return arena_printf(arena, "i%u", 8 * parameter->size_bytes);
}

static const char *describe_all(struct arena *arena, const struct device_parameter *parameters, uint32_t count)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    for (uint32_t i = 0; i < count; i++)
        buffer_printf(&text, "%s%u: %s", i ? ", " : "", i, describe(arena, &parameters[i]));
    return arena_strdup(arena, buffer_text(&text));
}

static bool refuse_size(struct kernel_place *place, uint32_t index, size_t size_bytes,
                        const struct device_parameter *parameter, struct error *error)
{
    const struct kernel_argument *argument = &place->request->arguments[index];
    error_set(error, ERROR_SYNTAX, "argument %u has %zu bytes, the kernel's parameter %u (%s)", index, size_bytes,
              parameter->size_bytes, describe(place->arena, parameter));
    if (argument->kind == KERNEL_ARGUMENT_SCALAR && parameter->kind == DEVICE_PARAMETER_INTEGER &&
        parameter->size_bytes == POINTER_BYTES)
        return error_add_hint(error, "a pointer takes TYPE[COUNT]=FILL, or the &K of a buffer before");
    if (argument->kind == KERNEL_ARGUMENT_BUFFER && parameter->size_bytes == 4)
        return error_add_hint(error,
                              "PTX with addresses of 32 bits is not supported, and ptxas does not accept it either");
    if (parameter->kind == DEVICE_PARAMETER_BYTES && parameter->size_bytes != 2)
        return error_add_hint(error, "a structure takes its fields in braces, '{f32=1,i32=2}', or u8[%u]@FILE",
                              parameter->size_bytes);
    return false;
}

/* Bits are used unchanged. A whole number for a float parameter probably means its value. */
static void note_kind(struct kernel_place *place, uint32_t index, const struct device_parameter *parameter)
{
    const struct kernel_argument *argument = &place->request->arguments[index];
    if (argument->kind != KERNEL_ARGUMENT_SCALAR || parameter->kind != DEVICE_PARAMETER_FLOAT ||
        dtype_kind(argument->dtype) == DTYPE_KIND_FLOAT || argument->bits == 0)
        return;
    diagnostics_add(place->diagnostics, DIAGNOSTIC_NOTE, place->source, (struct location){0},
                    "argument %u is a whole number, but the parameter is %s: the kernel gets the bits unchanged", index,
                    describe(place->arena, parameter));
}

static bool place_argument(struct kernel_place *place, uint32_t index, const struct device_parameter *parameter,
                           struct error *error)
{
    struct kernel_argument argument = place->request->arguments[index];
    CLEANUP(buffer_done) struct buffer value = BUFFER_INIT;
    const char *name = arena_printf(place->arena, "arg%u", index);
    argument.is_in_place = is_by_value(&argument, parameter);
    if (argument.is_in_place && (argument.to_file || (!argument.fill && !argument.from_file)))
        return error_set(error, ERROR_SYNTAX, "argument %u is passed by value: it needs content and is not written",
                         index);
    if (is_pointer(&argument)) {
        if (!make_buffer(place, &argument, name, &place->buffers[index], error))
            return false;
        buffer_append(&value, &place->buffers[index].address, POINTER_BYTES);
    } else if (!append_value(place, &argument, name, &value, error))
        return false;
    if (value.size_bytes != parameter->size_bytes)
        return refuse_size(place, index, value.size_bytes, parameter, error);
    size_t end = parameter->offset_bytes + value.size_bytes;
    if (end > RUN_BLOCK_BYTES_MAX)
        return error_set(error, ERROR_RANGE, "the kernel's parameters are larger than %d bytes", RUN_BLOCK_BYTES_MAX);
    memcpy(place->block + parameter->offset_bytes, value.data, value.size_bytes);
    place->block_bytes = place->block_bytes < end ? end : place->block_bytes;
    note_kind(place, index, parameter);
    return true;
}

bool kernel_place_arguments(struct kernel_place *place, const char *kernel, struct error *error)
{
    struct device_parameter parameters[RUN_ARGUMENTS_MAX];
    const struct kernel_run_request *request = place->request;
    uint32_t count;
    if (!place->device->vtable->kernel_parameters(place->module, kernel, parameters, RUN_ARGUMENTS_MAX, &count, error))
        return false;
    if (count != request->argument_count) {
        error_set(error, ERROR_SYNTAX, "arguments of %s: %u, given with --arg: %u",
                  mangled_readable(place->arena, kernel), count, request->argument_count);
        return count && error_add_hint(error, "they are %s", describe_all(place->arena, parameters, count));
    }
    place->block = arena_alloc(place->arena, RUN_BLOCK_BYTES_MAX);
    for (uint32_t i = 0; i < count; i++)
        if (!place_argument(place, i, &parameters[i], error))
            return false;
    return true;
}

/* --- variables of the module ------------------------------------------------------------------ */

/* Fills a variable. NULL content of an array: no value was given. */
static bool fill_symbol(struct kernel_place *place, const struct kernel_symbol *symbol, const char *name,
                        device_address address, uint64_t size_bytes, struct error *error)
{
    const struct device_vtable *vtable = place->device->vtable;
    struct kernel_argument content = symbol->content;
    CLEANUP(buffer_done) struct buffer value = BUFFER_INIT;
    if (symbol->is_whole)
        content.element_count = size_bytes;
    uint64_t content_bytes = content.element_count * dtype_bytes(content.dtype);
    bool is_poison = content.is_in_place && !content.fill && !content.from_file;
    if (!(content.is_in_place && content_bytes > size_bytes) && !is_poison &&
        !append_value(place, &content, name, &value, error))
        return false;
    uint64_t given_bytes = content.is_in_place ? content_bytes : value.size_bytes;
    if (given_bytes > size_bytes)
        return error_set(error, ERROR_RANGE, "%s has %" PRIu64 " bytes, and %" PRIu64 " bytes are given", symbol->name,
                         size_bytes, given_bytes);
    if (!is_poison)
        return vtable->write(place->device, address, value.data, value.size_bytes, error);
    return vtable->poison(place->device, address, content_bytes, error);
}

static bool place_symbol(struct kernel_place *place, const struct ptx_program *program,
                         const struct kernel_symbol *symbol, struct error *error)
{
    const char *name;
    struct kernel_buffer variable = {.element_bytes = 1};
    if (!kernel_symbol_choose(program, symbol->name, place->arena, &name, error) ||
        !place->device->vtable->symbol(place->module, name, &variable.address, &variable.size_bytes, error))
        return false;
    add_output(place, symbol->to_file, &variable);
    return !symbol->has_content || fill_symbol(place, symbol, mangled_readable(place->arena, name), variable.address,
                                               variable.size_bytes, error);
}

bool kernel_place_symbols(struct kernel_place *place, const struct ptx_program *program, struct error *error)
{
    for (uint32_t i = 0; i < place->request->symbol_count; i++)
        if (!place_symbol(place, program, &place->request->symbols[i], error))
            return error_add_context(error, "--symbol %s", place->request->symbols[i].name);
    return true;
}

bool kernel_place_look_at_buffers(struct kernel_place *place, struct error *error)
{
    struct device *device = place->device;
    for (uint32_t i = 0; device->properties.checks && i < place->request->argument_count; i++) {
        const struct kernel_argument *argument = &place->request->arguments[i];
        const struct kernel_buffer *buffer = &place->buffers[i];
        bool is_array = argument->kind == KERNEL_ARGUMENT_BUFFER && buffer->element_bytes > 1;
        if (is_array && !argument->to_file &&
            !device->vtable->read(device, NULL, buffer->address, buffer->size_bytes, error))
            return false;
    }
    return true;
}

bool kernel_place_write_outputs(struct kernel_place *place, struct error *error)
{
    for (const struct kernel_output *output = place->outputs; output; output = output->next) {
        CLEANUP(buffer_done) struct buffer bytes = BUFFER_INIT;
        if (!place->device->vtable->read(place->device, buffer_reserve(&bytes, output->size_bytes), output->address,
                                         output->size_bytes, error) ||
            !file_write_atomic(output->path, bytes.data, output->size_bytes, error))
            return false;
    }
    return true;
}
