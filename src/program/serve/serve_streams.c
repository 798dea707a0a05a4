/* Requests about streams, marks and waiting, and the model's clock of each stream. */
#include <inttypes.h>
#include <string.h>

#include "program/serve/mistake.h"

/* Streams beyond the device's share one: they then count as ordered. */
int session_stream(uint64_t stream)
{
    return stream < SESSION_STREAMS_MAX ? (int)stream : SESSION_STREAMS_MAX - 1;
}

static double latest(const struct session *session)
{
    double ns = session->host_ns;
    for (int i = 0; i < SESSION_STREAMS_MAX; i++)
        ns = session->stream_ns[i] > ns ? session->stream_ns[i] : ns;
    return ns;
}

/* The default stream waits for all others, and they for it. */
double session_add_work(struct session *session, uint64_t stream, double ns)
{
    int at = session_stream(stream);
    double begin = session->stream_ns[at] > session->host_ns ? session->stream_ns[at] : session->host_ns;
    if (at == 0)
        begin = latest(session);
    else if (session->stream_ns[0] > begin)
        begin = session->stream_ns[0];
    session->stream_ns[at] = begin + ns;
    double end = latest(session);
    session->result->elapsed_ns = end > session->result->elapsed_ns ? end : session->result->elapsed_ns;
    return session->stream_ns[at];
}

void session_add_span(struct session *session, const char *name, int line, uint64_t stream, double ns)
{
    struct program_result *result = session->result;
    double end_ns = session_add_work(session, stream, ns);
    if (result->span_total++ >= PROGRAM_SPANS_MAX)
        return;
    result->spans = session_grow(session, result->spans, result->span_count, sizeof *result->spans);
    result->spans[result->span_count++] = (struct program_span){
        .name = name, .line = line, .stream = session_stream(stream), .begin_ns = end_ns - ns, .end_ns = end_ns};
}

void session_wait(struct session *session, uint64_t stream)
{
    double ns =
        stream == WIRE_ALL_STREAMS || stream == 0 ? latest(session) : session->stream_ns[session_stream(stream)];
    session->host_ns = ns > session->host_ns ? ns : session->host_ns;
}

int session_handle_synchronise(struct session *session, struct session_call *call, struct error *error)
{
    session_wait(session, call->request.values[0]);
    if (!session->device->vtable->synchronise(session->device, error))
        session->fault = ERROR_OF_cudaErrorUnknown;
    session_show_printed(session);
    return session_fault(session, call);
}

int session_handle_stream(struct session *session, struct session_call *call, struct error *error)
{
    (void)error;
    call->answer.values[0] = ++session->stream_count;
    return session->fault;
}

int session_handle_record(struct session *session, struct session_call *call, struct error *error)
{
    uint64_t stream = call->request.values[0];
    uint64_t mark = 0;
    double ns = session_add_work(session, stream, 0);
    if (session->device->vtable->mark &&
        !session->device->vtable->mark(session->device, session_stream(stream), &mark, error))
        return ERROR_OF_cudaErrorInvalidResourceHandle;
    call->answer.values[0] = mark;
    memcpy(&call->answer.values[1], &ns, sizeof ns);
    return session->fault;
}

int session_handle_wait(struct session *session, struct session_call *call, struct error *error)
{
    int stream = session_stream(call->request.values[0]);
    double ns;
    memcpy(&ns, &call->request.values[2], sizeof ns);
    if (ns > session->stream_ns[stream] && ns <= session->result->elapsed_ns)
        session->stream_ns[stream] = ns;
    if (session->device->vtable->wait_for &&
        !session->device->vtable->wait_for(session->device, stream, session->device, call->request.values[1], error))
        return ERROR_OF_cudaErrorInvalidResourceHandle;
    return session->fault;
}

/* --- mistakes that the program's own process sees --------------------------------------------- */

static const char *memory_at(struct session *session, device_address address)
{
    const struct session_buffer *buffer = session_find_buffer(session, address);
    if (!buffer)
        return arena_printf(session->arena, "device memory at 0x%" PRIx64, address);
    return arena_printf(session->arena, "byte %" PRIu64 " of '%s'%s", address - buffer->start, buffer->name,
                        buffer->is_live ? "" : ", which was freed,");
}

static void note_direction(struct session *session, struct session_call *call)
{
    static const char *const kinds[] = {"cudaMemcpyHostToHost", "cudaMemcpyHostToDevice", "cudaMemcpyDeviceToHost",
                                        "cudaMemcpyDeviceToDevice", "cudaMemset"};
    const uint64_t *values = call->request.values;
    const char *sides[2];
    for (int i = 0; i < 2; i++)
        sides[i] = values[1 + i] >= WIRE_DEVICE_FIRST && values[1 + i] < WIRE_DEVICE_END ? "device" : "host";
    if (values[3] == 4)
        mistake_add(session, MISTAKE_COPY_DIRECTION, call->place, "cudaMemset of host memory: use memset()");
    else if (values[3] < 4)
        mistake_add(session, MISTAKE_COPY_DIRECTION, call->place,
                    "%s, but the destination is %s memory and the source is %s memory", kinds[values[3]], sides[0],
                    sides[1]);
}

static const char *error_text(uint64_t error)
{
    static const struct {
        uint64_t error;
        const char *name;
    } names[] = {
#define CUDA_ERROR(name, number, text) {number, #name},
#include "cudart/errors.def"
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (names[i].error == error)
            return names[i].name;
    return "an error";
}

int session_handle_mistake(struct session *session, struct session_call *call, struct error *error)
{
    const uint64_t *values = call->request.values;
    const char *verb = values[3] ? "writes" : "reads";
    (void)error;
    switch (values[0]) {
    case WIRE_MISTAKE_TOUCH:
        mistake_add(session, MISTAKE_DEVICE_TOUCH, call->place,
                    "host code %s device memory, %s: copy it with cudaMemcpy() first", verb,
                    memory_at(session, values[1]));
        break;
    case WIRE_MISTAKE_EARLY:
        mistake_add(session, MISTAKE_EARLY_TOUCH, call->place,
                    "host code %s %s before the device is done with it: synchronise first", verb,
                    memory_at(session, values[1]));
        break;
    case WIRE_MISTAKE_CRASH:
        mistake_add(session, MISTAKE_CRASH, call->place, "host code %s address 0x%" PRIx64 ", where no memory is", verb,
                    values[1]);
        break;
    case WIRE_MISTAKE_DIRECTION:
        note_direction(session, call);
        break;
    case WIRE_MISTAKE_HOST_END:
        mistake_add(session, MISTAKE_COPY_TOO_LONG, call->place,
                    "the copy needs %" PRIu64 " bytes of host memory, and only %" PRIu64 " are there", values[2],
                    values[3]);
        break;
    case WIRE_MISTAKE_FREE:
        mistake_add(session, MISTAKE_WRONG_FREE, call->place, "%s is for other memory than %s",
                    values[3] == WIRE_MEMORY_PINNED ? "cudaFreeHost()" : "cudaFree()", memory_at(session, values[1]));
        break;
    case WIRE_MISTAKE_UNCHECKED:
        mistake_add(session, MISTAKE_UNCHECKED_ERROR, call->place,
                    "this launch failed with %s, and the error is not checked before the next launch or the end",
                    error_text(values[3]));
        break;
    case WIRE_MISTAKE_DESTROYED:
        mistake_add(session, MISTAKE_DESTROYED, call->place, "this %s was destroyed before",
                    values[3] ? "stream" : "event");
        break;
    case WIRE_MISTAKE_SYMBOL_END:
        mistake_add(session, MISTAKE_COPY_TOO_LONG, call->place,
                    "the copy reaches byte %" PRIu64 ", past the end of the variable: it has %" PRIu64 " bytes",
                    values[2], values[3]);
        break;
    case WIRE_MISTAKE_DEVICE:
        mistake_add(session, MISTAKE_DEVICE, call->place, "there is no device %d: %d device is here", (int)values[3],
                    (int)values[2]);
        break;
    case WIRE_MISTAKE_PAGEABLE:
        mistake_add(session, MISTAKE_PAGEABLE, call->place,
                    "the host memory is pageable, so the copy does not overlap other work: use cudaMallocHost()");
        break;
    default:
        return ERROR_OF_cudaErrorInvalidValue;
    }
    return 0;
}
