#include "tui/screen_internal.h"

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
    default:
        return false;
    }
    scroller->scroll = scroller->scroll > most ? most : scroller->scroll < 0 ? 0 : scroller->scroll;
    return true;
}

bool scroller_at_end(const struct scroller *scroller)
{
    return scroller->scroll + scroller->height >= scroller->count;
}

void scroller_draw(struct scroller *scroller, const struct page *page, struct canvas *canvas, struct rect area)
{
    scroller->height = area.height;
    scroller->count = (int)page->count;
    scroller->scroll = page_scroll_clamp(page, scroller->scroll, area.height);
    page_draw(page, canvas, area, scroller->scroll);
    int right = area.x + area.width - 1;
    if (scroller->scroll > 0)
        canvas_mark(canvas, right, area.y, STYLE_ACCENT, MARK_MORE_ABOVE);
    if (!scroller_at_end(scroller))
        canvas_mark(canvas, right, area.y + area.height - 1, STYLE_ACCENT, MARK_MORE_BELOW);
}
