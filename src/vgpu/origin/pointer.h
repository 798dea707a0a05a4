/* Launches whose pointers are followed (vgpu/pointers.h). */
#ifndef VGPU_ORIGIN_POINTER_H
#define VGPU_ORIGIN_POINTER_H

#include "vgpu/execution/execution.h"
#include "vgpu/pointers.h"

/* Starts the watch if the launch asks for it; nothing otherwise. */
void pointer_begin(struct vgpu_launch_state *launch);

#endif
