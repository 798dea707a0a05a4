/*
 * Patterns: the distances between the addresses of a warp's access, and the place that holds them.
 *
 * A warp instruction has 32 addresses. Its next execution mostly has the same addresses moved by a
 * constant. So each memory op keeps its last *pattern* per worker: the distances of the lanes from
 * the first active lane. The pattern also holds the values that follow from the distances alone:
 * extent, alignment, distinct bytes.
 *
 * If the pattern matches, two comparisons with the bounds of the op's last buffer check the access.
 * The counters add the numbers found earlier for the same phase (first address modulo 32). All
 * other accesses go lane by lane (access_slow.c).
 */
#ifndef VGPU_EXECUTION_ACCESS_PATTERN_H
#define VGPU_EXECUTION_ACCESS_PATTERN_H

#include "vgpu/execution/execution.h"

enum vgpu_pattern_kind {
    VGPU_PATTERN_NONE,
    VGPU_PATTERN_CONTIGUOUS,        /* lane l at l * size, all lanes active */
    VGPU_PATTERN_UNIFORM,           /* all at the same address */
    VGPU_PATTERN_HALVES_CONTIGUOUS, /* lanes 0 to 15 and 16 to 31 each */
    VGPU_PATTERN_HALVES_UNIFORM,
    VGPU_PATTERN_OTHER,
};

/* Spaces that are counted separately. */
enum vgpu_count_space { VGPU_COUNT_GLOBAL, VGPU_COUNT_SHARED, VGPU_COUNT_LOCAL, VGPU_COUNT_SPACES };

struct vgpu_access_counts {
    uint64_t requests, bytes, lanes, least_sectors; /* the same each time; the last is 0 ... */
    uint64_t sectors;                               /* ... of shared memory, this too */
    uint64_t wavefronts, conflicts;                 /* shared */
    uint64_t distinct;                              /* atomics: addresses */
    uint64_t l1_hits, l1_misses;                    /* loads, by the cache model: sectors */
};

/* The records that an access makes. */
enum vgpu_access_note { VGPU_NOTE_COUNTS = 1, VGPU_NOTE_CACHES = 2, VGPU_NOTE_PROFILE = 4 };

/* The last request of one line that was put into the log of the cache model. */
struct vgpu_noted {
    uint64_t first, last; /* sectors, by number */
    uint64_t at, part;    /* where its word is, and in which part of the log */
};

struct vgpu_access_cache {
    /* the pattern */
    uint32_t mask;
    uint8_t kind;     /* enum vgpu_pattern_kind */
    bool is_word;     /* one element of 4 bytes in a 32-bit register, at op->d */
    bool is_distinct; /* no two lanes share a byte */
    int8_t phase;     /* first address modulo 4 of `wavefronts` and `conflicts`; -1 unknown */
    uint16_t least_sectors;
    int32_t least, most; /* smallest distance; largest plus the size of the access */
    uint32_t alignment;  /* all distances or-ed */
    uint32_t size_bytes; /* of a lane's access */
    uint32_t wavefronts, conflicts;
    uint8_t sectors_at[32];                                          /* by first address modulo 32; 0 unknown, or
                                                                        the access would not be aligned */
    uint32_t lanes, bytes;                                           /* active lanes; bytes they ask for */
    int32_t distances[VGPU_WARP_LANES] __attribute__((aligned(64))); /* 0 for lanes that are not active */
    int64_t stride_x, stride_y;                                      /* of affine addresses, see affine.h */
    uint64_t each[4] __attribute__((aligned(32)));                   /* added per request to vgpu_access_counts */
    /* the place: a buffer, or a variable in shared memory */
    uint64_t start, end;
    uint64_t base_first, base_count; /* first addresses with all lanes inside: least, count */
    uint8_t *bytes_at;               /* of start; NULL: shared memory of the block */
    uint64_t *defined;
    uint32_t *claims;            /* words that are claimed for their thread or block; NULL: none */
    uint32_t claim_before;       /* claims up to this one are of earlier launches */
    struct vgpu_buffer *tracked; /* every access is looked at, see race_global.h; NULL: none */
    struct vgpu_buffer *lazy;    /* made before an access, see memory_lazy.c; NULL: not lazy */
    bool is_exclusive;           /* of a buffer that is read and written in place */
    /* for the cache model, see cache_fast.h */
    bool bypasses_l1;
    uint8_t runs;                   /* runs of bytes in the request, never in one line; 0: other requests */
    uint32_t run_bytes;             /* of each */
    int32_t run_at[2];              /* from the first address, ascending */
    uint8_t order[VGPU_WARP_LANES]; /* active lanes by address */
    struct vgpu_noted noted[2];     /* by run */
    bool all_defined;               /* reads and writes need no mark in the use of the buffer */
    bool is_plain_word;             /* is_word, 32 lanes, regular, all_defined, no claims */
    uint8_t notes;                  /* enum vgpu_access_note */
    uint8_t profiled_phase;         /* first address modulo 128 with known lines; 255: none */
    struct vgpu_access_counts counts[VGPU_COUNT_SPACES];
    struct fragment_places *places; /* of wmma.load and wmma.store, the worker's; NULL unknown */
};

#endif
