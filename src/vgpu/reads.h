/*
 * The bytes of some buffers that launches and copies read.
 *
 * A launch that is given the watch runs block after block on one thread, but with whole warps, so
 * it takes little longer than another.
 */
#ifndef VGPU_READS_H
#define VGPU_READS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/cleanup.h"

struct vgpu_read_watch;

enum { VGPU_READ_WATCH_BUFFERS_MAX = 32 };

/* Over all launches that are given the watch. NULL without memory. */
struct vgpu_read_watch *vgpu_read_watch_new(void);
void vgpu_read_watch_free(struct vgpu_read_watch *watch);
DEFINE_CLEANUP(vgpu_read_watch_free, struct vgpu_read_watch *)

/* Notes the reads of this whole buffer from now on. Returns its number; -1: no room. */
int vgpu_read_watch_add(struct vgpu_read_watch *watch, uint64_t address, uint64_t size_bytes);
bool vgpu_read_watch_has(const struct vgpu_read_watch *watch, int number, uint64_t offset);
/* Notes a read by something else than a launch, such as a copy. */
void vgpu_read_watch_note(struct vgpu_read_watch *watch, uint64_t address, uint64_t size_bytes);

#endif
