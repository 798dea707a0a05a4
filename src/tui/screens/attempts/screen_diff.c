/*
 * The changes since an attempt or since the starter: the old text beside the learner's present
 * file.
 */
#include <stdio.h>
#include <string.h>

#include "app/attempts.h"
#include "app/workspace.h"
#include "base/i18n.h"
#include "tui/draw/highlight.h"
#include "tui/screens/attempts/diff.h"
#include "tui/screens/page/reader.h"

enum { SIDES_FROM = 166 }; /* old and new beside each other */

struct diff_screen {
    struct reader reader; /* first, so that the reader's functions accept it */
    struct arena *arena;
    struct diff_line *lines;
    size_t count;
    int number; /* of the attempt on its exercise; 0: the starter */
};

static bool read_old(struct shell *shell, const struct place *place, struct arena *arena, struct source *out_source,
                     struct error *error)
{
    if (place->attempt == 0) {
        const char *path = workspace_starter_path(shell->app, place->exercise, arena);
        return workspace_read(path, path, arena, out_source, error);
    }
    struct attempt attempt;
    if (!store_get_attempt(shell->app->store, place->attempt, arena, &attempt, error))
        return false;
    const char *text = attempt.source ? attempt.source : "";
    *out_source = (struct source){"", text, strlen(text)};
    return true;
}

static bool open_diff(struct shell *shell, void *state, const struct place *place, struct error *error)
{
    struct diff_screen *screen = state;
    struct source before, now;
    screen->reader.where = *place;
    screen->arena = arena_new();
    screen->number = attempts_number(shell->app, place->exercise->id, place->attempt);
    const char *path = workspace_path(shell->app, place->exercise, screen->arena);
    if (!read_old(shell, place, screen->arena, &before, error) ||
        !workspace_read(path, path, screen->arena, &now, error))
        return false;
    screen->lines = diff_make(screen->arena, before.text, before.size_bytes, now.text, now.size_bytes, &screen->count);
    return true;
}

static void close_diff(void *state)
{
    struct diff_screen *screen = state;
    arena_free(screen->arena);
    reader_close(&screen->reader);
}

static void status(struct shell *shell, void *state, struct rect line)
{
    const struct diff_screen *screen = state;
    const struct place *where = &screen->reader.where;
    char title[256];
    if (where->attempt)
        snprintf(title, sizeof title, _("%s: from attempt %d to the file now"), where->exercise->id, screen->number);
    else
        snprintf(title, sizeof title, _("%s: from the starter to the file now"), where->exercise->id);
    reader_status(shell, title, line);
}

static void add_line(struct highlight *highlight, const struct diff_line *line, int number, struct page *page)
{
    static const char *const marks[] = {[DIFF_SAME] = " ", [DIFF_GONE] = "-", [DIFF_NEW] = "+"};
    static const enum style styles[] = {[DIFF_SAME] = STYLE_GUTTER, [DIFF_GONE] = STYLE_BAD, [DIFF_NEW] = STYLE_GOOD};
    char prefix[16];
    snprintf(prefix, sizeof prefix, "%4d %s ", number, marks[line->kind]);
    page_indent(page, prefix, "           ");
    page->prefix_style = styles[line->kind];
    if (line->kind == DIFF_GONE)
        page_bytes(page, STYLE_DIM, line->text, line->size_bytes);
    else
        highlight_line(highlight, line->text, line->size_bytes, page);
    if (page->paragraph.text.size_bytes > 0)
        page_end(page);
    else
        page_end_unwrapped(page);
}

/* The old and the new text, each with its own numbers and its own state of highlighting. */
struct sides {
    struct page old, now;
    struct highlight old_highlight, now_highlight;
};

static void add_empty(struct page *page, size_t count)
{
    const struct page_line empty = {0};
    while (page->count < count)
        page_add_line(page, &empty);
}

/* The next line of that kind in [at, to); `to`: there is none. */
static size_t next_of(const struct diff_screen *screen, enum diff_kind kind, size_t at, size_t to)
{
    while (at < to && screen->lines[at].kind != kind)
        at++;
    return at;
}

/* Lines that went and lines that came stand beside each other, as far as there are both. */
static void add_change(const struct diff_screen *screen, size_t from, size_t to, struct sides *sides)
{
    size_t gone = next_of(screen, DIFF_GONE, from, to), came = next_of(screen, DIFF_NEW, from, to);
    while (gone < to || came < to) {
        if (gone < to)
            add_line(&sides->old_highlight, &screen->lines[gone], screen->lines[gone].old_line, &sides->old);
        if (came < to)
            add_line(&sides->now_highlight, &screen->lines[came], screen->lines[came].new_line, &sides->now);
        add_empty(&sides->old, sides->now.count);
        add_empty(&sides->now, sides->old.count);
        gone = gone < to ? next_of(screen, DIFF_GONE, gone + 1, to) : to;
        came = came < to ? next_of(screen, DIFF_NEW, came + 1, to) : to;
    }
}

static void add_sides(const struct diff_screen *screen, struct sides *sides)
{
    for (size_t i = 0; i < screen->count;) {
        const struct diff_line *line = &screen->lines[i];
        size_t to = line->kind == DIFF_SAME ? i : next_of(screen, DIFF_SAME, i, screen->count);
        if (line->kind == DIFF_SAME) {
            add_line(&sides->old_highlight, line, line->old_line, &sides->old);
            add_line(&sides->now_highlight, line, line->new_line, &sides->now);
            i++;
            continue;
        }
        add_change(screen, i, to, sides);
        i = to;
    }
}

static bool differs(const struct diff_screen *screen)
{
    return next_of(screen, DIFF_GONE, 0, screen->count) < screen->count ||
           next_of(screen, DIFF_NEW, 0, screen->count) < screen->count;
}

static void draw_sides(struct shell *shell, struct diff_screen *screen, struct rect area)
{
    struct sides sides = {0};
    reader_begin_two(shell, area, &sides.old, &sides.now);
    add_sides(screen, &sides);
    reader_end_two(shell, &screen->reader, area, &sides.old, &sides.now);
    page_done(&sides.old);
    page_done(&sides.now);
}

static void draw(struct shell *shell, void *state, struct rect area)
{
    struct diff_screen *screen = state;
    struct highlight highlight = {0};
    CLEANUP(page_done) struct page page = {0};
    if (area.width >= SIDES_FROM && differs(screen)) {
        draw_sides(shell, screen, area);
        return;
    }
    reader_begin(shell, area, &page);
    for (size_t i = 0; i < screen->count; i++) {
        const struct diff_line *line = &screen->lines[i];
        add_line(&highlight, line, line->new_line ? line->new_line : line->old_line, &page);
    }
    page_indent(&page, "", "");
    if (!differs(screen)) {
        page_blank(&page);
        page_text(&page, STYLE_DIM, _("Nothing changed."));
        page_end(&page);
    }
    reader_end(shell, &screen->reader, area, &page);
}

const struct screen_class screen_diff = {
    .context = CONTEXT_PAGE,
    .state_bytes = sizeof(struct diff_screen),
    .open = open_diff,
    .close = close_diff,
    .status = status,
    .draw = draw,
    .place = reader_place,
    .label = reader_label,
    .handlers = reader_handlers,
};
