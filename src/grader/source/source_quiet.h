/*
 * The parts of a CUDA source that do nothing: comments, literals and blanks. A search for words
 * steps over them. Plan lines (`//! launch ..`) count as comments here.
 */
#ifndef GRADER_SOURCE_SOURCE_QUIET_H
#define GRADER_SOURCE_SOURCE_QUIET_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diagnostics.h"

/* A part of the source. */
struct source_stretch {
    size_t begin, end;
};

/* The byte; NUL past the end. */
char source_quiet_byte(const struct source *source, size_t at);

/* The part without blanks and line ends around it. */
struct source_stretch source_quiet_trimmed(const struct source *source, struct source_stretch part);

/* Whether the source has this text at byte `at`. */
bool source_quiet_begins(const struct source *source, size_t at, const char *text);

/* The end of the comment or literal that begins at `at`; `at` itself if none begins. */
size_t source_quiet_end(const struct source *source, size_t at);

/* The first byte from `at` on that is no blank of the same line. */
size_t source_quiet_blanks(const struct source *source, size_t at);

/* The first byte of the word that ends before byte `end`; `end` itself if none does. */
size_t source_quiet_word_begin(const struct source *source, size_t end);

/* The line of byte `at`, counted from 1. */
int source_quiet_line(const struct source *source, size_t at);

/* The line, without its end. Empty: the source has fewer lines. */
struct source_stretch source_quiet_line_part(const struct source *source, int line);

/* Whether the byte is outside of comments and literals. It walks over all before it. */
bool source_quiet_reaches(const struct source *source, size_t place);

#endif
