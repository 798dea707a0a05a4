/* Requests about memory. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/told.h"
#include "device/runtime.h"
#include "program/serve/contents.h"
#include "program/serve/mistake.h"

/* Of a copy between host and device: PCIe, as for pinned memory, and the time to start it. */
#define COPY_BYTES_PER_NS 50.0
#define COPY_START_NS 8000.0

/* --- buffers ---------------------------------------------------------------------------------- */

const struct session_buffer *session_find_buffer(const struct session *session, device_address address)
{
    const struct session_buffer *freed = NULL;
    for (size_t i = session->buffer_count; i-- > 0;) {
        const struct session_buffer *buffer = &session->buffers[i];
        if (address - buffer->start >= (buffer->size_bytes ? buffer->size_bytes : 1))
            continue;
        if (buffer->is_live)
            return buffer;
        freed = freed ? freed : buffer;
    }
    return freed;
}

static const char *where(struct session *session, struct session_place place)
{
    char words[64];
    told_print(words, sizeof words, place.file ? N_("line {line}") : N_("an unknown line"), "line=%d", place.line);
    return arena_strdup(session->arena, words);
}

/* What a live or freed buffer is called in a sentence. */
static const char *words_of(struct session *session, const struct session_buffer *buffer)
{
    char words[512];
    told_print(words, sizeof words, TOLD_COUNT("'{buffer}' ({n} byte)", "'{buffer}' ({n} bytes)"),
               "n=%" PRIu64 TOLD_AND "buffer=%.256s", buffer->size_bytes, buffer->name);
    return arena_strdup(session->arena, words);
}

/* The text of a line of the program's source. */
static const char *line_text(const struct session *session, struct session_place place, size_t *out_length)
{
    const struct source *source = NULL;
    *out_length = 0;
    for (size_t i = 0; i < session->request->source_count; i++)
        if (place.file == session->request->sources[i].name)
            source = &session->request->sources[i];
    if (!source)
        return "";
    const char *at = source->text, *end = source->text + source->size_bytes;
    for (int line = 1; line < place.line && at; line++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        at = newline ? newline + 1 : NULL;
    }
    const char *newline = at ? memchr(at, '\n', (size_t)(end - at)) : NULL;
    *out_length = at ? (size_t)((newline ? newline : end) - at) : 0;
    return at ? at : "";
}

static int count_allocations(const char *line)
{
    int count = 0;
    for (const char *at = line; (at = strstr(at, "Malloc")); at++)
        count++;
    return count;
}

/* Which of the allocations in a line is the next one: they are made in turn. */
static int next_of_line(const struct session *session, struct session_place place, int count)
{
    size_t made = 0;
    for (size_t i = 0; i < session->buffer_count; i++)
        made += session->buffers[i].allocated.file == place.file && session->buffers[i].allocated.line == place.line;
    return count > 0 ? (int)(made % (size_t)count) : 0;
}

/* The variable after "&" in the call that allocates, as in `cudaMalloc(&d_a, bytes)`. */
static const char *name_of(struct session *session, struct session_place place)
{
    size_t length;
    const char *text = line_text(session, place, &length);
    const char *line = arena_strndup(session->arena, text, length);
    const char *at = strstr(line, "cuda");
    for (int skipped = next_of_line(session, place, count_allocations(line)); at && skipped > 0; skipped--)
        at = strstr(at, "Malloc") ? strstr(strstr(at, "Malloc"), "cuda") : NULL;
    at = at ? strchr(at, '&') : NULL;
    size_t size = at ? strspn(at + 1, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.[]>-:") : 0;
    if (size > 0)
        return arena_strndup(session->arena, at + 1, size);
    return place.file ? arena_printf(session->arena, _("memory of line %d"), place.line) : _("memory");
}

/*
 * What the device can have. Half of the machine's memory for all devices: allocations are written
 * to when they are made.
 */
static uint64_t memory_limit(const struct session *session)
{
    uint64_t half = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE) / 2;
    uint64_t own = session->device->properties.memory_bytes, used = session->devices[session->current].live_bytes;
    uint64_t others = session->live_bytes - used, left = half > others ? half - others : 0;
    return own < left ? own : left;
}

/* Pinned and managed memory is there for all devices. */
static bool allocate(struct session *session, struct session_buffer *buffer)
{
    struct device *device = session->device;
    uint64_t used = session->devices[session->current].live_bytes;
    return buffer->size_bytes <= memory_limit(session) - used &&
           device->vtable->allocate(device, buffer->size_bytes, buffer->name, &buffer->start, NULL) &&
           (buffer->memory == WIRE_MEMORY_DEVICE || device->runtime->share(device, buffer->start, NULL));
}

static void count_bytes(struct session *session, const struct session_buffer *buffer, bool is_more)
{
    uint64_t change = is_more ? buffer->size_bytes : -buffer->size_bytes;
    session->live_bytes += change;
    session->devices[buffer->device].live_bytes += change;
}

int session_handle_allocate(struct session *session, struct session_call *call, struct error *error)
{
    uint64_t size_bytes = call->request.values[0];
    struct session_buffer buffer = {
        .size_bytes = size_bytes, .device = session->current, .allocated = call->place, .is_live = true};
    if (call->request.values[1] >= WIRE_MEMORY_COUNT)
        return ERROR_OF_cudaErrorInvalidValue;
    if (session->fault)
        return session_fault(session, call);
    buffer.memory = (enum wire_memory)call->request.values[1];
    buffer.name = name_of(session, call->place);
    if (!allocate(session, &buffer)) {
        mistake_add(session, MISTAKE_OUT_OF_MEMORY, call->place,
                    "{bytes} bytes do not fit: {used} of {all} bytes are in use",
                    "bytes=%" PRIu64 TOLD_AND "used=%" PRIu64 TOLD_AND "all=%" PRIu64, size_bytes,
                    session->devices[session->current].live_bytes, memory_limit(session));
        return ERROR_OF_cudaErrorMemoryAllocation;
    }
    (void)error;
    session->buffers = session_grow(session, session->buffers, session->buffer_count, sizeof buffer);
    session->buffers[session->buffer_count++] = buffer;
    count_bytes(session, &buffer, true);
    call->answer.values[0] = buffer.start;
    return 0;
}

/* Why an address cannot be freed. */
static void note_bad_free(struct session *session, device_address address, struct session_place place)
{
    const struct session_buffer *buffer = session_find_buffer(session, address);
    if (!buffer && address < WIRE_DEVICE_FIRST)
        mistake_add(session, MISTAKE_WRONG_FREE, place, "this pointer is host memory: cudaFree() is for cudaMalloc()",
                    "%s", "");
    else if (!buffer || (buffer->is_live && buffer->start != address))
        mistake_add(session, MISTAKE_WRONG_FREE, place, "this pointer is not the start of an allocation", "%s", "");
    else if (!buffer->is_live)
        mistake_add(session, MISTAKE_DOUBLE_FREE, place, "{memory} was freed before, in {where}",
                    "memory=%s" TOLD_AND "where=%s", words_of(session, buffer), where(session, buffer->freed));
}

int session_handle_release(struct session *session, struct session_call *call, struct error *error)
{
    (void)error;
    device_address address = call->request.values[0];
    int owner = session_owner(session, address);
    session_use(session, owner >= 0 ? owner : session->current);
    session_wait(session, NULL);
    session_show_printed(session);
    for (size_t i = 0; i < session->buffer_count; i++) {
        struct session_buffer *buffer = &session->buffers[i];
        if (!buffer->is_live || buffer->start != address)
            continue;
        buffer->is_live = false;
        buffer->freed = call->place;
        count_bytes(session, buffer, false);
        session->device->vtable->release(session->device, address, NULL);
        return session_fault(session, call);
    }
    note_bad_free(session, address, call->place);
    return ERROR_OF_cudaErrorInvalidValue;
}

void session_note_leaks(struct session *session)
{
    for (size_t i = 0; i < session->buffer_count; i++) {
        const struct session_buffer *buffer = &session->buffers[i];
        if (buffer->is_live)
            mistake_add(session, MISTAKE_LEAK, buffer->allocated, "{memory} is never freed", "memory=%s",
                        words_of(session, buffer));
    }
}

int session_handle_reset(struct session *session, struct session_call *call, struct error *error)
{
    (void)call, (void)error;
    for (size_t i = 0; i < session->buffer_count; i++) {
        struct session_buffer *buffer = &session->buffers[i];
        if (!buffer->is_live || buffer->device != session->current)
            continue;
        session->device->vtable->release(session->device, buffer->start, NULL);
        count_bytes(session, buffer, false);
        buffer->freed = call->place;
        buffer->is_live = false;
    }
    session->fault = 0;
    return 0;
}

/* --- copies ----------------------------------------------------------------------------------- */

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
                    "memory=%s" TOLD_AND "where=%s", words_of(session, buffer), where(session, buffer->freed));
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
                    words_of(session, buffer), reach, rows->start - buffer->start);
    return buffer->is_live && reach <= room;
}

static int refuse_address(struct session *session, struct session_place place, device_address address,
                          const struct error *error)
{
    mistake_add(session, MISTAKE_BAD_POINTER, place, "address {address} is no memory of the device: {why}",
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
    if (buffer && buffer->memory == WIRE_MEMORY_DEVICE && !is_shared && (!content || !content->is_written))
        mistake_add(session, MISTAKE_UNWRITTEN, call->place, "the copy reads {memory}, and nothing has written to it",
                    "memory=%s", words_of(session, buffer));
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

/* The model's time of the device's work since begin_work(). */
static void begin_work(struct session *session)
{
    session->device->modelling->is_on = session->device->properties.models_time;
    if (session->device->modelling->is_on)
        session->device->vtable->time_begin(session->device, NULL);
}

static double end_work(struct session *session)
{
    double ns = session->device->modelling->is_on ? session->device->modelling->model.alone_ns : 0;
    session->device->modelling->is_on = false;
    return ns;
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

int session_handle_copy(struct session *session, struct session_call *call, struct error *error)
{
    const uint64_t *values = call->request.values;
    struct rows to = {values[0], values[1], values[4], values[5]}, from = {values[2], values[3], values[4], values[5]};
    struct session_stream *stream = session_use_stream(session, values[6]);
    struct copy_ends ends = {session_owner(session, to.start), session_owner(session, from.start)};
    struct error refused = {0};
    (void)error;
    if (session->fault || !stream)
        return stream ? session_fault(session, call) : ERROR_OF_cudaErrorInvalidResourceHandle;
    if (ends.to < 0 || ends.from < 0 || !check_rows(session, &to, call->place, true) ||
        !check_rows(session, &from, call->place, false))
        return ERROR_OF_cudaErrorInvalidValue;
    order_ends(session, stream, ends, true);
    contents_note_write(session, to.start, to.height == 1 ? to.width : 0);
    size_t findings = session->device->observation->finding_count;
    begin_work(session);
    bool done = true;
    for (uint64_t row = 0; row < to.height && done; row++)
        done = session->device->vtable->copy(session->device, to.start + row * to.pitch, from.start + row * from.pitch,
                                             to.width, &refused);
    add_device_copy(session, stream, ends, call, end_work(session));
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
    if (contents_are_filled(session, &fill, &ns)) {
        session_add_span(session, "zero", call->place.line, stream, ns);
        return 0;
    }
    size_t findings = session->device->observation->finding_count;
    begin_work(session);
    bool done = true;
    for (uint64_t row = 0; row < rows.height && done; row++)
        done = session->device->vtable->fill(session->device, rows.start + row * rows.pitch, (uint8_t)values[4],
                                             rows.width, &refused);
    ns = end_work(session);
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
