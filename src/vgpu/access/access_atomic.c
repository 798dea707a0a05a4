/*
 * atom and red (PTX ISA 9.7.13.5, .6), all spaces.
 *
 * Integer operations with an unused result may run in parallel with those of other workers. They
 * then use the CPU's own atomics. All others make the launch run in order (launch_parallel.c).
 */
#include "vgpu/access/access_atomic.h"

#include <string.h>

#include "vgpu/access/access.h"
#include "vgpu/execution/access_pattern.h"
#include "vgpu/execution/place.h"
#include "vgpu/math/math_float.h"
#include "vgpu/math/math_half.h"
#include "vgpu/observers/observers.h"

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

static uint64_t add_values(enum ptx_type type, uint64_t a, uint64_t b, unsigned flags)
{
    switch (type) {
    case PTX_TYPE_F32:
        return math_f32_add((uint32_t)a, (uint32_t)b, flags);
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
    case PTX_TYPE_BF16:
        return want_max ? math_bf16_max((uint16_t)a, (uint16_t)b, 0) : math_bf16_min((uint16_t)a, (uint16_t)b, 0);
    case PTX_TYPE_F16X2:
        return want_max ? math_f16x2_max((uint32_t)a, (uint32_t)b, 0) : math_f16x2_min((uint32_t)a, (uint32_t)b, 0);
    case PTX_TYPE_BF16X2:
        return want_max ? math_bf16x2_max((uint32_t)a, (uint32_t)b, 0) : math_bf16x2_min((uint32_t)a, (uint32_t)b, 0);
    default:
        return signed_less(type, a, b) != want_max ? a : b;
    }
}

uint64_t atomic_combine(const struct vgpu_detail *detail, uint64_t old, uint64_t b, uint64_t c, unsigned flags)
{
    enum ptx_type type = (enum ptx_type)detail->source->types[0];
    switch (detail->atomic) {
    case VGPU_ATOMIC_ADD:
        return add_values(type, old, b, flags);
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

/*
 * Beside other workers: repeats until nobody came between. Memory is aligned, check_memory() saw to
 * it.
 */
#define DEFINE_UPDATE(bits)                                                                                         \
    static uint64_t update_##bits(const struct vgpu_detail *detail, uint8_t *at, uint64_t b, uint64_t c)            \
    {                                                                                                               \
        uint##bits##_t *memory = (uint##bits##_t *)(void *)at, old = __atomic_load_n(memory, __ATOMIC_RELAXED), to; \
        do                                                                                                          \
            to = (uint##bits##_t)atomic_combine(detail, old, b, c, MATH_FTZ);                                       \
        while (!__atomic_compare_exchange_n(memory, &old, to, true, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));           \
        return old;                                                                                                 \
    }
DEFINE_UPDATE(16)
DEFINE_UPDATE(32)
DEFINE_UPDATE(64)

/* Values of one lane: the old value, the operands. */
struct atomic_values {
    uint64_t old[8], b[8], c[8];
};

/* Updates element by element; cas compares all of them together. */
static void update_elements(struct vgpu_warp *warp, const struct vgpu_detail *detail, const struct vgpu_place *place,
                            uint32_t lane, struct atomic_values *values)
{
    uint32_t size_bytes = detail->size_bytes, count = detail->element_count;
    /* additions to global memory flush subnormal f32, those to shared memory do not (9.7.13.5) */
    unsigned flags = place->space == VGPU_PLACE_GLOBAL ? MATH_FTZ : 0;
    uint8_t bytes[64], result[64];
    bool equal = true;
    access_read_place(warp, place, lane, bytes, size_bytes * count);
    for (uint32_t i = 0; i < count; i++) {
        values->old[i] = 0;
        memcpy(&values->old[i], bytes + i * size_bytes, size_bytes);
        equal &= values->old[i] == values->b[i];
        uint64_t to = atomic_combine(detail, values->old[i], values->b[i], values->c[i], flags);
        memcpy(result + i * size_bytes, &to, size_bytes);
    }
    if (detail->atomic != VGPU_ATOMIC_CAS || equal)
        access_write_place(warp, place, lane, result, size_bytes * count);
}

static void update(struct vgpu_warp *warp, const struct vgpu_detail *detail, const struct vgpu_place *place,
                   uint32_t lane, struct atomic_values *values)
{
    bool is_alone = !warp->worker->is_parallel || place->space != VGPU_PLACE_GLOBAL || detail->element_count > 1;
    if (is_alone)
        update_elements(warp, detail, place, lane, values);
    else if (detail->size_bytes == 4)
        values->old[0] = update_32(detail, place->bytes, values->b[0], values->c[0]);
    else if (detail->size_bytes == 8)
        values->old[0] = update_64(detail, place->bytes, values->b[0], values->c[0]);
    else
        values->old[0] = update_16(detail, place->bytes, values->b[0], values->c[0]);
}

static void read_operands(const uint8_t *frame, const struct vgpu_detail *detail, uint32_t lane,
                          struct atomic_values *out_values)
{
    uint32_t count = detail->element_count;
    for (uint32_t i = 0; i < count; i++) {
        out_values->old[i] = 0;
        out_values->b[i] = atomic_element(frame, detail, count + i, lane);
        out_values->c[i] = atomic_element(frame, detail, 2 * count + i, lane);
    }
}

/* Checks the lane's access, then does it. False: the access is a mistake, and changed nothing. */
static bool perform(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t lane, uint64_t address,
                    struct atomic_values *values)
{
    const struct vgpu_detail *detail = op->detail;
    struct vgpu_lane_access access = {.op = op,
                                      .lane = lane,
                                      .space = detail->source->space,
                                      .address = address,
                                      .size_bytes = (uint32_t)detail->size_bytes * detail->element_count,
                                      .access = VGPU_ACCESS_ATOMIC,
                                      .is_ordered = true};
    struct vgpu_place place;
    if (!check_memory(warp, &access, &place))
        return false;
    OBSERVE(use, warp, &access, &place);
    access_watch(warp, &access, &place);
    OBSERVE(written, warp, &access, &place);
    update(warp, detail, &place, lane, values);
    return true;
}

static void update_lane(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op, uint32_t lane,
                        uint64_t address)
{
    struct atomic_values values; /* its first `element_count` elements */
    read_operands(frame, op->detail, lane, &values);
    perform(warp, op, lane, address, &values);
    for (uint32_t i = 0; i < op->detail->element_count; i++)
        atomic_write_result(frame, op->detail, i, lane, values.old[i]);
}

/* Whether several updates of a number are the same as one, bit for bit. */
static bool is_joinable(const struct vgpu_detail *detail)
{
    static const bool joins[] = {
        [VGPU_ATOMIC_ADD] = true, [VGPU_ATOMIC_MIN] = true, [VGPU_ATOMIC_MAX] = true,  [VGPU_ATOMIC_AND] = true,
        [VGPU_ATOMIC_OR] = true,  [VGPU_ATOMIC_XOR] = true, [VGPU_ATOMIC_CAS] = false,
    };
    enum ptx_type type = (enum ptx_type)detail->source->types[0];
    bool is_exact = !ptx_type_is_float(type) && ptx_type_class(type) != PTX_TYPE_CLASS_PACKED;
    return is_exact && detail->element_count == 1 && joins[detail->atomic];
}

static bool is_one_address(const uint64_t addresses[VGPU_WARP_LANES], uint32_t active)
{
    uint64_t first = addresses[__builtin_ctz(active)];
    bool is_one = true;
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++)
        is_one &= addresses[lane] == first || !(active >> lane & 1);
    return is_one;
}

/* The active lanes' operands as one; `before`: those of the lanes below each lane. */
static uint64_t join_lanes(const uint8_t *frame, const struct vgpu_detail *detail, uint32_t active,
                           uint64_t before[VGPU_WARP_LANES])
{
    uint32_t first = (uint32_t)__builtin_ctz(active);
    uint64_t joined = 0;
    for (uint32_t left = active; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        uint64_t value = atomic_element(frame, detail, 1, lane);
        before[lane] = joined;
        joined = lane == first ? value : atomic_combine(detail, joined, value, 0, 0);
    }
    return joined;
}

/*
 * Lanes that all update one number do so as one, if no check asks which lane it was. So a sum or a
 * maximum over all threads costs one update for each warp. Each lane still gets its old value.
 */
static bool update_jointly(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op, const uint64_t *addresses)
{
    const struct vgpu_launch_state *launch = warp->worker->launch;
    const struct vgpu_detail *detail = op->detail;
    uint32_t active = warp->active;
    if (!active || launch->checks & VGPU_CHECK_ALL || WATCHES_ACCESSES(launch) || !is_joinable(detail) ||
        !is_one_address(addresses, active))
        return false;
    uint32_t first = (uint32_t)__builtin_ctz(active), last = 31 - (uint32_t)__builtin_clz(active);
    uint64_t before[VGPU_WARP_LANES];
    struct atomic_values joined = {.b = {join_lanes(frame, detail, active, before)}};
    bool is_done = perform(warp, op, last, addresses[last], &joined);
    for (uint32_t left = active; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        uint64_t old = joined.old[0];
        bool has_more = is_done && lane != first;
        atomic_write_result(frame, detail, 0, lane, has_more ? atomic_combine(detail, old, before[lane], 0, 0) : old);
    }
    return true;
}

void access_atomic(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op)
{
    uint64_t addresses[VGPU_WARP_LANES];
    uint32_t active = warp->active;
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++)
        addresses[lane] = active >> lane & 1 ? place_address(op, frame, lane) : 0;
    bool reverses = execution_reverses_lanes(warp);
    bool is_done =
        !reverses && (update_jointly(warp, frame, op, addresses) || access_atomic_shared(warp, frame, op, addresses));
    for (uint32_t i = 0; !is_done && i < VGPU_WARP_LANES; i++) {
        uint32_t lane = reverses ? VGPU_WARP_LANES - 1 - i : i;
        if (active >> lane & 1)
            update_lane(warp, frame, op, lane, addresses[lane]);
    }
    bool is_shared = op->detail->source->space == PTX_SPACE_SHARED;
    OBSERVE(request, warp, op, is_shared ? VGPU_COUNT_SHARED : VGPU_COUNT_GLOBAL, addresses, active,
            (uint32_t)op->detail->size_bytes * op->detail->element_count);
}
