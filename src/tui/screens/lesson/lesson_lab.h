/*
 * The steps of a lesson that run kernels: what the learner guessed and tried, and the work in the
 * background.
 */
#ifndef TUI_SCREENS_LESSON_LESSON_LAB_H
#define TUI_SCREENS_LESSON_LESSON_LAB_H

#include "tui/screens/lab/lab_view.h"
#include "tui/screens/lesson/lesson.h"

struct lesson_lab {
    struct lab_results results;
    struct arena *results_arena;
    struct lab_answer answer; /* of the last try */
    struct lab_rounds rounds;
    struct arena *answer_arena; /* NULL: nothing was tried */
    struct arena *rounds_arena; /* NULL: there are no rounds of that try */
    char guess[GUESS_BYTES * 2];
    char typed[GUESS_BYTES * 2], last[GUESS_BYTES * 2]; /* in the blank; the last answer */
    bool is_typing, is_working, is_revealed, is_right, is_shown, as_table, was_run;
    int cursor, point, tries;
    size_t hints;
    int64_t asked_ns; /* when the running work was asked for */
};

/* The lab of the current step; NULL: it is another kind. Loads it at the first call. */
struct lesson_lab *lesson_lab_current(struct shell *shell, struct lesson_state *state);

/* Frees what the labs of a lesson hold. */
void lesson_labs_close(struct lesson_state *state);

/* Another step is shown: runs its kernels again, or ends those that run. */
void lesson_lab_enter(struct shell *shell, struct lesson_state *state);

/* The lesson is shown again: the learner may have a better kernel now. */
void lesson_lab_return(struct shell *shell, struct lesson_state *state);

/* Takes results and answers from the background. */
void lesson_lab_take(struct shell *shell, struct lesson_state *state);

void lesson_lab_build(struct shell *shell, struct lesson_state *state, struct page *page);

/* Enter. False: the step is done, and the lesson goes on. */
bool lesson_lab_continue(struct shell *shell, struct lesson_state *state);

/* Shows a question's numbers without a guess. False: there is none to show. */
bool lesson_lab_skip(struct shell *shell, struct lesson_state *state);

/* Keys before the keymap. True: it was one. */
bool lesson_lab_key(struct shell *shell, struct lesson_state *state, int32_t key);

/* Up and Down move in choices, or bring back the last answer. False: they scroll. */
bool lesson_lab_scroll(struct shell *shell, struct lesson_state *state, bool up);

/* The message after an empty answer. */
void lesson_lab_say_empty(struct shell *shell);

void lesson_lab_hint(struct shell *shell, struct lesson_state *state);
void lesson_lab_show_answer(struct shell *shell, struct lesson_state *state);
void lesson_lab_table(struct shell *shell, struct lesson_state *state);
/* The microscope on the kernel of the step, once it is answered or tried. */
void lesson_lab_microscope(struct shell *shell, struct lesson_state *state);

/* A click on a choice marks it; a click on the marked one answers. */
void lesson_lab_click(struct shell *shell, struct lesson_state *state, int choice);

/* For the footer: the words of an action now; NULL: the keymap's; "": not now. */
const char *lesson_lab_label(const struct lesson_state *state, enum action action);

#endif
