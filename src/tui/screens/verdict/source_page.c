/* A source with its findings and its memory traffic. */
#include <stdio.h>
#include <string.h>

#include "app/verdict_text.h"
#include "base/text.h"
#include "tui/draw/highlight.h"
#include "tui/screens/verdict/verdict_page.h"

enum { HEAT_COLUMNS = 4, PERCENT_COLUMNS = 5, GUTTER_COLUMNS = 6 };
#define HEAT_LEAST 0.05 /* a line below this share gets no bar */

struct remark {
    bool is_error;
    const char *message;
};

/* The `index`-th remark about a line. False after the last. */
static bool remark_at(const struct verdict *verdict, int line, size_t index, struct remark *out_remark)
{
    size_t count = verdict->diagnostics ? diagnostics_count(verdict->diagnostics) : 0;
    for (size_t i = 0; i < count; i++) {
        const struct diagnostic *diagnostic = diagnostics_at(verdict->diagnostics, i);
        if (diagnostic->location.line == line && index-- == 0) {
            *out_remark = (struct remark){diagnostic->severity == DIAGNOSTIC_ERROR, diagnostic->message};
            return true;
        }
    }
    count = verdict->observation ? verdict->observation->finding_count : 0;
    for (size_t i = 0; i < count; i++) {
        const struct vgpu_finding *finding = &verdict->observation->findings[i];
        if (finding->line == line && index-- == 0) {
            *out_remark = (struct remark){finding->severity == VGPU_SEVERITY_ERROR, finding->message};
            return true;
        }
    }
    for (size_t i = 0; i < verdict->gate_count; i++) {
        const struct gate_verdict *gate = &verdict->gates[i];
        if (!gate->met && gate->line == line && gate->message && index-- == 0) {
            *out_remark = (struct remark){true, gate->message};
            return true;
        }
    }
    return false;
}

/* The line that the sentence on a failure names; 0: none. */
static int named_line(const struct verdict *verdict)
{
    return verdict->status == VERDICT_PASS ? 0 : verdict->line;
}

static void add_heat(const struct verdict *verdict, int line, struct page *page)
{
    double heat = verdict_text_line_heat(verdict, line);
    if (heat < HEAT_LEAST)
        return;
    int used = GUTTER_COLUMNS + text_width(buffer_text(&page->paragraph.text));
    int bar = page->columns - used >= HEAT_COLUMNS + PERCENT_COLUMNS + 1 ? HEAT_COLUMNS : 0;
    int room = page->columns - used - bar - PERCENT_COLUMNS;
    if (room < 0)
        return; /* a bar must not make the line wrap */
    page_printf(page, STYLE_NORMAL, "%*s", room, "");
    int full = (int)(heat * HEAT_COLUMNS + 0.5);
    for (int i = 0; i < bar; i++) {
        if (i < full)
            page_mark(page, STYLE_HEAT, MARK_BAR_FULL);
        else
            page_text(page, STYLE_NORMAL, " ");
    }
    page_printf(page, STYLE_HEAT, "%*.0f%%", PERCENT_COLUMNS - 1, 100 * heat);
}

static void add_remarks(const struct verdict *verdict, int line, struct page *page)
{
    struct remark remark;
    page->prefix_style = STYLE_GUTTER;
    for (size_t i = 0; i < 3 && remark_at(verdict, line, i, &remark); i++) {
        page_indent(page, "      ", "      ");
        page_text(page, remark.is_error ? STYLE_BAD : STYLE_WARNING, remark.message);
        page_end(page);
    }
}

static void add_own_words(const struct own_words *own, int line, struct page *page)
{
    for (size_t i = 0; i < own->count; i++) {
        if (own->items[i].line != line)
            continue;
        page_indent(page, "      ", "        ");
        page_mark(page, STYLE_ACCENT, MARK_NOTE);
        page_printf(page, STYLE_ACCENT, " %s", own->items[i].words);
        page_end(page);
    }
}

static void add_line(struct highlight *highlight, const char *text, size_t size_bytes, int line,
                     const struct verdict *verdict, struct page *page)
{
    struct remark remark = {0};
    bool has_remark = verdict && remark_at(verdict, line, 0, &remark);
    bool is_marked = has_remark || (verdict && named_line(verdict) == line);
    char prefix[16];
    page->tag = line;
    snprintf(prefix, sizeof prefix, "%4d%s ", line, is_marked ? mark_text(MARK_CURSOR, page->ascii) : " ");
    page_indent(page, prefix, "          ");
    page->prefix_style = !is_marked ? STYLE_GUTTER : !has_remark || remark.is_error ? STYLE_BAD : STYLE_WARNING;
    highlight_line(highlight, text, size_bytes, page);
    if (verdict)
        add_heat(verdict, line, page);
    if (page->paragraph.text.size_bytes > 0)
        page_end(page);
    else
        page_end_unwrapped(page);
    if (has_remark)
        add_remarks(verdict, line, page);
}

void source_page_build(const struct source *source, const struct verdict *verdict, const struct own_words *own,
                       struct page *page)
{
    struct highlight highlight = {0};
    const char *text = source->text;
    const char *end = text + source->size_bytes;
    for (int line = 1; text < end; line++) {
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        const char *stop = newline ? newline : end;
        add_line(&highlight, text, (size_t)(stop - text), line, verdict, page);
        if (own)
            add_own_words(own, line, page);
        text = newline ? newline + 1 : end;
    }
    page_indent(page, "", "");
    page->prefix_style = STYLE_DIM;
    page->tag = PAGE_NO_TAG;
}

static int nearer(int best, int candidate, int line)
{
    return candidate > line && (best == 0 || candidate < best) ? candidate : best;
}

int source_page_next_marked(const struct verdict *verdict, int line)
{
    int best = 0;
    size_t count = verdict->diagnostics ? diagnostics_count(verdict->diagnostics) : 0;
    for (size_t i = 0; i < count; i++)
        best = nearer(best, diagnostics_at(verdict->diagnostics, i)->location.line, line);
    count = verdict->observation ? verdict->observation->finding_count : 0;
    for (size_t i = 0; i < count; i++)
        best = nearer(best, verdict->observation->findings[i].line, line);
    for (size_t i = 0; i < verdict->gate_count; i++)
        if (!verdict->gates[i].met)
            best = nearer(best, verdict->gates[i].line, line);
    return nearer(best, named_line(verdict), line);
}
