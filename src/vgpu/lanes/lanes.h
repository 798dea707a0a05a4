/*
 * Turns a row of a lane table into two loops.
 *
 * Operands are at op->a, op->b and op->c; a fourth is at the frame offset in op->immediate. The
 * destination can be a whole source register, never a part of one.
 */
#ifndef VGPU_LANES_LANES_H
#define VGPU_LANES_LANES_H

#include "vgpu/lanes/execute.h"

/* The value of an operand in one lane. */
#define LANE(type, offset) ((type)REGISTER(STORAGE(type), offset)[lane])

/*
 * Finds operands before the loop. The compiler cannot know that writes to lanes do not change the
 * op.
 */
#define LANE_SOURCE(name, type, offset) const STORAGE(type) *const name = REGISTER(STORAGE(type), offset)

#define LANE_LOOPS(name, result, sources, operands, expression)                                                  \
    static const struct vgpu_op *name##_full(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op)   \
    {                                                                                                            \
        STORAGE(result) *const to = REGISTER(STORAGE(result), op->d);                                            \
        sources;                                                                                                 \
        (void)warp;                                                                                              \
        _Pragma("GCC ivdep") FOR_LANES                                                                           \
        {                                                                                                        \
            operands;                                                                                            \
            STORAGE(result) value = (result)(expression);                                                        \
            to[lane] = value;                                                                                    \
        }                                                                                                        \
        return op + 1;                                                                                           \
    }                                                                                                            \
    static const struct vgpu_op *name##_masked(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op) \
    {                                                                                                            \
        STORAGE(result) *const to = REGISTER(STORAGE(result), op->d);                                            \
        const int32_t *const mask = warp->lane_mask;                                                             \
        sources;                                                                                                 \
        _Pragma("GCC ivdep") FOR_LANES                                                                           \
        {                                                                                                        \
            operands;                                                                                            \
            STORAGE(result) value = (result)(expression);                                                        \
            to[lane] = mask[lane] ? value : to[lane];                                                            \
        }                                                                                                        \
        return op + 1;                                                                                           \
    }

#endif
