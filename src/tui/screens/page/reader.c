/* The common part of screens that are one page. */
#include "tui/screens/page/reader.h"

enum { READER_COLUMNS = 100, TWO_PAGES_COLUMNS = 110, WALL_COLUMNS = 3 };

bool reader_open(struct shell *shell, void *state, const struct place *place, struct error *error)
{
    struct reader *reader = state;
    (void)shell, (void)error;
    reader->where = *place;
    return true;
}

void reader_close(void *state)
{
    struct reader *reader = state;
    verdict_free(reader->verdict);
}

void reader_place(const void *state, struct place *out_place)
{
    *out_place = ((const struct reader *)state)->where;
}

void reader_status(struct shell *shell, const char *title, struct rect line)
{
    canvas_cut(shell->canvas, line.x, line.y, line.width, STYLE_BAR, title);
}

void reader_begin(struct shell *shell, struct rect area, struct page *page)
{
    int columns = area.width - 3 < READER_COLUMNS ? area.width - 3 : READER_COLUMNS;
    page_init(page, shell->frame, columns, canvas_is_ascii(shell->canvas));
}

void reader_end(struct shell *shell, struct reader *reader, struct rect area, struct page *page)
{
    struct rect text = {area.x + 1, area.y, area.width - 2, area.height};
    scroller_draw(&reader->scroller, page, shell->canvas, text);
    shell->is_cut = reader->scroller.is_cut;
    shell_add_page_targets(shell, page, reader->target_count, text, reader->scroller.scroll);
}

/* The columns of each page. */
static int columns_of_two(struct rect area)
{
    int columns = (area.width - 3 - WALL_COLUMNS) / 2;
    return columns < READER_COLUMNS ? columns : READER_COLUMNS;
}

bool reader_begin_two(struct shell *shell, struct rect area, struct page *left, struct page *right)
{
    bool is_wide = area.width >= TWO_PAGES_COLUMNS;
    if (!is_wide) {
        reader_begin(shell, area, left);
        reader_begin(shell, area, right);
        return false;
    }
    page_init(left, shell->frame, columns_of_two(area), canvas_is_ascii(shell->canvas));
    page_init(right, shell->frame, columns_of_two(area), canvas_is_ascii(shell->canvas));
    return true;
}

void reader_end_two(struct shell *shell, struct reader *reader, struct rect area, const struct page *left,
                    const struct page *right)
{
    CLEANUP(page_done) struct page both = {0};
    page_init(&both, shell->frame, area.width - 3, canvas_is_ascii(shell->canvas));
    if (area.width >= TWO_PAGES_COLUMNS) {
        page_beside(&both, left, right, columns_of_two(area) + 1);
    } else {
        page_append(&both, left);
        page_blank(&both);
        page_append(&both, right);
    }
    reader_end(shell, reader, area, &both);
}

void reader_act_scroll(struct shell *shell, void *state, enum action action)
{
    struct reader *reader = state;
    shell_scroll(shell, &reader->scroller, action);
}

const char *reader_label(const void *state, enum action action)
{
    const struct reader *reader = state;
    return action == ACTION_PAGE_DOWN && reader->scroller.count <= reader->scroller.height ? "" : NULL;
}

const struct action_handler reader_handlers[] = {
    {ACTION_BACK, shell_act_back},         {ACTION_UP, reader_act_scroll},
    {ACTION_DOWN, reader_act_scroll},      {ACTION_PAGE_UP, reader_act_scroll},
    {ACTION_PAGE_DOWN, reader_act_scroll}, {ACTION_TOP, reader_act_scroll},
    {ACTION_BOTTOM, reader_act_scroll},    {ACTION_PAN_LEFT, reader_act_scroll},
    {ACTION_PAN_RIGHT, reader_act_scroll}, {ACTION_NONE, NULL},
};
