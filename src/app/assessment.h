/*
 * Assessments: drawn from a pool by a seed, timed, without help.
 *
 * The pool is a lesson of kind assessment, the course's or a pack's. The draw spreads over the
 * areas of its questions. What fewer sittings have drawn comes first, so three sittings of a pool
 * three times as large repeat nothing. Kernels whose solution the learner has seen come last. After
 * a kernel has passed, predictions about that kernel open. The device counts on the source of the
 * attempt that passed first. An item without an answer at the end is wrong. The time limit holds
 * across restarts (progress/assessments.h).
 */
#ifndef APP_ASSESSMENT_H
#define APP_ASSESSMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "app/app.h"
#include "base/buffer.h"
#include "progress/assessments.h"

enum { ASSESSMENT_POINTS_EXERCISE = 3, ASSESSMENT_POINTS_ANSWER = 1 };

struct assessment {
    struct assessment_record record;
    const struct lesson *pool; /* NULL: not in this curriculum (any more) */
    int64_t remaining_ns;      /* 0: the time is up */
    const char *passed_at;     /* of the last one: when an earlier one of its level was passed; NULL */
    int passed_points;         /* of that one */
};

/* The pool of a level ("foundation") or of that id. A pack's comes before the course's own. */
const struct lesson *assessment_find_pool(const struct app *app, const char *name, struct error *error);

/* Draws and starts the clock. seed 0: random; clock NULL: now. */
bool assessment_start(struct app *app, const struct lesson *pool, uint64_t seed, const struct assessment_clock *clock,
                      struct error *error);

/*
 * The running assessment; *out_running is false if none runs. Ends it if its time is up. Fails if
 * the pool has changed since the draw. Texts live in `arena`; clock NULL: now.
 */
bool assessment_look(struct app *app, const struct assessment_clock *clock, struct arena *arena, bool *out_running,
                     struct assessment *out_assessment, struct error *error);

/* Says that none runs, and why if the time of the last one ran out. Returns false. */
bool assessment_refuse_stopped(struct app *app, struct error *error);

/* The newest ended one, and what was passed before it. level NULL: any. */
bool assessment_last(struct app *app, const char *level, struct arena *arena, bool *out_found,
                     struct assessment *out_assessment, struct error *error);

/* The question of an item. The pool must be present. */
const struct quiz *assessment_quiz(const struct assessment *assessment, const struct assessment_item *item);
const struct exercise *assessment_exercise(const struct assessment *assessment, const struct assessment_item *item);
const struct predict *assessment_predict(const struct assessment *assessment, const struct assessment_item *item);
/*
 * The prediction about the kernel in `source`. If the kernel has no barrier, a prediction about
 * barriers is replaced by one that was not drawn.
 */
const struct predict *assessment_predict_about(const struct assessment *assessment, const struct assessment_item *item,
                                               const struct source *source);
/* Its question, with {line} filled in. Lives in `arena`. */
const char *assessment_ask(const struct assessment *assessment, const struct assessment_item *item,
                           const struct source *source, struct arena *arena);
/* The topic, and the lesson to read after a mistake. NULL: not given. */
const char *assessment_area(const struct assessment *assessment, const struct assessment_item *item);
const char *assessment_read(const struct assessment *assessment, const struct assessment_item *item);

/* NOT_FOUND: there is no such item. */
bool assessment_find_item(const struct assessment *assessment, int number, struct assessment_item *out_item,
                          struct error *error);

/* "2", or "1,3" if several are right. */
bool assessment_answer_quiz(struct app *app, const struct assessment *assessment, int number, const char *text,
                            struct error *error);

/* The source of a prediction. RANGE: its kernel has not passed yet. */
bool assessment_predict_source(struct app *app, const struct assessment *assessment, const struct assessment_item *item,
                               struct arena *arena, struct source *out_source, struct error *error);

/* `value` is the device's count. */
bool assessment_answer_predict(struct app *app, const struct assessment *assessment, int number, const char *text,
                               double value, struct error *error);

/* Called for every recorded attempt. Ignores those that do not belong to a running assessment. */
bool assessment_take_attempt(struct app *app, const struct exercise *exercise, int64_t attempt, bool passed,
                             struct error *error);

/* The question before the end, with the number of open items. Lives in `arena`. */
const char *assessment_ask_to_finish(const struct assessment *assessment, struct arena *arena);

/* Counts the points of the stored answers, which can be newer than `assessment`. */
bool assessment_finish(struct app *app, const struct assessment *assessment, struct error *error);

/*
 * False, with a message, while an assessment runs. Also false for solutions of a pool that was not
 * used yet.
 */
bool assessment_allows_help(struct app *app, const struct exercise *exercise, struct error *error);
/* False while one runs. `what` names the closed command ("run"). */
bool assessment_allows(struct app *app, const char *what, struct error *error);

/* --- in words and as JSON --------------------------------------------------------------------- */

/* Time left and one line for each item. */
void assessment_items_text(const struct assessment *assessment, struct buffer *out);

/* The points of a whole sitting, and those that pass it. */
int assessment_points_total(const struct lesson *pool);
int assessment_points_needed(const struct lesson *pool, int total);

/* The points of one area. */
struct assessment_area_points {
    const char *area;
    int points, total;
};

/* The areas of an ended one, in the order of the items. Lives in `arena`. */
struct assessment_area_points *assessment_areas(const struct assessment *assessment, struct arena *arena,
                                                size_t *out_count);

/* For an ended one. */
void assessment_result_text(const struct assessment *assessment, const struct curriculum *curriculum,
                            struct buffer *out);
json_t *assessment_result_json(const struct assessment *assessment);

/* The lessons to read for wrong items, each once, in the order of the course. In `arena`. */
const struct lesson **assessment_read_again(const struct assessment *assessment, const struct curriculum *curriculum,
                                            struct arena *arena, size_t *out_count);

#endif
