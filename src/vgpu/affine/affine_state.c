/*
 * Affine registers at run time: constants, writing out to lanes, reading back.
 */
#include "vgpu/affine/affine.h"
#include "vgpu/execution/special_register.h"

/*
 * The distances of lanes 1, 2, 4, 8 and 16 from lane 0. The distance of any other lane is the sum
 * over its bits, since the width is a power of two.
 */
struct steps {
    uint64_t of[5];
};

static inline struct steps steps_of(const struct vgpu_affine *value, uint32_t width)
{
    struct steps steps;
    uint32_t bits = (uint32_t)__builtin_ctz(width);
    for (uint32_t i = 0; i < 5; i++)
        steps.of[i] = i < bits ? (uint64_t)value->x << i : (uint64_t)value->y << (i - bits);
    return steps;
}

/*
 * Computes in vectors from the start. A vector read after writes lane by lane would have to wait.
 */
void affine_expand_32(const struct vgpu_affine *value, uint32_t width, uint32_t *lanes)
{
    typedef uint32_t four __attribute__((vector_size(16), aligned(4), may_alias));
    struct steps steps = steps_of(value, width);
    uint32_t one = (uint32_t)steps.of[0], two = (uint32_t)steps.of[1];
    four first = (four){0, one, two, one + two} + (uint32_t)value->base, next = first + (uint32_t)steps.of[2];
    for (uint32_t i = 0; i < VGPU_WARP_LANES; i += 8) {
        uint32_t further = (i & 8 ? (uint32_t)steps.of[3] : 0) + (i & 16 ? (uint32_t)steps.of[4] : 0);
        *(four *)(void *)(lanes + i) = first + further;
        *(four *)(void *)(lanes + i + 4) = next + further;
    }
}

void affine_expand_64(const struct vgpu_affine *value, uint32_t width, uint64_t *lanes)
{
    typedef uint64_t two __attribute__((vector_size(16), aligned(8), may_alias));
    struct steps steps = steps_of(value, width);
    two first = (two){0, steps.of[0]} + value->base, next = first + steps.of[1];
    for (uint32_t i = 0; i < VGPU_WARP_LANES; i += 4) {
        uint64_t further = (i & 4 ? steps.of[2] : 0) + (i & 8 ? steps.of[3] : 0) + (i & 16 ? steps.of[4] : 0);
        *(two *)(void *)(lanes + i) = first + further;
        *(two *)(void *)(lanes + i + 2) = next + further;
    }
}

static bool matches_32(const struct vgpu_affine *value, uint32_t width, const uint32_t *lanes)
{
    uint32_t expected[VGPU_WARP_LANES], different = 0;
    affine_expand_32(value, width, expected);
    for (int lane = 0; lane < VGPU_WARP_LANES; lane++)
        different |= expected[lane] ^ lanes[lane];
    return !different;
}

static bool matches_64(const struct vgpu_affine *value, uint32_t width, const uint64_t *lanes)
{
    uint64_t expected[VGPU_WARP_LANES], different = 0;
    affine_expand_64(value, width, expected);
    for (int lane = 0; lane < VGPU_WARP_LANES; lane++)
        different |= expected[lane] ^ lanes[lane];
    return !different;
}

/* Finds the affine form of lanes. Returns false if there is none. */
static bool recognise(const uint8_t *lanes, bool is_wide, uint32_t width, struct vgpu_affine *out_value)
{
    bool has_column = width > 1, has_row = width < VGPU_WARP_LANES;
    if (is_wide) {
        const uint64_t *values = (const uint64_t *)(const void *)lanes;
        *out_value = (struct vgpu_affine){.base = values[0],
                                          .x = has_column ? (int64_t)(values[1] - values[0]) : 0,
                                          .y = has_row ? (int64_t)(values[width] - values[0]) : 0};
        return matches_64(out_value, width, values);
    }
    const uint32_t *values = (const uint32_t *)(const void *)lanes;
    *out_value = (struct vgpu_affine){.base = values[0],
                                      .x = has_column ? (int32_t)(values[1] - values[0]) : 0,
                                      .y = has_row ? (int32_t)(values[width] - values[0]) : 0};
    return matches_32(out_value, width, values);
}

void affine_fill_constants(struct vgpu_warp *warp, struct vgpu_frame *frame, bool per_block_only)
{
    const struct vgpu_converged *converged = warp->worker->launch->converged;
    const struct vgpu_function *function = frame->function;
    for (uint32_t i = 0; i < function->constant_count; i++) {
        const struct vgpu_constant *constant = &function->constants[i];
        if (constant->kind == VGPU_CONSTANT_PREDICATE || (per_block_only && !constant->is_per_block))
            continue;
        uint32_t scalar =
            function->scalar_offset + (function->register_count + i) * (uint32_t)sizeof(struct vgpu_affine);
        const uint8_t *lanes = frame->registers + constant->offset;
        struct vgpu_affine *value = (struct vgpu_affine *)(void *)(frame->registers + scalar);
        if (special_differs_by_lane(constant))
            recognise(lanes, constant->is_wide, converged->width, value);
        else
            *value = (struct vgpu_affine){.base = constant->is_wide ? *(const uint64_t *)(const void *)lanes
                                                                    : *(const uint32_t *)(const void *)lanes};
    }
}

static const uint64_t *live_at(const struct vgpu_converged *converged, const struct vgpu_op *op)
{
    return converged->live + (size_t)(op - converged->function->ops) * converged->live_words;
}

static void write_lanes(uint8_t *frame, const struct vgpu_affine_register *entry, uint32_t width)
{
    const struct vgpu_affine *value = (const struct vgpu_affine *)(const void *)(frame + entry->scalar);
    if (entry->is_wide)
        affine_expand_64(value, width, (uint64_t *)(void *)(frame + entry->lanes));
    else
        affine_expand_32(value, width, (uint32_t *)(void *)(frame + entry->lanes));
}

void affine_leave(struct vgpu_warp *warp, const struct vgpu_op *op)
{
    if (!warp->is_converged)
        return;
    const struct vgpu_converged *converged = warp->worker->launch->converged;
    const uint64_t *live = op ? live_at(converged, op) : NULL;
    for (uint32_t i = 0; i < converged->register_count; i++) {
        if (live && !live[i / 64]) {
            i |= 63;
            continue;
        }
        const struct vgpu_affine_register *entry = &converged->registers[i];
        if (!entry->is_mirrored && (!live || live[i / 64] >> (i % 64) & 1))
            write_lanes(warp->entry->registers, entry, converged->width);
    }
    warp->is_converged = false;
    warp->op_base = warp->worker->launch->module->ops;
}

bool affine_enter(struct vgpu_warp *warp, const struct vgpu_op *op)
{
    const struct vgpu_converged *converged = warp->worker->launch->converged;
    uint8_t *frame = warp->entry->registers;
    const uint64_t *live = live_at(converged, op);
    for (uint32_t i = 0; i < converged->register_count; i++) {
        const struct vgpu_affine_register *entry = &converged->registers[i];
        if (!(live[i / 64] >> (i % 64) & 1))
            continue;
        struct vgpu_affine value;
        if (!recognise(frame + entry->lanes, entry->is_wide, converged->width, &value))
            return false;
        *(struct vgpu_affine *)(void *)(frame + entry->scalar) = value;
    }
    warp->is_converged = true;
    warp->op_base = converged->base;
    return true;
}
