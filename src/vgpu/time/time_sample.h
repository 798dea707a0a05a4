/*
 * The sample of an estimate: which blocks of the launch run, within the work that may be spent, and what they did.
 *
 * A window of blocks that a few SMs would hold at a time tells of caches; blocks all over the grid tell what differs
 * from place to place.
 */
#ifndef VGPU_TIME_TIME_SAMPLE_H
#define VGPU_TIME_TIME_SAMPLE_H

#include "vgpu/time/time.h"
#include "vgpu/time_model.h"

struct estimating {
    struct vgpu_module *module;
    const struct time_request *request;
    const struct time_rates *rates;
    struct time_shape shape;
    uint64_t random;
    double instructions_left;
    double per_block;          /* warp instructions of a block */
    uint32_t groups, resident; /* of the window */
    uint64_t window_blocks, window_first;
    uint64_t blocks_run;
    struct time_sharing sharing;
    struct time_streams streams;
    bool depends_on_values;         /* see time_values.c */
    double requests, most_requests; /* of memory: all that ran, and those of the block that has most */
    struct time_stores stores;
    int store_parts;
};

/* Proportional to `below`: one seed draws the same relative place in grids of different sizes. */
uint64_t time_sample_draw(uint64_t *state, uint64_t below);

/* What a run cost, see vgpu/profile.h. */
double time_sample_work(const struct vgpu_report *report);

/* Runs these blocks and takes what they cost off `instructions_left`. NULL with the reason if they did not end. */
struct vgpu_report *time_sample_run(struct estimating *estimating, const uint64_t *blocks, uint64_t count, bool profile,
                                    struct error *error);

/* The window's report; where one block is more than can be afforded, that is the one that ran already. */
struct vgpu_report *time_sample_window(struct estimating *estimating, struct error *error);

/*
 * Blocks all over the grid, for what differs from place to place: they take the place of the window's in `profile`. Not
 * done where the window is the grid, or no more can be afforded.
 */
bool time_sample_spread(struct estimating *estimating, struct vgpu_profile *profile, struct vgpu_profiled_op *ops,
                        double *out_intensity, double *out_error, struct error *error);

#endif
