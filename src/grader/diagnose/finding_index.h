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
    const char *limit; /* the size that it must stay below; NULL: unknown */
};
struct finding_reach finding_reach(const struct finding_view *view, const struct vgpu_finding *finding,
                                   struct arena *arena);

/*
 * The row or the column of a matrix's element that runs too far. A condition keeps it below another
 * size. Or the other part is small enough (line 0). `variable` is NULL if there is no such part.
 */
struct finding_reach finding_side(const struct finding_view *view, const struct vgpu_finding *finding,
                                  struct arena *arena);

/* A condition that keeps another variable than the index below the length. */
struct finding_reach finding_kept(const struct finding_view *view, const struct vgpu_finding *finding,
                                  struct arena *arena);

/* The index of the buffer on the finding's line: "i + 1"; "": unknown, or one of several. */
const char *finding_index_text(const struct finding_view *view, const struct vgpu_finding *finding,
                               struct arena *arena);

/*
 * A size of the exercise's buffer that no line of the plan uses. Then neither a grid nor a kernel
 * follows it. NULL: none.
 */
const char *finding_unused_size(const struct source *source, const struct exercise *exercise, const char *buffer,
                                struct arena *arena);

/* The index of a matrix that a condition keeps below the number of all elements: `i < h * w`. */
struct finding_reach finding_total(const struct finding_view *view, const struct vgpu_finding *finding,
                                   struct arena *arena);

/* The size that an index into a matrix multiplies by instead of the width; NULL: none. */
const char *finding_pitch(const struct finding_view *view, const struct vgpu_finding *finding, struct arena *arena);

/* "w": the length of a row of a matrix; "": it is none. */
const char *finding_width(const struct finding_view *view, const struct vgpu_finding *finding);

/* The first element of the buffer that is never written in the reported case; NULL: none. */
const char *finding_left_out(const struct finding_view *view, const struct vgpu_finding *finding);

/*
 * Whether the buffer's length comes from the grid: it is a formula, or `grid=` names it. One
 * element and one block agree by chance.
 */
bool finding_has_length_of_grid(const struct finding_view *view, const struct parameter *parameter);

#endif
