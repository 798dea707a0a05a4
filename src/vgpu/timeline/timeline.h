/* Timelines from inside: the running launch, and the earlier launches that it knows of. */
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
    const char *kernel;               /* or the name of a transfer */
    int line;                         /* of the statement in the plan; 0 unknown */
    int device;
    uint32_t grid[3], block[3];
    uint32_t queue, sequence;
};

/*
 * A launch or a transfer of a device begins in a stream. Returns its number, counted from 1, if
 * something may overlap it: then it must be watched. Returns 0 if nothing can overlap it, `party`
 * is NULL, or there is no memory. Fills in device, queue and sequence of `party`.
 */
uint32_t timeline_begin(struct vgpu_timeline *timeline, const struct vgpu_memory *memory, int stream,
                        const struct timeline_party *party);
uint32_t timeline_begin_launch(struct vgpu_timeline *timeline, const struct vgpu_launch_state *launch);
/*
 * The memory accesses that a check remembers. The timeline keeps them as long as a later launch may
 * overlap one of them. `release` frees them. NULL: nothing yet.
 */
void timeline_remember(struct vgpu_timeline *timeline, void *memory, void (*release)(void *memory));
void *timeline_memory(const struct vgpu_timeline *timeline);

const struct timeline_party *timeline_party(const struct vgpu_timeline *timeline, uint32_t number);
/* Whether the running launch comes after this one. */
bool timeline_knows(const struct vgpu_timeline *timeline, uint32_t number);
/* The running launch has seen a value that the other released. It counts once a fence follows. */
void timeline_observe(struct vgpu_timeline *timeline, uint32_t number);
void timeline_fence(struct vgpu_timeline *timeline);

#endif
