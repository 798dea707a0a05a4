/*
 * Order on devices that have real streams. Launches and copies wait for marks in the streams of
 * other devices, while the host does not wait. Devices that cannot mark their streams are
 * synchronised instead.
 */
#include "plan/run/run.h"

static bool can_mark(const struct run *run)
{
    for (int rank = 0; rank < run->bindings->device_count; rank++)
        if (!run->bindings->devices[rank]->vtable->mark)
            return false;
    return true;
}

/* The stream of the current rank waits for all work with a name of `after=`. */
bool run_wait_for_names(struct run *run, int stream)
{
    struct device *device = run_device(run);
    if (!run->wait_count)
        return true;
    if (!can_mark(run))
        return run_synchronise(run);
    for (size_t i = 0; i < run->wait_count; i++)
        for (const struct run_mark *at = run->waits[i]->marks; at; at = at->next)
            if (!device->vtable->wait_for(device, stream, run->bindings->devices[at->rank], at->mark, run->error))
                return false;
    return true;
}

bool run_mark_name(struct run *run, int stream)
{
    struct device *device = run_device(run);
    if (!run->bears || !can_mark(run))
        return true;
    struct run_mark *mark = ARENA_NEW(run->arena, struct run_mark);
    *mark = (struct run_mark){.rank = run->rank, .next = run->bears->marks};
    if (!device->vtable->mark(device, stream, &mark->mark, run->error))
        return false;
    run->bears->marks = mark;
    return true;
}

/* Every device waits for all submitted work of every other one. */
bool run_meet(struct run *run)
{
    uint64_t marks[DEVICE_COUNT_MAX];
    int count = run->bindings->device_count;
    if (!can_mark(run))
        return run_synchronise(run);
    for (int rank = 0; rank < count; rank++) {
        struct device *device = run->bindings->devices[rank];
        if (!device->vtable->mark(device, 0, &marks[rank], run->error))
            return false;
    }
    for (int rank = 0; rank < count; rank++)
        for (int other = 0; other < count; other++) {
            struct device *device = run->bindings->devices[rank];
            if (other != rank &&
                !device->vtable->wait_for(device, 0, run->bindings->devices[other], marks[other], run->error))
                return false;
        }
    return true;
}

bool run_meet_before(struct run *run, bool orders_all)
{
    bool must_meet = orders_all ? run->has_unmet : run->has_unmet_barrier;
    if (must_meet && !run_meet(run))
        return false;
    run->has_unmet = true;
    run->has_unmet_barrier = orders_all || (run->has_unmet_barrier && !must_meet);
    return true;
}
