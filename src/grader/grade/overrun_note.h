/* Adds a loop past the end of an array (grader/source/source_overrun.h) to the findings. */
#ifndef GRADER_GRADE_OVERRUN_NOTE_H
#define GRADER_GRADE_OVERRUN_NOTE_H

#include "grader/prepare/grading.h"

/*
 * To the first case that is unsafe anyway, or else to the unoptimised runs. A finding without a
 * line of the PTX.
 */
void overrun_note(struct grading *grading);

#endif
