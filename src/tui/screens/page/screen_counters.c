/*
 * The counters. Each has its plain name, as screens and verdicts say it, and its exact names in
 * JSON, gates and Nsight Compute.
 */
#include "app/counter_names.h"
#include "base/i18n.h"
#include "tui/screens/page/reader.h"

static void status(struct shell *shell, void *state, struct rect line)
{
    (void)state;
    reader_status(shell, _("Counters and their exact names"), line);
}

static void add_heading(const char *words, struct page *page)
{
    page_blank(page);
    page_text(page, STYLE_TITLE, words);
    page_end(page);
}

static void add_name(const struct counter_name *name, struct page *page)
{
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
    reader_begin(shell, area, &page);
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
