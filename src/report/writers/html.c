/* The report as a page: the verdict once, then the source with its heat and its findings. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "base/text.h"
#include "report/observation_text.h"
#include "report/writers/report_writer.h"

#define HEAT_LEAST 0.05 /* a line below this share gets no bar */

static const char page_head[] = "<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n";

static const char page_style[] =
    "<style>\n"
    ":root{color-scheme:light dark;--dim:#666;--good:#1a7f37;--bad:#c62828;--heat:#e08a00;--panel:#8881}\n"
    "@media(prefers-color-scheme:dark){:root{--dim:#a0a0a0;--good:#57c26b;--bad:#ff8078;--heat:#c98000}}\n"
    "body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:1.5rem auto;padding:0 1rem}\n"
    "h1{font-size:1rem;font-weight:400;color:var(--dim);margin:0}h2{margin:.5rem 0 0;overflow-wrap:anywhere}\n"
    "pre{background:var(--panel);padding:.8rem;font:14px/1.5 ui-monospace,monospace;white-space:pre-wrap;"
    "overflow-wrap:anywhere}\n"
    "th,td{padding:.2rem 1rem .2rem 0;text-align:left;vertical-align:top}\n"
    "th{white-space:nowrap}.passed th{color:var(--good)}.failed th{color:var(--bad)}.reached{color:var(--dim)}\n"
    ".message{font-weight:600}.origin{color:var(--dim);margin:.3rem 0 1rem}\n"
    "</style>\n";

static const char source_style[] =
    "<style>\n"
    ".source{border-collapse:collapse;font:14px/1.45 ui-monospace,monospace;width:100%}\n"
    ".source td{padding:0 .5rem;white-space:pre-wrap;overflow-wrap:anywhere}\n"
    ".source .number{color:var(--dim);text-align:right;width:2.5rem;white-space:nowrap}\n"
    ".source .heat{width:7rem;color:var(--dim);text-align:right;white-space:nowrap}\n"
    ".bar{display:inline-block;height:.7em;background:var(--heat);margin-right:.4rem}\n"
    ".told{background:var(--panel)}\n"
    ".source .note td{color:var(--bad);font-family:system-ui,sans-serif;padding-bottom:.3rem}\n"
    "@media(max-width:40rem){.source{font-size:12px}.source td{padding:0 .25rem}.source .number{width:1.4rem}"
    ".bar{display:none}.source .heat{width:2.4rem}}\n"
    "</style>\n";

static const char *const state_class[] = {"passed", "failed", "reached"};

static void append_part_rows(const struct verdict *verdict, struct buffer *out)
{
    struct report_part parts[REPORT_PART_COUNT];
    report_parts(verdict, parts);
    buffer_append_text(out, "<table>\n");
    for (int i = 0; i < REPORT_PART_COUNT; i++) {
        CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
        if (parts[i].is_reported)
            parts[i].append(verdict, &text);
        else
            buffer_append_text(&text, _("not reached"));
        buffer_printf(out, "<tr class=\"%s\"><th>%s</th><td>", state_class[parts[i].state], _(parts[i].name));
        text_append_markup(out, buffer_text(&text));
        buffer_append_text(out, "</td></tr>\n");
    }
    buffer_append_text(out, "</table>\n");
}

static void append_paragraph(const char *class, const char *text, struct buffer *out)
{
    if (!text || !*text)
        return;
    buffer_printf(out, "<p class=\"%s\">", class);
    text_append_markup(out, text);
    buffer_append_text(out, "</p>\n");
}

/* "vector_add: passed" */
static void append_name(const struct report_item *item, struct buffer *out)
{
    text_append_markup(out, item->title ? item->title : item->verdict->exercise);
    buffer_printf(out, ": %s", _(report_verdict_words(item->verdict)));
}

static void append_heading(const struct report_item *item, struct buffer *out)
{
    const struct verdict *verdict = item->verdict;
    CLEANUP(buffer_done) struct buffer origin = BUFFER_INIT;
    if (item->title || item->attempt > 0)
        buffer_append_text(&origin, verdict->exercise);
    if (item->attempt > 0)
        buffer_printf(&origin, _(", attempt %" PRId64), item->attempt);
    buffer_append_text(&origin, origin.size_bytes ? ", " : "");
    report_append_origin(verdict, &origin);
    buffer_append_text(out, "<h2>");
    append_name(item, out);
    buffer_append_text(out, "</h2>\n");
    append_paragraph("origin", buffer_text(&origin), out);
}

/* --- the source ------------------------------------------------------------------------------- */

static void append_note(const char *message, struct buffer *out)
{
    buffer_append_text(out, "<tr class=\"note\"><td></td><td colspan=\"2\">");
    text_append_markup(out, message);
    buffer_append_text(out, "</td></tr>\n");
}

/* Messages of the compiler and findings of a line. Line 0: of no line. */
static void append_notes(const struct verdict *verdict, int line, struct buffer *out)
{
    size_t count = verdict->diagnostics ? diagnostics_count(verdict->diagnostics) : 0;
    for (size_t i = 0; i < count; i++)
        if (diagnostics_at(verdict->diagnostics, i)->location.line == line)
            append_note(diagnostics_at(verdict->diagnostics, i)->message, out);
    count = verdict->observation ? verdict->observation->finding_count : 0;
    for (size_t i = 0; i < count; i++)
        if (verdict->observation->findings[i].line == line && verdict->observation->findings[i].message)
            append_note(verdict->observation->findings[i].message, out);
}

static void append_line(const struct verdict *verdict, int line, const char *text, size_t size_bytes,
                        struct buffer *out)
{
    CLEANUP(buffer_done) struct buffer copy = BUFFER_INIT;
    double heat = observation_line_heat(verdict->observation, line);
    buffer_append(&copy, text, size_bytes);
    buffer_printf(out, "<tr%s><td class=\"number\">%d</td><td>", line == verdict->line ? " class=\"told\"" : "", line);
    text_append_markup(out, buffer_text(&copy));
    buffer_append_text(out, "</td><td class=\"heat\">");
    if (heat >= HEAT_LEAST)
        buffer_printf(out, "<span class=\"bar\" style=\"width:%.1frem\"></span>%.0f %%", 3.5 * heat, 100 * heat);
    buffer_append_text(out, "</td></tr>\n");
    append_notes(verdict, line, out);
}

static bool has_heat(const struct verdict *verdict)
{
    int line_count = 1;
    for (size_t i = 0; i < verdict->source->size_bytes; i++)
        line_count += verdict->source->text[i] == '\n';
    for (int line = 1; line <= line_count; line++)
        if (observation_line_heat(verdict->observation, line) >= HEAT_LEAST)
            return true;
    return false;
}

static void append_source(const struct verdict *verdict, struct buffer *out)
{
    const struct source *source = verdict->source;
    if (!source || !source->text)
        return;
    buffer_printf(out, "<h3>%s</h3>\n", _("Source"));
    if (has_heat(verdict))
        append_paragraph("origin", _("The numbers on the right show each line's share of the global memory sectors."),
                         out);
    buffer_append_text(out, "<table class=\"source\">\n");
    append_notes(verdict, 0, out);
    const char *at = source->text, *end = at + source->size_bytes;
    for (int line = 1; at < end; line++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        append_line(verdict, line, at, (size_t)((newline ? newline : end) - at), out);
        at = newline ? newline + 1 : end;
    }
    buffer_append_text(out, "</table>\n");
}

static void append_details(const struct verdict *verdict, struct buffer *out)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    report_append_details(verdict, verdict->source == NULL, &text);
    if (text.size_bytes == 0)
        return;
    buffer_append_text(out, "<pre>");
    text_append_markup(out, buffer_text(&text));
    buffer_append_text(out, "</pre>\n");
}

bool report_write_html(const struct report *report, struct buffer *out, struct error *error)
{
    char language[I18N_LANGUAGE_BYTES];
    (void)error;
    i18n_language(language);
    buffer_printf(out, "<!doctype html>\n<html lang=\"%s\">\n%s<title>", *language ? language : "en", page_head);
    if (report->count == 1)
        append_name(&report->items[0], out);
    else
        buffer_append_text(out, "warpschool");
    buffer_printf(out, "</title>\n%s%s<h1>warpschool</h1>\n", page_style, source_style);
    for (size_t i = 0; i < report->count; i++) {
        const struct verdict *verdict = report->items[i].verdict;
        append_heading(&report->items[i], out);
        append_part_rows(verdict, out);
        append_paragraph("message", verdict->message, out);
        append_details(verdict, out);
        append_source(verdict, out);
        if (!verdict->certifiable)
            append_paragraph("origin", verdict->not_certifiable_why, out);
    }
    buffer_append_text(out, "</html>\n");
    return true;
}
