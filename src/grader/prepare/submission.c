/* Checks a learner's file before it is compiled. */
#include "grader/prepare/submission.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/identifier.h"

static const struct location whole_file = {0, 0, 0};

/* Finds the next line from `offset` on that begins with "//!"; false: there is none. */
static bool next_plan_line(const struct source *source, size_t *offset, size_t *out_length)
{
    size_t at = *offset ? *offset : source_start(source);
    while (at < source->size_bytes) {
        const char *start = source->text + at;
        const char *newline = memchr(start, '\n', source->size_bytes - at);
        size_t length = newline ? (size_t)(newline - start) : source->size_bytes - at;
        size_t indent = 0;
        while (indent < length && (start[indent] == ' ' || start[indent] == '\t'))
            indent++;
        if (length - indent >= 3 && !memcmp(start + indent, "//!", 3)) {
            *offset = at + indent;
            *out_length = length - indent;
            return true;
        }
        at += length + 1;
    }
    return false;
}

static bool report_missing_plan(const struct source *source, const struct source *starter,
                                struct diagnostics *diagnostics)
{
    size_t offset = 0, length = 0;
    diagnostics_add(diagnostics, DIAGNOSTIC_ERROR, source, whole_file,
                    "the line `//! launch ...` is missing: it says how to launch the kernel");
    if (starter && next_plan_line(starter, &offset, &length))
        diagnostics_hint(diagnostics, "put it back above the kernel; it was: %.*s", (int)length,
                         starter->text + offset);
    else
        diagnostics_hint(diagnostics, "put it back above the kernel, such as: //! launch NAME(a, b, n) "
                                      "grid=(n+255)/256 block=256");
    return false;
}

static bool report_empty(const struct source *source, struct diagnostics *diagnostics)
{
    diagnostics_add(diagnostics, DIAGNOSTIC_ERROR, source, whole_file, "the file is empty");
    diagnostics_hint(diagnostics, "press x in the shell, or run `warpschool reset`, to put the starter back");
    return false;
}

/* Some editors write UTF-16, whose ASCII letters have a zero byte each. */
static bool report_zero_byte(const struct source *source, size_t offset, struct diagnostics *diagnostics)
{
    bool is_utf16 =
        source->size_bytes > 1 && (!memcmp(source->text, "\xff\xfe", 2) || !memcmp(source->text, "\xfe\xff", 2));
    struct location location = source_location(source, offset, 1);
    if (!is_utf16)
        return diagnostics_add(diagnostics, DIAGNOSTIC_ERROR, source, location,
                               "the file holds a zero byte: it is no source text, or was damaged");
    diagnostics_add(diagnostics, DIAGNOSTIC_ERROR, source, whole_file, "the file is UTF-16, which no compiler reads");
    diagnostics_hint(diagnostics, "save it as UTF-8");
    return false;
}

static bool check_bytes(const struct source *source, struct diagnostics *diagnostics)
{
    if (source->size_bytes > SUBMISSION_BYTES_MAX)
        return diagnostics_add(diagnostics, DIAGNOSTIC_ERROR, source, whole_file,
                               "the file is larger than %d KiB: is it the right one?", SUBMISSION_BYTES_MAX >> 10);
    if (!source->size_bytes)
        return report_empty(source, diagnostics);
    const char *nul = memchr(source->text, 0, source->size_bytes);
    return !nul || report_zero_byte(source, (size_t)(nul - source->text), diagnostics);
}

/* The source with comments and strings blanked, so that a word in a comment is not a kernel. */
static char *strip_comments(const struct source *source, struct arena *arena)
{
    char *text = arena_strndup(arena, source->text, source->size_bytes);
    enum { CODE, LINE, BLOCK, STRING } state = CODE;
    for (size_t i = 0; i < source->size_bytes; i++) {
        char now = source->text[i], next = i + 1 < source->size_bytes ? source->text[i + 1] : 0;
        bool is_escape = state == STRING && now == '\\';
        if (state == CODE && now == '/' && (next == '/' || next == '*'))
            state = next == '/' ? LINE : BLOCK;
        else if (state == CODE && now == '"')
            state = STRING;
        else if ((state == LINE && now == '\n') || (state == STRING && (now == '"' || now == '\n')))
            state = CODE;
        bool ends_block = state == BLOCK && now == '*' && next == '/';
        if (state != CODE && now != '\n')
            text[i] = ' ';
        if ((is_escape || ends_block) && i + 1 < source->size_bytes && next != '\n')
            text[++i] = ' ';
        if (ends_block)
            state = CODE;
    }
    return text;
}

static bool has_word(const char *text, const char *word, size_t length)
{
    for (const char *at = strstr(text, word); at; at = strstr(at + 1, word))
        if ((at == text || !identifier_has(at[-1])) && !identifier_has(at[length]))
            return true;
    return false;
}

/* Whether a line of the plan has the word "launch". */
static bool has_launch(const struct source *source)
{
    size_t offset = 0, length = 0;
    for (; next_plan_line(source, &offset, &length); offset += length)
        if (memmem(source->text + offset, length, "launch ", strlen("launch ")))
            return true;
    return false;
}

/* The plan line that names a kernel. */
static struct location plan_line_of(const struct source *source, const char *kernel)
{
    size_t offset = 0, length = 0, name_length = strlen(kernel);
    while (next_plan_line(source, &offset, &length)) {
        const char *line = source->text + offset;
        const char *at = memmem(line, length, kernel, name_length);
        if (at)
            return source_location(source, (size_t)(at - source->text), name_length);
        offset += length;
    }
    return whole_file;
}

/* "gemm<float>" names the template gemm; "space::f" is left to the compiler. */
static bool check_kernel(const char *expression, const char *code, const struct source *source, struct arena *arena,
                         struct diagnostics *diagnostics)
{
    size_t length = strcspn(expression, "<");
    char *name = arena_strndup(arena, expression, length);
    if (strchr(name, ':') || has_word(code, name, length))
        return true;
    diagnostics_add(diagnostics, DIAGNOSTIC_ERROR, source, plan_line_of(source, name),
                    "this line launches '%s', but the file has no kernel of that name", name);
    diagnostics_hint(diagnostics, "this line and the __global__ function must have the same name");
    return false;
}

static bool check_kernels(const struct plan *plan, const struct source *source, struct arena *arena,
                          struct diagnostics *diagnostics)
{
    const char *code = strip_comments(source, arena);
    const char *const *names = plan_name_expressions(plan, arena);
    bool all = true;
    if (!has_word(code, "__global__", strlen("__global__"))) {
        diagnostics_add(diagnostics, DIAGNOSTIC_ERROR, source, whole_file, "the file has no kernel");
        diagnostics_hint(diagnostics,
                         "a kernel is a function marked __global__: extern \"C\" __global__ void NAME(...)");
        return false;
    }
    for (size_t i = 0; names && names[i]; i++)
        all = check_kernel(names[i], code, source, arena, diagnostics) && all;
    return all;
}

/*
 * Whether a line is only a comment; plan lines are. Backslashes count: one at the end continues the
 * comment into the next line, and one on the line before makes this line part of it.
 */
static bool is_comment_line(const struct source *source, const char *line, size_t length)
{
    size_t indent = 0;
    while (indent < length && isspace((unsigned char)line[indent]))
        indent++;
    bool is_continued = line - source->text >= 2 && line[-2] == '\\';
    return length - indent >= 2 && !memcmp(line + indent, "//", 2) && line[length - 1] != '\\' && !is_continued;
}

/* Finds the next line of code from `offset` on; false at the end. */
static bool next_code_line(const struct source *source, size_t *offset, const char **out_line, size_t *out_length)
{
    while (*offset < source->size_bytes) {
        const char *line = source->text + *offset;
        const char *newline = memchr(line, '\n', source->size_bytes - *offset);
        size_t length = newline ? (size_t)(newline - line) : source->size_bytes - *offset;
        *offset += length + 1;
        while (length && isspace((unsigned char)line[length - 1]))
            length--;
        if (!length || is_comment_line(source, line, length))
            continue;
        *out_line = line;
        *out_length = length;
        return true;
    }
    return false;
}

/* If the kernels are given, only the plan may change. Blank lines and comments do not count. */
static bool check_only_plan(const struct source *source, const struct source *starter, struct diagnostics *diagnostics)
{
    size_t at = 0, starter_at = 0, length = 0, starter_length = 0;
    const char *line = NULL, *starter_line = NULL;
    for (;;) {
        bool any = next_code_line(source, &at, &line, &length);
        bool any_starter = next_code_line(starter, &starter_at, &starter_line, &starter_length);
        if (!any && !any_starter)
            return true;
        if (any && any_starter && length == starter_length && !memcmp(line, starter_line, length))
            continue;
        struct location place = any ? source_location(source, (size_t)(line - source->text), length) : whole_file;
        diagnostics_add(diagnostics, DIAGNOSTIC_ERROR, source, place,
                        "the kernels of this exercise are given: only the //! lines are yours to change");
        for (; any_starter && starter_length && isspace((unsigned char)*starter_line); starter_length--)
            starter_line++;
        if (any_starter)
            diagnostics_hint(diagnostics, "as shipped: `%.*s`", (int)starter_length, starter_line);
        return false;
    }
}

bool submission_check(const struct exercise *exercise, const struct source *source, const struct source *starter,
                      struct arena *arena, struct diagnostics *diagnostics, struct plan **out_plan)
{
    size_t offset = 0, length = 0;
    if (!check_bytes(source, diagnostics))
        return false;
    if (!next_plan_line(source, &offset, &length))
        return report_missing_plan(source, starter, diagnostics);
    if (exercise->kind == EXERCISE_PLAN && starter && !check_only_plan(source, starter, diagnostics))
        return false;
    struct plan *plan = plan_parse(arena, source, diagnostics);
    if (!plan || !plan_check(plan, source, exercise->parameters, exercise->parameter_count, diagnostics))
        return false;
    /* Copies can do the work alone. A starter without a launch asks for such a plan. */
    bool can_copy = plan_needs(plan).peers || (starter && !has_launch(starter));
    if (!plan_launch_count(plan) && !can_copy)
        return report_missing_plan(source, starter, diagnostics);
    if (plan_launch_count(plan) && !check_kernels(plan, source, arena, diagnostics))
        return false;
    *out_plan = plan;
    return true;
}
