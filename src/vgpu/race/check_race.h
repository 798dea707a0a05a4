/*
 * Races: accesses of one lane, and the order that synchronisations of blocks and warps create.
 * race_fast.h checks whole patterns.
 */
#ifndef VGPU_RACE_CHECK_RACE_H
#define VGPU_RACE_CHECK_RACE_H

#include "vgpu/execution/place.h"
#include "vgpu/race/race_state.h"

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
    VGPU_RACE_TOLD = 64,                                /* copier: early access was reported */
    VGPU_RACE_PLAIN = VGPU_RACE_BYTES | VGPU_RACE_WEAK, /* plain, of the whole word */
};

/* `value` is the value to be written, NULL for reads. */
void check_race(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place,
                const void *value);
/* Checks a read. */
void race_look_at(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place);
/* What is kept of an access about the word from byte `at` on; the access ends before `end`. */
uint32_t race_info(const struct vgpu_warp *warp, const struct vgpu_lane_access *access, uint64_t at, uint64_t end);
/* The op that wrote last to an offset of shared memory; NULL: not known. */
const struct vgpu_op *race_last_writer(const struct vgpu_warp *warp, uint64_t offset);
/*
 * An asynchronous copy to shared memory begins. Until it arrives it may write its words, of four
 * bytes each, at any time. Until then any other access to them races, even after a barrier. When
 * the copy arrives, check_race() continues.
 */
void check_race_begin_copy(struct vgpu_warp *warp, const struct vgpu_lane_access *access,
                           const struct vgpu_place *place);
/* The copy arrives next. True if an early access was reported. */
bool check_race_end_copy(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place);
/* Nothing is kept where races are not checked. False without memory. */
bool race_block_new(struct vgpu_block *block, uint32_t shared_bytes);
void race_block_free(struct vgpu_block *block);
void race_block_start(struct vgpu_block *block);
void race_warp_start(struct vgpu_warp *warp);
/* These offsets of shared memory are new; no copy is in flight. */
void race_clear_shared(struct vgpu_block *block, uint32_t first, uint32_t end);
/*
 * Forgets all accesses to these offsets, multiples of 4. At the start of a block these may be
 * accesses of earlier blocks.
 */
void race_reset(struct vgpu_block *block, uint32_t first, uint32_t end);
/* A barrier was released; lanes of a warp were synchronised. */
void race_next_epoch(struct vgpu_block *block);
void race_next_warp_epoch(struct vgpu_warp *warp);
/*
 * Lanes of the warp came to an exchange: a shuffle, vote, match, reduction or matrix product. All
 * lanes finish their earlier reads before any lane continues. So later writes of these lanes come
 * after those reads.
 *
 * The exchange does not order earlier writes. PTX ISA 9.7.9.6 promises no order of memory, and
 * racecheck assumes none. A thread that reads such a write without a __syncwarp() races. For global
 * memory only an exchange of all lanes counts.
 */
void race_next_exchange(struct vgpu_warp *warp, uint32_t lanes);
static inline uint32_t race_stamp(const struct vgpu_warp *warp, uint32_t lane)
{
    return warp->block->race->epoch << VGPU_RACE_EPOCH_SHIFT | warp->race->epoch << VGPU_RACE_WARP_EPOCH_SHIFT |
           (warp->index * VGPU_WARP_LANES + lane);
}
/*
 * Whether an exchange of only some lanes came after the last exchange of all. Then stamps alone do
 * not show the order.
 */
static inline bool race_has_parted(const struct vgpu_warp *warp)
{
    return warp->race->read_epoch != warp->race->whole_epoch;
}

/*
 * Records a read. Each exchange starts a new epoch for reads, so reads before and after it differ.
 */
static inline uint32_t race_read_stamp(const struct vgpu_warp *warp, uint32_t lane)
{
    return warp->block->race->epoch << VGPU_RACE_EPOCH_SHIFT | warp->race->read_epoch << VGPU_RACE_WARP_EPOCH_SHIFT |
           (warp->index * VGPU_WARP_LANES + lane);
}

/* The stamps of writers and of readers that an access of a warp's first lane is compared with. */
struct race_stamps {
    uint32_t of_write, of_read;
};

static inline struct race_stamps race_stamps_of(const struct vgpu_warp *warp)
{
    const struct race_warp *race = warp->race;
    uint32_t both = warp->block->race->epoch << VGPU_RACE_EPOCH_SHIFT | warp->index * VGPU_WARP_LANES;
    return (struct race_stamps){both | race->epoch << VGPU_RACE_WARP_EPOCH_SHIFT,
                                both | race->read_epoch << VGPU_RACE_WARP_EPOCH_SHIFT};
}

static inline struct race_stamps race_stamps_at(struct race_stamps stamps, uint32_t lane)
{
    return (struct race_stamps){stamps.of_write + lane, stamps.of_read + lane};
}

#endif
