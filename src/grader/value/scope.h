/*
 * The names in an exercise's expressions for one case: the case's scalars, and `ranks`. They serve
 * shapes, inits, reduction lengths and bytes.
 */
#ifndef GRADER_VALUE_SCOPE_H
#define GRADER_VALUE_SCOPE_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/expression.h"
#include "curriculum/model.h"
#include "plan/parameter.h"

struct scope {
    const struct case_value *values;
    size_t value_count;
    int devices; /* the value of `ranks`; 0: the name is unknown */
};

/* `scope` must outlive the environment. */
struct expression_environment scope_environment(const struct scope *scope);

bool scope_find(const struct scope *scope, const char *name, struct value *out_value);

/*
 * Counts the elements of one buffer on one device, and gives its extents. RANGE: negative, or over
 * SCOPE_ELEMENTS_MAX.
 */
bool scope_shape(const struct scope *scope, const struct parameter *parameter, uint64_t out_shape[SHAPE_RANK_MAX],
                 uint64_t *out_count, struct error *error);

/* The elements of all buffers together. This decides whether a case is small or large. */
bool scope_total_elements(const struct scope *scope, const struct parameter *parameters, size_t parameter_count,
                          uint64_t *out_count, struct error *error);

#define SCOPE_ELEMENTS_MAX (UINT64_C(1) << 33)

#endif
