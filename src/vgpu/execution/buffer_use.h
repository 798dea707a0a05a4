/*
 * How the running launch uses buffers. It decides whether blocks may continue side by side
 * (launch_parallel.c).
 */
#ifndef VGPU_EXECUTION_BUFFER_USE_H
#define VGPU_EXECUTION_BUFFER_USE_H

#include "vgpu/execution/execution.h"

/* The next access goes to this buffer. */
void buffer_use_note(struct vgpu_worker *worker, struct vgpu_buffer *buffer, enum vgpu_access access);
/* Whether bits of buffer->use show that one block could see the effects of another. */
bool buffer_use_conflicts(unsigned use);

#endif
