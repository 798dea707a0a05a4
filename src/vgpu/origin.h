/*
 * Where a NaN or an infinity comes from: the first instruction that made it from finite operands.
 *
 * A watched launch runs block after block, instruction by instruction. It reports the thread that
 * stored the requested element last. It also reports the instruction of that thread that made the
 * value. If that thread made none, its block is searched, and then all threads. If no thread made
 * one, the value is a constant, or one of the inputs. This is slow: use
 * it for one small launch that has already gone wrong. It follows numbers of 32 and 64 bits, but
 * not the halves of packed registers.
 */
#ifndef VGPU_ORIGIN_H
#define VGPU_ORIGIN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/cleanup.h"

enum vgpu_origin_cause {
    VGPU_ORIGIN_NONE,
#define ORIGIN(id, sentence) VGPU_ORIGIN_##id,
#include "vgpu/origins.def"
    VGPU_ORIGIN_CAUSE_COUNT
};

struct vgpu_origin {
    enum vgpu_origin_cause cause; /* NONE: no instruction made one; it was there before */
    int line;                     /* of the learner's source, 0 unknown */
    double operand;               /* the most informative finite operand; 0: there is none */
    uint32_t block[3], thread[3];
};

struct vgpu_origin_watch;

/*
 * Explains the `size_bytes` at `address`, over all launches that are given the watch. NULL without
 * memory.
 */
struct vgpu_origin_watch *vgpu_origin_watch_new(uint64_t address, uint32_t size_bytes);
void vgpu_origin_watch_free(struct vgpu_origin_watch *watch);
DEFINE_CLEANUP(vgpu_origin_watch_free, struct vgpu_origin_watch *)

/* Of the NaN, and of the infinity that it was made of or that the element holds. */
void vgpu_origin_watch_find(const struct vgpu_origin_watch *watch, struct vgpu_origin *out_nan,
                            struct vgpu_origin *out_infinity);

/* "0 / 0"; the operation in words, for a sentence that names the line. */
const char *vgpu_origin_sentence(enum vgpu_origin_cause cause);

#endif
