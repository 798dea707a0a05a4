/*
 * Advice for beginners on a compiler message: rows of hints.def, and "did you mean" for undefined
 * names.
 */
#ifndef COMPILER_LOG_HINTS_H
#define COMPILER_LOG_HINTS_H

#include <stddef.h>

/* The hint of the first matching row, or NULL. */
const char *hints_find(const char *message);

/* For `identifier "__shfl_down" is undefined` and other removed names: the successor, or NULL. */
const char *hints_successor(const char *message);

/*
 * For `identifier "foo" is undefined`: the CUDA name that the learner meant, or NULL. foo itself
 * can be such a name.
 */
const char *hints_meant(const char *message);

/*
 * Advice on a message that misleads because of what the line holds; NULL: none. `line` is the text
 * of the line, `column` the place of the message in it, from 1 on; 0: unknown.
 */
const char *hints_of_line(const char *message, const char *line, size_t length, int column);

/* For tests that look at every row. */
size_t hints_count(void);
void hints_row(size_t index, const char **out_part, const char **out_later, const char **out_hint);

#endif
