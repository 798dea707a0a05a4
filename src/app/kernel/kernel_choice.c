/*
 * Finds the kernel that the user means, and puts into words why there is none.
 *
 * Hints read the source's text, since a template that nobody names is not compiled.
 */
#include <string.h>

#include "app/kernel/kernel_choice.h"
#include "base/buffer.h"
#include "base/file.h"
#include "base/identifier.h"
#include "base/mangled.h"
#include "base/text.h"
#include "compiler/local_includes.h"

enum { KERNELS_SHOWN_MAX = 8, HEADER_BYTES_MAX = 1 << 20 };

/* The names of the compiled kernels, with commas. */
static void append_kernels(const struct ptx_program *program, struct arena *arena, struct buffer *out)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < program->function_count; i++) {
        if (!program->functions[i].is_entry || count++ >= KERNELS_SHOWN_MAX)
            continue;
        buffer_printf(out, "%s%s", count > 1 ? ", " : "", mangled_readable(arena, program->functions[i].name));
    }
    if (count > KERNELS_SHOWN_MAX)
        buffer_printf(out, " and %u more", count - KERNELS_SHOWN_MAX);
}

/* Whether the `length` characters at `at` are a whole name of the text. */
static bool is_word(const char *text, size_t length, const char *at)
{
    return (at == text || !identifier_has(at[-1])) && !identifier_has(at[length]);
}

/*
 * The template with its arguments, as the source's host code launches it: "ns::scale<float>" of
 * "ns::scale<float><<<". "" if no launch of `name` is found.
 */
static const char *launched_as(const struct source *source, const char *name, struct arena *arena)
{
    size_t length = strlen(name);
    const char *text = arena_strndup(arena, source->text, source->size_bytes);
    for (const char *at = text; length && (at = strstr(at, name)) != NULL; at += length) {
        size_t arguments = strcspn(at + length, ">;{}");
        if (!is_word(text, length, at) || at[length] != '<' || !text_begins(at + length + arguments, "><<<"))
            continue;
        const char *start = at;
        while (start > text && (identifier_has(start[-1]) || start[-1] == ':'))
            start--;
        return arena_strndup(arena, start, (size_t)(at - start) + length + arguments + 1);
    }
    return "";
}

/* Whether the name is before a parenthesis somewhere, as in a declaration or a call. */
static bool names_function(const struct source *source, const char *name, struct arena *arena)
{
    const char *text = arena_strndup(arena, source->text, source->size_bytes);
    size_t length = strlen(name);
    for (const char *at = text; length && (at = strstr(at, name)) != NULL; at += length)
        if (is_word(text, length, at) && at[length + strspn(at + length, " \n\t")] == '(')
            return true;
    return false;
}

/*
 * The names of the kernels that the text declares, with commas. A name is the word before the "("
 * after __global__. __launch_bounds__(256) in between has a "(" of its own.
 */
static void append_declared(const struct source *source, struct arena *arena, struct buffer *out)
{
    static const char qualifier[] = "__global__";
    uint32_t count = 0;
    const char *at = arena_strndup(arena, source->text, source->size_bytes);
    while ((at = strstr(at, qualifier)) != NULL && count < KERNELS_SHOWN_MAX) {
        at += sizeof qualifier - 1;
        const char *open = at + strcspn(at, "(;{");
        if (open - at > 17 && text_begins(open - 17, "__launch_bounds__")) {
            open += strcspn(open, ")");
            open += strcspn(open, "(;{") * (*open == ')');
            open += *open == ')' ? 1 : 0;
        }
        const char *end = open;
        while (end > at && !identifier_has(end[-1]))
            end--;
        const char *name = end;
        while (name > at && identifier_has(name[-1]))
            name--;
        if (*open == '(' && end > name)
            buffer_printf(out, "%s%.*s", count++ ? ", " : "", (int)(end - name), name);
    }
}

/* The error where no kernel was compiled. */
static bool refuse_empty(const struct source *source, const char *wanted, struct arena *arena, struct error *error)
{
    CLEANUP(buffer_done) struct buffer list = BUFFER_INIT;
    append_declared(source, arena, &list);
    if (wanted)
        error_set(error, ERROR_NOT_FOUND, "%s has no kernel %s", source->name, wanted);
    else
        error_set(error, ERROR_NOT_FOUND, "%s has no kernel", source->name);
    if (list.size_bytes == 0)
        return false;
    const char *launched = wanted ? launched_as(source, wanted, arena) : "";
    return error_add_hint(error, "its templates must be named with their arguments, as in --kernel '%s'; it has %s",
                          launched[0] ? launched : "NAME<float>", buffer_text(&list));
}

/* The error where several kernels fit, or none. */
static bool refuse(const struct ptx_program *program, const struct source *source, const char *wanted,
                   struct arena *arena, bool is_ambiguous, struct error *error)
{
    CLEANUP(buffer_done) struct buffer list = BUFFER_INIT;
    append_kernels(program, arena, &list);
    if (list.size_bytes == 0)
        return refuse_empty(source, wanted, arena, error);
    if (!wanted || is_ambiguous) {
        if (wanted)
            error_set(error, ERROR_SYNTAX, "%s has several kernels called %s: %s", source->name, wanted,
                      buffer_text(&list));
        else
            error_set(error, ERROR_SYNTAX, "%s has several kernels: %s", source->name, buffer_text(&list));
        return error_add_hint(error, "name one with --kernel");
    }
    error_set(error, ERROR_NOT_FOUND, "%s has no kernel %s; it has %s", source->name, wanted, buffer_text(&list));
    const char *launched = launched_as(source, wanted, arena);
    if (!launched[0] && !names_function(source, wanted, arena))
        return false;
    return error_add_hint(error, "a template must be named with its arguments, as in --kernel '%s'",
                          launched[0] ? launched : arena_printf(arena, "%s<float>", wanted));
}

/* The name in the program decides at once. Else the best fit counts, if only one kernel has it. */
bool kernel_choose(const struct ptx_program *program, const struct source *source, const char *wanted,
                   struct arena *arena, const char **out_kernel, struct error *error)
{
    const char *best = NULL;
    enum mangled_fit best_fit = MANGLED_OTHER;
    uint32_t equals = 0; /* kernels that fit as well as the best one */
    for (uint32_t i = 0; i < program->function_count; i++) {
        const struct ptx_function *function = &program->functions[i];
        if (!function->is_entry)
            continue;
        if (wanted && strcmp(function->name, wanted) == 0) {
            *out_kernel = function->name;
            return true;
        }
        enum mangled_fit fit = wanted ? mangled_compare(mangled_readable(arena, function->name), wanted) : MANGLED_SAME;
        if (fit > best_fit)
            equals = 0;
        if (fit == MANGLED_OTHER || fit < best_fit)
            continue;
        best_fit = fit;
        best = function->name;
        equals++;
    }
    if (equals != 1)
        return refuse(program, source, wanted, arena, equals > 1, error);
    *out_kernel = best;
    return true;
}

/* The file of the kernel's first instruction with a line. "" if unknown. */
static const char *file_of(const struct ptx_program *program, const char *kernel)
{
    const struct ptx_function *function = ptx_find_function(program, kernel);
    for (uint32_t i = 0; function && i < function->instruction_count; i++) {
        const struct ptx_location *location = function->instructions[i].location;
        if (!location || location->line <= 0)
            continue;
        while (location->inlined_at)
            location = location->inlined_at;
        const char *file = program->files[location->file];
        return file ? file : "";
    }
    return "";
}

struct source kernel_source_of(const struct ptx_program *program, const char *kernel, const struct source *source,
                               struct arena *arena, struct diagnostics *diagnostics)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    const char *header = local_includes_name(file_of(program, kernel));
    if (!header)
        return *source;
    const char *path = path_join(arena, path_folder(arena, source->name), header);
    if (!file_read(path, HEADER_BYTES_MAX, &text, NULL))
        return *source;
    diagnostics_add(diagnostics, DIAGNOSTIC_NOTE, source, (struct location){0},
                    "the kernel is in %s: line numbers refer to that file", header);
    return (struct source){path, arena_strndup(arena, buffer_text(&text), text.size_bytes), text.size_bytes};
}
