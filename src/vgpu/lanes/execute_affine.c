/*
 * Ops on affine registers (affine.h). Operands are frame offsets of struct vgpu_affine.
 *
 * A result can turn out not to be affine, such as a product that wraps before it is widened. Then
 * the op leaves converged execution, and the general op computes it.
 */
#include "vgpu/access/access.h"
#include "vgpu/access/access_fast.h"
#include "vgpu/affine/affine.h"
#include "vgpu/execution/access_pattern.h"
#include "vgpu/execution/lane_loop.h"
#include "vgpu/lanes/execute.h"
#include "vgpu/program/op_flags.h"

#define AFFINE_AT(offset) ((struct vgpu_affine *)__builtin_assume_aligned(frame + (offset), 32))

static inline uint32_t width_of(const struct vgpu_warp *warp)
{
    return warp->worker->launch->converged->width;
}

/*
 * A value as one vector. It is written and read in one piece; otherwise the CPU waits for the
 * pieces.
 */
typedef uint64_t affine_vector __attribute__((vector_size(32), aligned(32), may_alias));
#define AFFINE_VECTOR(offset) (*(affine_vector *)(void *)AFFINE_AT(offset))

/* Writes a result, and its lanes if other ops read them. */
static inline const struct vgpu_op *finish_64(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op,
                                              struct vgpu_affine value)
{
    AFFINE_VECTOR(op->d) = (affine_vector){value.base, (uint64_t)value.x, (uint64_t)value.y, 0};
    if (__builtin_expect(op->has_expansion, 0))
        affine_expand_64(AFFINE_AT(op->d), width_of(warp), (uint64_t *)(void *)(frame + op->expand));
    return op + 1;
}

static inline const struct vgpu_op *finish_32(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op,
                                              uint32_t base, int64_t x, int64_t y)
{
    AFFINE_VECTOR(op->d) = (affine_vector){base, (uint64_t)(int64_t)(int32_t)x, (uint64_t)(int64_t)(int32_t)y, 0};
    if (__builtin_expect(op->has_expansion, 0))
        affine_expand_32(AFFINE_AT(op->d), width_of(warp), (uint32_t *)(void *)(frame + op->expand));
    return op + 1;
}

/* Leaves the op to its general form. */
static const struct vgpu_op *give_up(struct vgpu_warp *warp, const struct vgpu_op *op)
{
    const struct vgpu_op *general = affine_general(warp, op);
    if (warp->segment != op)
        warp_count_segment(warp, op - 1, op);
    affine_leave(warp, general);
    warp->segment = general;
    return general;
}

HANDLER(affine_move)
{
    AFFINE_VECTOR(op->d) = AFFINE_VECTOR(op->a);
    if (op->has_expansion && op->expand_wide)
        affine_expand_64(AFFINE_AT(op->d), width_of(warp), (uint64_t *)(void *)(frame + op->expand));
    else if (op->has_expansion)
        affine_expand_32(AFFINE_AT(op->d), width_of(warp), (uint32_t *)(void *)(frame + op->expand));
    return op + 1;
}

#define LINEAR_64(name, operator)                                                                         \
    HANDLER(name)                                                                                         \
    {                                                                                                     \
        AFFINE_VECTOR(op->d) = AFFINE_VECTOR(op->a) operator AFFINE_VECTOR(op->b);                        \
        if (__builtin_expect(op->has_expansion, 0))                                                       \
            affine_expand_64(AFFINE_AT(op->d), width_of(warp), (uint64_t *)(void *)(frame + op->expand)); \
        return op + 1;                                                                                    \
    }
LINEAR_64(affine_add_64, +)
LINEAR_64(affine_sub_64, -)

#define LINEAR_32(name, operator)                                                                   \
    HANDLER(name)                                                                                   \
    {                                                                                               \
        const struct vgpu_affine *a = AFFINE_AT(op->a), *b = AFFINE_AT(op->b);                      \
        return finish_32(warp, frame, op, (uint32_t)(a->base operator b->base), a->x operator b->x, \
                         a->y operator b->y);                                                       \
    }
LINEAR_32(affine_add_32, +)
LINEAR_32(affine_sub_32, -)

/* a * b, where at most one of them is not uniform. */
static inline struct vgpu_affine product(const struct vgpu_affine *a, const struct vgpu_affine *b)
{
    return (struct vgpu_affine){
        .base = a->base * b->base,
        .x = (int64_t)((uint64_t)a->x * b->base + (uint64_t)b->x * a->base),
        .y = (int64_t)((uint64_t)a->y * b->base + (uint64_t)b->y * a->base),
    };
}

HANDLER(affine_mul_32)
{
    struct vgpu_affine value = product(AFFINE_AT(op->a), AFFINE_AT(op->b));
    return finish_32(warp, frame, op, (uint32_t)value.base, value.x, value.y);
}

HANDLER(affine_mul_64)
{
    return finish_64(warp, frame, op, product(AFFINE_AT(op->a), AFFINE_AT(op->b)));
}

HANDLER(affine_mad_32)
{
    struct vgpu_affine value = product(AFFINE_AT(op->a), AFFINE_AT(op->b));
    const struct vgpu_affine *c = AFFINE_AT(op->c);
    return finish_32(warp, frame, op, (uint32_t)(value.base + c->base), value.x + c->x, value.y + c->y);
}

static inline struct vgpu_affine sum(struct vgpu_affine a, const struct vgpu_affine *b)
{
    return (struct vgpu_affine){.base = a.base + b->base,
                                .x = (int64_t)((uint64_t)a.x + (uint64_t)b->x),
                                .y = (int64_t)((uint64_t)a.y + (uint64_t)b->y)};
}

HANDLER(affine_mad_64)
{
    return finish_64(warp, frame, op, sum(product(AFFINE_AT(op->a), AFFINE_AT(op->b)), AFFINE_AT(op->c)));
}

/* Finds the smallest and largest lane. Returns false if a lane wraps around. */
static inline bool extent(const struct vgpu_affine *value, bool is_signed, uint32_t width, int64_t *out_least,
                          int64_t *out_most)
{
    int64_t base = is_signed ? (int64_t)(int32_t)value->base : (int64_t)(uint32_t)value->base;
    int64_t across = value->x * (int64_t)(width - 1), down = value->y * (int64_t)(VGPU_WARP_LANES / width - 1);
    *out_least = base + (across < 0 ? across : 0) + (down < 0 ? down : 0);
    *out_most = base + (across > 0 ? across : 0) + (down > 0 ? down : 0);
    return is_signed ? *out_least >= INT32_MIN && *out_most <= INT32_MAX : *out_least >= 0 && *out_most <= UINT32_MAX;
}

/* Extends 32-bit lanes to a 64-bit value. Returns false if a lane wraps around. */
static inline bool widen(const struct vgpu_affine *value, bool is_signed, uint32_t width, struct vgpu_affine *out_value)
{
    int64_t least, most;
    uint64_t base = is_signed ? (uint64_t)(int64_t)(int32_t)value->base : (uint32_t)value->base;
    *out_value = (struct vgpu_affine){.base = base, .x = value->x, .y = value->y};
    return extent(value, is_signed, width, &least, &most);
}

#define MUL_WIDE(name, is_signed)                                      \
    HANDLER(name)                                                      \
    {                                                                  \
        struct vgpu_affine a, b;                                       \
        if (!widen(AFFINE_AT(op->a), is_signed, width_of(warp), &a) || \
            !widen(AFFINE_AT(op->b), is_signed, width_of(warp), &b))   \
            return give_up(warp, op);                                  \
        return finish_64(warp, frame, op, product(&a, &b));            \
    }
MUL_WIDE(affine_mul_wide_s32, true)
MUL_WIDE(affine_mul_wide_u32, false)

#define MAD_WIDE(name, is_signed)                                                  \
    HANDLER(name)                                                                  \
    {                                                                              \
        struct vgpu_affine a, b;                                                   \
        if (!widen(AFFINE_AT(op->a), is_signed, width_of(warp), &a) ||             \
            !widen(AFFINE_AT(op->b), is_signed, width_of(warp), &b))               \
            return give_up(warp, op);                                              \
        return finish_64(warp, frame, op, sum(product(&a, &b), AFFINE_AT(op->c))); \
    }
MAD_WIDE(affine_mad_wide_s32, true)
MAD_WIDE(affine_mad_wide_u32, false)

#define WIDEN(name, is_signed)                                           \
    HANDLER(name)                                                        \
    {                                                                    \
        struct vgpu_affine value;                                        \
        if (!widen(AFFINE_AT(op->a), is_signed, width_of(warp), &value)) \
            return give_up(warp, op);                                    \
        return finish_64(warp, frame, op, value);                        \
    }
WIDEN(affine_widen_s32, true)
WIDEN(affine_widen_u32, false)

HANDLER(affine_narrow)
{
    const struct vgpu_affine *a = AFFINE_AT(op->a);
    return finish_32(warp, frame, op, (uint32_t)a->base, (int32_t)a->x, (int32_t)a->y);
}

HANDLER(affine_shl_32)
{
    const struct vgpu_affine *a = AFFINE_AT(op->a);
    uint32_t amount = (uint32_t)AFFINE_AT(op->b)->base;
    if (amount > 31)
        return finish_32(warp, frame, op, 0, 0, 0);
    return finish_32(warp, frame, op, (uint32_t)a->base << amount, (int64_t)((uint64_t)a->x << amount),
                     (int64_t)((uint64_t)a->y << amount));
}

HANDLER(affine_shl_64)
{
    const struct vgpu_affine *a = AFFINE_AT(op->a);
    uint32_t amount = (uint32_t)AFFINE_AT(op->b)->base;
    if (amount > 63)
        return finish_64(warp, frame, op, (struct vgpu_affine){0});
    return finish_64(warp, frame, op,
                     (struct vgpu_affine){.base = a->base << amount,
                                          .x = (int64_t)((uint64_t)a->x << amount),
                                          .y = (int64_t)((uint64_t)a->y << amount)});
}

#define UNIFORM_32(name, type, expression)                                       \
    HANDLER(name)                                                                \
    {                                                                            \
        type a = (type)AFFINE_AT(op->a)->base, b = (type)AFFINE_AT(op->b)->base; \
        return finish_32(warp, frame, op, (uint32_t)(expression), 0, 0);         \
    }
UNIFORM_32(affine_and_32, uint32_t, a &b)
UNIFORM_32(affine_or_32, uint32_t, a | b)
UNIFORM_32(affine_xor_32, uint32_t, a ^ b)
UNIFORM_32(affine_shr_u32, uint32_t, b > 31 ? 0 : a >> b)
UNIFORM_32(affine_shr_s32, int32_t, a >> ((uint32_t)b > 31 ? 31 : b))
UNIFORM_32(affine_min_s32, int32_t, a < b ? a : b)
UNIFORM_32(affine_max_s32, int32_t, a > b ? a : b)

/* --- setp ------------------------------------------------------------------------------------- */

/*
 * The mask of a comparison, from the lanes where a is less than b and the lanes where they are
 * equal.
 */
static inline uint32_t comparison_mask(unsigned comparison, uint32_t less, uint32_t equal)
{
    switch (comparison & VGPU_AFFINE_COMPARISON) {
    case VGPU_AFFINE_EQ:
        return equal;
    case VGPU_AFFINE_NE:
        return ~equal;
    case VGPU_AFFINE_LT:
        return less;
    case VGPU_AFFINE_LE:
        return less | equal;
    case VGPU_AFFINE_GT:
        return ~(less | equal);
    default:
        return ~less;
    }
}

/* Compares all lanes of both values as vectors. `flip` turns signed order into unsigned order. */
static void compare_lanes(const struct vgpu_affine *a, const struct vgpu_affine *b, uint32_t width, uint32_t flip,
                          uint32_t *out_less, uint32_t *out_equal)
{
    uint32_t left[LANES], right[LANES];
    int32_t less[LANES] __attribute__((aligned(64))), equal[LANES] __attribute__((aligned(64)));
    affine_expand_32(a, width, left);
    affine_expand_32(b, width, right);
    FOR_LANES
    {
        less[lane] = -(int32_t)((left[lane] ^ flip) < (right[lane] ^ flip));
        equal[lane] = -(int32_t)(left[lane] == right[lane]);
    }
    *out_less = lanes_to_mask(less);
    *out_equal = lanes_to_mask(equal);
}

HANDLER(affine_compare_32)
{
    const struct vgpu_affine *a = AFFINE_AT(op->a), *b = AFFINE_AT(op->b);
    bool is_signed = op->flags & VGPU_AFFINE_SIGNED;
    uint32_t flip = is_signed ? 1U << 31 : 0, less = 0, equal = 0, width = width_of(warp);
    int64_t least_a, most_a, least_b, most_b;
    if (!(a->x | a->y | b->x | b->y)) {
        uint32_t left = (uint32_t)a->base ^ flip, right = (uint32_t)b->base ^ flip;
        less = left < right ? UINT32_MAX : 0;
        equal = left == right ? UINT32_MAX : 0;
    } else if (extent(a, is_signed, width, &least_a, &most_a) && extent(b, is_signed, width, &least_b, &most_b) &&
               (most_a < least_b || least_a > most_b)) {
        less = most_a < least_b ? UINT32_MAX : 0; /* all lanes give the same result */
    } else {
        compare_lanes(a, b, width, flip, &less, &equal);
    }
    uint32_t mask = comparison_mask(op->flags, less, equal);
    outcome_note(warp, op, mask);
    predicate_write(warp, &PREDICATE(op->d), mask);
    return op + 1;
}

/* --- memory ----------------------------------------------------------------------------------- */

/*
 * The general op, with the lanes of its address register written. For accesses that must go lane by
 * lane.
 */
static const struct vgpu_op *with_lanes(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op)
{
    const struct vgpu_op *general = affine_general(warp, op);
    const struct vgpu_affine *address = AFFINE_AT(op->a);
    if (op->flags & VGPU_ACCESS_ADDRESS_64)
        affine_expand_64(address, width_of(warp), (uint64_t *)(void *)(frame + general->a));
    else
        affine_expand_32(address, width_of(warp), (uint32_t *)(void *)(frame + general->a));
    return general;
}

/* Whether the strides match the last access and the access is inside its place. */
static inline bool same_strides(const struct vgpu_warp *warp, const struct vgpu_access_cache *cache,
                                const struct vgpu_affine *address, uint64_t base)
{
    return cache->stride_x == address->x && cache->stride_y == address->y && cache->mask == warp->active &&
           fits_place(cache, base);
}

/* Recomputes pattern and place. The first active lane's address goes to *out_base. */
static __attribute__((noinline)) bool refill(struct vgpu_warp *warp, const struct vgpu_op *op,
                                             struct vgpu_access_cache *cache, const uint8_t *frame, uint64_t *out_base,
                                             bool is_shared)
{
    struct vgpu_affine value = *AFFINE_AT(op->a);
    uint64_t addresses[LANES];
    value.base = *out_base;
    affine_expand_64(&value, width_of(warp), addresses);
    *out_base = addresses[__builtin_ctz(warp->active)];
    if (!access_refill(warp, op, cache, addresses, is_shared))
        return false;
    if (!(warp->active & 1)) /* lane 0 is inactive, so its address is not the base */
        return true;
    cache->stride_x = value.x;
    cache->stride_y = value.y;
    return true;
}

static inline uint64_t base_address(const struct vgpu_op *op, const struct vgpu_affine *address, bool is_shared)
{
    uint64_t base = address->base + (uint64_t)op->immediate;
    return is_shared && !(op->flags & VGPU_ACCESS_ADDRESS_64) ? (uint32_t)base : base;
}

static __attribute__((noinline)) const struct vgpu_op *load_again(struct vgpu_warp *warp, uint8_t *frame,
                                                                  const struct vgpu_op *op, bool is_shared)
{
    struct vgpu_access_cache *cache = &warp->worker->accesses[op->access];
    uint64_t base = base_address(op, AFFINE_AT(op->a), is_shared);
    if (refill(warp, op, cache, frame, &base, is_shared) &&
        (is_shared ? load_shared_prepared(warp, frame, op, cache, base, warp->is_full)
                   : load_global_prepared(warp, frame, op, cache, base, warp->is_full)))
        return op + 1;
    const struct vgpu_op *ops = warp->op_base;
    access_load_slow(warp, frame, with_lanes(warp, frame, op));
    /* the warp may have left the converged ops */
    return warp_go_on(warp, warp->op_base + (op - ops));
}

static __attribute__((noinline)) const struct vgpu_op *store_again(struct vgpu_warp *warp, uint8_t *frame,
                                                                   const struct vgpu_op *op, bool is_shared)
{
    struct vgpu_access_cache *cache = &warp->worker->accesses[op->access];
    uint64_t base = base_address(op, AFFINE_AT(op->a), is_shared);
    bool done = refill(warp, op, cache, frame, &base, is_shared);
    if (done && is_shared)
        done = store_shared_prepared(warp, frame, op, cache, base);
    else if (done)
        done = store_global_prepared(warp, frame, op, cache, base);
    if (done)
        return op + 1;
    access_store_slow(warp, frame, with_lanes(warp, frame, op));
    return warp_go_on(warp, op);
}

/* Loads everything except one word per lane. */
static __attribute__((noinline)) const struct vgpu_op *load_other(struct vgpu_warp *warp, uint8_t *frame,
                                                                  const struct vgpu_op *op)
{
    struct vgpu_access_cache *cache = &warp->worker->accesses[op->access];
    const struct vgpu_affine *address = AFFINE_AT(op->a);
    uint64_t base = base_address(op, address, false);
    if (same_strides(warp, cache, address, base) && load_global_prepared(warp, frame, op, cache, base, warp->is_full))
        return op + 1;
    return load_again(warp, frame, op, false);
}

/*
 * The most frequent op of many kernels. It calls other functions for rare cases, and only at its
 * end.
 */
HANDLER(affine_load_global)
{
    struct vgpu_access_cache *cache = &warp->worker->accesses[op->access];
    const struct vgpu_affine *address = AFFINE_AT(op->a);
    uint64_t base = base_address(op, address, false);
    uint32_t sectors = cache->count.sectors_at[base % 32]; /* known only for aligned addresses */
    bool is_same = cache->stride_x == address->x && cache->stride_y == address->y && cache->mask == warp->active;
    if (__builtin_expect(!is_same || base - cache->base_first >= cache->base_count || !cache->is_plain_word || !sectors,
                         0))
        return load_other(warp, frame, op);
    load_regular_words(cache, REGISTER_32(op->d), cache->bytes_at + (base - cache->start));
    uint32_t notes = cache->notes;
    if (!notes)
        return op + 1;
    count_global_sectors(cache, sectors);
    return notes & VGPU_NOTE_CACHES ? cache_load_pattern(warp, op, cache, base) : op + 1;
}

HANDLER(affine_store_global)
{
    struct vgpu_access_cache *cache = &warp->worker->accesses[op->access];
    const struct vgpu_affine *address = AFFINE_AT(op->a);
    uint64_t base = base_address(op, address, false);
    if (__builtin_expect(
            same_strides(warp, cache, address, base) && store_global_prepared(warp, frame, op, cache, base), 1))
        return op + 1;
    return store_again(warp, frame, op, false);
}

HANDLER(affine_load_shared)
{
    struct vgpu_access_cache *cache = &warp->worker->accesses[op->access];
    const struct vgpu_affine *address = AFFINE_AT(op->a);
    uint64_t base = base_address(op, address, true);
    if (__builtin_expect(same_strides(warp, cache, address, base) &&
                             load_shared_prepared(warp, frame, op, cache, base, warp->is_full),
                         1))
        return op + 1;
    return load_again(warp, frame, op, true);
}

HANDLER(affine_store_shared)
{
    struct vgpu_access_cache *cache = &warp->worker->accesses[op->access];
    const struct vgpu_affine *address = AFFINE_AT(op->a);
    uint64_t base = base_address(op, address, true);
    if (__builtin_expect(
            same_strides(warp, cache, address, base) && store_shared_prepared(warp, frame, op, cache, base), 1))
        return op + 1;
    return store_again(warp, frame, op, true);
}
