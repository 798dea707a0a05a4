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
void observation_write_json(const struct observation *observation, struct buffer *out);

#endif
