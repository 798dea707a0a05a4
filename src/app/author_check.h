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
 * No two wrong kernels of an exercise may expect the same words. The modelled times that the course brings must be
 * those of its kernels as they are.
 *
 * Exercises are checked side by side, each by a grader with children of its own; results come in the order of the
 * curriculum, whoever is done first.
 */
#ifndef APP_AUTHOR_CHECK_H
#define APP_AUTHOR_CHECK_H

#include <stdbool.h>
#include <stddef.h>

#include "app/app.h"

enum { AUTHOR_WRONG_LEAST = 3, AUTHOR_HINTS_LEAST = 3, AUTHOR_JOBS_MAX = 16 };

struct author_result {
    const char *exercise;
    const char *subject; /* "starter", "solution", "wrong/no_guard.cu", "hints" */
    const char *file;    /* that would have to be mended: "solutions/week01/vector_add.cu" */
    int line;
    bool good;
    bool is_stale;       /* good, and a modelled time that the course brings is out of date */
    const char *message; /* what is the matter; "" where good */
    const char *report;  /* the verdict as text where it is the matter; NULL */
    const char *speed;   /* "12.3 us, gold" of what was timed; "" where nothing was */
    unsigned long elapsed_ms;
};

struct author_check {
    const char *only;   /* id of a lesson or exercise; NULL: all */
    const char *device; /* that judges; NULL: "virtual" */
    int jobs; /* exercises at a time; 0: as many as processors and memory allow. One on a GPU, which is timed */
    bool writes_times; /* checks nothing, writes solutions/modelled-times.json (grader/course_times.h) of each folder
                          that is checked */
    /* Called by one thread at a time, not always the caller's; the texts live for the call. */
    void (*result)(void *context, const struct author_result *result);
    void *context;
    size_t checked, failed, stale; /* counted by author_check_run */
};

/* False: a grader could not be used. Mistakes of the curriculum go to check->result. */
bool author_check_run(const struct app *app, struct author_check *check, struct error *error);

#endif
