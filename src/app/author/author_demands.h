/*
 * author-check of a lesson's form: what doc/authoring.md demands of each lesson. Nothing is run.
 *
 * tests/curriculum/demands.txt, below the course or the pack, forgives lessons from before the
 * demands: a line is the lesson's id and the demand's name. A line that is not needed is a mistake,
 * so the list only shrinks.
 */
#ifndef APP_AUTHOR_AUTHOR_DEMANDS_H
#define APP_AUTHOR_AUTHOR_DEMANDS_H

#include "app/author_check.h"

#define AUTHOR_DEMANDS_FILE "tests/curriculum/demands.txt"

/* Checks the wanted lessons. False: the list could not be read. */
bool author_demands_check(const struct app *app, struct author_check *check, struct error *error);

#endif
