/* The state of race checks for a launch, its blocks and their warps. */
#ifndef VGPU_RACE_RACE_STATE_H
#define VGPU_RACE_RACE_STATE_H

#include "vgpu/execution/execution.h"

/*
 * The last writer and two readers of each 4 bytes of shared memory. They are arrays by word, so
 * that a warp's accesses are compared as vectors.
 *
 *     stamp   epoch << 20 | warp epoch << 10 | thread, 0: none
 *     info    op index << 8 | flags | bytes
 */
struct vgpu_race_shadow {
    uint32_t *writer, *writer_info, *reader, *reader_info, *second_reader, *second_reader_info;
    uint32_t words;
    /* reads that are not noted yet, see race_reads.h */
    struct vgpu_race_read *reads;
    uint32_t read_count, read_capacity;
    uint32_t read_epoch;    /* of which they are */
    uint32_t settled_epoch; /* reads of this one are noted at once; 0: none */
    uint32_t atomics_epoch; /* an epoch of nothing but atomics; 0: none */
    /* asynchronous copies without a wait so far */
    uint32_t *copier, *copier_info; /* by word, like the writer; NULL: there was none */
    uint32_t copy_first, copy_end;  /* no word outside is copied to */
    uint32_t copy_words;            /* that are */
};

struct race_warp {
    uint32_t epoch;                    /* grows with each warp-wide synchronisation */
    uint32_t read_epoch;               /* also grows with each exchange: race_next_exchange() */
    uint32_t whole_epoch;              /* read_epoch after the last exchange of all lanes */
    uint32_t sync_time, exchange_time; /* last synchronisation, last exchange: for global memory */
    uint32_t fence_time;               /* of the last fence */
    bool has_met;                      /* one of these is not 0: */
    uint16_t met_epoch[VGPU_WARP_LANES]
                      [VGPU_WARP_LANES]; /* read_epoch of each two lanes; void if not above whole_epoch */
};

/* An access of another block of the cluster, see race_cluster.h. */
struct race_remote_access {
    uint32_t phase; /* of the cluster's barrier, from 1; 0: none */
    uint16_t rank, thread;
    uint32_t info;
};

struct race_remote {
    struct race_remote_access writer, reader; /* the last ones */
};

struct race_block {
    struct vgpu_race_shadow *shadow; /* NULL without shared memory */
    struct race_remote *remote;      /* by word; NULL: there was none */
    bool has_remote;                 /* since the last barrier of the cluster */
    uint32_t cluster_epoch;          /* the first one after that barrier */
    struct vgpu_race_clocks *clocks;
    uint32_t epoch;      /* grows with each release of a block barrier */
    uint32_t full_epoch; /* of the last barrier of the whole block */
    bool is_partial;     /* since then only some warps have synchronised, see race_clocks.h */
    uint32_t sync_time;  /* of the last release, for global memory */
    struct race_warp warps[];
};

/* While blocks run in order. */
struct race_launch {
    struct vgpu_race_order *order;
    struct race_history *history; /* the timeline's, if the launch has a number there */
    bool was_short;               /* history was, and it was said */
};

static inline struct vgpu_race_shadow *race_shadow_of(const struct vgpu_block *block)
{
    return block->race ? block->race->shadow : NULL;
}

/* NULL unless checked. */
static inline struct vgpu_race_clocks *race_clocks_of(const struct vgpu_block *block)
{
    return block->race ? block->race->clocks : NULL;
}

/* NULL unless global memory is tracked. */
static inline struct vgpu_race_order *race_order_of(const struct vgpu_launch_state *launch)
{
    return launch->race ? launch->race->order : NULL;
}

#endif
