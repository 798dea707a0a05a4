/*
 * When actions run. A device that runs one action at a time defers streams as long as their order
 * allows. Then the higher ones go first. Of all permitted orders, this one shows a missing
 * `after=`. A modelled time needs the order in which a host hands the work over: that of the plan.
 */
#include <string.h>

#include "device/modelling.h"
#include "plan/run/run.h"

static bool has_stopped(const struct device *device)
{
    const struct observation *observation = device->observation;
    return observation && (observation->faulted || observation->timed_out || observation->deadlocked);
}

static bool perform_on(struct run *run, struct device *device, struct device_module *module,
                       const struct run_action *action)
{
    switch (action->kind) {
    case RUN_ACTION_LAUNCH:
        run->outcome.launches++;
        return device->vtable->launch(device, module, &action->launch, run->error);
    case RUN_ACTION_COPY:
        return action->size_bytes == 0 ||
               device->vtable->copy(device, action->to, action->from, action->size_bytes, run->error);
    case RUN_ACTION_FILL:
        return action->size_bytes == 0 || device->vtable->fill(device, action->to, 0, action->size_bytes, run->error);
    }
    return error_set(run->error, ERROR_INTERNAL, "an action of no kind");
}

static bool perform(struct run *run, int rank, struct location location, const struct run_action *action)
{
    struct device *device = run->bindings->devices[rank];
    size_t spans = run_timeline_before(run, rank);
    device->graph = action->graph;
    device->line = location.line;
    bool done = perform_on(run, device, run->bindings->modules[rank], action);
    device->graph = device->line = 0;
    run_timeline_after(run, rank, action, spans);
    if (!done)
        return run_error_at(run, location);
    run->outcome.stopped |= has_stopped(device);
    return true;
}

/* Runs it in its stream, with a mark after it for actions that wait for its name. */
static bool perform_pending(struct run *run, struct run_pending *pending)
{
    struct device *device = run->bindings->devices[pending->rank];
    int stream = pending->action.launch.stream;
    device->stream = stream;
    bool done = perform(run, pending->rank, pending->location, &pending->action);
    device->stream = 0;
    if (!done || !pending->is_named || !device->vtable->mark)
        return done;
    pending->has_mark = device->vtable->mark(device, stream, &pending->mark, run->error);
    return pending->has_mark || run_error_at(run, pending->location);
}

/* Tells the device what its stream waits for, so it can distinguish launches that can overlap. */
static void wait_for_mark(struct run *run, const struct run_pending *pending, const struct run_pending *done)
{
    struct device *device = run->bindings->devices[pending->rank];
    if (done->has_mark && !device->vtable->wait_for(device, pending->action.launch.stream,
                                                    run->bindings->devices[done->rank], done->mark, run->error))
        run->has_failed = true;
}

/* Whether all work with one of the names, up to the newest at that time, is done. */
static bool is_ready(struct run *run, struct run_pending *pending)
{
    for (size_t i = 0; i < pending->wait_count; i++) {
        for (; pending->waits[i] && pending->waits[i]->is_done; pending->waits[i] = pending->waits[i]->older)
            wait_for_mark(run, pending, pending->waits[i]);
        if (pending->waits[i])
            return false;
    }
    return true;
}

static bool is_modelled(const struct run *run)
{
    const struct device_modelling *modelling = run->bindings->devices[0]->modelling;
    return modelling && modelling->is_on;
}

static struct run_queue *oldest_queue(struct run *run)
{
    struct run_queue *oldest = NULL;
    for (int rank = 0; rank < run->bindings->device_count; rank++)
        for (int stream = 1; stream < RUN_STREAMS_MAX; stream++) {
            struct run_queue *queue = &run->queues[rank][stream];
            if (queue->first && (!oldest || queue->first->number < oldest->first->number))
                oldest = queue;
        }
    return oldest && is_ready(run, oldest->first) ? oldest : NULL;
}

/*
 * The first ready action of a queue, with the highest rank and stream first. The oldest of all is
 * always ready.
 */
static struct run_queue *next_queue(struct run *run)
{
    if (is_modelled(run))
        return oldest_queue(run);
    for (int rank = run->bindings->device_count - 1; rank >= 0; rank--)
        for (int stream = RUN_STREAMS_MAX - 1; stream > 0; stream--) {
            struct run_queue *queue = &run->queues[rank][stream];
            if (queue->first && is_ready(run, queue->first))
                return queue;
        }
    return NULL;
}

bool run_drain(struct run *run)
{
    while (run->pending_count && !run->has_failed && !run->outcome.stopped) {
        struct run_queue *queue = next_queue(run);
        if (!queue)
            return error_set(run->error, ERROR_INTERNAL, "the plan's streams wait for each other");
        struct run_pending *pending = queue->first;
        queue->first = pending->next;
        run->pending_count--;
        pending->is_done = true;
        if (!perform_pending(run, pending)) {
            run->has_failed = true;
            return false;
        }
    }
    return !run->has_failed;
}

static void put_off(struct run *run, const struct plan_statement *statement, const struct run_action *action,
                    int stream)
{
    struct run_pending *pending = ARENA_NEW(run->arena, struct run_pending);
    struct run_queue *queue = &run->queues[run->rank][stream];
    *pending = (struct run_pending){.action = *action, .location = statement->location, .rank = run->rank};
    if (action->kind == RUN_ACTION_LAUNCH) {
        const struct device_launch *launch = &action->launch;
        pending->action.launch.arguments = arena_memdup(run->arena, launch->arguments, launch->argument_bytes);
    }
    for (size_t i = 0; i < run->wait_count; i++)
        pending->waits[pending->wait_count++] = run->waits[i]->newest;
    pending->number = run->put_off_count++;
    pending->is_named = run->bears != NULL;
    if (run->bears) {
        pending->older = run->bears->newest;
        run->bears->newest = pending;
    }
    if (queue->first)
        queue->last->next = pending;
    else
        queue->first = pending;
    queue->last = pending;
    run->pending_count++;
}

bool run_synchronise(struct run *run)
{
    for (int rank = 0; rank < run->bindings->device_count; rank++) {
        struct device *device = run->bindings->devices[rank];
        if (!device->vtable->synchronise(device, run->error))
            return false;
        run->outcome.stopped |= has_stopped(device);
    }
    return true;
}

static bool submit_in_stream(struct run *run, const struct plan_statement *statement, const struct run_action *action,
                             int stream)
{
    struct device *device = run_device(run);
    if (!run_wait_for_names(run, stream))
        return run_error_at(run, statement->location);
    if (run->outcome.stopped)
        return true;
    device->stream = stream;
    bool done = perform(run, run->rank, statement->location, action);
    device->stream = 0;
    if (!done || run->outcome.stopped)
        return done;
    return run_mark_name(run, stream) || run_error_at(run, statement->location);
}

static bool begin_apart(struct run *run)
{
    if (run->is_apart || !run_device(run)->vtable->mark)
        return true;
    run->is_apart = true;
    return run_synchronise(run);
}

bool run_end_apart(struct run *run)
{
    bool was_apart = run->is_apart;
    run->is_apart = false;
    return !was_apart || run_synchronise(run);
}

/*
 * A device with real streams gets each action at once. Another device runs actions without a stream
 * and defers the rest.
 */
bool run_submit(struct run *run, const struct plan_statement *statement, const struct run_action *action)
{
    int64_t stream = 0;
    if (statement->options.stream.expression &&
        !run_integer_in(run, &statement->options.stream, "stream", 0, RUN_STREAMS_MAX - 1, &stream))
        return false;
    struct run_action ordered = *action;
    ordered.launch.stream = (int)stream;
    ordered.graph = run->graph;
    ordered.bar = run->bar;
    if (stream > 0 && !run_device(run)->properties.measures_time) {
        put_off(run, statement, &ordered, (int)stream);
        return true;
    }
    if (!run_device(run)->properties.measures_time)
        return run_drain(run) && begin_apart(run) &&
               (run->outcome.stopped || perform(run, run->rank, statement->location, &ordered));
    return submit_in_stream(run, statement, &ordered, (int)stream);
}
