/*
 * Fragments of wmma.load and wmma.store moved as a whole: all lanes say the same address and stride, as they must, and
 * one buffer of global memory holds the matrix. What needs a look at its lanes is left to fragment.c.
 */
#ifndef VGPU_LANES_FRAGMENT_WHOLE_H
#define VGPU_LANES_FRAGMENT_WHOLE_H

#include "vgpu/cache_geometry.h"
#include "vgpu/lanes/fragment.h"

enum {
    FRAGMENT_ELEMENTS_MAX = 64,
    FRAGMENT_PHASE_BYTES = 16,
    FRAGMENT_PHASES = VGPU_LINE_BYTES / FRAGMENT_PHASE_BYTES
};

/* The lines of a request for one register whose first address has this phase in its line. */
struct fragment_lines {
    uint32_t count;                  /* 0: not known */
    uint64_t lines[VGPU_WARP_LANES]; /* from that of the first address */
    uint8_t sectors[VGPU_WARP_LANES];
};

/*
 * Where elements lie, in bits from the matrix' address: what the lane says plus what the element says, since row and
 * column are such sums (math_mma.h). And what follows from it. The worker keeps those of each op: strides hardly
 * change.
 */
struct fragment_places {
    struct fragment_places *next; /* of the worker */
    uint32_t stride;
    bool bypasses_l1;
    uint64_t lanes[VGPU_WARP_LANES], elements[FRAGMENT_ELEMENTS_MAX];
    uint32_t lane_bytes[VGPU_WARP_LANES];  /* the lanes in bytes, where size_bytes has 31 bits */
    uint64_t size_bytes;                   /* from the matrix' address to the end of the last element */
    uint64_t sorted[VGPU_WARP_LANES];      /* the lanes, in bytes and ascending */
    uint8_t sectors_at[VGPU_SECTOR_BYTES]; /* of a request for one register, by its first address; 0: unknown */
    uint64_t least_sectors;                /* with that */
    struct fragment_lines lines[FRAGMENT_PHASES];
};

/* `base`: the matrix' address. False, with nothing done: register by register and lane by lane. */
bool fragment_load_whole(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op,
                         struct fragment_places *places, uint64_t base);
bool fragment_store_whole(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op,
                          struct fragment_places *places, uint64_t base);

#endif
