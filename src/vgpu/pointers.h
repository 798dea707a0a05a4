/*
 * The buffer that each pointer belongs to: the one that it was computed from.
 *
 * In a watched launch, an access must stay inside the buffer of its pointer. Else it is out of
 * bounds, though another buffer may be at the address, and it does not happen. A watched launch
 * runs block after block, instruction by instruction, lane by lane. This is slow: use it for one
 * small launch that has already gone wrong.
 */
#ifndef VGPU_POINTERS_H
#define VGPU_POINTERS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/cleanup.h"

struct vgpu_pointer_watch;

/* Over all launches that are given the watch. NULL without memory. */
struct vgpu_pointer_watch *vgpu_pointer_watch_new(void);
void vgpu_pointer_watch_free(struct vgpu_pointer_watch *watch);
DEFINE_CLEANUP(vgpu_pointer_watch_free, struct vgpu_pointer_watch *)

/* How many accesses left the buffer of their pointer and reached or neared another one. */
uint64_t vgpu_pointer_watch_strayed(const struct vgpu_pointer_watch *watch);

#endif
