/*
 * Warps: how their splits run, part, wait for each other, call and end.
 */
#ifndef VGPU_WARP_WARP_H
#define VGPU_WARP_WARP_H

#include "vgpu/execution/execution.h"

void warp_start(struct vgpu_warp *warp, struct vgpu_block *block, uint32_t index);

/* Runs the warp until it waits, ends, yields or the launch stops. */
void warp_run(struct vgpu_warp *warp);
/*
 * The split that goes first of those that are ready; NULL none. Where splits meet they merge only
 * when they run.
 */
const struct vgpu_split *warp_first_ready(const struct vgpu_warp *warp);
/*
 * Lets a .sync operation continue without its missing lanes, with a finding. False if none waits.
 */
bool warp_force_sync(struct vgpu_warp *warp);

/*
 * For handlers: the handler must return the result of each function. Those with `op` count the run
 * that ends with it. warp_yield expects it counted.
 */
/* `taken` lanes of the split go to `target`, the rest to op + 1. */
const struct vgpu_op *warp_diverge(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t taken,
                                   const struct vgpu_op *target);
/*
 * `lanes` become a split that stays at `op`; so do the rest, and `op` is executed again for each.
 */
const struct vgpu_op *warp_split_off(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t lanes);
const struct vgpu_op *warp_exit_lanes(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t lanes);
const struct vgpu_op *warp_return(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t lanes);
const struct vgpu_op *warp_call(struct vgpu_warp *warp, const struct vgpu_op *op, const struct vgpu_function *callee);
/* The slice is used up: others have their turn, then the split continues at `target`. */
const struct vgpu_op *warp_yield(struct vgpu_warp *warp, const struct vgpu_op *target);
/* The split waits for a block barrier and continues at op + 1. */
const struct vgpu_op *warp_wait_barrier(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t barrier);
/*
 * For .sync operations: true if all lanes of `mask` that still live are in the split. Otherwise the
 * handler is to return warp_wait_lanes(), and `op` is executed again when the missing lanes have
 * come.
 */
bool warp_has_lanes(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t mask);
const struct vgpu_op *warp_wait_lanes(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t mask);

/*
 * Ends the launch, with a finding of the kind for the lowest active lane. `told`: base/told.h.
 * Returns NULL, for handlers.
 */
const struct vgpu_op *warp_fault_told(struct vgpu_warp *warp, const struct vgpu_op *op, enum vgpu_finding_kind kind,
                                      const char *told);
const struct vgpu_op *warp_fault_as(struct vgpu_warp *warp, const struct vgpu_op *op, enum vgpu_finding_kind kind,
                                    const char *format, ...) __attribute__((format(printf, 4, 5)));
#define warp_fault(warp, op, ...) warp_fault_as(warp, op, VGPU_FINDING_ILLEGAL_INSTRUCTION, __VA_ARGS__)

#endif
