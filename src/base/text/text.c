/* Makes text harmless, measures it and cuts it. */
#include "base/text.h"

#include <stdbool.h>
#include <string.h>
#include <utf8proc.h>

enum { REPLACEMENT = 0xFFFD };

size_t text_step(const char *text, size_t size_bytes, int32_t *out_codepoint)
{
    if (!size_bytes)
        return 0;
    utf8proc_int32_t codepoint = -1;
    size_t window = size_bytes > 4 ? 4 : size_bytes;
    utf8proc_ssize_t step = utf8proc_iterate((const utf8proc_uint8_t *)text, (utf8proc_ssize_t)window, &codepoint);
    if (step <= 0 || codepoint < 0) {
        *out_codepoint = REPLACEMENT;
        return 1;
    }
    *out_codepoint = codepoint;
    return (size_t)step;
}

struct codepoint_range {
    int32_t first;
    int32_t last;
};

/*
 * Characters that control a terminal, or that show text in another order than a machine reads it
 * (UAX #9, UTS #55).
 */
static const struct codepoint_range hidden_ranges[] = {
    {0x00, 0x08},     {0x0B, 0x1F},     {0x7F, 0x9F},     {0xAD, 0xAD},     {0x061C, 0x061C}, {0x200B, 0x200B},
    {0x200E, 0x200F}, {0x202A, 0x202E}, {0x2060, 0x206F}, {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB}, {0xE0000, 0xE007F},
};

static bool is_hidden(int32_t codepoint)
{
    for (size_t i = 0; i < sizeof hidden_ranges / sizeof hidden_ranges[0]; i++)
        if (codepoint >= hidden_ranges[i].first && codepoint <= hidden_ranges[i].last)
            return true;
    return false;
}

static bool is_line_separator(int32_t codepoint)
{
    return codepoint == '\n' || codepoint == 0x2028 || codepoint == 0x2029;
}

static void append_harmless(struct buffer *out, const char *text, size_t size_bytes, bool one_line)
{
    for (size_t at = 0; at < size_bytes;) {
        int32_t codepoint;
        size_t step = text_step(text + at, size_bytes - at, &codepoint);
        const char *start = text + at;
        at += step;
        if (is_line_separator(codepoint))
            buffer_append_char(out, one_line ? ' ' : '\n');
        else if (codepoint == '\t')
            buffer_append_char(out, one_line ? ' ' : '\t');
        else if (is_hidden(codepoint))
            continue;
        else if (codepoint == REPLACEMENT)
            buffer_append_text(out, "\xEF\xBF\xBD");
        else
            buffer_append(out, start, step);
    }
}

void text_sanitise(struct buffer *out, const char *text, size_t size_bytes)
{
    append_harmless(out, text, size_bytes, false);
}

void text_sanitise_line(struct buffer *out, const char *text, size_t size_bytes)
{
    append_harmless(out, text, size_bytes, true);
}

char *text_sanitised(struct arena *arena, const char *text)
{
    CLEANUP(buffer_done) struct buffer harmless = BUFFER_INIT;
    text_sanitise(&harmless, text, strlen(text));
    return arena_strndup(arena, buffer_text(&harmless), harmless.size_bytes);
}

static int codepoint_columns(int32_t codepoint)
{
    if (codepoint == '\t')
        return 1;
    return utf8proc_charwidth(codepoint);
}

/*
 * A space carries only marks that have no column of their own, and joins nothing before it. So
 * spaces around a text never change its width.
 */
size_t text_step_cluster(const char *text, size_t size_bytes, int *out_columns)
{
    int32_t codepoint;
    size_t at = text_step(text, size_bytes, &codepoint);
    bool is_on_space = at && codepoint == ' ';
    int columns = at ? codepoint_columns(codepoint) : 0;
    utf8proc_int32_t state = 0;
    while (at && at < size_bytes) {
        int32_t next;
        size_t step = text_step(text + at, size_bytes - at, &next);
        if (utf8proc_grapheme_break_stateful(codepoint, next, &state) || next == ' ' ||
            (is_on_space && codepoint_columns(next) > 0))
            break;
        if (codepoint_columns(next) > columns)
            columns = codepoint_columns(next);
        if (next == 0xFE0F && columns && !is_on_space) /* emoji presentation */
            columns = 2;
        codepoint = next;
        at += step;
    }
    *out_columns = columns;
    return at;
}

int text_width_bytes(const char *text, size_t size_bytes)
{
    int64_t total = 0;
    for (size_t at = 0; at < size_bytes;) {
        int columns;
        at += text_step_cluster(text + at, size_bytes - at, &columns);
        total += columns;
    }
    return total > INT32_MAX ? INT32_MAX : (int)total;
}

int text_width(const char *text)
{
    return text_width_bytes(text, strlen(text));
}

size_t text_cut(const char *text, size_t size_bytes, int columns)
{
    size_t at = 0;
    int used = 0;
    while (at < size_bytes) {
        int cluster_columns;
        size_t step = text_step_cluster(text + at, size_bytes - at, &cluster_columns);
        if (cluster_columns > columns - used)
            break;
        used += cluster_columns;
        at += step;
    }
    return at;
}

void text_append_cut(struct buffer *out, const char *text, int columns, bool ascii)
{
    size_t size_bytes = strlen(text);
    if (columns <= 0)
        return;
    if (text_cut(text, size_bytes, columns) == size_bytes) {
        buffer_append(out, text, size_bytes);
        return;
    }
    buffer_append(out, text, text_cut(text, size_bytes, columns - 1));
    buffer_append_text(out, ascii ? ">" : "\xE2\x80\xA6");
}

void text_append_padded(struct buffer *out, const char *text, int columns, enum text_alignment alignment)
{
    if (columns <= 0)
        return;
    size_t size_bytes = text_cut(text, strlen(text), columns);
    size_t spare = (size_t)(columns - text_width_bytes(text, size_bytes));
    size_t before = alignment == TEXT_RIGHT ? spare : alignment == TEXT_CENTER ? spare / 2 : 0;
    buffer_append_repeat(out, " ", before);
    buffer_append(out, text, size_bytes);
    buffer_append_repeat(out, " ", spare - before);
}

void text_append_expanded(struct buffer *out, const char *text, size_t size_bytes, int tab_columns)
{
    int column = 0;
    if (tab_columns < 1)
        tab_columns = 1;
    for (size_t at = 0; at < size_bytes;) {
        int columns;
        size_t step = text_step_cluster(text + at, size_bytes - at, &columns);
        if (text[at] == '\t') {
            columns = tab_columns - column % tab_columns;
            buffer_append_repeat(out, " ", (size_t)columns);
        } else {
            buffer_append(out, text + at, step);
        }
        column += columns;
        at += step;
    }
}

/* --- markup ----------------------------------------------------------------------------------- */

static const char *entity_of(char character)
{
    switch (character) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return NULL;
    }
}

void text_append_markup(struct buffer *out, const char *text)
{
    CLEANUP(buffer_done) struct buffer harmless = BUFFER_INIT;
    text_sanitise(&harmless, text, strlen(text));
    for (const char *at = buffer_text(&harmless); *at; at++) {
        const char *entity = entity_of(*at);
        if (entity)
            buffer_append_text(out, entity);
        else
            buffer_append_char(out, *at);
    }
}

void text_append_upper(struct buffer *out, const char *text)
{
    int32_t codepoint;
    for (size_t left = strlen(text), step; (step = text_step(text, left, &codepoint)) > 0; text += step, left -= step) {
        utf8proc_uint8_t bytes[4];
        utf8proc_ssize_t count = utf8proc_encode_char(utf8proc_toupper(codepoint), bytes);
        buffer_append(out, (const char *)bytes, (size_t)count);
    }
}

bool text_begins(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

const char *text_next_line(const char *line)
{
    const char *newline = strchr(line, '\n');
    return newline ? newline + 1 : line + strlen(line);
}

size_t text_line_count(const char *text, size_t size_bytes)
{
    size_t lines = size_bytes && text[size_bytes - 1] != '\n' ? 1 : 0;
    for (size_t i = 0; i < size_bytes; i++)
        lines += text[i] == '\n';
    return lines;
}

void text_close_gaps(struct buffer *text, size_t from)
{
    bool ends_wide = false;
    size_t kept = from;
    for (size_t at = from, length; at < text->size_bytes; at += length) {
        int columns, next = 0;
        length = text_step_cluster(text->data + at, text->size_bytes - at, &columns);
        if (text->data[at] == ' ' && ends_wide && at + 1 < text->size_bytes)
            text_step_cluster(text->data + at + 1, text->size_bytes - at - 1, &next);
        if (next != 2) {
            memmove(text->data + kept, text->data + at, length);
            kept += length;
        }
        ends_wide = columns == 2;
    }
    if (text->size_bytes > kept) {
        text->size_bytes = kept;
        text->data[kept] = '\0';
    }
}

const char *text_gap_after(const char *words)
{
    static const char *const stops[] = {"\u3002", "\uff1f", "\uff01"}; /* three bytes each */
    size_t length = strlen(words);
    for (size_t i = 0; length >= 3 && i < sizeof stops / sizeof *stops; i++)
        if (!strcmp(words + length - 3, stops[i]))
            return "";
    return length ? " " : "";
}
