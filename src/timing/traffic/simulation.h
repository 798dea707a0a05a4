/*
 * The play of a sample's requests through the caches, and what it leaves for the extrapolation to the whole launch.
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
    TIME_SLICE_LINES = 8, /* neighbouring lines that one slice of L2 holds */
};

/* When a line that is on its way will be there. */
struct arrival {
    uint32_t turn;      /* of the launch, from which on it is; 0: was there long ago */
    uint32_t warp : 30; /* that asked first */
    uint32_t level : 2; /* where it comes from: 1 L2, 2 DRAM, 3 another device */
};

/* A line that the sample touched. */
struct seen_line {
    uint64_t tag;                    /* line + 1 */
    uint16_t groups, last_group;     /* how many SMs touched it, at most; the last of them + 1 */
    uint8_t loaded, stored, partial; /* sectors; partial: not wholly written yet */
    uint8_t written[4];
    struct arrival arrival;            /* in L2 */
    uint32_t stored_turn, stored_warp; /* the last store, the warp + 1 */
    struct {
        uint32_t turn, warp; /* in which DRAM was asked for it, and by which warp */
        uint64_t others;     /* warps that wanted it since, by their last bits */
    } halves[2];             /* of 64 bytes */
    float fetched;           /* bytes that DRAM had to give */
    uint32_t atomic_sectors; /* of the slice that begins here: where atomics go */
    float atomic_ns;         /* time that they keep it busy */
};

struct extent {
    uint64_t first, last; /* lines */
    double loaded_bytes, stored_bytes, written_bytes, fetched_bytes, partial_bytes, distinct_bytes;
    double completed_bytes; /* of partly written sectors that later stores of the sample filled */
    double sampled_bytes;   /* fetched for the sample's blocks alone */
    double fetched_share;   /* of the sample's fetches that are fetches of the launch */
    double awaited_share;   /* of the waits for what other warps fetch: of the rounds that find it in DRAM */
    double lockstep_share;  /* of fetches by other SMs: that take place at the same time, so that all of them wait */
    double found, awaited;  /* by other warps than the one that had it fetched: lines that were there, on their way */
    double fetches, far_fetches; /* of 64 bytes from DRAM; far: the page had been closed */
    double writes, far_writes;   /* lines that stores brought into L2 */
    bool is_local;
    bool is_followed; /* it is known how instructions go through it; then, whether blocks that touch the same lines are
                       */
    bool is_apart;    /* too far from each other for L2 */
    bool is_far;      /* another device's: it is that one's DRAM */
};

struct simulation {
    const struct vgpu *device;
    const struct vgpu_architecture *architecture;
    const struct time_window *window;
    const struct vgpu_profile *profile;
    struct time_traffic *traffic;
    uint32_t groups;
    uint64_t blocks; /* that these hold */
    struct tag_cache l1[GROUPS_MAX], l2;
    uint32_t l1_sectors[GROUPS_MAX], l1_sectors_most; /* with data, at most so many */
    uint64_t l1_random;
    struct arrival *arrivals[GROUPS_MAX]; /* by SM and slot of its L1 */
    struct seen_line *seen;
    size_t seen_mask;
    struct extent extents[BUFFERS_MAX];
    struct vgpu_range buffers[BUFFERS_MAX]; /* start 0: local memory */
    int extent_count;
    uint64_t *pages; /* of DRAM that are open, by hash */
    uint64_t page_mask;
    uint32_t turn, warp, group; /* that plays */
    struct time_op_traffic *op; /* whose request it is */
    double evicted_bytes;
    bool spans_grid; /* the profile shows where the first and last blocks reach */
    double l2_bytes; /* that hold different lines */
    const struct time_link *link;
};

/* The extent of the buffer that the line lies in, or of local memory. */
struct extent *time_extent_of(struct simulation *simulation, uint64_t line);

/* --- request.c ----------------------------------------------------------------------------------------------- */

/* Until a line is there that comes from level 1, the L2, 2, DRAM, or 3, another device. */
uint32_t time_turns_of(int level);

/* Plays a request of the warp, block and turn that `simulation` names, but what a store writes. Returns the level that
 * it waits for: 0 L1, 1 L2, 2 DRAM, 3 another device. */
int time_play(struct simulation *simulation, const struct vgpu_request *request);

/* Writes what a store leaves in the caches, together with the first `out_merged` of the `count` requests that follow.
 */
void time_play_stores(struct simulation *simulation, const struct vgpu_request *first, const uint32_t *following,
                      uint32_t count, uint32_t *out_merged);

/* --- atomic.c -------------------------------------------------------------------------------------------------
 */

/* How long a request's atomics on a line keep its slice of L2 busy. `meeting`: lanes at a word, on average. */
double time_atomic_ns(struct seen_line *slice, const struct vgpu_touched_line *touched, double meeting, bool is_float);

/*
 * Integers that go to one address, of which ptxas knows that it is the same for all lanes, are added up within the
 * warp: one lane goes to L2.
 */
bool time_atomic_is_added_up(const struct vgpu_profiled_op *op);

/* --- extrapolation.c ------------------------------------------------------------------------------------------- */

/* Fills in the traffic of the whole launch, whose blocks are `scale` times those of the sample. */
void time_extrapolate(struct simulation *simulation, const struct vgpu_occupancy *occupancy, double scale);

#endif
