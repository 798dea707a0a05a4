/*
 * Looks up times of the course's kernels; grader/course_times.h has the file.
 */
#ifndef GRADER_TIME_MODELLED_COURSE_TIMES_H
#define GRADER_TIME_MODELLED_COURSE_TIMES_H

#include "grader/course_times.h"
#include "grader/wire/model_figure.h"

struct course_times; /* the contents of each folder's file */

struct course_times *course_times_new(void);
void course_times_free(struct course_times *times);

/* A damaged file has no times. */
bool course_times_find(struct course_times *times, const char *folder, const char *key,
                       struct model_figure *out_figure);

/* An entry in the file's form. */
const char *course_times_entry(const struct course_time *time, const char *key, const struct model_figure *figure,
                               struct arena *arena);

#endif
