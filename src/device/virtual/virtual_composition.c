/*
 * The time of a plan from its launches and copies, ordered by streams, marks and graphs.
 *
 * Steps are collected while other work may overlap with them. When all devices are done,
 * composition.h combines the steps. Their time is added to the sum, and the steps are dropped.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "device/virtual/composition.h"
#include "device/virtual/virtual.h"

/*
 * A launch after another one costs a little less than one on an idle GPU (20 empty launches on an
 * H100).
 */
#define NEXT_LAUNCH_SHARE 0.84
/* A node of a graph after another one (20 empty kernels as a graph on an H100). */
#define GRAPH_NODE_NS 1200.0
/*
 * A mark of another device is seen later. An empty kernel behind one on the other of two H100 took
 * 7.1 us, behind one of the same H100 2.1 us (driver 580.159.04, 2026-11-23).
 */
#define OTHER_DEVICE_NS 5000.0

struct marked {
    uint64_t mark;
    uint32_t step;
    int device;
};

/* A step's name is its number plus 1; 0: none, or already over. */
struct virtual_composition {
    double elapsed_ns; /* before the present steps */
    int device_count;
    bool has_begun;
    int graph;        /* of the newest step; 0: none */
    unsigned idle;    /* bit d: device d was synchronised after its newest step */
    uint32_t barrier; /* the host waited for this step */
    uint32_t last[DEVICE_COUNT_MAX][VGPU_STREAMS_MAX];
    struct compose_step steps[COMPOSE_STEPS_MAX];
    uint32_t count;
    uint32_t span_of[COMPOSE_STEPS_MAX]; /* of each step; 0: it is no action */
    struct device_span step_spans[COMPOSE_STEPS_MAX];
    struct device_span spans[DEVICE_SPANS_MAX];
    size_t span_count; /* of all actions */
    struct marked *marks;
    size_t mark_count, mark_capacity;
};

struct virtual_composition *virtual_composition_new(int device_count)
{
    struct virtual_composition *composition = calloc(1, sizeof *composition);
    if (!composition)
        abort();
    composition->device_count = device_count;
    return composition;
}

void virtual_composition_free(struct virtual_composition *composition)
{
    if (composition)
        free(composition->marks);
    free(composition);
}

void virtual_composition_reset(struct virtual_composition *composition)
{
    composition->has_begun = false;
    composition->elapsed_ns = 0;
    composition->graph = 0;
    composition->span_count = 0;
    composition->count = composition->barrier = 0;
    composition->mark_count = 0;
    memset(composition->last, 0, sizeof composition->last);
}

/* Everything is over, so its time is known. */
static void settle(struct virtual_composition *composition)
{
    double passed_ns = compose_time(composition->steps, composition->count, composition->step_spans);
    if (passed_ns < 0)
        abort();
    if (composition->device_count > 1 && composition->count > 0 && composition->elapsed_ns > 0)
        composition->elapsed_ns += OTHER_DEVICE_NS; /* the devices waited for each other */
    for (uint32_t i = 0; i < composition->count; i++)
        if (composition->span_of[i] && composition->span_of[i] <= DEVICE_SPANS_MAX)
            composition->spans[composition->span_of[i] - 1] =
                (struct device_span){composition->elapsed_ns + composition->step_spans[i].begin_ns,
                                     composition->elapsed_ns + composition->step_spans[i].end_ns};
    composition->elapsed_ns += passed_ns;
    composition->count = composition->barrier = 0;
    composition->mark_count = 0;
    memset(composition->last, 0, sizeof composition->last);
}

/*
 * A step that ends when both others have ended. Without room for it, there is nothing to wait for.
 */
static uint32_t join(struct virtual_composition *composition, uint32_t one, uint32_t other)
{
    if (!one || !other || one == other)
        return one ? one : other;
    if (composition->count == COMPOSE_STEPS_MAX) {
        settle(composition);
        return 0;
    }
    composition->span_of[composition->count] = 0;
    composition->steps[composition->count] = (struct compose_step){.waits = {one - 1, other - 1}, .wait_count = 2};
    return ++composition->count;
}

/* A step that ends when another device has seen the end of this one. */
static uint32_t cross(struct virtual_composition *composition, uint32_t step)
{
    if (!step || composition->count == COMPOSE_STEPS_MAX)
        return step;
    composition->span_of[composition->count] = 0;
    composition->steps[composition->count] =
        (struct compose_step){.work_ns = OTHER_DEVICE_NS, .waits = {step - 1}, .wait_count = 1};
    return ++composition->count;
}

/* Stream 0 waits for all streams of its device, and they wait for it. */
static uint32_t before(struct virtual_composition *composition, int device, int stream)
{
    uint32_t *last = composition->last[device], step = join(composition, composition->barrier, last[0]);
    for (int i = 1; i < VGPU_STREAMS_MAX; i++)
        if (i == stream || stream == 0)
            step = join(composition, step, last[i]);
    return step;
}

static double gap_of(struct virtual_composition *composition, const struct virtual_step *step)
{
    bool follows = step->graph && step->graph == composition->graph;
    double share = composition->has_begun ? NEXT_LAUNCH_SHARE : 1;
    composition->graph = step->graph;
    composition->has_begun = true;
    return follows ? GRAPH_NODE_NS : share * step->launch_ns;
}

double virtual_composition_add(struct virtual_composition *composition, const struct virtual_step *step)
{
    bool is_alone = composition->device_count == 1 && step->stream == 0;
    if (is_alone || composition->count == COMPOSE_STEPS_MAX)
        settle(composition);
    uint32_t waited = before(composition, step->device, step->stream);
    if (composition->count == COMPOSE_STEPS_MAX) {
        settle(composition);
        waited = 0;
    }
    composition->span_of[composition->count] = (uint32_t)++composition->span_count;
    composition->steps[composition->count++] =
        (struct compose_step){.gap_ns = gap_of(composition, step),
                              .work_ns = step->work_ns,
                              .share = step->share,
                              .resource = step->is_on_link ? DEVICE_COUNT_MAX + step->resource : step->resource,
                              .waits = {waited - 1},
                              .wait_count = waited ? 1 : 0};
    composition->last[step->device][step->stream] = composition->count;
    composition->idle = 0;
    if (is_alone)
        settle(composition);
    return composition->elapsed_ns;
}

size_t virtual_composition_spans(const struct virtual_composition *composition, const struct device_span **out_spans)
{
    if (out_spans)
        *out_spans = composition->spans;
    return composition->span_count;
}

void virtual_composition_mark(struct virtual_composition *composition, int device, int stream, uint64_t mark)
{
    uint32_t step = before(composition, device, stream);
    if (composition->mark_count == composition->mark_capacity) {
        composition->mark_capacity = composition->mark_capacity ? 2 * composition->mark_capacity : 64;
        composition->marks = realloc(composition->marks, composition->mark_capacity * sizeof *composition->marks);
        if (!composition->marks)
            abort();
    }
    composition->marks[composition->mark_count++] = (struct marked){.mark = mark, .step = step, .device = device};
}

/* Mark numbers increase. A missing mark belongs to steps that are over. */
void virtual_composition_wait(struct virtual_composition *composition, int device, int stream, uint64_t mark)
{
    for (size_t i = composition->mark_count; i-- > 0;) {
        if (composition->marks[i].mark != mark)
            continue;
        uint32_t step = composition->marks[i].step;
        if (composition->marks[i].device != device)
            step = cross(composition, step);
        uint32_t waited = join(composition, composition->last[device][stream], step);
        composition->last[device][stream] = waited;
        return;
    }
}

double virtual_composition_synchronise(struct virtual_composition *composition, int device)
{
    uint32_t all = (1u << composition->device_count) - 1;
    composition->idle |= 1u << device;
    if (composition->idle == all)
        settle(composition);
    else
        composition->barrier = before(composition, device, 0);
    return composition->elapsed_ns;
}
