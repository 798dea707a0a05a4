/*
 * Modelled times that come with the course: those of its solutions, best kernels and references
 * at the timed sizes.
 * With them a learner's first submission need not wait until these kernels are modelled.
 *
 * A course or pack keeps them in solutions/modelled-times.json. `author-check --write-times` writes
 * the file, and every author-check compares it with the model. It fails where a time is missing,
 * unless the file was written with another toolkit or model. The key of an entry is a hash of
 * everything that the time depends on: source, parameters, sizes, architecture, the toolkit's
 * version and VERDICT_MODEL_VERSION. A kernel without an entry is modelled.
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

/* The solution, the best kernel, the reference, and kernels that gates compare with. */
enum { COURSE_TIMES_OF_EXERCISE = 20 };

struct course_time {
    const char *exercise, *kernel; /* "solution", "best", "reference", "kernels/PATH" */
    const char *architecture;
    bool is_shipped;                /* the file has an entry for the present kernel */
    bool is_made_here;              /* the file has times of this toolkit and model, so none can be missing */
    double modelled_us, shipped_us; /* 0: could not be modelled */
    bool agrees;                    /* the file equals the model, also in its counts */
    bool needs_full;                /* bench is too large to run whole, and the exercise names no `full` size */
    const char *as_text;            /* the entry as the file must have it */
};

/*
 * Models the exercise's kernels, if grader_settings.models_course is set. Each kernel is modelled
 * once. *out_count is 0 for an exercise that is not timed or cannot be modelled. A kernel without a
 * new time agrees with every entry, because a busy machine may have run out of time.
 */
bool course_times_model(struct grader *grader, const struct curriculum *curriculum, const struct exercise *exercise,
                        struct arena *arena, struct course_time out_times[COURSE_TIMES_OF_EXERCISE], size_t *out_count,
                        struct error *error);

/* Whether `folder`, a course's or a pack's, has times for an architecture. A pack need not. */
bool course_times_are_kept(const char *folder, const char *architecture);

/* Files of times that were read: each folder's is read once. */
struct course_times;
struct course_times *course_times_new(void);
void course_times_free(struct course_times *times);
DEFINE_CLEANUP(course_times_free, struct course_times *)

/*
 * The shipped time of a kernel ("solution", "best", "reference"), to be shown, in microseconds. 0:
 * there is none. It is not compared with the present kernel: author-check does that.
 */
double course_times_shipped(struct course_times *times, const char *folder, const char *exercise, const char *kernel,
                            const char *architecture);

/*
 * Replaces the times of the same exercises and architectures. `all` also drops those of all other
 * exercises.
 */
bool course_times_write(const char *folder, const struct course_time *times, size_t count, bool all,
                        struct error *error);

#endif
