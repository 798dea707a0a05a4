/*
 * author-check: proves a curriculum by running it.
 *
 * No starter passes, and every solution must pass. A best kernel must pass too, earn gold, and be
 * faster than the solution. A half-written starter must compile and not pass. A core exercise
 * without one gets a warning. A planted wrong kernel is tests/curriculum/wrong/EXERCISE/NAME.cu
 * below the curriculum's root, or NAME.diff, a change of another file (base/unified_diff.h). It
 * must fail with the diagnosis of its head:
 *
 *     //? status: unsafe
 *     //? finding: out_of_bounds        (optional: the kind of a finding)
 *     //? line: 7                       (optional: of a finding or the gate, in the whole kernel)
 *     //? says: past the end of c       (on the virtual device: the message, word for word)
 *
 * Each reference with one of the exercise's slips is a wrong kernel too. It must compile, be wrong,
 * and have the slip's sentence in its message.
 *
 * No two wrong kernels of an exercise can expect the same words. The shipped modelled times must be
 * those of the present kernels.
 *
 * A lesson must have what doc/authoring.md demands of it (author/author_demands.h).
 *
 * The claims of steps that run kernels must hold. Each right spelling of a fill must pass. Each
 * wrong one must fail with the lesson's words. On a GPU, claims about times must hold for the
 * measured ones; nothing else of a step is checked there.
 *
 * With `seeds`, right kernels are judged on many seeds, and nothing else is checked. They are the
 * solutions, best kernels, the references where a kernel is asked for, and the files of
 * tests/curriculum/right/EXERCISE/ and honest/ below the curriculum's root. A file of honest/
 * names its exercise and its statuses in its head: `//? exercise: add`, `//? virtual: pass`. A
 * kernel that is refused on some seed is the judge's fault. Only the cases are judged.
 *
 * Exercises are checked side by side, each by a grader with children of its own. Results come in
 * the order of the curriculum.
 */
#ifndef APP_AUTHOR_CHECK_H
#define APP_AUTHOR_CHECK_H

#include <stdbool.h>
#include <stddef.h>

#include "app/app.h"

enum { AUTHOR_WRONG_LEAST = 3, AUTHOR_HINTS_LEAST = 3, AUTHOR_SEEDS_MAX = 100000 };

struct author_result {
    const char *exercise;
    const char *subject; /* "starter", "solution", "wrong/no_guard.diff", "hints" */
    const char *file;    /* the file to correct: "solutions/week01/vector_add.cu" */
    int line;
    bool good;
    bool is_stale;       /* good, but a shipped modelled time is out of date */
    const char *message; /* the problem; "" if good */
    const char *report;  /* the verdict as text, if it is the problem; NULL */
    const char *speed;   /* "12.3 us, gold" of a timed kernel; "" for others */
    unsigned long elapsed_ms;
};

struct author_check {
    const char *const *only;    /* ids of lessons, exercises or steps that run kernels */
    size_t only_count;          /* 0: all */
    const char *device;         /* for the judgement; NULL: "virtual" */
    int jobs;                   /* exercises at a time; 0: by processors and memory. One on a GPU, which is timed */
    bool full;                  /* judge each solution by its whole launch too */
    uint64_t seeds, first_seed; /* judge right kernels on that many seeds, and nothing else; 0: not */
    /*
     * Checks nothing. Writes solutions/modelled-times.json (grader/course_times.h) of each
     * checked folder.
     */
    bool writes_times;
    bool writes_steps; /* stores the results of the steps that run kernels (app/lab.h) */
    /* Called by one thread at a time, not always the caller's. The texts live during the call. */
    void (*result)(void *context, const struct author_result *result);
    void *context;
    size_t checked, failed, stale; /* counted by author_check_run */
    uint64_t judged, processor_ns; /* with `seeds`: kernels times seeds, and the time of all processors */
};

/* Whether the check is about the exercise. A locked one has nothing to judge yet. */
bool author_check_wants(const struct author_check *check, const struct exercise *exercise);

/* Whether a GPU times the kernels. Then the claims of steps are about its times. */
bool author_check_measures(const struct author_check *check);

/* Whether the check is about a step that runs kernels. */
bool author_check_wants_lab(const struct author_check *check, const struct lab *lab);

/* False: a grader could not be used. Mistakes of the curriculum go to check->result. */
bool author_check_run(const struct app *app, struct author_check *check, struct error *error);

#endif
