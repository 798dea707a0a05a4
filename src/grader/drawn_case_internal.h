/* The case whose size the seed draws (cases_internal.h says by what rule). */
#ifndef GRADER_DRAWN_CASE_INTERNAL_H
#define GRADER_DRAWN_CASE_INTERNAL_H

#include <stdint.h>

#include "base/arena.h"
#include "curriculum/model.h"

enum { DRAWN_NUMBER = 1001 };

/* NULL where no size varies among the cases, or none that fits could be drawn. */
struct exercise_case *drawn_case(const struct exercise *exercise, uint64_t seed, struct arena *arena);

#endif
