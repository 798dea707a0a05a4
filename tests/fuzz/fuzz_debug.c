/*
 * Fuzzes the reader of debug data: damaged sections give an error, or variables whose types end.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "ptx/debug.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size_bytes);

/* The variables before this line belong to a program, the text after it is the kernel's source. */
static const char kernel_mark[] = "\n//kernel\n";

/* Looks at a type as far as a reader must. */
static void check_type(const struct ptx_debug_type *type, int depth)
{
    if (!type->name || (type->kind == PTX_DEBUG_ARRAY && !type->element))
        abort();
    for (uint32_t i = 0; depth < 3 && i < type->member_count; i++) {
        if (type->members[i].offset_bytes + type->members[i].type->size_bytes > type->size_bytes)
            abort();
        check_type(type->members[i].type, depth + 1);
    }
    if (depth < 3 && type->element)
        check_type(type->element, depth + 1);
}

static void check_function(const struct ptx_debug_function *function)
{
    for (uint32_t i = 0; i < function->variable_count; i++) {
        const struct ptx_debug_variable *variable = &function->variables[i];
        if (!variable->name[0])
            abort();
        check_type(variable->type, 0);
        for (uint32_t p = 0; p < variable->place_count; p++)
            if (!variable->places[p].name)
                abort();
        ptx_debug_place(variable, variable->first);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size_bytes)
{
    struct arena *arena = arena_new();
    struct diagnostics *diagnostics = diagnostics_new(arena);
    const char *text = (const char *)data;
    const char *mark = size_bytes ? memmem(data, size_bytes, kernel_mark, sizeof kernel_mark - 1) : NULL;
    size_t ptx_bytes = mark ? (size_t)(mark - text) : size_bytes;
    struct source ptx = {"fuzz.ptx", text, ptx_bytes}, kernel = {"fuzz.cu", "", 0};
    static const char empty[] = ".version 9.0\n.target sm_90, debug\n.address_size 64\n";
    struct source plain = {"plain.ptx", empty, sizeof empty - 1};
    if (mark) {
        kernel.text = mark + sizeof kernel_mark - 1;
        kernel.size_bytes = size_bytes - ptx_bytes - (sizeof kernel_mark - 1);
    }
    struct ptx_program *program = ptx_parse(arena, &ptx, diagnostics);
    if (!program) /* the reader must also survive a text that is no program */
        program = ptx_parse(arena, &plain, diagnostics);
    struct error error = {0};
    const struct ptx_debug *debug = ptx_debug_read(arena, &ptx, program, &kernel, &error);
    if (!debug && error.code == ERROR_NONE)
        abort();
    for (uint32_t i = 0; debug && i < debug->function_count; i++)
        check_function(&debug->functions[i]);
    arena_free(arena);
    return 0;
}
