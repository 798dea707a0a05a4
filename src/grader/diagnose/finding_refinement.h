/*
 * Refinements: whether a finding is of a narrower kind, which has a sentence of its own in
 * diagnoses.def. The files finding_*.c define them:
 *     finding_refinement.c   accesses outside of a buffer
 *     finding_index.c        their index in the source
 *     finding_race.c         races
 *     finding_instruction.c  fragments, atomics, warps
 *     finding_plan.c         the launches of the plan
 */
#ifndef GRADER_DIAGNOSE_FINDING_REFINEMENT_H
#define GRADER_DIAGNOSE_FINDING_REFINEMENT_H

#include "grader/diagnose/explanation_finding.h"
#include "grader/source/source_guard.h"
#include "grader/source/source_launch.h"

typedef bool finding_refinement(const struct finding_view *view, const struct vgpu_finding *finding);

/* Declares every refinement of the table: finding_is_any(), finding_is_stored_twice() and so on. */
#define FINDING_DIAGNOSIS(kind, refinement, sentence, lesson) finding_refinement refinement;
#include "grader/diagnose/diagnoses.def"

/* The threads of a block of the finding's kernel; 0: unknown. */
uint64_t finding_block_threads(const struct observation *observation, const char *kernel);

/* The condition before the finding's line that bounds its index wrongly. */
struct source_guard_bound finding_bound(const struct finding_view *view, const struct vgpu_finding *finding,
                                        struct arena *arena);

/* An index of a shared array that is threadIdx alone, and goes beyond the declared size. */
struct finding_axis {
    int axis; /* 0 for x; -1: none */
    unsigned long last, size;
};
struct finding_axis finding_axis(const struct finding_view *view, const struct vgpu_finding *finding);

/*
 * The only launch of the finding's kernel, a template made for a number that no size of the case
 * has, beside launches of other kernels. Line 0: another kind of kernel.
 */
struct source_launch_found finding_instance(const struct finding_view *view, const struct vgpu_finding *finding,
                                            struct arena *arena);

/* The launch that passes the finding's buffer, before this kernel or after it. Line 0: none. */
struct source_launch_found finding_writer(const struct finding_view *view, const struct vgpu_finding *finding,
                                          struct arena *arena);

/*
 * The variable that chooses one of a few parts of a shared array, if it is 0 in all rounds: `turn`
 * of tile[turn][y][x]. NULL: another index.
 */
const char *finding_fixed_index(const struct finding_view *view, const struct vgpu_finding *finding,
                                struct arena *arena);

/* The only launch line of the finding's kernel; 0: there are several, or none. */
int finding_launch_line(const struct finding_view *view, const struct vgpu_finding *finding);

bool finding_has_buffer(const struct vgpu_finding *finding);

/* The exercise's buffer; NULL: it is the plan's own, or shared memory. */
const struct parameter *finding_parameter(const struct vgpu_finding *finding, const struct exercise *exercise);

#endif
