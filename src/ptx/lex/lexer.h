/*
 * Lexer: PTX text -> tokens, one at a time (PTX ISA 4.1 to 4.5).
 *
 *     name      = (letter | "_" | "$" | "%") {letter | digit | "_" | "$"} {("." | "::") word}
 *     directive = "." word {"::" word}
 *     integer   = (decimal | "0x" hex | "0b" binary | "0" octal) ["U"]
 *     real      = "0f" 8 hex | "0d" 16 hex | digits "." digits [exponent] | digits exponent
 *     string    = '"' ... '"'
 *     comment   = "//" to the end of the line | slash-star ... star-slash
 *
 * The spelling of an instruction ("ld.global.v4.f32") is one name, and so is a register with its
 * component ("%tid.x"). The text is a copy with a final NUL; NUL bytes inside it are errors.
 */
#ifndef PTX_LEX_LEXER_H
#define PTX_LEX_LEXER_H

#include <locale.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/diagnostics.h"
#include "ptx/lex/names.h"

/* Punctuation is its own character. The kinds below are outside ASCII. */
enum ptx_token_kind {
    PTX_TOKEN_END = 0,
    PTX_TOKEN_NAME = 128,
    PTX_TOKEN_DIRECTIVE, /* name without the dot */
    PTX_TOKEN_INTEGER,   /* bits */
    PTX_TOKEN_FLOAT,     /* 0f: bits of an f32 */
    PTX_TOKEN_DOUBLE,    /* 0d or decimal: bits of an f64 */
    PTX_TOKEN_STRING,    /* offset and length are of the content */
    PTX_TOKEN_SHIFT_LEFT,
    PTX_TOKEN_SHIFT_RIGHT,
    PTX_TOKEN_LESS_EQUAL,
    PTX_TOKEN_GREATER_EQUAL,
    PTX_TOKEN_EQUAL,
    PTX_TOKEN_NOT_EQUAL,
    PTX_TOKEN_AND,
    PTX_TOKEN_OR,
    PTX_TOKEN_BAD, /* reported already */
};

struct ptx_token {
    int kind;
    int line;
    int column;
    uint32_t offset;
    uint32_t length;
    bool is_unsigned; /* INTEGER with U, or too large for a signed one */
    struct ptx_name *name;
    uint64_t bits;
};

struct ptx_lexer {
    const char *text, *end;
    const char *next; /* first byte not yet read */
    const char *line_start;
    int line;
    const char *comment; /* the start of the last block comment */
    int comment_line, comment_column;
    locale_t plain_locale; /* for decimal points in any locale of the program */
    struct ptx_names *names;
    const struct source *source;
    struct diagnostics *diagnostics;
};

/* `text` must have a NUL at text[size_bytes]. */
void lexer_init(struct ptx_lexer *lexer, const char *text, size_t size_bytes, struct ptx_names *names,
                const struct source *source, struct diagnostics *diagnostics);
void lexer_done(struct ptx_lexer *lexer);
void lexer_next(struct ptx_lexer *lexer, struct ptx_token *out_token);

/* The first byte of the next token, after white space and comments. Consumes nothing. */
char lexer_peek(struct ptx_lexer *lexer);

/* Skips past the next '}' without looking at the text before it. False at the end of the text. */
bool lexer_skip_block(struct ptx_lexer *lexer);

struct location lexer_token_location(const struct ptx_token *token);

#endif
