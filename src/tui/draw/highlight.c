/* Highlights CUDA C. */
#include "tui/draw/highlight.h"

#include <ctype.h>
#include <string.h>

#include "base/identifier.h"
#include "base/text.h"

enum { TAB_COLUMNS = 4 };

static const struct {
    const char *word;
    enum style style;
} words[] = {
#define WORD(text, style) {text, STYLE_CODE_##style},
#include "tui/draw/highlight.def"
};

static enum style style_of_word(const char *word, size_t size_bytes)
{
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strlen(words[i].word) == size_bytes && memcmp(words[i].word, word, size_bytes) == 0)
            return words[i].style;
    return STYLE_NORMAL;
}

static bool is_word_start(char character)
{
    return isalpha((unsigned char)character) || character == '_';
}

static size_t word_end(const char *text, size_t at, size_t end)
{
    while (at < end && identifier_has(text[at]))
        at++;
    return at;
}

/* A preprocessor's number: digits, letters, dots, and signs after an exponent. */
static size_t number_end(const char *text, size_t at, size_t end)
{
    while (at < end && (identifier_has(text[at]) || text[at] == '.' ||
                        ((text[at] == '+' || text[at] == '-') && at > 0 && strchr("eEpP", text[at - 1]))))
        at++;
    return at;
}

static size_t string_end(const char *text, size_t at, size_t end)
{
    char quote = text[at++];
    while (at < end && text[at] != quote)
        at += text[at] == '\\' && at + 1 < end ? 2 : 1;
    return at < end ? at + 1 : end;
}

static size_t block_comment_end(struct highlight *highlight, const char *text, size_t at, size_t end)
{
    for (; at + 1 < end; at++)
        if (text[at] == '*' && text[at + 1] == '/') {
            highlight->in_comment = false;
            return at + 2;
        }
    highlight->in_comment = true;
    return end;
}

/* The nearest character that is no space; '\0' at the end of the line. */
static char near(const char *text, size_t from, size_t end, int step)
{
    for (size_t at = from; at < end; at += (size_t)step) /* at wraps below 0 */
        if (text[at] != ' ')
            return text[at];
    return '\0';
}

/* `half` is a type of CUDA and a good name for a variable. Its neighbours tell which. */
static bool is_name_of_variable(const char *text, size_t at, size_t stop, size_t end)
{
    if (stop - at != 4 || memcmp(text + at, "half", 4) != 0)
        return false;
    char before = near(text, at - 1, end, -1), after = near(text, stop, end, 1);
    size_t star = stop + (stop < end && text[stop] == ' ');
    bool is_pointer = star + 1 < end && (text[star] == '*' || text[star] == '&') &&
                      (is_word_start(text[star + 1]) || text[star + 1] == ')');
    bool is_declared = is_pointer && (before == '\0' || before == '(' || before == ',' || identifier_has(before));
    bool is_enclosed = (before == '(' && after == ')') || (before == '<' && after == '>');
    return !is_word_start(after) && !is_declared && !is_enclosed;
}

static size_t token_end(struct highlight *highlight, const char *text, size_t at, size_t end, enum style *out_style)
{
    bool two = at + 1 < end;
    *out_style = STYLE_NORMAL;
    if (two && text[at] == '/' && text[at + 1] == '/') {
        *out_style = at + 2 < end && text[at + 2] == '!' ? STYLE_CODE_PLAN : STYLE_CODE_COMMENT;
        return end;
    }
    if (two && text[at] == '/' && text[at + 1] == '*') {
        *out_style = STYLE_CODE_COMMENT;
        return block_comment_end(highlight, text, at + 2, end);
    }
    if (is_word_start(text[at])) {
        size_t stop = word_end(text, at, end);
        bool is_variable = is_name_of_variable(text, at, stop, end);
        *out_style = is_variable ? STYLE_NORMAL : style_of_word(text + at, stop - at);
        return stop;
    }
    if (isdigit((unsigned char)text[at])) {
        *out_style = STYLE_CODE_NUMBER;
        return number_end(text, at, end);
    }
    if (text[at] == '"' || text[at] == '\'') {
        *out_style = STYLE_CODE_STRING;
        return string_end(text, at, end);
    }
    if (text[at] == '#' && at == 0) {
        *out_style = STYLE_CODE_KEYWORD;
        return word_end(text, at + 1, end);
    }
    return at + 1;
}

void highlight_line(struct highlight *highlight, const char *line, size_t size_bytes, struct page *page)
{
    CLEANUP(buffer_done) struct buffer expanded = BUFFER_INIT;
    text_append_expanded(&expanded, line, size_bytes, TAB_COLUMNS);
    const char *text = buffer_text(&expanded);
    size_t end = expanded.size_bytes;
    size_t at = 0;
    if (highlight->in_comment) {
        at = block_comment_end(highlight, text, 0, end);
        page_bytes(page, STYLE_CODE_COMMENT, text, at);
    }
    while (at < end) {
        enum style style;
        size_t stop = token_end(highlight, text, at, end, &style);
        page_bytes(page, style, text + at, stop - at);
        at = stop;
    }
}

void highlight_text(const char *text, size_t size_bytes, struct page *page)
{
    struct highlight highlight = {0};
    const char *end = text + size_bytes;
    while (text < end) {
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        const char *stop = newline ? newline : end;
        highlight_line(&highlight, text, (size_t)(stop - text), page);
        page_end_unwrapped(page);
        text = newline ? newline + 1 : end;
    }
}
