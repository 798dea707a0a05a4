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

void scroller_draw(struct scroller *scroller, const struct page *page, struct canvas *canvas, struct rect area)
{
    canvas_cursor(canvas, area.x, area.y, false); /* reading begins here */
    scroller->height = area.height;
    scroller->count = (int)page->count;
    scroller->scroll = page_scroll_clamp(page, scroller->scroll, area.height);
    int widest = page_width(page);
    scroller->pan_most = widest > area.width ? widest - area.width : 0;
    scroller->pan = scroller->pan > scroller->pan_most ? scroller->pan_most : scroller->pan;
    page_draw_from(page, canvas, area, scroller->scroll, scroller->pan);
    int right = area.x + area.width - 1;
    if (scroller->scroll > 0)
        canvas_mark(canvas, right, area.y, STYLE_ACCENT, MARK_MORE_ABOVE);
    if (!scroller_at_end(scroller))
        canvas_mark(canvas, right, area.y + area.height - 1, STYLE_ACCENT, MARK_MORE_BELOW);
}
