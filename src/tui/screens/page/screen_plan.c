/* The plan of the shown verdict over time: devices, streams and the lives of scratch buffers. */
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
    if (!verdict_text_has_search(verdict) || verdict_text_has_timeline(verdict))
        verdict_text_timeline(verdict, area.width - 3, shell->frame, &text);
    for (const char *at = buffer_text(&text); *at;) {
        size_t length = strcspn(at, "\n");
        if (length) {
            page_bytes(&page, STYLE_NORMAL, at, length);
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
    .handlers = reader_handlers,
};
