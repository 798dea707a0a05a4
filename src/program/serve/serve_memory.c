/* Requests for memory, and what becomes of it. */
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/told.h"
#include "device/runtime.h"
#include "program/serve/mistake.h"

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

const char *session_place_words(struct session *session, struct session_place place)
{
    char words[64];
    told_print(words, sizeof words, place.file ? N_("line {line}") : N_("an unknown line"), "line=%d", place.line);
    return arena_strdup(session->arena, words);
}

const char *session_buffer_words(struct session *session, const struct session_buffer *buffer)
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

/* What kernels of all devices can allocate. */
static uint64_t heaps_bytes(const struct session *session)
{
    uint64_t sum_bytes = 0;
    for (int i = 0; i < session->device_count; i++)
        sum_bytes += session->devices[i].heap_bytes;
    return sum_bytes;
}

/*
 * What the device can have. For all modelled devices half of the machine's memory: allocations are
 * written to when they are made.
 */
static uint64_t memory_limit(const struct session *session)
{
    uint64_t half = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE) / 2;
    uint64_t own = session->device->properties.memory_bytes, used = session->devices[session->current].live_bytes;
    if (!session->device->modelling)
        return own;
    uint64_t others = session->live_bytes - used + heaps_bytes(session), left = half > others ? half - others : 0;
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

int session_handle_heap(struct session *session, struct session_call *call, struct error *error)
{
    uint64_t *heap_bytes = &session->devices[session->current].heap_bytes;
    uint64_t wanted_bytes = call->request.values[0], used_bytes = session->devices[session->current].live_bytes;
    uint64_t limit_bytes = memory_limit(session) + *heap_bytes;
    (void)error;
    if (session->fault)
        return session_fault(session, call);
    if (used_bytes > limit_bytes || wanted_bytes > limit_bytes - used_bytes)
        return ERROR_OF_cudaErrorMemoryAllocation;
    if (!session->device->runtime->limit_heap(session->device, wanted_bytes, NULL))
        return ERROR_OF_cudaErrorInvalidValue;
    *heap_bytes = wanted_bytes;
    session->repeat_count = 0; /* the same launch can end otherwise */
    return 0;
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
                    "memory=%s" TOLD_AND "where=%s", session_buffer_words(session, buffer),
                    session_place_words(session, buffer->freed));
}

/* The release of memory in a stream: work of other streams may still use it. */
static void check_release(struct session *session, struct session_stream *stream, const struct session_call *call)
{
    const struct session_buffer *buffer = session_find_buffer(session, call->request.values[0]);
    size_t before = session->device->observation->finding_count;
    if (buffer && buffer->is_live && buffer->device == session->current)
        session->device->runtime->note_copy(session->device, buffer->start, 0, buffer->size_bytes);
    mistake_add_races(session, TOLD_TEXT("the free"), before, call->place);
    session_wait(session, stream);
}

int session_handle_release(struct session *session, struct session_call *call, struct error *error)
{
    const uint64_t *values = call->request.values;
    device_address address = values[0];
    int owner = session_owner(session, address);
    struct session_stream *stream = values[2] ? session_use_stream(session, values[3]) : NULL;
    (void)error;
    if (stream)
        check_release(session, stream, call);
    session_use(session, owner >= 0 ? owner : session->current);
    if (!stream)
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
                        session_buffer_words(session, buffer));
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
    struct session_device *own = &session->devices[session->current];
    if (session->device->runtime->limit_heap(session->device, SESSION_HEAP_BYTES, NULL))
        own->heap_bytes = SESSION_HEAP_BYTES;
    session->fault = 0;
    return 0;
}
