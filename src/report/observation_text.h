/*
 * The results of a launch as text: findings, printed output, counters, and the source with its
 * counters by line.
 */
#ifndef REPORT_OBSERVATION_TEXT_H
#define REPORT_OBSERVATION_TEXT_H

#include "base/buffer.h"
#include "grader/verdict.h"

/* `source` gives the lines; it can be NULL. */
void observation_write_text(const struct observation *observation, const struct source *source, struct buffer *out);
/* The share of all sectors of global memory that a line of the source moves; 0 without any. */
double observation_line_heat(const struct observation *observation, int line);

#endif
