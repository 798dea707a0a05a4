/*
 * Finds the numbers of a wrong case that decide it.
 *
 * A formula with several numbers is wrong in one of its terms. The smallest failing case runs again
 * with one of its numbers set to 0, or a whole number to 1. That often removes a term from the
 * kernel and the reference. Where the result becomes right, the mistake is in a term with this
 * number.
 */
#ifndef GRADER_GRADE_DECIDING_NUMBER_H
#define GRADER_GRADE_DECIDING_NUMBER_H

#include "grader/prepare/grading.h"

/* "decay = 0 or rate = 0". NULL: no number decides, or most do. Runs on the virtual device. */
const char *deciding_number_find(struct grading *grading);

#endif
