/*
 * Refinements of accesses past the end: a variable of another length, rows of another length, or an
 * index that also leaves elements out.
 */
#ifndef GRADER_DIAGNOSE_FINDING_INDEX_H
#define GRADER_DIAGNOSE_FINDING_INDEX_H

#include "grader/diagnose/explanation_finding.h"

/* A variable of the index that a condition keeps below a size that the buffer does not have. */
struct finding_reach {
    int line; /* of the condition; 0: none */
    const char *variable, *bound;
};
struct finding_reach finding_reach(const struct finding_view *view, const struct vgpu_finding *finding,
                                   struct arena *arena);

bool finding_is_of_other_size(const struct finding_view *view, const struct vgpu_finding *finding);

/* The index of a matrix that a condition keeps below the number of all elements: `i < h * w`. */
struct finding_reach finding_total(const struct finding_view *view, const struct vgpu_finding *finding,
                                   struct arena *arena);

/* The height of a matrix, if the index multiplies by it instead of the width; NULL: it does not. */
const char *finding_pitch(const struct finding_view *view, const struct vgpu_finding *finding, struct arena *arena);

/* "w": the length of a row of a matrix; "": it is none. */
const char *finding_width(const struct finding_view *view, const struct vgpu_finding *finding);

bool finding_is_of_wrong_pitch(const struct finding_view *view, const struct vgpu_finding *finding);

/* The first element of the buffer that is never written in the reported case; NULL: none. */
const char *finding_left_out(const struct finding_view *view, const struct vgpu_finding *finding);

bool finding_is_misplaced(const struct finding_view *view, const struct vgpu_finding *finding);

/*
 * Whether the buffer's length comes from the grid: it is a formula, or `grid=` names it. One
 * element and one block agree by chance.
 */
bool finding_has_length_of_grid(const struct finding_view *view, const struct parameter *parameter);

#endif
