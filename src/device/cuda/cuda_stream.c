/*
 * Independent streams, ordered by events: stream 0 waits for all others, and the others wait for
 * stream 0.
 *
 * The driver's own default stream would order them too, but it cannot be recorded into a graph.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/clock.h"
#include "device/cuda/cuda.h"

static bool make_stream(struct cuda_device *device, struct cuda_stream *stream, struct error *error)
{
    const struct cuda_functions *cuda = device->functions;
    if (stream->stream)
        return true;
    if (!stream->reached &&
        !cuda_check(device, cuda->event_create(&stream->reached, CU_EVENT_WITHOUT_TIME), error, "making an event"))
        return false;
    return cuda_check(device, cuda->stream_create(&stream->stream, CU_STREAM_NON_BLOCKING), error, "making a stream");
}

static bool wait_on(struct cuda_device *device, struct cu_stream *stream, struct cu_event *event, struct error *error)
{
    return cuda_check(device, device->functions->stream_wait(stream, event, 0), error, "ordering streams");
}

static bool record(struct cuda_device *device, struct cu_event *event, struct cu_stream *stream, struct error *error)
{
    return cuda_check(device, device->functions->event_record(event, stream), error, "recording an event");
}

static bool join_others(struct cuda_device *device, struct error *error)
{
    for (int i = 1; i < CUDA_STREAMS_MAX; i++) {
        struct cuda_stream *other = &device->streams[i];
        if (!other->has_work)
            continue;
        if (!record(device, other->reached, other->stream, error) ||
            !wait_on(device, device->streams[0].stream, other->reached, error))
            return false;
        other->has_work = false;
    }
    device->epoch++;
    return true;
}

static bool follow_main(struct cuda_device *device, struct cuda_stream *stream, struct error *error)
{
    struct cuda_stream *main_stream = &device->streams[0];
    if (stream->epoch == device->epoch)
        return true;
    if (device->marked_epoch != device->epoch && !record(device, main_stream->reached, main_stream->stream, error))
        return false;
    device->marked_epoch = device->epoch;
    stream->epoch = device->epoch;
    return wait_on(device, stream->stream, main_stream->reached, error);
}

bool cuda_stream_use(struct cuda_device *device, int index, struct cu_stream **out_stream, struct error *error)
{
    if (index < 0 || index >= CUDA_STREAMS_MAX)
        return error_set(error, ERROR_RANGE, "stream %d; 0 to %d are possible", index, CUDA_STREAMS_MAX - 1);
    struct cuda_stream *stream = &device->streams[index];
    if (!make_stream(device, &device->streams[0], error) || !make_stream(device, stream, error))
        return false;
    if (!(index == 0 ? join_others(device, error) : follow_main(device, stream, error)))
        return false;
    stream->has_work = index != 0;
    *out_stream = stream->stream;
    return true;
}

/* --- waiting ---------------------------------------------------------------------------------- */

static void give_up(struct cuda_device *device)
{
    struct observation *observation = device->base.observation;
    observation->timed_out = true;
    if (!observation->fault[0])
        snprintf(observation->fault, sizeof observation->fault, "the kernel did not end in the time for this run");
    device->base.lost = true;
    snprintf(device->lost_because, sizeof device->lost_because, "a kernel did not end in time");
}

/*
 * A busy wait is good for short kernels. After that, polling twenty times a millisecond is enough.
 */
static void pause_between_looks(int64_t began_ns)
{
    if (clock_monotonic_ns() - began_ns < 2000000)
        return;
    nanosleep(&(struct timespec){.tv_nsec = 50000}, NULL);
}

static bool wait_for_stream(struct cuda_device *device, struct cu_stream *stream, struct error *error)
{
    int64_t began_ns = clock_monotonic_ns();
    for (;;) {
        int status = device->functions->stream_query(stream);
        if (status != CU_NOT_READY)
            return cuda_check(device, status, error, "waiting for the GPU");
        if (device->base.deadline_ns && clock_monotonic_ns() >= (int64_t)device->base.deadline_ns) {
            give_up(device);
            return error_set(error, ERROR_TIMEOUT, "the kernel did not end in the time for this run");
        }
        pause_between_looks(began_ns);
    }
}

static void drop_marks(struct cuda_device *device)
{
    for (size_t i = 0; i < device->mark_count; i++)
        device->functions->event_destroy(device->marks[i].event);
    device->mark_count = 0;
}

bool cuda_wait(struct cuda_device *device, struct error *error)
{
    struct cu_stream *stream = NULL;
    if (device->capture)
        return error_set(error, ERROR_INTERNAL, "waiting for the GPU while a graph is recorded");
    if (!cuda_stream_use(device, 0, &stream, error) || !wait_for_stream(device, stream, error))
        return false;
    drop_marks(device);
    cuda_memory_graph_over(device);
    return true;
}

/* --- marks ------------------------------------------------------------------------------------ */

bool cuda_mark(struct device *device, int stream, uint64_t *out_mark, struct error *error)
{
    struct cuda_device *self = cuda_self(device);
    struct cu_stream *marked = NULL;
    struct cuda_mark mark = {.capture = self->capture};
    if (!cuda_enter(self, error) || !cuda_stream_use(self, stream, &marked, error) ||
        !cuda_check(self, self->functions->event_create(&mark.event, CU_EVENT_WITHOUT_TIME), error, "making an event"))
        return false;
    if (!record(self, mark.event, marked, error)) {
        self->functions->event_destroy(mark.event);
        return false;
    }
    if (self->mark_count == self->mark_capacity) {
        self->mark_capacity = self->mark_capacity ? 2 * self->mark_capacity : 64;
        self->marks = realloc(self->marks, self->mark_capacity * sizeof *self->marks);
        if (!self->marks)
            abort();
    }
    self->marks[self->mark_count] = mark;
    *out_mark = self->mark_count++;
    return true;
}

/*
 * Marks inside and outside a graph are ordered anyway, because a graph runs on stream 0. The driver
 * would refuse a wait across that border.
 */
bool cuda_wait_for(struct device *device, int stream, struct device *marked, uint64_t mark, struct error *error)
{
    struct cuda_device *self = cuda_self(device), *on = cuda_self(marked);
    struct cu_stream *waiting = NULL;
    if (!cuda_enter(self, error) || !cuda_stream_use(self, stream, &waiting, error))
        return false;
    if (mark >= on->mark_count || on->marks[mark].capture != self->capture)
        return true;
    return wait_on(self, waiting, on->marks[mark].event, error);
}

void cuda_streams_done(struct cuda_device *device)
{
    const struct cuda_functions *cuda = device->functions;
    drop_marks(device);
    for (int i = 0; i < CUDA_STREAMS_MAX; i++) {
        if (device->streams[i].stream)
            cuda->stream_destroy(device->streams[i].stream);
        if (device->streams[i].reached)
            cuda->event_destroy(device->streams[i].reached);
    }
    if (device->transfer)
        cuda->stream_destroy(device->transfer);
}
