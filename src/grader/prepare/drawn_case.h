/* Cases whose sizes the seed draws; cases.h has the rule. */
#ifndef GRADER_PREPARE_DRAWN_CASE_H
#define GRADER_PREPARE_DRAWN_CASE_H

#include <stdint.h>

#include "base/arena.h"
#include "curriculum/model.h"

enum { DRAWN_NUMBER = 1001 };
enum drawn_kind { DRAWN_ANY, DRAWN_LARGE, DRAWN_GATE, DRAWN_BEYOND, DRAWN_KINDS };

/*
 * DRAWN_GATE is the gate case with its large sizes reduced to between a half and seven eighths, in
 * steps of a power of two. So rows stay aligned, and ratios of counters are those of the gate case.
 * DRAWN_BEYOND has one size that is larger than in any case, up to three times.
 *
 * NULL: no size varies among the cases, or no drawn size fitted.
 */
struct exercise_case *drawn_case(const struct exercise *exercise, enum drawn_kind kind, uint64_t seed,
                                 struct arena *arena);

/* Whether a shape names the scalar. */
bool drawn_case_is_size(const struct exercise *exercise, const char *name);
/* Whether two sizes are equal in every case of the exercise. */
bool drawn_case_always_equal(const struct exercise *exercise, const char *left, const char *right);
/* Sizes are multiples of it. 0: this one never varies. */
int64_t drawn_case_step(const struct exercise *exercise, const char *name);

#endif
