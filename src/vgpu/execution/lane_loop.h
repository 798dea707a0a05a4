/*
 * Loops over the lanes of a warp, and its registers as lanes.
 */
#ifndef VGPU_EXECUTION_LANE_LOOP_H
#define VGPU_EXECUTION_LANE_LOOP_H

#include "vgpu/execution/execution.h"

#define LANES VGPU_WARP_LANES
#define FOR_LANES for (int lane = 0; lane < LANES; lane++)

/* Iterates `lane` over the set bits of a mask, lowest first. */
#define FOR_ACTIVE(mask)                                                                    \
    for (uint32_t rest_ = (mask), lane = rest_ ? (uint32_t)__builtin_ctz(rest_) : 0; rest_; \
         rest_ &= rest_ - 1, lane = rest_ ? (uint32_t)__builtin_ctz(rest_) : 0)

/*
 * A register of the frame as lanes. Registers never overlap in part, and begin at multiples of 64
 * bytes.
 */
#define REGISTER(type, offset) ((type *)__builtin_assume_aligned(frame + (offset), 64))
#define REGISTER_32(offset) REGISTER(uint32_t, offset)
#define REGISTER_64(offset) REGISTER(uint64_t, offset)
#define PREDICATE(offset) (*(uint32_t *)(void *)(frame + (offset)))

#endif
