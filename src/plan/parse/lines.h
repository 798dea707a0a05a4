/*
 * The plan lines of a CUDA file, and their words.
 *
 * A plan line has `//!` as its first non-blank characters. It is outside block comments, raw
 * strings and lines that a backslash continues (macros, strings).
 */
#ifndef PLAN_PARSE_LINES_H
#define PLAN_PARSE_LINES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/diagnostics.h"

struct plan_line {
    size_t offset_bytes; /* of the text after `//!` */
    size_t size_bytes;   /* to the end of the line */
    int line;            /* 1-based */
    int column;          /* 1-based, of the first byte */
};

/* The plan lines of `source`, in order. */
size_t lines_find(struct arena *arena, const struct source *source, const struct plan_line **out_lines);

enum plan_token_kind {
    PLAN_TOKEN_NAME,
    PLAN_TOKEN_NUMBER,
    PLAN_TOKEN_MARK, /* punctuation and operators: one or two characters */
    PLAN_TOKEN_NEWLINE,
    PLAN_TOKEN_END,
};

struct plan_token {
    enum plan_token_kind kind;
    size_t offset_bytes;
    int size_bytes;
    int line, column;
};

/*
 * The words of the plan lines, ended by one END token. `//` begins a comment. False if there was an
 * error. The error is in `diagnostics`: a character that no plan holds, or too much text.
 */
bool tokens_read(struct arena *arena, const struct source *source, struct diagnostics *diagnostics,
                 const struct plan_token **out_tokens, size_t *out_count);

#endif
