/*
 * The learner's file before anything is compiled: its size, its bytes, its launch plan, its kernels.
 *
 * What is wrong with it becomes a diagnostic in words for a beginner.
 */
#ifndef GRADER_PREPARE_SUBMISSION_H
#define GRADER_PREPARE_SUBMISSION_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diagnostics.h"
#include "curriculum/model.h"
#include "plan/plan.h"

enum { SUBMISSION_BYTES_MAX = 256 << 10 };

/*
 * Parses and checks. `starter` is the exercise's file as shipped, from which a lost launch line can be quoted; may be
 * NULL. False: there are errors in `diagnostics`.
 */
bool submission_check(const struct exercise *exercise, const struct source *source, const struct source *starter,
                      struct arena *arena, struct diagnostics *diagnostics, struct plan **out_plan);

#endif
