/*
 * Loads and stores.
 *
 * Global and shared memory have fast paths. They compare the warp's addresses with the op's last
 * pattern. If the pattern matches and stays inside the op's last place, the data moves at once. The
 * counters grow by the pattern's known costs. All other accesses go lane by lane through
 * access_slow.c. Its checks define the correct behaviour.
 */
#include <string.h>

#include "vgpu/access/access.h"
#include "vgpu/access/access_fast.h"
#include "vgpu/execution/access_pattern.h"
#include "vgpu/execution/cluster.h"
#include "vgpu/execution/device.h"
#include "vgpu/execution/lane_loop.h"
#include "vgpu/lanes/execute.h"
#include "vgpu/program/op_flags.h"

/* --- addresses -------------------------------------------------------------------------------- */

/* Gathers the addresses of all lanes. Inactive lanes can have any address. */
static inline void gather_addresses(const uint8_t *frame, const struct vgpu_op *op, uint64_t *addresses)
{
    uint64_t immediate = (uint64_t)op->immediate;
    if (op->flags & VGPU_ACCESS_NO_REGISTER) {
        FOR_LANES addresses[lane] = immediate;
    } else if (op->flags & VGPU_ACCESS_ADDRESS_64) {
        const uint64_t *from = (const uint64_t *)(const void *)(frame + op->a);
        FOR_LANES addresses[lane] = from[lane] + immediate;
    } else {
        const uint32_t *from = (const uint32_t *)(const void *)(frame + op->a);
        FOR_LANES addresses[lane] = (uint32_t)(from[lane] + (uint32_t)immediate);
    }
}

/* Whether the lanes have the same distances as last time. */
static inline bool same_pattern(const struct vgpu_warp *warp, const struct vgpu_access_cache *cache,
                                const uint64_t *addresses, uint64_t base, bool is_full)
{
    uint64_t different = 0;
    const int32_t *distances = cache->distances, *mask = warp->lane_mask;
    if (is_full) {
        FOR_LANES different |= (addresses[lane] - base) ^ (uint64_t)(int64_t)distances[lane];
    } else {
        FOR_LANES different |=
            ((addresses[lane] - base) ^ (uint64_t)(int64_t)distances[lane]) & (uint64_t)(int64_t)mask[lane];
    }
    return !different && cache->mask == warp->active;
}

/* --- global and shared memory ----------------------------------------------------------------- */

/* Finds or updates pattern and place. Returns false if the access must go lane by lane. */
static inline bool prepare(struct vgpu_warp *warp, const struct vgpu_op *op, struct vgpu_access_cache *cache,
                           const uint8_t *frame, uint64_t *out_base, bool is_full, bool is_shared)
{
    uint64_t addresses[LANES];
    gather_addresses(frame, op, addresses);
    uint64_t base = addresses[__builtin_ctz(warp->active)];
    *out_base = base;
    if (__builtin_expect(same_pattern(warp, cache, addresses, base, is_full) && fits_place(cache, base), 1))
        return true;
    return access_refill(warp, op, cache, addresses, is_shared);
}

/* Loads lane by lane. Undefined memory can make the warp continue with general ops. */
static const struct vgpu_op *load_lanes(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op)
{
    const struct vgpu_op *base = warp->op_base;
    access_load_slow(warp, frame, op);
    return warp_go_on(warp, warp->op_base + (op - base));
}

static inline const struct vgpu_op *load(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op, bool is_full,
                                         bool is_shared)
{
    struct vgpu_access_cache *cache = &warp->worker->accesses[op->access];
    uint64_t base;
    bool done = prepare(warp, op, cache, frame, &base, is_full, is_shared) &&
                (is_shared ? load_shared_prepared(warp, frame, op, cache, base, is_full)
                           : load_global_prepared(warp, frame, op, cache, base, is_full));
    if (__builtin_expect(done, 1))
        return op + 1;
    return load_lanes(warp, frame, op);
}

static inline const struct vgpu_op *store(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op,
                                          bool is_full, bool is_shared)
{
    struct vgpu_access_cache *cache = &warp->worker->accesses[op->access];
    uint64_t base;
    bool done = prepare(warp, op, cache, frame, &base, is_full, is_shared);
    if (done && is_shared)
        done = store_shared_prepared(warp, frame, op, cache, base);
    else if (done)
        done = store_global_prepared(warp, frame, op, cache, base);
    if (__builtin_expect(done, 1))
        return op + 1;
    access_store_slow(warp, frame, op);
    return warp_go_on(warp, op);
}

HANDLER(load_global_full)
{
    return load(warp, frame, op, true, false);
}

HANDLER(load_global_masked)
{
    return load(warp, frame, op, false, false);
}

HANDLER(load_shared_full)
{
    return load(warp, frame, op, true, true);
}

HANDLER(load_shared_masked)
{
    return load(warp, frame, op, false, true);
}

HANDLER(store_global_full)
{
    return store(warp, frame, op, true, false);
}

HANDLER(store_global_masked)
{
    return store(warp, frame, op, false, false);
}

HANDLER(store_shared_full)
{
    return store(warp, frame, op, true, true);
}

HANDLER(store_shared_masked)
{
    return store(warp, frame, op, false, true);
}

/* --- the rest --------------------------------------------------------------------------------- */

HANDLER(load_slow)
{
    return load_lanes(warp, frame, op);
}

HANDLER(store_slow)
{
    access_store_slow(warp, frame, op);
    return warp_go_on(warp, op);
}

/*
 * ld.param and st.param in a device function and its calls access words of the frame. op->immediate
 * is the byte offset in these words.
 */
HANDLER(load_frame)
{
    const struct vgpu_detail *detail = op->detail;
    const uint8_t *words = frame + op->a;
    FOR_ACTIVE(warp->active)
    {
        for (uint32_t i = 0; i < detail->element_count; i++) {
            uint64_t at = (uint64_t)op->immediate + i * detail->size_bytes, value = 0;
            for (uint32_t byte = 0; byte < detail->size_bytes; byte++, at++)
                value |= (uint64_t)words[(at / 4 * LANES + lane) * 4 + at % 4] << (8 * byte);
            uint8_t bytes[8];
            memcpy(bytes, &value, 8);
            value = load_bits(bytes, detail->size_bytes, detail->is_signed);
            if (detail->elements[i] == VGPU_NO_OPERAND)
                continue;
            if (detail->is_wide)
                REGISTER_64(detail->elements[i])[lane] = value;
            else
                REGISTER_32(detail->elements[i])[lane] = (uint32_t)value;
        }
    }
    return op + 1;
}

HANDLER(store_frame)
{
    const struct vgpu_detail *detail = op->detail;
    uint8_t *words = frame + op->a;
    FOR_ACTIVE(warp->active)
    {
        for (uint32_t i = 0; i < detail->element_count; i++) {
            uint64_t at = (uint64_t)op->immediate + i * detail->size_bytes;
            uint64_t value =
                detail->is_wide ? REGISTER_64(detail->elements[i])[lane] : REGISTER_32(detail->elements[i])[lane];
            for (uint32_t byte = 0; byte < detail->size_bytes; byte++, at++)
                words[(at / 4 * LANES + lane) * 4 + at % 4] = (uint8_t)(value >> (8 * byte));
        }
    }
    return op + 1;
}

/*
 * Loads into 128-bit registers like load_slow. The type then extends the value to the upper halves
 * (PTX ISA 9.4.1).
 */
HANDLER(load_extended)
{
    const struct vgpu_detail *detail = op->detail;
    access_load_slow(warp, frame, op);
    for (uint32_t i = 0; i < detail->element_count; i++) {
        if (detail->elements[i] == VGPU_NO_OPERAND)
            continue;
        const uint64_t *low = REGISTER_64(detail->elements[i]);
        uint64_t *high = REGISTER_64(detail->elements[i] + 8 * LANES);
        FOR_ACTIVE(warp->active)
        high[lane] = detail->is_signed && low[lane] >> 63 ? UINT64_MAX : 0;
    }
    return warp_go_on(warp, op);
}

/*
 * isspacep.SPACE p, a. op->immediate is the first address of the space's window. Constants are
 * among the buffers. A 32-bit address has zeros in its upper half.
 */
HANDLER(is_space)
{
    uint32_t mask = 0;
    uint64_t first = (uint64_t)op->immediate;
    const struct vgpu_memory *memory = device_memory(warp->worker->launch->device);
    FOR_ACTIVE(warp->active)
    {
        uint64_t address = op->detail->is_wide ? REGISTER_64(op->a)[lane] : REGISTER_32(op->a)[lane];
        bool inside =
            address - first < VGPU_WINDOW_SHARED && (op->detail->source->space != PTX_SPACE_SHARED ||
                                                     cluster_rank_of(warp->block, address) == warp->block->rank);
        if (op->flags != VGPU_IS_SPACE_WINDOW) {
            const struct vgpu_buffer *buffer = memory_find(memory, address, 1);
            bool is_constant = buffer && buffer->is_constant;
            inside = op->flags == VGPU_IS_SPACE_CONSTANT
                         ? is_constant
                         : !is_constant && (address >= VGPU_WINDOW_END || address < VGPU_WINDOW_SHARED);
        }
        mask |= (uint32_t)inside << lane;
    }
    predicate_write(warp, &PREDICATE(op->d), mask);
    return op + 1;
}

HANDLER(map_address)
{
    const uint32_t *ranks = REGISTER_32(op->b);
    FOR_ACTIVE(warp->active)
    {
        if (op->detail->is_wide)
            REGISTER_64(op->d)[lane] = cluster_map(REGISTER_64(op->a)[lane], ranks[lane]);
        else
            REGISTER_32(op->d)[lane] = (uint32_t)cluster_map(REGISTER_32(op->a)[lane], ranks[lane]);
    }
    return op + 1;
}

HANDLER(address_rank)
{
    FOR_ACTIVE(warp->active)
    {
        uint64_t address = op->detail->is_wide ? REGISTER_64(op->a)[lane] : REGISTER_32(op->a)[lane];
        REGISTER_32(op->d)[lane] = cluster_rank_of(warp->block, address);
    }
    return op + 1;
}
