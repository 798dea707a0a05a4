/*
 * Modelled times that come with the course: what its solutions and references take at the sizes that are timed, so that
 * a learner's first submission need not wait until these are modelled too.
 *
 * A course or pack has them in solutions/modelled-times.json, which `author-check --write-times` writes and every
 * author-check holds against what is modelled. Each entry is found by a hash of all that its time follows from: the
 * source, parameters, sizes, architecture, the toolkit's version and VERDICT_MODEL_VERSION. What is not found is
 * modelled.
 */
#ifndef GRADER_COURSE_TIMES_H
#define GRADER_COURSE_TIMES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/error.h"
#include "curriculum/model.h"
#include "grader/grader.h"

#define COURSE_TIMES_FILE "solutions/modelled-times.json"

enum { COURSE_TIMES_OF_EXERCISE = 2 }; /* the solution's and the reference's */

struct course_time {
    const char *exercise, *kernel; /* "solution", "reference" */
    const char *architecture;
    bool is_shipped;                /* the file has an entry for the kernel as it is now */
    double modelled_us, shipped_us; /* 0: none could be modelled */
    bool agrees; /* the file says all that was modelled now, the share of each output that is written included */
    const char *as_text; /* the entry, as the file should have it */
};

/*
 * Models the exercise's kernels, where the grader was made to (grader_settings.models_course) and has not done so yet.
 * *out_count: 0 for one that is not timed, or that no time can be modelled for. A kernel that is not modelled now
 * agrees with every entry: a busy machine may have run out of time.
 */
bool course_times_model(struct grader *grader, const struct curriculum *curriculum, const struct exercise *exercise,
                        struct arena *arena, struct course_time out_times[COURSE_TIMES_OF_EXERCISE], size_t *out_count,
                        struct error *error);

/* Whether `folder` (a course's or a pack's) has times for an architecture at all: a pack need not. */
bool course_times_are_kept(const char *folder, const char *architecture);

/*
 * Puts the times in place of those of the same exercises and architectures; with `all` also in place of those of all
 * other exercises.
 */
bool course_times_write(const char *folder, const struct course_time *times, size_t count, bool all,
                        struct error *error);

#endif
