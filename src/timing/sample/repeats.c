/* Launches of one run whose samples do the same. */
#include "timing/sample/repeats.h"

#include <stdlib.h>
#include <string.h>

#include "base/random.h"

/* The model looks at groups of up to so many lines: pages of DRAM, slices of L2. */
enum { ALIGNED_LINES = 8 };

struct known {
    uint64_t hash;
    struct time_estimate estimate;
};

struct time_repeats {
    uint64_t key; /* drawn, so that nobody can aim at equal hashes; it never shows in a result */
    struct known *known;
    size_t count, capacity;
};

struct time_repeats *time_repeats_new(void)
{
    struct time_repeats *repeats = calloc(1, sizeof *repeats);
    if (repeats)
        repeats->key = random_system_seed() | 1;
    return repeats;
}

void time_repeats_free(struct time_repeats *repeats)
{
    if (repeats)
        free(repeats->known);
    free(repeats);
}

void time_repeats_forget(struct time_repeats *repeats)
{
    if (repeats)
        repeats->count = 0;
}

/* --- what a sample did ------------------------------------------------------------------------ */

void repeats_begin(const struct time_repeats *repeats, const struct vgpu *device, struct repeats_print *out_print)
{
    *out_print = (struct repeats_print){.repeats = repeats, .device = device, .hash = repeats ? repeats->key : 0};
}

void repeats_add(struct repeats_print *print, uint64_t value)
{
    if (!print->repeats)
        return;
    unsigned __int128 product = (unsigned __int128)(print->hash ^ value ^ UINT64_C(0x9e3779b97f4a7c15)) *
                                (print->repeats->key ^ UINT64_C(0xbf58476d1ce4e5ba));
    print->hash = (uint64_t)product ^ (uint64_t)(product >> 64) ^ value;
}

void repeats_add_real(struct repeats_print *print, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    repeats_add(print, bits);
}

static bool holds(const struct vgpu_range *buffer, uint64_t address)
{
    return address - buffer->start < buffer->size_bytes;
}

/* The number of the buffer; -1: the line is in none, or there are too many. */
static int find_buffer(struct repeats_print *print, uint64_t address)
{
    if (print->buffer_count && holds(&print->buffers[print->last], address))
        return print->last;
    for (int i = 0; i < print->buffer_count; i++)
        if (holds(&print->buffers[i], address))
            return print->last = i;
    struct vgpu_range buffer = vgpu_buffer_at(print->device, address, 1);
    if (!buffer.start || print->buffer_count == REPEATS_BUFFERS_MAX)
        return -1;
    print->last = print->buffer_count++;
    print->buffers[print->last] = buffer;
    print->firsts[print->last] = address / (ALIGNED_LINES * VGPU_LINE_BYTES) * ALIGNED_LINES;
    repeats_add(print, buffer.size_bytes);
    repeats_add(print, vgpu_owner(print->device, address) == vgpu_number(print->device));
    return print->last;
}

void repeats_add_line(struct repeats_print *print, uint64_t line)
{
    uint64_t address = line * VGPU_LINE_BYTES;
    int buffer = print->repeats ? find_buffer(print, address) : -1;
    uint64_t first = buffer >= 0 ? print->firsts[buffer] : 0;
    repeats_add(print, (uint64_t)(buffer + 1) << 56 ^ (line - first));
}

static void add_op(struct repeats_print *print, const struct vgpu_profiled_op *op)
{
    const uint64_t values[] = {op->warps,   op->lanes,           op->requests,       op->sectors,
                               op->lines,   op->shared_requests, op->wavefronts,     op->apart,
                               op->atomics, op->atomic_distinct, op->wide_passes[0], op->wide_passes[1]};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        repeats_add(print, values[i]);
}

static void add_request(struct repeats_print *print, const struct vgpu_profile *profile,
                        const struct vgpu_request *request)
{
    repeats_add(print, (uint64_t)request->op << 32 | request->block);
    repeats_add(print, (uint64_t)request->warp << 32 | (uint64_t)request->kind << 16 |
                           (uint64_t)request->line_count << 8 | request->passes);
    for (uint32_t i = 0; i < request->line_count; i++) {
        const struct vgpu_touched_line *line = &profile->lines[request->first_line + i];
        repeats_add_line(print, line->line);
        repeats_add(print, (uint64_t)line->sectors << 24 | (uint64_t)line->whole_sectors << 16 |
                               (uint64_t)line->lanes << 8 | line->repeats);
    }
}

void repeats_add_profile(struct repeats_print *print, const struct vgpu_profile *profile)
{
    if (!print->repeats)
        return;
    repeats_add(print, profile->block_count);
    repeats_add(print, profile->is_cut);
    for (uint32_t i = 0; i < profile->op_count; i++)
        add_op(print, &profile->ops[i]);
    for (size_t i = 0; i < profile->request_count; i++)
        add_request(print, profile, &profile->requests[i]);
}

/* --- earlier launches ------------------------------------------------------------------------- */

const struct time_estimate *repeats_find(const struct repeats_print *print)
{
    for (size_t i = 0; print->repeats && i < print->repeats->count; i++)
        if (print->repeats->known[i].hash == print->hash)
            return &print->repeats->known[i].estimate;
    return NULL;
}

void repeats_keep(struct time_repeats *repeats, const struct repeats_print *print, const struct time_estimate *estimate)
{
    if (!repeats)
        return;
    if (repeats->count == repeats->capacity) {
        size_t capacity = 2 * repeats->capacity + 8;
        struct known *grown = realloc(repeats->known, capacity * sizeof *grown);
        if (!grown)
            return;
        repeats->known = grown;
        repeats->capacity = capacity;
    }
    repeats->known[repeats->count++] = (struct known){print->hash, *estimate};
}
