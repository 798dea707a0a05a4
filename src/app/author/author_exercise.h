/*
 * author-check of one exercise: its texts, starter, solution and planted wrong kernels, one after the other.
 */
#ifndef APP_AUTHOR_AUTHOR_EXERCISE_H
#define APP_AUTHOR_AUTHOR_EXERCISE_H

#include "app/author_check.h"
#include "grader/course_times.h"

struct author_exercise {
    const struct app *app;
    struct grader *grader; /* nobody else uses it meanwhile */
    const char *device;
    const struct exercise *exercise;
    void (*result)(void *context, const struct author_result *result); /* the texts live for the call */
    void (*times)(void *context, const char *folder, const struct course_time *times, size_t count); /* so for these */
    bool (*cancelled)(void *context);
    void *context;     /* of all three */
    bool writes_times; /* the times alone, whatever the course's file of them says: it is about to be written anew */
};

/* False: the grader could not be used, a shipped file could not be read, or CANCELLED. */
bool author_exercise_check(struct author_exercise *given, struct error *error);

#endif
