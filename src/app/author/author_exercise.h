/* author-check of one exercise: its texts, starter, solution and wrong kernels, one by one. */
#ifndef APP_AUTHOR_AUTHOR_EXERCISE_H
#define APP_AUTHOR_AUTHOR_EXERCISE_H

#include "app/author_check.h"
#include "grader/course_times.h"

struct author_exercise {
    const struct app *app;
    struct grader *grader; /* only this check uses it */
    const char *device;
    const struct exercise *exercise;
    /* the texts live during the call */
    void (*result)(void *context, const struct author_result *result);
    /* likewise */
    void (*times)(void *context, const char *folder, const struct course_time *times, size_t count);
    bool (*cancelled)(void *context);
    void *context;     /* for all three */
    bool full;         /* judge the solution by its whole launch too; also where `full` is given */
    bool writes_times; /* only the times, ignoring the course's file: it is about to be rewritten */
};

/* False: the grader could not be used, a shipped file could not be read, or CANCELLED. */
bool author_exercise_check(struct author_exercise *given, struct error *error);

#endif
