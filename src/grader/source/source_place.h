/*
 * The number of a thread in its grid, as a source computes it:
 *
 *     int i = blockIdx.x * blockDim.x + threadIdx.x;
 *
 * A sum of blockIdx, threadIdx and numbers is read in any order of its parts. Most mistakes in it
 * compile, and give two threads one number, or no thread the first one.
 */
#ifndef GRADER_SOURCE_SOURCE_PLACE_H
#define GRADER_SOURCE_SOURCE_PLACE_H

#include <stdint.h>

#include "base/arena.h"
#include "base/diagnostics.h"

enum source_place_slip {
    SOURCE_PLACE_NONE,
    SOURCE_PLACE_OTHER_SIZE, /* blockIdx.x * gridDim.x + threadIdx.x, or blockDim.y */
    SOURCE_PLACE_EXCHANGED,  /* threadIdx.x * blockDim.x + blockIdx.x */
    SOURCE_PLACE_FROM_ONE,   /* (blockIdx.x - 1) * blockDim.x + threadIdx.x */
    /* These can be intended: only wrong elements that fit show a mistake. */
    SOURCE_PLACE_NO_SIZE, /* blockIdx.x + threadIdx.x */
    SOURCE_PLACE_SHIFTED, /* blockIdx.x * blockDim.x + threadIdx.x + 1 */
    SOURCE_PLACE_NUMBER,  /* blockIdx.x * 128 + threadIdx.x */
};

struct source_place {
    enum source_place_slip slip;
    int line;
    const char *axis;     /* "x" */
    const char *size;     /* of a block: "gridDim.x", "128"; "": none */
    const char *variable; /* that gets the number; "": it is used at once */
    const char *written;  /* the sum */
    int64_t shift;        /* of SHIFTED */
};

/* The first slip that is certain. */
struct source_place source_place_certain(const struct source *source, struct arena *arena);

/* The first slip that can be intended, in a sum that a variable gets. */
struct source_place source_place_possible(const struct source *source, struct arena *arena);

/* The first sum in which a block has a number of threads. */
struct source_place source_place_number(const struct source *source, struct arena *arena);

/*
 * The first step of a loop over the grid that is only a part of it:
 *
 *     int i = blockIdx.x * blockDim.x + threadIdx.x;
 *     for (; i < n; i += blockDim.x)        takes elements of the blocks that follow
 *
 * Where a launch has one block, that block is the whole grid: there is none.
 */
struct source_place_step {
    int line; /* 0: none */
    const char *variable;
    const char *step; /* "blockDim.x" or "gridDim.x" */
};
struct source_place_step source_place_short_step(const struct source *source, struct arena *arena);

#endif
