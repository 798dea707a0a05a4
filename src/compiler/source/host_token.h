/*
 * Tokens of a CUDA source, enough to distinguish declarations. They are identifiers, punctuation,
 * and whole texts, comments and directives.
 */
#ifndef COMPILER_SOURCE_HOST_TOKEN_H
#define COMPILER_SOURCE_HOST_TOKEN_H

#include <stdbool.h>
#include <stddef.h>

enum host_token_kind {
    HOST_TOKEN_END,
    HOST_TOKEN_BLANK,     /* blanks and comments */
    HOST_TOKEN_DIRECTIVE, /* "#" to the end of its line, with continued lines */
    HOST_TOKEN_NAME,
    HOST_TOKEN_TEXT,  /* a string or a character */
    HOST_TOKEN_OTHER, /* a number, or one character of punctuation */
};

struct host_token {
    enum host_token_kind kind;
    const char *text;
    size_t length;
};

/* Whether only spaces and tabs are before `at` in its line. */
bool host_token_is_first(const char *text, const char *at);

/* The token at `at`. It ends before `end`. Directives are read only at a line start. */
struct host_token host_token_read(const char *at, const char *end, bool at_line_start);

/* The next token that is not blank, or the end of the line. `*at` moves past it. */
struct host_token host_token_next(const char **at, const char *end);

/*
 * Blanks a range. Lines and directives stay, since a condition can begin in one declaration and end
 * in another.
 */
void host_token_blank(char *from, const char *to, bool at_line_start);

bool host_token_is(struct host_token token, const char *word);

#endif
