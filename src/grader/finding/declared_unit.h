/*
 * The size of a buffer's elements as the learner declares them. An access may take several at once,
 * such as a float4 or two halves of a fragment, and counts the buffer in these.
 */
#ifndef GRADER_FINDING_DECLARED_UNIT_H
#define GRADER_FINDING_DECLARED_UNIT_H

#include "grader/finding/finding_sentence.h"

/* In bytes; 0: unknown. For buffers of the exercise, of the plan, and in shared memory. */
uint32_t declared_unit_of(const struct vgpu_finding *finding, const struct finding_view *view);

/* Of the array `name` that the source declares __shared__; 0: none, or another type. */
uint32_t declared_unit_of_shared(const struct source *source, const char *name);

#endif
