/*
 * The observers of this build: one row each. An option of the build leaves a row out
 * (WARPSCHOOL_WITHOUT_CHECKS).
 *
 * Rows are known at compile time, so that a hook without an observer costs nothing.
 */
#ifndef VGPU_OBSERVERS_OBSERVERS_H
#define VGPU_OBSERVERS_OBSERVERS_H

#ifdef VGPU_WITHOUT_BOUNDS
#define OBSERVER_BOUNDS(apply, ...)
#else
#include "vgpu/bounds/bounds_observer.h"
#define OBSERVER_BOUNDS(apply, ...) apply(bounds, __VA_ARGS__)
#endif

#ifdef VGPU_WITHOUT_UNDEFINED
#define OBSERVER_UNDEFINED(apply, ...)
#else
#include "vgpu/undefined/undefined_observer.h"
#define OBSERVER_UNDEFINED(apply, ...) apply(undefined, __VA_ARGS__)
#endif

#ifdef VGPU_WITHOUT_RACES
#define OBSERVER_RACE(apply, ...)
#else
#include "vgpu/race/race_observer.h"
#define OBSERVER_RACE(apply, ...) apply(race, __VA_ARGS__)
#endif

#ifdef VGPU_WITHOUT_SYNCHRONISATION
#define OBSERVER_SYNCHRONISATION(apply, ...)
#else
#include "vgpu/synchronisation/synchronisation_observer.h"
#define OBSERVER_SYNCHRONISATION(apply, ...) apply(synchronisation, __VA_ARGS__)
#endif

#ifdef VGPU_WITHOUT_ORIGINS
#define OBSERVER_ORIGIN(apply, ...)
#else
#include "vgpu/origin/origin_observer.h"
#define OBSERVER_ORIGIN(apply, ...) apply(origin, __VA_ARGS__)
#endif

#include "vgpu/cache/cache_observer.h"

#define OBSERVERS(apply, ...)                    \
    OBSERVER_BOUNDS(apply, __VA_ARGS__)          \
    OBSERVER_UNDEFINED(apply, __VA_ARGS__)       \
    OBSERVER_RACE(apply, __VA_ARGS__)            \
    OBSERVER_SYNCHRONISATION(apply, __VA_ARGS__) \
    OBSERVER_ORIGIN(apply, __VA_ARGS__)          \
    apply(count, __VA_ARGS__) apply(cache, __VA_ARGS__) apply(profile, __VA_ARGS__)

/* Calls one hook of all observers. */
#define OBSERVE(...)                           \
    do {                                       \
        OBSERVERS(OBSERVERS_CALL, __VA_ARGS__) \
    } while (0)
#define OBSERVERS_CALL(name, hook, ...) \
    if (name##_observer.hook)           \
        name##_observer.hook(__VA_ARGS__);

/* Whether the hook of every observer returns true. It stops at the first that does not. */
#define OBSERVE_ALL(...) (true OBSERVERS(OBSERVERS_AGREE, __VA_ARGS__))
#define OBSERVERS_AGREE(name, hook, ...) &&(!name##_observer.hook || name##_observer.hook(__VA_ARGS__))

/* Whether the hook of any observer returns true. It stops at the first that does. */
#define OBSERVE_ANY(...) (false OBSERVERS(OBSERVERS_DIFFER, __VA_ARGS__))
#define OBSERVERS_DIFFER(name, hook, ...) || (name##_observer.hook && name##_observer.hook(__VA_ARGS__))

/* The first result of a hook that is not NULL; else NULL. */
#define OBSERVE_FIND(out, ...)                           \
    do {                                                 \
        (out) = NULL;                                    \
        OBSERVERS(OBSERVERS_FIND_INTO, out, __VA_ARGS__) \
    } while (0)
#define OBSERVERS_FIND_INTO(name, out, hook, ...) \
    if (!(out) && name##_observer.hook)           \
        (out) = name##_observer.hook(__VA_ARGS__);

/* The checks that some observer implements, and everything that is no check. */
static inline unsigned observers_checks(void)
{
    unsigned checks = ~(unsigned)VGPU_CHECK_ALL;
#define OBSERVERS_CHECKS(name, unused) checks |= name##_observer.checks;
    OBSERVERS(OBSERVERS_CHECKS, unused)
#undef OBSERVERS_CHECKS
    return checks;
}

/* The state of a launch between two blocks, one entry per observer. */
struct observer_snapshots {
#define OBSERVERS_SNAPSHOT(name, unused) void *name;
    OBSERVERS(OBSERVERS_SNAPSHOT, unused)
#undef OBSERVERS_SNAPSHOT
};

static inline void observers_snapshot_free(struct observer_snapshots *snapshots)
{
#define OBSERVERS_FREE(name, unused)   \
    if (name##_observer.snapshot_free) \
        name##_observer.snapshot_free(snapshots->name);
    OBSERVERS(OBSERVERS_FREE, unused)
    (void)snapshots;
#undef OBSERVERS_FREE
}

/* False: an observer cannot keep its state. */
static inline bool observers_snapshot_take(struct observer_snapshots *snapshots, const struct vgpu_launch_state *launch,
                                           uint64_t bytes_max)
{
#define OBSERVERS_TAKE(name, unused)                                                                          \
    if (name##_observer.snapshot_take && !name##_observer.snapshot_take(launch, bytes_max, &snapshots->name)) \
        return false;
    OBSERVERS(OBSERVERS_TAKE, unused)
#undef OBSERVERS_TAKE
    (void)snapshots, (void)launch, (void)bytes_max;
    return true;
}

/* False without memory. */
static inline bool observers_snapshot_restore(const struct observer_snapshots *snapshots,
                                              struct vgpu_launch_state *launch)
{
#define OBSERVERS_RESTORE(name, unused)                                                                 \
    if (name##_observer.snapshot_restore && !name##_observer.snapshot_restore(launch, snapshots->name)) \
        return false;
    OBSERVERS(OBSERVERS_RESTORE, unused)
    (void)snapshots, (void)launch;
#undef OBSERVERS_RESTORE
    return true;
}

#endif
