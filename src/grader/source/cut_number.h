/*
 * The line that turns a floating-point number into a whole one: `int sum` that gets floats.
 *
 * The compiler says nothing about it, but the PTX has an instruction for it.
 */
#ifndef GRADER_SOURCE_CUT_NUMBER_H
#define GRADER_SOURCE_CUT_NUMBER_H

#include <stddef.h>

#include "base/diagnostics.h"

/*
 * The first such line of the learner's file; 0: none. Functions such as powf() cut a number within
 * themselves. So lines that call such functions do not count.
 */
int cut_number_line(const struct source *source, const char *ptx, size_t ptx_bytes);

#endif
