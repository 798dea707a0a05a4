/*
 * The page of a step that runs kernels: code, strip, table or plot, question and reason. It draws
 * what it is given, and knows no shell.
 */
#ifndef TUI_SCREENS_LAB_LAB_VIEW_H
#define TUI_SCREENS_LAB_LAB_VIEW_H

#include "app/lab_fill.h"
#include "tui/draw/page.h"

struct lab_view {
    const struct app *app;
    const struct lab *lab;
    const struct lab_results *results;
    bool is_plain;     /* sentences instead of strips and tables */
    bool is_revealed;  /* guessed, or passed over */
    const char *guess; /* "" none */
    bool is_right;     /* the guess, or the last answer of a fill */
    int cursor;        /* the marked choice */
    int point;         /* the chosen value of a run or plot */
    bool as_table;     /* a plot's values instead of the plot */
    bool is_working;   /* a kernel runs */
    /* of fills */
    const char *typed; /* in the blank, with the cursor if `is_typing`; "" none */
    bool is_typing;
    const struct lab_answer *answer; /* of the last try; NULL none */
    const struct lab_rounds *rounds; /* likewise */
    int tries;
    bool is_shown; /* the answer was shown */
    size_t hints;  /* how many are shown */
};

/* Builds the whole page. Lines of choices are tagged by their index. */
void lab_page_build(const struct lab_view *view, struct page *page);

/* Parts of it. */
void lab_page_code(const struct lab_view *view, struct page *page);
void lab_page_table(const struct lab_view *view, struct page *page);
void lab_page_plot(const struct lab_view *view, struct page *page);
void lab_page_fill(const struct lab_view *view, struct page *page);

void lab_page_bar(struct page *page, int columns);

/* A text in `columns`, at its right end if `is_right`. */
void lab_page_column(struct page *page, enum style style, const char *text, int columns, bool is_right);

/* The value of a quantity, "?" where it is hidden or unknown. */
const char *lab_page_value(const struct lab_view *view, size_t point, const char *quantity, const struct page *page);

/* A row of a comparison that is not shown before the guess. */
bool lab_page_is_hidden(const struct lab_view *view, size_t point);

#endif
