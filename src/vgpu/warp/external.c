/*
 * Functions that the device provides to programs: vprintf, __assertfail, malloc, free.
 *
 * Arguments come as .param variables of the caller, words of its frame.
 */
#include "vgpu/warp/external.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "vgpu/access/access.h"
#include "vgpu/execution/device.h"
#include "vgpu/execution/place.h"
#include "vgpu/report/report.h"
#include "vgpu/warp/warp.h"

typedef bool external_function(struct external_context *context);
static external_function external_assert, external_allocate, external_release;

static const struct {
    const char *name;
    external_function *function;
    uint32_t argument_count;
} externals[] = {
    {"vprintf", external_print, 2},
    {"__assertfail", external_assert, 5},
    {"malloc", external_allocate, 1},
    {"free", external_release, 1},
};

enum { EXTERNAL_COUNT = sizeof(externals) / sizeof(externals[0]) };

static int find_external(const char *name)
{
    for (int i = 0; i < EXTERNAL_COUNT; i++)
        if (strcmp(externals[i].name, name) == 0)
            return i;
    return -1;
}

bool external_exists(const char *name)
{
    return find_external(name) >= 0;
}

bool external_uses_heap(const char *name)
{
    return strcmp(name, "malloc") == 0 || strcmp(name, "free") == 0;
}

uint64_t external_argument(const struct external_context *context, uint32_t index)
{
    const struct vgpu_frame_variable *variable = context->op->detail->call->arguments[index];
    const uint32_t *words = (const uint32_t *)(const void *)(context->frame + variable->offset);
    uint64_t value = words[context->lane];
    if (variable->words > 1)
        value |= (uint64_t)words[VGPU_WARP_LANES + context->lane] << 32;
    return value;
}

void external_result(const struct external_context *context, uint64_t value)
{
    const struct vgpu_call *call = context->op->detail->call;
    if (call->result_count == 0)
        return;
    uint32_t *words = (uint32_t *)(void *)(context->frame + call->results[0]->offset);
    words[context->lane] = (uint32_t)value;
    if (call->results[0]->words > 1)
        words[VGPU_WARP_LANES + context->lane] = (uint32_t)(value >> 32);
}

bool external_read(const struct external_context *context, uint64_t address, void *out, uint32_t size_bytes)
{
    for (uint32_t i = 0; i < size_bytes; i++) {
        struct vgpu_lane_access access = {.op = context->op,
                                          .lane = context->lane,
                                          .space = PTX_SPACE_GENERIC,
                                          .address = address + i,
                                          .size_bytes = 1,
                                          .access = VGPU_ACCESS_READ};
        struct vgpu_place place;
        if (!check_memory(context->warp, &access, &place))
            return false;
        access_read_place(context->warp, &place, context->lane, (uint8_t *)out + i, 1);
    }
    return true;
}

bool external_text(const struct external_context *context, uint64_t address, char *out, size_t capacity)
{
    for (size_t i = 0; i + 1 < capacity; i++) {
        if (!external_read(context, address + i, &out[i], 1)) {
            out[i] = '\0';
            return false;
        }
        if (!out[i])
            return true;
    }
    out[capacity - 1] = '\0';
    return true;
}

const struct vgpu_op *external_call(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op, uint32_t lanes)
{
    const struct vgpu_call *call = op->detail->call;
    int index = find_external(call->external);
    if (index < 0 || call->argument_count != externals[index].argument_count)
        return warp_fault(warp, op, "call of %s, which this device does not provide", call->external);
    for (uint32_t i = 0; i < call->argument_count; i++)
        frame_words_from_register(frame, call->arguments[i], lanes);
    struct external_context context = {.warp = warp, .frame = frame, .op = op};
    for (context.lane = 0; context.lane < VGPU_WARP_LANES; context.lane++)
        if (lanes >> context.lane & 1 && !externals[index].function(&context))
            return NULL;
    for (uint32_t i = 0; i < call->result_count; i++)
        frame_register_from_words(frame, call->results[i], lanes);
    return warp_go_on(warp, op);
}

/* --- assert ----------------------------------------------------------------------------------- */

/* Kernels choose the text: #line can set the file, and a call can pass any address. */
static const char *harmless_text(struct external_context *context, uint32_t argument, struct arena *arena)
{
    char text[200];
    CLEANUP(buffer_done) struct buffer harmless = BUFFER_INIT;
    external_text(context, external_argument(context, argument), text, sizeof(text));
    text_sanitise_line(&harmless, text, strlen(text));
    return arena_strdup(arena, buffer_text(&harmless));
}

/*
 * __assertfail(message, file, line, function, character size). The finding has the line, and
 * callers know the file: the compiler has a name of its own for it.
 */
static bool external_assert(struct external_context *context)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    const char *message = harmless_text(context, 0, arena), *function = harmless_text(context, 3, arena);
    uint32_t active = context->warp->active;
    context->warp->active = 1U << context->lane; /* the finding is of this lane */
    char told[2 * VGPU_TOLD_BYTES];
    VGPU_TELL(told, sizeof(told), ASSERTION_FAILED, "function=%s" TOLD_AND "condition=%s", function, message);
    warp_fault_told(context->warp, context->op, VGPU_FINDING_ASSERTION, told);
    context->warp->active = active;
    return false;
}

/* --- the heap --------------------------------------------------------------------------------- */

static bool external_allocate(struct external_context *context)
{
    struct vgpu_memory *memory = device_memory(context->warp->worker->launch->device);
    struct vgpu_buffer *buffer = memory_new_heap_buffer(memory, external_argument(context, 0));
    if (buffer) {
        const struct vgpu_warp *warp = context->warp;
        buffer->allocated.by = context->op;
        buffer->allocated.block = warp->block->linear;
        memcpy(buffer->allocated.index, warp->block->index, sizeof(buffer->allocated.index));
        buffer->allocated.thread = warp->index * VGPU_WARP_LANES + context->lane;
    }
    external_result(context, buffer ? buffer->start : 0);
    return true;
}

static bool external_release(struct external_context *context)
{
    struct vgpu_memory *memory = device_memory(context->warp->worker->launch->device);
    uint64_t address = external_argument(context, 0);
    if (!address)
        return true;
    struct vgpu_buffer *buffer = memory_find(memory, address, 0);
    if (buffer && buffer->is_heap && buffer->start == address && address < memory->heap_kept_below)
        return true;
    if (buffer && buffer->is_heap && buffer->start == address) {
        memory_release(memory, buffer);
        place_forget_cached(context->warp->worker);
        return true;
    }
    char told[200];
    VGPU_TELL_PLAIN(told, sizeof(told), NOT_FROM_MALLOC);
    struct vgpu_finding finding = {.kind = VGPU_FINDING_INVALID_FREE,
                                   .lane = context->lane,
                                   .space = VGPU_FINDING_SPACE_GLOBAL,
                                   .address = address,
                                   .element = -1,
                                   .message = told};
    report_add_finding(context->warp, context->op, &finding);
    return true;
}
