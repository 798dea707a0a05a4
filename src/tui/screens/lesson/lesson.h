/*
 * The state of the lesson reader: the shown step and the answers. After the last step comes a page
 * with further reading and the next steps.
 */
#ifndef TUI_SCREENS_LESSON_LESSON_H
#define TUI_SCREENS_LESSON_LESSON_H

#include "tui/shell/shell.h"

enum { GUESS_BYTES = 64, CHOICES_MAX = 32 };

struct step_state {
    bool is_done;            /* read, or answered */
    bool is_solved;          /* quiz: answered right; predict: a number was given and checked */
    bool is_right;           /* of the last answer */
    int cursor;              /* quiz: the marked choice */
    unsigned tried;          /* quiz: bits of the choices that were given as answers */
    unsigned ticked;         /* quiz with several right choices: bits that are ticked */
    char guess[GUESS_BYTES]; /* predict: as typed; "" none */
    bool is_waiting;         /* predict: the device counts */
    bool is_measured;
    bool is_own;            /* predict: the number is of the learner's kernel */
    double value;           /* predict: the device's count */
    struct lesson_lab *lab; /* a step that runs kernels; NULL until it is shown */
    bool was_seen;
    int64_t seen_ns; /* when it was shown first */
};

struct lesson_state {
    struct arena *arena;
    const struct lesson *lesson;
    struct step_state *steps;
    int step; /* step_count: the page after the last step */
    struct scroller scroller;
    bool cursor_shown;  /* the marked choice was visible at the last draw */
    bool follow_cursor; /* scroll so that the marked choice is visible */
};

/* Builds the page of the current step. */
void lesson_page_build(struct shell *shell, struct lesson_state *state, struct page *page);

/* Restores the recorded answers of the lesson's steps. */
bool lesson_answers_load(struct shell *shell, struct lesson_state *state, struct error *error);

/* The current step is shown: the time of its answer counts from the first call. */
void lesson_step_seen(const struct shell *shell, struct lesson_state *state);

/* From the first sight of the current step to now; -1: not taken. */
int64_t lesson_step_seconds(const struct shell *shell, const struct lesson_state *state);

/* Marks a step done, also in the store. */
void lesson_step_done(struct shell *shell, struct lesson_state *state, const char *answer, bool right);

/* Answers a quiz with the marked choice, or checks the ticked ones. */
void lesson_answer_quiz(struct shell *shell, struct lesson_state *state);

/* Takes a number for a prediction and asks the device. */
void lesson_answer_predict(struct shell *shell, struct lesson_state *state, const char *text);
void lesson_take_measure(struct shell *shell, struct lesson_state *state);

/*
 * After a page with a quiz was drawn in `area`: places the cursor on the marked choice, and lets
 * choices take clicks. A click on a choice marks it. A click on the marked choice answers, or ticks
 * if several are right.
 */
void lesson_draw_focus(struct shell *shell, const struct lesson_state *state, const struct page *page,
                       struct rect area);
void lesson_click_choice(struct shell *shell, struct lesson_state *state, int choice);

static inline const struct step *lesson_current(const struct lesson_state *state)
{
    bool is_step = state->step >= 0 && (size_t)state->step < state->lesson->step_count;
    return is_step ? &state->lesson->steps[state->step] : NULL;
}

/* Whether the step is an open question. */
static inline bool lesson_awaits_answer(const struct lesson_state *state)
{
    const struct step *step = lesson_current(state);
    bool is_question = step && (step->kind == STEP_QUIZ || step->kind == STEP_PREDICT);
    return is_question && !state->steps[state->step].is_solved && !state->steps[state->step].is_waiting;
}

/* True if the step is done. For an exercise, its state in the overview decides. */
bool lesson_steps_is_done(struct shell *shell, const struct lesson_state *lesson, size_t index);

/* Done, answered wrong, or to do. The same mark in the status line and in the list. */
void lesson_steps_draw_mark(struct shell *shell, const struct lesson_state *lesson, int index, int x, int y);

/* Draws a step as one line. */
void lesson_steps_draw(struct shell *shell, const struct lesson_state *lesson, int index, struct rect line);

/* Draws the steps around the shown one beside the text. A click on step 0 is `target`. */
void lesson_steps_draw_beside(struct shell *shell, const struct lesson_state *lesson, int target, struct rect area);

/* Asks for a rating of the shown lesson, and records it. */
void lesson_remark_ask(struct shell *shell, const struct lesson *lesson);

/* Whether the marked choice was given before, and was wrong: Enter has no use there. */
static inline bool lesson_marks_a_tried_choice(const struct lesson_state *state)
{
    const struct step *step = lesson_current(state);
    const struct step_state *answer = &state->steps[state->step];
    return step && step->kind == STEP_QUIZ && !step->quiz.many && !answer->is_solved &&
           (answer->tried & 1U << answer->cursor);
}

#endif
