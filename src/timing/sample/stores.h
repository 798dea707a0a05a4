/*
 * Stores: how many bytes of each buffer a launch writes, by the blocks that ran.
 *
 * Lazy buffers know which of their bytes kernels have written. What the blocks of the sample wrote,
 * times the launch's blocks by those that ran, is what the launch writes. Most of these blocks are
 * neighbours, and may write more or less than others. So the figure is corrected by parts whose
 * blocks come from all over the grid. Differences between parts give the figure its doubt.
 *
 * Blocks may write different buffers: of three products in one launch, each block computes one.
 * Then the buffers' shares differ from run to run, and few blocks say little about each buffer.
 */
#ifndef TIMING_SAMPLE_STORES_H
#define TIMING_SAMPLE_STORES_H

#include "timing/time_model.h"

struct vgpu_report;

/* A buffer's part of the bytes that runs of the sample wrote. */
struct time_share {
    uint64_t address;
    double bytes;       /* written so far */
    double least, most; /* share of one run, 0 to 1 */
};

struct time_stores {
    uint64_t *blocks; /* that ran, some of them more than once; owned */
    uint64_t count, capacity;
    struct time_stored before[TIME_STORED_MAX]; /* bytes that earlier launches wrote */
    int before_count;
    double ran_bytes, ran_blocks; /* of all runs, each block as often as it ran */
    double least_each, most_each; /* bytes per block of a run */
    double sum, squares;          /* of the bytes per block of each part */
    int parts;
    double spread_blocks; /* of all parts */
    struct time_share shares[TIME_STORED_MAX];
    int share_count, shared_runs; /* runs that wrote to something new */
};

/* Notes what is written before the launch. */
void time_stores_begin(struct vgpu *device, struct time_stores *stores);
/* False: out of memory. */
bool time_stores_note(struct time_stores *stores, const uint64_t *blocks, uint64_t count);
/* Blocks from anywhere ran. */
void time_stores_add_run(struct vgpu *device, struct time_stores *stores, const struct vgpu_report *report,
                         uint64_t blocks);
/* A part of the grid ran: `blocks` blocks from all over its share. */
void time_stores_add_part(struct time_stores *stores, const struct vgpu_report *report, uint64_t blocks);
/* Forgets the parts, where better ones follow. */
void time_stores_forget_parts(struct time_stores *stores);
/* Fills in `stored` for a launch of `blocks` blocks. */
void stores_find(struct vgpu *device, struct time_stores *stores, uint64_t blocks, struct time_written *written);
void time_stores_done(struct time_stores *stores);

#endif
