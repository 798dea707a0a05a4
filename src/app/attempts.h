/* Past attempts for the shell: a recorded verdict, and figures about all of them. */
#ifndef APP_ATTEMPTS_H
#define APP_ATTEMPTS_H

#include <stdbool.h>

#include "app/app.h"
#include "progress/analytics.h"
#include "progress/review.h"

/* The recorded verdict of attempt `id`; the caller owns it. Its source is the graded text. */
bool attempts_read_verdict(struct app *app, int64_t id, struct verdict **out_verdict, struct error *error);

/* The verdict of a whole attempt. */
bool attempts_verdict_of(const struct attempt *attempt, struct verdict **out_verdict, struct error *error);

/* The newest attempt on an exercise. *out_verdict is NULL if there is none. */
bool attempts_last_verdict(struct app *app, const struct exercise *exercise, int64_t *out_id,
                           struct verdict **out_verdict, struct error *error);

/* The text of the fastest pass of an exercise. NOT_FOUND: it has not passed yet. */
bool attempts_best_source(const struct app *app, const char *exercise, struct arena *arena, struct source *out_source,
                          struct error *error);

/* The number of a recorded attempt among those on its exercise, from 1. 0: it cannot be read. */
int attempts_number(struct app *app, const char *exercise, int64_t id);

/*
 * A recorded time ("2026-05-17T09:03:00Z") in the learner's time zone: "2026-05-17 11:03". Returns
 * `out`, which is "" for a time that cannot be read.
 */
enum { ATTEMPTS_LOCAL_TIME_BYTES = 20 };
const char *attempts_local_time(const char *recorded, char *out, size_t size_bytes);

#endif
