/*
 * Kernels whose index does not fit the blocks and the grid of their only launch line:
 *
 *     //! launch add(a, n) grid=(n+255)/256 block=256
 *     int i = blockIdx.x * 128 + threadIdx.x;
 *
 * They are looked for in the source alone.
 */
#ifndef GRADER_SOURCE_SOURCE_BLOCK_H
#define GRADER_SOURCE_SOURCE_BLOCK_H

#include "base/arena.h"
#include "base/diagnostics.h"

/* The first `blockIdx.x * 128 + threadIdx.x` of a source without loops. */
struct source_block_width {
    int line;          /* 0: none differs from the blocks that are launched */
    const char *width; /* "128" */
    int launch_line;
    const char *threads; /* of a block: "256" */
};
struct source_block_width source_block_width(const struct source *source, struct arena *arena);

/*
 * The first number along y that a kernel reads, though its launch has one dimension. Or its blocks
 * have one, and the grid counts tiles of several rows: `grid=(w+31)/32,(h+7)/8 block=256`. Or its
 * grid has one, and its blocks have two.
 */
struct source_block_flat {
    int line;           /* 0: none */
    const char *name;   /* "blockIdx.y" */
    const char *option; /* "block=" or "grid="; NULL: both have one dimension */
    int launch_line;
};
struct source_block_flat source_block_flat(const struct source *source, struct arena *arena);

/* The only launch of a plan, whose grid or blocks have a second dimension that no line reads. */
struct source_block_unread {
    int line;           /* 0: none */
    const char *option; /* "grid=" or "block=" */
    const char *name;   /* "blockIdx.y" */
};
struct source_block_unread source_block_unread(const struct source *source, struct arena *arena);

/* The axes of the only launch of a plan, whose grid has two numbers. */
struct source_block_axes {
    int launch_line;       /* 0: another plan */
    const char *exchanged; /* the grid with its numbers the other way round: "(w+31)/32,(h+7)/8" */
    int x_line;            /* the only one that reads blockIdx.x; 0: there is none, or several do */
};
struct source_block_axes source_block_axes(const struct source *source, struct arena *arena);

#endif
