/*
 * The parts that a starter leaves open: comments with the word TODO. Learners often leave these
 * comments in place after the work is done. So a part counts as open only if the code beside it is
 * as the starter has it.
 */
#ifndef GRADER_SOURCE_SOURCE_TODO_H
#define GRADER_SOURCE_SOURCE_TODO_H

#include <stddef.h>

#include "base/diagnostics.h"

struct source_todo {
    int line; /* of the first one; 0: none */
    int count;
};
struct source_todo source_todo_open(const struct source *source, const struct source *starter);

#endif
