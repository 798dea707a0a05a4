/* The state of an assessment's screen, and its pages. */
#ifndef TUI_SCREENS_ASSESSMENT_SITTING_H
#define TUI_SCREENS_ASSESSMENT_SITTING_H

#include "app/assessment.h"
#include "tui/shell/shell.h"

/* tag and click target of the first choice; items have lower numbers */
enum { SITTING_CHOICE_TAG = 1000 };

enum { SITTING_DIGITS = 9 }; /* the lessons to read again that a key opens */

struct sitting {
    struct arena *arena;       /* of the last look */
    const struct lesson *pool; /* the pool that this screen was opened for */
    struct assessment assessment;
    bool running, has_last;
    int64_t looked_ns;
    int selected;
    int choice;        /* of the marked question; -1: its line is marked */
    unsigned ticked;   /* bits of its choices, if several are right */
    int width, height; /* as last drawn */
    bool follow;       /* scroll so that the marked line is visible */
    struct scroller scroller;
    char guess[64]; /* the guess whose value the device counts; "" none */
};

/* The marked item of a running assessment; NULL: none. */
const struct assessment_item *sitting_item(const struct sitting *sitting);

/* The question of the marked item, if it is open; NULL. */
const struct quiz *sitting_quiz(const struct sitting *sitting);

/* The first open item after the marked one, else the first before it. -1: none is open. */
int sitting_next_open(const struct sitting *sitting);

/* Builds the items. `with_question`: the marked one's question follows its line. */
void sitting_build_items(struct shell *shell, const struct sitting *sitting, bool with_question, struct page *page);
void sitting_build_question(struct shell *shell, const struct sitting *sitting, struct page *page);

/* Before the start: what will be asked, and the result of the last assessment (has_last). */
void sitting_draw_stopped(struct shell *shell, struct sitting *sitting, struct rect area);

/* Opens a lesson that the result names, by its index. False: there is none. */
bool sitting_read_again(struct shell *shell, const struct sitting *sitting, int index);

#endif
