/*
 * What the running launch does with buffers: it decides whether blocks may go on side by side
 * (launch_order.c).
 */
#ifndef VGPU_EXECUTION_BUFFER_USE_H
#define VGPU_EXECUTION_BUFFER_USE_H

#include "vgpu/execution/execution.h"

/* A buffer is about to be accessed. */
void buffer_use_note(struct vgpu_worker *worker, struct vgpu_buffer *buffer, enum vgpu_access access);
/* Whether bits of buffer->use show that one block could see what another did. */
bool buffer_use_conflicts(unsigned use);

#endif
