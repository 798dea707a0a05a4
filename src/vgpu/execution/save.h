/*
 * What buffers held before a launch wrote to them, so that the launch can be undone.
 */
#ifndef VGPU_EXECUTION_SAVE_H
#define VGPU_EXECUTION_SAVE_H

#include "vgpu/execution/execution.h"

/*
 * Before a worker's first write to a buffer: keeps what it holds, so that it can be undone. Every
 * worker that is about to write comes here, and none goes on before the copy is complete. False: no
 * memory, it cannot be undone.
 */
bool save_buffer(struct vgpu_launch_state *launch, struct vgpu_buffer *buffer);
/* A buffer that was saved holds again what it did before the launch. */
void save_restore(struct vgpu_memory *memory, struct vgpu_buffer *buffer);
/* The launch is over. */
void save_end(struct vgpu_memory *memory, struct vgpu_buffer *buffer);
void save_free(struct vgpu_memory *memory, struct vgpu_buffer *buffer);

#endif
