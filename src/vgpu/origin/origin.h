/*
 * Launches that are watched for NaN and infinities (vgpu/origin.h).
 */
#ifndef VGPU_ORIGIN_ORIGIN_H
#define VGPU_ORIGIN_ORIGIN_H

#include "vgpu/execution/execution.h"
#include "vgpu/origin.h"

/* Starts this watch or that of pointers, if the launch asks for one; nothing otherwise. */
bool origin_begin(struct vgpu_launch_state *launch);

#endif
