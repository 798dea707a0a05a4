/* Requests to copy and to fill memory. */
#include <inttypes.h>

#include "base/i18n.h"
#include "base/told.h"
#include "device/runtime.h"
#include "program/serve/contents.h"
#include "program/serve/mistake.h"

/* Of a copy between host and device: PCIe, as for pinned memory, and the time to start it. */
#define COPY_BYTES_PER_NS 50.0
#define COPY_START_NS 8000.0

/* --- rows ------------------------------------------------------------------------------------- */

/* Rows on the device. */
struct rows {
    device_address start;
    uint64_t pitch, width, height;
};

static uint64_t reach_of(const struct rows *rows)
{
    return rows->height ? (rows->height - 1) * rows->pitch + rows->width : 0;
}

static bool has_sane_numbers(const struct rows *rows)
{
    uint64_t limit = UINT64_C(1) << 46;
    return rows->height < limit && rows->width < limit && rows->pitch < limit &&
           (rows->height <= 1 || rows->pitch <= limit / rows->height) &&
           (rows->height == 0 || rows->width <= WIRE_PAYLOAD_BYTES_MAX / rows->height);
}

/* Whether the rows are in one live buffer. Variables are checked by the device. */
static bool check_rows(struct session *session, const struct rows *rows, struct session_place place, bool is_written)
{
    const struct session_buffer *buffer = session_find_buffer(session, rows->start);
    if (!has_sane_numbers(rows))
        return false;
    if (!buffer)
        return true;
    uint64_t room = buffer->size_bytes - (rows->start - buffer->start), reach = reach_of(rows);
    if (!buffer->is_live)
        mistake_add(session, MISTAKE_USE_AFTER_FREE, place,
                    is_written ? N_("the copy writes {memory}, which was freed in {where}")
                               : N_("the copy reads {memory}, which was freed in {where}"),
                    "memory=%s" TOLD_AND "where=%s", session_buffer_words(session, buffer),
                    session_place_words(session, buffer->freed));
    else if (reach > room)
        mistake_add(session, MISTAKE_COPY_TOO_LONG, place,
                    is_written ? TOLD_COUNT("the copy writes {n} byte past the end of {memory}: it is {bytes} bytes "
                                            "long from byte {at} on",
                                            "the copy writes {n} bytes past the end of {memory}: it is {bytes} bytes "
                                            "long from byte {at} on")
                               : TOLD_COUNT("the copy reads {n} byte past the end of {memory}: it is {bytes} bytes "
                                            "long from byte {at} on",
                                            "the copy reads {n} bytes past the end of {memory}: it is {bytes} bytes "
                                            "long from byte {at} on"),
                    "n=%" PRIu64 TOLD_AND "memory=%s" TOLD_AND "bytes=%" PRIu64 TOLD_AND "at=%" PRIu64, reach - room,
                    session_buffer_words(session, buffer), reach, rows->start - buffer->start);
    return buffer->is_live && reach <= room;
}

static int refuse_address(struct session *session, struct session_place place, device_address address,
                          const struct error *error)
{
    mistake_add(session, MISTAKE_BAD_POINTER, place, "address {address} is not in the device's memory: {why}",
                "address=0x%" PRIx64 TOLD_AND "why=%s", address, error->message);
    return ERROR_OF_cudaErrorInvalidValue;
}

static double host_copy_ns(uint64_t bytes)
{
    return COPY_START_NS + (double)bytes / COPY_BYTES_PER_NS;
}

static void count_copy(struct program_copies *copies, uint64_t bytes, double ns)
{
    copies->count++;
    copies->bytes += bytes;
    copies->total_ns += ns;
}

/* A copy with the host. Those of one direction follow each other, whatever their streams. */
static void add_copy(struct session *session, struct session_stream *stream, bool is_to_device,
                     const struct session_call *call, uint64_t bytes)
{
    struct session_device *device = &session->devices[stream->device];
    double ns = host_copy_ns(bytes), *engine_ns = is_to_device ? &device->to_device_ns : &device->from_device_ns;
    if (call->request.values[5] & WIRE_FLAG_SHARED)
        return;
    count_copy(is_to_device ? &session->result->to_device : &session->result->from_device, bytes, ns);
    stream->ns = *engine_ns > stream->ns ? *engine_ns : stream->ns;
    session_add_span(session, "copy", call->place.line, stream, ns);
    *engine_ns = stream->ns;
    if (call->request.values[5] & WIRE_FLAG_ASYNCHRONOUS)
        return;
    session_wait(session, stream);
    session->device->runtime->wait_for_stream(session->device, stream->number, NULL);
}

/* A copy to the host (`to` NULL) or from it, which can be in a race with other streams. */
static void check_races(struct session *session, const struct session_call *call, const struct rows *to,
                        const struct rows *from)
{
    const struct rows *rows = to ? to : from;
    size_t before = session->device->observation->finding_count;
    for (uint64_t row = 0; row < rows->height && !(call->request.values[5] & WIRE_FLAG_SHARED); row++)
        session->device->runtime->note_copy(session->device, to ? to->start + row * to->pitch : 0,
                                            from ? from->start + row * from->pitch : 0, rows->width);
    mistake_add_races(session, TOLD_TEXT("the copy"), before, call->place);
}

int session_handle_write(struct session *session, struct session_call *call, struct error *error)
{
    const uint64_t *values = call->request.values;
    struct rows rows = {values[0], values[1], values[2], values[3]};
    struct session_stream *stream = session_use_stream(session, values[4]);
    struct error refused = {0};
    (void)error;
    if (session->fault || !stream)
        return stream ? session_fault(session, call) : ERROR_OF_cudaErrorInvalidResourceHandle;
    if (!check_rows(session, &rows, call->place, true) || call->request.payload_bytes != rows.width * rows.height)
        return ERROR_OF_cudaErrorInvalidValue;
    contents_note_write(session, rows.start, rows.height == 1 ? rows.width : 0);
    contents_note_copy(session, rows.start, rows.width * rows.height, call->place);
    check_races(session, call, &rows, NULL);
    for (uint64_t row = 0; row < rows.height; row++)
        if (!session->device->vtable->write(session->device, rows.start + row * rows.pitch,
                                            call->payload + row * rows.width, rows.width, &refused))
            return refuse_address(session, call->place, rows.start, &refused);
    add_copy(session, stream, true, call, rows.width * rows.height);
    session_show_printed(session);
    return 0;
}

/* No launch, copy or fill has touched the buffer. */
static void note_unwritten(struct session *session, const struct session_call *call, const struct rows *rows)
{
    const struct session_buffer *buffer = session_find_buffer(session, rows->start);
    const struct content *content = contents_find(session, rows->start);
    bool is_shared = call->request.values[5] & WIRE_FLAG_SHARED;
    if (!session->device->properties.checks) /* what launches write is unknown */
        return;
    if (buffer && buffer->memory == WIRE_MEMORY_DEVICE && !is_shared && (!content || !content->is_written))
        mistake_add(session, MISTAKE_UNWRITTEN, call->place, "the copy reads {memory}, and nothing has written to it",
                    "memory=%s", session_buffer_words(session, buffer));
}

int session_handle_read(struct session *session, struct session_call *call, struct error *error)
{
    const uint64_t *values = call->request.values;
    struct rows rows = {values[0], values[1], values[2], values[3]};
    struct session_stream *stream = session_use_stream(session, values[4]);
    struct error refused = {0};
    (void)error;
    session_show_printed(session);
    if (session->fault || !stream)
        return stream ? session_fault(session, call) : ERROR_OF_cudaErrorInvalidResourceHandle;
    if (!check_rows(session, &rows, call->place, false))
        return ERROR_OF_cudaErrorInvalidValue;
    note_unwritten(session, call, &rows);
    check_races(session, call, NULL, &rows);
    unsigned checks = session->device->checks;
    size_t findings = session->device->observation->finding_count;
    char *to = buffer_reserve(&call->answer_payload, rows.width * rows.height);
    if (values[5] & WIRE_FLAG_SHARED)
        session->device->checks = 0; /* the program has not read it yet */
    bool done = true;
    for (uint64_t row = 0; row < rows.height && done; row++)
        done = session->device->vtable->read(session->device, to + row * rows.width, rows.start + row * rows.pitch,
                                             rows.width, &refused);
    session->device->checks = checks;
    if (!done)
        return refuse_address(session, call->place, rows.start, &refused);
    mistake_add_short_copies(session, findings);
    call->answer_payload.size_bytes = rows.width * rows.height;
    add_copy(session, stream, false, call, rows.width * rows.height);
    return 0;
}

/* Devices that reach each other copy over their link. Others copy by way of the host. */
static bool are_linked(const struct session *session, int one, int other)
{
    return session->devices[one].peers >> other & 1 || session->devices[other].peers >> one & 1;
}

/* The two devices of a copy. They are the same for one within a device. */
struct copy_ends {
    int to, from;
};

static void add_device_copy(struct session *session, struct session_stream *stream, struct copy_ends ends,
                            const struct session_call *call, double modelled_ns)
{
    uint64_t bytes = call->request.values[4] * call->request.values[5];
    bool is_between = ends.to != ends.from, is_staged = is_between && !are_linked(session, ends.to, ends.from);
    double ns = is_staged ? 2 * host_copy_ns(bytes) : modelled_ns;
    if (is_between)
        count_copy(&session->result->between_devices, bytes, ns);
    session_add_span(session, "copy", call->place.line, stream, ns);
}

static void order_ends(struct session *session, struct session_stream *stream, struct copy_ends ends, bool is_before)
{
    if (ends.to == ends.from)
        return;
    session_order_device(session, stream, ends.to, is_before);
    session_order_device(session, stream, ends.from, is_before);
}

/* A variable can be outside of its device's window. */
static int owner_or_current(const struct session *session, device_address address)
{
    int owner = session_owner(session, address);
    return owner >= 0 ? owner : session->current;
}

int session_handle_copy(struct session *session, struct session_call *call, struct error *error)
{
    const uint64_t *values = call->request.values;
    struct rows to = {values[0], values[1], values[4], values[5]}, from = {values[2], values[3], values[4], values[5]};
    struct session_stream *stream = session_use_stream(session, values[6]);
    struct copy_ends ends = {owner_or_current(session, to.start), owner_or_current(session, from.start)};
    struct error refused = {0};
    (void)error;
    if (session->fault || !stream)
        return stream ? session_fault(session, call) : ERROR_OF_cudaErrorInvalidResourceHandle;
    if (!check_rows(session, &to, call->place, true) || !check_rows(session, &from, call->place, false))
        return ERROR_OF_cudaErrorInvalidValue;
    order_ends(session, stream, ends, true);
    contents_note_write(session, to.start, to.height == 1 ? to.width : 0);
    size_t findings = session->device->observation->finding_count;
    session_begin_time(session);
    bool done = true;
    for (uint64_t row = 0; row < to.height && done; row++)
        done = session->device->vtable->copy(session->device, to.start + row * to.pitch, from.start + row * from.pitch,
                                             to.width, &refused);
    add_device_copy(session, stream, ends, call, session_end_time(session));
    order_ends(session, stream, ends, false);
    mistake_add_races(session, TOLD_TEXT("the copy"), findings, call->place);
    return done ? 0 : refuse_address(session, call->place, to.start, &refused);
}

int session_handle_fill(struct session *session, struct session_call *call, struct error *error)
{
    const uint64_t *values = call->request.values;
    struct rows rows = {values[0], values[1], values[2], values[3]};
    struct session_stream *stream = session_use_stream(session, values[5]);
    struct error refused = {0};
    (void)error;
    if (session->fault || !stream)
        return stream ? session_fault(session, call) : ERROR_OF_cudaErrorInvalidResourceHandle;
    if (!check_rows(session, &rows, call->place, true))
        return ERROR_OF_cudaErrorInvalidValue;
    struct contents_fill fill = {rows.start, rows.pitch, rows.width, rows.height, values[4], stream};
    double ns;
    if (session->device->modelling && contents_are_filled(session, &fill, &ns)) {
        session_add_span(session, "zero", call->place.line, stream, ns);
        return 0;
    }
    size_t findings = session->device->observation->finding_count;
    session_begin_time(session);
    bool done = true;
    for (uint64_t row = 0; row < rows.height && done; row++)
        done = session->device->vtable->fill(session->device, rows.start + row * rows.pitch, (uint8_t)values[4],
                                             rows.width, &refused);
    ns = session_end_time(session);
    contents_note_fill(session, &fill, ns);
    session_add_span(session, "zero", call->place.line, stream, ns);
    mistake_add_races(session, TOLD_TEXT("the fill"), findings, call->place);
    return done ? 0 : refuse_address(session, call->place, rows.start, &refused);
}

int session_handle_symbol(struct session *session, struct session_call *call, struct error *error)
{
    uint64_t number = call->request.values[0];
    (void)error;
    if (number >= session->variable_count || !session->variables[number].name)
        return ERROR_OF_cudaErrorInvalidSymbol;
    const struct session_variable *variable = &session->variables[number];
    struct device_module *module = session_module_here(session, variable->module);
    device_address address;
    uint64_t size_bytes;
    if (!module || !session->device->vtable->symbol(module, variable->name, &address, &size_bytes, NULL))
        return ERROR_OF_cudaErrorInvalidSymbol;
    call->answer.values[0] = address;
    call->answer.values[1] = size_bytes;
    return 0;
}
