/*
 * author-check of the steps that run kernels: claims, answers, texts with values, stored results.
 */
#ifndef APP_AUTHOR_AUTHOR_LAB_H
#define APP_AUTHOR_AUTHOR_LAB_H

#include "app/author_check.h"
#include "grader/grader.h"

/* The steps of one lesson, and where their results go. */
struct author_labs {
    const struct app *app;
    const struct author_check *check;
    const struct lesson *lesson;
    struct grader *grader;
    void (*result)(void *context, const struct author_result *result);
    void *context;
};

/* Whether the lesson has a step or texts to check. */
bool author_labs_wanted(const struct author_check *check, const struct lesson *lesson);

/* Checks the wanted steps one by one. False: a grader could not be used. */
bool author_labs_check(const struct author_labs *labs, struct error *error);

#endif
