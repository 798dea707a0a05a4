/*
 * Parameters of an exercise: what the harness owns and the launch plan names.
 *
 * A parameter is a scalar of the case (`n`) or a buffer (`a`, f32[n]) with a role. Element types and their sizes are
 * the one table of dtypes.def.
 */
#ifndef PLAN_PARAMETER_H
#define PLAN_PARAMETER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/expression.h"

/* f32 f64 f16 bf16 tf32? e4m3 e5m2 i8 i16 i32 i64 u8 u16 u32 u64 bool, from dtypes.def: name, bytes, class, C name */
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
    const char *init_kernel; /* "generate.cu" where a kernel makes the input, else NULL */
};

#endif
