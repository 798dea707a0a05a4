/*
 * Replay: a recorded attempt judged again from its source and seed, and whether the verdict is the same.
 */
#ifndef APP_REPLAY_H
#define APP_REPLAY_H

#include <stdbool.h>
#include <stdint.h>

#include "app/app.h"

struct replay {
    struct attempt attempt;
    const struct exercise *exercise;
    struct source source;
    struct verdict *verdict; /* the caller's */
    bool same;               /* status, cases, findings and counters; times are left out */
    const char *difference;  /* the first part that differs; NULL */
};

/* Texts live in `arena`. NOT_FOUND: no such attempt, or its exercise is not in this curriculum. */
bool replay_attempt(struct app *app, struct grader *grader, int64_t attempt, struct arena *arena,
                    struct replay *out_replay, struct error *error);

/*
 * The GPU that the attempt was modelled for: for grader_settings.architecture, where that is one that can be modelled,
 * else that stays as it is.
 */
bool replay_architecture(struct app *app, int64_t attempt, struct arena *arena, const char **architecture,
                         struct error *error);

#endif
