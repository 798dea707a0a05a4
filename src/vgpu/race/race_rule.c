/* The rule that finds races on global memory, and the values that tracking needs. */
#include "vgpu/race/race_rule.h"

#include <stdlib.h>

#include "vgpu/race/race_clocks.h"
#include "vgpu/race/race_order.h"
#include "vgpu/timeline/timeline.h"

struct race_event race_event_of(const struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t flags)
{
    const struct vgpu_launch_state *launch = warp->worker->launch;
    bool is_noncoherent = ptx_has_modifier(op->detail->source, PTX_MODIFIER_NC);
    if (op->detail->is_guess)
        flags |= INFO_STRONG;
    return (struct race_event){.block = (uint32_t)warp->block->linear,
                               .time = race_order_time(race_order_of(launch)),
                               .info = op->detail->index << INFO_OP_SHIFT | flags |
                                       (is_noncoherent ? (uint32_t)INFO_NONCOHERENT : 0),
                               .party = launch->party << RACE_LANE_BITS | warp->index};
}

static bool is_read(const struct vgpu_warp *warp, const struct race_event *event)
{
    const struct vgpu_op *ops = warp->worker->launch->module->ops;
    return ops[event->info >> INFO_OP_SHIFT].detail->access == VGPU_ACCESS_READ;
}

static enum race_standing standing_in_block(const struct vgpu_warp *warp, const struct race_event *before)
{
    enum { WARP_MASK = (1 << RACE_LANE_BITS) - 1 };
    uint32_t other = before->party & WARP_MASK;
    if (before->time < warp->block->race->sync_time || race_knows_time(warp->block, warp->index, other, before->time))
        return RACE_ORDERED;
    if (other != warp->index)
        return RACE_OPEN;
    bool is_over =
        before->time < warp->race->sync_time || (before->time < warp->race->exchange_time && is_read(warp, before));
    return is_over ? RACE_ORDERED : RACE_SAME_WARP;
}

enum race_standing race_standing(const struct vgpu_warp *warp, const struct race_event *before,
                                 const struct race_event *mine)
{
    const struct vgpu_launch_state *launch = warp->worker->launch;
    uint32_t other = before->party >> RACE_LANE_BITS;
    if (other != launch->party)
        return timeline_knows(launch->request->timeline, other) ? RACE_ORDERED : RACE_OPEN;
    enum race_standing standing = before->block == mine->block ? standing_in_block(warp, before) : RACE_OPEN;
    if (standing != RACE_ORDERED && race_order_knows(race_order_of(launch), mine->block, before->block, before->time))
        return RACE_ORDERED;
    return standing;
}

/* --- what tracking needs ---------------------------------------------------------------------- */

static uint32_t pieces_of(const struct vgpu_launch *request)
{
    uint64_t pieces = request->race_history_bytes / sizeof(struct race_piece);
    if (!request->race_history_bytes || pieces > RACE_PIECES_MAX)
        return RACE_PIECES_MAX;
    return pieces ? (uint32_t)pieces : 1;
}

static void release_history(void *history)
{
    race_history_free(history);
}

struct race_history *race_history_of(struct vgpu_timeline *timeline, uint32_t pieces_max)
{
    if (!timeline_memory(timeline))
        timeline_remember(timeline, race_history_new(pieces_max, RACE_EVENTS_MAX), release_history);
    return timeline_memory(timeline);
}

bool race_begin_tracking(struct vgpu_launch_state *launch)
{
    const struct vgpu_launch *request = launch->request;
    if (!(launch->checks & VGPU_CHECK_RACE) || !launch->in_order)
        return true;
    uint32_t pieces = pieces_of(request);
    struct race_launch *race = launch->race = calloc(1, sizeof(*race));
    if (!race)
        return false;
    race->order = race_order_new((uint64_t)request->grid[0] * request->grid[1] * request->grid[2]);
    race->history =
        launch->party ? race_history_of(request->timeline, pieces) : race_history_new(pieces, RACE_EVENTS_MAX);
    if (race->order && race->history)
        return true;
    race_end_tracking(launch);
    return false;
}

void race_end_tracking(struct vgpu_launch_state *launch)
{
    if (!launch->race)
        return;
    race_order_free(launch->race->order);
    if (!launch->party)
        race_history_free(launch->race->history);
    free(launch->race);
    launch->race = NULL;
}
