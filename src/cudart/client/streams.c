/* Streams, events and waiting. */
#include <stdlib.h>
#include <string.h>

#include "cudart/client/client.h"
#include "cudart/client/graph.h"
#include "cudart/client/shared_memory.h"

/* A mark in a stream. It is never freed, so that a later use is found. */
struct CUevent_st {
    uint64_t mark;
    double ns;
    bool is_recorded, has_no_time, is_destroyed;
    int device;               /* of the thread that made it */
    struct CUgraph_st *graph; /* that the stream was captured into when the event was recorded */
};

enum { STREAMS_MAX = 65536, EVENT = 0, STREAM = 1 };
static bool stream_is_destroyed[STREAMS_MAX];
static unsigned char stream_flags[STREAMS_MAX];

/* Reports a handle that cannot be used. */
static cudaError_t check_event(cudaEvent_t event)
{
    if (event && event->is_destroyed)
        client_report(WIRE_MISTAKE_DESTROYED, NULL, 0, EVENT);
    if (!event)
        client_report(WIRE_MISTAKE_EVENT, NULL, 0, WIRE_EVENT_NONE);
    return event && !event->is_destroyed ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

cudaError_t client_check_number(uint64_t number)
{
    bool is_destroyed = number < STREAMS_MAX && stream_is_destroyed[number];
    if (is_destroyed)
        client_report(WIRE_MISTAKE_DESTROYED, NULL, 0, STREAM);
    return is_destroyed ? cudaErrorInvalidResourceHandle : cudaSuccess;
}

cudaError_t client_check_stream(cudaStream_t stream)
{
    return client_check_number(client_stream(stream));
}

/* A program that is compiled with --default-stream per-thread has this variable. */
extern char warpschool_default_stream_per_thread __attribute__((weak));

/* The thread's own stream on each device. */
static _Thread_local uint64_t own_streams[WIRE_DEVICES_MAX];

static uint64_t own_stream(void)
{
    uint64_t *number = &own_streams[client_device()];
    struct client_call call = {.kind = WIRE_STREAM};
    if (!*number && client_send(&call) == cudaSuccess)
        *number = call.results[0];
    return *number;
}

uint64_t client_stream(cudaStream_t stream)
{
    bool is_own = stream ? stream == cudaStreamPerThread : &warpschool_default_stream_per_thread != NULL;
    if ((uint64_t)stream < CLIENT_STREAM_FIRST)
        return is_own ? own_stream() : 0;
    return (uint64_t)stream - CLIENT_STREAM_FIRST + 1;
}

static cudaError_t new_stream(cudaStream_t *out_stream, unsigned int flags)
{
    struct client_call call = {.kind = WIRE_STREAM, .values = {flags & cudaStreamNonBlocking}};
    if (!out_stream)
        return cudaErrorInvalidValue;
    cudaError_t error = client_send(&call);
    if (error != cudaSuccess)
        return error;
    *out_stream = (cudaStream_t)(call.results[0] + CLIENT_STREAM_FIRST - 1);
    if (call.results[0] < STREAMS_MAX)
        stream_flags[call.results[0]] = (unsigned char)(flags & cudaStreamNonBlocking);
    return cudaSuccess;
}

cudaError_t cudaStreamCreate(cudaStream_t *stream)
{
    CLIENT_ENTER();
    return client_keep(new_stream(stream, cudaStreamDefault));
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags)
{
    CLIENT_ENTER();
    return client_keep(new_stream(stream, flags));
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags, int priority)
{
    (void)priority;
    CLIENT_ENTER();
    return client_keep(new_stream(stream, flags));
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority)
{
    (void)stream;
    *priority = 0;
    return cudaSuccess;
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int *flags)
{
    CLIENT_ENTER();
    uint64_t number = client_stream(stream);
    *flags = number < STREAMS_MAX ? stream_flags[number] : cudaStreamDefault;
    return client_keep(client_check_number(number));
}

/* Its work ends in any case, so that nothing waits for it here. */
cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    CLIENT_ENTER();
    bool is_default = (uint64_t)stream < CLIENT_STREAM_FIRST;
    uint64_t number = is_default ? 0 : client_stream(stream);
    cudaError_t error = is_default ? cudaErrorInvalidResourceHandle : client_check_number(number);
    if (error == cudaSuccess && number < STREAMS_MAX)
        stream_is_destroyed[number] = true;
    return client_keep(error);
}

static cudaError_t wait_for_stream(cudaStream_t stream)
{
    cudaError_t error = client_check_stream(stream);
    return error == cudaSuccess ? shared_memory_synchronise(client_stream(stream)) : error;
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    CLIENT_ENTER();
    return client_keep(wait_for_stream(stream));
}

cudaError_t cudaStreamQuery(cudaStream_t stream)
{
    CLIENT_ENTER();
    return client_keep(wait_for_stream(stream));
}

cudaError_t cudaDeviceSynchronize(void)
{
    CLIENT_ENTER();
    return client_keep(shared_memory_synchronise(WIRE_ALL_STREAMS));
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags)
{
    (void)flags;
    CLIENT_ENTER();
    cudaError_t error = check_event(event);
    if (error == cudaSuccess)
        error = client_check_stream(stream);
    if (error == cudaSuccess && event->graph)
        graph_join(client_stream(stream), event->graph);
    if (error != cudaSuccess || event->graph || !event->is_recorded)
        return client_keep(error);
    struct client_call call = {.kind = WIRE_WAIT, .values = {client_stream(stream), event->mark}};
    memcpy(&call.values[2], &event->ns, sizeof event->ns);
    return client_keep(client_send(&call));
}

/* All work so far is done, so a function for later runs now. */
static cudaError_t run_on_host(cudaStream_t stream, void (*run)(void *), void *data)
{
    cudaError_t error = wait_for_stream(stream);
    if (error == cudaSuccess)
        run(data);
    return error;
}

/* A host function in a graph. */
struct host_call {
    cudaHostFn_t run;
    void *data;
};

static cudaError_t run_node(const void *data, uint64_t stream)
{
    const struct host_call *call = data;
    cudaError_t error = shared_memory_synchronise(stream);
    if (error == cudaSuccess)
        call->run(call->data);
    return error;
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t run, void *data)
{
    CLIENT_ENTER();
    struct CUgraph_st *graph = graph_of_stream(client_stream(stream));
    struct host_call call = {run, data};
    return client_keep(graph ? graph_add(graph, run_node, &call, sizeof call, NULL) : run_on_host(stream, run, data));
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                 size_t count, const struct cudaHostNodeParams *parameters)
{
    (void)dependencies, (void)count;
    CLIENT_ENTER();
    struct host_call call = {parameters->fn, parameters->userData};
    return client_keep(graph_add(graph, run_node, &call, sizeof call, node));
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *data, unsigned int flags)
{
    (void)flags;
    CLIENT_ENTER();
    cudaError_t error = wait_for_stream(stream);
    callback(stream, error, data);
    return client_keep(error);
}

/* --- events ----------------------------------------------------------------------------------- */

static cudaError_t new_event(cudaEvent_t *out_event, bool has_no_time)
{
    struct CUevent_st *event = out_event ? calloc(1, sizeof *event) : NULL;
    if (!event)
        return out_event ? cudaErrorMemoryAllocation : cudaErrorInvalidValue;
    event->has_no_time = has_no_time;
    event->device = client_device();
    *out_event = event;
    return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t *event)
{
    CLIENT_ENTER();
    return client_keep(new_event(event, false));
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags)
{
    CLIENT_ENTER();
    return client_keep(new_event(event, flags & cudaEventDisableTiming));
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    CLIENT_ENTER();
    cudaError_t error = check_event(event);
    if (error == cudaSuccess)
        event->is_destroyed = true;
    return client_keep(error);
}

static cudaError_t record(cudaEvent_t event, cudaStream_t stream)
{
    uint64_t number = client_stream(stream);
    cudaError_t error = check_event(event);
    if (error == cudaSuccess)
        error = client_check_number(number);
    if (error != cudaSuccess)
        return error;
    event->graph = graph_of_stream(number);
    if (event->graph)
        return cudaSuccess;
    struct client_call call = {.kind = WIRE_RECORD, .values = {number, (uint64_t)event->device}};
    error = client_send(&call);
    if (error != cudaSuccess)
        return error;
    event->mark = call.results[0];
    memcpy(&event->ns, &call.results[1], sizeof event->ns);
    event->is_recorded = true;
    return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    CLIENT_ENTER();
    return client_keep(record(event, stream));
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int flags)
{
    (void)flags;
    CLIENT_ENTER();
    return client_keep(record(event, stream));
}

static cudaError_t wait_for(cudaEvent_t event)
{
    cudaError_t error = check_event(event);
    if (error != cudaSuccess)
        return error;
    return event->is_recorded ? shared_memory_wait_for(event->mark, event->ns) : cudaSuccess;
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    CLIENT_ENTER();
    return client_keep(wait_for(event));
}

cudaError_t cudaEventQuery(cudaEvent_t event)
{
    CLIENT_ENTER();
    return client_keep(wait_for(event));
}

static bool check_times(cudaEvent_t start, cudaEvent_t end)
{
    enum wire_event_lack lack = !start->is_recorded ? WIRE_EVENT_NO_START
                                : !end->is_recorded ? WIRE_EVENT_NO_END
                                                    : WIRE_EVENT_WITHOUT_TIME;
    bool can_tell = start->is_recorded && end->is_recorded && !start->has_no_time && !end->has_no_time;
    if (!can_tell)
        client_report(WIRE_MISTAKE_EVENT, NULL, 0, lack);
    return can_tell;
}

cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t end)
{
    CLIENT_ENTER();
    cudaError_t error = check_event(start);
    if (error == cudaSuccess)
        error = check_event(end);
    if (error != cudaSuccess)
        return client_keep(error);
    if (!milliseconds)
        return client_keep(cudaErrorInvalidValue);
    if (!check_times(start, end))
        return client_keep(cudaErrorInvalidResourceHandle);
    if (start->device != end->device) {
        client_report(WIRE_MISTAKE_EVENTS, NULL, (uint64_t)start->device, (uint64_t)end->device);
        return client_keep(cudaErrorInvalidResourceHandle);
    }
    *milliseconds = (float)((end->ns - start->ns) * 1e-6);
    return cudaSuccess;
}
