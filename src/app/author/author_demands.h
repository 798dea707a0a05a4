/*
 * author-check of a lesson's form: what doc/authoring.md demands of each lesson. Nothing is run.
 */
#ifndef APP_AUTHOR_AUTHOR_DEMANDS_H
#define APP_AUTHOR_AUTHOR_DEMANDS_H

#include "app/author_check.h"

/* Checks the wanted lessons. */
void author_demands_check(const struct app *app, struct author_check *check);

#endif
