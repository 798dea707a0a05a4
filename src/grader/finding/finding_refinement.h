/*
 * Refinements: whether a finding is of a narrower kind, which has a sentence of its own in
 * diagnoses.def. The files finding_*.c define them:
 *     finding_refinement.c   accesses outside of a buffer
 *     finding_index.c        their index in the source
 *     finding_race.c         races
 *     finding_instruction.c  fragments, atomics, warps
 *     finding_plan.c         the launches of the plan
 */
#ifndef GRADER_FINDING_FINDING_REFINEMENT_H
#define GRADER_FINDING_FINDING_REFINEMENT_H

#include "grader/finding/finding_facts.h"

typedef bool finding_refinement(const struct finding_facts *facts);

/* Declares every refinement of the table: finding_is_any(), finding_is_stored_twice() and so on. */
#define FINDING_DIAGNOSIS(kind, refinement, sentence, lesson) finding_refinement refinement;
#include "grader/diagnoses.def"

#endif
