/*
 * Lines of a log, one after the other, as spans into its text.
 */
#ifndef COMPILER_LOG_LOG_LINE_H
#define COMPILER_LOG_LOG_LINE_H

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct log_line {
    const char *text;
    size_t length;
};

/* Takes the next line of `*cursor`; false at the end. */
static inline bool log_line_next(const char **cursor, struct log_line *out_line)
{
    if (**cursor == '\0')
        return false;
    out_line->text = *cursor;
    out_line->length = strcspn(*cursor, "\n");
    *cursor += out_line->length + ((*cursor)[out_line->length] == '\n');
    return true;
}

static inline bool log_line_starts(struct log_line line, const char *prefix)
{
    size_t length = strlen(prefix);
    return line.length >= length && memcmp(line.text, prefix, length) == 0;
}

/* The first place of `part` in the line, or NULL. */
static inline const char *log_line_find(struct log_line line, const char *part)
{
    return line.length ? memmem(line.text, line.length, part, strlen(part)) : NULL;
}

/*
 * Takes blanks and a decimal number below 2^31 off the front. False if there is none; the line is
 * then unchanged.
 */
static inline bool log_line_number(struct log_line *line, int *out_number)
{
    size_t at = 0;
    while (at < line->length && (line->text[at] == ' ' || line->text[at] == '\t'))
        at++;
    size_t start = at;
    int64_t number = 0;
    while (at < line->length && isdigit((unsigned char)line->text[at]) && number <= INT32_MAX)
        number = number * 10 + (line->text[at++] - '0');
    if (at == start || number > INT32_MAX)
        return false;
    line->text += at;
    line->length -= at;
    *out_number = (int)number;
    return true;
}

/* The rest of the line after `part`. False if the line lacks it. */
static inline bool log_line_after(struct log_line line, const char *part, struct log_line *out_rest)
{
    const char *found = log_line_find(line, part);
    if (!found)
        return false;
    out_rest->text = found + strlen(part);
    out_rest->length = line.length - (size_t)(out_rest->text - line.text);
    return true;
}

/* Removes the blanks at both ends. */
static inline struct log_line log_line_trim(struct log_line line)
{
    while (line.length && isspace((unsigned char)line.text[0])) {
        line.text++;
        line.length--;
    }
    while (line.length && isspace((unsigned char)line.text[line.length - 1]))
        line.length--;
    return line;
}

#endif
