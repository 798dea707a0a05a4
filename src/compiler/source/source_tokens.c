/* Reduces a CUDA source to its tokens. */
#include "compiler/source_tokens.h"

#include <stdbool.h>
#include <string.h>

#include "compiler/source/host_token.h"

static bool is_plan_line(struct host_token token)
{
    return token.length >= 3 && memcmp(token.text, "//!", 3) == 0;
}

static bool holds_newline(struct host_token token)
{
    return memchr(token.text, '\n', token.length) != NULL;
}

void source_tokens_append(struct buffer *out, const char *text, size_t size_bytes)
{
    const char *end = text + size_bytes;
    char separator = 0; /* between the next token and the one before; 0: none */
    bool at_line_start = true;
    for (;;) {
        struct host_token token = host_token_read(text, end, at_line_start);
        if (token.kind == HOST_TOKEN_END)
            return;
        text = token.text + token.length;
        if (token.kind == HOST_TOKEN_BLANK && !is_plan_line(token)) {
            at_line_start = at_line_start || holds_newline(token);
            separator = separator == '\n' || holds_newline(token) ? '\n' : ' ';
            continue;
        }
        if (separator && out->size_bytes > 0)
            buffer_append_char(out, separator);
        buffer_append(out, token.text, token.length);
        at_line_start = false;
        separator = 0;
    }
}

/* Blanks in place of all but newlines, and none at the end of a line. */
static void append_blanks(struct buffer *out, struct host_token token, size_t *blanks)
{
    for (size_t i = 0; i < token.length; i++) {
        *blanks = token.text[i] == '\n' ? 0 : *blanks + 1;
        if (token.text[i] == '\n')
            buffer_append_char(out, '\n');
    }
}

void source_tokens_append_in_place(struct buffer *out, const char *text, size_t size_bytes)
{
    const char *end = text + size_bytes;
    size_t blanks = 0; /* before the next token of the line */
    bool at_line_start = true;
    for (;;) {
        struct host_token token = host_token_read(text, end, at_line_start);
        if (token.kind == HOST_TOKEN_END)
            return;
        text = token.text + token.length;
        if (token.kind == HOST_TOKEN_BLANK) {
            at_line_start = at_line_start || holds_newline(token);
            append_blanks(out, token, &blanks);
            continue;
        }
        for (; blanks > 0; blanks--)
            buffer_append_char(out, ' ');
        buffer_append(out, token.text, token.length);
        at_line_start = false;
    }
}
