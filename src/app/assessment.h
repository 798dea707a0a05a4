/*
 * Assessments: drawn from a pool by a seed, timed, without help.
 *
 * The pool is a lesson of kind assessment, the course's or a pack's. The draw spreads over the areas that its questions
 * name; kernels whose solution the learner has seen come last. After a kernel has passed, predictions about that very
 * kernel open: the device counts on the source of the attempt that passed first. What is not answered when the
 * assessment ends is wrong. The time limit holds across restarts (progress/assessments.h).
 */
#ifndef APP_ASSESSMENT_H
#define APP_ASSESSMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "app/app.h"
#include "progress/assessments.h"

enum { ASSESSMENT_POINTS_EXERCISE = 3, ASSESSMENT_POINTS_ANSWER = 1 };

struct assessment {
    struct assessment_record record;
    const struct lesson *pool; /* NULL: not in this curriculum (any more) */
    int64_t remaining_ns;      /* 0: the time is up */
};

/* The pool of a level ("foundation") or of that id; one of a pack before the course's own. */
const struct lesson *assessment_find_pool(const struct app *app, const char *name, struct error *error);

/* Draws and starts the clock. seed 0: drawn; clock NULL: now. */
bool assessment_start(struct app *app, const struct lesson *pool, uint64_t seed, const struct assessment_clock *clock,
                      struct error *error);

/*
 * The one that runs; *out_running is false where none does. One whose time is up is ended here. Fails where the pool is
 * not what was drawn from. Texts live in `arena`; clock NULL: now.
 */
bool assessment_look(struct app *app, const struct assessment_clock *clock, struct arena *arena, bool *out_running,
                     struct assessment *out_assessment, struct error *error);

/* The newest that has ended; level NULL: any. */
bool assessment_last(struct app *app, const char *level, struct arena *arena, bool *out_found,
                     struct assessment *out_assessment, struct error *error);

/* What an item asks. The pool must be there. */
const struct quiz *assessment_quiz(const struct assessment *assessment, const struct assessment_item *item);
const struct exercise *assessment_exercise(const struct assessment *assessment, const struct assessment_item *item);
const struct predict *assessment_predict(const struct assessment *assessment, const struct assessment_item *item);
/* What is asked about the kernel in `source`: a prediction about barriers gives way to one that was not drawn where the
 * kernel has none. */
const struct predict *assessment_predict_about(const struct assessment *assessment, const struct assessment_item *item,
                                               const struct source *source);
/* Its question, with {line} filled in. Lives in `arena`. */
const char *assessment_ask(const struct assessment *assessment, const struct assessment_item *item,
                           const struct source *source, struct arena *arena);
/* What it is about, and what to read where it went wrong; NULL: not said. */
const char *assessment_area(const struct assessment *assessment, const struct assessment_item *item);
const char *assessment_read(const struct assessment *assessment, const struct assessment_item *item);

/* NOT_FOUND: there is no such item. */
bool assessment_find_item(const struct assessment *assessment, int number, struct assessment_item *out_item,
                          struct error *error);

/* "2", or "1,3" where several are right. */
bool assessment_answer_quiz(struct app *app, const struct assessment *assessment, int number, const char *text,
                            struct error *error);

/* The source that a prediction is about. RANGE: its kernel has not passed yet. */
bool assessment_predict_source(struct app *app, const struct assessment *assessment, const struct assessment_item *item,
                               struct arena *arena, struct source *out_source, struct error *error);

/* `value`: what the device counted. */
bool assessment_answer_predict(struct app *app, const struct assessment *assessment, int number, const char *text,
                               double value, struct error *error);

/* Every recorded attempt comes by here; what does not belong to a running assessment is left alone. */
bool assessment_take_attempt(struct app *app, const struct exercise *exercise, int64_t attempt, bool passed,
                             struct error *error);

bool assessment_finish(struct app *app, const struct assessment *assessment, struct error *error);

/* False, with what to say, while an assessment runs, and for solutions of a pool that one was not asked for yet. */
bool assessment_allows_help(struct app *app, const struct exercise *exercise, struct error *error);
/* False while one runs: `what` names what is closed ("run"). */
bool assessment_allows(struct app *app, const char *what, struct error *error);

#endif
