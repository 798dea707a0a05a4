/*
 * The kernels of a whole program, where the exercise gives them.
 *
 * Each kernel of the starter must stand in the learner's file, and no other one. So a kernel that
 * the preprocessor removes cannot hide behind a changed one.
 */
#ifndef APP_ATTEMPT_PROGRAM_KERNELS_H
#define APP_ATTEMPT_PROGRAM_KERNELS_H

#include "base/arena.h"
#include "base/diagnostics.h"

/* What differs; NULL: nothing. */
const char *program_kernels_difference(struct arena *arena, const struct source *own, const struct source *starter);

#endif
