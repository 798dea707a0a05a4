/* The page of a fill: code with its blank, the rounds, the verdict. */

#include "base/i18n.h"
#include "tui/draw/markdown.h"
#include "tui/screens/lab/lab_view.h"

enum { TITLE_COLUMNS = 14, VALUE_COLUMNS = 6, NARROW_COLUMNS = 60 };

/* Values that a round did not change are left out, so that the eye finds the work. */
static void add_rounds(const struct lab_view *view, struct page *page)
{
    const struct lab_rounds *rounds = view->rounds;
    if (!rounds || view->is_shown || page->columns < NARROW_COLUMNS)
        return;
    for (size_t i = 0; i < rounds->count; i++) {
        page_text(page, STYLE_NORMAL, "  ");
        lab_page_column(page, STYLE_DIM, rounds->titles[i], TITLE_COLUMNS, false);
        for (size_t k = 0; k < rounds->elements; k++)
            lab_page_column(page, STYLE_NORMAL, rounds->is_new[i][k] ? rounds->values[i][k] : "", VALUE_COLUMNS, true);
        page_end_unwrapped(page);
    }
    if (rounds->count)
        page_blank(page);
}

static void add_verdict(const struct lab_view *view, struct page *page)
{
    const struct lab_answer *answer = view->answer;
    if (answer->refused) {
        page_text(page, STYLE_WARNING, answer->refused);
        page_end(page);
        return;
    }
    if (answer->failing_case) {
        page_printf(page, STYLE_BAD, _("Right on the small case, wrong on %s."), answer->failing_case);
        page_end(page);
    }
    if (answer->verdict) {
        page_mark(page, STYLE_BAD, MARK_OPEN);
        page_text(page, STYLE_NORMAL, " ");
        markdown_inline(answer->verdict, STYLE_NORMAL, page);
        page_end(page);
    }
    if (!answer->say)
        return;
    if (!answer->verdict) {
        page_mark(page, STYLE_BAD, MARK_OPEN);
        page_text(page, STYLE_NORMAL, " ");
    }
    markdown_inline(answer->say, STYLE_NORMAL, page);
    page_end(page);
}

static void add_solved(const struct lab_view *view, struct page *page)
{
    page_mark(page, STYLE_GOOD, view->is_shown ? MARK_PARTLY : MARK_PASSED);
    page_printf(page, STYLE_GOOD, " %s", view->is_shown ? _("The answer, shown.") : _("Right."));
    page_end(page);
    if (view->lab->why)
        markdown_render(view->lab->why, page);
}

static void add_help(const struct lab_view *view, struct page *page)
{
    for (size_t i = 0; i < view->hints && i < view->lab->hints.count; i++) {
        page_printf(page, STYLE_DIM, _("Hint %zu: "), i + 1);
        markdown_inline(view->lab->hints.items[i], STYLE_NORMAL, page);
        page_end(page);
    }
    if (view->tries > 0) {
        page_printf(page, STYLE_DIM, _("tries %d"), view->tries);
        if (view->tries >= LAB_FILL_TRIES_BEFORE_ANSWER)
            page_printf(page, STYLE_DIM, "   %s", _("Esc, then s, shows the answer: it then counts as seen"));
        else if (view->hints < view->lab->hints.count)
            page_printf(page, STYLE_DIM, "   %s", _("Esc, then H, shows a hint"));
        page_end(page);
    }
}

void lab_page_fill(const struct lab_view *view, struct page *page)
{
    if (view->lab->ask) {
        markdown_render(view->lab->ask, page);
        page_blank(page);
    }
    lab_page_code(view, page);
    if (!view->is_plain)
        add_rounds(view, page);
    if (view->is_revealed)
        add_solved(view, page);
    else if (view->answer)
        add_verdict(view, page);
    if (!view->is_revealed)
        add_help(view, page);
}
