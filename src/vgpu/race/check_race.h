/*
 * Races: accesses of one lane, and what the synchronisations of blocks and warps order. race_fast.h does the same for
 * whole patterns.
 */
#ifndef VGPU_RACE_CHECK_RACE_H
#define VGPU_RACE_CHECK_RACE_H

#include "vgpu/execution/place.h"

/*
 * Last writer and two readers of each 4 bytes of shared memory, in arrays by word so that a warp's accesses are
 * compared as vectors. A stamp is epoch << 20 | warp epoch << 10 | thread, 0: none. Info is op index << 8 | flags |
 * bytes.
 */
struct vgpu_race_shadow {
    uint32_t *writer, *writer_info, *reader, *reader_info, *second_reader, *second_reader_info;
    uint32_t words;
    /* reads that are not noted yet, see race_reads.h */
    struct vgpu_race_read *reads;
    uint32_t read_count, read_capacity;
    uint32_t read_epoch;    /* of which they are */
    uint32_t settled_epoch; /* reads of this one are noted at once; 0: none */
    uint32_t atomics_epoch; /* in this one there was nothing but atomics; 0: none */
    /* asynchronous copies that nobody has waited for yet */
    uint32_t *copier, *copier_info; /* by word, like the writer; NULL: there was none */
    uint32_t copy_first, copy_end;  /* no word outside is copied to */
    uint32_t copy_words;            /* that are */
};
enum {
    VGPU_RACE_EPOCH_SHIFT = 20,
    VGPU_RACE_WARP_EPOCH_SHIFT = 10,
    VGPU_RACE_EPOCH_MAX = 4095,
    VGPU_RACE_WARP_EPOCH_MAX = 1023,
    VGPU_RACE_THREAD_MASK = 1023,
    VGPU_RACE_WARP_MASK = 1023 & ~31, /* of a stamp: which warp */
    VGPU_RACE_OP_SHIFT = 8,           /* in info */
    VGPU_RACE_BYTES = 15,             /* of the word, that were accessed */
    VGPU_RACE_ATOMIC = 16,
    VGPU_RACE_WEAK = 32,                                /* not all accesses were strong */
    VGPU_RACE_TOLD = 64,                                /* of a copier: it was said that somebody came too early */
    VGPU_RACE_PLAIN = VGPU_RACE_BYTES | VGPU_RACE_WEAK, /* plain, of the whole word */
};

/* `value` is what is about to be written, NULL for reads. */
void check_race(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place,
                const void *value);
/*
 * An asynchronous copy to shared memory begins: from now until it arrives it may write its words, of four bytes each,
 * at any time. Until then any other access to them races, whatever is between; when it arrives, check_race() goes on.
 */
void check_race_begin_copy(struct vgpu_warp *warp, const struct vgpu_lane_access *access,
                           const struct vgpu_place *place);
/* It is about to arrive. True if somebody came too early, which was said. */
bool check_race_end_copy(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place);
/* At the start of a block: no copy is on its way. */
void race_forget_copies(struct vgpu_block *block);
bool race_init(struct vgpu_block *block, uint32_t shared_bytes);
void race_done(struct vgpu_block *block);
/* Forgets all accesses to these offsets, multiples of 4; at the start of a block, those that there may be. */
void race_reset(struct vgpu_block *block, uint32_t first, uint32_t end);
/* A barrier was released; lanes of a warp were synchronised. */
void race_next_epoch(struct vgpu_block *block);
void race_next_warp_epoch(struct vgpu_warp *warp);
/*
 * Lanes of the warp came to an exchange: a shuffle, vote, match, reduction or matrix product. What they have read until
 * then they have read before any of them goes on, so that their later writes come after it. What they have written is
 * not ordered by it (PTX ISA 9.7.9.6 promises no order of memory, and racecheck takes none from it): who reads that
 * without a __syncwarp() races. For global memory only an exchange of all lanes counts.
 */
void race_next_exchange(struct vgpu_warp *warp, uint32_t lanes);
/* Before the warp serves another block. */
void race_forget_meetings(struct vgpu_warp *warp);
static inline uint32_t race_stamp(const struct vgpu_warp *warp, uint32_t lane)
{
    return warp->block->epoch << VGPU_RACE_EPOCH_SHIFT | warp->epoch << VGPU_RACE_WARP_EPOCH_SHIFT |
           (warp->index * VGPU_WARP_LANES + lane);
}
/* Whether an exchange of some of its lanes came after the last of all: then stamps alone do not tell what is ordered.
 */
static inline bool race_has_parted(const struct vgpu_warp *warp)
{
    return warp->read_epoch != warp->whole_epoch;
}

/* The same of a read, which stands in another epoch of the warp after each exchange, too. */
static inline uint32_t race_read_stamp(const struct vgpu_warp *warp, uint32_t lane)
{
    return warp->block->epoch << VGPU_RACE_EPOCH_SHIFT | warp->read_epoch << VGPU_RACE_WARP_EPOCH_SHIFT |
           (warp->index * VGPU_WARP_LANES + lane);
}

/* What an access of a warp's first lane is compared with: stamps of writers and of readers. */
struct race_stamps {
    uint32_t of_write, of_read;
};

static inline struct race_stamps race_stamps_of(const struct vgpu_warp *warp)
{
    return (struct race_stamps){race_stamp(warp, 0), race_read_stamp(warp, 0)};
}

static inline struct race_stamps race_stamps_at(struct race_stamps stamps, uint32_t lane)
{
    return (struct race_stamps){stamps.of_write + lane, stamps.of_read + lane};
}

#endif
