/*
 * For the execute_*.c files: names per instruction set, loops over lanes, masks.
 *
 * A lane loop runs over all 32 lanes without a branch, so that the compiler can vectorise it. In a
 * masked loop, inactive lanes keep their old value.
 */
#ifndef VGPU_LANES_EXECUTE_H
#define VGPU_LANES_EXECUTE_H

#if defined(__AVX2__)
#include <immintrin.h>
#endif

#include "vgpu/execution/lane_loop.h"
#include "vgpu/program/handlers.h"

#ifndef VGPU_HANDLER_ISA
#define VGPU_HANDLER_ISA portable
#endif

#define ISA_PASTE_(name, isa) vgpu_##name##_##isa
#define ISA_PASTE(name, isa) ISA_PASTE_(name, isa)
/* The name of a function in this compilation. */
#define ISA_NAME(name) ISA_PASTE(name, VGPU_HANDLER_ISA)

/* Defines a special handler. HANDLER(branch) { ... } can use warp, frame and op. */
#define HANDLER(name)                                                                               \
    const struct vgpu_op *ISA_NAME(execute_##name)(struct vgpu_warp * warp __attribute__((unused)), \
                                                   uint8_t * frame __attribute__((unused)),         \
                                                   const struct vgpu_op *op __attribute__((unused)))

#define SPECIAL(name) vgpu_handler ISA_NAME(execute_##name);
#define SPECIAL_MASKED(name)                      \
    vgpu_handler ISA_NAME(execute_##name##_full); \
    vgpu_handler ISA_NAME(execute_##name##_masked);
#include "vgpu/program/special.def"

extern const struct vgpu_lane_handler ISA_NAME(arithmetic_lanes)[];
extern const struct vgpu_lane_handler ISA_NAME(arithmetic_rare_lanes)[];
extern const struct vgpu_lane_handler ISA_NAME(compare_lanes)[];
extern const struct vgpu_lane_handler ISA_NAME(convert_lanes)[];

/* The type that stores a lane's value: 4 bytes or 8. */
#define STORAGE(type) __typeof__(__builtin_choose_expr(sizeof(type) == 8, (uint64_t)0, (uint32_t)0))

/* Writes the bits of `value` for active lanes. */
static inline void predicate_write(struct vgpu_warp *warp, uint32_t *predicate, uint32_t value)
{
    *predicate = (*predicate & ~warp->active) | (value & warp->active);
}

/* Notes the outcomes of a comparison, if it is a condition. */
static inline void outcome_note(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t mask)
{
    uint32_t yes = mask & warp->active, no = ~mask & warp->active;
    if (op->access)
        warp->worker->count.outcomes[op->access] |=
            (uint8_t)((yes ? VGPU_OUTCOME_TRUE : 0) | (no ? VGPU_OUTCOME_FALSE : 0));
}

/* Bit l of the result is set if lanes[l] is ~0. Each lane is 0 or ~0. */
static inline uint32_t lanes_to_mask(const int32_t *lanes)
{
#if defined(__AVX512DQ__)
    uint32_t low = _mm512_movepi32_mask(_mm512_load_si512(lanes));
    return low | (uint32_t)_mm512_movepi32_mask(_mm512_load_si512(lanes + 16)) << 16;
#elif defined(__AVX2__)
    uint32_t mask = 0;
    for (int i = 0; i < 4; i++) {
        __m256i part = _mm256_load_si256((const __m256i *)(const void *)(lanes + 8 * i));
        mask |= (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(part)) << (8 * i);
    }
    return mask;
#else
    uint32_t mask = 0;
    FOR_LANES mask |= (uint32_t)(lanes[lane] & 1) << lane;
    return mask;
#endif
}

#endif
