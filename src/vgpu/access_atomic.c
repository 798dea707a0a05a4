/*
 * atom and red (PTX ISA 9.7.13.5, .6), all spaces.
 *
 * Integer operations whose result nobody reads may run in parallel with those of other workers; they are done with the
 * CPU's own atomics then. All others make the launch run in order (launch_order.c).
 */
#include <string.h>

#include "vgpu/access_internal.h"
#include "vgpu/math_float.h"
#include "vgpu/math_half.h"

static uint64_t signed_less(enum ptx_type type, uint64_t a, uint64_t b)
{
    switch (type) {
    case PTX_TYPE_S32:
        return (int32_t)a < (int32_t)b;
    case PTX_TYPE_S64:
        return (int64_t)a < (int64_t)b;
    default:
        return a < b;
    }
}

static uint64_t add_values(enum ptx_type type, uint64_t a, uint64_t b)
{
    switch (type) {
    case PTX_TYPE_F32: /* atom.add.f32 on global memory flushes nothing; ISA 9.7.13.5 */
        return math_f32_add((uint32_t)a, (uint32_t)b, 0);
    case PTX_TYPE_F64:
        return math_f64_add(a, b);
    case PTX_TYPE_F16:
        return math_f16_add((uint16_t)a, (uint16_t)b, 0);
    case PTX_TYPE_BF16:
        return math_bf16_add((uint16_t)a, (uint16_t)b, 0);
    case PTX_TYPE_F16X2:
        return math_f16x2_add((uint32_t)a, (uint32_t)b, 0);
    case PTX_TYPE_BF16X2:
        return math_bf16x2_add((uint32_t)a, (uint32_t)b, 0);
    default:
        return a + b;
    }
}

static uint64_t min_max_values(enum ptx_type type, uint64_t a, uint64_t b, bool want_max)
{
    switch (type) {
    case PTX_TYPE_F32:
        return math_f32_min_max((uint32_t)a, (uint32_t)b, want_max, 0);
    case PTX_TYPE_F64:
        return math_f64_min_max(a, b, want_max);
    case PTX_TYPE_F16:
        return math_f16_min_max((uint16_t)a, (uint16_t)b, want_max, 0);
    default:
        return signed_less(type, a, b) != want_max ? a : b;
    }
}

/* The new value of memory that holds `old`. For CAS `b` is compared, `c` stored. */
static uint64_t combine(const struct vgpu_detail *detail, uint64_t old, uint64_t b, uint64_t c)
{
    enum ptx_type type = (enum ptx_type)detail->source->types[0];
    switch (detail->atomic) {
    case VGPU_ATOMIC_ADD:
        return add_values(type, old, b);
    case VGPU_ATOMIC_MIN:
        return min_max_values(type, old, b, false);
    case VGPU_ATOMIC_MAX:
        return min_max_values(type, old, b, true);
    case VGPU_ATOMIC_AND:
        return old & b;
    case VGPU_ATOMIC_OR:
        return old | b;
    case VGPU_ATOMIC_XOR:
        return old ^ b;
    case VGPU_ATOMIC_INC:
        return old >= b ? 0 : old + 1;
    case VGPU_ATOMIC_DEC:
        return old == 0 || old > b ? b : old - 1;
    case VGPU_ATOMIC_EXCHANGE:
        return b;
    case VGPU_ATOMIC_CAS:
        return old == b ? c : old;
    }
    return old;
}

/* Beside other workers: repeats until nobody came between. Memory is aligned, check_memory() saw to it. */
#define DEFINE_UPDATE(bits)                                                                                         \
    static uint64_t update_##bits(const struct vgpu_detail *detail, uint8_t *at, uint64_t b, uint64_t c)            \
    {                                                                                                               \
        uint##bits##_t *memory = (uint##bits##_t *)(void *)at, old = __atomic_load_n(memory, __ATOMIC_RELAXED), to; \
        do                                                                                                          \
            to = (uint##bits##_t)combine(detail, old, b, c);                                                        \
        while (!__atomic_compare_exchange_n(memory, &old, to, true, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));           \
        return old;                                                                                                 \
    }
DEFINE_UPDATE(16)
DEFINE_UPDATE(32)
DEFINE_UPDATE(64)

static uint64_t update(struct vgpu_warp *warp, const struct vgpu_detail *detail, const struct vgpu_place *place,
                       uint32_t lane, uint64_t b, uint64_t c)
{
    if (warp->worker->is_parallel && place->space == VGPU_PLACE_GLOBAL) {
        if (detail->size_bytes == 4)
            return update_32(detail, place->bytes, b, c);
        return detail->size_bytes == 8 ? update_64(detail, place->bytes, b, c) : update_16(detail, place->bytes, b, c);
    }
    uint64_t old = 0;
    place_read(warp, place, lane, &old, detail->size_bytes);
    uint64_t to = combine(detail, old, b, c);
    place_write(warp, place, lane, &to, detail->size_bytes);
    return old;
}

static uint64_t element_value(const uint8_t *frame, const struct vgpu_detail *detail, uint32_t element, uint32_t lane)
{
    uint32_t offset = detail->elements[element];
    if (offset == VGPU_NO_OPERAND)
        return 0;
    uint64_t keep = detail->size_bytes == 2 ? UINT16_MAX : UINT64_MAX;
    if (detail->is_wide)
        return ((const uint64_t *)(const void *)(frame + offset))[lane];
    return ((const uint32_t *)(const void *)(frame + offset))[lane] & keep;
}

static void count_atomic(struct vgpu_warp *warp, const struct vgpu_op *op, const uint64_t *addresses, uint32_t mask)
{
    if (!warp->worker->counts_accesses)
        return;
    uint32_t size_bytes = op->detail->size_bytes, lanes = (uint32_t)__builtin_popcount(mask);
    bool is_shared = op->detail->source->space == PTX_SPACE_SHARED;
    struct vgpu_access_counts *counts =
        &warp->worker->accesses[op->access].counts[is_shared ? VGPU_COUNT_SHARED : VGPU_COUNT_GLOBAL];
    counts->requests++;
    counts->lanes += lanes;
    counts->distinct += count_distinct_bytes(addresses, mask, size_bytes) / size_bytes;
}

void access_atomic(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op)
{
    const struct vgpu_detail *detail = op->detail;
    uint64_t addresses[VGPU_WARP_LANES] = {0};
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++) {
        if (!(warp->active >> lane & 1))
            continue;
        struct vgpu_lane_access access = {.op = op,
                                          .lane = lane,
                                          .space = detail->source->space,
                                          .address = access_address(op, frame, lane),
                                          .size_bytes = detail->size_bytes,
                                          .access = VGPU_ACCESS_ATOMIC,
                                          .is_ordered = true};
        struct vgpu_place place;
        uint64_t old = 0;
        addresses[lane] = access.address;
        if (check_memory(warp, &access, &place)) {
            check_initialised(warp, &access, &place);
            check_race(warp, &access, &place, NULL);
            note_written(warp, &access, &place);
            old = update(warp, detail, &place, lane, element_value(frame, detail, 1, lane),
                         element_value(frame, detail, 2, lane));
        }
        if (detail->elements[0] == VGPU_NO_OPERAND)
            continue;
        if (detail->is_wide)
            ((uint64_t *)(void *)(frame + detail->elements[0]))[lane] = old;
        else
            ((uint32_t *)(void *)(frame + detail->elements[0]))[lane] = (uint32_t)old;
    }
    count_atomic(warp, op, addresses, warp->active);
}
