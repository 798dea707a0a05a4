/*
 * Atomic operations on shared memory where nothing is wrong: all lanes are looked at first, then all are done, in
 * canonical order. What is done is what access_atomic.c does lane by lane, without a finding.
 */
#include <string.h>

#include "vgpu/access/access.h"
#include "vgpu/access/access_atomic.h"
#include "vgpu/execution/place.h"
#include "vgpu/race/check_race.h"
#include "vgpu/race/race_fast.h"

#define FOR_EACH_LANE(mask, lane) \
    for (uint32_t left_ = (mask), lane; left_ && (lane = (uint32_t)__builtin_ctz(left_), true); left_ &= left_ - 1)

/* Whether the lanes' bytes lie in one variable, the one that is meant, each aligned. */
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
        return check_is_meant(launch->module, op, variable);
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

/* Whether check_race() would have nothing to say: of other strong writes it never has. */
static bool are_ordered(const struct vgpu_warp *warp, const uint64_t *addresses, uint32_t mask, uint32_t size_bytes)
{
    const struct vgpu_race_shadow *race = warp->block->race;
    struct race_stamps stamps = race_stamps_of(warp);
    uint32_t may_race = race_has_parted(warp);
    FOR_EACH_LANE(mask, lane)
    {
        for (uint64_t word = addresses[lane] / 4, end = word + size_bytes / 4; word < end; word++) {
            uint32_t is_plain = (race->writer_info[word] & VGPU_RACE_WEAK) != 0;
            may_race |= race_unordered_bit(race->writer[word], stamps.of_write + lane) & is_plain;
            may_race |= race_unordered_bit(race->reader[word], stamps.of_read + lane);
            may_race |= race_unordered_bit(race->second_reader[word], stamps.of_read + lane);
            may_race |= race->copy_words && race->copier[word];
        }
    }
    return !may_race;
}

static bool releases(const struct vgpu_op *op)
{
    return ptx_has_modifier(op->detail->source, PTX_MODIFIER_RELEASE) ||
           ptx_has_modifier(op->detail->source, PTX_MODIFIER_ACQ_REL);
}

/* Whether nothing but atomics was done to shared memory since the last barrier: they never race with each other. */
static bool only_atomics(struct vgpu_block *block)
{
    struct vgpu_race_shadow *race = block->race;
    bool has_reads = race->read_epoch == block->epoch && race->read_count;
    if (race->copy_words)
        return false;
    if (race->settled_epoch != block->epoch && !has_reads)
        race->settled_epoch = race->atomics_epoch = block->epoch;
    return race->atomics_epoch == block->epoch;
}

/* `keeps_plain`: a plain write of the same thread stays, see check_race.c. */
static void note_writers(struct vgpu_warp *warp, const struct vgpu_op *op, const uint64_t *addresses, uint32_t mask,
                         bool keeps_plain)
{
    struct vgpu_race_shadow *race = warp->block->race;
    uint32_t stamp = race_stamp(warp, 0), words = op->detail->size_bytes / 4U;
    uint32_t info = op->detail->index << VGPU_RACE_OP_SHIFT | VGPU_RACE_BYTES | VGPU_RACE_ATOMIC;
    FOR_EACH_LANE(mask, lane)
    {
        for (uint64_t word = addresses[lane] / 4, end = word + words; word < end; word++) {
            if (keeps_plain && race->writer[word] == stamp + lane && race->writer_info[word] & VGPU_RACE_WEAK)
                continue;
            race->writer[word] = stamp + lane;
            race->writer_info[word] = info;
        }
    }
}

/* False: perhaps a race. */
static bool note_races(struct vgpu_warp *warp, const struct vgpu_op *op, const uint64_t *addresses)
{
    if (releases(op))
        return false;
    if (only_atomics(warp->block)) {
        note_writers(warp, op, addresses, warp->active, false);
        return true;
    }
    race_settle_reads(warp->block);
    if (!are_ordered(warp, addresses, warp->active, op->detail->size_bytes))
        return false;
    note_writers(warp, op, addresses, warp->active, true);
    return true;
}

/* Integer sums of words, which are most of all. */
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

/* Who waits, waits for what the last lane asked. */
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
    bool is_simple = detail->source->space == PTX_SPACE_SHARED && detail->element_count == 1 &&
                     (size_bytes == 4 || size_bytes == 8) && !warp->block->is_partial;
    if (!is_simple || !fit_one_variable(warp->worker, op, addresses, warp->active, size_bytes) ||
        !are_defined(warp->block, addresses, warp->active, size_bytes))
        return false;
    if (warp->block->race && !note_races(warp, op, addresses))
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
