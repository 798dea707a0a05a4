/*
 * The simulation: a sample's requests on their way through the caches, and what the extrapolation
 * needs to know of them.
 */
#ifndef TIMING_TRAFFIC_SIMULATION_H
#define TIMING_TRAFFIC_SIMULATION_H

#include "timing/costs/costs.h"
#include "timing/traffic/tag_cache.h"
#include "timing/traffic/traffic.h"
#include "vgpu/buffers.h"

enum {
    GROUPS_MAX = 256,
    BUFFERS_MAX = 64,
    TIME_SLICE_LINES = 8, /* neighbouring lines in one slice of L2 */
};

/* When a line that is in flight arrives. */
struct arrival {
    uint32_t turn;      /* the turn in which it arrives; 0: it was there long ago */
    uint32_t warp : 30; /* that asked first */
    uint32_t level : 2; /* where it comes from: 1 L2, 2 DRAM, 3 another device */
};

/* A line that the sample touched. */
struct seen_line {
    uint64_t tag;                    /* line + 1 */
    uint16_t groups, last_group;     /* SMs that touched it, at most; the last of them + 1 */
    uint8_t loaded, stored, partial; /* sectors; partial: written in part so far */
    uint8_t written[4];
    struct arrival arrival;            /* in L2 */
    uint32_t stored_turn, stored_warp; /* of the last store; the warp's number + 1 */
    struct {
        uint32_t turn, warp; /* the turn and the warp of the fetch from DRAM */
        uint64_t others;     /* warps that wanted it since, by the last bits of their numbers */
    } halves[2];             /* of 64 bytes */
    float fetched;           /* bytes that came from DRAM */
    uint32_t atomic_sectors; /* sectors that atomics hit, of the slice that begins here */
    float atomic_ns;         /* time that atomics keep the slice busy */
};

struct extent {
    uint64_t first, last; /* lines */
    double loaded_bytes, stored_bytes, written_bytes, fetched_bytes, partial_bytes, distinct_bytes;
    double completed_bytes;      /* of partly written sectors that later stores of the sample filled */
    double sampled_bytes;        /* that the sample's blocks fetched */
    double fetched_share;        /* share of the sample's fetches that the launch does too */
    double awaited_share;        /* share of the waits for other warps' fetches: the rounds that go to DRAM */
    double lockstep_share;       /* share of other SMs' fetches at the same time, so that all SMs wait */
    double found, awaited;       /* lines that a warp other than the fetching one found in L2, or waited for */
    double fetches, far_fetches; /* fetches of 64 bytes from DRAM; far: the page was closed */
    double writes, far_writes;   /* lines that stores brought into L2 */
    bool is_local;
    bool is_followed; /* it is known how instructions go through it */
    bool is_apart;    /* then: blocks that touch the same lines are too far apart for L2 */
    bool is_far;      /* it belongs to another device, whose DRAM serves it */
};

struct simulation {
    const struct vgpu *device;
    const struct vgpu_architecture *architecture;
    const struct time_window *window;
    const struct vgpu_profile *profile;
    struct time_traffic *traffic;
    uint32_t groups;
    uint64_t blocks; /* that the groups hold */
    struct tag_cache l1[GROUPS_MAX], l2;
    uint32_t l1_sectors[GROUPS_MAX], l1_sectors_most; /* sectors with data, and their limit */
    uint64_t l1_random;
    struct arrival *arrivals[GROUPS_MAX]; /* by SM and slot of its L1 */
    struct seen_line *seen;
    size_t seen_mask;
    struct extent extents[BUFFERS_MAX];
    struct vgpu_range buffers[BUFFERS_MAX]; /* start 0: local memory */
    int extent_count;
    uint64_t *pages; /* open pages of DRAM, by hash */
    uint64_t page_mask;
    uint32_t turn, warp, group; /* of the request that is played */
    struct time_op_traffic *op; /* that made the request */
    double evicted_bytes;
    bool spans_grid; /* the profile shows where the first and last blocks of the grid reach */
    double l2_bytes; /* bytes of L2 that hold different lines */
    const struct time_link *link;
};

/* The extent of the buffer that the line lies in, or of local memory. */
struct extent *request_extent(struct simulation *simulation, uint64_t line);

/* --- request.c -------------------------------------------------------------------------------- */

/* Turns until a line arrives from level 1, L2; 2, DRAM; or 3, another device. */
uint32_t request_turns(int level);

/*
 * Plays a request of the warp, block and turn that `simulation` names. Writes by stores are left to
 * request_play_stores(). Returns the level that the request waits for: 0 L1, 1 L2, 2 DRAM, 3
 * another device.
 */
int request_play(struct simulation *simulation, const struct vgpu_request *request);

/*
 * Writes what a store leaves in the caches, together with the first `out_merged` of the `count`
 * requests that follow.
 */
void request_play_stores(struct simulation *simulation, const struct vgpu_request *first, const uint32_t *following,
                         uint32_t count, uint32_t *out_merged);

/* --- atomic.c --------------------------------------------------------------------------------- */

/*
 * How long a request's atomics on a line keep its slice of L2 busy. `meeting`: lanes per word, on
 * average.
 */
double atomic_ns(struct seen_line *slice, const struct vgpu_touched_line *touched, double meeting, bool is_float);

/*
 * Whether one lane goes to L2 for the whole warp. For that, ptxas adds up integers within the warp.
 * It must know that all lanes have the same address.
 */
bool atomic_is_added_up(const struct vgpu_profiled_op *op);

/* --- extrapolation.c -------------------------------------------------------------------------- */

/* Fills in the traffic of the whole launch, which has `scale` times the blocks of the sample. */
void extrapolation_find(struct simulation *simulation, const struct vgpu_occupancy *occupancy, double scale);

#endif
