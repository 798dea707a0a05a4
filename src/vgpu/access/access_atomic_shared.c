/*
 * Atomic operations on shared memory without mistakes: it checks all lanes first, then executes all
 * in canonical order. The results are those of access_atomic.c, which goes lane by lane.
 */
#include <string.h>

#include "vgpu/access/access.h"
#include "vgpu/access/access_atomic.h"
#include "vgpu/execution/place.h"
#include "vgpu/observers/observers.h"

#define FOR_EACH_LANE(mask, lane) \
    for (uint32_t left_ = (mask), lane; left_ && (lane = (uint32_t)__builtin_ctz(left_), true); left_ &= left_ - 1)

/* Whether the lanes' bytes are in one variable, the intended one, each aligned. */
static bool fit_one_variable(struct vgpu_worker *worker, const struct vgpu_op *op, const uint64_t *addresses,
                             uint32_t mask, uint32_t size_bytes)
{
    const struct vgpu_launch_state *launch = worker->launch;
    uint64_t first = UINT64_MAX, last = 0, bits = 0;
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++) {
        uint64_t out = (uint64_t)(mask >> lane & 1) - 1; /* all bits of a lane that is not active */
        uint64_t low = addresses[lane] | out, high = addresses[lane] & ~out;
        first = low < first ? low : first;
        last = high > last ? high : last;
        bits |= high;
    }
    if (bits & (size_bytes - 1) || last > UINT32_MAX)
        return false;
    for (uint32_t i = 0; i < launch->module->shared_count; i++) {
        const struct vgpu_shared_variable *variable = &launch->module->shared[i];
        uint64_t variable_bytes = variable->size_bytes ? variable->size_bytes : launch->request->dynamic_shared_bytes;
        if (first < variable->start || last + size_bytes > variable->start + variable_bytes)
            continue;
        worker_note_shared(worker, variable);
        return check_intended_variable(launch->module, op, variable);
    }
    return false;
}

static bool are_defined(const struct vgpu_block *block, const uint64_t *addresses, uint32_t mask, uint32_t size_bytes)
{
    uint64_t wanted = (UINT64_C(1) << size_bytes) - 1, missing = 0;
    FOR_EACH_LANE(mask, lane)
    {
        missing |= ~(block->shared_defined[addresses[lane] / 64] >> addresses[lane] % 64) & wanted;
    }
    return missing == 0;
}

/* Integer sums of words, the most frequent operation. */
static void add_words(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_detail *detail,
                      const uint64_t *addresses)
{
    uint32_t *shared = (uint32_t *)(void *)warp->block->shared;
    FOR_EACH_LANE(warp->active, lane)
    {
        uint32_t *at = &shared[addresses[lane] / 4], old = *at, more = (uint32_t)atomic_element(frame, detail, 1, lane);
        *at = old + more;
        warp->worker->changes += more != 0;
        atomic_write_result(frame, detail, 0, lane, old);
    }
}

static void update_each(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_detail *detail,
                        const uint64_t *addresses)
{
    FOR_EACH_LANE(warp->active, lane)
    {
        uint8_t *at = warp->block->shared + addresses[lane];
        uint64_t old = 0, stored = 0;
        memcpy(&old, at, detail->size_bytes);
        uint64_t to = atomic_combine(detail, old, atomic_element(frame, detail, 1, lane),
                                     atomic_element(frame, detail, 2, lane), 0);
        memcpy(at, &to, detail->size_bytes);
        memcpy(&stored, at, detail->size_bytes);
        warp->worker->changes += stored != old;
        atomic_write_result(frame, detail, 0, lane, old);
    }
}

/* A warp that waits, waits for the word of its last lane. */
static void watch_last(struct vgpu_warp *warp, const struct vgpu_op *op, const uint64_t *addresses)
{
    uint32_t lane = 31 - (uint32_t)__builtin_clz(warp->active);
    struct vgpu_lane_access access = {
        .op = op, .lane = lane, .address = addresses[lane], .access = VGPU_ACCESS_ATOMIC, .is_ordered = true};
    access_watch(warp, &access, &(struct vgpu_place){.space = VGPU_PLACE_SHARED, .offset = addresses[lane]});
}

bool access_atomic_shared(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op,
                          const uint64_t addresses[VGPU_WARP_LANES])
{
    const struct vgpu_detail *detail = op->detail;
    uint32_t size_bytes = detail->size_bytes;
    bool is_simple =
        detail->source->space == PTX_SPACE_SHARED && detail->element_count == 1 && (size_bytes == 4 || size_bytes == 8);
    if (!is_simple || !fit_one_variable(warp->worker, op, addresses, warp->active, size_bytes) ||
        !are_defined(warp->block, addresses, warp->active, size_bytes))
        return false;
    if (!OBSERVE_ALL(atomics_shared, warp, op, addresses))
        return false;
    watch_last(warp, op, addresses);
    enum ptx_type type = (enum ptx_type)detail->source->types[0];
    bool adds_words = detail->atomic == VGPU_ATOMIC_ADD && (type == PTX_TYPE_U32 || type == PTX_TYPE_S32);
    if (adds_words)
        add_words(warp, frame, detail, addresses);
    else
        update_each(warp, frame, detail, addresses);
    return true;
}
