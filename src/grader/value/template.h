/*
 * Sentence templates: "Line {line} writes {buffer}[{element}]" with named fields. An unknown field
 * stays as it is, so a test can find it.
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
