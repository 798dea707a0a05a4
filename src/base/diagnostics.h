/*
 * Diagnostics: findings about authored text (YAML, plans, PTX, CUDA source), each at file:line:col.
 *
 * A loader reports into a `struct diagnostics` and continues, so an author sees every mistake of
 * one pass. The rendering shows the source line with a caret:
 *
 *     lessons/week01/vector_add.yaml:31:14: error: unknown type 'f33' (did you mean 'f32'?)
 *        31 | - {name: a, type: f33}
 *           |                   ^~~
 */
#ifndef BASE_DIAGNOSTICS_H
#define BASE_DIAGNOSTICS_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/buffer.h"

enum diagnostic_severity { DIAGNOSTIC_NOTE, DIAGNOSTIC_WARNING, DIAGNOSTIC_ERROR };

/* A text under examination. `text` can hold NUL bytes and need not be terminated. */
struct source {
    const char *name; /* as the user knows it: a path relative to their folder */
    const char *text;
    size_t size_bytes;
};

/* Its texts live in the arena. They are terminated. */
static inline struct source source_copy(struct arena *arena, const struct source *source)
{
    return (struct source){.name = arena_strdup(arena, source->name),
                           .text = arena_strndup(arena, source->text, source->size_bytes),
                           .size_bytes = source->size_bytes};
}

/* Lines and columns are 1-based; a column counts bytes. line 0: the text as a whole. */
struct location {
    int line;
    int column;
    int length; /* bytes to underline; at least 1 unless line is 0 */
};

struct diagnostic {
    enum diagnostic_severity severity;
    const struct source *source; /* can be NULL */
    struct location location;
    const char *message;
    const char *told; /* the same as a told sentence (base/told.h), for processes that know no language */
    const char *hint; /* can be NULL */
};

struct diagnostics; /* owned by its arena */

enum { DIAGNOSTICS_MAX = 200 }; /* more are counted, but not kept */

struct diagnostics *diagnostics_new(struct arena *arena);

/*
 * Copies the message into the arena, with its format translated. `source` must outlive the
 * diagnostics. Returns false for errors.
 */
bool diagnostics_add(struct diagnostics *diagnostics, enum diagnostic_severity severity, const struct source *source,
                     struct location location, const char *format, ...) __attribute__((format(printf, 5, 6)));

/* Does the same with the arguments of a caller. */
bool diagnostics_add_list(struct diagnostics *diagnostics, enum diagnostic_severity severity,
                          const struct source *source, struct location location, const char *format, va_list arguments)
    __attribute__((format(printf, 5, 0)));

/* Attaches a hint to the diagnostic that was added last. */
void diagnostics_hint(struct diagnostics *diagnostics, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Removes warnings whose message has this text. */
void diagnostics_drop_warnings(struct diagnostics *diagnostics, const char *text);

size_t diagnostics_count(const struct diagnostics *diagnostics);
size_t diagnostics_error_count(const struct diagnostics *diagnostics); /* dropped ones included */
const struct diagnostic *diagnostics_at(const struct diagnostics *diagnostics, size_t index);

/*
 * Sorts by source, line and column. Renders all with source lines and carets, with control
 * characters made harmless.
 */
void diagnostics_render(const struct diagnostics *diagnostics, struct buffer *out);
void diagnostic_render(const struct diagnostic *diagnostic, struct buffer *out);

/* The start of the text: 3 after a byte order mark, else 0. */
size_t source_start(const struct source *source);

/* Line and column of a byte offset. */
struct location source_location(const struct source *source, size_t offset_bytes, size_t length_bytes);

/* The nearest of `candidates` by edit distance. NULL if none is near enough for "did you mean". */
const char *diagnostics_nearest(const char *word, const char *const *candidates, size_t count);

#endif
