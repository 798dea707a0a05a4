/*
 * Atomic operations: lane by lane in canonical order, or from the last lane on in the reversed one.
 */
#include "vgpu/access/access.h"
#include "vgpu/lanes/execute.h"

HANDLER(atomic)
{
    access_atomic(warp, frame, op);
    return warp_go_on(warp, op);
}
