/*
 * Graphs: the work enqueued between begin and end is recorded, made executable and launched as one.
 */
#include "device/cuda/cuda.h"

static void drop_graph(struct cuda_device *device)
{
    if (device->graph)
        device->functions->graph_executable_destroy(device->graph);
    device->graph = NULL;
}

bool cuda_graph_begin(struct device *device, struct error *error)
{
    struct cuda_device *self = cuda_self(device);
    struct cu_stream *stream = NULL;
    if (!cuda_enter(self, error) || !cuda_stream_use(self, 0, &stream, error) || !cuda_time_end(self, error))
        return false;
    if (self->capture)
        return error_set(error, ERROR_RANGE, "a graph inside a graph");
    /* A graph may still run while the next one is recorded. Its memory is freed after it ends. */
    if (!cuda_check(self, self->functions->capture_begin(stream, CU_CAPTURE_RELAXED), error, "recording a graph"))
        return false;
    self->capture = ++self->capture_count;
    self->epoch++; /* other streams join the recording by waiting for stream 0 */
    return true;
}

/* Instantiating is slow and happens once per program, so the time starts after it. */
static bool launch_graph(struct cuda_device *device, struct cu_graph *graph, struct cu_stream *stream,
                         struct error *error)
{
    const struct cuda_functions *cuda = device->functions;
    drop_graph(device);
    if (!cuda_check(device, cuda->graph_instantiate(&device->graph, graph, 0), error, "making the graph"))
        return false;
    if (cuda->graph_upload &&
        !cuda_check(device, cuda->graph_upload(device->graph, stream), error, "sending the graph to the GPU"))
        return false;
    bool timed = device->timer.is_running || device->base.observation->kernel_count > 0;
    if (timed && !cuda_time_segment(device, error))
        return false;
    cuda_time_note_work(device);
    return cuda_check(device, cuda->graph_launch(device->graph, stream), error, "launching the graph");
}

bool cuda_graph_end(struct device *device, struct error *error)
{
    struct cuda_device *self = cuda_self(device);
    struct cu_stream *stream = NULL;
    struct cu_graph *graph = NULL;
    if (!self->capture)
        return error_set(error, ERROR_INTERNAL, "a graph ends that never began");
    bool joined = cuda_enter(self, error) && cuda_stream_use(self, 0, &stream, error);
    self->capture = 0;
    self->epoch++;
    if (!stream)
        return false;
    bool recorded =
        cuda_check(self, self->functions->capture_end(stream, &graph), joined ? error : NULL, "recording the graph");
    bool launched = joined && recorded && graph && launch_graph(self, graph, stream, error);
    if (graph)
        self->functions->graph_destroy(graph);
    return launched || cuda_has_fault(self);
}

void cuda_graph_done(struct cuda_device *device)
{
    drop_graph(device);
}
