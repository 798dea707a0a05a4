/* Any bytes as an expression: no crash, no undefined arithmetic, a reason for each failure. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/expression.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Values near the edges, so that arithmetic overflows easily. */
static bool lookup(void *context, const char *name, struct value *out_value)
{
    (void)context;
    static const int64_t edges[] = {INT64_MIN, INT64_MAX, -1, 0, 1, INT64_C(1) << 40};
    *out_value = (struct value){.integer = edges[(unsigned char)*name % 6]};
    return name[1] == '\0';
}

static void check_name(void *context, const char *name)
{
    (void)context;
    if (!*name)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    CLEANUP(buffer_done) struct buffer shown = BUFFER_INIT;
    struct source source = {"fuzz", (const char *)data, size};
    struct diagnostics *diagnostics = diagnostics_new(arena);
    struct error error = {0};
    const struct expression *expression = expression_parse(arena, &source, 0, size, diagnostics, &error);
    diagnostics_render(diagnostics, &shown);
    if ((expression == NULL) != (diagnostics_error_count(diagnostics) == 1))
        abort();
    if (!expression)
        return error.code == ERROR_NONE ? (abort(), 0) : 0;
    struct expression_environment environment = {.lookup = lookup};
    int64_t value;
    expression_visit_names(expression, check_name, NULL);
    if (!expression_evaluate_integer(expression, &environment, &value, &error) && error.code == ERROR_NONE)
        abort();
    return 0;
}
