/* The plan of the shown verdict over time: devices, streams and the lives of scratch buffers. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "app/verdict_text.h"
#include "base/i18n.h"
#include "tui/screens/page/reader.h"

static void status(struct shell *shell, void *state, struct rect line)
{
    const struct reader *reader = state;
    char title[256];
    snprintf(title, sizeof title, _("%s: the plan over time"), reader->where.exercise->id);
    reader_status(shell, title, line);
}

static bool is_bar(char character)
{
    return character && strchr("=#*", character);
}

/* "A====..": a bar stands beside another one, after the letter of its kernel, or in the legend. */
static bool is_part_of_bar(const char *line, size_t length, size_t at)
{
    char before = at > 0 ? line[at - 1] : '\0', after = at + 1 < length ? line[at + 1] : '\0';
    bool is_legend = before == ' ' && after == ' ';
    return is_bar(line[at]) && (is_bar(before) || is_bar(after) || isupper((unsigned char)before) || is_legend);
}

/* The letter of a kernel, before its bar. */
static bool is_head(const char *line, size_t length, size_t at)
{
    return at + 1 < length && isupper((unsigned char)line[at]) && is_part_of_bar(line, length, at + 1);
}

static bool is_gap(const char *line, size_t length, size_t at)
{
    bool is_before = at > 0 && (line[at - 1] == '.' || is_part_of_bar(line, length, at - 1));
    bool is_after = at + 1 < length &&
                    (line[at + 1] == '.' || is_part_of_bar(line, length, at + 1) || is_head(line, length, at + 1));
    return line[at] == '.' && (is_before || is_after);
}

/* The charts are text, for the command line too. Here their bars become marks. */
static void add_line(const char *line, size_t length, struct page *page)
{
    for (size_t i = 0; i < length; i++) {
        if (is_part_of_bar(line, length, i))
            page_mark(page, line[i] == '*' ? STYLE_WARNING : STYLE_ACCENT, MARK_BAR_FULL);
        else if (is_gap(line, length, i))
            page_mark(page, STYLE_DIM, MARK_BAR_EMPTY);
        else if (is_head(line, length, i))
            page_bytes(page, STYLE_STRONG, line + i, 1);
        else
            page_bytes(page, STYLE_NORMAL, line + i, 1);
    }
}

static void draw(struct shell *shell, void *state, struct rect area)
{
    struct reader *reader = state;
    const struct open_exercise *open = &shell->open;
    CLEANUP(page_done) struct page page = {0};
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    page_init(&page, shell->frame, area.width - 3, canvas_is_ascii(shell->canvas));
    const struct verdict *verdict = open->exercise == reader->where.exercise ? open->verdict : NULL;
    if (verdict_text_has_search(verdict))
        verdict_text_search(verdict, area.width - 3, shell->frame, &text);
    if (verdict_text_has_search(verdict) && verdict_text_has_timeline(verdict))
        buffer_append_char(&text, '\n');
    verdict_text_ranking(verdict, shell->frame, &text); /* asked for most often, so it comes first */
    if (verdict_text_has_ranking(verdict))
        buffer_append_char(&text, '\n');
    if (!verdict_text_has_search(verdict) || verdict_text_has_timeline(verdict))
        verdict_text_timeline(verdict, area.width - 3, shell->frame, &text);
    for (const char *at = buffer_text(&text); *at;) {
        size_t length = strcspn(at, "\n");
        if (length) {
            if (page.ascii || shell->is_plain)
                page_bytes(&page, STYLE_NORMAL, at, length);
            else
                add_line(at, length, &page);
            page_end_unwrapped(&page);
        } else {
            page_blank(&page);
        }
        at += length + (at[length] == '\n');
    }
    reader_end(shell, reader, area, &page);
}

const struct screen_class screen_plan = {
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
