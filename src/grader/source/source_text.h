/*
 * Words, brackets, values and loops of a CUDA source, outside of its comments and literals. Nothing
 * is parsed, so each answer is a guess that fits what people write.
 */
#ifndef GRADER_SOURCE_SOURCE_TEXT_H
#define GRADER_SOURCE_SOURCE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/diagnostics.h"
#include "grader/source/source_quiet.h"

/* The next byte. A comment or literal is one step. */
size_t source_text_step(const struct source *source, size_t at);

bool source_text_is_code(const struct source *source, size_t at);

/* After blanks, line ends and comments. */
size_t source_text_skip(const struct source *source, size_t at);

/* The byte after the bracket that closes the one at `open`. */
size_t source_text_after_close(const struct source *source, size_t open);

/* The first of the bytes outside of brackets, or the bracket that ends the text before it. */
size_t source_text_find(const struct source *source, size_t at, size_t end, const char *bytes);

struct source_stretch source_text_whole(const struct source *source);

/* The first place of the name in a part; its end: none. */
size_t source_text_find_name(const struct source *source, struct source_stretch part, const char *name);
bool source_text_has_name(const struct source *source, struct source_stretch part, const char *name);

bool source_text_has(const struct source *source, struct source_stretch part, const char *text);

/* The name at this place; "": there is none. */
const char *source_text_name(const struct source *source, size_t at, struct arena *arena);

/* The value in the first `NAME = value` of a part. False: it has none. */
bool source_text_value(const struct source *source, struct source_stretch part, const char *name,
                       struct source_stretch *out);

/* Whether the source declares a pointer of this name: `float *out`. */
bool source_text_is_pointer(const struct source *source, const char *name);

struct source_text_loop {
    size_t at;
    struct source_stretch header, body;
};

/* The next `for` from `*at` on, which moves into its header. */
bool source_text_next_loop(const struct source *source, size_t *at, struct source_text_loop *out);

#endif
