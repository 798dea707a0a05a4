/* Lays Markdown out on a page. */
#include "tui/draw/markdown.h"

#include <ctype.h>
#include <md4c.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "tui/draw/highlight.h"
#include "tui/draw/markdown_layout.h"
#include "tui/tui.h"

enum { LISTS_MAX = 8, SPANS_MAX = 16 };

struct list {
    bool is_ordered;
    unsigned number;
};

struct layout {
    struct page *page;
    enum style plain;
    bool is_inline; /* only runs: makes no lines */
    enum style styles[SPANS_MAX];
    int style_count; /* can count beyond SPANS_MAX */
    struct list lists[LISTS_MAX];
    int list_count; /* likewise */
    int quote_count;
    bool item_is_new, is_tight;
    enum { CODE_NONE, CODE_PLAIN, CODE_CUDA, CODE_FIGURE } code;
    struct buffer code_text;
    struct markdown_table *table;
    bool ends_wide, line_break_waits; /* of the text so far; see join_lines */
    char base_prefix[PAGE_PREFIX_BYTES];
};

static enum style current_style(const struct layout *layout)
{
    int count = layout->style_count < SPANS_MAX ? layout->style_count : SPANS_MAX;
    return count > 0 ? layout->styles[count - 1] : layout->plain;
}

static void push_style(struct layout *layout, enum style style)
{
    if (layout->style_count < SPANS_MAX)
        layout->styles[layout->style_count] = style;
    layout->style_count++;
}

static void put_text(struct layout *layout, enum style style, const char *text, size_t size_bytes)
{
    struct page_paragraph *cell = layout->table ? markdown_table_cell(layout->table) : NULL;
    if (cell)
        page_paragraph_add(cell, style, text, size_bytes);
    else if (!layout->table)
        page_bytes(layout->page, style, text, size_bytes);
}

/* The end of a source line is a space. Chinese has no spaces between words, so there it is none. */
static void join_lines(struct layout *layout, const char *text, size_t size_bytes)
{
    int columns;
    text_step_cluster(text, size_bytes, &columns);
    if (layout->line_break_waits && !(layout->ends_wide && columns == 2))
        put_text(layout, current_style(layout), " ", 1);
    layout->line_break_waits = false;
    for (size_t at = 0; at < size_bytes; layout->ends_wide = columns == 2)
        at += text_step_cluster(text + at, size_bytes - at, &columns);
}

static void add_text(struct layout *layout, enum style style, const char *text, size_t size_bytes)
{
    join_lines(layout, text, size_bytes);
    put_text(layout, style, text, size_bytes);
}

/*
 * Sets prefixes by the nesting of lists and quotes. The first line of a new item has its bullet or
 * number.
 */
static void set_indent(struct layout *layout)
{
    char rest[PAGE_PREFIX_BYTES], first[PAGE_PREFIX_BYTES];
    int depth = layout->list_count < LISTS_MAX ? layout->list_count : LISTS_MAX;
    int quotes = layout->quote_count < LISTS_MAX ? layout->quote_count : LISTS_MAX;
    int length = snprintf(rest, sizeof rest, "%s%*s", layout->base_prefix, 2 * quotes, "");
    int before_item = length;
    for (int i = 0; i < depth && length < (int)sizeof rest - 8; i++) {
        before_item = length;
        length += snprintf(rest + length, sizeof rest - (size_t)length, "%*s", layout->lists[i].is_ordered ? 3 : 2, "");
    }
    snprintf(first, sizeof first, "%s", rest);
    if (layout->item_is_new && depth > 0) {
        const struct list *list = &layout->lists[depth - 1];
        if (list->is_ordered)
            snprintf(first + before_item, sizeof first - (size_t)before_item, "%u. ", list->number % 100);
        else
            snprintf(first + before_item, sizeof first - (size_t)before_item, "%s ",
                     mark_text(MARK_BULLET, layout->page->ascii));
    }
    layout->item_is_new = false;
    page_indent(layout->page, first, rest);
}

static void enter_quote(struct layout *layout, const void *detail)
{
    (void)detail;
    layout->quote_count++;
}

static void leave_quote(struct layout *layout, const void *detail)
{
    (void)detail;
    layout->quote_count--;
}

static void begin_list(struct layout *layout, bool is_ordered, unsigned start, bool is_tight)
{
    page_end(layout->page);
    if (layout->list_count < LISTS_MAX)
        layout->lists[layout->list_count] = (struct list){is_ordered, start};
    layout->list_count++;
    layout->is_tight = is_tight;
}

static void enter_bullets(struct layout *layout, const void *detail)
{
    begin_list(layout, false, 0, ((const MD_BLOCK_UL_DETAIL *)detail)->is_tight);
}

static void enter_numbers(struct layout *layout, const void *detail)
{
    const MD_BLOCK_OL_DETAIL *list = detail;
    begin_list(layout, true, list->start, list->is_tight);
}

static void leave_list(struct layout *layout, const void *detail)
{
    (void)detail;
    page_end(layout->page);
    layout->list_count--;
    if (layout->list_count == 0)
        page_blank(layout->page);
    set_indent(layout);
}

static void enter_item(struct layout *layout, const void *detail)
{
    (void)detail;
    page_end(layout->page);
    layout->item_is_new = true;
    set_indent(layout);
}

static void leave_item(struct layout *layout, const void *detail)
{
    (void)detail;
    page_end(layout->page);
    if (layout->list_count > 0 && layout->list_count <= LISTS_MAX)
        layout->lists[layout->list_count - 1].number++;
}

static void enter_heading(struct layout *layout, const void *detail)
{
    (void)detail;
    page_blank(layout->page);
    set_indent(layout);
    push_style(layout, STYLE_TITLE);
}

static void leave_heading(struct layout *layout, const void *detail)
{
    const MD_BLOCK_H_DETAIL *heading = detail;
    struct page *page = layout->page;
    int width = 0;
    layout->style_count--;
    size_t before = page->count;
    page_end(page);
    for (size_t i = before; i < page->count; i++) {
        int line_width = page_line_width(&page->lines[i]);
        width = line_width > width ? line_width : width;
    }
    for (int i = 0; heading->level == 1 && i < width; i++)
        page_mark(page, STYLE_DIM, MARK_RULE);
    page_end(page);
    page_blank(page);
}

static void leave_rule(struct layout *layout, const void *detail)
{
    (void)detail;
    page_blank(layout->page);
    for (int i = 0; i < layout->page->columns / 2; i++)
        page_mark(layout->page, STYLE_DIM, MARK_RULE);
    page_end(layout->page);
    page_blank(layout->page);
}

static void enter_paragraph(struct layout *layout, const void *detail)
{
    (void)detail;
    page_end(layout->page);
    if (layout->list_count == 0 || !layout->page->first_prefix[0])
        set_indent(layout);
}

static void leave_paragraph(struct layout *layout, const void *detail)
{
    (void)detail;
    page_end(layout->page);
    if (layout->list_count == 0 || !layout->is_tight)
        page_blank(layout->page);
}

static bool is_language(const MD_BLOCK_CODE_DETAIL *code, const char *name)
{
    return code->lang.text && code->lang.size == strlen(name) && memcmp(code->lang.text, name, strlen(name)) == 0;
}

static void enter_code(struct layout *layout, const void *detail)
{
    const MD_BLOCK_CODE_DETAIL *code = detail;
    bool is_cuda = is_language(code, "cuda") || is_language(code, "c") || is_language(code, "cpp");
    page_blank(layout->page);
    layout->code = is_cuda ? CODE_CUDA : is_language(code, "diagram") ? CODE_FIGURE : CODE_PLAIN;
    buffer_clear(&layout->code_text);
}

static void leave_code(struct layout *layout, const void *detail)
{
    struct page *page = layout->page;
    char rest[PAGE_PREFIX_BYTES];
    (void)detail;
    set_indent(layout);
    /* A figure takes the whole width, since it cannot be wrapped. */
    snprintf(rest, sizeof rest, "%.50s%s", page->prefix, layout->code == CODE_FIGURE ? "" : "  ");
    page_indent(page, rest, rest);
    const char *text = buffer_text(&layout->code_text);
    const char *end = text + layout->code_text.size_bytes;
    if (layout->code == CODE_CUDA) {
        highlight_text(text, layout->code_text.size_bytes, page);
        text = end;
    }
    while (text < end) {
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        const char *stop = newline ? newline : end;
        page_bytes(page, layout->code == CODE_FIGURE ? STYLE_FIGURE : STYLE_CODE, text, (size_t)(stop - text));
        page_end_unwrapped(page);
        text = newline ? newline + 1 : end;
    }
    layout->code = CODE_NONE;
    page_blank(page);
    set_indent(layout);
}

static void enter_table(struct layout *layout, const void *detail)
{
    (void)detail;
    page_blank(layout->page);
    layout->table = markdown_table_new();
}

static void leave_table(struct layout *layout, const void *detail)
{
    (void)detail;
    set_indent(layout);
    markdown_table_render(layout->table, layout->page);
    markdown_table_free(layout->table);
    layout->table = NULL;
    page_blank(layout->page);
}

static void leave_table_head(struct layout *layout, const void *detail)
{
    (void)detail;
    if (layout->table)
        layout->table->head_rows = layout->table->rows;
}

static void enter_row(struct layout *layout, const void *detail)
{
    (void)detail;
    if (layout->table)
        markdown_table_begin_row(layout->table, false);
}

static void enter_cell(struct layout *layout, const void *detail)
{
    const MD_BLOCK_TD_DETAIL *cell = detail;
    bool is_right = cell->align == MD_ALIGN_RIGHT;
    if (layout->table)
        markdown_table_begin_cell(layout->table, is_right                         ? CELL_RIGHT
                                                 : cell->align == MD_ALIGN_CENTER ? CELL_CENTER
                                                                                  : CELL_LEFT);
}

/* The steps at the start and the end of each kind of block. The detail is md4c's. */
static const struct block_steps {
    void (*enter)(struct layout *layout, const void *detail);
    void (*leave)(struct layout *layout, const void *detail);
} block_steps[] = {
    [MD_BLOCK_QUOTE] = {enter_quote, leave_quote},
    [MD_BLOCK_UL] = {enter_bullets, leave_list},
    [MD_BLOCK_OL] = {enter_numbers, leave_list},
    [MD_BLOCK_LI] = {enter_item, leave_item},
    [MD_BLOCK_HR] = {NULL, leave_rule},
    [MD_BLOCK_H] = {enter_heading, leave_heading},
    [MD_BLOCK_CODE] = {enter_code, leave_code},
    [MD_BLOCK_HTML] = {NULL, leave_paragraph},
    [MD_BLOCK_P] = {enter_paragraph, leave_paragraph},
    [MD_BLOCK_TABLE] = {enter_table, leave_table},
    [MD_BLOCK_THEAD] = {NULL, leave_table_head},
    [MD_BLOCK_TR] = {enter_row, NULL},
    [MD_BLOCK_TH] = {enter_cell, NULL},
    [MD_BLOCK_TD] = {enter_cell, NULL},
};

static struct block_steps steps_of(MD_BLOCKTYPE type)
{
    return type < sizeof block_steps / sizeof block_steps[0] ? block_steps[type] : (struct block_steps){0};
}

static int enter_block(MD_BLOCKTYPE type, void *detail, void *context)
{
    struct layout *layout = context;
    struct block_steps steps = steps_of(type);
    if (!layout->is_inline && steps.enter)
        steps.enter(layout, detail);
    return 0;
}

static int leave_block(MD_BLOCKTYPE type, void *detail, void *context)
{
    struct layout *layout = context;
    struct block_steps steps = steps_of(type);
    if (!layout->is_inline && steps.leave)
        steps.leave(layout, detail);
    return 0;
}

static int enter_span(MD_SPANTYPE type, void *detail, void *context)
{
    static const enum style styles[] = {
        [MD_SPAN_EM] = STYLE_EMPHASIS, [MD_SPAN_STRONG] = STYLE_STRONG,  [MD_SPAN_A] = STYLE_LINK,
        [MD_SPAN_IMG] = STYLE_LINK,    [MD_SPAN_CODE] = STYLE_CODE_SPAN, [MD_SPAN_DEL] = STYLE_DIM,
    };
    struct layout *layout = context;
    (void)detail;
    push_style(layout, type < sizeof styles / sizeof styles[0] ? styles[type] : layout->plain);
    return 0;
}

static bool begins_with(const MD_ATTRIBUTE *address, const char *prefix)
{
    return address->size >= strlen(prefix) && memcmp(address->text, prefix, strlen(prefix)) == 0;
}

/* A link into the course is words alone: its address is no use to a reader. */
static bool is_shown(const MD_ATTRIBUTE *address)
{
    return address->size > 0 && !begins_with(address, "lesson:") && !begins_with(address, "exercise:");
}

static int leave_span(MD_SPANTYPE type, void *detail, void *context)
{
    struct layout *layout = context;
    layout->style_count--;
    const MD_ATTRIBUTE *address = type == MD_SPAN_A ? &((MD_SPAN_A_DETAIL *)detail)->href : NULL;
    if (address && is_shown(address)) {
        add_text(layout, STYLE_DIM, " <", 2);
        add_text(layout, STYLE_DIM, address->text, address->size);
        add_text(layout, STYLE_DIM, ">", 1);
    }
    return 0;
}

static const char *entity_text(const char *text, size_t size)
{
    static const struct {
        const char *entity, *text;
    } entities[] = {{"&lt;", "<"},    {"&gt;", ">"},    {"&amp;", "&"},    {"&quot;", "\""},
                    {"&nbsp;", " "},  {"&times;", "×"}, {"&middot;", "·"}, {"&hellip;", "…"},
                    {"&ndash;", "–"}, {"&mdash;", "—"}, {"&micro;", "µ"}};
    for (size_t i = 0; i < sizeof entities / sizeof entities[0]; i++)
        if (strlen(entities[i].entity) == size && memcmp(entities[i].entity, text, size) == 0)
            return entities[i].text;
    return NULL;
}

static int add_span_text(MD_TEXTTYPE type, const MD_CHAR *text, MD_SIZE size, void *context)
{
    struct layout *layout = context;
    if (layout->code != CODE_NONE) {
        buffer_append(&layout->code_text, text, size);
        return 0;
    }
    const char *entity = type == MD_TEXT_ENTITY ? entity_text(text, size) : NULL;
    if (entity)
        add_text(layout, current_style(layout), entity, strlen(entity));
    else if (type == MD_TEXT_BR)
        add_text(layout, current_style(layout), "\n", 1);
    else if (type == MD_TEXT_SOFTBR)
        layout->line_break_waits = true;
    else if (type == MD_TEXT_NULLCHAR)
        add_text(layout, current_style(layout), "\xEF\xBF\xBD", 3);
    else
        add_text(layout, current_style(layout), text, size);
    return 0;
}

static bool is_factor_end(char byte)
{
    return isascii((unsigned char)byte) && (isalnum((unsigned char)byte) || strchr("_)]", byte));
}

static bool is_factor_begin(char byte)
{
    return isascii((unsigned char)byte) && (isalnum((unsigned char)byte) || strchr("_(", byte));
}

/* A star between two factors, as in i*w, is no mark of emphasis. In code a backslash would show. */
static void keep_products(const char *markdown, struct buffer *out)
{
    bool is_code = false;
    for (const char *at = markdown; *at; at++) {
        is_code ^= *at == '`';
        if (*at == '*' && !is_code && at > markdown && is_factor_end(at[-1]) && at[1] && is_factor_begin(at[1]))
            buffer_append_char(out, '\\');
        buffer_append_char(out, *at);
    }
}

static void render(struct layout *layout, const char *markdown)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    keep_products(markdown, &text);
    static const MD_PARSER parser = {
        .flags = MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH | MD_FLAG_NOHTML | MD_FLAG_NOINDENTEDCODEBLOCKS,
        .enter_block = enter_block,
        .leave_block = leave_block,
        .enter_span = enter_span,
        .leave_span = leave_span,
        .text = add_span_text,
    };
    if (md_parse(buffer_text(&text), (MD_SIZE)text.size_bytes, &parser, layout) != 0)
        page_text(layout->page, layout->plain, markdown);
    if (layout->table)
        markdown_table_free(layout->table);
    buffer_done(&layout->code_text);
}

void markdown_render(const char *markdown, struct page *page)
{
    struct layout layout = {.page = page, .plain = STYLE_NORMAL};
    snprintf(layout.base_prefix, sizeof layout.base_prefix, "%s", page->prefix);
    render(&layout, markdown);
    page_end(page);
    page_indent(page, layout.base_prefix, layout.base_prefix);
}

void markdown_inline(const char *markdown, enum style style, struct page *page)
{
    struct layout layout = {.page = page, .plain = style, .is_inline = true};
    render(&layout, markdown);
}

void markdown_item(const char *markdown, struct page *page)
{
    page_mark(page, STYLE_DIM, MARK_BULLET);
    page_text(page, STYLE_NORMAL, " ");
    page_indent(page, "", "  ");
    markdown_inline(markdown, STYLE_NORMAL, page);
    page_end(page);
    page_indent(page, "", "");
}

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
