/*
 * Whether a kernel needs what it loads from shared memory.
 *
 * A gate can ask for loads from shared memory. A kernel may meet it with loads whose values reach
 * no output. So the gate case runs once more, with every value from shared memory changed. If the
 * outputs stay the same, the loads are in vain.
 */
#ifndef GRADER_GRADE_SHARED_USE_H
#define GRADER_GRADE_SHARED_USE_H

#include "grader/prepare/grading.h"

/* After the cases ran. Sets grading->loads_in_vain. False: cancelled, or no worker. */
bool shared_use_find(struct grading *grading, struct error *error);

/*
 * The PTX with an instruction behind each load from shared memory that changes the loaded value.
 * NULL: there is none, or one of a kind that cannot be changed in this way.
 */
const char *shared_use_changed(struct arena *arena, const char *ptx);

#endif
