/* A canvas backend that keeps text. */
#include "tui/terminal/backend_text.h"

#include <stdlib.h>

struct backend_text {
    int width, height;
    struct cell *cells;
    long written;
    int cursor_x, cursor_y;
};

struct backend_text *backend_text_new(void)
{
    struct backend_text *backend = calloc(1, sizeof *backend);
    if (!backend)
        abort();
    backend_text_resize(backend, 80, 24);
    return backend;
}

void backend_text_free(struct backend_text *backend)
{
    if (!backend)
        return;
    free(backend->cells);
    free(backend);
}

void backend_text_resize(struct backend_text *backend, int width, int height)
{
    free(backend->cells);
    backend->width = width;
    backend->height = height;
    backend->cells = calloc((size_t)width * (size_t)height, sizeof *backend->cells);
    if (!backend->cells)
        abort();
}

static void write_cells(void *context, int x, int y, const struct cell *cells, int count)
{
    struct backend_text *backend = context;
    backend->written += count;
    for (int i = 0; i < count; i++)
        if (x + i < backend->width && y < backend->height)
            backend->cells[y * backend->width + x + i] = cells[i];
}

static void set_cursor(void *context, int x, int y, bool visible)
{
    struct backend_text *backend = context;
    (void)visible;
    backend->cursor_x = x;
    backend->cursor_y = y;
}

void backend_text_cursor(const struct backend_text *backend, int *out_x, int *out_y)
{
    *out_x = backend->cursor_x;
    *out_y = backend->cursor_y;
}

static void flush(void *context, bool whole)
{
    (void)context, (void)whole;
}

const struct canvas_backend backend_text_functions = {.write = write_cells, .cursor = set_cursor, .flush = flush};

static void end_line(struct buffer *out, size_t start)
{
    while (out->size_bytes > start && out->data[out->size_bytes - 1] == ' ')
        out->data[--out->size_bytes] = '\0';
    buffer_append_char(out, '\n');
}

void backend_text_dump(const struct backend_text *backend, bool styles, struct buffer *out)
{
    for (int y = 0; y < backend->height; y++) {
        const struct cell *row = &backend->cells[y * backend->width];
        size_t start = out->size_bytes;
        for (int x = 0; x < backend->width; x++)
            buffer_append_text(out, row[x].text[0] || row[x].width == 0 ? row[x].text : " ");
        end_line(out, start);
        start = out->size_bytes;
        for (int x = 0; styles && x < backend->width; x++)
            buffer_append_char(out, row[x].selected ? '#' : theme_letter(row[x].style));
        if (styles)
            end_line(out, start);
    }
}

long backend_text_take_written(struct backend_text *backend)
{
    long written = backend->written;
    backend->written = 0;
    return written;
}
