/*
 * The tokens of a CUDA source: what is left of it without comments and blanks.
 *
 * Two sources with the same tokens compile to the same code, so a figure of one holds for the other. Plan lines
 * (`//! launch ..`) are kept, since they say how the code runs.
 */
#ifndef COMPILER_SOURCE_TOKENS_H
#define COMPILER_SOURCE_TOKENS_H

#include <stddef.h>

#include "base/buffer.h"

/* Appends the tokens of `text`. One blank or newline stands for each run of blanks and comments. */
void source_tokens_append(struct buffer *out, const char *text, size_t size_bytes);

#endif
