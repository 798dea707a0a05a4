/* Collects diagnostics, sorts them and shows them with their source lines. */
#include "base/diagnostics.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/text.h"
#include "base/told.h"

enum { SHOWN_LINE_BYTES = 400, NEAREST_LETTERS_MAX = 64, TAB_COLUMNS = 4 };

struct diagnostics {
    struct arena *arena;
    struct diagnostic *items;
    size_t count;
    size_t capacity;
    size_t error_count;
    size_t dropped;
    bool last_dropped;
};

static const char *const severity_names[] = {
    [DIAGNOSTIC_NOTE] = N_("note: "), [DIAGNOSTIC_WARNING] = N_("warning: "), [DIAGNOSTIC_ERROR] = N_("error: ")};

struct diagnostics *diagnostics_new(struct arena *arena)
{
    struct diagnostics *diagnostics = ARENA_NEW(arena, struct diagnostics);
    diagnostics->arena = arena;
    return diagnostics;
}

static char *format_into(struct arena *arena, const char *format, va_list arguments)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    buffer_vprintf(&text, format, arguments);
    return arena_strndup(arena, buffer_text(&text), text.size_bytes);
}

static const char *tell(struct arena *arena, const char *format, va_list arguments)
{
    CLEANUP(buffer_done) struct buffer told = BUFFER_INIT;
    told_append_format(&told, format, arguments);
    return arena_strdup(arena, buffer_text(&told));
}

bool diagnostics_add(struct diagnostics *diagnostics, enum diagnostic_severity severity, const struct source *source,
                     struct location location, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    bool is_fine = diagnostics_add_list(diagnostics, severity, source, location, format, arguments);
    va_end(arguments);
    return is_fine;
}

bool diagnostics_add_list(struct diagnostics *diagnostics, enum diagnostic_severity severity,
                          const struct source *source, struct location location, const char *format, va_list arguments)
{
    bool is_error = severity == DIAGNOSTIC_ERROR;
    diagnostics->error_count += is_error;
    diagnostics->last_dropped = diagnostics->count == DIAGNOSTICS_MAX;
    if (diagnostics->last_dropped) {
        diagnostics->dropped++;
        return !is_error;
    }
    ARENA_ROOM(diagnostics->arena, diagnostics->items, diagnostics->count, diagnostics->capacity);
    const char *told = tell(diagnostics->arena, format, arguments);
    diagnostics->items[diagnostics->count++] = (struct diagnostic){
        .severity = severity,
        .source = source,
        .location = location,
        .message = told_local(diagnostics->arena, told),
        .told = told,
    };
    return !is_error;
}

void diagnostics_hint(struct diagnostics *diagnostics, const char *format, ...)
{
    if (!diagnostics->count || diagnostics->last_dropped)
        return;
    va_list arguments;
    va_start(arguments, format);
    diagnostics->items[diagnostics->count - 1].hint = format_into(diagnostics->arena, i18n_text(format), arguments);
    va_end(arguments);
}

void diagnostics_drop_warnings(struct diagnostics *diagnostics, const char *text)
{
    size_t kept = 0;
    for (size_t i = 0; i < diagnostics->count; i++) {
        const struct diagnostic *item = &diagnostics->items[i];
        if (item->severity != DIAGNOSTIC_WARNING || !strstr(item->message, text))
            diagnostics->items[kept++] = *item;
    }
    diagnostics->count = kept;
}

size_t diagnostics_count(const struct diagnostics *diagnostics)
{
    return diagnostics->count;
}

size_t diagnostics_error_count(const struct diagnostics *diagnostics)
{
    return diagnostics->error_count;
}

const struct diagnostic *diagnostics_at(const struct diagnostics *diagnostics, size_t index)
{
    return index < diagnostics->count ? &diagnostics->items[index] : NULL;
}

size_t source_start(const struct source *source)
{
    static const char mark[] = "\xef\xbb\xbf";
    size_t size_bytes = sizeof mark - 1;
    return source->size_bytes >= size_bytes && !memcmp(source->text, mark, size_bytes) ? size_bytes : 0;
}

struct location source_location(const struct source *source, size_t offset_bytes, size_t length_bytes)
{
    if (offset_bytes > source->size_bytes)
        offset_bytes = source->size_bytes;
    struct location location = {.line = 1, .column = 1};
    for (size_t i = 0; i < offset_bytes; i++) {
        if (source->text[i] == '\n') {
            location.line++;
            location.column = 1;
        } else {
            location.column++;
        }
    }
    location.length = length_bytes > INT32_MAX ? INT32_MAX : length_bytes ? (int)length_bytes : 1;
    return location;
}

/* Finds a 1-based line, without its line end. Returns false if the source has no such line. */
static bool find_line(const struct source *source, int line, const char **out_start, size_t *out_bytes)
{
    if (!source || !source->text || line < 1)
        return false;
    const char *at = source->text;
    const char *end = source->text + source->size_bytes;
    for (int i = 1; i < line; i++) {
        const char *newline = at < end ? memchr(at, '\n', (size_t)(end - at)) : NULL;
        if (!newline)
            return false;
        at = newline + 1;
    }
    const char *newline = at < end ? memchr(at, '\n', (size_t)(end - at)) : NULL;
    size_t size_bytes = (size_t)((newline ? newline : end) - at);
    if (size_bytes && at[size_bytes - 1] == '\r')
        size_bytes--;
    *out_start = at;
    *out_bytes = size_bytes;
    return true;
}

/*
 * Appends the text as it is printed: harmless, with tabs expanded. Widths are measured on this
 * text.
 */
static void append_shown(struct buffer *out, const char *text, size_t size_bytes)
{
    CLEANUP(buffer_done) struct buffer harmless = BUFFER_INIT;
    text_sanitise(&harmless, text, size_bytes);
    text_append_expanded(out, buffer_text(&harmless), harmless.size_bytes, TAB_COLUMNS);
}

static int shown_width(const char *text, size_t size_bytes)
{
    CLEANUP(buffer_done) struct buffer shown = BUFFER_INIT;
    append_shown(&shown, text, size_bytes);
    return text_width_bytes(buffer_text(&shown), shown.size_bytes);
}

static void render_caret(const struct location *location, const char *line, size_t line_bytes, struct buffer *out)
{
    size_t from = location->column < 1 ? 0 : (size_t)location->column - 1;
    if (from > line_bytes)
        from = line_bytes;
    size_t length = location->length < 1 ? 1 : (size_t)location->length;
    if (length > line_bytes - from)
        length = line_bytes - from;
    int before = shown_width(line, from);
    int under = shown_width(line, from + length) - before;
    buffer_printf(out, "%8s | ", "");
    buffer_append_repeat(out, " ", (size_t)before);
    buffer_append_char(out, '^');
    buffer_append_repeat(out, "~", under > 1 ? (size_t)under - 1 : 0);
    buffer_append_char(out, '\n');
}

static void render_source_line(const struct diagnostic *diagnostic, struct buffer *out)
{
    const char *line;
    size_t line_bytes;
    if (!find_line(diagnostic->source, diagnostic->location.line, &line, &line_bytes))
        return;
    if (line_bytes > SHOWN_LINE_BYTES)
        line_bytes = SHOWN_LINE_BYTES;
    buffer_printf(out, "%7d | ", diagnostic->location.line);
    append_shown(out, line, line_bytes);
    buffer_append_char(out, '\n');
    if (diagnostic->location.column <= SHOWN_LINE_BYTES)
        render_caret(&diagnostic->location, line, line_bytes, out);
}

void diagnostic_render(const struct diagnostic *diagnostic, struct buffer *out)
{
    if (diagnostic->source && diagnostic->source->name) {
        text_sanitise_line(out, diagnostic->source->name, strlen(diagnostic->source->name));
        if (diagnostic->location.line > 0)
            buffer_printf(out, ":%d:%d", diagnostic->location.line, diagnostic->location.column);
        buffer_append_text(out, ": ");
    }
    buffer_append_text(out, _(severity_names[diagnostic->severity]));
    text_sanitise(out, diagnostic->message, strlen(diagnostic->message));
    buffer_append_char(out, '\n');
    render_source_line(diagnostic, out);
    if (diagnostic->hint) {
        buffer_printf(out, "%8s = ", "");
        text_sanitise(out, diagnostic->hint, strlen(diagnostic->hint));
        buffer_append_char(out, '\n');
    }
}

static int compare_numbers(int a, int b)
{
    return (a > b) - (a < b);
}

static int compare_sources(const struct source *a, const struct source *b)
{
    if (a == b)
        return 0;
    const char *a_name = a && a->name ? a->name : "";
    const char *b_name = b && b->name ? b->name : "";
    return strcmp(a_name, b_name);
}

static int compare_diagnostics(const void *left, const void *right)
{
    const struct diagnostic *a = *(const struct diagnostic *const *)left;
    const struct diagnostic *b = *(const struct diagnostic *const *)right;
    int order = compare_sources(a->source, b->source);
    if (!order)
        order = compare_numbers(a->location.line, b->location.line);
    if (!order)
        order = compare_numbers(a->location.column, b->location.column);
    if (!order) /* as reported: both point into one array */
        order = (a > b) - (a < b);
    return order;
}

void diagnostics_render(const struct diagnostics *diagnostics, struct buffer *out)
{
    const struct diagnostic *sorted[DIAGNOSTICS_MAX];
    for (size_t i = 0; i < diagnostics->count; i++)
        sorted[i] = &diagnostics->items[i];
    qsort(sorted, diagnostics->count, sizeof sorted[0], compare_diagnostics);
    for (size_t i = 0; i < diagnostics->count; i++)
        diagnostic_render(sorted[i], out);
    if (diagnostics->dropped)
        buffer_printf(out, _("and %zu more\n"), diagnostics->dropped);
}

static size_t smallest(size_t a, size_t b, size_t c)
{
    size_t least = a < b ? a : b;
    return least < c ? least : c;
}

struct letters {
    int32_t items[NEAREST_LETTERS_MAX];
    size_t count;
};

/* False for a word without letters, and for a long one. */
static bool read_letters(const char *word, struct letters *out)
{
    size_t left = strlen(word), step;
    out->count = 0;
    for (; left > 0 && out->count < NEAREST_LETTERS_MAX; word += step, left -= step)
        step = text_step(word, left, &out->items[out->count++]);
    return left == 0 && out->count > 0;
}

/*
 * The edits from one short word to another: insert, remove, replace, swap neighbours. This is the
 * optimal string alignment distance.
 */
static size_t edit_distance(const struct letters *from, const struct letters *to)
{
    const int32_t *a = from->items, *b = to->items;
    size_t rows[3][NEAREST_LETTERS_MAX + 1];
    for (size_t j = 0; j <= to->count; j++)
        rows[0][j] = j;
    for (size_t i = 1; i <= from->count; i++) {
        size_t *row = rows[i % 3];
        const size_t *above = rows[(i + 2) % 3];
        const size_t *above_that = rows[(i + 1) % 3];
        row[0] = i;
        for (size_t j = 1; j <= to->count; j++) {
            size_t replaced = above[j - 1] + (a[i - 1] != b[j - 1]);
            row[j] = smallest(above[j] + 1, row[j - 1] + 1, replaced);
            bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped && above_that[j - 2] + 1 < row[j])
                row[j] = above_that[j - 2] + 1;
        }
    }
    return rows[from->count % 3][to->count];
}

const char *diagnostics_nearest(const char *word, const char *const *candidates, size_t count)
{
    struct letters letters, candidate;
    if (!read_letters(word, &letters))
        return NULL;
    const char *nearest = NULL;
    /* a third of the letters can be wrong, and one in a short word */
    size_t least = letters.count / 3 + 1;
    for (size_t i = 0; i < count; i++) {
        if (!read_letters(candidates[i], &candidate))
            continue;
        size_t distance = edit_distance(&letters, &candidate);
        bool all_wrong = distance >= letters.count || distance >= candidate.count;
        if (distance > least || all_wrong || (nearest && distance == least))
            continue;
        nearest = candidates[i];
        least = distance;
    }
    return nearest;
}
