/*
 * Trials in the background, for an event loop that must never block. A trial runs the learner's
 * file on one case, unchanged and with changes.
 *
 * One thread owns a grader of its own, so saves are graded at the same time. There are two slots.
 * The newest question of a slot replaces the one before. The answer to an older question is
 * dropped. Nothing is recorded.
 */
#ifndef APP_TRIALS_H
#define APP_TRIALS_H

#include <stdbool.h>
#include <stdint.h>

#include "app/app.h"
#include "grader/trial.h"

struct trials;

enum trial_slot { TRIAL_AS_IT_IS, TRIAL_CHANGED, TRIAL_SLOTS };

/* Texts are copied; the exercise must outlive the trials. */
struct trial_question {
    const struct exercise *exercise;
    const struct source *source;
    uint64_t seed;         /* 0: any */
    const char *case_name; /* NULL: the gate case */
    const char *changes;   /* NULL: none */
    bool models_time;
};

struct trials *trials_new(const struct app *app, struct error *error);
/* Ends the running work. */
void trials_free(struct trials *trials);
DEFINE_CLEANUP(trials_free, struct trials *)

/* Readable when there is something to poll. */
int trials_descriptor(const struct trials *trials);

void trials_ask(struct trials *trials, enum trial_slot slot, const struct trial_question *question);

/* Ends the running work and drops the waiting questions. They get no answer. */
void trials_cancel(struct trials *trials);

bool trials_is_busy(struct trials *trials);

struct trial_answer {
    struct trial *trial; /* the receiver owns it; NULL: see the error */
    struct error error;
};

/* The newest answer of a slot, once. */
bool trials_poll(struct trials *trials, enum trial_slot slot, struct trial_answer *out_answer);

#endif
