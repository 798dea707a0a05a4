/* Lays tables out. */
#include "tui/draw/markdown_layout.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

enum { COLUMN_GAP = 2, COLUMN_LEAST = 4 };

struct markdown_table *markdown_table_new(void)
{
    struct markdown_table *table = calloc(1, sizeof *table);
    if (!table)
        abort();
    table->row = table->column = -1;
    return table;
}

void markdown_table_free(struct markdown_table *table)
{
    if (!table)
        return;
    for (int row = 0; row < table->rows; row++)
        for (int column = 0; column < TABLE_COLUMNS_MAX; column++)
            page_paragraph_done(&table->cells[row][column]);
    free(table);
}

void markdown_table_begin_row(struct markdown_table *table, bool is_head)
{
    table->column = -1;
    table->row = table->rows < TABLE_ROWS_MAX ? table->rows++ : -1;
    table->head_rows += is_head && table->row >= 0;
}

void markdown_table_begin_cell(struct markdown_table *table, int alignment)
{
    table->column++;
    if (table->column >= TABLE_COLUMNS_MAX)
        return;
    table->alignment[table->column] = (enum text_alignment_of)alignment;
    if (table->column >= table->columns)
        table->columns = table->column + 1;
}

struct page_paragraph *markdown_table_cell(struct markdown_table *table)
{
    if (table->row < 0 || table->column < 0 || table->column >= TABLE_COLUMNS_MAX)
        return NULL;
    return &table->cells[table->row][table->column];
}

/* Columns of the longest word. */
static int word_columns(const char *text)
{
    int widest = 0;
    for (text += strspn(text, " "); *text; text += strspn(text, " ")) {
        size_t bytes = strcspn(text, " ");
        int width = text_width_bytes(text, bytes);
        widest = width > widest ? width : widest;
        text += bytes;
    }
    return widest;
}

/* The widths that no cell breaks in, and those that no word breaks in. */
static void measure_widths(const struct markdown_table *table, int *out_widths, int *out_least)
{
    for (int column = 0; column < table->columns; column++) {
        out_widths[column] = 1;
        out_least[column] = COLUMN_LEAST;
        for (int row = 0; row < table->rows; row++) {
            const char *text = buffer_text(&table->cells[row][column].text);
            int width = text_width(text), word = word_columns(text);
            out_widths[column] = width > out_widths[column] ? width : out_widths[column];
            out_least[column] = word > out_least[column] ? word : out_least[column];
        }
    }
}

/* Takes from the widest column. False where none is above its least width, and they do not fit. */
static bool shrink_widths(int *widths, const int *least, int count, int available)
{
    for (;;) {
        int sum = 0, widest = -1;
        for (int i = 0; i < count; i++) {
            sum += widths[i];
            if (widths[i] > least[i] && (widest < 0 || widths[i] > widths[widest]))
                widest = i;
        }
        if (sum <= available || widest < 0)
            return sum <= available;
        widths[widest]--;
    }
}

static void add_spaces(struct page_line *line, struct arena *arena, int count)
{
    if (count <= 0)
        return;
    char *spaces = arena_alloc(arena, (size_t)count + 1);
    memset(spaces, ' ', (size_t)count);
    line->spans[line->span_count++] = (struct page_span){spaces, (size_t)count, STYLE_NORMAL};
}

static void add_cell(struct page_line *line, const struct page_line *cell, int width, int alignment, bool is_head,
                     struct arena *arena)
{
    int missing = cell ? width - page_line_width(cell) : width;
    int before = alignment == CELL_RIGHT ? missing : alignment == CELL_CENTER ? missing / 2 : 0;
    add_spaces(line, arena, before);
    for (size_t i = 0; cell && i < cell->span_count; i++) {
        struct page_span span = cell->spans[i];
        if (is_head && span.style == STYLE_NORMAL)
            span.style = STYLE_STRONG;
        line->spans[line->span_count++] = span;
    }
    add_spaces(line, arena, missing - before);
}

/* Renders one row, as high as its highest cell. */
static void render_row(struct markdown_table *table, int row, const int *widths, struct page *page)
{
    struct page_line *cells[TABLE_COLUMNS_MAX] = {0};
    size_t heights[TABLE_COLUMNS_MAX] = {0}, height = 1, spans = 2;
    for (int column = 0; column < table->columns; column++) {
        cells[column] = page_wrap(page, &table->cells[row][column], widths[column], &heights[column]);
        height = heights[column] > height ? heights[column] : height;
        for (size_t i = 0; i < heights[column]; i++)
            spans += cells[column][i].span_count;
        spans += 3;
    }
    for (size_t i = 0; i < height; i++) {
        struct page_line line = {.spans = ARENA_ARRAY(page->arena, spans, struct page_span)};
        add_spaces(&line, page->arena, text_width(page->prefix));
        for (int column = 0; column < table->columns; column++) {
            const struct page_line *cell = i < heights[column] ? &cells[column][i] : NULL;
            add_cell(&line, cell, widths[column], table->alignment[column], row < table->head_rows, page->arena);
            if (column + 1 < table->columns)
                add_spaces(&line, page->arena, COLUMN_GAP);
        }
        page_add_line(page, &line);
    }
}

static void render_rule(const struct markdown_table *table, const int *widths, struct page *page)
{
    for (int column = 0; column < table->columns; column++) {
        for (int i = 0; i < widths[column]; i++)
            page_mark(page, STYLE_DIM, MARK_RULE);
        if (column + 1 < table->columns)
            page_text(page, STYLE_DIM, "  ");
    }
    page_end_unwrapped(page);
}

void markdown_table_render(struct markdown_table *table, struct page *page)
{
    if (table->columns == 0)
        return;
    int widths[TABLE_COLUMNS_MAX] = {0}, least[TABLE_COLUMNS_MAX] = {0}, narrow[TABLE_COLUMNS_MAX];
    int available = page->columns - text_width(page->prefix) - COLUMN_GAP * (table->columns - 1);
    for (int i = 0; i < TABLE_COLUMNS_MAX; i++)
        narrow[i] = COLUMN_LEAST;
    measure_widths(table, widths, least);
    if (!shrink_widths(widths, least, table->columns, available))
        shrink_widths(widths, narrow, table->columns, available);
    for (int row = 0; row < table->rows; row++) {
        render_row(table, row, widths, page);
        if (row + 1 == table->head_rows)
            render_rule(table, widths, page);
    }
}
