/* Names and sizes in the expressions of one case. */
#include "grader/value/scope.h"

#include <string.h>

bool scope_find(const struct scope *scope, const char *name, struct value *out_value)
{
    for (size_t i = 0; i < scope->value_count; i++) {
        if (strcmp(scope->values[i].name, name))
            continue;
        *out_value = scope->values[i].value;
        return true;
    }
    if (scope->devices <= 0 || strcmp(name, "ranks"))
        return false;
    *out_value = (struct value){.integer = scope->devices, .real = scope->devices};
    return true;
}

static bool lookup(void *context, const char *name, struct value *out_value)
{
    return scope_find(context, name, out_value);
}

struct expression_environment scope_environment(const struct scope *scope)
{
    return (struct expression_environment){.lookup = lookup, .context = (void *)(uintptr_t)scope};
}

bool scope_shape(const struct scope *scope, const struct parameter *parameter, uint64_t out_shape[SHAPE_RANK_MAX],
                 uint64_t *out_count, struct error *error)
{
    struct expression_environment environment = scope_environment(scope);
    uint64_t shape[SHAPE_RANK_MAX] = {0}, count = 1;
    for (int axis = 0; axis < parameter->rank; axis++) {
        int64_t extent;
        if (!expression_evaluate_integer(parameter->shape[axis], &environment, &extent, error))
            return error_add_context(error, "shape of %s", parameter->name);
        if (extent < 0)
            return error_set(error, ERROR_RANGE, "%s would have a negative extent", parameter->name);
        shape[axis] = (uint64_t)extent;
        if (__builtin_mul_overflow(count, shape[axis], &count) || count > SCOPE_ELEMENTS_MAX)
            return error_set(error, ERROR_RANGE, "array `%s` is too large", parameter->name);
    }
    memcpy(out_shape, shape, sizeof shape);
    *out_count = count;
    return true;
}

bool scope_total_elements(const struct scope *scope, const struct parameter *parameters, size_t parameter_count,
                          uint64_t *out_count, struct error *error)
{
    uint64_t total = 0;
    for (size_t i = 0; i < parameter_count; i++) {
        uint64_t shape[SHAPE_RANK_MAX], count;
        if (parameters[i].role == PARAMETER_SCALAR)
            continue;
        if (!scope_shape(scope, &parameters[i], shape, &count, error))
            return false;
        total += count;
    }
    if (total > SCOPE_ELEMENTS_MAX)
        return error_set(error, ERROR_RANGE, "a case has too many elements");
    *out_count = total;
    return true;
}
