/* Races on shared memory between the blocks of a cluster: last accesses by word, and the rule. */
#include "vgpu/race/race_cluster.h"

#include <stdlib.h>
#include <string.h>

#include "vgpu/race/check_race.h"
#include "vgpu/race/race_order.h"
#include "vgpu/race/race_reads.h"
#include "vgpu/report/report.h"

/* --- barriers --------------------------------------------------------------------------------- */

void race_forget_remote(struct vgpu_block *block)
{
    block->race->has_remote = false;
    block->race->cluster_epoch = block->race->epoch;
}

void race_release_cluster(struct vgpu_block *block)
{
    const struct vgpu_launch_state *launch = block->worker->launch;
    uint64_t linear[VGPU_CLUSTER_BLOCKS_MAX];
    if (!block->race || launch->cluster_members == 1)
        return;
    for (uint32_t rank = 0; rank < launch->cluster_members; rank++) {
        struct race_block *race = block->cluster[rank]->race;
        linear[rank] = block->cluster[rank]->linear;
        race->has_remote = false;
        race->cluster_epoch = race->epoch + 1; /* barrier_release follows */
    }
    if (race_order_of(launch))
        race_order_meet(race_order_of(launch), linear, launch->cluster_members);
}

/* --- the rule --------------------------------------------------------------------------------- */

/* An access in terms that both blocks share. */
struct party {
    const struct vgpu_block *block;
    uint32_t thread, info;
    enum vgpu_access access;
};

static bool may_race(uint32_t one, uint32_t other)
{
    return one & other & VGPU_RACE_BYTES && (one | other) & VGPU_RACE_WEAK;
}

static enum vgpu_finding_kind kind_of(const struct vgpu_lane_access *access, const struct party *other)
{
    if (access->access == VGPU_ACCESS_ATOMIC || other->access == VGPU_ACCESS_ATOMIC)
        return VGPU_FINDING_RACE_ATOMIC;
    if (access->access == VGPU_ACCESS_READ)
        return VGPU_FINDING_RACE_READ_AFTER_WRITE;
    return other->access == VGPU_ACCESS_READ ? VGPU_FINDING_RACE_WRITE_AFTER_READ : VGPU_FINDING_RACE_WRITE_WRITE;
}

static void report(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place,
                   const struct party *other)
{
    const struct vgpu_launch_state *launch = warp->worker->launch;
    const struct vgpu_detail *detail = launch->module->ops[other->info >> VGPU_RACE_OP_SHIFT].detail;
    struct vgpu_finding finding = {.kind = kind_of(access, other),
                                   .lane = access->lane,
                                   .access = access->access,
                                   .space = VGPU_FINDING_SPACE_SHARED,
                                   .address = access->address,
                                   .size_bytes = access->size_bytes};
    finding_place_describe(warp, place, &finding);
    memcpy(finding.other.block, other->block->index, sizeof(finding.other.block));
    report_thread_position(launch, other->thread, finding.other.thread);
    finding.other.access = other->access;
    finding.other.line = detail->line;
    finding.other.ptx_line = detail->source->ptx_line;
    report_add_finding(warp, access->op, &finding);
}

/* Reports the access if it races with the other party; true if it does. */
static bool meet(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place,
                 uint32_t info, const struct party *other)
{
    bool both_read = access->access == VGPU_ACCESS_READ && other->access == VGPU_ACCESS_READ;
    if (both_read || other->block == warp->block || !may_race(info, other->info))
        return false;
    report(warp, access, place, other);
    return true;
}

static enum vgpu_access writer_access(uint32_t info)
{
    return info & VGPU_RACE_ATOMIC ? VGPU_ACCESS_ATOMIC : VGPU_ACCESS_WRITE;
}

/* --- accesses of other blocks, by word -------------------------------------------------------- */

static void meet_known(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place,
                       uint32_t info, const struct race_remote *known)
{
    const struct vgpu_block *owner = place_block(warp, place);
    const struct party writer = {owner->cluster[known->writer.rank], known->writer.thread, known->writer.info,
                                 writer_access(known->writer.info)};
    const struct party reader = {owner->cluster[known->reader.rank], known->reader.thread, known->reader.info,
                                 VGPU_ACCESS_READ};
    if (known->writer.phase == owner->cluster_phase + 1 && meet(warp, access, place, info, &writer))
        return;
    if (known->reader.phase == owner->cluster_phase + 1)
        meet(warp, access, place, info, &reader);
}

static void meet_own(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place,
                     uint32_t info, uint32_t word)
{
    const struct race_block *race = place->block->race;
    const struct vgpu_race_shadow *shadow = race->shadow;
    const struct {
        uint32_t stamp, info;
        enum vgpu_access access;
    } own[] = {{shadow->writer[word], shadow->writer_info[word], writer_access(shadow->writer_info[word])},
               {shadow->reader[word], shadow->reader_info[word], VGPU_ACCESS_READ},
               {shadow->second_reader[word], shadow->second_reader_info[word], VGPU_ACCESS_READ}};
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        const struct party other = {place->block, own[i].stamp & VGPU_RACE_THREAD_MASK, own[i].info, own[i].access};
        bool is_recent = own[i].stamp && own[i].stamp >> VGPU_RACE_EPOCH_SHIFT >= race->cluster_epoch;
        if (is_recent && meet(warp, access, place, info, &other))
            return;
    }
}

static struct race_remote *remote_of(struct race_block *race)
{
    if (!race->remote)
        race->remote = calloc(race->shadow->words, sizeof(*race->remote));
    return race->remote;
}

void race_check_remote(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place)
{
    const struct vgpu_order_traits *traits = &warp->worker->launch->entry->traits;
    struct race_block *race = place->block->race;
    if (!race->shadow || traits->has_ordered_access || traits->tests_objects || !remote_of(race))
        return;
    race_settle_reads(place->block);
    race->has_remote = true;
    uint64_t end = place->offset + access->size_bytes;
    for (uint64_t at = place->offset; at < end; at = (at / 4 + 1) * 4) {
        uint32_t word = (uint32_t)(at / 4), info = race_info(warp, access, at, end);
        struct race_remote *known = &race->remote[word];
        meet_known(warp, access, place, info, known);
        meet_own(warp, access, place, info, word);
        struct race_remote_access *last = access->access == VGPU_ACCESS_READ ? &known->reader : &known->writer;
        *last = (struct race_remote_access){.phase = place->block->cluster_phase + 1,
                                            .rank = (uint16_t)warp->block->rank,
                                            .thread = (uint16_t)(warp->index * VGPU_WARP_LANES + access->lane),
                                            .info = info};
    }
}

void race_meet_remote(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place)
{
    uint64_t end = place->offset + access->size_bytes;
    for (uint64_t at = place->offset; at < end; at = (at / 4 + 1) * 4)
        meet_known(warp, access, place, race_info(warp, access, at, end), &warp->block->race->remote[at / 4]);
}
