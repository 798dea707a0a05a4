/*
 * The profile of a launch: how often each instruction was issued, and which lines of memory each request touched.
 *
 * It is what the time model works on. Requests are in the order in which they were executed: block by block of the
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
 * What profiled launches cost, in warp instructions of the plain kind: limits are held against that, not against a
 * clock, so that what ends early does so on every machine, however busy.
 */
enum {
    VGPU_LINE_WORK = 2,    /* more for each line that a request touches, which is recorded and played through caches */
    VGPU_MATRIX_WORK = 64, /* more for a product of matrices, which this CPU makes */
};

/* One instruction of the program. Totals over the blocks that ran. */
struct vgpu_profiled_op {
    const struct ptx_function *function;
    const struct ptx_instruction *instruction;
    int line;                   /* of the learner's source; 0 unknown */
    uint64_t warps, lanes;      /* issues, and lanes in them; guards not considered */
    uint64_t requests, sectors; /* global and local memory */
    uint64_t lines; /* distinct lines of 128 bytes per request, summed; of constants addresses, of atomics on shared
                       memory how often they take turns */
    uint64_t shared_requests, wavefronts; /* shared memory */
    uint32_t apart;          /* distances between the lanes' addresses, or-ed: of the last request to shared memory */
    uint32_t wide_passes[2]; /* that it would make for 8 and for 16 bytes a lane; 0 unknown */
    uint64_t atomics, atomic_distinct; /* lanes; distinct addresses per request, summed */
};

enum vgpu_request_kind { VGPU_REQUEST_LOAD, VGPU_REQUEST_STORE, VGPU_REQUEST_ATOMIC };

/* A line that a request touched. */
struct vgpu_touched_line {
    uint64_t line;          /* address / 128 */
    uint8_t sectors;        /* bit s: sector s was touched */
    uint8_t whole_sectors;  /* all of its 32 bytes were */
    uint8_t lanes, repeats; /* lanes that touch it; the most of them at one address */
};

struct vgpu_request {
    uint32_t op;    /* index into ops */
    uint32_t block; /* number of the block in the sample */
    uint16_t warp;  /* in the block */
    uint8_t kind;   /* enum vgpu_request_kind */
    uint8_t line_count;
    uint8_t passes;      /* over the banks, as if it were to shared memory */
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
