/*
 * Line strips: the sectors or banks that the lanes of one warp touch at each line of a learner's
 * file. They are found by stepping through the first warp of each kernel on one case. Nothing is
 * recorded.
 */
#ifndef GRADER_LINE_STRIP_H
#define GRADER_LINE_STRIP_H

#include "grader/grader_stepping.h"
#include "grader/lab_run.h"

enum { LINE_STRIPS_MAX = 128 };

/* The first access of its kind that the warp makes to a buffer at a line. */
struct line_strip {
    int line;
    enum lab_strip kind; /* sectors of global memory, or banks of shared memory */
    bool is_store;       /* or an atomic operation */
    char buffer[STEPPING_NAME_BYTES];
    int units[LAB_LANES]; /* as of lab_run_strip */
    /*
     * Sectors: those touched, and the fewest for the same bytes. Banks: the passes, and those
     * without conflicts.
     */
    uint32_t count, least;
};

/*
 * Finds the strips of the lines that `observation` counts accesses at, by line. The settings'
 * target is ignored. Lines that the warps do not reach have none. Errors are those of
 * grader_stepping_open().
 */
bool line_strips_find(struct grader *grader, const struct stepping_settings *settings,
                      const struct observation *observation, struct arena *arena, struct line_strip **out_strips,
                      size_t *out_count, struct error *error);

/* The sectors (counted from the lowest) or banks of an access. -1: the lane takes no part. */
void line_strip_units(const struct vgpu_step_request *request, enum lab_strip kind, int out_units[LAB_LANES]);

#endif
