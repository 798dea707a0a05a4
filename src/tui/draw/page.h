/*
 * A page: styled lines, wrapped to a width, that a screen scrolls through.
 *
 * Text goes into the current paragraph run by run. page_end() wraps it and starts a new one.
 * Prefixes indent nested blocks. Lines are rebuilt for every width, so a page has no scroll
 * position.
 */
#ifndef TUI_DRAW_PAGE_H
#define TUI_DRAW_PAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "tui/draw/canvas.h"

struct page_span {
    const char *text; /* harmless: went through text_sanitise */
    size_t size_bytes;
    enum style style;
};

struct page_line {
    struct page_span *spans;
    size_t span_count;
    int tag;         /* the owner of the line (a choice, a row); PAGE_NO_TAG */
    bool is_wrapped; /* of a text: it fits, and stays where it is when a figure is moved */
};

enum { PAGE_NO_TAG = -1, PAGE_PREFIX_BYTES = 64, PAGE_RUNS_MAX = 4096 };

struct page_run {
    size_t end_bytes; /* in the paragraph's text */
    enum style style;
};

struct page_paragraph {
    struct buffer text;
    struct page_run *runs;
    size_t run_count, run_capacity;
};

struct page {
    struct arena *arena;
    int columns;
    bool ascii;
    struct page_line *lines;
    size_t count, capacity;
    int tag;
    /* of the first line, of the following ones */
    char first_prefix[PAGE_PREFIX_BYTES], prefix[PAGE_PREFIX_BYTES];
    enum style prefix_style;
    struct page_paragraph paragraph;
};

/* Everything lives in `arena`, except the current paragraph. page_done() releases that. */
void page_init(struct page *page, struct arena *arena, int columns, bool ascii);
void page_done(struct page *page);
DEFINE_CLEANUP_VALUE(page_done, struct page)

/* Appends to the current paragraph. */
void page_bytes(struct page *page, enum style style, const char *text, size_t size_bytes);
void page_text(struct page *page, enum style style, const char *text);
/* A further sentence of a dim paragraph. */
void page_sentence(struct page *page, const char *words);
void page_printf(struct page *page, enum style style, const char *format, ...) __attribute__((format(printf, 3, 4)));
void page_mark(struct page *page, enum style style, enum mark mark);

/*
 * Appends a table cell of `columns`. Longer text is cut one column earlier, so neighbours stay
 * separate.
 */
void page_cell(struct page *page, enum style style, const char *text, int columns);

/* Wraps the current paragraph into lines. Does nothing if it is empty. */
void page_end(struct page *page);

/* Adds an empty line, but never two in a row and none at the top. */
void page_blank(struct page *page);

/* Removes blank lines from the end, so that nobody scrolls to them. */
void page_trim(struct page *page);

/* Ends the current paragraph as one line of any length: figures, code, table rows. */
void page_end_unwrapped(struct page *page);

/* Prefixes for the following lines; "" none. Cut to PAGE_PREFIX_BYTES. */
void page_indent(struct page *page, const char *first, const char *rest);

/* The lines of one paragraph at a width of its own, for cells of tables. */
struct page_line *page_wrap(struct page *page, struct page_paragraph *paragraph, int columns, size_t *out_count);
void page_paragraph_add(struct page_paragraph *paragraph, enum style style, const char *text, size_t size_bytes);
void page_paragraph_done(struct page_paragraph *paragraph);

/* Appends a line with finished spans. */
void page_add_line(struct page *page, const struct page_line *line);

/* Appends the lines of another page of the same arena. */
void page_append(struct page *page, const struct page *other);

/*
 * Appends two pages of the same arena side by side, with a wall between. `left` is at most
 * `columns` wide. A line has the left page's tag.
 */
void page_beside(struct page *page, const struct page *left, const struct page *right, int columns);

/* The columns of the widest line. */
int page_width(const struct page *page);

/* Whether one of `height` lines from `scroll` on is cut, if its figure begins with column `pan`. */
bool page_is_cut(const struct page *page, int scroll, int height, int columns, int pan);

/* Draws from line `scroll` on. Figures that are wider than `rect` begin with their column `pan`. */
void page_draw_from(const struct page *page, struct canvas *canvas, struct rect rect, int scroll, int pan);
void page_draw(const struct page *page, struct canvas *canvas, struct rect rect, int scroll);

/* The first and last line with that tag; false if there is none. */
bool page_find_tag(const struct page *page, int tag, int *out_first, int *out_last);

/* The columns of a line. */
int page_line_width(const struct page_line *line);

/* A scroll near `scroll` that begins with the first line of an owner and shows first..last. */
int page_scroll_whole(const struct page *page, int scroll, int height, int first, int last);

/*
 * A small change of `scroll` that shows lines first..last in `height` rows, never beyond the end.
 * If it scrolls down, it begins with a whole owner if there is room.
 */
int page_scroll_to(const struct page *page, int scroll, int height, int first, int last);
int page_scroll_clamp(const struct page *page, int scroll, int height);

/* All lines as plain text. */
void page_plain(const struct page *page, struct buffer *out);

#endif
