/*
 * Timelines from inside: the launch that runs, and what it knows of those before it.
 */
#ifndef VGPU_TIMELINE_TIMELINE_H
#define VGPU_TIMELINE_TIMELINE_H

#include "vgpu/execution/execution.h"
#include "vgpu/timeline.h"

/*
 * A launch, or a transfer, that others may overlap. Its module and name last as long as the
 * timeline remembers it.
 */
struct timeline_party {
    const struct vgpu_module *module; /* NULL: a transfer */
    const char *kernel;               /* or what a transfer is called */
    int device;
    uint32_t grid[3], block[3];
    uint32_t queue, sequence;
};

/*
 * A launch or a transfer of a device begins in a stream. Its number, counted from 1, if something
 * may overlap it so that it must be watched; 0: nothing can, or `party` is NULL, or there is no
 * memory for it. Device, queue and sequence of `party` are filled in.
 */
uint32_t timeline_begin(struct vgpu_timeline *timeline, const struct vgpu_memory *memory, int stream,
                        const struct timeline_party *party);
uint32_t timeline_begin_launch(struct vgpu_timeline *timeline, const struct vgpu_launch_state *launch);
/*
 * What a check remembers of memory for as long as something that was launched may be met there;
 * `release` frees it. NULL: nothing yet.
 */
void timeline_remember(struct vgpu_timeline *timeline, void *memory, void (*release)(void *memory));
void *timeline_memory(const struct vgpu_timeline *timeline);

const struct timeline_party *timeline_party(const struct vgpu_timeline *timeline, uint32_t number);
/* Whether the launch that runs comes after this one. */
bool timeline_knows(const struct vgpu_timeline *timeline, uint32_t number);
/* The launch that runs has seen a value that the other released; it counts once a fence follows. */
void timeline_observe(struct vgpu_timeline *timeline, uint32_t number);
void timeline_fence(struct vgpu_timeline *timeline);

#endif
