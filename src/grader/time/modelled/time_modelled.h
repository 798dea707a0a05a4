/*
 * The time on a modelled GPU: the parent's side.
 */
#ifndef GRADER_TIME_MODELLED_TIME_MODELLED_H
#define GRADER_TIME_MODELLED_TIME_MODELLED_H

#include "grader/prepare/grading.h"
#include "grader/time/time_failure.h"

/*
 * Fills verdict->time, or its note, if the virtual device judged a right kernel. False: cancelled.
 */
bool time_modelled(struct grading *grading, struct time_failure *out_failure, struct error *error);

#endif
