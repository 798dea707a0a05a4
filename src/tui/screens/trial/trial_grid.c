/*
 * The buffers of a trial. One is a grid: heads of rows and columns stay in place, wrong elements
 * have a letter, and the expected values are below their row. A map shows all of its elements. The
 * other buffers are beside it on a wide screen, else below it.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "base/i18n.h"
#include "base/text.h"
#include "tui/screens/trial/trial.h"

enum { CELL_COLUMNS = 11, HEAD_COLUMNS = 11, LINE_ELEMENTS = 8, NUMBER_BYTES = 24 };
enum { TWO_PANES_FROM = 190, MAP_ROWS_MAX = 12, MAP_COLUMNS_MAX = 96, MAP_FROM_ROWS = 16, OTHER_ROWS_LEAST = 4 };

/* The columns before a row. Two elements come after them. */
static int head_columns(struct rect area)
{
    return area.width < HEAD_COLUMNS + 2 * CELL_COLUMNS ? 6 : HEAD_COLUMNS;
}

/* The elements per row of the grid: the last extent above 1, or as many as fit if there is none. */
static int trial_row_elements(const struct trial_buffer *buffer, int columns_fitting)
{
    uint64_t last = buffer->rank > 1 ? buffer->shape[buffer->rank - 1] : 1;
    if (last > 1) /* a single column is drawn as a buffer of one dimension */
        return (int)(last < 4096 ? last : 4096);
    return columns_fitting >= 2 * LINE_ELEMENTS ? 2 * LINE_ELEMENTS
           : columns_fitting >= LINE_ELEMENTS   ? LINE_ELEMENTS
           : columns_fitting >= 4               ? 4
                                                : 2;
}

/* As many digits as there is room for, at most five. */
static void write_number(double value, int columns, char out[NUMBER_BYTES])
{
    if (isnan(value))
        snprintf(out, NUMBER_BYTES, "NaN");
    else if (value == floor(value) && fabs(value) < 1e8)
        snprintf(out, NUMBER_BYTES, "%.0f", value);
    else
        for (int digits = 5; digits > 1; digits--)
            if (snprintf(out, NUMBER_BYTES, "%.*g", digits, value) <= columns)
                break;
}

/* "x 0.8147": wrong; "u": never written. */
static void draw_element(struct shell *shell, int x, int y, double value, uint64_t marks, bool is_expected)
{
    char number[NUMBER_BYTES];
    bool unwritten = marks & TRIAL_UNWRITTEN, wrong = marks & TRIAL_WRONG;
    bool has_mark = wrong && !is_expected;
    int room = CELL_COLUMNS - 2;
    write_number(value, room - has_mark, number); /* a space is between them */
    const char *text = unwritten && !is_expected ? _("never") : number;
    enum style style = is_expected ? (wrong ? STYLE_GOOD : STYLE_DIM) : wrong ? STYLE_BAD : STYLE_NORMAL;
    if (has_mark)
        canvas_text(shell->canvas, x, y, style, unwritten ? "u" : "x");
    int width = text_width(text);
    canvas_cut(shell->canvas, x + CELL_COLUMNS - 1 - (width < room ? width : room), y, room, style, text);
}

/* "[3][16]": of the first element of a row. */
static void row_head(const struct trial_buffer *buffer, uint64_t index, char *out, size_t size)
{
    uint64_t rest = index, places[SHAPE_RANK_MAX] = {0};
    size_t used = 0;
    for (int axis = buffer->rank - 1; axis >= 0; axis--) {
        uint64_t extent = buffer->shape[axis] ? buffer->shape[axis] : 1;
        places[axis] = axis ? rest % extent : rest;
        rest /= extent;
    }
    int shown = buffer->rank > 1 ? buffer->rank - 1 : buffer->rank;
    out[0] = '\0';
    for (int axis = 0; axis < shown && used < size; axis++)
        used += (size_t)snprintf(out + used, size - used, "[%" PRIu64 "]", places[axis]);
}

static bool row_is_wrong(const struct trial_buffer *buffer, uint64_t from, uint64_t to)
{
    for (uint64_t i = from; buffer->marks && i < to; i++)
        if (buffer->marks[i])
            return true;
    return false;
}

static void draw_line(struct shell *shell, const struct trial_screen *screen, const double *values,
                      const uint64_t *marks, bool is_expected, uint64_t from, uint64_t to, struct rect line)
{
    for (int i = 0; i < screen->columns && from + (uint64_t)(screen->column + i) < to; i++) {
        uint64_t at = from + (uint64_t)(screen->column + i);
        draw_element(shell, line.x + head_columns(line) + i * CELL_COLUMNS, line.y, values[at], marks ? marks[at] : 0,
                     is_expected);
    }
}

/* Returns the number of used lines. */
static int draw_row(struct shell *shell, const struct trial_screen *screen, const struct trial_buffer *buffer, int row,
                    int elements, struct rect line)
{
    char head[64];
    const double *values = buffer->got ? buffer->got : buffer->initial ? buffer->initial : buffer->expected;
    uint64_t from = (uint64_t)row * (uint64_t)elements, to = from + (uint64_t)elements;
    to = to < buffer->shown ? to : buffer->shown;
    row_head(buffer, buffer->first + from, head, sizeof head);
    canvas_cut(shell->canvas, line.x, line.y, head_columns(line) - 1, STYLE_GUTTER, head);
    if (!values)
        return 1;
    draw_line(shell, screen, values, buffer->marks, false, from, to, line);
    if (!buffer->expected || !row_is_wrong(buffer, from, to))
        return 1;
    if (line.height < 2)
        return 1;
    line.y++;
    canvas_cut(shell->canvas, line.x, line.y, head_columns(line) - 1, STYLE_DIM, _("  expected"));
    draw_line(shell, screen, buffer->expected, buffer->marks, true, from, to, line);
    return 2;
}

static void draw_title(struct shell *shell, const struct trial *trial, size_t index, struct rect line)
{
    const struct trial_buffer *buffer = &trial->buffers[index];
    struct canvas *canvas = shell->canvas;
    int end = line.x + line.width, x = line.x;
    const char *role = buffer->got       ? _("output")
                       : buffer->initial ? _("input")
                                         : _("output: the kernel did not get there");
    x += canvas_cut(canvas, x, line.y, end - x, STYLE_STRONG, buffer->name) + 1;
    for (int axis = 0; axis < buffer->rank; axis++)
        x += canvas_printf(canvas, x, line.y, STYLE_DIM, "[%" PRIu64 "]", buffer->shape[axis]);
    if (end - x > 8)
        x += canvas_cut(canvas, x + 2, line.y, end - x - 2, STYLE_NORMAL, role) + 4;
    if (end - x > 12)
        x += canvas_printf(canvas, x, line.y, STYLE_DIM, _("%zu of %zu"), index + 1, trial->buffer_count) + 2;
    if (buffer->marks && end - x > 28)
        x += canvas_text(canvas, x, line.y, STYLE_BAD, _("x wrong  u never written")) + 2;
    if (buffer->shown < buffer->count && end - x > 24)
        canvas_printf(canvas, x, line.y, STYLE_WARNING, _("%" PRIu64 " elements from %" PRIu64), buffer->shown,
                      buffer->first);
}

/* A row that has fewer elements than the screen has columns gets no further heads. */
static void draw_heads(struct shell *shell, const struct trial_screen *screen, const struct trial_buffer *buffer,
                       struct rect line)
{
    char head[32];
    int elements = buffer->shown < (uint64_t)screen->column_count ? (int)buffer->shown : screen->column_count;
    for (int i = 0; i < screen->columns && screen->column + i < elements; i++) {
        snprintf(head, sizeof head, "[%d]", screen->column + i);
        int x = line.x + head_columns(line) + i * CELL_COLUMNS + CELL_COLUMNS - 1 - text_width(head);
        canvas_text(shell->canvas, x, line.y, STYLE_GUTTER, head);
    }
}

static void measure(struct trial_screen *screen, const struct trial_buffer *buffer, struct rect area)
{
    int fitting = (area.width - head_columns(area)) / CELL_COLUMNS;
    screen->columns = fitting < 1 ? 1 : fitting;
    screen->column_count = trial_row_elements(buffer, fitting);
    if (screen->column_count < 1)
        screen->column_count = 1;
    screen->row_count = (int)((buffer->shown + (uint64_t)screen->column_count - 1) / (uint64_t)screen->column_count);
    screen->rows = area.height - 2 < 1 ? 1 : area.height - 2;
    int last = screen->column_count - screen->columns;
    screen->column = screen->column > last ? last : screen->column;
    screen->column = screen->column < 0 ? 0 : screen->column;
    screen->row = screen->row >= screen->row_count ? screen->row_count - 1 : screen->row;
    screen->row = screen->row < 0 ? 0 : screen->row;
}

/* Once for each answer, and only if the learner has not moved. */
static void seek_wrong(struct trial_screen *screen, const struct trial_buffer *buffer, struct rect area)
{
    uint64_t at = 0, across = (uint64_t)screen->column_count;
    bool seeks = screen->seeks_wrong && buffer->marks;
    screen->seeks_wrong = false;
    while (seeks && at < buffer->shown && !buffer->marks[at])
        at++;
    if (!seeks || at == buffer->shown)
        return;
    if ((int)(at / across) >= screen->rows / 2)
        screen->row = (int)(at / across);
    if ((int)(at % across) >= screen->columns)
        screen->column = (int)(at % across) - screen->columns / 2;
    measure(screen, buffer, area);
}

/* Draws as many rows as fit. Returns the number of used lines. */
static int draw_rows(struct shell *shell, const struct trial_screen *screen, const struct trial_buffer *buffer,
                     struct rect area)
{
    int y = area.y, end = area.y + area.height;
    for (int row = screen->row; y < end && row < screen->row_count; row++)
        y += draw_row(shell, screen, buffer, row, screen->column_count, (struct rect){area.x, y, area.width, end - y});
    return y - area.y;
}

/* --- the map ---------------------------------------------------------------------------------- */

/* Every mark of the map stands for `down` rows of `across` elements. */
struct map {
    uint64_t width, height; /* of the buffer */
    uint64_t across, down;
};

static uint64_t divide_up(uint64_t value, uint64_t by)
{
    return (value + by - 1) / by;
}

/* A buffer of one dimension becomes a single row, and so does a single column. */
static struct map map_of(const struct trial_buffer *buffer, struct rect area)
{
    uint64_t last = buffer->rank > 1 ? buffer->shape[buffer->rank - 1] : buffer->shown;
    struct map map = {.width = last > 1 && last < buffer->shown ? last : buffer->shown};
    int columns = area.width < MAP_COLUMNS_MAX ? area.width : MAP_COLUMNS_MAX;
    int rows = area.height < MAP_ROWS_MAX ? area.height : MAP_ROWS_MAX;
    map.height = divide_up(buffer->shown, map.width);
    map.across = divide_up(map.width, (uint64_t)columns);
    map.down = divide_up(map.height, (uint64_t)rows);
    return map;
}

/* Whether the part of the buffer that a mark stands for has a wrong element. */
static bool map_is_wrong(const struct trial_buffer *buffer, const struct map *map, uint64_t row, uint64_t column)
{
    for (uint64_t y = row * map->down; y < (row + 1) * map->down && y < map->height; y++)
        for (uint64_t x = column * map->across; x < (column + 1) * map->across && x < map->width; x++)
            if (y * map->width + x < buffer->shown && buffer->marks[y * map->width + x])
                return true;
    return false;
}

/* Its rows with the title, at most a quarter of the area; 0: there is nothing to see. */
static int map_rows(const struct trial_buffer *buffer, struct rect area)
{
    if (buffer->shown < 2 || !row_is_wrong(buffer, 0, buffer->shown) || area.height < MAP_FROM_ROWS)
        return 0;
    area.height /= 4;
    struct map map = map_of(buffer, area);
    return 1 + (int)divide_up(map.height, map.down);
}

/* A large buffer has only some of its elements here. Returns the used columns. */
static int draw_map_title(struct canvas *canvas, const struct trial_buffer *buffer, struct rect area)
{
    if (buffer->shown < buffer->count)
        return canvas_printf(canvas, area.x, area.y, STYLE_STRONG, _("Elements %" PRIu64 " to %" PRIu64 " of %" PRIu64),
                             buffer->first, buffer->first + buffer->shown - 1, buffer->count);
    return canvas_printf(canvas, area.x, area.y, STYLE_STRONG, _("All %" PRIu64 " elements"), buffer->shown);
}

static void draw_map(struct shell *shell, const struct trial_buffer *buffer, struct rect area)
{
    struct canvas *canvas = shell->canvas;
    struct map map = map_of(buffer, (struct rect){area.x, area.y + 1, area.width, area.height - 1});
    uint64_t rows = divide_up(map.height, map.down), columns = divide_up(map.width, map.across);
    int x = area.x + draw_map_title(canvas, buffer, area);
    x += 2 + canvas_mark(canvas, x + 2, area.y, STYLE_BAD, MARK_BAR_FULL);
    x += canvas_printf(canvas, x, area.y, STYLE_DIM, " %s  ", _("wrong"));
    x += canvas_mark(canvas, x, area.y, STYLE_DIM, MARK_BAR_EMPTY);
    canvas_printf(canvas, x, area.y, STYLE_DIM, " %s", _("right"));
    for (uint64_t row = 0; row < rows; row++)
        for (uint64_t column = 0; column < columns; column++) {
            bool wrong = map_is_wrong(buffer, &map, row, column);
            canvas_mark(canvas, area.x + (int)column, area.y + 1 + (int)row, wrong ? STYLE_BAD : STYLE_DIM,
                        wrong ? MARK_BAR_FULL : MARK_BAR_EMPTY);
        }
}

/* --- all buffers ------------------------------------------------------------------------------ */

/*
 * Draws another buffer, from the same row on if it has the same shape. Returns the number of used
 * lines.
 */
static int draw_other(struct shell *shell, const struct trial_screen *screen, const struct trial *trial, size_t index,
                      struct rect area)
{
    const struct trial_buffer *buffer = &trial->buffers[index], *shown = &trial->buffers[screen->buffer];
    struct trial_screen other = *screen;
    if (buffer->shown != shown->shown || buffer->rank != shown->rank)
        other.row = other.column = 0;
    measure(&other, buffer, area);
    draw_title(shell, trial, index, (struct rect){area.x, area.y, area.width, 1});
    draw_heads(shell, &other, buffer, (struct rect){area.x, area.y + 1, area.width, 1});
    return 2 + draw_rows(shell, &other, buffer, (struct rect){area.x, area.y + 2, area.width, area.height - 2});
}

/* The room is shared by the buffers that are left. */
static void draw_others(struct shell *shell, const struct trial_screen *screen, const struct trial *trial,
                        struct rect area)
{
    int left = (int)trial->buffer_count - 1, end = area.y + area.height;
    for (size_t i = 0; i < trial->buffer_count && area.y + OTHER_ROWS_LEAST <= end; i++) {
        if (i == screen->buffer)
            continue;
        int room = (end - area.y) / left--;
        room = room < OTHER_ROWS_LEAST ? OTHER_ROWS_LEAST : room;
        area.y += 1 + draw_other(shell, screen, trial, i, (struct rect){area.x, area.y, area.width, room - 1});
    }
}

/* The reason, below the elements, which can all be right. Returns the rest of the area. */
static struct rect draw_why(struct shell *shell, const struct trial *trial, struct rect area)
{
    CLEANUP(page_done) struct page page = {0};
    page_init(&page, shell->frame, area.width, canvas_is_ascii(shell->canvas));
    page_text(&page, STYLE_BAD, trial->why);
    page_end(&page);
    int rows = (int)page.count + 1;
    if (rows > area.height / 2)
        return area;
    area.height -= rows;
    page_draw(&page, shell->canvas, (struct rect){area.x, area.y + area.height + 1, area.width, rows - 1}, 0);
    return area;
}

void trial_draw_grid(struct shell *shell, struct trial_screen *screen, const struct trial *trial, struct rect area)
{
    if (trial->buffer_count == 0) {
        canvas_cut(shell->canvas, area.x, area.y, area.width, STYLE_DIM, _("This case has no buffers to show."));
        return;
    }
    if (trial->why)
        area = draw_why(shell, trial, area);
    if (screen->buffer >= trial->buffer_count)
        screen->buffer = trial->buffer_count - 1;
    const struct trial_buffer *buffer = &trial->buffers[screen->buffer];
    struct rect pane = area, other;
    bool is_wide = area.width >= TWO_PANES_FROM && trial->buffer_count > 1;
    pane.width = is_wide ? head_columns(area) + LINE_ELEMENTS * CELL_COLUMNS : area.width;
    int map = shell->is_plain ? 0 : map_rows(buffer, pane), end = pane.y + pane.height;
    struct rect grid = {pane.x, pane.y, pane.width, pane.height - (map > 0 ? map + 1 : 0)};
    measure(screen, buffer, grid);
    seek_wrong(screen, buffer, grid);
    draw_title(shell, trial, screen->buffer, (struct rect){grid.x, grid.y, grid.width, 1});
    draw_heads(shell, screen, buffer, (struct rect){grid.x, grid.y + 1, grid.width, 1});
    int y =
        grid.y + 3 + draw_rows(shell, screen, buffer, (struct rect){grid.x, grid.y + 2, grid.width, grid.height - 2});
    if (map > 0)
        draw_map(shell, buffer, (struct rect){pane.x, y, pane.width, map});
    y += map > 0 ? map + 1 : 0;
    other = (struct rect){pane.x, y, pane.width, end - y};
    if (is_wide)
        other = (struct rect){area.x + pane.width + 3, area.y, area.width - pane.width - 3, area.height};
    for (int i = 0; is_wide && i < area.height; i++)
        canvas_mark(shell->canvas, other.x - 2, area.y + i, STYLE_DIM, MARK_WALL);
    draw_others(shell, screen, trial, other);
}
