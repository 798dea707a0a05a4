/*
 * Orders of the blocks and warps of one launch.
 *
 * A GPU takes any of them, and many others. So a right kernel gives the same results in all, up to
 * the rounding of float atomics. In all but the first, %smid and %warpid have other values, and
 * clocks begin elsewhere.
 */
#ifndef VGPU_ORDER_H
#define VGPU_ORDER_H

enum vgpu_order {
    VGPU_ORDER_CANONICAL, /* block after block, warp after warp */
    VGPU_ORDER_REVERSED,  /* the last ones first; a warp that waits is patient before others run */
    VGPU_ORDER_PREEMPTED, /* others run after each volatile, relaxed or atomic access */
    VGPU_ORDER_DELAYED,   /* a warp that wrote such a word goes on only when no other can */
    VGPU_ORDER_STARVED,   /* a warp that waited goes on only when no other can */
    VGPU_ORDER_COUNT,
};

enum { VGPU_ORDER_WARPS_MAX = 16384 }; /* launches of more resident warps run in the canonical order */

/* "when the last blocks and warps run first"; "" for the canonical order. */
const char *vgpu_order_text(enum vgpu_order order);

#endif
