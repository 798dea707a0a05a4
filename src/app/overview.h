/*
 * The overview: every lesson and exercise with its state, sums per week, and the next step.
 * `status`, `list` and the home screen show it.
 */
#ifndef APP_OVERVIEW_H
#define APP_OVERVIEW_H

#include <stdbool.h>
#include <stddef.h>

#include "app/app.h"
#include "certificate/badges.h"
#include "certificate/rules.h"

struct overview_exercise {
    const struct exercise *exercise;
    struct exercise_progress progress; /* state NEW if nothing is recorded */
};

struct overview_lesson {
    const struct lesson *lesson;
    size_t first_exercise, exercise_count; /* in overview.exercises */
    bool read;                             /* all its text, quiz and predict steps are done */
    /* read, and every exercise passed, or its badge is earned; of a placement: answered */
    bool done;
};

struct overview_week {
    int week;
    const char *title; /* "tiles and many GPUs"; NULL: the course names none */
    enum level level;
    size_t first_lesson, lesson_count; /* in overview.lessons */
    size_t exercises_passed, exercises_total;
};

struct overview {
    struct overview_week *weeks;
    size_t week_count;
    struct overview_lesson *lessons;
    size_t lesson_count;
    struct overview_exercise *exercises;
    size_t exercise_count;
    size_t exercises_passed;
    struct certificate_state certificates[CERTIFICATE_COUNT];
    struct badge_list badges;             /* making the overview records earned ones */
    const struct lesson *next_lesson;     /* NULL: all is done */
    const struct exercise *next_exercise; /* NULL: the next lesson has none left */
};

/* Everything lives in `arena`. Errors are those of the store. */
bool overview_make(struct app *app, struct arena *arena, struct overview *out_overview, struct error *error);

/* "Week 3: tiles and many GPUs" */
const char *overview_week_name(const struct overview_week *week, struct arena *arena);

/* "new", "tried", "passed", "parked" */
const char *overview_state_name(enum exercise_state state);

#endif
