/* Predictions: the learner enters a number, and the device says whether it is right. */
#ifndef APP_PREDICTION_H
#define APP_PREDICTION_H

#include <stdbool.h>

#include "app/app.h"
#include "app/grading.h"

/*
 * The kernel whose number is asked for. That is the one which the prediction names, or the
 * learner's own, once its exercise has passed, or the shipped solution. A question that comes
 * before its exercise in the lesson is about the solution.
 */
bool predict_source(const struct app *app, const struct lesson *lesson, const struct predict *predict,
                    struct arena *arena, struct source *out_source, bool *out_is_own, struct error *error);

/*
 * Asks the grading thread for the number. The answer comes as GRADING_MEASURED. Returns 0 with an
 * error on failure.
 */
uint64_t predict_start(struct app *app, struct grading *grading, const struct lesson *lesson,
                       const struct predict *predict, bool *out_is_own, struct error *error);

/*
 * Whether a guess is within the prediction's tolerance, which is relative. 0 is exact to 1 in 10^9.
 */
bool predict_is_right(const struct predict *predict, double guess, double value);

/*
 * A number as a learner types it: "4", "4.0", "1/8", "64*128*4", "32 768", "12.5 %". False for
 * other texts.
 */
bool predict_parse(const char *text, double *out_value);

#endif
