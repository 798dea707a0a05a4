/*
 * The lesson format in words, from the field tables: for doc/lesson-format.md and for authors at the command line.
 */
#ifndef CURRICULUM_FORMAT_H
#define CURRICULUM_FORMAT_H

#include "base/buffer.h"

/* Appends one Markdown table per mapping. */
void curriculum_describe_format(struct buffer *out);

#endif
