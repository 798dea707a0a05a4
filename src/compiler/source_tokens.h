/*
 * The tokens of a CUDA source: its text without comments and blanks.
 *
 * Two sources with the same tokens compile to the same code, so a figure of one is valid for the
 * other. Plan lines (`//! launch ..`) stay, since they say how the code runs.
 */
#ifndef COMPILER_SOURCE_TOKENS_H
#define COMPILER_SOURCE_TOKENS_H

#include <stddef.h>

#include "base/buffer.h"

/* Appends the tokens of `text`. One blank or newline replaces each run of blanks and comments. */
void source_tokens_append(struct buffer *out, const char *text, size_t size_bytes);

/*
 * The same, but each token keeps its line and its column: line numbers are part of what the
 * compiler makes. Plan lines count as comments, since the compiler does not see them.
 */
void source_tokens_append_in_place(struct buffer *out, const char *text, size_t size_bytes);

#endif
