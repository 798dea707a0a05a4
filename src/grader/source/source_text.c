/* Walks over the code of a source: see the header. */
#include "grader/source/source_text.h"

#include <string.h>

#include "base/identifier.h"

size_t source_text_step(const struct source *source, size_t at)
{
    size_t end = source_quiet_end(source, at);
    return end > at ? end : at + 1;
}

bool source_text_is_code(const struct source *source, size_t at)
{
    return source_quiet_end(source, at) == at;
}

size_t source_text_skip(const struct source *source, size_t at)
{
    while (at < source->size_bytes && (strchr(" \t\n\r", source->text[at]) || !source_text_is_code(source, at)))
        at = source_text_step(source, at);
    return at;
}

size_t source_text_after_close(const struct source *source, size_t open)
{
    int depth = 0;
    for (size_t at = open; at < source->size_bytes; at = source_text_step(source, at)) {
        if (!source_text_is_code(source, at))
            continue;
        depth += strchr("([{", source->text[at]) ? 1 : strchr(")]}", source->text[at]) ? -1 : 0;
        if (depth == 0)
            return at + 1;
    }
    return source->size_bytes;
}

size_t source_text_find(const struct source *source, size_t at, size_t end, const char *bytes)
{
    for (int depth = 0; at < end; at = source_text_step(source, at)) {
        if (!source_text_is_code(source, at))
            continue;
        char byte = source->text[at];
        if (depth == 0 && strchr(bytes, byte))
            return at;
        depth += strchr("([", byte) ? 1 : strchr(")]", byte) ? -1 : 0;
        if (depth < 0)
            return at;
    }
    return end;
}

size_t source_text_find_name(const struct source *source, struct source_stretch part, const char *name)
{
    for (size_t at = part.begin; at < part.end; at = source_text_step(source, at))
        if (source_text_is_code(source, at) && identifier_at(source, at, name) &&
            (at == 0 || source->text[at - 1] != '.'))
            return at;
    return part.end;
}

bool source_text_has_name(const struct source *source, struct source_stretch part, const char *name)
{
    return source_text_find_name(source, part, name) < part.end;
}

struct source_stretch source_text_whole(const struct source *source)
{
    return (struct source_stretch){0, source->size_bytes};
}

bool source_text_value(const struct source *source, struct source_stretch part, const char *name,
                       struct source_stretch *out)
{
    for (size_t at; (at = source_text_find_name(source, part, name)) < part.end; part.begin = at + 1) {
        size_t equals = source_text_skip(source, at + strlen(name));
        if (source_quiet_byte(source, equals) != '=' || source_quiet_byte(source, equals + 1) == '=')
            continue;
        size_t end = source_text_find(source, equals + 1, source->size_bytes, ",;");
        *out = source_quiet_trimmed(source, (struct source_stretch){equals + 1, end});
        return true;
    }
    return false;
}

bool source_text_has(const struct source *source, struct source_stretch part, const char *text)
{
    return memmem(source->text + part.begin, part.end - part.begin, text, strlen(text)) != NULL;
}

const char *source_text_name(const struct source *source, size_t at, struct arena *arena)
{
    return arena_strndup(arena, source->text + at, identifier_end(source, at) - at);
}

/* The end of the statement that begins at `at`. */
static size_t statement_end(const struct source *source, size_t at)
{
    at = source_text_skip(source, at);
    while (identifier_at(source, at, "for") || identifier_at(source, at, "if") || identifier_at(source, at, "while"))
        at = source_text_skip(source,
                              source_text_after_close(source, source_text_skip(source, identifier_end(source, at))));
    if (source_quiet_byte(source, at) == '{')
        return source_text_after_close(source, at);
    size_t end = source_text_find(source, at, source->size_bytes, ";");
    return end < source->size_bytes ? end + 1 : end;
}

bool source_text_next_loop(const struct source *source, size_t *at, struct source_text_loop *out)
{
    for (; *at < source->size_bytes; *at = source_text_step(source, *at)) {
        size_t open = source_text_skip(source, *at + strlen("for"));
        if (!source_text_is_code(source, *at) || !identifier_at(source, *at, "for") ||
            source_quiet_byte(source, open) != '(')
            continue;
        size_t close = source_text_after_close(source, open);
        out->at = *at;
        out->header = (struct source_stretch){open + 1, close > open + 1 ? close - 1 : open + 1};
        out->body = (struct source_stretch){close, statement_end(source, close)};
        *at = open;
        return true;
    }
    return false;
}

bool source_text_is_pointer(const struct source *source, const char *name)
{
    struct source_stretch part = source_text_whole(source);
    for (size_t at; (at = source_text_find_name(source, part, name)) < part.end; part.begin = at + 1) {
        size_t before = at;
        while (before > 0 && strchr(" \t", source->text[before - 1]))
            before--;
        if (before > 0 && source->text[before - 1] == '*')
            return true;
        if (at >= strlen("__restrict__ ") && source_text_has(source, (struct source_stretch){at - 13, at}, "restrict"))
            return true;
    }
    return false;
}
