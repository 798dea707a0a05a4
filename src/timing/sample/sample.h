/*
 * The sample of an estimate: which blocks of the launch run, within the work that may be spent, and
 * what they did.
 *
 * A window of blocks, those that a few SMs hold at a time, shows how the caches work. Blocks from
 * all over the grid show what differs from place to place.
 */
#ifndef TIMING_SAMPLE_SAMPLE_H
#define TIMING_SAMPLE_SAMPLE_H

#include "timing/costs/costs.h"
#include "timing/sample/repeats.h"
#include "timing/sample/stores.h"
#include "timing/time_model.h"
#include "timing/traffic/sharing.h"
#include "timing/traffic/streams.h"
#include "timing/traffic/traffic.h"
#include "vgpu/occupancy.h"

enum { SAMPLE_PROBES = 5 };

/* A block that was run to know how much work there is at its place. */
struct sample_probe {
    uint64_t block;
    double cost;
};

/* An estimate that is being made. */
struct estimating {
    struct vgpu_module *module;
    struct vgpu *device;
    const struct vgpu_architecture *architecture;
    const struct time_request *request;
    const struct time_rates *rates;
    struct vgpu_occupancy occupancy;
    uint64_t random;
    double instructions_left;
    double per_block; /* warp instructions of a block */
    struct sample_probe probes[SAMPLE_PROBES];
    int probe_count;
    uint32_t groups, resident; /* of the window */
    uint64_t window_blocks, window_first;
    uint64_t blocks_run;
    bool window_shows_sharing;
    struct time_sharing sharing; /* found only where the window does not show it */
    struct time_streams streams;
    struct time_reach reach;        /* of the blocks from all over the grid */
    bool depends_on_values;         /* see values.c */
    double requests, most_requests; /* of memory: of all blocks that ran, and of the block that has most */
    struct time_stores stores;
    struct repeats_print print;
    struct time_excess excess;
};

/*
 * A number below `below`, in proportion to it: a seed draws the same relative place in grids of
 * different sizes.
 */
uint64_t sample_draw(uint64_t *state, uint64_t below);

/* The work of a run, see vgpu/profile.h. */
double sample_work(const struct vgpu_report *report);

/*
 * Runs these blocks and takes their work off `instructions_left`. NULL with the reason if they did
 * not end.
 */
struct vgpu_report *sample_run(struct estimating *estimating, const uint64_t *blocks, uint64_t count, bool profile,
                               struct error *error);

/* Runs two blocks without a record, to know how many can be afforded. */
bool sample_probe_plain(struct estimating *estimating, struct error *error);

/*
 * The report of the window. Where a single block costs more than may be spent, that block's run is
 * the window.
 */
struct vgpu_report *sample_window(struct estimating *estimating, struct error *error);

/*
 * Runs blocks from all over the grid and puts what they did in the place of the window's ops in
 * `profile`, over `ops`. Does nothing where the window is the whole grid, or nothing more may be
 * spent.
 */
bool sample_spread(struct estimating *estimating, struct vgpu_profile *profile, struct vgpu_profiled_op *ops,
                   double *out_intensity, double *out_error, struct error *error);

/* --- dependences.c ---------------------------------------------------------------------------- */

/*
 * Fills in reads_earlier and on_unsampled_blocks from the uses since vgpu_uses_begin(), and keeps
 * these uses.
 */
void dependences_find(struct vgpu *device, struct time_dependences *dependences);

/*
 * Whether since vgpu_uses_begin() nothing was read that a kernel may write. Then a value that is
 * waited for never comes.
 */
bool dependences_are_inputs(const struct vgpu *device);

/* --- values.c --------------------------------------------------------------------------------- */

/*
 * Whether values in memory decide where the kernel branches or what it accesses. True also where
 * that is not known.
 */
bool values_decide(const struct vgpu_profile *profile);

/* --- extra_blocks.c --------------------------------------------------------------------------- */

/*
 * Runs blocks beyond the sample, for what they write: as many as request->extra_instructions allow,
 * but at least a few.
 *
 * An estimate takes some hundred blocks, whose every access is recorded. Many more can run without
 * a record, to see whether values are right. These are all blocks, or stretches drawn from all over
 * the grid with its two ends. Where addresses are wanted, the blocks that write these come first.
 * Errors: those of sample_run().
 */
bool extra_blocks_run(struct estimating *estimating, struct time_estimate *estimate, struct error *error);

/* --- short_blocks.c --------------------------------------------------------------------------- */

/*
 * Looks at the beginning of blocks from all over the grid. Some may end there, and others work for
 * long and all write as many bytes. Then has_short_blocks is set, and `stored` has the bytes that
 * the launch can write at most.
 *
 * Of long blocks only a few can run, so that blocks which leave their work out are seldom among
 * them. Errors: those of sample_run().
 */
bool short_blocks_find(struct estimating *estimating, struct time_estimate *estimate, struct error *error);

#endif
