/*
 * Traffic: what the requests of a sample move between L1, L2, DRAM and other devices, scaled to the
 * whole launch.
 *
 * The sample's window is played through modelled caches. What a small window cannot show comes from
 * blocks elsewhere in the grid (streams.h) and from the neighbours of a block (sharing.h).
 */
#ifndef TIMING_TRAFFIC_TRAFFIC_H
#define TIMING_TRAFFIC_TRAFFIC_H

#include "timing/time_model.h"
#include "timing/traffic/sharing.h"
#include "timing/traffic/streams.h"
#include "vgpu/occupancy.h"
#include "vgpu/profile.h"

/* Lines of requests, and those of them that belong to another device. */
struct time_reach {
    double lines, far;
};

/* Adds the requests of the first `blocks` blocks. */
void traffic_add_reach(const struct vgpu *device, const struct vgpu_profile *profile, uint64_t blocks,
                       struct time_reach *reach);

/*
 * The window: its first `blocks` blocks are those that `groups` SMs hold at a time, SM after SM.
 * Further blocks in the profile only show how far the launch reaches.
 */
struct time_window {
    const struct vgpu_profile *profile;
    uint32_t groups;
    uint64_t blocks;
    double intensity;                   /* requests of an average block / requests of a block of the window */
    struct time_reach reach;            /* of blocks from all over the grid; without lines: the window has all */
    const struct time_sharing *sharing; /* NULL: the window itself shows what neighbours share */
    const struct time_streams *streams; /* never NULL */
};

/* What became of the requests of one op. */
struct time_op_traffic {
    double requests, missed_l1, missed_l2; /* requests; those of which some sector missed */
    double linked;                         /* requests with a line of another device; not counted in missed_l2 */
    double awaited_l2; /* requests that wait because another warp has just asked DRAM; not counted in missed_l2 */
    double lines, missed_lines;
    double fresh, asked;  /* `fresh`: share of the `asked` loads to 64 bytes that the warp has not asked for lately */
    double fetched_bytes; /* from DRAM */
    double found_share;   /* share of these bytes that other blocks fetched before (extrapolation.c) */
    bool is_there;        /* they did so long before */
    int extent;           /* the simulation's number of the buffer that the first request went to */
    bool is_added_up;     /* atomics: the warp adds up its lanes and one lane goes to memory */
};

/* Sums over the window's blocks, except where a comment says otherwise. */
struct time_traffic {
    struct time_op_traffic *ops; /* by op; owned */
    double l1_lines;             /* passes over L1's tags and data */
    double loads, load_hits;     /* sectors */
    double missed_lines, missed_sectors;
    double store_sectors;
    double spilled_sectors;                /* of spilled registers, among those of stores and the missed ones */
    double partial_lines, partial_sectors; /* of stores that do not fill the sectors they touch */
    double gathered_lines,
        gathered_sectors; /* the part of these that goes to lines which warps of one SM fill together */
    double atomic_sectors;
    double atomic_repeats;                      /* lanes that wait for others of their request at the same line */
    double hottest_ns;                          /* that atomics keep the busiest line busy */
    double link_read_bytes, link_written_bytes; /* that cross to or from other devices, with headers */
    double link_cycles;                         /* until a request has crossed, beyond the latency of L2 */
    double dram_read_bytes, dram_write_bytes;   /* of the whole launch */
    double dram_cost_bytes;                     /* bytes of a stream that would take DRAM as long */
    double blocks;                              /* of the window */
};

/* False without memory. */
bool traffic_find(const struct vgpu *device, const struct vgpu_occupancy *occupancy, const struct time_window *window,
                  struct time_traffic *out_traffic);
void traffic_done(struct time_traffic *traffic);

#endif
