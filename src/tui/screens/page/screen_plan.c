/* The plan of the shown verdict over time: devices, streams and the lives of scratch buffers. */
#include <stdio.h>
#include <string.h>

#include "app/verdict_text.h"
#include "base/i18n.h"
#include "base/text.h"
#include "tui/screens/page/reader.h"

static void status(struct shell *shell, void *state, struct rect line)
{
    const struct reader *reader = state;
    char title[256];
    snprintf(title, sizeof title, _("%s: the plan over time"), reader->where.exercise->id);
    reader_status(shell, title, line);
}

/* The style of a block of a chart; STYLE_NORMAL: it is text. */
static enum style style_at(const char *at)
{
    static const struct {
        const char *block;
        enum style style;
    } blocks[] = {{"\u2588", STYLE_ACCENT}, {"\u2593", STYLE_WARNING}, {"\u2591", STYLE_DIM}};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        if (!strncmp(at, blocks[i].block, strlen(blocks[i].block)))
            return blocks[i].style;
    return STYLE_NORMAL;
}

static void add_line(const char *line, size_t length, struct page *page)
{
    for (size_t step; length; line += step, length -= step) {
        int32_t codepoint;
        step = text_step(line, length, &codepoint);
        page_bytes(page, style_at(line), line, step);
    }
}

/* What the marks mean stays below a page that scrolls. Returns the rest of the area. */
static struct rect draw_legend(struct shell *shell, const struct verdict *verdict, const struct page *page,
                               struct rect area)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    CLEANUP(page_done) struct page legend = {0};
    if ((int)page->count <= area.height || !verdict)
        return area;
    if (verdict_text_has_search(verdict))
        buffer_append_text(&text, verdict_text_search_marks());
    else if (verdict_text_has_timeline(verdict))
        verdict_text_letters(verdict, &text);
    page_init(&legend, shell->frame, page->columns, page->ascii);
    page_text(&legend, STYLE_DIM, buffer_text(&text));
    page_end(&legend);
    int rows = (int)legend.count < area.height / 4 ? (int)legend.count : area.height / 4;
    page_draw(&legend, shell->canvas, (struct rect){area.x + 1, area.y + area.height - rows, area.width - 2, rows}, 0);
    area.height -= rows;
    return area;
}

static void draw(struct shell *shell, void *state, struct rect area)
{
    struct reader *reader = state;
    const struct open_exercise *open = &shell->open;
    CLEANUP(page_done) struct page page = {0};
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    page_init(&page, shell->frame, area.width - 3, canvas_is_ascii(shell->canvas));
    bool has_blocks = !page.ascii && !shell->is_plain;
    const struct verdict *verdict = open->exercise == reader->where.exercise ? open->verdict : NULL;
    if (verdict_text_has_search(verdict))
        verdict_text_search(verdict, area.width - 3, shell->frame, &text);
    if (verdict_text_has_search(verdict) && verdict_text_has_timeline(verdict))
        buffer_append_char(&text, '\n');
    verdict_text_ranking(verdict, shell->frame, &text); /* asked for most often, so it comes first */
    if (verdict_text_has_ranking(verdict))
        buffer_append_char(&text, '\n');
    if (!verdict_text_has_search(verdict) || verdict_text_has_timeline(verdict))
        verdict_text_timeline(verdict, area.width - 3, has_blocks, shell->frame, &text);
    for (const char *at = buffer_text(&text); *at;) {
        size_t length = strcspn(at, "\n");
        if (length) {
            add_line(at, length, &page);
            page_end_unwrapped(&page);
        } else {
            page_blank(&page);
        }
        at += length + (at[length] == '\n');
    }
    reader_end(shell, reader, draw_legend(shell, verdict, &page, area), &page);
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
