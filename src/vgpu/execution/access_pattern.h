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

#include "vgpu/cache/part/cache_part.h"
#include "vgpu/cache/part/profile_part.h"
#include "vgpu/execution/execution.h"
#include "vgpu/race/part/race_part.h"

enum vgpu_pattern_kind {
    VGPU_PATTERN_NONE,
    VGPU_PATTERN_CONTIGUOUS,        /* lane l at l * size, all lanes active */
    VGPU_PATTERN_UNIFORM,           /* all at the same address */
    VGPU_PATTERN_HALVES_CONTIGUOUS, /* lanes 0 to 15 and 16 to 31 each */
    VGPU_PATTERN_HALVES_UNIFORM,
    VGPU_PATTERN_OTHER,
};

/* The records that an access makes. */
enum vgpu_access_note { VGPU_NOTE_COUNTS = 1, VGPU_NOTE_CACHES = 2, VGPU_NOTE_PROFILE = 4 };

/* The words that the op's writes claim, see claims.h. */
struct claims_part {
    uint32_t *words;   /* each with its thread or block; NULL: none */
    uint32_t before;   /* claims up to this one are of earlier launches */
    bool is_exclusive; /* of a buffer that is read and written in place */
};

struct vgpu_access_cache {
    /* the pattern */
    uint32_t mask;
    uint8_t kind;       /* enum vgpu_pattern_kind */
    bool is_word;       /* one element of 4 bytes in a 32-bit register, at op->d */
    bool is_distinct;   /* no two lanes share a byte */
    bool is_plain_word; /* is_word, 32 lanes, regular, all_defined, no claims */
    uint32_t distinct_bytes;
    int32_t least, most;   /* smallest distance; largest plus the size of the access */
    uint32_t alignment;    /* all distances or-ed */
    uint32_t size_bytes;   /* of a lane's access */
    uint32_t lanes, bytes; /* active lanes; bytes they ask for */
    int32_t distances[VGPU_WARP_LANES] __attribute__((aligned(64))); /* 0 for lanes that are not active */
    int64_t stride_x, stride_y;                                      /* of affine addresses, see affine.h */
    /* the place: a buffer, or a variable in shared memory */
    uint64_t start, end;
    uint64_t base_first, base_count; /* first addresses with all lanes inside: least, count */
    uint8_t *bytes_at;               /* of start; NULL: shared memory of the block */
    uint64_t *defined;
    struct vgpu_buffer *noted; /* the buffer, if it is lazy or a watch notes its reads; else NULL */
    bool all_defined;          /* reads and writes need no mark in the use of the buffer */
    uint8_t notes;             /* enum vgpu_access_note */
    /* what each room keeps here, see its part/ */
    struct claims_part claims;
    struct race_part race;
    struct count_part count;
    struct cache_part caches;
    struct profile_part profile;
    struct fragment_places *places; /* of wmma.load and wmma.store, the worker's; NULL unknown */
};

#endif
