/* Time on the GPU, by events around the enqueued work. Also flushes the L2. */
#include "device/cuda/cuda.h"

static bool record(struct cuda_device *device, struct cu_event **event, struct error *error)
{
    struct cu_stream *stream = NULL;
    if (!*event &&
        !cuda_check(device, device->functions->event_create(event, CU_EVENT_WITH_TIME), error, "making an event"))
        return false;
    return cuda_stream_use(device, 0, &stream, error) &&
           cuda_check(device, device->functions->event_record(*event, stream), error, "recording an event");
}

bool cuda_time_segment(struct cuda_device *device, struct error *error)
{
    struct cuda_timer *timer = &device->timer;
    if (timer->count == CUDA_SEGMENTS_MAX) /* the last one then holds the rest, pauses included */
        return timer->is_running = true;
    if (!record(device, &timer->segments[timer->count].begin, error))
        return false;
    timer->count++;
    timer->is_running = true;
    timer->has_end = timer->has_work = timer->is_end_last = false;
    return true;
}

bool cuda_time_end(struct cuda_device *device, struct error *error)
{
    struct cuda_timer *timer = &device->timer;
    if (!timer->is_running || timer->is_end_last)
        return true;
    if (!record(device, &timer->segments[timer->count - 1].end, error))
        return false;
    timer->has_end = timer->is_end_last = true;
    return true;
}

bool cuda_time_end_all(struct cuda_device *device, struct error *error)
{
    struct cuda_shared *shared = device->shared;
    for (int i = 0; i < shared->device_count; i++) {
        struct cuda_device *other = shared->devices[i];
        bool can_end = other && other != device && other->timer.is_running && !other->base.lost && !other->capture;
        if (can_end && cuda_enter(other, NULL))
            cuda_time_end(other, NULL); /* errors are reported when that device is asked */
    }
    return cuda_enter(device, error) && cuda_time_end(device, error);
}

void cuda_time_note_work(struct cuda_device *device)
{
    device->timer.has_work = true;
    device->timer.is_end_last = false;
}

bool cuda_time_begin(struct device *device, struct error *error)
{
    struct cuda_device *self = cuda_self(device);
    self->timer.count = 0;
    self->timer.is_running = self->timer.is_paused = false;
    if (!cuda_enter(self, error) || !cuda_time_segment(self, error))
        return false;
    self->timer.began_by_order = true;
    return true;
}

/* An empty segment would count the cost of its two events. */
bool cuda_time_pause(struct device *device, struct error *error)
{
    struct cuda_device *self = cuda_self(device);
    struct cuda_timer *timer = &self->timer;
    if (!timer->is_running || timer->is_paused || self->capture)
        return true;
    if (!cuda_enter(self, error) || (timer->has_work && !cuda_time_end(self, error)))
        return false;
    timer->count -= !timer->has_work;
    timer->is_running = false;
    timer->is_paused = true;
    return true;
}

bool cuda_time_resume(struct device *device, struct error *error)
{
    struct cuda_device *self = cuda_self(device);
    if (!self->timer.is_paused)
        return true;
    self->timer.is_paused = false;
    return cuda_enter(self, error) && cuda_time_segment(self, error);
}

/* The first launch since the observation was reset starts a new count, unless time_begin did. */
bool cuda_time_first_launch(struct cuda_device *device, struct error *error)
{
    if (device->timer.began_by_order || device->capture || device->base.observation->kernel_count)
        return true;
    device->timer.count = 0;
    return cuda_time_segment(device, error);
}

bool cuda_elapsed_ns(struct device *device, double *out_ns, struct error *error)
{
    struct cuda_device *self = cuda_self(device);
    struct cuda_timer *timer = &self->timer;
    double elapsed_ns = 0;
    if (!cuda_enter(self, error))
        return false;
    if (timer->is_running && !timer->has_end && (!cuda_time_end(self, error) || !cuda_wait(self, error)))
        return false;
    for (int i = 0; i < timer->count; i++) {
        float elapsed_ms = 0;
        if (!cuda_check(self,
                        self->functions->event_elapsed(&elapsed_ms, timer->segments[i].begin, timer->segments[i].end),
                        error, "reading the time"))
            return false;
        elapsed_ns += (double)elapsed_ms * 1e6;
    }
    timer->count = 0;
    timer->is_running = timer->began_by_order = timer->is_paused = false;
    *out_ns = elapsed_ns;
    return true;
}

/*
 * Writes twice the size of the L2, which evicts the buffers, and releases lines that were kept on
 * purpose.
 */
bool cuda_flush_cache(struct device *device, struct error *error)
{
    struct cuda_device *self = cuda_self(device);
    if (!cuda_enter(self, error))
        return false;
    if (self->may_hold_lines && self->functions->reset_persisting_l2)
        self->functions->reset_persisting_l2(); /* refused by GPUs that cannot keep lines */
    self->may_hold_lines = false;
    if (!self->flush) {
        uint64_t flush_bytes = 2 * device->properties.l2_bytes;
        if (!cuda_allocate(device, flush_bytes, "the buffer that clears the L2", &self->flush, error))
            return false;
        self->flush_bytes = flush_bytes;
    }
    int stream = device->stream;
    device->stream = 0;
    bool flushed = cuda_fill(device, self->flush, 0xff, self->flush_bytes, error);
    device->stream = stream;
    return flushed;
}

void cuda_time_done(struct cuda_device *device)
{
    for (int i = 0; i < CUDA_SEGMENTS_MAX; i++) {
        struct cuda_segment *segment = &device->timer.segments[i];
        if (segment->begin)
            device->functions->event_destroy(segment->begin);
        if (segment->end)
            device->functions->event_destroy(segment->end);
    }
}
