/*
 * Text for people: made harmless, measured in terminal columns, cut, padded, wrapped. Numbers with
 * units.
 *
 * All text is UTF-8. Text from outside (sources, logs, a child's output) goes through text_sanitise
 * before it reaches a terminal. A column is a terminal cell. A cluster is one character to a reader
 * (Unicode UAX #29).
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
 * Appends `text` without C0 controls other than newline and tab. Also removes DEL, C1 controls,
 * bidirectional controls, and zero-width and tag characters that hide text. Each invalid UTF-8 byte
 * becomes U+FFFD. "\r\n" becomes "\n".
 */
void text_sanitise(struct buffer *out, const char *text, size_t size_bytes);

/* Does the same for one line: newlines and tabs become a space. */
void text_sanitise_line(struct buffer *out, const char *text, size_t size_bytes);

char *text_sanitised(struct arena *arena, const char *text); /* text_sanitise of a whole string */

/*
 * The bytes of the code point at `text`: at least 1 if size_bytes > 0, else 0. An invalid one gives
 * U+FFFD and 1 byte.
 */
size_t text_step(const char *text, size_t size_bytes, int32_t *out_codepoint);

/* Bytes and columns (0, 1 or 2) of the cluster at `text`. */
size_t text_step_cluster(const char *text, size_t size_bytes, int *out_columns);

/* Whether `text` begins with `start`. */
bool text_begins(const char *text, const char *start);

/* The line after the one at `line`; the end of the text if there is none. */
const char *text_next_line(const char *line);

/* A last line without a newline counts. */
size_t text_line_count(const char *text, size_t size_bytes);

/* Columns of one line. Control characters count 0; a tab counts 1 (expand it first). */
int text_width(const char *text);
int text_width_bytes(const char *text, size_t size_bytes);

/* The number of leading bytes that fit into `columns`. Never splits a cluster. */
size_t text_cut(const char *text, size_t size_bytes, int columns);

/*
 * Appends `text` cut to `columns`. If something was cut, the last column is "…" (">" if `ascii`).
 */
void text_append_cut(struct buffer *out, const char *text, int columns, bool ascii);

/* Appends `text` cut or filled with spaces to exactly `columns`. */
void text_append_padded(struct buffer *out, const char *text, int columns, enum text_alignment alignment);

/* Appends one line, with tabs as spaces up to the next multiple of tab_columns. */
void text_append_expanded(struct buffer *out, const char *text, size_t size_bytes, int tab_columns);

/*
 * Breaks text into lines of at most `columns` (at least 1). It breaks at newlines, else at spaces,
 * else between wide characters, else within a word. Trailing spaces of a line are left out. The
 * spans point into `text`. Returns their number, at least 1.
 */
size_t text_wrap(struct arena *arena, const char *text, int columns, const struct text_span **out_lines);

/* Appends these lines, each with a newline. */
void text_append_wrapped(struct buffer *out, const char *text, int columns);

/* The prefix of a millionth: "μ" where the locale has UTF-8, else "u". */
const char *text_micro(void);

/*
 * 3.01e12, "B/s" -> "3.01 TB/s"; 0.000412, "s" -> "412 μs". Three significant digits, SI prefixes
 * from p to E.
 */
void text_append_si(struct buffer *out, double value, const char *unit);

/*
 * The gap between these words and the next sentence: a space. It is empty after the wide stop of
 * Chinese, and without words.
 */
const char *text_gap_after(const char *words);

/* Removes each space between two wide characters, from this byte on: Chinese has none there. */
void text_close_gaps(struct buffer *text, size_t from);

/* "investigación" -> "INVESTIGACIÓN". */
void text_append_upper(struct buffer *out, const char *text);

/* 0.000412 -> "412 μs"; 75 -> "1 min 15 s". */
void text_append_duration(struct buffer *out, double seconds);

/*
 * 67108864 -> "64 Mi"; 1000 -> "1000". The power-of-two prefix must be exact; else thousands are
 * grouped.
 */
void text_append_count(struct buffer *out, int64_t value);

enum { TEXT_FACTOR_BYTES = 32 };

/*
 * A factor or an amount in a sentence, with three digits and no exponent: "1.35", "84", "78 300".
 * Returns `out_text`.
 */
const char *text_format_factor(double value, char out_text[TEXT_FACTOR_BYTES]);

/* 67108864 -> "64 MiB"; 1536 -> "1.5 KiB". */
void text_append_bytes(struct buffer *out, uint64_t size_bytes);

/* 1234567 -> "1 234 567", 1234 -> "1234". */
void text_append_grouped(struct buffer *out, int64_t value);

/*
 * An element of a buffer, with seven digits: 2139062143 and 16384 in full, 0.1 -> "0.1", 1e300 ->
 * "1e+300", "NaN".
 */
void text_append_number(struct buffer *out, double value);

/* 0.853 -> "85.3 %". */
void text_append_percent(struct buffer *out, double ratio);

/* Appends harmless text for XML and HTML: & < > " ' as entities, also for quoted attributes. */
void text_append_markup(struct buffer *out, const char *text);

#endif
