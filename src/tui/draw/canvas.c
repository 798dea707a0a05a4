/* The grid of cells. */
#include "tui/draw/canvas.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/text.h"

struct canvas {
    const struct canvas_backend *backend;
    void *context;
    bool ascii;
    int width, height;
    struct cell *cells, *shown; /* drawn now; written last */
    struct rect clip;
    int cursor_x, cursor_y;
    bool cursor_visible, all_changed;
    struct buffer scratch, narrowed;
};

static const struct cell blank = {.text = " ", .width = 1, .style = STYLE_NORMAL};

struct rect rect_cut(struct rect a, struct rect b)
{
    int left = a.x > b.x ? a.x : b.x;
    int top = a.y > b.y ? a.y : b.y;
    int right = a.x + a.width < b.x + b.width ? a.x + a.width : b.x + b.width;
    int bottom = a.y + a.height < b.y + b.height ? a.y + a.height : b.y + b.height;
    return (struct rect){left, top, right > left ? right - left : 0, bottom > top ? bottom - top : 0};
}

struct canvas *canvas_new(const struct canvas_backend *backend, void *context, bool ascii)
{
    struct canvas *canvas = calloc(1, sizeof *canvas);
    if (!canvas)
        abort();
    canvas->backend = backend;
    canvas->context = context;
    canvas->ascii = ascii;
    canvas_resize(canvas, 80, 24);
    return canvas;
}

void canvas_free(struct canvas *canvas)
{
    if (!canvas)
        return;
    buffer_done(&canvas->scratch);
    buffer_done(&canvas->narrowed);
    free(canvas->cells);
    free(canvas->shown);
    free(canvas);
}

static int side_within(int side)
{
    return side < 1 ? 1 : side > CANVAS_SIDE_MAX ? CANVAS_SIDE_MAX : side;
}

void canvas_resize(struct canvas *canvas, int width, int height)
{
    width = side_within(width);
    height = side_within(height);
    canvas->all_changed = true;
    if (canvas->cells && width == canvas->width && height == canvas->height)
        return;
    free(canvas->cells);
    free(canvas->shown);
    size_t count = (size_t)width * (size_t)height;
    canvas->cells = calloc(count, sizeof *canvas->cells);
    canvas->shown = calloc(count, sizeof *canvas->shown);
    if (!canvas->cells || !canvas->shown)
        abort();
    canvas->width = width;
    canvas->height = height;
    canvas_clear(canvas);
}

struct rect canvas_bounds(const struct canvas *canvas)
{
    return (struct rect){0, 0, canvas->width, canvas->height};
}

bool canvas_is_ascii(const struct canvas *canvas)
{
    return canvas->ascii;
}

const struct cell *canvas_cell(const struct canvas *canvas, int x, int y)
{
    if (x < 0 || y < 0 || x >= canvas->width || y >= canvas->height)
        return NULL;
    return &canvas->cells[(size_t)y * (size_t)canvas->width + (size_t)x];
}

static struct cell *cell_at(struct canvas *canvas, int x, int y)
{
    return &canvas->cells[(size_t)y * (size_t)canvas->width + (size_t)x];
}

void canvas_clear(struct canvas *canvas)
{
    size_t count = (size_t)canvas->width * (size_t)canvas->height;
    for (size_t i = 0; i < count; i++)
        canvas->cells[i] = blank;
    canvas->clip = canvas_bounds(canvas);
    canvas->cursor_visible = false;
    canvas->cursor_x = canvas->cursor_y = 0;
}

struct rect canvas_clip(struct canvas *canvas, struct rect clip)
{
    struct rect before = canvas->clip;
    canvas->clip = rect_cut(clip, canvas_bounds(canvas));
    return before;
}

static bool is_inside(struct rect rect, int x, int y)
{
    return x >= rect.x && y >= rect.y && x < rect.x + rect.width && y < rect.y + rect.height;
}

/* A wide character that loses one of its halves becomes a space. */
static void mend_halves(struct canvas *canvas, int x, int y)
{
    struct cell *cell = cell_at(canvas, x, y);
    if (cell->width == 0 && x > 0)
        *cell_at(canvas, x - 1, y) = blank;
    if (cell->width == 2 && x + 1 < canvas->width)
        *cell_at(canvas, x + 1, y) = blank;
}

static void put_cluster(struct canvas *canvas, int x, int y, enum style style, const char *text, size_t size_bytes,
                        int columns)
{
    if (!is_inside(canvas->clip, x, y) || !is_inside(canvas->clip, x + columns - 1, y))
        return;
    /* a cluster of many marks: keeps only its first code point */
    if (size_bytes >= CELL_TEXT_BYTES) {
        int32_t codepoint;
        size_bytes = text_step(text, size_bytes, &codepoint);
    }
    mend_halves(canvas, x, y);
    if (columns == 2)
        mend_halves(canvas, x + 1, y);
    struct cell *cell = cell_at(canvas, x, y);
    *cell = (struct cell){.width = (uint8_t)columns, .style = (uint8_t)style};
    memcpy(cell->text, text, size_bytes);
    if (columns == 2)
        cell[1] = (struct cell){.width = 0, .style = (uint8_t)style};
}

static bool is_plain(const char *text, size_t size_bytes)
{
    for (size_t i = 0; i < size_bytes; i++)
        if (text[i] < 0x20 || text[i] > 0x7E)
            return false;
    return true;
}

int canvas_bytes(struct canvas *canvas, int x, int y, enum style style, const char *text, size_t size_bytes)
{
    if (!is_plain(text, size_bytes)) {
        buffer_clear(&canvas->scratch);
        text_sanitise_line(&canvas->scratch, text, size_bytes);
        text = buffer_text(&canvas->scratch);
        size_bytes = canvas->scratch.size_bytes;
        if (canvas->ascii) {
            buffer_clear(&canvas->narrowed);
            mark_append_ascii(&canvas->narrowed, text, size_bytes);
            text = buffer_text(&canvas->narrowed);
            size_bytes = canvas->narrowed.size_bytes;
        }
    }
    int start = x;
    while (size_bytes > 0) {
        int columns;
        size_t step = text_step_cluster(text, size_bytes, &columns);
        if (columns > 0)
            put_cluster(canvas, x, y, style, text, step, columns);
        x += columns;
        text += step;
        size_bytes -= step;
    }
    return x - start;
}

int canvas_text(struct canvas *canvas, int x, int y, enum style style, const char *text)
{
    return canvas_bytes(canvas, x, y, style, text, strlen(text));
}

int canvas_printf(struct canvas *canvas, int x, int y, enum style style, const char *format, ...)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    va_list arguments;
    va_start(arguments, format);
    buffer_vprintf(&text, format, arguments);
    va_end(arguments);
    return canvas_bytes(canvas, x, y, style, buffer_text(&text), text.size_bytes);
}

int canvas_mark(struct canvas *canvas, int x, int y, enum style style, enum mark mark)
{
    return canvas_text(canvas, x, y, style, mark_text(mark, canvas->ascii));
}

void canvas_repeat(struct canvas *canvas, int x, int y, int count, enum style style, enum mark mark)
{
    for (int i = 0; i < count; i++)
        canvas_mark(canvas, x + i, y, style, mark);
}

int canvas_cut(struct canvas *canvas, int x, int y, int columns, enum style style, const char *text)
{
    if (columns <= 0)
        return 0;
    CLEANUP(buffer_done) struct buffer clean = BUFFER_INIT;
    CLEANUP(buffer_done) struct buffer cut = BUFFER_INIT;
    text_sanitise_line(&clean, text, strlen(text));
    text_append_cut(&cut, buffer_text(&clean), columns, canvas->ascii);
    return canvas_bytes(canvas, x, y, style, buffer_text(&cut), cut.size_bytes);
}

void canvas_select(struct canvas *canvas, struct rect rect)
{
    rect = rect_cut(rect, canvas->clip);
    for (int y = rect.y; y < rect.y + rect.height; y++)
        for (int x = rect.x; x < rect.x + rect.width; x++)
            cell_at(canvas, x, y)->selected = true;
    if (rect.width > 0 && rect.height > 0)
        canvas_cursor(canvas, rect.x, rect.y, false);
}

void canvas_cursor(struct canvas *canvas, int x, int y, bool visible)
{
    if (!is_inside(canvas_bounds(canvas), x, y))
        return;
    canvas->cursor_visible = visible;
    canvas->cursor_x = x;
    canvas->cursor_y = y;
}

static bool same_cell(const struct cell *a, const struct cell *b)
{
    return a->width == b->width && a->style == b->style && a->selected == b->selected && strcmp(a->text, b->text) == 0;
}

/* Presents runs of changed cells. A run is widened so that no wide character is written in part. */
static void present_row(struct canvas *canvas, int y, bool whole)
{
    struct cell *drawn = cell_at(canvas, 0, y);
    struct cell *shown = &canvas->shown[(size_t)y * (size_t)canvas->width];
    for (int x = 0; x < canvas->width;) {
        if (!whole && same_cell(&drawn[x], &shown[x])) {
            x++;
            continue;
        }
        int first = x > 0 && drawn[x].width == 0 ? x - 1 : x;
        while (x < canvas->width && (whole || !same_cell(&drawn[x], &shown[x]) || drawn[x].width == 0))
            x++;
        canvas->backend->write(canvas->context, first, y, &drawn[first], x - first);
    }
}

void canvas_present(struct canvas *canvas, bool whole)
{
    whole = whole || canvas->all_changed;
    for (int y = 0; y < canvas->height; y++)
        present_row(canvas, y, whole);
    size_t count = (size_t)canvas->width * (size_t)canvas->height;
    memcpy(canvas->shown, canvas->cells, count * sizeof *canvas->cells);
    canvas->all_changed = false;
    canvas->backend->cursor(canvas->context, canvas->cursor_x, canvas->cursor_y, canvas->cursor_visible);
    canvas->backend->flush(canvas->context, whole);
}
