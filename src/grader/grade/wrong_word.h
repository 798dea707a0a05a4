/*
 * Finds the small change that makes a wrong kernel right.
 *
 * Each change of small_change.h is compiled, and runs on small cases of the submission. If all of
 * them are right, the change is reported.
 */
#ifndef GRADER_GRADE_WRONG_WORD_H
#define GRADER_GRADE_WRONG_WORD_H

#include "grader/grade/rerun.h"

/* Whether there is a change to try. Nothing is compiled. */
bool wrong_word_has_changes(struct rerun *rerun);

/* In the verdict's arena. Line 0: no change makes it right. Runs on the virtual device. */
struct sentence wrong_word_find(struct rerun *rerun);

#endif
