/*
 * Atomic operations: lane by lane in canonical order.
 */
#include "vgpu/access_internal.h"
#include "vgpu/execute_internal.h"

HANDLER(atomic)
{
    access_atomic(warp, frame, op);
    return warp_go_on(warp, op);
}
