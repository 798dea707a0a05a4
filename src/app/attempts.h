/*
 * Attempts of the past as the shell shows them: a recorded verdict read back, and figures about all of them.
 */
#ifndef APP_ATTEMPTS_H
#define APP_ATTEMPTS_H

#include <stdbool.h>

#include "app/app.h"
#include "progress/analytics.h"
#include "progress/review.h"

/* The verdict that attempt `id` recorded; the caller's. Its source is the text that was graded. */
bool attempts_read_verdict(struct app *app, int64_t id, struct verdict **out_verdict, struct error *error);

/* That of an attempt that was read whole. */
bool attempts_verdict_of(const struct attempt *attempt, struct verdict **out_verdict, struct error *error);

/* The newest attempt on an exercise; *out_verdict is NULL where there is none. */
bool attempts_last_verdict(struct app *app, const struct exercise *exercise, int64_t *out_id,
                           struct verdict **out_verdict, struct error *error);

#endif
