/* The changes of a trial, in the case and in the launch plan. */
#ifndef GRADER_TRIAL_TRIAL_CHANGES_H
#define GRADER_TRIAL_TRIAL_CHANGES_H

#include "base/arena.h"
#include "curriculum/model.h"
#include "grader/wire/job.h"

struct trial_changes {
    struct exercise_case given; /* the case with its new values; name NULL: made from the values */
    bool any;                   /* a change of the case; false: it is unchanged */
    int64_t block;              /* 0: as in the plan */
};

/* grammar: { name "=" text }, separated by spaces outside parentheses. */
bool trial_read_changes(const struct exercise *exercise, const struct job_case *base, const char *text,
                        struct arena *arena, struct trial_changes *out_changes, struct error *error);

/*
 * The threads per block of the first launch line with plain numbers. A line with one number comes
 * before lines with several. 0: none.
 */
int64_t trial_plan_block(const struct source *source);

/*
 * The source with another number of threads in its launch lines. Of a block with several sides the
 * last one changes.
 */
bool trial_change_block(const struct source *source, int64_t block, struct arena *arena, struct source *out_source,
                        struct error *error);

/* The first launch line without its `//!`; "": none. */
const char *trial_plan_line(const struct source *source, struct arena *arena);

#endif
