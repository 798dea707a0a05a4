/* Scrolls through a page. */
#include "tui/shell/scroller.h"

enum { PAN_COLUMNS = 8 };

bool scroller_act(struct scroller *scroller, enum action action)
{
    int page = scroller->height > 2 ? scroller->height - 1 : 1;
    int most = scroller->count > scroller->height ? scroller->count - scroller->height : 0;
    switch (action) {
    case ACTION_UP:
        scroller->scroll--;
        break;
    case ACTION_DOWN:
        scroller->scroll++;
        break;
    case ACTION_PAGE_UP:
        scroller->scroll -= page;
        break;
    case ACTION_PAGE_DOWN:
        scroller->scroll += page;
        break;
    case ACTION_TOP:
        scroller->scroll = 0;
        break;
    case ACTION_BOTTOM:
        scroller->scroll = most;
        break;
    case ACTION_PAN_LEFT:
        scroller->pan -= PAN_COLUMNS;
        break;
    case ACTION_PAN_RIGHT:
        scroller->pan += PAN_COLUMNS;
        break;
    default:
        return false;
    }
    scroller->scroll = scroller->scroll > most ? most : scroller->scroll < 0 ? 0 : scroller->scroll;
    scroller->pan = scroller->pan > scroller->pan_most ? scroller->pan_most : scroller->pan < 0 ? 0 : scroller->pan;
    return true;
}

bool scroller_at_end(const struct scroller *scroller)
{
    return scroller->scroll + scroller->height >= scroller->count;
}

int scroller_list_first(struct scroller_list *list, int selected, int count, int height)
{
    int most = count > height ? count - height : 0;
    if (selected != list->selected || count != list->count)
        list->kept = list->first;
    list->selected = selected;
    list->count = count;
    list->first = list->kept < most ? list->kept : most;
    if (selected < list->first)
        list->first = selected;
    if (selected >= list->first + height)
        list->first = selected - height + 1;
    return list->first;
}

/* A resize alone keeps the place that the reader chose. */
static void keep_place(struct scroller *scroller, const struct page *page, struct rect area)
{
    bool is_resized = area.width != scroller->width || area.height != scroller->height;
    bool is_moved = scroller->scroll != scroller->drawn;
    bool is_other = !is_resized && (int)page->count != scroller->count;
    if (is_moved || is_other)
        scroller->kept = scroller->scroll;
    scroller->width = area.width;
    scroller->scroll = scroller->drawn = page_scroll_clamp(page, scroller->kept, area.height);
}

void scroller_draw(struct scroller *scroller, const struct page *page, struct canvas *canvas, struct rect area)
{
    canvas_cursor(canvas, area.x, area.y, false); /* reading begins here */
    keep_place(scroller, page, area);
    scroller->height = area.height;
    scroller->count = (int)page->count;
    int widest = page_width(page);
    scroller->pan_most = widest > area.width ? widest - area.width : 0;
    scroller->pan = scroller->pan > scroller->pan_most ? scroller->pan_most : scroller->pan;
    scroller->is_cut = page_is_cut(page, scroller->scroll, area.height, area.width, scroller->pan);
    page_draw_from(page, canvas, area, scroller->scroll, scroller->pan);
    int right = area.x + area.width - 1;
    if (scroller->scroll > 0)
        canvas_mark(canvas, right, area.y, STYLE_ACCENT, MARK_MORE_ABOVE);
    if (!scroller_at_end(scroller))
        canvas_mark(canvas, right, area.y + area.height - 1, STYLE_ACCENT, MARK_MORE_BELOW);
}
