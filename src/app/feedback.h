/*
 * Ratings of lessons on their way to the author.
 */
#ifndef APP_FEEDBACK_H
#define APP_FEEDBACK_H

#include <jansson.h>

#include "app/app.h"

/* "1" to "5"; RANGE for anything else. */
bool feedback_parse_stars(const char *text, int *out_stars, struct error *error);

/* Rates a lesson, by its id; `remark` NULL leaves the one that is there. *out_stars is what was kept. */
bool feedback_rate(struct app *app, const char *lesson, const char *stars, const char *remark, int *out_stars,
                   struct error *error);

/*
 * schema, program, language, and for each rating lesson, title, pack, stars, remark, when, and the SHA-256 of the
 * lesson's text, so that its author knows which wording was meant. Nothing about the learner.
 */
bool feedback_export(struct app *app, json_t **out_json, struct error *error);

#endif
