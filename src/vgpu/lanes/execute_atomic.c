/*
 * Atomic operations: lane by lane in canonical order.
 */
#include "vgpu/access/access.h"
#include "vgpu/lanes/execute.h"

HANDLER(atomic)
{
    access_atomic(warp, frame, op);
    return warp_go_on(warp, op);
}
