/*
 * Parameters of an exercise: the harness owns them, and the launch plan names them.
 *
 * A parameter is a scalar of the case (`n`) or a buffer (`a`, f32[n]) with a role. Element types
 * and their sizes are in the table dtypes.def.
 */
#ifndef PLAN_PARAMETER_H
#define PLAN_PARAMETER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/expression.h"

/* The element types of dtypes.def. */
enum dtype {
#define DTYPE(id, name, bytes, kind, c_name) DTYPE_##id,
#include "plan/dtypes.def"
#undef DTYPE
    DTYPE_COUNT
};

enum dtype_kind { DTYPE_KIND_FLOAT, DTYPE_KIND_SIGNED, DTYPE_KIND_UNSIGNED, DTYPE_KIND_BOOL };

const char *dtype_name(enum dtype dtype);
size_t dtype_bytes(enum dtype dtype);
enum dtype_kind dtype_kind(enum dtype dtype);
bool dtype_parse(const char *name, enum dtype *out_dtype);

enum parameter_role { PARAMETER_SCALAR, PARAMETER_IN, PARAMETER_OUT, PARAMETER_INOUT };

enum { SHAPE_RANK_MAX = 6 };

struct parameter {
    const char *name;
    enum dtype dtype;
    enum parameter_role role;
    int rank; /* 0 for scalars */
    const struct expression *shape[SHAPE_RANK_MAX];
    const char *init;        /* "uniform(-1, 1)"; NULL: the default of the dtype. For inputs only */
    const char *init_kernel; /* "generate.cu" if a kernel makes the input, else NULL */
};

static inline bool parameter_is_input(const struct parameter *parameter)
{
    return parameter->role == PARAMETER_IN || parameter->role == PARAMETER_INOUT;
}

static inline bool parameter_is_output(const struct parameter *parameter)
{
    return parameter->role == PARAMETER_OUT || parameter->role == PARAMETER_INOUT;
}

#endif
