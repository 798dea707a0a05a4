/*
 * Streams, marks, and which launches are over before another begins.
 */
#include "vgpu/timeline/timeline.h"

#include <stdlib.h>
#include <string.h>

#include "vgpu/execution/device.h"

enum { QUEUES_MAX = VGPU_TIMELINE_QUEUES_MAX };

/* By queue: how many of its launches are known to be over. */
struct clock {
    uint32_t at[QUEUES_MAX];
};

/* A clock of the queues that existed when the mark was made. */
struct mark {
    uint32_t count;
    uint32_t at[];
};

/* A queue is a stream of a device. Queues are numbered at their first use. */
struct vgpu_timeline {
    uint32_t numbers[VGPU_DEVICES_MAX][VGPU_STREAMS_MAX]; /* + 1; 0: not used yet */
    uint64_t is_free[VGPU_DEVICES_MAX];                   /* bit s: stream s is */
    uint32_t queue_count;
    bool gave_up; /* too many queues, or no memory: everything counts as ordered */
    struct clock queues[QUEUES_MAX], host;
    uint32_t launches[QUEUES_MAX];
    uint32_t running;           /* the queue of the running launch */
    struct clock now, observed; /* of that launch */
    struct mark **marks;
    uint64_t mark_count, mark_capacity, marks_ended; /* earlier marks are freed */
    struct timeline_party *parties;
    uint32_t party_count, party_capacity;
    void *memory; /* of the checks, see timeline_remember() */
    void (*release)(void *memory);
};

struct vgpu_timeline *vgpu_timeline_new(void)
{
    return calloc(1, sizeof(struct vgpu_timeline));
}

void vgpu_timeline_forget(struct vgpu_timeline *timeline)
{
    if (timeline->memory)
        timeline->release(timeline->memory);
    timeline->memory = NULL;
    timeline->party_count = 0;
}

static void end_marks(struct vgpu_timeline *timeline)
{
    for (uint64_t i = 0; i < timeline->mark_count; i++)
        free(timeline->marks[i]);
    timeline->marks_ended += timeline->mark_count;
    timeline->mark_count = 0;
}

void vgpu_timeline_free(struct vgpu_timeline *timeline)
{
    if (!timeline)
        return;
    vgpu_timeline_forget(timeline);
    end_marks(timeline);
    free(timeline->marks);
    free(timeline->parties);
    free(timeline);
}

/* --- clocks ----------------------------------------------------------------------------------- */

static void merge(uint32_t *into, const uint32_t *from, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        into[i] = into[i] > from[i] ? into[i] : from[i];
}

/* QUEUES_MAX if there are too many. */
static uint32_t queue_of(struct vgpu_timeline *timeline, int device, int stream)
{
    uint32_t *number = &timeline->numbers[device][stream];
    if (*number)
        return *number - 1;
    if (timeline->queue_count == QUEUES_MAX) {
        timeline->gave_up = true;
        return QUEUES_MAX;
    }
    *number = ++timeline->queue_count;
    return *number - 1;
}

/* The streams that come before work given to a stream now, a bit each. */
static uint64_t streams_before(const struct vgpu_timeline *timeline, int device, int stream)
{
    uint64_t own = UINT64_C(1) << stream, is_free = timeline->is_free[device];
    if (is_free & own)
        return own;
    return stream == 0 ? ~is_free : own | 1;
}

/* Adds the launches of some streams to what the host has waited for. */
static void gather(const struct vgpu_timeline *timeline, int device, uint64_t streams, struct clock *out_clock)
{
    *out_clock = timeline->host;
    for (int i = 0; i < VGPU_STREAMS_MAX; i++) {
        uint32_t number = timeline->numbers[device][i];
        if (number && streams >> i & 1)
            merge(out_clock->at, timeline->queues[number - 1].at, timeline->queue_count);
    }
}

static bool is_in_range(int device, int stream, struct error *error)
{
    if (device >= 0 && device < VGPU_DEVICES_MAX && stream >= 0 && stream < VGPU_STREAMS_MAX)
        return true;
    return error_tell(error, ERROR_RANGE, "there is no stream %d of device %d", stream, device);
}

bool vgpu_timeline_mark(struct vgpu_timeline *timeline, int device, int stream, uint64_t *out_mark, struct error *error)
{
    if (!is_in_range(device, stream, error))
        return false;
    if (timeline->mark_count == timeline->mark_capacity) {
        uint64_t capacity = timeline->mark_capacity ? timeline->mark_capacity * 2 : 64;
        struct mark **grown = realloc(timeline->marks, capacity * sizeof(struct mark *));
        if (!grown)
            return error_tell(error, ERROR_MEMORY, "out of memory for marks");
        timeline->marks = grown;
        timeline->mark_capacity = capacity;
    }
    struct clock clock;
    gather(timeline, device, streams_before(timeline, device, stream), &clock);
    struct mark *mark = calloc(1, sizeof(*mark) + timeline->queue_count * sizeof(uint32_t));
    if (!mark)
        return error_tell(error, ERROR_MEMORY, "out of memory for marks");
    mark->count = timeline->queue_count;
    memcpy(mark->at, clock.at, mark->count * sizeof(uint32_t));
    *out_mark = timeline->marks_ended + timeline->mark_count;
    timeline->marks[timeline->mark_count++] = mark;
    return true;
}

/* Lets a clock know what came before a mark. */
static bool merge_mark(const struct vgpu_timeline *timeline, uint64_t mark, struct clock *into, struct error *error)
{
    if (mark < timeline->marks_ended)
        return true;
    mark -= timeline->marks_ended;
    if (mark >= timeline->mark_count)
        return error_tell(error, ERROR_RANGE, "there is no mark %llu", (unsigned long long)mark);
    merge(into->at, timeline->marks[mark]->at, timeline->marks[mark]->count);
    return true;
}

bool vgpu_timeline_wait(struct vgpu_timeline *timeline, int device, int stream, uint64_t mark, struct error *error)
{
    if (!is_in_range(device, stream, error))
        return false;
    uint32_t queue = queue_of(timeline, device, stream);
    return queue == QUEUES_MAX || merge_mark(timeline, mark, &timeline->queues[queue], error);
}

void vgpu_timeline_synchronise(struct vgpu_timeline *timeline, int device)
{
    struct clock clock;
    if (device < 0 || device >= VGPU_DEVICES_MAX)
        return;
    gather(timeline, device, UINT64_MAX, &clock);
    timeline->host = clock;
}

bool vgpu_timeline_synchronise_stream(struct vgpu_timeline *timeline, int device, int stream, struct error *error)
{
    struct clock clock;
    if (!is_in_range(device, stream, error))
        return false;
    /* stream 0 waits for others even if it has no work itself */
    gather(timeline, device, stream ? UINT64_C(1) << stream : ~timeline->is_free[device], &clock);
    timeline->host = clock;
    return true;
}

bool vgpu_timeline_synchronise_mark(struct vgpu_timeline *timeline, uint64_t mark, struct error *error)
{
    return merge_mark(timeline, mark, &timeline->host, error);
}

bool vgpu_timeline_free_stream(struct vgpu_timeline *timeline, int device, int stream, struct error *error)
{
    if (!is_in_range(device, stream, error))
        return false;
    timeline->is_free[device] |= UINT64_C(1) << stream;
    return true;
}

/* --- launches --------------------------------------------------------------------------------- */

static bool has_peers(const struct vgpu_memory *memory)
{
    int count = 0;
    for (int i = 0; memory->peers && i < VGPU_DEVICES_MAX; i++)
        count += memory->peers[i] != NULL;
    return count > 1;
}

/* Whether everything that was launched is over. */
static bool is_quiet(const struct vgpu_timeline *timeline)
{
    for (uint32_t i = 0; i < timeline->queue_count; i++)
        if (timeline->host.at[i] < timeline->launches[i])
            return false;
    return true;
}

/* 0 without memory. */
static uint32_t add_party(struct vgpu_timeline *timeline, const struct timeline_party *added)
{
    enum { PARTIES_MAX = (1 << 27) - 1 }; /* the highest number that an event can hold */
    if (timeline->party_count == timeline->party_capacity) {
        uint32_t capacity = timeline->party_capacity ? timeline->party_capacity * 2 : 16;
        struct timeline_party *grown =
            capacity > PARTIES_MAX ? NULL : realloc(timeline->parties, capacity * sizeof(*grown));
        if (!grown)
            return 0;
        timeline->parties = grown;
        timeline->party_capacity = capacity;
    }
    timeline->parties[timeline->party_count] = *added;
    return ++timeline->party_count;
}

uint32_t timeline_begin(struct vgpu_timeline *timeline, const struct vgpu_memory *memory, int stream,
                        const struct timeline_party *party)
{
    if (is_quiet(timeline)) {
        vgpu_timeline_forget(timeline);
        end_marks(timeline);
    }
    uint32_t queue = queue_of(timeline, memory->index, stream);
    if (timeline->gave_up)
        return 0;
    gather(timeline, memory->index, streams_before(timeline, memory->index, stream), &timeline->now);
    timeline->running = queue;
    timeline->now.at[queue] = ++timeline->launches[queue];
    timeline->queues[queue] = timeline->observed = timeline->now;
    if (!party || (stream == 0 && !has_peers(memory) && !timeline->is_free[memory->index]))
        return 0;
    struct timeline_party added = *party;
    added.device = memory->index;
    added.queue = queue;
    added.sequence = timeline->launches[queue];
    return add_party(timeline, &added);
}

uint32_t timeline_begin_launch(struct vgpu_timeline *timeline, const struct vgpu_launch_state *launch)
{
    struct timeline_party party = {
        .module = launch->module, .kernel = launch->entry->source->name, .line = launch->request->plan_line};
    memcpy(party.grid, launch->request->grid, sizeof(party.grid));
    memcpy(party.block, launch->request->block, sizeof(party.block));
    return timeline_begin(timeline, device_memory(launch->device), launch->request->stream,
                          launch->checks & VGPU_CHECK_RACE ? &party : NULL);
}

void timeline_remember(struct vgpu_timeline *timeline, void *memory, void (*release)(void *memory))
{
    timeline->memory = memory;
    timeline->release = release;
}

void *timeline_memory(const struct vgpu_timeline *timeline)
{
    return timeline->memory;
}

const struct timeline_party *timeline_party(const struct vgpu_timeline *timeline, uint32_t number)
{
    return &timeline->parties[number - 1];
}

bool timeline_knows(const struct vgpu_timeline *timeline, uint32_t number)
{
    const struct timeline_party *party = timeline_party(timeline, number);
    return timeline->gave_up || timeline->now.at[party->queue] >= party->sequence;
}

void timeline_observe(struct vgpu_timeline *timeline, uint32_t number)
{
    const struct timeline_party *party = timeline_party(timeline, number);
    uint32_t *at = &timeline->observed.at[party->queue];
    *at = *at > party->sequence ? *at : party->sequence;
}

void timeline_fence(struct vgpu_timeline *timeline)
{
    timeline->now = timeline->observed; /* which includes all of `now` */
    timeline->queues[timeline->running] = timeline->now;
}
