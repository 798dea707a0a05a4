/* Draws the microscope: the panel above, source and PTX below. */
#include <string.h>

#include "base/i18n.h"
#include "base/text.h"
#include "tui/screens/microscope/microscope.h"
#include "tui/screens/verdict/verdict_page.h"

enum {
    PANE_ROWS_LEAST = 4,
    LIST_ROWS_LEAST = 10, /* of source and variables */
    PANEL_ROWS_MAX = 16,
    NUMBER_COLUMNS = 6,
    WRAP_COLUMNS_LEAST = 30,      /* of source */
    WIDE_COLUMNS = 140,           /* source, variables and registers beside each other */
    REGISTERS_FROM_COLUMNS = 100, /* variables and registers beside each other, below the source */
    REGISTERS_FROM_ROWS = 14,
    REGISTERS_COLUMNS = 34
};

static void draw_nothing(struct shell *shell, const struct microscope_screen *screen, struct rect area)
{
    CLEANUP(page_done) struct page page = {0};
    page_init(&page, shell->frame, area.width - 2, canvas_is_ascii(shell->canvas));
    if (screen->error.code != ERROR_NONE) {
        page_text(&page, STYLE_BAD, screen->error.message);
        page_end(&page);
        if (screen->error.hint[0])
            page_text(&page, STYLE_NORMAL, screen->error.hint);
    } else {
        page_mark(&page, STYLE_WARNING, MARK_WORKING);
        page_text(&page, STYLE_NORMAL, " ");
        page_text(&page, STYLE_NORMAL, _("Compiling, and running up to the line to look at"));
    }
    page_end(&page);
    page_draw(&page, shell->canvas, (struct rect){area.x + 1, area.y, area.width - 2, area.height}, 0);
}

/* --- texts ------------------------------------------------------------------------------------ */

/* The first shown line, so that `line` is in the upper third. */
static int first_line(int line, int count, int height)
{
    int first = line - height / 3;
    if (first > count - height + 1)
        first = count - height + 1;
    return first < 1 ? 1 : first;
}

static void draw_number(struct canvas *canvas, struct rect row, int number, bool is_current)
{
    canvas_printf(canvas, row.x, row.y, is_current ? STYLE_STRONG : STYLE_GUTTER, "%4d", number);
    if (is_current) {
        canvas_mark(canvas, row.x + 4, row.y, STYLE_ACCENT, MARK_CURSOR);
        canvas_cursor(canvas, row.x + 4, row.y, false);
    }
}

/* Long lines wrap, except where a pane is too narrow for code. */
static void build_source(struct shell *shell, const struct microscope_screen *screen, int width, struct page *page)
{
    page_init(page, shell->frame, width < WRAP_COLUMNS_LEAST ? CANVAS_SIDE_MAX : width, canvas_is_ascii(shell->canvas));
    source_page_build(&screen->source, NULL, NULL, page);
}

static void draw_source(struct shell *shell, const struct microscope_screen *screen, struct rect area)
{
    CLEANUP(page_done) struct page page = {0};
    int line = screen->view->step.line, first = 0, last = 0;
    struct rect all = canvas_clip(shell->canvas, area);
    build_source(shell, screen, area.width, &page);
    page_find_tag(&page, screen->line, &first, &last);
    int scroll =
        page_scroll_whole(&page, first_line(first + 1, (int)page.count, area.height) - 1, area.height, first, last);
    page_draw(&page, shell->canvas, area, scroll);
    for (int i = 0; i < area.height && scroll + i < (int)page.count; i++) {
        struct rect row = {area.x, area.y + i, area.width, 1};
        int number = page.lines[scroll + i].tag;
        if (number == line && page_find_tag(&page, line, &first, &last) && first == scroll + i)
            draw_number(shell->canvas, row, number, true);
        shell_add_target(shell, row, TARGET_LINES + number);
    }
    canvas_clip(shell->canvas, all);
}

/* Directives and labels are not executed. */
static enum style ptx_style(const struct text_line *line, bool is_current)
{
    size_t at = 0;
    while (at < line->size_bytes && (line->text[at] == ' ' || line->text[at] == '\t'))
        at++;
    if (is_current)
        return STYLE_STRONG;
    bool is_aside = at < line->size_bytes && strchr("./${}()", line->text[at]);
    return is_aside ? STYLE_DIM : STYLE_NORMAL;
}

static void draw_ptx(struct shell *shell, const struct microscope_screen *screen, struct rect area)
{
    int line = screen->view->step.ptx_line, count = (int)screen->ptx_count;
    int first = first_line(screen->ptx_line, count, area.height);
    struct rect all = canvas_clip(shell->canvas, area);
    for (int i = 0; i < area.height && first + i <= count; i++) {
        CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
        const struct text_line *shown = &screen->ptx[first + i - 1];
        bool is_current = first + i == line;
        text_append_expanded(&text, shown->text, shown->size_bytes, 2);
        canvas_text(shell->canvas, area.x + NUMBER_COLUMNS - 1, area.y + i, ptx_style(shown, is_current),
                    buffer_text(&text));
        draw_number(shell->canvas, (struct rect){area.x, area.y + i, area.width, 1}, first + i, is_current);
    }
    canvas_clip(shell->canvas, all);
}

/* Narrow terminals: the variables below the source, since they are what one came for. */
static void draw_stacked(struct shell *shell, const struct microscope_screen *screen, struct rect area)
{
    int below = microscope_shows_variables(screen) ? area.height / 2 : 0, above = area.height - below;
    draw_source(shell, screen, (struct rect){area.x, area.y, area.width, above});
    if (below)
        variables_draw(shell->canvas, screen, (struct rect){area.x, area.y + above, area.width, below});
}

static void draw_wall(struct canvas *canvas, struct rect wall)
{
    for (int i = 0; i < wall.height; i++)
        canvas_mark(canvas, wall.x, wall.y + i, STYLE_DIM, MARK_WALL);
}

/* Variables, and the registers beside them where both fit. */
static void draw_values(struct shell *shell, const struct microscope_screen *screen, struct rect pane, int registers)
{
    variables_draw(shell->canvas, screen, (struct rect){pane.x, pane.y, pane.width - registers, pane.height});
    if (!registers)
        return;
    int x = pane.x + pane.width - registers;
    draw_wall(shell->canvas, (struct rect){x, pane.y, 1, pane.height});
    registers_draw(shell->canvas, screen, (struct rect){x + 1, pane.y, registers - 1, pane.height});
}

/* The source takes half beside PTX, or beside variables what they and the registers leave. */
static int source_columns(bool shows_variables, int width)
{
    if (!shows_variables)
        return width - width / 2 - 1;
    return width >= WIDE_COLUMNS ? (width - REGISTERS_COLUMNS) * 3 / 7 : width / 2 - 1;
}

/* The source above variables and registers, which are beside each other. */
static void draw_source_above(struct shell *shell, const struct microscope_screen *screen, struct rect area)
{
    int above = area.height / 2;
    draw_source(shell, screen, (struct rect){area.x, area.y, area.width, above});
    canvas_repeat(shell->canvas, area.x, area.y + above, area.width, STYLE_DIM, MARK_RULE);
    draw_values(shell, screen, (struct rect){area.x, area.y + above + 1, area.width, area.height - above - 1},
                REGISTERS_COLUMNS);
}

static void draw_texts(struct shell *shell, const struct microscope_screen *screen, struct rect area)
{
    bool shows_variables = microscope_shows_variables(screen), is_wide = area.width >= WIDE_COLUMNS;
    if (area.height < 1)
        return;
    if (!shell_has_panes(shell, area.width)) {
        draw_stacked(shell, screen, area);
        return;
    }
    if (shows_variables && !is_wide && area.width >= REGISTERS_FROM_COLUMNS && area.height >= REGISTERS_FROM_ROWS) {
        draw_source_above(shell, screen, area);
        return;
    }
    int left = source_columns(shows_variables, area.width);
    draw_source(shell, screen, (struct rect){area.x, area.y, left, area.height});
    draw_wall(shell->canvas, (struct rect){area.x + left, area.y, 1, area.height});
    struct rect pane = {area.x + left + 1, area.y, area.width - left - 1, area.height};
    if (shows_variables)
        draw_values(shell, screen, pane, is_wide ? REGISTERS_COLUMNS : 0);
    else
        draw_ptx(shell, screen, pane);
}

/* --- small terminals -------------------------------------------------------------------------- */

static void draw_instruction(struct shell *shell, const struct microscope_screen *screen, struct rect row)
{
    const struct stepping_view *view = &screen->view->step;
    const char *text = view->ended ? _("the block has ended") : view->instruction;
    canvas_cut(shell->canvas, row.x, row.y, row.width, STYLE_CODE, text);
}

static void draw_small(struct shell *shell, const struct microscope_screen *screen, struct rect area)
{
    struct panel panel = {.canvas = shell->canvas,
                          .view = &screen->view->step,
                          .x = area.x,
                          .y = area.y,
                          .end = area.y + area.height - 1,
                          .width = area.width};
    struct rect last = {area.x, area.y + area.height - 1, area.width, 1};
    if (microscope_shows_variables(screen))
        variables_draw_one(shell->canvas, screen, last);
    else
        draw_instruction(shell, screen, last);
    panel_lanes(&panel, -1);
    draw_source(shell, screen, (struct rect){area.x, panel.y, area.width, area.y + area.height - 1 - panel.y});
}

/* The chosen variable or register, over all lanes. */
static void draw_chosen(struct panel *panel, const struct microscope_screen *screen)
{
    const struct microscope_view *view = screen->view;
    if (microscope_shows_variables(screen)) {
        panel_variable(panel, view->variables, view->step.variable_count, microscope_chosen_variable(screen),
                       screen->base);
        return;
    }
    int chosen = microscope_chosen_register(screen);
    panel_register(panel, chosen >= 0 ? &view->registers[chosen] : NULL, screen->base);
}

/* The lanes of the first row. */
static void add_lane_targets(struct shell *shell, struct rect area)
{
    for (int lane = 0; lane < VGPU_STEP_LANES && area.width >= LABEL_COLUMNS + VGPU_STEP_LANES + 2; lane++)
        shell_add_target(shell, (struct rect){area.x + 1 + LABEL_COLUMNS + lane, area.y, 1, 1}, TARGET_LANES + lane);
}

void microscope_draw(struct shell *shell, struct microscope_screen *screen, struct rect area)
{
    if (!screen->view) {
        draw_nothing(shell, screen, area);
        return;
    }
    if (area.height < 2 * PANE_ROWS_LEAST || area.width < 40) {
        draw_small(shell, screen, area);
        return;
    }
    bool shows_variables = microscope_shows_variables(screen);
    int list_rows = area.height / 2 < LIST_ROWS_LEAST ? area.height / 2 - 1 : LIST_ROWS_LEAST;
    int most = area.height - 1 - (shows_variables ? list_rows : PANE_ROWS_LEAST);
    struct panel panel = {.canvas = shell->canvas,
                          .view = &screen->view->step,
                          .x = area.x + 1,
                          .y = area.y,
                          .end = area.y + (most < PANEL_ROWS_MAX ? most : PANEL_ROWS_MAX),
                          .width = area.width - 2};
    panel_lanes(&panel, shows_variables ? screen->lane : -1);
    panel_program(&panel);
    if (shows_variables)
        add_lane_targets(shell, area);
    panel_findings(&panel);
    draw_chosen(&panel, screen);
    panel_waits(&panel);
    panel_requests(&panel);
    canvas_repeat(shell->canvas, area.x, panel.y, area.width, STYLE_DIM, MARK_RULE);
    draw_texts(shell, screen, (struct rect){area.x, panel.y + 1, area.width, area.y + area.height - panel.y - 1});
}
