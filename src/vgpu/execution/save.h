/* The content of buffers before a launch wrote to them, so that the launch can be undone. */
#ifndef VGPU_EXECUTION_SAVE_H
#define VGPU_EXECUTION_SAVE_H

#include "vgpu/execution/execution.h"

/*
 * Keeps the content of a buffer before a worker's first write to it. Every worker calls this before
 * it writes, and continues when the copy is complete. False: there is no memory, so the write
 * cannot be undone.
 */
bool save_buffer(struct vgpu_launch_state *launch, struct vgpu_buffer *buffer);
/* Restores a saved buffer to its content before the launch. */
void save_restore(struct vgpu_memory *memory, struct vgpu_buffer *buffer);
/* The launch is over. */
void save_end(struct vgpu_memory *memory, struct vgpu_buffer *buffer);
void save_free(struct vgpu_memory *memory, struct vgpu_buffer *buffer);

#endif
