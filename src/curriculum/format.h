/*
 * The lesson format from the field tables: as tables for doc/lesson-format.md, and as a JSON schema
 * for editors.
 */
#ifndef CURRICULUM_FORMAT_H
#define CURRICULUM_FORMAT_H

#include "base/buffer.h"

/* Appends one Markdown table per mapping. */
void curriculum_describe_format(struct buffer *out);

/*
 * Appends a JSON schema (draft 2020-12) of a lesson file. Editors use it to complete and check a
 * text. It covers single values; the loader checks relations between values. doc/lesson.schema.json
 * is this text.
 */
void curriculum_format_schema(struct buffer *out);

#endif
