/* The report as a page. */
#include "base/i18n.h"
#include "report/writers/markup.h"
#include "report/writers/report_writer.h"

static const char page_head[] =
    "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>warpschool</title>\n<style>\n"
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}\n"
    "pre{background:#8881;padding:1rem;overflow-x:auto}\ntd,th{padding:.2rem 1rem .2rem 0;text-align:left}\n"
    ".passed{color:#060}.failed{color:#a00}.reached{color:#777}\n</style>\n<h1>warpschool</h1>\n";

static const char *const state_class[] = {"passed", "failed", "reached"};

static void append_part_rows(const struct verdict *verdict, struct buffer *out)
{
    struct report_part parts[REPORT_PART_COUNT];
    report_parts(verdict, parts);
    for (int i = 0; i < REPORT_PART_COUNT; i++) {
        CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
        if (parts[i].is_reported)
            parts[i].append(verdict, &text);
        else
            buffer_append_text(&text, _("not reached"));
        buffer_printf(out, "<tr class=\"%s\"><th>%s</th><td>", state_class[parts[i].state], _(parts[i].name));
        markup_append(out, buffer_text(&text));
        buffer_append_text(out, "</td></tr>\n");
    }
}

static bool append_item(const struct report *report, size_t index, struct buffer *out, struct error *error)
{
    const struct report_item *item = &report->items[index];
    buffer_append_text(out, "<h2>");
    markup_append(out, item->title ? item->title : item->verdict->exercise);
    buffer_printf(out, ": %s</h2>\n<table>\n", _(report_status_words(item->verdict->status)));
    append_part_rows(item->verdict, out);
    buffer_append_text(out, "</table>\n<pre>");
    struct report one = {.items = item, .count = 1};
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    if (!report_write_text(&one, &text, error))
        return false;
    markup_append(out, buffer_text(&text));
    buffer_append_text(out, "</pre>\n");
    return true;
}

bool report_write_html(const struct report *report, struct buffer *out, struct error *error)
{
    buffer_append_text(out, page_head);
    for (size_t i = 0; i < report->count; i++)
        if (!append_item(report, i, out, error))
            return false;
    buffer_append_text(out, "</html>\n");
    return true;
}
