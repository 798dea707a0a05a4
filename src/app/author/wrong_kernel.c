/* Reads the expectations of wrong kernels. */
#include "app/author/wrong_kernel.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* head = { "//?" key ":" text newline } */
const char *wrong_kernel_key(const struct source *source, const char *key, struct arena *arena)
{
    const char *at = source->text;
    const char *end = source->text + source->size_bytes;
    size_t key_length = strlen(key);
    while (at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const char *line_end = newline ? newline : end;
        if ((size_t)(line_end - at) > key_length + 5 && text_begins(at, "//? ") &&
            strncmp(at + 4, key, key_length) == 0 && at[4 + key_length] == ':') {
            const char *value = at + 5 + key_length;
            while (value < line_end && isspace((unsigned char)*value))
                value++;
            while (line_end > value && isspace((unsigned char)line_end[-1]))
                line_end--;
            return arena_strndup(arena, value, (size_t)(line_end - value));
        }
        at = newline ? newline + 1 : end;
    }
    return NULL;
}

bool wrong_expectation_read(const struct source *source, struct arena *arena, struct wrong_expectation *out_expectation,
                            struct error *error)
{
    const char *line = wrong_kernel_key(source, "line", arena);
    struct wrong_expectation expectation = {
        .status = wrong_kernel_key(source, "status", arena),
        .finding = wrong_kernel_key(source, "finding", arena),
        .says = wrong_kernel_key(source, "says", arena),
        .line = line ? atoi(line) : 0,
    };
    if (!expectation.status || !expectation.says)
        return error_set(error, ERROR_SYNTAX, "%s: needs the lines `//? status: ..` and `//? says: ..`", source->name);
    *out_expectation = expectation;
    return true;
}

static bool has_finding(const struct verdict *verdict, const char *name)
{
    enum vgpu_finding_kind kind;
    if (!verdict->observation || !vgpu_finding_find(name, &kind))
        return false;
    for (size_t i = 0; i < verdict->observation->finding_count; i++)
        if (verdict->observation->findings[i].kind == kind)
            return true;
    return false;
}

static bool names_line(const struct verdict *verdict, int line)
{
    if (verdict->line == line)
        return true;
    for (size_t i = 0; verdict->observation && i < verdict->observation->finding_count; i++)
        if (verdict->observation->findings[i].line == line)
            return true;
    for (size_t i = 0; i < verdict->gate_count; i++)
        if (!verdict->gates[i].met && verdict->gates[i].line == line)
            return true;
    for (size_t i = 0; verdict->diagnostics && i < diagnostics_count(verdict->diagnostics); i++)
        if (diagnostics_at(verdict->diagnostics, i)->location.line == line)
            return true;
    return false;
}

const char *wrong_expectation_difference(const struct wrong_expectation *expectation, const struct verdict *verdict,
                                         const char *report, struct arena *arena)
{
    const char *status = verdict_status_name(verdict->status);
    if (strcmp(status, expectation->status) != 0)
        return arena_printf(arena, "status is %s, expected %s", status, expectation->status);
    if (expectation->finding && !has_finding(verdict, expectation->finding))
        return arena_printf(arena, "there is no finding of the kind %s", expectation->finding);
    if (expectation->line > 0 && !names_line(verdict, expectation->line))
        return arena_printf(arena, "line %d is not named", expectation->line);
    if (!verdict_on_gpu(verdict) && !strstr(report, expectation->says))
        return arena_printf(arena, "the learner is not told \"%s\"", expectation->says);
    return NULL;
}
