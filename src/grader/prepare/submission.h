/*
 * Checks a learner's file before it is compiled: size, bytes, launch plan, kernels.
 *
 * Each error becomes a diagnostic that a beginner understands.
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
 * Parses and checks. `starter` is the exercise's shipped file, or NULL; a lost launch line is
 * quoted from it. False: errors are in `diagnostics`.
 */
bool submission_check(const struct exercise *exercise, const struct source *source, const struct source *starter,
                      struct arena *arena, struct diagnostics *diagnostics, struct plan **out_plan);

#endif
