/*
 * Handlers of alloca, stacksave, stackrestore (PTX ISA 9.7.17): local memory after a frame's
 * variables.
 */
#ifndef VGPU_WARP_STACK_H
#define VGPU_WARP_STACK_H

#include "vgpu/execution/execution.h"

/* op->flags: registers have 64 bits; op->immediate of an allocation is its alignment. */
vgpu_handler stack_allocate, stack_save, stack_restore;

#endif
