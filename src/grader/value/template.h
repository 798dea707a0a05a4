/*
 * Sentence templates: "Line {line} writes {buffer}[{element}]" with named fields put in. An unknown field stays as
 * written, which a test looks for.
 */
#ifndef GRADER_VALUE_TEMPLATE_H
#define GRADER_VALUE_TEMPLATE_H

#include <stddef.h>

#include "base/buffer.h"

struct template_field {
    const char *name;
    const char *text;
};

void template_expand(const char *template, const struct template_field *fields, size_t field_count, struct buffer *out);

#endif
