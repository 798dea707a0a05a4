/*
 * author-check of the steps that run kernels: claims, answers, texts with values, stored results.
 */
#ifndef APP_AUTHOR_AUTHOR_LAB_H
#define APP_AUTHOR_AUTHOR_LAB_H

#include "app/author_check.h"

/* Checks the wanted steps one by one. False: a grader could not be used. */
bool author_labs_check(const struct app *app, struct author_check *check, struct error *error);

#endif
