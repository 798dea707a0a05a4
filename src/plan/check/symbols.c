/* The names that are visible at a place of a plan. */
#include "plan/check/symbols.h"

#include "base/i18n.h"

#include <string.h>
#include <strings.h>

enum { LISTED_NAMES_MAX = 24, NEAREST_CANDIDATES_MAX = 256 };

struct plan_symbol *symbols_find(const struct plan_scope *scope, const char *name)
{
    for (struct plan_symbol *symbol = scope->newest; symbol; symbol = symbol->next)
        if (strcmp(symbol->name, name) == 0)
            return symbol;
    return NULL;
}

struct plan_symbol *symbols_add(struct plan_scope *scope, const char *name, enum plan_symbol_kind kind, int line)
{
    struct plan_symbol *symbol = ARENA_NEW(scope->arena, struct plan_symbol);
    *symbol = (struct plan_symbol){.name = name,
                                   .kind = kind,
                                   .role = PARAMETER_INOUT,
                                   .line = line,
                                   .depth = scope->depth,
                                   .next = scope->newest};
    scope->newest = symbol;
    return symbol;
}

bool symbol_is_buffer(const struct plan_symbol *symbol)
{
    return symbol->kind == PLAN_SYMBOL_BUFFER || symbol->kind == PLAN_SYMBOL_SCRATCH;
}

/* The names of one group, oldest first. Returns their number. */
static size_t names_of(const struct plan_scope *scope, bool parameters, const char *out_names[LISTED_NAMES_MAX])
{
    size_t count = 0;
    for (const struct plan_symbol *symbol = scope->newest; symbol && count < LISTED_NAMES_MAX; symbol = symbol->next) {
        bool is_parameter = symbol->kind == PLAN_SYMBOL_SCALAR || symbol->kind == PLAN_SYMBOL_BUFFER;
        bool is_builtin = symbol->kind == PLAN_SYMBOL_VALUE && symbol->line == 0;
        if (!is_builtin && is_parameter == parameters && !symbol->freed_line)
            out_names[count++] = symbol->name;
    }
    for (size_t i = 0; i < count / 2; i++) {
        const char *swap = out_names[i];
        out_names[i] = out_names[count - 1 - i];
        out_names[count - 1 - i] = swap;
    }
    return count;
}

static void append_names(struct buffer *out, const char *label, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        buffer_printf(out, "%s%s", i ? ", " : label, names[i]);
}

void symbols_describe(const struct plan_scope *scope, struct buffer *out)
{
    const char *names[LISTED_NAMES_MAX];
    size_t count = names_of(scope, true, names);
    append_names(out, _("; parameters are "), names, count);
    count = names_of(scope, false, names);
    append_names(out, _("; the plan adds "), names, count);
}

const char *symbols_nearest(const struct plan_scope *scope, const char *name)
{
    const char *names[NEAREST_CANDIDATES_MAX];
    size_t count = 0;
    for (const struct plan_symbol *symbol = scope->newest; symbol && count < NEAREST_CANDIDATES_MAX;
         symbol = symbol->next) {
        if (strcasecmp(symbol->name, name) == 0)
            return symbol->name;
        names[count++] = symbol->name;
    }
    return diagnostics_nearest(name, names, count);
}
