/* Which compilation of the handlers runs on this CPU. */
#ifndef VGPU_LANES_ISA_H
#define VGPU_LANES_ISA_H

#include "vgpu/program/handlers.h"
#include "vgpu/vgpu.h"

/*
 * The handlers of an instruction set. BEST is the best set that this CPU and this build have. NULL
 * if the CPU or the build lacks the set.
 */
const struct vgpu_handlers *isa_handlers(enum vgpu_isa isa);

#endif
