/* The structural weakness of a kernel that its counters show, where no gate asks for more. */
#ifndef GRADER_VALUE_WEAKNESS_H
#define GRADER_VALUE_WEAKNESS_H

#include <stdbool.h>

#include "grader/value/counter.h"

struct weakness {
    const char *text; /* "loads move 8x as many sectors as needed"; NULL: there is none */
    int line;         /* 0: unknown */
};

/* The first one that is worth naming. */
struct weakness weakness_find(const struct observation *observation, struct arena *arena);

/*
 * Conflicts that occur once per block, for example in the sum over its warps, do not limit a
 * kernel.
 */
bool weakness_is_worth_naming(const struct observation *observation, enum vgpu_counter lost);

#endif
