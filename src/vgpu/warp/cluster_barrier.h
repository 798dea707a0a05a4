/*
 * The barrier of a cluster (PTX ISA 9.7.13.3). Each thread arrives, and later waits until all
 * threads of the cluster that still run have arrived.
 */
#ifndef VGPU_WARP_CLUSTER_BARRIER_H
#define VGPU_WARP_CLUSTER_BARRIER_H

#include "vgpu/execution/execution.h"

/* barrier.cluster.arrive and .wait. */
const struct vgpu_op *cluster_barrier_execute(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op);
/* Releases the block's cluster if its barrier is complete; true if it was. */
bool cluster_barrier_release(struct vgpu_block *block);

#endif
