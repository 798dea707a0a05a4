/* Ratings of lessons for their authors. */
#ifndef APP_FEEDBACK_H
#define APP_FEEDBACK_H

#include <jansson.h>

#include "app/app.h"

/*
 * Rates a lesson, by its id. `remark` NULL keeps the present one. *out_stars is the stored rating.
 */
bool feedback_rate(struct app *app, const char *lesson, const char *stars, const char *remark, int *out_stars,
                   struct error *error);

/*
 * Exports schema, program and language. Each rating has lesson, title, pack, stars, remark and
 * date. It also has the SHA-256 of the lesson's text, so the author knows the rated wording.
 * Nothing is about the learner.
 */
bool feedback_export(struct app *app, json_t **out_json, struct error *error);

#endif
