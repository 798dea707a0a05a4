#include "tui/draw/markdown.h"
#include "tui/tui.h"

void tui_markdown_text(const char *markdown, int columns, bool ascii, struct buffer *out)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    CLEANUP(page_done) struct page page = {0};
    page_init(&page, arena, columns > 0 ? columns : 80, ascii);
    markdown_render(markdown, &page);
    size_t start = out->size_bytes;
    page_plain(&page, out);
    while (out->size_bytes > start + 1 && out->data[out->size_bytes - 2] == '\n')
        out->data[--out->size_bytes] = '\0';
}
