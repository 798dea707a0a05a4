/* Devices, and the host's access to their memory. */
#include <stdlib.h>
#include <string.h>

#include "base/jobs.h"
#include "vgpu/execution/claims.h"
#include "vgpu/execution/device.h"
#include "vgpu/execution/save.h"
#include "vgpu/lanes/isa.h"
#include "vgpu/observers/observers.h"
#include "vgpu/timeline/timeline.h"

/* A real GPU has run other launches before, so that a launch number has no meaning. */
enum { LAUNCHES_BEFORE = 1 << 20 };

static void forget_buffer(struct vgpu_memory *memory, struct vgpu_buffer *buffer)
{
    claims_free(memory, buffer);
    save_free(memory, buffer);
    OBSERVE(buffer_release, buffer);
}

static struct vgpu *open_one(const struct vgpu_options *options, int index, struct error *error)
{
    struct vgpu *device = calloc(1, sizeof(*device));
    if (!device) {
        error_tell(error, ERROR_MEMORY, "out of memory for a device");
        return NULL;
    }
    device->index = index;
    device->architecture = vgpu_architecture_find(options->architecture);
    device->handlers = isa_handlers(options->isa);
    device->launch_count = LAUNCHES_BEFORE + options->seed * UINT64_C(0x9e3779b97f4a7c15) % LAUNCHES_BEFORE;
    device->always_uses_threads = options->threads > 0;
    device->threads = options->threads ? options->threads : jobs_processors();
    if (device->threads > VGPU_THREADS_MAX)
        device->threads = VGPU_THREADS_MAX;
    if (!device->architecture)
        error_tell(error, ERROR_NOT_FOUND, "no architecture named '%s'", options->architecture);
    else if (!device->handlers)
        error_tell(error, ERROR_UNSUPPORTED, "this CPU or this build lacks the instruction set that was asked for");
    else {
        memory_init(&device->memory, index, device->architecture->memory_bytes, options->seed);
        device->memory.forget = forget_buffer;
        device->arena = arena_new();
        return device;
    }
    free(device);
    return NULL;
}

bool vgpu_open(const struct vgpu_options *options, int count, struct vgpu **out_devices, struct error *error)
{
    if (count < 1 || count > VGPU_DEVICES_MAX)
        return error_tell(error, ERROR_RANGE, "%d devices asked for, 1 to %d are possible", count, VGPU_DEVICES_MAX);
    if (options->threads < 0 || options->threads > VGPU_THREADS_MAX)
        return error_tell(error, ERROR_RANGE, "%d threads asked for, 0 to %d are possible", options->threads,
                          VGPU_THREADS_MAX);
    struct vgpu *devices[VGPU_DEVICES_MAX] = {0};
    for (int i = 0; i < count; i++) {
        devices[i] = open_one(options, i, error);
        if (devices[i])
            continue;
        while (i-- > 0)
            vgpu_close(devices[i]);
        return false;
    }
    memcpy(out_devices, devices, (size_t)count * sizeof(*devices));
    return true;
}

void vgpu_close(struct vgpu *device)
{
    if (!device)
        return;
    OBSERVE(device_free, device);
    memory_done(&device->memory);
    arena_free(device->arena);
    free(device);
}

const struct vgpu_architecture *vgpu_architecture_of(const struct vgpu *device)
{
    return device->architecture;
}

bool vgpu_enable_peers(struct vgpu **devices, int count, struct error *error)
{
    for (int i = 0; i < count; i++) {
        struct vgpu_memory **peers = calloc(VGPU_DEVICES_MAX, sizeof(*peers));
        if (!peers)
            return error_tell(error, ERROR_MEMORY, "out of memory for peer tables");
        for (int j = 0; j < count; j++)
            peers[devices[j]->index] = &devices[j]->memory;
        free(devices[i]->memory.peers);
        devices[i]->memory.peers = peers;
        devices[i]->memory.reach = UINT32_MAX;
    }
    return true;
}

void vgpu_allow_peer(struct vgpu *device, const struct vgpu *peer, bool is_allowed)
{
    uint32_t bit = UINT32_C(1) << peer->index;
    device->memory.reach = is_allowed ? device->memory.reach | bit : device->memory.reach & ~bit;
}

/* --- memory ----------------------------------------------------------------------------------- */

bool vgpu_allocate(struct vgpu *device, uint64_t size_bytes, const char *name, uint64_t *out_address,
                   struct error *error)
{
    struct vgpu_buffer *buffer = memory_new_buffer(&device->memory, size_bytes, name, error);
    if (!buffer)
        return false;
    *out_address = buffer->start;
    return true;
}

static struct vgpu_buffer *find_range(struct vgpu *device, uint64_t address, uint64_t size_bytes, struct error *error)
{
    struct vgpu_buffer *buffer = memory_find_any(&device->memory, address, size_bytes);
    if (!buffer)
        error_tell(error, ERROR_RANGE, "%llu bytes at 0x%llx are not in one buffer", (unsigned long long)size_bytes,
                   (unsigned long long)address);
    return buffer;
}

bool vgpu_allocate_lazy(struct vgpu *device, uint64_t size_bytes, const char *name, vgpu_fill_function *fill,
                        void *context, uint64_t *out_address, struct error *error)
{
    const struct vgpu_buffer *buffer = memory_new_lazy(&device->memory, size_bytes, name, fill, context, error);
    if (buffer)
        *out_address = buffer->start;
    return buffer;
}

bool vgpu_allocate_sampled(struct vgpu *device, uint64_t size_bytes, const char *name, uint64_t *out_address,
                           struct error *error)
{
    const struct vgpu_buffer *buffer = memory_new_sampled(&device->memory, size_bytes, name, error);
    if (buffer)
        *out_address = buffer->start;
    return buffer;
}

const uint64_t *vgpu_lazy_written(struct vgpu *device, uint64_t address)
{
    struct vgpu_buffer *buffer = memory_find(&device->memory, address, 0);
    return buffer && buffer->lazy ? memory_lazy_written(buffer) : NULL;
}

uint64_t vgpu_lazy_written_bytes(struct vgpu *device, uint64_t address)
{
    const struct vgpu_buffer *buffer = memory_find(&device->memory, address, 0);
    return buffer && buffer->lazy ? memory_lazy_count_written(buffer) : 0;
}

bool vgpu_release(struct vgpu *device, uint64_t address, struct error *error)
{
    struct vgpu_buffer *buffer = find_range(device, address, 0, error);
    if (!buffer)
        return false;
    if (buffer->start != address)
        return error_tell(error, ERROR_RANGE, "0x%llx is not the start of a buffer", (unsigned long long)address);
    memory_release(&device->memory, buffer);
    return true;
}

/*
 * Before the host reads or writes a range: makes the content of a lazy buffer, so that it is not
 * made later.
 */
static void touch(struct vgpu_buffer *buffer, uint64_t offset, uint64_t size_bytes)
{
    if (buffer->lazy && size_bytes)
        memory_lazy_make(buffer, offset, size_bytes);
}

/* After the host wrote a range. */
static void define_range(struct vgpu_buffer *buffer, uint64_t offset, uint64_t size_bytes)
{
    buffer->is_untouched = false;
    if (buffer->lazy && !memory_lazy_is_scratch(buffer))
        buffer->earlier_use |= VGPU_USED_FILLED;
    if (size_bytes == buffer->size_bytes)
        buffer->all_defined = true;
    else if (!buffer->all_defined)
        shadow_define(buffer->defined, offset, size_bytes);
}

bool vgpu_write(struct vgpu *device, uint64_t to, const void *from, uint64_t size_bytes, struct error *error)
{
    struct vgpu_buffer *buffer = find_range(device, to, size_bytes, error);
    if (!buffer)
        return false;
    touch(buffer, to - buffer->start, size_bytes);
    if (size_bytes)
        memcpy(buffer->bytes + (to - buffer->start), from, size_bytes);
    define_range(buffer, to - buffer->start, size_bytes);
    return true;
}

bool vgpu_read(struct vgpu *device, void *to, uint64_t from, uint64_t size_bytes, struct error *error)
{
    struct vgpu_buffer *buffer = find_range(device, from, size_bytes, error);
    if (!buffer)
        return false;
    touch(buffer, from - buffer->start, size_bytes);
    if (size_bytes)
        memcpy(to, buffer->bytes + (from - buffer->start), size_bytes);
    return true;
}

bool vgpu_fill(struct vgpu *device, uint64_t to, uint8_t byte, uint64_t size_bytes, struct error *error)
{
    struct vgpu_buffer *buffer = find_range(device, to, size_bytes, error);
    if (!buffer)
        return false;
    bool is_all = size_bytes == buffer->size_bytes;
    if (!is_all || !memory_lazy_fill(buffer, byte * UINT64_C(0x0101010101010101))) {
        touch(buffer, to - buffer->start, size_bytes);
        memset(buffer->bytes + (to - buffer->start), byte, size_bytes);
    }
    define_range(buffer, to - buffer->start, size_bytes);
    return true;
}

/* Of one byte. */
static bool copy_shadow(const struct vgpu_buffer *source, uint64_t source_offset, struct vgpu_buffer *target,
                        uint64_t target_offset)
{
    uint16_t record = memory_undefined_record(source, source_offset);
    uint8_t bits = memory_undefined_bits(source, source_offset);
    if (!bits) {
        shadow_define(target->defined, target_offset, 1);
        return true;
    }
    shadow_undefine(target->defined, target_offset, 1);
    if (record)
        return memory_undefined_set(target, target_offset, bits, record);
    memory_undefined_forget(target, target_offset, 1);
    return true;
}

/* Undefined bytes stay so. Whole words of the shadow are copied where it has all that is known. */
static bool copy_shadows(const struct vgpu_buffer *source, uint64_t source_offset, struct vgpu_buffer *target,
                         uint64_t target_offset, uint64_t size_bytes)
{
    enum { WORD = 64 };
    bool has_words = !source->undefined && !target->undefined && !source->lazy && !target->lazy &&
                     source_offset % WORD == target_offset % WORD;
    for (uint64_t i = 0; i < size_bytes;) {
        uint64_t from = source_offset + i, to = target_offset + i;
        bool is_word = has_words && from % WORD == 0 && size_bytes - i >= WORD;
        if (is_word)
            target->defined[to / WORD] = source->defined[from / WORD];
        else if (!copy_shadow(source, from, target, to))
            return false;
        i += is_word ? WORD : 1;
    }
    return true;
}

bool vgpu_copy(struct vgpu *device, uint64_t to, uint64_t from, uint64_t size_bytes, struct error *error)
{
    struct vgpu_buffer *source = find_range(device, from, size_bytes, error);
    struct vgpu_buffer *target = source ? find_range(device, to, size_bytes, error) : NULL;
    if (!target)
        return false;
    uint64_t source_offset = from - source->start, target_offset = to - target->start;
    if (!memory_lazy_copy(target, target_offset, source, source_offset, size_bytes)) {
        touch(source, source_offset, size_bytes);
        touch(target, target_offset, size_bytes);
        memmove(target->bytes + target_offset, source->bytes + source_offset, size_bytes);
    }
    if (source->lazy) /* of which a sample wrote only a part */
        target->earlier_use |= source->earlier_use & (VGPU_USED_WRITTEN | VGPU_USED_ATOMIC);
    if (source->all_defined) {
        define_range(target, target_offset, size_bytes);
        return true;
    }
    target->is_untouched = false;
    memory_use_shadow(target);
    if (!copy_shadows(source, source_offset, target, target_offset, size_bytes))
        return error_tell(error, ERROR_MEMORY, "out of memory for the undefined bytes of a copy");
    return true;
}

size_t vgpu_find_stored(struct vgpu *device, uint64_t from, uint64_t size_bytes, struct arena *arena,
                        struct vgpu_finding **out_findings)
{
    size_t count = 0;
    *out_findings = NULL;
    OBSERVE(host_read, device, from, size_bytes, arena, out_findings, &count);
    return count;
}

bool vgpu_poison(struct vgpu *device, uint64_t at, uint64_t size_bytes, struct error *error)
{
    struct vgpu_buffer *buffer = find_range(device, at, size_bytes, error);
    if (!buffer)
        return false;
    if (size_bytes == buffer->size_bytes && memory_lazy_fill(buffer, device->memory.poison))
        return true;
    touch(buffer, at - buffer->start, size_bytes);
    memory_poison(&device->memory, buffer, at - buffer->start, size_bytes);
    return true;
}

bool vgpu_protect(struct vgpu *device, uint64_t at, bool read_only, struct error *error)
{
    struct vgpu_buffer *buffer = find_range(device, at, 0, error);
    if (!buffer)
        return false;
    buffer->read_only = read_only;
    return true;
}

bool vgpu_share(struct vgpu *device, uint64_t address, struct error *error)
{
    struct vgpu_buffer *buffer = find_range(device, address, 0, error);
    if (buffer)
        buffer->is_shared = true;
    return buffer;
}

bool vgpu_timeline_transfer(struct vgpu_timeline *timeline, struct vgpu *device, const struct vgpu_transfer *transfer,
                            struct vgpu_transfer_race *out_race)
{
    struct timeline_party party = {.kernel = transfer->name, .line = transfer->line};
    struct vgpu_memory *memory = device_memory(device);
    if (transfer->stream < 0 || transfer->stream >= VGPU_STREAMS_MAX)
        return false;
    uint32_t number = timeline_begin(timeline, memory, transfer->stream, &party);
    return number && OBSERVE_ANY(transfer, timeline, memory, number, transfer, out_race);
}
