/*
 * Fragments of wmma.load and wmma.store moved as a whole.
 *
 * All lanes must have the same address and stride, as PTX requires. One buffer of global memory, or
 * one variable of shared memory, must hold the matrix. All other accesses go through fragment.c.
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

/* The lines of a request for one register, for one phase of its first address in a line. */
struct fragment_lines {
    uint32_t count;                  /* 0: unknown */
    uint64_t lines[VGPU_WARP_LANES]; /* counted from the line of the first address */
    uint8_t sectors[VGPU_WARP_LANES];
};

/*
 * The places of a fragment's elements, in bits from the matrix's address.
 *
 * Row and column of an element are sums of a lane part and an element part (math_mma.h). So the
 * place is such a sum too. The worker keeps the places of each op, since strides rarely change.
 */
struct fragment_places {
    struct fragment_places *next; /* list of the worker */
    uint32_t stride;
    uint32_t checked_bytes; /* of each lane, in the pattern of the op's cache; 0: it has none */
    bool bypasses_l1;
    uint64_t lanes[VGPU_WARP_LANES], elements[FRAGMENT_ELEMENTS_MAX];
    uint32_t lane_bytes[VGPU_WARP_LANES]; /* `lanes` in bytes, if size_bytes fits 31 bits */
    /* from the matrix's address to the end of the last element */
    uint64_t size_bytes;
    uint64_t sorted[VGPU_WARP_LANES]; /* `lanes` in bytes, ascending */
    /* sectors of a request for one register, by its first address; 0: unknown */
    uint8_t sectors_at[VGPU_SECTOR_BYTES];
    uint64_t least_sectors; /* least sectors of the same request */
    struct fragment_lines lines[FRAGMENT_PHASES];
};

/*
 * `base` is the matrix's address. Returns false, without effect, if the access must go lane by
 * lane.
 */
bool fragment_load_whole(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op,
                         struct fragment_places *places, uint64_t base);
bool fragment_store_whole(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op,
                          struct fragment_places *places, uint64_t base);
/* The same in shared memory. The caller counts the requests. */
bool fragment_load_shared(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op,
                          struct fragment_places *places, uint64_t base);
bool fragment_store_shared(struct vgpu_warp *warp, const uint8_t *frame, const struct vgpu_op *op,
                           struct fragment_places *places, uint64_t base);

#endif
