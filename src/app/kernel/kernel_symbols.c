/* Finds variables of a module. */
#include <string.h>

#include "app/kernel/kernel_place.h"
#include "base/buffer.h"
#include "base/i18n.h"
#include "base/mangled.h"

enum { SYMBOLS_SHOWN_MAX = 8 };

static bool is_fillable(const struct ptx_variable *variable)
{
    bool is_module = variable->space == PTX_SPACE_GLOBAL || variable->space == PTX_SPACE_CONSTANT;
    return is_module && variable->size_bytes > 0 && variable->name[0] != '$';
}

/* None, or several, have that name. */
static bool refuse(const struct ptx_program *program, const char *wanted, uint32_t equals, struct arena *arena,
                   struct error *error)
{
    CLEANUP(buffer_done) struct buffer list = BUFFER_INIT;
    uint32_t count = 0;
    for (uint32_t i = 0; i < program->variable_count; i++)
        if (is_fillable(program->variables[i]) && count++ < SYMBOLS_SHOWN_MAX)
            buffer_printf(&list, "%s%s", count > 1 ? ", " : "", mangled_readable(arena, program->variables[i]->name));
    if (count > SYMBOLS_SHOWN_MAX)
        buffer_printf(&list, _(" and %u more"), count - SYMBOLS_SHOWN_MAX);
    if (equals > 1)
        return error_set(error, ERROR_SYNTAX, "several variables are called %s: %s", wanted, buffer_text(&list));
    if (count)
        error_set(error, ERROR_NOT_FOUND, "there is no __device__ or __constant__ variable %s; there is %s", wanted,
                  buffer_text(&list));
    else
        error_set(error, ERROR_NOT_FOUND, "there is no __device__ or __constant__ variable %s", wanted);
    return error_add_hint(error, "a variable that no kernel uses is left out by the compiler");
}

bool kernel_symbol_choose(const struct ptx_program *program, const char *wanted, struct arena *arena,
                          const char **out_name, struct error *error)
{
    const char *best = NULL;
    enum mangled_fit best_fit = MANGLED_OTHER;
    uint32_t equals = 0; /* variables that fit as well as the best one */
    for (uint32_t i = 0; i < program->variable_count; i++) {
        const char *name = program->variables[i]->name;
        if (!is_fillable(program->variables[i]))
            continue;
        bool is_exact = strcmp(name, wanted) == 0;
        enum mangled_fit fit = is_exact ? MANGLED_SAME : mangled_compare(mangled_readable(arena, name), wanted);
        if (fit > best_fit || is_exact)
            equals = 0;
        if (fit == MANGLED_OTHER || fit < best_fit)
            continue;
        best_fit = fit;
        best = name;
        equals++;
        if (is_exact)
            break;
    }
    if (equals != 1)
        return refuse(program, wanted, equals, arena, error);
    *out_name = best;
    return true;
}

static bool is_read(const struct ptx_program *program, const struct ptx_variable *variable)
{
    for (uint32_t i = 0; i < program->function_count; i++) {
        const struct ptx_function *function = &program->functions[i];
        for (uint32_t j = 0; j < function->instruction_count; j++)
            for (uint32_t k = 0; k < function->instructions[j].operand_count; k++)
                if (function->instructions[j].operands[k].variable == variable)
                    return true;
    }
    return false;
}

static bool is_given(const struct kernel_run_request *request, const char *name, const char *readable)
{
    for (uint32_t i = 0; i < request->symbol_count; i++)
        if (strcmp(request->symbols[i].name, name) == 0 ||
            mangled_compare(readable, request->symbols[i].name) != MANGLED_OTHER)
            return true;
    return false;
}

void kernel_symbol_note_unset(const struct ptx_program *program, const struct kernel_run_request *request,
                              const struct source *source, struct arena *arena, struct diagnostics *diagnostics)
{
    for (uint32_t i = 0; i < program->variable_count; i++) {
        const struct ptx_variable *variable = program->variables[i];
        const char *readable = mangled_readable(arena, variable->name);
        if (variable->space != PTX_SPACE_CONSTANT || !is_fillable(variable) || variable->initial ||
            variable->relocation_count || is_given(request, variable->name, readable) || !is_read(program, variable))
            continue;
        diagnostics_add(diagnostics, DIAGNOSTIC_NOTE, source, (struct location){0},
                        "the __constant__ variable %s holds zeros: --symbol %s=TYPE[COUNT]=FILL sets it", readable,
                        readable);
    }
}
