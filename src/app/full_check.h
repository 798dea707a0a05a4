/*
 * Checks passes in full, in the background, for an event loop that must never block.
 *
 * A modelled pass compared a sample of blocks. A full check grades the same text once more, with
 * the same seed, and runs every block at the timed size (grade --full). One thread at the lowest
 * priority makes a grader for each check, so gradings and keys do not wait for it. A newer request
 * ends and replaces the one before. Nothing is recorded here.
 */
#ifndef APP_FULL_CHECK_H
#define APP_FULL_CHECK_H

#include <stdbool.h>
#include <stdint.h>

#include "app/app.h"

struct full_check;

struct full_check *full_check_new(const struct app *app, struct error *error);
/* Ends the running check. */
void full_check_free(struct full_check *check);
DEFINE_CLEANUP(full_check_free, struct full_check *)

/* Readable when there is something to poll, and with each second of a check. */
int full_check_descriptor(const struct full_check *check);

/* Whether a verdict is a pass of which only a sample was compared. */
bool full_check_is_due(const struct verdict *verdict);

/*
 * Whether the verdict of a full check says something about the kernel. On a busy machine a deadline
 * may pass, and the system may end a process that needs much memory. A right kernel must not lose
 * its pass so. `has_time`: the sampled pass had a time.
 */
bool full_check_is_conclusive(const struct verdict *verdict, bool has_time);

/*
 * Checks the pass of a recorded attempt. The text is copied. The exercise must outlive the check.
 */
void full_check_ask(struct full_check *check, int64_t attempt, const struct exercise *exercise,
                    const struct verdict *pass);

/* Ends the running check and drops a waiting one. There is no outcome. */
void full_check_cancel(struct full_check *check);

struct full_check_progress {
    int seconds, estimated_s; /* of running every block; estimated_s 0: not known */
};

/* False: no check is running or waiting. */
bool full_check_progress(struct full_check *check, struct full_check_progress *out_progress);

struct full_check_outcome {
    int64_t attempt;
    const struct exercise *exercise;
    struct verdict *verdict; /* the receiver owns it; NULL: nothing can be said, see the error */
    struct error error;
};

/* The outcome of the newest request, once. */
bool full_check_poll(struct full_check *check, struct full_check_outcome *out_outcome);

#endif
