/*
 * The time on a GPU that is not there: the parent's side.
 */
#ifndef GRADER_TIME_MODELLED_TIME_MODELLED_H
#define GRADER_TIME_MODELLED_TIME_MODELLED_H

#include "grader/prepare/grading.h"
#include "grader/time/time_failure.h"

/* Fills verdict->time, or its note, where the virtual device judged a kernel that is right. False: cancelled. */
bool time_modelled(struct grading *grading, struct time_failure *out_failure, struct error *error);

#endif
