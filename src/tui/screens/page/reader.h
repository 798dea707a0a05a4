/* The common part of screens that are one page to read: help, progress, a past attempt. */
#ifndef TUI_SCREENS_PAGE_READER_H
#define TUI_SCREENS_PAGE_READER_H

#include "tui/shell/shell.h"

struct reader {
    struct place where;
    struct scroller scroller;
    int target_count;        /* lines with the tags below it take clicks */
    struct verdict *verdict; /* ATTEMPT */
};

bool reader_open(struct shell *shell, void *state, const struct place *place, struct error *error);
void reader_close(void *state);
void reader_place(const void *state, struct place *out_place);
void reader_status(struct shell *shell, const char *title, struct rect line);

/* Draws a page for `area`. Call reader_begin first. */
void reader_begin(struct shell *shell, struct rect area, struct page *page);
void reader_end(struct shell *shell, struct reader *reader, struct rect area, struct page *page);

/*
 * The same for two pages: side by side in a wide area, else one below the other. Both begin with
 * reader_begin_two, which says how.
 */
bool reader_begin_two(struct shell *shell, struct rect area, struct page *left, struct page *right);
void reader_end_two(struct shell *shell, struct reader *reader, struct rect area, const struct page *left,
                    const struct page *right);

/* The footer names no key for the rest of a page that is shown whole. */
const char *reader_label(const void *state, enum action action);

/* Handlers of keys, all of them in `reader_handlers`. */
void reader_act_scroll(struct shell *shell, void *state, enum action action);
extern const struct action_handler reader_handlers[];

#endif
