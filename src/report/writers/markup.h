/*
 * Text inside XML and HTML.
 */
#ifndef REPORT_WRITERS_MARKUP_H
#define REPORT_WRITERS_MARKUP_H

#include "base/buffer.h"

/* Appends harmless text with & < > " ' as entities, for content and for quoted attributes. */
void markup_append(struct buffer *out, const char *text);

#endif
