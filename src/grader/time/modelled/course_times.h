/*
 * Looks up times of the course's kernels; grader/course_times.h has the file.
 */
#ifndef GRADER_TIME_MODELLED_COURSE_TIMES_H
#define GRADER_TIME_MODELLED_COURSE_TIMES_H

#include "grader/course_times.h"
#include "grader/wire/model_figure.h"

/* A damaged file has no times. */
bool course_times_find(struct course_times *times, const char *folder, const char *key,
                       struct model_figure *out_figure);

/* An entry in the file's form. `made_with`: the toolkit and the model, as a text. */
const char *course_times_entry(const struct course_time *time, const char *key, const char *made_with,
                               const struct model_figure *figure, struct arena *arena);

/* Whether the file has a time of that toolkit and model. */
bool course_times_are_made_with(const char *folder, const char *architecture, const char *made_with);

#endif
