/* Wraps styled text into lines and draws them. */
#include "tui/draw/page.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

void page_init(struct page *page, struct arena *arena, int columns, bool ascii)
{
    *page = (struct page){.arena = arena, .columns = columns < 1 ? 1 : columns, .ascii = ascii, .tag = PAGE_NO_TAG};
    page->prefix_style = STYLE_DIM;
}

static void page_paragraph_clear(struct page_paragraph *paragraph)
{
    buffer_clear(&paragraph->text);
    paragraph->run_count = 0;
}

void page_paragraph_done(struct page_paragraph *paragraph)
{
    buffer_done(&paragraph->text);
    free(paragraph->runs);
    *paragraph = (struct page_paragraph){0};
}

void page_done(struct page *page)
{
    page_paragraph_done(&page->paragraph);
}

static void add_run(struct page_paragraph *paragraph, enum style style)
{
    size_t count = paragraph->run_count;
    if (count > 0 && paragraph->runs[count - 1].style == style) {
        paragraph->runs[count - 1].end_bytes = paragraph->text.size_bytes;
        return;
    }
    /* a text of thousands of changes keeps its words and loses its colours */
    if (count == PAGE_RUNS_MAX) {
        paragraph->runs[count - 1].end_bytes = paragraph->text.size_bytes;
        return;
    }
    if (count == paragraph->run_capacity) {
        size_t capacity = count ? 2 * count : 16;
        struct page_run *runs = realloc(paragraph->runs, capacity * sizeof *runs);
        if (!runs)
            abort();
        paragraph->runs = runs;
        paragraph->run_capacity = capacity;
    }
    paragraph->runs[paragraph->run_count++] = (struct page_run){paragraph->text.size_bytes, style};
}

void page_paragraph_add(struct page_paragraph *paragraph, enum style style, const char *text, size_t size_bytes)
{
    text_sanitise(&paragraph->text, text, size_bytes);
    add_run(paragraph, style);
}

void page_bytes(struct page *page, enum style style, const char *text, size_t size_bytes)
{
    page_paragraph_add(&page->paragraph, style, text, size_bytes);
}

void page_text(struct page *page, enum style style, const char *text)
{
    page_bytes(page, style, text, strlen(text));
}

void page_sentence(struct page *page, const char *words)
{
    page_text(page, STYLE_DIM, text_gap_after(buffer_text(&page->paragraph.text)));
    page_text(page, STYLE_DIM, words);
}

void page_printf(struct page *page, enum style style, const char *format, ...)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    va_list arguments;
    va_start(arguments, format);
    buffer_vprintf(&text, format, arguments);
    va_end(arguments);
    page_bytes(page, style, buffer_text(&text), text.size_bytes);
}

void page_mark(struct page *page, enum style style, enum mark mark)
{
    page_text(page, style, mark_text(mark, page->ascii));
}

void page_add_line(struct page *page, const struct page_line *line)
{
    if (page->count == page->capacity) {
        size_t capacity = page->capacity ? 2 * page->capacity : 64;
        struct page_line *lines = ARENA_ARRAY(page->arena, capacity, struct page_line);
        if (page->count > 0)
            memcpy(lines, page->lines, page->count * sizeof *lines);
        page->lines = lines;
        page->capacity = capacity;
    }
    page->lines[page->count] = *line;
    page->lines[page->count++].tag = page->tag;
}

/*
 * The bytes from..to of a paragraph's copy, as spans of one style each, after an optional prefix.
 */
static struct page_line cut_line(struct page *page, const struct page_paragraph *paragraph, const char *text,
                                 size_t from, size_t to, const char *prefix)
{
    size_t first = 0;
    while (first < paragraph->run_count && paragraph->runs[first].end_bytes <= from)
        first++;
    size_t last = first;
    while (last < paragraph->run_count && paragraph->runs[last].end_bytes < to)
        last++;
    struct page_line line = {.spans = ARENA_ARRAY(page->arena, last - first + 2, struct page_span)};
    if (prefix && *prefix)
        line.spans[line.span_count++] =
            (struct page_span){arena_strdup(page->arena, prefix), strlen(prefix), page->prefix_style};
    for (size_t i = first; i <= last && i < paragraph->run_count && from < to; i++) {
        size_t end = paragraph->runs[i].end_bytes < to ? paragraph->runs[i].end_bytes : to;
        line.spans[line.span_count++] = (struct page_span){text + from, end - from, paragraph->runs[i].style};
        from = end;
    }
    return line;
}

struct page_line *page_wrap(struct page *page, struct page_paragraph *paragraph, int columns, size_t *out_count)
{
    const char *text = arena_strndup(page->arena, buffer_text(&paragraph->text), paragraph->text.size_bytes);
    const struct text_span *spans;
    size_t count = text_wrap(page->arena, text, columns < 1 ? 1 : columns, &spans);
    struct page_line *lines = ARENA_ARRAY(page->arena, count, struct page_line);
    for (size_t i = 0; i < count; i++) {
        size_t from = (size_t)(spans[i].start - text);
        lines[i] = cut_line(page, paragraph, text, from, from + spans[i].size_bytes, NULL);
    }
    *out_count = count;
    return lines;
}

static int at_least_one(int columns)
{
    return columns < 1 ? 1 : columns;
}

static void add_wrapped(struct page *page, const char *text, const struct text_span *span, const char *prefix)
{
    size_t from = (size_t)(span->start - text);
    struct page_line line = cut_line(page, &page->paragraph, text, from, from + span->size_bytes, prefix);
    line.is_wrapped = true;
    page_add_line(page, &line);
}

void page_cell(struct page *page, enum style style, const char *text, int columns)
{
    CLEANUP(buffer_done) struct buffer padded = BUFFER_INIT;
    CLEANUP(buffer_done) struct buffer cut = BUFFER_INIT;
    text_append_cut(&cut, text, columns - 1, page->ascii);
    text_append_padded(&padded, buffer_text(&cut), columns, TEXT_LEFT);
    page_text(page, style, buffer_text(&padded));
}

void page_end(struct page *page)
{
    struct page_paragraph *paragraph = &page->paragraph;
    if (paragraph->text.size_bytes == 0)
        return;
    const char *text = arena_strndup(page->arena, buffer_text(&paragraph->text), paragraph->text.size_bytes);
    int indent = text_width(page->first_prefix);
    int rest = text_width(page->prefix);
    const struct text_span *spans;
    size_t count = text_wrap(page->arena, text, at_least_one(page->columns - indent), &spans);
    add_wrapped(page, text, &spans[0], page->first_prefix);
    if (count > 1 && rest != indent) /* the other lines have another width */
        count = 1 + text_wrap(page->arena, spans[1].start, at_least_one(page->columns - rest), &spans);
    else
        spans++;
    for (size_t i = 0; i + 1 < count; i++)
        add_wrapped(page, text, &spans[i], page->prefix);
    memcpy(page->first_prefix, page->prefix, sizeof page->prefix);
    page_paragraph_clear(paragraph);
}

void page_end_unwrapped(struct page *page)
{
    struct page_paragraph *paragraph = &page->paragraph;
    size_t size = paragraph->text.size_bytes;
    const char *text = arena_strndup(page->arena, buffer_text(&paragraph->text), size);
    while (size > 0 && text[size - 1] == ' ') /* the rest of the last cell: nothing to cut off */
        size--;
    struct page_line line = cut_line(page, paragraph, text, 0, size, page->first_prefix);
    page_add_line(page, &line);
    memcpy(page->first_prefix, page->prefix, sizeof page->prefix);
    page_paragraph_clear(paragraph);
}

void page_blank(struct page *page)
{
    page_end(page);
    if (page->count == 0 || page->lines[page->count - 1].span_count == 0)
        return;
    int tag = page->tag;
    page->tag = PAGE_NO_TAG;
    struct page_line line = {.is_wrapped = true};
    page_add_line(page, &line);
    page->tag = tag;
}

void page_trim(struct page *page)
{
    page_end(page);
    while (page->count > 0 && page->lines[page->count - 1].span_count == 0)
        page->count--;
}

void page_indent(struct page *page, const char *first, const char *rest)
{
    snprintf(page->first_prefix, sizeof page->first_prefix, "%s", first);
    snprintf(page->prefix, sizeof page->prefix, "%s", rest);
}

/* Keeps the line's own tag. */
static void add_tagged(struct page *page, const struct page_line *line)
{
    page_add_line(page, line);
    page->lines[page->count - 1].tag = line->tag;
}

void page_append(struct page *page, const struct page *other)
{
    for (size_t i = 0; i < other->count; i++)
        add_tagged(page, &other->lines[i]);
}

static struct page_span gap_of(struct page *page, int columns, enum mark wall)
{
    const char *text = arena_printf(page->arena, "%*s%s ", columns, "", mark_text(wall, page->ascii));
    return (struct page_span){.text = text, .size_bytes = strlen(text), .style = STYLE_DIM};
}

void page_beside(struct page *page, const struct page *left, const struct page *right, int columns)
{
    static const struct page_line empty = {.tag = PAGE_NO_TAG};
    size_t count = left->count > right->count ? left->count : right->count;
    for (size_t i = 0; i < count; i++) {
        const struct page_line *one = i < left->count ? &left->lines[i] : &empty;
        const struct page_line *other = i < right->count ? &right->lines[i] : &empty;
        int space = columns - page_line_width(one);
        struct page_line line = {.tag = one->tag};
        line.spans = ARENA_ARRAY(page->arena, one->span_count + other->span_count + 1, struct page_span);
        for (size_t k = 0; k < one->span_count; k++)
            line.spans[line.span_count++] = one->spans[k];
        line.spans[line.span_count++] = gap_of(page, space > 0 ? space : 0, MARK_WALL);
        for (size_t k = 0; k < other->span_count; k++)
            line.spans[line.span_count++] = other->spans[k];
        add_tagged(page, &line);
    }
}

int page_width(const struct page *page)
{
    int widest = 0;
    for (size_t i = 0; i < page->count; i++) {
        int width = page_line_width(&page->lines[i]);
        widest = width > widest ? width : widest;
    }
    return widest;
}

static void draw_line(const struct page_line *line, struct canvas *canvas, struct rect rect, int y, int pan)
{
    int x = rect.x - pan;
    for (size_t i = 0; i < line->span_count; i++)
        x += canvas_bytes(canvas, x, y, line->spans[i].style, line->spans[i].text, line->spans[i].size_bytes);
    if (x > rect.x + rect.width && rect.width > 0)
        canvas_text(canvas, rect.x + rect.width - 1, y, STYLE_DIM, canvas_is_ascii(canvas) ? ">" : "…");
}

/* Whether the line belongs to a figure, or a table, that is wider than `columns`. */
static bool is_too_wide(const struct page *page, size_t at, int columns)
{
    size_t first = at;
    while (first > 0 && !page->lines[first].is_wrapped && !page->lines[first - 1].is_wrapped)
        first--;
    for (size_t i = first; i < page->count && !page->lines[i].is_wrapped; i++)
        if (page_line_width(&page->lines[i]) > columns)
            return true;
    return false;
}

bool page_is_cut(const struct page *page, int scroll, int height, int columns, int pan)
{
    for (int i = scroll < 0 ? 0 : scroll; i < scroll + height && (size_t)i < page->count; i++)
        if (!page->lines[i].is_wrapped && page_line_width(&page->lines[i]) - pan > columns)
            return true;
    return false;
}

void page_draw(const struct page *page, struct canvas *canvas, struct rect rect, int scroll)
{
    page_draw_from(page, canvas, rect, scroll, 0);
}

void page_draw_from(const struct page *page, struct canvas *canvas, struct rect rect, int scroll, int pan)
{
    struct rect before = canvas_clip(canvas, rect);
    for (int i = 0; i < rect.height; i++) {
        int at = scroll + i;
        if (at < 0 || (size_t)at >= page->count)
            continue;
        int moved = pan > 0 && is_too_wide(page, (size_t)at, rect.width) ? pan : 0;
        draw_line(&page->lines[at], canvas, rect, rect.y + i, moved);
    }
    canvas_clip(canvas, before);
}

bool page_find_tag(const struct page *page, int tag, int *out_first, int *out_last)
{
    bool found = false;
    for (size_t i = 0; i < page->count; i++) {
        if (page->lines[i].tag != tag)
            continue;
        if (!found)
            *out_first = (int)i;
        *out_last = (int)i;
        found = true;
    }
    return found;
}

int page_line_width(const struct page_line *line)
{
    int columns = 0;
    for (size_t i = 0; i < line->span_count; i++)
        columns += text_width_bytes(line->spans[i].text, line->spans[i].size_bytes);
    return columns;
}

int page_scroll_clamp(const struct page *page, int scroll, int height)
{
    int most = (int)page->count - height;
    if (scroll > most)
        scroll = most;
    return scroll < 0 ? 0 : scroll;
}

/* Whether line `at` belongs to the same owner as the line before it. */
static bool is_continued(const struct page *page, int at)
{
    return at > 0 && at < (int)page->count && page->lines[at].tag != PAGE_NO_TAG &&
           page->lines[at].tag == page->lines[at - 1].tag;
}

int page_scroll_whole(const struct page *page, int scroll, int height, int first, int last)
{
    int before = scroll, after = scroll;
    while (before > 0 && is_continued(page, before))
        before--;
    while (after < first && is_continued(page, after))
        after++;
    return last < before + height ? before : after;
}

int page_scroll_to(const struct page *page, int scroll, int height, int first, int last)
{
    if (last >= scroll + height)
        scroll = page_scroll_whole(page, last - height + 1, height, first, last);
    if (first < scroll)
        scroll = first;
    return page_scroll_clamp(page, scroll, height);
}

void page_plain(const struct page *page, struct buffer *out)
{
    for (size_t i = 0; i < page->count; i++) {
        const struct page_line *line = &page->lines[i];
        size_t start = out->size_bytes;
        for (size_t j = 0; j < line->span_count; j++) {
            if (page->ascii)
                mark_append_ascii(out, line->spans[j].text, line->spans[j].size_bytes);
            else
                buffer_append(out, line->spans[j].text, line->spans[j].size_bytes);
        }
        while (out->size_bytes > start && out->data[out->size_bytes - 1] == ' ')
            out->data[--out->size_bytes] = '\0';
        buffer_append_char(out, '\n');
    }
}
