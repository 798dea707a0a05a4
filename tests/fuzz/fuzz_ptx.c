/* Fuzzes the PTX parser and the disassembler: a parsed program must survive its own text. */
#include <stdint.h>
#include <stdlib.h>

#include "ptx/program.h"
#include "ptx_program_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size_bytes);

/* Checks that the second text parses, with the same functions and number of instructions. */
static void check_round_trip(const struct ptx_program *program)
{
    struct buffer text = BUFFER_INIT;
    ptx_program_text(program, &text);
    struct arena *arena = arena_new();
    struct diagnostics *diagnostics = diagnostics_new(arena);
    struct source source = {"round-trip.ptx", buffer_text(&text), text.size_bytes};
    const struct ptx_program *again = ptx_parse(arena, &source, diagnostics);
    if (!again || again->function_count != program->function_count)
        abort();
    for (uint32_t i = 0; i < program->function_count; i++) {
        const struct ptx_function *function = ptx_find_function(again, program->functions[i].name);
        if (!function || function->instruction_count != program->functions[i].instruction_count)
            abort();
    }
    arena_free(arena);
    buffer_done(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size_bytes)
{
    struct arena *arena = arena_new();
    struct diagnostics *diagnostics = diagnostics_new(arena);
    struct source source = {"fuzz.ptx", (const char *)data, size_bytes};
    const struct ptx_program *program = ptx_parse(arena, &source, diagnostics);
    if (!program && diagnostics_error_count(diagnostics) == 0)
        abort();
    if (program)
        check_round_trip(program);
    arena_free(arena);
    return 0;
}
