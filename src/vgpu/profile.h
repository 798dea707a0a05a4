/*
 * The profile of a launch: how often each instruction was issued, and which lines of memory each
 * request touched.
 *
 * It is the input of the time model. Requests are in the order of execution, block by block of the
 * sample.
 */
#ifndef VGPU_PROFILE_H
#define VGPU_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ptx/program.h"
#include "vgpu/cache_geometry.h"

enum { VGPU_PROFILE_REQUESTS_MAX = 1 << 21 };

/*
 * The work of a launch, in plain warp instructions. Limits count work instead of time. So a launch
 * that ends early does so on every machine, however busy. Lines count in a profile.
 */
enum {
    VGPU_LINE_WORK = 2,    /* added for each line of a request, which goes through caches */
    VGPU_MATRIX_WORK = 64, /* added for a matrix product, which this CPU computes */
    VGPU_ORDERED_WORK = 1, /* added for each lane of an ordered access that is checked for races */
    VGPU_PATTERN_WORK = 2, /* added where lanes access other places to each other than before */
    VGPU_LANES_WORK = 32,  /* added for another access whose lanes are checked one by one */
    VGPU_REFUSED_WORK = 8, /* added for each access that is refused, whose finding is looked up */
};

/* One instruction of the program. Totals over the blocks that ran. */
struct vgpu_profiled_op {
    const struct ptx_function *function;
    const struct ptx_instruction *instruction;
    int line;                   /* of the learner's source; 0 unknown */
    uint64_t warps, lanes;      /* issues, and lanes in them; guards are ignored */
    uint64_t requests, sectors; /* global and local memory */
    uint64_t lines; /* distinct lines of 128 bytes per request, summed. For constants, addresses; for atomics on shared
                       memory, turns */
    uint64_t shared_requests, wavefronts; /* shared memory */
    uint32_t apart;                       /* or-ed distances of lanes in the last shared request */
    uint32_t wide_passes[2];              /* its passes with 8 and with 16 bytes per lane; 0 unknown */
    uint64_t atomics, atomic_distinct;    /* lanes; distinct addresses per request, summed */
};

enum vgpu_request_kind { VGPU_REQUEST_LOAD, VGPU_REQUEST_STORE, VGPU_REQUEST_ATOMIC };

/* A line that a request touched. */
struct vgpu_touched_line {
    uint64_t line;          /* address / 128 */
    uint8_t sectors;        /* bit s: sector s was touched */
    uint8_t whole_sectors;  /* all of its 32 bytes were */
    uint8_t lanes, repeats; /* lanes that touch it; most of them at one address */
};

struct vgpu_request {
    uint32_t op;    /* index into ops */
    uint32_t block; /* number of the block in the sample */
    uint16_t warp;  /* in the block */
    uint8_t kind;   /* enum vgpu_request_kind */
    uint8_t line_count;
    uint8_t passes;      /* over the banks, as if it went to shared memory */
    uint32_t first_line; /* index into lines */
};

struct vgpu_profile {
    struct vgpu_profiled_op *ops;
    uint32_t op_count;
    const struct ptx_function *entry;
    struct vgpu_request *requests;
    size_t request_count;
    struct vgpu_touched_line *lines;
    size_t line_count;
    uint64_t block_count; /* that ran */
    uint32_t block_warps;
    bool is_cut; /* there were more requests than are kept */
};

#endif
