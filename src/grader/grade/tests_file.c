/* Reads the cases of a learner's file in an exercise of the kind `tests`. */
#include "grader/grade/tests_file.h"

#include "base/i18n.h"
#include "base/identifier.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { TESTS_BYTES_MAX = 256 << 10, TESTS_VALUE_MAX = 1 << 20 };

static bool complain(const struct source *source, const char *at, size_t length, struct diagnostics *diagnostics,
                     const char *message)
{
    diagnostics_add(diagnostics, DIAGNOSTIC_ERROR, source, source_location(source, (size_t)(at - source->text), length),
                    "%s", _(message));
    diagnostics_hint(diagnostics, "a case is a line such as: //@ case n=33");
    return false;
}

static struct case_value *value_named(struct exercise_case *given, const char *name, size_t length)
{
    for (size_t i = 0; i < given->value_count; i++)
        if (strlen(given->values[i].name) == length && !memcmp(given->values[i].name, name, length))
            return &given->values[i];
    return NULL;
}

/* value = name "=" integer */
static bool read_value(const struct source *source, const char **at, struct exercise_case *given,
                       struct diagnostics *diagnostics)
{
    const char *name = *at;
    size_t length = 0;
    while (identifier_has(name[length]))
        length++;
    struct case_value *value = value_named(given, name, length);
    if (!length || name[length] != '=' || !value)
        return complain(source, name, length ? length : 1, diagnostics,
                        N_("the cases of this exercise have no value of this name"));
    const char *digits = name + length + 1;
    char *end;
    errno = 0;
    long long number = strtoll(digits, &end, 10);
    if (end == digits || errno || number < -TESTS_VALUE_MAX || number > TESTS_VALUE_MAX)
        return complain(source, digits, 1, diagnostics, N_("a whole number of at most 1048576 belongs here"));
    value->value = (struct value){.integer = number, .real = (double)number};
    *at = end;
    return true;
}

/* case = "//@" "case" value { [","] value } */
static bool read_case(const struct exercise *exercise, const struct source *source, const char *at, const char *end,
                      struct arena *arena, struct diagnostics *diagnostics, struct exercise_case *out_case)
{
    struct exercise_case given = exercise->cases[0];
    given.name = NULL;
    given.values = arena_memdup(arena, given.values, given.value_count * sizeof *given.values);
    while (at < end) {
        if (isspace((unsigned char)*at) || *at == ',')
            at++;
        else if (!read_value(source, &at, &given, diagnostics))
            return false;
    }
    *out_case = given;
    return true;
}

static const char *case_line(const char *line, const char *end)
{
    static const char start[] = "//@ case ";
    while (line < end && (*line == ' ' || *line == '\t'))
        line++;
    size_t length = strlen(start);
    return (size_t)(end - line) > length && !memcmp(line, start, length) ? line + length : NULL;
}

bool tests_file_has_checker(const struct source *source)
{
    const char *at = source->text;
    while ((at = strstr(at, "//!"))) {
        const char *before = at;
        while (before > source->text && (before[-1] == ' ' || before[-1] == '\t'))
            before--;
        if (before == source->text || before[-1] == '\n')
            return true;
        at++;
    }
    return false;
}

static bool read_cases(const struct exercise *exercise, const struct source *source, struct arena *arena,
                       struct diagnostics *diagnostics, struct tests_file *file)
{
    const char *line = source->text, *stop = source->text + source->size_bytes;
    while (line < stop) {
        const char *newline = memchr(line, '\n', (size_t)(stop - line)), *end = newline ? newline : stop;
        const char *values = case_line(line, end);
        if (values && file->case_count == TESTS_CASES_MAX)
            return complain(source, line, 1, diagnostics, N_("more than 16 cases"));
        if (values && !read_case(exercise, source, values, end, arena, diagnostics, &file->cases[file->case_count++]))
            return false;
        line = end + 1;
    }
    return true;
}

bool tests_file_read(const struct exercise *exercise, const struct source *source, struct arena *arena,
                     struct diagnostics *diagnostics, struct tests_file *out_file)
{
    struct tests_file file = {.cases = ARENA_ARRAY(arena, TESTS_CASES_MAX, struct exercise_case)};
    if (source->size_bytes > TESTS_BYTES_MAX || memchr(source->text, 0, source->size_bytes))
        return complain(source, source->text, 0, diagnostics, N_("the file is too large, or holds a zero byte"));
    if (!read_cases(exercise, source, arena, diagnostics, &file))
        return false;
    file.has_checker = tests_file_has_checker(source);
    if (!file.case_count && !file.has_checker)
        return complain(source, source->text, 0, diagnostics, N_("the file has neither cases nor a checker"));
    *out_file = file;
    return true;
}
