/* The state of race checks between two blocks, kept so that a launch can go back there. */
#include <stdlib.h>

#include "vgpu/race/race_rule.h"

struct race_snapshot {
    struct vgpu_race_order *order;
    struct race_history_copy *history;
    bool was_short;
};

void race_snapshot_free(void *kept)
{
    struct race_snapshot *snapshot = kept;
    if (!snapshot)
        return;
    race_order_free(snapshot->order);
    race_history_copy_free(snapshot->history);
    free(snapshot);
}

bool race_snapshot_take(const struct vgpu_launch_state *launch, uint64_t bytes_max, void **out_snapshot)
{
    const struct race_launch *race = launch->race;
    if (!race)
        return true;
    struct race_snapshot *snapshot = *out_snapshot = calloc(1, sizeof(*snapshot));
    if (!snapshot)
        return false;
    snapshot->order = race_order_copy(race->order);
    snapshot->history = race_history_copy_new(race->history, bytes_max);
    snapshot->was_short = race->was_short;
    return snapshot->order && snapshot->history;
}

bool race_snapshot_restore(struct vgpu_launch_state *launch, const void *kept)
{
    const struct race_snapshot *snapshot = kept;
    if (!snapshot)
        return true;
    struct vgpu_race_order *order = race_order_copy(snapshot->order);
    if (!order)
        return false;
    race_order_free(launch->race->order);
    launch->race->order = order;
    launch->race->was_short = snapshot->was_short;
    race_history_copy_restore(snapshot->history, launch->race->history);
    return true;
}
