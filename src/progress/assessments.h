/*
 * Recorded assessments: items, answers, and the used time.
 *
 * The time limit survives a restart, and setting a clock back gives no time back. Each look at the
 * assessment records the used time with the clocks of that moment. Within one boot, the clock that
 * counts through suspension measures the time since then. After a reboot the wall clock does. If it
 * is behind the recorded one, no time is added and `clock_set_back` is set.
 */
#ifndef PROGRESS_ASSESSMENTS_H
#define PROGRESS_ASSESSMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"
#include "progress/store.h"

enum { BOOT_ID_BYTES = 64 };

/* The clocks at one moment. */
struct assessment_clock {
    int64_t wall_ns, boot_ns;
    char boot_id[BOOT_ID_BYTES]; /* changes at each boot; "" if the system has none */
};
struct assessment_clock assessment_clock_now(void);

enum assessment_item_kind { ASSESSMENT_QUIZ, ASSESSMENT_EXERCISE, ASSESSMENT_PREDICT, ASSESSMENT_KIND_COUNT };
enum assessment_answer { ASSESSMENT_OPEN, ASSESSMENT_RIGHT, ASSESSMENT_WRONG };

struct assessment_item {
    int number; /* from 1 */
    enum assessment_item_kind kind;
    int step, part; /* of the pool; of an exercise's predictions */
    int points;
    const char *answer; /* NULL: none */
    int64_t attempt;    /* EXERCISE: the newest, or the first that passed; 0 none */
    enum assessment_answer state;
};

struct assessment_record {
    int64_t id;
    const char *lesson, *level;
    const char *pack; /* NULL: self-administered */
    const char *pool_sha256;
    uint64_t seed;
    int limit_seconds;
    int64_t elapsed_ns; /* used, up to the clock of the read */
    bool clock_set_back;
    const char *started_at;
    const char *ended_at; /* NULL: it is running */
    const char *ended_by; /* "learner" or "time" */
    int points, points_total;
    bool passed;
    struct assessment_item *items;
    size_t item_count;
};

/*
 * Refused while another one runs. Of the record, the items and everything up to limit_seconds
 * count.
 */
bool assessments_begin(struct store *store, const struct assessment_record *record,
                       const struct assessment_clock *clock, int64_t *out_id, struct error *error);

/*
 * The running one. Its time is counted up to `clock` and recorded. *out_running is false if none
 * runs.
 */
bool assessments_running(struct store *store, const struct assessment_clock *clock, struct arena *arena,
                         bool *out_running, struct assessment_record *out_record, struct error *error);

/* The newest ended one, of a level or (NULL) of any. *out_found is false if there is none. */
bool assessments_last(struct store *store, const char *level, struct arena *arena, bool *out_found,
                      struct assessment_record *out_record, struct error *error);

/* The newest passed one of a level. A later one that was not passed takes nothing away. */
bool assessments_last_passed(struct store *store, const char *level, struct arena *arena, bool *out_found,
                             struct assessment_record *out_record, struct error *error);

/*
 * Adds to each step of a pool how many sittings drew it as a question or kernel. `counts` has one
 * number for each of the pool's steps.
 */
bool assessments_count_drawn(struct store *store, const char *pool_sha256, int *counts, size_t step_count,
                             struct error *error);

/* Records an answer to an open item, or a newer attempt on it. Other items stay unchanged. */
bool assessments_answer(struct store *store, int64_t assessment, const struct assessment_item *item,
                        struct error *error);

bool assessments_end(struct store *store, int64_t assessment, const char *by, int points, int points_total, bool passed,
                     struct error *error);

/* Whether an assessment of the level was ever passed. */
bool assessments_passed(struct store *store, const char *level, bool *out_passed, struct error *error);

/* Whether one was ever begun or ended. */
bool assessments_taken(struct store *store, const char *level, bool *out_taken, struct error *error);

#endif
