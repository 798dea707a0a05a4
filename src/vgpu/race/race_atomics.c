/*
 * Races of atomics on shared memory, for all lanes at once and without findings.
 */
#include "vgpu/race/race_fast.h"

#define FOR_EACH_LANE(mask, lane) \
    for (uint32_t left_ = (mask), lane; left_ && (lane = (uint32_t)__builtin_ctz(left_), true); left_ &= left_ - 1)

/* Whether check_race() would report nothing: it never does for other strong writes. */
static bool are_ordered(const struct vgpu_warp *warp, const uint64_t *addresses, uint32_t mask, uint32_t size_bytes)
{
    const struct vgpu_race_shadow *race = race_shadow_of(warp->block);
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

/*
 * Whether shared memory had only atomics since the last barrier: they never race with each other.
 */
static bool only_atomics(struct vgpu_block *block)
{
    struct vgpu_race_shadow *race = race_shadow_of(block);
    bool has_reads = race->read_epoch == block->race->epoch && race->read_count;
    if (race->copy_words)
        return false;
    if (race->settled_epoch != block->race->epoch && !has_reads)
        race->settled_epoch = race->atomics_epoch = block->race->epoch;
    return race->atomics_epoch == block->race->epoch;
}

/* `keeps_plain`: a plain write of the same thread stays, see check_race.c. */
static void note_writers(struct vgpu_warp *warp, const struct vgpu_op *op, const uint64_t *addresses, uint32_t mask,
                         bool keeps_plain)
{
    struct vgpu_race_shadow *race = race_shadow_of(warp->block);
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

bool race_atomics(struct vgpu_warp *warp, const struct vgpu_op *op, const uint64_t *addresses)
{
    if (!race_shadow_of(warp->block))
        return true;
    if (releases(op) || warp->block->race->is_partial || warp->block->race->has_remote)
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
