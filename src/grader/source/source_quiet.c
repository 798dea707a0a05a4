/* Walks over a source's comments, literals and blanks. */
#include "grader/source/source_quiet.h"

#include <ctype.h>
#include <string.h>

#include "base/identifier.h"

char source_quiet_byte(const struct source *source, size_t at)
{
    return at < source->size_bytes ? source->text[at] : '\0';
}

struct source_stretch source_quiet_trimmed(const struct source *source, struct source_stretch part)
{
    while (part.begin < part.end && isspace((unsigned char)source->text[part.begin]))
        part.begin++;
    while (part.end > part.begin && isspace((unsigned char)source->text[part.end - 1]))
        part.end--;
    return part;
}

bool source_quiet_begins(const struct source *source, size_t at, const char *text)
{
    size_t length = strlen(text);
    return at <= source->size_bytes && source->size_bytes - at >= length &&
           memcmp(source->text + at, text, length) == 0;
}

size_t source_quiet_end(const struct source *source, size_t at)
{
    const char *text = source->text;
    size_t end = at;
    if (source_quiet_begins(source, at, "//")) {
        while (end < source->size_bytes && text[end] != '\n')
            end++;
    } else if (source_quiet_begins(source, at, "/*")) {
        end += 2;
        while (end < source->size_bytes && !source_quiet_begins(source, end, "*/"))
            end++;
        end += end < source->size_bytes ? 2 : 0;
    } else if (text[at] == '"' || text[at] == '\'') {
        end++;
        while (end < source->size_bytes && text[end] != text[at] && text[end] != '\n')
            end += text[end] == '\\' && end + 1 < source->size_bytes ? 2 : 1;
        end += end < source->size_bytes ? 1 : 0;
    }
    return end;
}

size_t source_quiet_blanks(const struct source *source, size_t at)
{
    while (at < source->size_bytes && (source->text[at] == ' ' || source->text[at] == '\t'))
        at++;
    return at;
}

size_t source_quiet_word_begin(const struct source *source, size_t end)
{
    while (end > 0 && identifier_has(source->text[end - 1]))
        end--;
    return end;
}

int source_quiet_line(const struct source *source, size_t at)
{
    int line = 1;
    for (size_t i = 0; i < at; i++)
        line += source->text[i] == '\n';
    return line;
}

struct source_stretch source_quiet_line_part(const struct source *source, int line)
{
    struct source_stretch part = {0, source->size_bytes};
    const char *end;
    while ((end = memchr(source->text + part.begin, '\n', source->size_bytes - part.begin))) {
        part.end = (size_t)(end - source->text);
        if (--line == 0)
            return part;
        part = (struct source_stretch){part.end + 1, source->size_bytes};
    }
    return line == 1 ? part : (struct source_stretch){source->size_bytes, source->size_bytes};
}

bool source_quiet_reaches(const struct source *source, size_t place)
{
    size_t at = 0;
    while (at < place) {
        size_t end = source_quiet_end(source, at);
        at = end > at ? end : at + 1;
    }
    return at == place && source_quiet_end(source, at) == at;
}
