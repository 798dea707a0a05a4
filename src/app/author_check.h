/*
 * author-check: proves a curriculum by running it.
 *
 * Every starter must not pass, every solution must pass, and every planted wrong kernel
 * (tests/curriculum/wrong/EXERCISE/ NAME.cu below the curriculum's root) must fail with the diagnosis that its head
 * names:
 *
 *     //? status: unsafe
 *     //? finding: out_of_bounds        (optional: the kind of a finding)
 *     //? line: 7                       (optional: of the first finding or of the gate)
 *     //? says: past the end of c       (what the learner must be told, word for word)
 *
 * No two wrong kernels of an exercise may expect the same words.
 */
#ifndef APP_AUTHOR_CHECK_H
#define APP_AUTHOR_CHECK_H

#include <stdbool.h>
#include <stddef.h>

#include "app/app.h"

enum { AUTHOR_WRONG_LEAST = 3, AUTHOR_HINTS_LEAST = 3 };

struct author_result {
    const char *exercise;
    const char *subject; /* "starter", "solution", "wrong/no_guard.cu", "hints" */
    bool good;
    const char *message; /* what is the matter; "" where good */
    const char *report;  /* the verdict as text where it is the matter; NULL */
    const char *speed;   /* "12.3 us, gold" of what was timed; "" where nothing was */
    unsigned long elapsed_ms;
};

struct author_check {
    const char *only;   /* id of a lesson or exercise; NULL: all */
    const char *device; /* that judges; NULL: "virtual" */
    void (*result)(void *context, const struct author_result *result);
    void *context;
    size_t checked, failed; /* counted by author_check_run */
};

/* False: the grader could not be used. Mistakes of the curriculum go to check->result. */
bool author_check_run(struct app *app, struct grader *grader, struct author_check *check, struct error *error);

#endif
