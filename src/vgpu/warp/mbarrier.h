/*
 * mbarrier objects (PTX ISA 9.7.13.15): 64 bits in shared memory (mbarrier_state.h).
 *
 * A phase completes when no arrivals and no bytes are missing. A state token is the object's value
 * at the arrival. For race checks, a warp that has seen a phase end knows the accesses before each
 * arrival (race_clocks.h).
 */
#ifndef VGPU_WARP_MBARRIER_H
#define VGPU_WARP_MBARRIER_H

#include "vgpu/execution/place.h"

enum vgpu_mbarrier_operation {
    VGPU_MBARRIER_INIT,
    VGPU_MBARRIER_INVAL,
    VGPU_MBARRIER_ARRIVE,
    VGPU_MBARRIER_DROP,
    VGPU_MBARRIER_EXPECT,
    VGPU_MBARRIER_COMPLETE,
    VGPU_MBARRIER_TEST,   /* by token */
    VGPU_MBARRIER_PARITY, /* by parity */
    VGPU_MBARRIER_COPIES, /* cp.async.mbarrier.arrive */
};

/* In op->scalar. Offsets in the frame; VGPU_NO_OPERAND: none. */
struct vgpu_mbarrier_form {
    enum vgpu_mbarrier_operation operation;
    uint32_t result; /* 64-bit register of the token; predicate of tests */
    uint32_t value;  /* count, bytes, parity (32 bits) or token (64 bits) */
    bool expects;    /* .expect_tx: `value` are bytes */
    bool keeps;      /* .noComplete: may not complete the phase */
    bool counts;     /* cp.async.mbarrier.arrive without .noinc: one extra arrival */
};

vgpu_handler mbarrier_execute;
/*
 * Bytes that a copy of this warp brought, at an object that check_memory() found. True if they end
 * the phase. `is_last`: of the copy.
 */
bool mbarrier_complete(struct vgpu_warp *warp, const struct vgpu_place *object, uint32_t bytes, bool is_last);
/* mbarrier.pending_count d, token: from op->a to op->d. */
vgpu_handler mbarrier_pending_count;

#endif
