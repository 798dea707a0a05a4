/* Replay: judges a recorded attempt again from its source and seed, and compares the verdicts. */
#ifndef APP_REPLAY_H
#define APP_REPLAY_H

#include <stdbool.h>
#include <stdint.h>

#include "app/app.h"

struct replay {
    struct attempt attempt;
    const struct exercise *exercise;
    struct source source;
    struct verdict *verdict; /* the caller owns it */
    bool same;               /* status, cases, findings and counters; without times */
    const char *difference;  /* the first part that differs; NULL */
};

/* Texts live in `arena`. NOT_FOUND: no such attempt, or its exercise is not in this curriculum. */
bool replay_attempt(struct app *app, struct grader *grader, int64_t attempt, struct arena *arena,
                    struct replay *out_replay, struct error *error);

/*
 * The modelled GPU of the attempt, for grader_settings.architecture. Unchanged if that GPU cannot
 * be modelled.
 */
bool replay_architecture(struct app *app, int64_t attempt, struct arena *arena, const char **architecture,
                         struct error *error);

#endif
