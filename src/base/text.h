/*
 * Text for people: made harmless, measured in terminal columns, cut, padded, wrapped; numbers with units.
 *
 * All text is UTF-8. Whatever came from outside (sources, logs, YAML, file names, a child's output) passes through
 * text_sanitise before it reaches a terminal. A column is a terminal cell; a cluster is what a reader takes for one
 * character (Unicode UAX #29).
 */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buffer.h"

enum text_alignment { TEXT_LEFT, TEXT_RIGHT, TEXT_CENTER };

struct text_span {
    const char *start;
    size_t size_bytes;
};

/*
 * Appends `text` without C0 controls other than newline and tab, without DEL, C1 controls, bidirectional controls,
 * zero-width and tag characters that hide text; each invalid UTF-8 byte becomes U+FFFD. "\r\n" becomes "\n".
 */
void text_sanitise(struct buffer *out, const char *text, size_t size_bytes);

/* The same on one line: newlines and tabs become a space. */
void text_sanitise_line(struct buffer *out, const char *text, size_t size_bytes);

char *text_sanitised(struct arena *arena, const char *text); /* text_sanitise of a whole string */

/* Bytes of the code point at `text` (at least 1 while size_bytes > 0, else 0); U+FFFD and 1 byte for an invalid one. */
size_t text_step(const char *text, size_t size_bytes, int32_t *out_codepoint);

/* Bytes and columns (0, 1 or 2) of the cluster at `text`. */
size_t text_step_cluster(const char *text, size_t size_bytes, int *out_columns);

/* Columns of one line. Control characters count 0; a tab counts 1 (expand it first). */
int text_width(const char *text);
int text_width_bytes(const char *text, size_t size_bytes);

/* How many leading bytes fit into `columns`; never splits a cluster. */
size_t text_cut(const char *text, size_t size_bytes, int columns);

/* Appends `text` cut to `columns`, with "…" (or ">" when `ascii`) as the last column when something was cut. */
void text_append_cut(struct buffer *out, const char *text, int columns, bool ascii);

/* Appends `text` cut or filled with spaces to exactly `columns`. */
void text_append_padded(struct buffer *out, const char *text, int columns, enum text_alignment alignment);

/* Appends one line with tabs as spaces up to the next multiple of tab_columns. */
void text_append_expanded(struct buffer *out, const char *text, size_t size_bytes, int tab_columns);

/*
 * Breaks text into lines of at most `columns` (at least 1): at newlines, else at spaces, else between wide characters,
 * else within a word. Trailing spaces of a line are left out. The spans point into `text`. Returns their number, at
 * least 1.
 */
size_t text_wrap(struct arena *arena, const char *text, int columns, const struct text_span **out_lines);

/* 3.01e12, "B/s" -> "3.01 TB/s"; 0.000412, "s" -> "412 us". Three significant digits, SI prefixes from p to E. */
void text_append_si(struct buffer *out, double value, const char *unit);

/* 0.000412 -> "412 us"; 75 -> "1 min 15 s". */
void text_append_duration(struct buffer *out, double seconds);

/* 67108864 -> "64 Mi"; 1000 -> "1000"; a power-of-two prefix only where it is exact, else thousands grouped. */
void text_append_count(struct buffer *out, int64_t value);

/* 67108864 -> "64 MiB"; 1536 -> "1.5 KiB". */
void text_append_bytes(struct buffer *out, uint64_t size_bytes);

/* 1234567 -> "1,234,567". */
void text_append_grouped(struct buffer *out, int64_t value);

/* An element of a buffer: 2139062143 and 16384 in full, 0.1 -> "0.1", 1e300 -> "1e+300", "NaN"; seven digits. */
void text_append_number(struct buffer *out, double value);

/* 0.853 -> "85.3 %". */
void text_append_percent(struct buffer *out, double ratio);

#endif
