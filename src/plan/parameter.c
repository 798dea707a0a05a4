/* The table of element types. */
#include "plan/parameter.h"

#include <string.h>

static const struct {
    const char *name;
    size_t bytes;
    enum dtype_kind kind;
} dtypes[DTYPE_COUNT] = {
#define DTYPE(id, name, bytes, kind, c_name) {name, bytes, DTYPE_KIND_##kind},
#include "plan/dtypes.def"
#undef DTYPE
};

const char *dtype_name(enum dtype dtype)
{
    return dtypes[dtype].name;
}

size_t dtype_bytes(enum dtype dtype)
{
    return dtypes[dtype].bytes;
}

enum dtype_kind dtype_kind(enum dtype dtype)
{
    return dtypes[dtype].kind;
}

bool dtype_parse(const char *name, enum dtype *out_dtype)
{
    for (int i = 0; i < DTYPE_COUNT; i++) {
        if (strcmp(name, dtypes[i].name) != 0)
            continue;
        *out_dtype = (enum dtype)i;
        return true;
    }
    return false;
}
