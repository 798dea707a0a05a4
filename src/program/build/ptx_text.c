/* Words, blanks and brackets of PTX texts. */
#include "program/build/ptx_text.h"

#include <ctype.h>
#include <string.h>

bool ptx_text_is_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$';
}

const char *ptx_text_skip_blank(const char *at)
{
    for (;;) {
        at += strspn(at, " \t\r\n");
        if (strncmp(at, "//", 2) != 0)
            return at;
        at += strcspn(at, "\n");
    }
}

const char *ptx_text_end_of_name(const char *at)
{
    while (ptx_text_is_name(*at))
        at++;
    return at;
}

const char *ptx_text_skip_one(const char *at)
{
    if (strncmp(at, "//", 2) == 0)
        return at + strcspn(at, "\n");
    if (*at != '"')
        return at + 1;
    for (at++; *at && *at != '"'; at++)
        if (*at == '\\' && at[1])
            at++;
    return *at ? at + 1 : at;
}

const char *ptx_text_skip_group(const char *at)
{
    int depth = 0;
    while (*at) {
        depth += *at == '(' || *at == '{' || *at == '[';
        depth -= *at == ')' || *at == '}' || *at == ']';
        at = ptx_text_skip_one(at);
        if (depth == 0)
            return at;
    }
    return at;
}

bool ptx_text_is_word(const char *start, const char *end, const char *word)
{
    return (size_t)(end - start) == strlen(word) && strncmp(start, word, strlen(word)) == 0;
}
