/*
 * Told sentences. Their form:
 *
 *     told  = { text | BEGIN template { AND name "=" told } END }
 *
 * The names are empty where the template is a format of printf: its values follow in order.
 */
#include "base/told.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/text.h"

#define BEGIN '\x01'
#define AND '\x02'
#define END '\x03'
#define OR '\x04'

enum { DEPTH_MAX = 8, FIELDS_MAX = 12 };

size_t told_print(char *out, size_t capacity, const char *template, const char *fields, ...)
{
    va_list arguments;
    size_t length = (size_t)snprintf(out, capacity, "%c%s%c", BEGIN, template, AND);
    va_start(arguments, fields);
    if (length < capacity)
        length += (size_t)vsnprintf(out + length, capacity - length, fields, arguments);
    va_end(arguments);
    if (length < capacity)
        length += (size_t)snprintf(out + length, capacity - length, "%c", END);
    return length < capacity ? length : capacity - 1;
}

static bool is_mark(char byte)
{
    return byte >= BEGIN && byte <= OR;
}

/* The length of a conversion of printf such as "%.*s". */
static size_t spec_length(const char *at)
{
    size_t length = 1 + strspn(at + 1, "-+ #0123456789.*hlzjt");
    return length + (at[length] != '\0');
}

/* Keeps the marks of told sentences and makes other control characters harmless. */
static void append_value(struct buffer *out, const char *text)
{
    while (*text) {
        size_t length = strcspn(text, "\x01\x02\x03\x04");
        text_sanitise_line(out, text, length);
        for (text += length; is_mark(*text); text++)
            buffer_append_char(out, *text);
    }
}

/* The arguments of printf, taken one conversion at a time. */
struct format_values {
    va_list arguments;
};

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
/* `size`: the letters before the conversion, such as "ll". */
static void append_number(struct buffer *out, const char *spec, const char *size, struct format_values *values)
{
    if (!strcmp(size, "ll"))
        buffer_printf(out, spec, va_arg(values->arguments, long long));
    else if (!strcmp(size, "l"))
        buffer_printf(out, spec, va_arg(values->arguments, long));
    else if (!strcmp(size, "z") || !strcmp(size, "t"))
        buffer_printf(out, spec, va_arg(values->arguments, size_t));
    else if (!strcmp(size, "j"))
        buffer_printf(out, spec, va_arg(values->arguments, intmax_t));
    else
        buffer_printf(out, spec, va_arg(values->arguments, int));
}

static void append_conversion(struct buffer *out, const char *at, size_t length, struct format_values *values)
{
    struct buffer spec CLEANUP(buffer_done) = BUFFER_INIT, value CLEANUP(buffer_done) = BUFFER_INIT;
    char size[3] = "";
    for (size_t i = 0; i < length; i++) {
        if (at[i] == '*')
            buffer_printf(&spec, "%d", va_arg(values->arguments, int));
        else
            buffer_append_char(&spec, at[i]);
        if (strchr("hlzjt", at[i]) && strlen(size) < sizeof size - 1)
            strncat(size, at + i, 1);
    }
    switch (at[length - 1]) {
    case 's':
        buffer_printf(&value, buffer_text(&spec), va_arg(values->arguments, const char *));
        break;
    case 'p':
        buffer_printf(&value, buffer_text(&spec), va_arg(values->arguments, void *));
        break;
    case 'e':
    case 'f':
    case 'g':
        buffer_printf(&value, buffer_text(&spec), va_arg(values->arguments, double));
        break;
    default:
        append_number(&value, buffer_text(&spec), size, values);
    }
    append_value(out, buffer_text(&value));
}
#pragma GCC diagnostic pop

void told_append_format(struct buffer *out, const char *format, va_list arguments)
{
    struct format_values values;
    va_copy(values.arguments, arguments);
    buffer_printf(out, "%c%s%c=", BEGIN, format, AND);
    bool is_first = true;
    for (const char *at = strchr(format, '%'); at; at = strchr(at + spec_length(at), '%')) {
        if (at[spec_length(at) - 1] == '%')
            continue;
        if (!is_first)
            buffer_printf(out, "%c=", AND);
        is_first = false;
        append_conversion(out, at, spec_length(at), &values);
    }
    va_end(values.arguments);
    buffer_append_char(out, END);
}

size_t told_format(char *out, size_t capacity, const char *format, va_list arguments)
{
    struct buffer told CLEANUP(buffer_done) = BUFFER_INIT;
    told_append_format(&told, format, arguments);
    size_t length = (size_t)snprintf(out, capacity, "%s", buffer_text(&told));
    return length < capacity ? length : capacity - 1;
}

/* The end of a piece: the next mark at its own depth, or the end of the text. */
static const char *find_end(const char *at, const char *end)
{
    int depth = 0;
    for (; at < end && (depth || (*at != AND && *at != END)); at++)
        depth += *at == BEGIN ? 1 : *at == END ? -1 : 0;
    return at;
}

/* The end of the sentence that begins at `at`: behind its END. */
static const char *skip_sentence(const char *at, const char *end)
{
    for (at++; (at = find_end(at, end)) < end && *at == AND;)
        at++;
    return at < end ? at + 1 : end;
}

struct piece {
    const char *at, *end;
};

struct sentence_parts {
    struct piece template, names[FIELDS_MAX], values[FIELDS_MAX];
    int count;
};

static void take_apart(const char *at, const char *end, struct sentence_parts *out)
{
    out->count = 0;
    out->template = (struct piece){at + 1, find_end(at + 1, end)};
    for (at = out->template.end; at < end && *at == AND && out->count < FIELDS_MAX;) {
        const char *stop = find_end(at + 1, end), *equals = memchr(at + 1, '=', (size_t)(stop - at - 1));
        if (equals) {
            out->names[out->count] = (struct piece){at + 1, equals};
            out->values[out->count++] = (struct piece){equals + 1, stop};
        }
        at = stop;
    }
}

static size_t length_of(struct piece piece)
{
    return (size_t)(piece.end - piece.at);
}

/* The template in the language, in the form for its count. */
static const char *find_words(struct arena *arena, const struct sentence_parts *parts, bool is_local)
{
    char *one = arena_strndup(arena, parts->template.at, length_of(parts->template));
    char *several = strchr(one, OR);
    if (!several)
        return is_local ? _(one) : one;
    *several++ = '\0';
    unsigned long count = parts->count ? strtoul(parts->values[0].at, NULL, 10) : 0;
    if (is_local)
        return ngettext(one, several, count);
    return count == 1 ? one : several;
}

static void put_into_words(struct arena *arena, struct piece told, bool is_local, int depth, struct buffer *out);

/* Whether `at` begins a field in braces that has a value. */
static int find_field(const struct sentence_parts *parts, const char *at)
{
    const char *close = *at == '{' ? strchr(at, '}') : NULL;
    for (int i = 0; close && i < parts->count; i++)
        if (length_of(parts->names[i]) == (size_t)(close - at - 1) &&
            !memcmp(parts->names[i].at, at + 1, length_of(parts->names[i])))
            return i;
    return -1;
}

/* A format of printf with its values in order. */
static void put_format(struct arena *arena, const struct sentence_parts *parts, const char *at, bool is_local,
                       int depth, struct buffer *out)
{
    int next = 0;
    for (; *at; at++) {
        size_t length = *at == '%' ? spec_length(at) : 0;
        if (length && at[length - 1] != '%' && next < parts->count)
            put_into_words(arena, parts->values[next++], is_local, depth + 1, out);
        else
            buffer_append_char(out, *at);
        at += length ? length - 1 : 0;
    }
}

static void put_sentence(struct arena *arena, struct piece told, bool is_local, int depth, struct buffer *out)
{
    struct sentence_parts parts;
    take_apart(told.at, told.end, &parts);
    const char *words = find_words(arena, &parts, is_local);
    if (parts.count && !length_of(parts.names[0])) {
        put_format(arena, &parts, words, is_local, depth, out);
        return;
    }
    for (const char *at = words; *at; at++) {
        int field = find_field(&parts, at);
        if (field >= 0) {
            put_into_words(arena, parts.values[field], is_local, depth + 1, out);
            at = strchr(at, '}');
        } else if (!is_mark(*at)) {
            buffer_append_char(out, *at);
        }
    }
}

/* A space between two sentences, of which the first ends with a wide stop. */
static bool is_needless_gap(struct piece told, const struct buffer *out)
{
    bool is_gap = told.end - told.at > 1 && told.at[0] == ' ' && told.at[1] == BEGIN;
    return is_gap && out->size_bytes > 0 && !*text_gap_after(buffer_text(out));
}

static void put_into_words(struct arena *arena, struct piece told, bool is_local, int depth, struct buffer *out)
{
    while (told.at < told.end) {
        const char *next = told.at + 1;
        if (*told.at == BEGIN && depth < DEPTH_MAX) {
            next = skip_sentence(told.at, told.end);
            put_sentence(arena, (struct piece){told.at, next}, is_local, depth, out);
        } else if (!is_mark(*told.at) && !is_needless_gap(told, out)) {
            buffer_append_char(out, *told.at);
        }
        told.at = next;
    }
}

static const char *in_words(struct arena *arena, const char *told, bool is_local)
{
    CLEANUP(buffer_done) struct buffer out = BUFFER_INIT;
    put_into_words(arena, (struct piece){told, told + strlen(told)}, is_local, 0, &out);
    if (is_local)
        text_close_gaps(&out, 0);
    return arena_strdup(arena, buffer_text(&out));
}

const char *told_english(struct arena *arena, const char *told)
{
    return in_words(arena, told, false);
}

const char *told_local(struct arena *arena, const char *told)
{
    return in_words(arena, told, true);
}

const char *told_find(const char *told, const char *template)
{
    size_t length = strlen(template);
    for (const char *at = strchr(told, BEGIN); at; at = strchr(at + 1, BEGIN))
        if (!strncmp(at + 1, template, length) && (at[length + 1] == AND || at[length + 1] == END))
            return at;
    return NULL;
}

const char *told_value(struct arena *arena, const char *told, const char *name)
{
    struct sentence_parts parts;
    if (*told != BEGIN)
        return NULL;
    take_apart(told, skip_sentence(told, told + strlen(told)), &parts);
    for (int i = 0; i < parts.count; i++)
        if (strlen(name) == length_of(parts.names[i]) && !memcmp(name, parts.names[i].at, strlen(name)))
            return told_english(arena, arena_strndup(arena, parts.values[i].at, length_of(parts.values[i])));
    return NULL;
}

const char *told_rest(const char *told)
{
    const char *end = told + strlen(told);
    return *told == BEGIN ? skip_sentence(told, end) : end;
}
