/* Requests about streams, marks and waiting, and the clock of each stream. */
#include <inttypes.h>
#include <string.h>

#include "base/i18n.h"
#include "base/told.h"
#include "device/runtime.h"
#include "program/serve/mistake.h"

/* Streams beyond the device's share one: they then count as ordered. */
static struct session_stream *add_stream(struct session *session, int device)
{
    int *count = &session->devices[device].stream_count;
    session->streams = session_grow(session, session->streams, session->stream_count, sizeof *session->streams);
    struct session_stream *stream = &session->streams[session->stream_count++];
    *stream = (struct session_stream){.device = device,
                                      .number = *count < SESSION_STREAMS_MAX ? *count : SESSION_STREAMS_MAX - 1};
    (*count)++;
    return stream;
}

void session_begin_streams(struct session *session)
{
    for (int i = 0; i < session->device_count; i++)
        add_stream(session, i);
}

struct session_stream *session_stream(struct session *session, uint64_t number)
{
    size_t at = number ? (size_t)session->device_count + number - 1 : (size_t)session->current;
    return number < SIZE_MAX / 2 && at < session->stream_count ? &session->streams[at] : NULL;
}

struct session_stream *session_use_stream(struct session *session, uint64_t number)
{
    struct session_stream *stream = session_stream(session, number);
    if (!stream)
        return NULL;
    session_use(session, stream->device);
    session->device->stream = stream->number;
    return stream;
}

/* --- time ------------------------------------------------------------------------------------- */

void session_begin_time(struct session *session)
{
    struct device *device = session->device;
    if (device->modelling)
        device->modelling->is_on = device->properties.models_time;
    if (!device->modelling || device->modelling->is_on)
        device->vtable->time_begin(device, NULL);
}

double session_end_time(struct session *session)
{
    struct device *device = session->device;
    double ns = 0;
    if (!device->modelling)
        return device->vtable->elapsed_ns(device, &ns, NULL) ? ns : 0;
    ns = device->modelling->is_on ? device->modelling->model.alone_ns : 0;
    device->modelling->is_on = false;
    return ns;
}

/* When the streams of a device are done that the default stream waits for, or all of them. */
static double latest(const struct session *session, int device, bool with_free)
{
    double ns = session->host_ns;
    for (size_t i = 0; i < session->stream_count; i++) {
        const struct session_stream *stream = &session->streams[i];
        if (stream->device == device && (with_free || !stream->is_free) && stream->ns > ns)
            ns = stream->ns;
    }
    return ns;
}

/* The default stream waits for the others of its device, and they for it. */
double session_add_work(struct session *session, struct session_stream *stream, double ns)
{
    double begin = stream->ns > session->host_ns ? stream->ns : session->host_ns;
    double main_ns = session->streams[stream->device].ns;
    if (stream->number == 0)
        begin = latest(session, stream->device, false);
    else if (!stream->is_free && main_ns > begin)
        begin = main_ns;
    stream->ns = begin + ns;
    if (stream->ns > session->result->elapsed_ns)
        session->result->elapsed_ns = stream->ns;
    return stream->ns;
}

void session_add_span(struct session *session, const char *name, int line, struct session_stream *stream, double ns)
{
    struct program_result *result = session->result;
    double end_ns = session_add_work(session, stream, ns);
    if (result->span_total++ >= PROGRAM_SPANS_MAX)
        return;
    result->spans = session_grow(session, result->spans, result->span_count, sizeof *result->spans);
    result->spans[result->span_count++] = (struct program_span){.name = name,
                                                                .line = line,
                                                                .device = stream->device,
                                                                .stream = stream->number,
                                                                .begin_ns = end_ns - ns,
                                                                .end_ns = end_ns};
}

static void wait_until(struct session *session, double ns)
{
    session->host_ns = ns > session->host_ns ? ns : session->host_ns;
}

void session_wait(struct session *session, const struct session_stream *stream)
{
    bool waits_for_others = !stream || stream->number == 0;
    wait_until(session,
               waits_for_others ? latest(session, stream ? stream->device : session->current, !stream) : stream->ns);
}

void session_order_device(struct session *session, struct session_stream *stream, int other, bool is_before)
{
    struct session_stream *others = &session->streams[other];
    struct session_stream *first = is_before ? others : stream, *then = is_before ? stream : others;
    struct device *device = session->devices[first->device].device;
    struct device *waiting = session->devices[then->device].device;
    uint64_t mark;
    if (other == stream->device || stream->number != 0)
        return;
    double ns = is_before ? latest(session, other, false) : stream->ns;
    then->ns = ns > then->ns ? ns : then->ns;
    if (device->vtable->mark(device, first->number, &mark, NULL))
        waiting->vtable->wait_for(waiting, then->number, device, mark, NULL);
}

/* --- requests --------------------------------------------------------------------------------- */

static bool wait_on_device(struct session *session, const struct session_call *call, struct error *error)
{
    const uint64_t *values = call->request.values;
    const struct device_runtime *runtime = session->device->runtime;
    if (values[0] == WIRE_ALL_STREAMS) {
        session_wait(session, NULL);
        return session->device->vtable->synchronise(session->device, error);
    }
    if (values[0] == WIRE_ONE_MARK) {
        double ns;
        memcpy(&ns, &values[2], sizeof ns);
        wait_until(session, ns <= session->result->elapsed_ns ? ns : 0);
        return runtime->wait_for_mark(session->device, values[1], error);
    }
    const struct session_stream *stream = session_use_stream(session, values[0]);
    if (!stream)
        return false;
    session_wait(session, stream);
    return runtime->wait_for_stream(session->device, stream->number, error);
}

int session_handle_synchronise(struct session *session, struct session_call *call, struct error *error)
{
    (void)error;
    if (!wait_on_device(session, call, NULL))
        return ERROR_OF_cudaErrorInvalidResourceHandle;
    session_show_printed(session);
    return session_fault(session, call);
}

int session_handle_stream(struct session *session, struct session_call *call, struct error *error)
{
    struct session_stream *stream = add_stream(session, session->current);
    stream->is_free = call->request.values[0] != 0 && stream->number < SESSION_STREAMS_MAX - 1;
    if (stream->is_free && !session->device->runtime->free_stream(session->device, stream->number, error))
        return ERROR_OF_cudaErrorInvalidResourceHandle;
    call->answer.values[0] = session->stream_count - (size_t)session->device_count;
    return session->fault;
}

int session_handle_record(struct session *session, struct session_call *call, struct error *error)
{
    struct session_stream *stream = session_use_stream(session, call->request.values[0]);
    uint64_t mark = 0;
    if (!stream)
        return ERROR_OF_cudaErrorInvalidResourceHandle;
    if ((uint64_t)stream->device != call->request.values[1]) {
        mistake_add(session, MISTAKE_WRONG_DEVICE, call->place,
                    "the event belongs to device {device} and the stream to device {other}: record it in a stream of "
                    "its device",
                    "device=%d" TOLD_AND "other=%d", (int)call->request.values[1], stream->device);
        return ERROR_OF_cudaErrorInvalidResourceHandle;
    }
    double ns = session_add_work(session, stream, 0);
    if (!session->device->vtable->mark(session->device, stream->number, &mark, error))
        return ERROR_OF_cudaErrorInvalidResourceHandle;
    call->answer.values[0] = mark;
    memcpy(&call->answer.values[1], &ns, sizeof ns);
    return session->fault;
}

int session_handle_wait(struct session *session, struct session_call *call, struct error *error)
{
    struct session_stream *stream = session_use_stream(session, call->request.values[0]);
    double ns;
    memcpy(&ns, &call->request.values[2], sizeof ns);
    if (!stream)
        return ERROR_OF_cudaErrorInvalidResourceHandle;
    if (ns > stream->ns && ns <= session->result->elapsed_ns)
        stream->ns = ns;
    if (!session->device->vtable->wait_for(session->device, stream->number, session->device, call->request.values[1],
                                           error))
        return ERROR_OF_cudaErrorInvalidResourceHandle;
    return session->fault;
}

int session_handle_peer(struct session *session, struct session_call *call, struct error *error)
{
    const uint64_t *values = call->request.values;
    struct session_device *own = &session->devices[session->current];
    (void)error;
    if (values[0] >= (uint64_t)session->device_count || values[0] == (uint64_t)session->current)
        return ERROR_OF_cudaErrorInvalidDevice;
    uint32_t bit = UINT32_C(1) << values[0];
    bool is_wanted = values[1] != 0, is_so = own->peers & bit;
    if (is_wanted == is_so)
        return is_so ? ERROR_OF_cudaErrorPeerAccessAlreadyEnabled : ERROR_OF_cudaErrorPeerAccessNotEnabled;
    own->peers ^= bit;
    own->device->runtime->allow_peer(own->device, session->devices[values[0]].device, is_wanted);
    return session->fault;
}

/* --- mistakes that the program's own process sees --------------------------------------------- */

static const char *memory_at(struct session *session, device_address address)
{
    const struct session_buffer *buffer = session_find_buffer(session, address);
    char words[512];
    if (!buffer)
        told_print(words, sizeof words, N_("device memory at {address}"), "address=0x%" PRIx64, address);
    else
        told_print(words, sizeof words,
                   buffer->is_live ? N_("byte {byte} of '{buffer}'")
                                   : N_("byte {byte} of '{buffer}', which was freed,"),
                   "byte=%" PRIu64 TOLD_AND "buffer=%.256s", address - buffer->start, buffer->name);
    return arena_strdup(session->arena, words);
}

static void note_direction(struct session *session, struct session_call *call)
{
    static const char *const kinds[] = {"cudaMemcpyHostToHost", "cudaMemcpyHostToDevice", "cudaMemcpyDeviceToHost",
                                        "cudaMemcpyDeviceToDevice", "cudaMemset"};
    static const char *const sentences[2][2] = {
        {N_("{kind}, but the destination and the source are host memory"),
         N_("{kind}, but the destination is host memory and the source is device memory")},
        {N_("{kind}, but the destination is device memory and the source is host memory"),
         N_("{kind}, but the destination and the source are device memory")}};
    const uint64_t *values = call->request.values;
    bool is_device[2];
    for (int i = 0; i < 2; i++)
        is_device[i] = values[1 + i] >= WIRE_DEVICE_FIRST && values[1 + i] < WIRE_DEVICE_END;
    if (values[3] == 4)
        mistake_add(session, MISTAKE_COPY_DIRECTION, call->place, "cudaMemset of host memory: use memset()", "%s", "");
    else if (values[3] < 4)
        mistake_add(session, MISTAKE_COPY_DIRECTION, call->place, sentences[is_device[0]][is_device[1]], "kind=%s",
                    kinds[values[3]]);
}

/* Host code that reads or writes where it must not. */
static void note_touch(struct session *session, const struct session_call *call)
{
    static const struct {
        enum mistake mistake;
        const char *sentences[2]; /* of a read, of a write */
    } rows[] = {
        [WIRE_MISTAKE_TOUCH] = {MISTAKE_DEVICE_TOUCH,
                                {N_("host code reads device memory, {memory}: copy it with cudaMemcpy() first"),
                                 N_("host code writes device memory, {memory}: copy it with cudaMemcpy() first")}},
        [WIRE_MISTAKE_EARLY] = {MISTAKE_EARLY_TOUCH,
                                {N_("host code reads {memory} before the device is done with it: synchronise first"),
                                 N_("host code writes {memory} before the device is done with it: synchronise first")}},
        [WIRE_MISTAKE_CRASH] = {MISTAKE_CRASH,
                                {N_("host code reads address {address}, where there is no memory"),
                                 N_("host code writes to address {address}, where there is no memory")}},
    };
    const uint64_t *values = call->request.values;
    mistake_add(session, rows[values[0]].mistake, call->place, rows[values[0]].sentences[values[3] != 0],
                "memory=%s" TOLD_AND "address=0x%" PRIx64, memory_at(session, values[1]), values[1]);
}

/* A copy beyond what it reads or writes. */
static void note_copy_end(struct session *session, const struct session_call *call)
{
    const uint64_t *values = call->request.values;
    mistake_add(session, MISTAKE_COPY_TOO_LONG, call->place,
                values[0] == WIRE_MISTAKE_HOST_END
                    ? TOLD_COUNT("the copy needs {needed} bytes of host memory, and only {n} is there",
                                 "the copy needs {needed} bytes of host memory, and only {n} are there")
                    : TOLD_COUNT("the copy reaches byte {needed}, past the end of the variable: it has {n} byte",
                                 "the copy reaches byte {needed}, past the end of the variable: it has {n} bytes"),
                "n=%" PRIu64 TOLD_AND "needed=%" PRIu64, values[3], values[2]);
}

static void note_wrong_free(struct session *session, const struct session_call *call)
{
    const uint64_t *values = call->request.values;
    mistake_add(session, MISTAKE_WRONG_FREE, call->place, "{call} is for other memory than {memory}",
                "call=%s" TOLD_AND "memory=%s", values[3] == WIRE_MEMORY_PINNED ? "cudaFreeHost()" : "cudaFree()",
                memory_at(session, values[1]));
}

static void note_devices(struct session *session, const struct session_call *call)
{
    const uint64_t *values = call->request.values;
    int one = (int)values[2], other = (int)values[3];
    if (values[0] == WIRE_MISTAKE_DEVICE)
        mistake_add(session, MISTAKE_DEVICE, call->place, "there is no device {device}: the number of devices is {n}",
                    "device=%d" TOLD_AND "n=%d", other, one);
    else if (values[0] == WIRE_MISTAKE_EVENTS)
        mistake_add(
            session, MISTAKE_WRONG_DEVICE, call->place,
            "the events belong to devices {one} and {other}: only two events of one device have a time between them",
            "one=%d" TOLD_AND "other=%d", one, other);
    else
        mistake_add(session, MISTAKE_WRONG_DEVICE, call->place,
                    "the copy names device {device}, but {memory} is on device {owner}",
                    "device=%d" TOLD_AND "memory=%s" TOLD_AND "owner=%d", other, memory_at(session, values[1]),
                    session_owner(session, values[1]));
}

/* A call with events failed, and the program may not have looked. */
static void note_event(struct session *session, const struct session_call *call)
{
    static const char *const sentences[] = {
        [WIRE_EVENT_NONE] = N_("there is no event: call cudaEventCreate() first, and check its error"),
        [WIRE_EVENT_NO_START] =
            N_("the first event was never recorded, so no time is known: call cudaEventRecord() before the work"),
        [WIRE_EVENT_NO_END] =
            N_("the second event was never recorded, so no time is known: call cudaEventRecord() after the work"),
        [WIRE_EVENT_WITHOUT_TIME] = N_("an event was made with cudaEventDisableTiming, so it has no time"),
    };
    uint64_t lack = call->request.values[3];
    if (lack < WIRE_EVENT_LACK_COUNT)
        mistake_add(session, MISTAKE_EVENT, call->place, sentences[lack], "%s", "");
}

static void note_texture(struct session *session, const struct session_call *call)
{
    static const char *const sentences[] = {
        [WIRE_TEXTURE_UNKNOWN] = N_("textures with mipmaps, sRGB or a resource view are not supported here"),
        [WIRE_TEXTURE_FORMAT] = N_("this is no texture: it needs texels of 1, 2 or 4 channels of 8, 16 or 32 bits"),
        [WIRE_TEXTURE_NO_FLOATS] =
            N_("only floats are filtered: use cudaFilterModePoint, or cudaReadModeNormalizedFloat for 8 or 16 bits"),
    };
    uint64_t lack = call->request.values[3];
    if (lack > WIRE_TEXTURE_FITS && lack < WIRE_TEXTURE_LACK_COUNT)
        mistake_add(session, MISTAKE_TEXTURE, call->place, sentences[lack], "%s", "");
}

int session_handle_mistake(struct session *session, struct session_call *call, struct error *error)
{
    const uint64_t *values = call->request.values;
    (void)error;
    switch (values[0]) {
    case WIRE_MISTAKE_TOUCH:
    case WIRE_MISTAKE_EARLY:
    case WIRE_MISTAKE_CRASH:
        note_touch(session, call);
        break;
    case WIRE_MISTAKE_DIRECTION:
        note_direction(session, call);
        break;
    case WIRE_MISTAKE_HOST_END:
    case WIRE_MISTAKE_SYMBOL_END:
        note_copy_end(session, call);
        break;
    case WIRE_MISTAKE_FREE:
        note_wrong_free(session, call);
        break;
    case WIRE_MISTAKE_UNCHECKED:
        mistake_add(session, MISTAKE_UNCHECKED_ERROR, call->place,
                    "this launch failed with {error}, and the error is not checked before the next launch or the end",
                    "error=%s", session_error_name(values[3]));
        break;
    case WIRE_MISTAKE_DESTROYED:
        mistake_add(session, MISTAKE_DESTROYED, call->place,
                    values[3] ? N_("this stream was destroyed before") : N_("this event was destroyed before"), "%s",
                    "");
        break;
    case WIRE_MISTAKE_DEVICE:
    case WIRE_MISTAKE_EVENTS:
    case WIRE_MISTAKE_PEER_COPY:
        note_devices(session, call);
        break;
    case WIRE_MISTAKE_EVENT:
        note_event(session, call);
        break;
    case WIRE_MISTAKE_TEXTURE:
        note_texture(session, call);
        break;
    case WIRE_MISTAKE_PAGEABLE:
        mistake_add(session, MISTAKE_PAGEABLE, call->place,
                    "the host memory is pageable, so the copy does not overlap other work: use cudaMallocHost()", "%s",
                    "");
        break;
    default:
        return ERROR_OF_cudaErrorInvalidValue;
    }
    return 0;
}
