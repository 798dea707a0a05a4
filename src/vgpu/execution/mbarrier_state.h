/*
 * The content of an mbarrier object (PTX ISA 9.7.13.15): 64 bits in shared memory, opaque to
 * programs.
 *
 *     bits 0..19   arrivals that the current phase still waits for
 *     bits 20..39  arrivals that the next phase will wait for
 *     bits 40..60  bytes that are still to come, two's complement
 *     bit 61       parity of the current phase
 *     bit 62       set: initialised
 */
#ifndef VGPU_EXECUTION_MBARRIER_STATE_H
#define VGPU_EXECUTION_MBARRIER_STATE_H

#include <stdbool.h>
#include <stdint.h>

enum { MBARRIER_NEXT_SHIFT = 20, MBARRIER_BYTES_SHIFT = 40, MBARRIER_BYTES_BITS = 21, MBARRIER_PARITY_SHIFT = 61 };
#define MBARRIER_COUNT_MASK UINT64_C(0xfffff)
#define MBARRIER_INITIALISED (UINT64_C(1) << 62)

struct mbarrier_state {
    uint32_t pending, next;
    int32_t bytes;
    bool parity;
};

static inline struct mbarrier_state mbarrier_unpack(uint64_t value)
{
    int64_t bytes = (int64_t)(value << (64 - MBARRIER_BYTES_SHIFT - MBARRIER_BYTES_BITS)) >> (64 - MBARRIER_BYTES_BITS);
    return (struct mbarrier_state){.pending = (uint32_t)(value & MBARRIER_COUNT_MASK),
                                   .next = (uint32_t)(value >> MBARRIER_NEXT_SHIFT & MBARRIER_COUNT_MASK),
                                   .bytes = (int32_t)bytes,
                                   .parity = value >> MBARRIER_PARITY_SHIFT & 1};
}

static inline uint64_t mbarrier_pack(const struct mbarrier_state *state)
{
    uint64_t bytes = (uint64_t)(int64_t)state->bytes & ((UINT64_C(1) << MBARRIER_BYTES_BITS) - 1);
    return MBARRIER_INITIALISED | (uint64_t)state->parity << MBARRIER_PARITY_SHIFT | bytes << MBARRIER_BYTES_SHIFT |
           ((uint64_t)state->next & MBARRIER_COUNT_MASK) << MBARRIER_NEXT_SHIFT |
           (state->pending & MBARRIER_COUNT_MASK);
}

#endif
