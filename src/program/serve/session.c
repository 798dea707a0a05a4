/* The loop of a running program: its requests, its output, its end. */
#include "program/serve/session.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "compiler/local_includes.h"
#include "device/runtime.h"
#include "program/serve/mistake.h"

void *session_grow(struct session *session, void *items, size_t count, size_t item_bytes)
{
    bool is_full = (count & (count - 1)) == 0;
    if (!is_full)
        return items;
    void *grown = arena_alloc_array(session->arena, count ? 2 * count : 1, item_bytes);
    if (count)
        memcpy(grown, items, count * item_bytes);
    return grown;
}

/* --- devices ---------------------------------------------------------------------------------- */

void session_use(struct session *session, int device)
{
    int line = session->device ? session->device->line : 0;
    session->current = device;
    session->device = session->devices[device].device;
    session->device->line = line;
    session->device->stream = 0;
}

int session_owner(const struct session *session, device_address address)
{
    bool is_in_window = address >= WIRE_DEVICE_FIRST && address < WIRE_DEVICE_END;
    uint64_t device = (address - WIRE_DEVICE_FIRST) / WIRE_DEVICE_BYTES % WIRE_DEVICES_MAX;
    return is_in_window && device < (uint64_t)session->device_count ? (int)device : -1;
}

struct device_module *session_module_here(struct session *session, struct session_module *module)
{
    struct device_module **here = &module->on[session->current];
    if (!*here)
        *here = session->device->vtable->load(session->device, &module->image, NULL);
    return *here;
}

/* Each device reaches the memory of the others only if the program allows it. */
static bool separate(struct device **devices, int count, struct error *error)
{
    if (!device_enable_peers(devices, count, error))
        return false;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < count; k++)
            if (i != k)
                devices[i]->runtime->allow_peer(devices[i], devices[k], false);
    return true;
}

/* Gives its buffers addresses that the program takes for the device's, in the first free window. */
static bool place(struct device *device, int number, struct error *error)
{
    device_address at = WIRE_DEVICE_FIRST + (uint64_t)(WIRE_DEVICES_MAX + number) * WIRE_DEVICE_BYTES;
    bool is_placed = !device->runtime->place;
    struct error refused = {0};
    for (; at < WIRE_DEVICE_END && !is_placed; at += WIRE_DEVICES_MAX * WIRE_DEVICE_BYTES) {
        refused = (struct error){0};
        is_placed = device->runtime->place(device, at, WIRE_DEVICE_BYTES, &refused);
    }
    if (!is_placed && error)
        *error = refused;
    return is_placed;
}

static bool prepare(struct device *device, int number, struct error *error)
{
    device->checks = DEVICE_CHECK_ALL | DEVICE_COUNT | DEVICE_COUNT_CACHE;
    if (device->modelling) {
        device->modelling->runs_whole = device->modelling->observes_whole = true;
        device->modelling->block_seed = device->seed;
    }
    return place(device, number, error);
}

bool session_take_devices(struct session *session, struct device **devices, int count, struct error *error)
{
    session->device_count = session->result->device_count = count;
    for (int i = 0; i < count; i++)
        session->devices[i] = (struct session_device){.device = devices[i], .heap_bytes = SESSION_HEAP_BYTES};
    session_use(session, 0);
    for (int i = 0; i < count; i++)
        if (!prepare(devices[i], i, error))
            return false;
    session->result->is_measured = devices[0]->properties.measures_time;
    device_share_observation(devices, count);
    session_begin_streams(session);
    snprintf(session->result->device_name, sizeof session->result->device_name, "%s", devices[0]->properties.name);
    return separate(devices, count, error);
}

bool session_open_devices(struct session *session, struct error *error)
{
    const struct device_request *request = &session->request->device;
    struct device *devices[WIRE_DEVICES_MAX];
    if (request->count > WIRE_DEVICES_MAX)
        return error_set(error, ERROR_RANGE, "a program has at most %d devices", (int)WIRE_DEVICES_MAX);
    return device_open(request, devices, error) && session_take_devices(session, devices, request->count, error);
}

void session_close_devices(struct session *session)
{
    for (int i = session->device_count; i-- > 0;) {
        struct device *device = session->devices[i].device;
        for (struct session_module *module = session->modules; module; module = module->next)
            if (module->on[i])
                device->vtable->unload(device, module->on[i]);
        device_close(device);
    }
}

/* --- output ----------------------------------------------------------------------------------- */

/* Reads what is there. False at the end of the stream. */
static bool drain_stream(struct session *session, int *fd, enum program_stream stream)
{
    char text[16384];
    struct pollfd wait = {.fd = *fd, .events = POLLIN};
    while (*fd >= 0 && poll(&wait, 1, 0) > 0) {
        ssize_t got = read(*fd, text, sizeof text);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0) {
            close(*fd);
            *fd = -1;
            return false;
        }
        session->output_bytes += (uint64_t)got;
        if (session->output_bytes > PROGRAM_OUTPUT_BYTES_MAX) {
            session->result->was_noisy = session->is_over = true;
            return false;
        }
        session->request->take_output(session->request->context, stream, text, (size_t)got);
    }
    return *fd >= 0;
}

bool session_drain(struct session *session)
{
    bool has_output = drain_stream(session, &session->process.stdout_fd, PROGRAM_OUTPUT);
    bool has_errors = drain_stream(session, &session->process.stderr_fd, PROGRAM_ERRORS);
    return (has_output || has_errors) && !session->is_over;
}

void session_show_printed(struct session *session)
{
    const struct observation *observation = session->device->observation;
    if (session->printed == observation->printed_count)
        return;
    session_drain(session);
    for (; session->printed < observation->printed_count; session->printed++) {
        const char *text = observation->printed[session->printed].text;
        session->request->take_output(session->request->context, PROGRAM_OUTPUT, text, strlen(text));
    }
}

const char *session_error_name(uint64_t error)
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
    return "cudaErrorUnknown";
}

/* --- requests --------------------------------------------------------------------------------- */

typedef int handler(struct session *session, struct session_call *call, struct error *error);

static handler *const handlers[] = {
#define REQUEST(id, name) session_handle_##name,
#include "cudart/requests.def"
};

static bool read_all(int fd, void *to, size_t size_bytes, int64_t deadline_ns)
{
    char *at = to;
    while (size_bytes > 0) {
        struct pollfd wait = {.fd = fd, .events = POLLIN};
        if (poll(&wait, 1, clock_poll_timeout_ms(deadline_ns)) == 0)
            return false;
        ssize_t got = read(fd, at, size_bytes);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        at += got;
        size_bytes -= (size_t)got;
    }
    return true;
}

static bool write_all(int fd, const void *from, size_t size_bytes, int64_t deadline_ns)
{
    const char *at = from;
    while (size_bytes > 0) {
        struct pollfd wait = {.fd = fd, .events = POLLOUT};
        if (poll(&wait, 1, clock_poll_timeout_ms(deadline_ns)) == 0)
            return false;
        ssize_t put = write(fd, at, size_bytes);
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            return false;
        at += put;
        size_bytes -= (size_t)put;
    }
    return true;
}

/* The first caller that is in the learner's own files. */
static struct session_place find_place(const struct session *session, const uint64_t sites[WIRE_SITES])
{
    for (int i = 0; i < WIRE_SITES && sites[i]; i++) {
        const char *file;
        int line;
        if (!line_table_find(session->lines, sites[i] - 1, &file, &line))
            continue;
        const char *header = local_includes_name(file);
        if (header)
            return (struct session_place){header, line};
        for (size_t k = 0; k < session->request->source_count; k++)
            if (strcmp(file, session->request->sources[k].name) == 0)
                return (struct session_place){session->request->sources[k].name, line};
    }
    return (struct session_place){0};
}

/* False: the program says nothing more, or nothing that can be understood. */
static bool read_call(struct session *session, struct session_call *call, struct buffer *payload)
{
    struct wire_request *request = &call->request;
    if (!read_all(session->fd, request, sizeof *request, session->deadline_ns) || request->magic != WIRE_MAGIC ||
        request->kind >= WIRE_KIND_COUNT || request->payload_bytes > WIRE_PAYLOAD_BYTES_MAX)
        return false;
    buffer_clear(payload);
    char *room = buffer_reserve(payload, request->payload_bytes + 1);
    if (!read_all(session->fd, room, request->payload_bytes, session->deadline_ns))
        return false;
    room[request->payload_bytes] = '\0';
    call->payload = room;
    call->place = find_place(session, request->sites);
    return true;
}

static int request_device(const struct session *session, const struct session_call *call)
{
    return call->request.device < (uint32_t)session->device_count ? (int)call->request.device : 0;
}

static bool answer(struct session *session, struct session_call *call, struct buffer *payload, struct error *error)
{
    if (!read_call(session, call, payload)) {
        close(session->fd);
        session->fd = -1;
        return true;
    }
    session_use(session, request_device(session, call));
    session->device->line = call->place.line;
    call->answer = (struct wire_answer){.magic = WIRE_MAGIC};
    int status = handlers[call->request.kind](session, call, error);
    if (session->is_over)
        return error->code == ERROR_NONE;
    call->answer.status = status;
    call->answer.payload_bytes = status == 0 ? call->answer_payload.size_bytes : 0;
    return (write_all(session->fd, &call->answer, sizeof call->answer, session->deadline_ns) &&
            write_all(session->fd, call->answer_payload.data, call->answer.payload_bytes, session->deadline_ns)) ||
           true; /* a program that ended is seen by the loop */
}

static bool answer_one(struct session *session, struct buffer *payload, struct error *error)
{
    struct session_call call = {.answer_payload = BUFFER_INIT};
    bool answered = answer(session, &call, payload, error);
    buffer_done(&call.answer_payload);
    return answered;
}

/* True while there is something to wait for. */
static bool wait_for_something(struct session *session, bool *out_is_request)
{
    struct pollfd waits[] = {{.fd = session->fd, .events = POLLIN},
                             {.fd = session->process.stdout_fd, .events = POLLIN},
                             {.fd = session->process.stderr_fd, .events = POLLIN}};
    *out_is_request = false;
    if (waits[0].fd < 0 && waits[1].fd < 0 && waits[2].fd < 0)
        return false;
    int ready = poll(waits, 3, clock_poll_timeout_ms(session->deadline_ns));
    session->result->timed_out |= ready == 0;
    *out_is_request = ready > 0 && waits[0].revents;
    return ready != 0;
}

bool session_serve(struct session *session, struct error *error)
{
    CLEANUP(buffer_done) struct buffer payload = BUFFER_INIT;
    bool is_request;
    while (!session->is_over && wait_for_something(session, &is_request)) {
        session_drain(session);
        if (is_request && !answer_one(session, &payload, error))
            return false;
    }
    if (session->device->observation->timed_out)
        session->result->timed_out = true;
    return true;
}
