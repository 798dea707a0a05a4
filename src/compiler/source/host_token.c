/* Splits a CUDA source into tokens. */
#include "compiler/source/host_token.h"

#include <ctype.h>
#include <string.h>

static bool begins_name(char c)
{
    return isalpha((unsigned char)c) || c == '_' || (unsigned char)c >= 128;
}

static bool continues_name(char c)
{
    return begins_name(c) || isdigit((unsigned char)c);
}

/* The end of the line. A backslash before the newline continues the line. */
static const char *line_end(const char *at, const char *end)
{
    for (; at < end && *at != '\n'; at++)
        if (*at == '\\' && at + 1 < end) {
            at++;
            if (*at == '\r' && at + 1 < end && at[1] == '\n')
                at++;
        }
    return at;
}

static const char *comment_end(const char *at, const char *end)
{
    for (at += 2; at + 1 < end; at++)
        if (at[0] == '*' && at[1] == '/')
            return at + 2;
    return end;
}

static bool is_comment(const char *at, const char *end, char second)
{
    return at + 1 < end && at[0] == '/' && at[1] == second;
}

/*
 * directive = "#" to the end of the line; a comment in it can continue over lines
 */
static const char *directive_end(const char *at, const char *end)
{
    while (at < end && *at != '\n') {
        if (is_comment(at, end, '/'))
            return line_end(at, end);
        if (is_comment(at, end, '*'))
            at = comment_end(at, end);
        else if (*at == '\\' && at + 1 < end)
            at += at[1] == '\r' && at + 2 < end ? 3 : 2;
        else
            at++;
    }
    return at < end ? at : end;
}

static const char *quoted_end(const char *at, const char *end)
{
    char quote = *at++;
    while (at < end && *at != quote && *at != '\n')
        at += *at == '\\' && at + 1 < end ? 2 : 1;
    return at < end && *at == quote ? at + 1 : at;
}

/* raw text = "R\"" delimiter "(" anything ")" delimiter "\"" */
static const char *raw_end(const char *at, const char *end)
{
    const char *delimiter = at + 2;
    const char *open = delimiter;
    while (open < end && *open != '(' && *open != '\n')
        open++;
    size_t length = (size_t)(open - delimiter);
    for (at = open; at < end && (size_t)(end - at) >= length + 2; at++)
        if (at[0] == ')' && memcmp(at + 1, delimiter, length) == 0 && at[length + 1] == '"')
            return at + length + 2;
    return end;
}

static const char *number_end(const char *at, const char *end)
{
    while (at < end && (continues_name(*at) || *at == '.' || (*at == '\'' && at + 1 < end && continues_name(at[1]))))
        at++;
    return at;
}

static const char *name_end(const char *at, const char *end)
{
    while (at < end && continues_name(*at))
        at++;
    return at;
}

static struct host_token token_of(enum host_token_kind kind, const char *start, const char *stop)
{
    return (struct host_token){kind, start, (size_t)(stop - start)};
}

bool host_token_is_first(const char *text, const char *at)
{
    while (at > text && (at[-1] == ' ' || at[-1] == '\t'))
        at--;
    return at == text || at[-1] == '\n';
}

struct host_token host_token_read(const char *at, const char *end, bool at_line_start)
{
    if (at >= end)
        return (struct host_token){HOST_TOKEN_END, end, 0};
    if (isspace((unsigned char)*at))
        return token_of(HOST_TOKEN_BLANK, at, at + 1);
    if (is_comment(at, end, '/'))
        return token_of(HOST_TOKEN_BLANK, at, line_end(at, end));
    if (is_comment(at, end, '*'))
        return token_of(HOST_TOKEN_BLANK, at, comment_end(at, end));
    if (*at == '#' && at_line_start)
        return token_of(HOST_TOKEN_DIRECTIVE, at, directive_end(at, end));
    if (*at == 'R' && at + 1 < end && at[1] == '"')
        return token_of(HOST_TOKEN_TEXT, at, raw_end(at, end));
    if (begins_name(*at))
        return token_of(HOST_TOKEN_NAME, at, name_end(at, end));
    if (isdigit((unsigned char)*at))
        return token_of(HOST_TOKEN_OTHER, at, number_end(at, end));
    if (*at == '"' || *at == '\'')
        return token_of(HOST_TOKEN_TEXT, at, quoted_end(at, end));
    return token_of(HOST_TOKEN_OTHER, at, at + 1);
}

bool host_token_is(struct host_token token, const char *word)
{
    return token.length == strlen(word) && memcmp(token.text, word, token.length) == 0;
}

struct host_token host_token_next(const char **at, const char *end)
{
    struct host_token token;
    do {
        token = host_token_read(*at, end, false);
        *at += token.length;
    } while (token.kind == HOST_TOKEN_BLANK && *token.text != '\n');
    return token;
}

void host_token_blank(char *from, const char *to, bool at_line_start)
{
    while (from < to) {
        struct host_token token = host_token_read(from, to, at_line_start);
        at_line_start = token.kind == HOST_TOKEN_BLANK && (at_line_start || *token.text == '\n');
        for (char *stop = from + token.length; from < stop; from++)
            if (token.kind != HOST_TOKEN_DIRECTIVE && *from != '\n')
                *from = ' ';
    }
}
