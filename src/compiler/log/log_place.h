/* Finds the places in the learner's source that the compiler's log names. */
#ifndef COMPILER_LOG_LOG_PLACE_H
#define COMPILER_LOG_LOG_PLACE_H

#include "base/diagnostics.h"
#include "compiler/log/log_line.h"

/*
 * The word at a line and column; line -1 is the last one. A missing column gives the line's first
 * word. A missing line gives the text as a whole.
 */
struct location log_place(const struct source *source, int line, int column);

/*
 * The #include of `header`: the one whose name its path ends with, else the last one of the source.
 */
struct location log_place_of_include(const struct source *source, struct log_line header);

#endif
