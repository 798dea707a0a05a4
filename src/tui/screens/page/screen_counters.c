/*
 * The counters. Each has its plain name, as screens and verdicts say it, and its exact names in
 * JSON, gates and Nsight Compute.
 */
#include "app/counter_names.h"
#include "base/i18n.h"
#include "tui/screens/page/reader.h"

enum { PLAIN_COLUMNS = 44, EXACT_COLUMNS = 34, TABLE_FROM = 150 };

static void status(struct shell *shell, void *state, struct rect line)
{
    (void)state;
    reader_status(shell, _("Counters and their exact names"), line);
}

static void add_heading(const char *words, struct page *page)
{
    page_blank(page);
    if (page->columns < TABLE_FROM) {
        page_text(page, STYLE_TITLE, words);
        page_end(page);
        return;
    }
    page_cell(page, STYLE_TITLE, words, PLAIN_COLUMNS);
    page_cell(page, STYLE_DIM, _("exact name"), EXACT_COLUMNS);
    page_text(page, STYLE_DIM, "Nsight Compute");
    page_end_unwrapped(page);
}

/* On a wide page, one line for each. */
static void add_row(const struct counter_name *name, struct page *page)
{
    page_cell(page, STYLE_NORMAL, name->plain, PLAIN_COLUMNS);
    page_cell(page, STYLE_CODE, name->exact, EXACT_COLUMNS);
    page_text(page, STYLE_CODE, name->metric);
    page_end_unwrapped(page);
}

static void add_name(const struct counter_name *name, struct page *page)
{
    if (page->columns >= TABLE_FROM) {
        add_row(name, page);
        return;
    }
    page_text(page, STYLE_NORMAL, name->plain);
    page_end(page);
    page_indent(page, "    ", "    ");
    page_text(page, STYLE_CODE, name->exact);
    if (*name->metric) {
        page_text(page, STYLE_DIM, "   Nsight Compute: ");
        page_text(page, STYLE_CODE, name->metric);
    }
    page_end(page);
    page_indent(page, "", "");
}

static void draw(struct shell *shell, void *state, struct rect area)
{
    struct reader *reader = state;
    CLEANUP(page_done) struct page page = {0};
    page_init(&page, shell->frame, area.width - 3, canvas_is_ascii(shell->canvas));
    page_text(&page, STYLE_NORMAL,
              _("Screens show plain names. JSON, gates and doc/counters.md use the exact ones. Nsight Compute has no "
                "counter of its own for some."));
    page_end(&page);
    add_heading(_("Counted by kernel and by line"), &page);
    struct counter_name name;
    bool was_ratio = false;
    for (size_t i = 0; counter_names_at(i, &name); i++) {
        if (!was_ratio && name.is_ratio)
            add_heading(_("Ratios of gates"), &page);
        was_ratio = name.is_ratio;
        add_name(&name, &page);
    }
    reader_end(shell, reader, area, &page);
}

const struct screen_class screen_counters = {
    .context = CONTEXT_PAGE,
    .state_bytes = sizeof(struct reader),
    .open = reader_open,
    .close = reader_close,
    .status = status,
    .draw = draw,
    .place = reader_place,
    .label = reader_label,
    .handlers = reader_handlers,
};
