/* Stores of undefined values: marks them in the shadow of shared and global memory. */
#include "vgpu/execution/place.h"
#include "vgpu/undefined/undefined_memory.h"
#include "vgpu/undefined/undefined_shadow.h"
#include "vgpu/undefined/undefined_source.h"
#include "vgpu/undefined/undefined_state.h"
#include "vgpu/undefined/undefined_stored.h"
#include "vgpu/undefined/undefined_use.h"

/* A store to global memory, lane by lane. */
struct global_store {
    struct vgpu_warp *warp;
    const struct vgpu_frame *frame;
    const struct vgpu_op *op;
    uint32_t lane, source;
    struct undefined_store key; /* key of the previous lane, and its record */
    uint16_t record;
};

static void tell_record(struct undefined_record *record, void *context)
{
    const struct global_store *store = context;
    undefined_report_store(store->warp, store->frame, store->op, store->lane, store->source, record);
}

/* The record of the value that the lane stores. 0 means that no record is free. */
static uint16_t find_record(struct global_store *store, const struct vgpu_place *place)
{
    const struct vgpu_block *block = store->warp->block;
    uint32_t lane = store->lane;
    uint16_t kept = undefined_source_record(block, store->source, lane);
    if (kept)
        return kept;
    const struct undefined_source *source = undefined_source_find(block, store->source, lane, &lane);
    const struct vgpu_module *module = store->warp->worker->launch->module;
    struct undefined_store key = {.op = &module->ops[store->op->detail->index],
                                  .read_by = source ? source->op : NULL,
                                  .read_space = source ? source->places[lane].space : VGPU_PLACE_LOCAL,
                                  .to = place->buffer,
                                  .offset = place->offset};
    if (source && key.read_space == VGPU_PLACE_GLOBAL)
        key.read_from = source->places[lane].buffer;
    if (!store->record || !undefined_store_is_same(&store->key, &key))
        store->record = undefined_stored_note(store->warp, &key, tell_record, store);
    store->key = key;
    return store->record;
}

/*
 * Whether the buffer's shadow can hold undefined bits. Blocks that run side by side start over to
 * get such a shadow.
 */
static bool has_shadow(struct vgpu_worker *worker, struct vgpu_buffer *buffer)
{
    struct vgpu_launch_state *launch = worker->launch;
    if (!buffer->all_defined)
        return true;
    if (launch->is_parallel) {
        atomic_store(&launch->undefined->wants_shadows, true);
        atomic_store(&launch->may_retry, true);
        atomic_store(&launch->conflict, true);
        atomic_store(&launch->stop, true);
        return false;
    }
    memory_use_shadow(buffer);
    place_forget_cached(worker);
    return true;
}

/* All words of a 128-bit element have the same undefined bits. */
static uint8_t byte_of(uint64_t bits, uint32_t index)
{
    return (uint8_t)(bits >> (8 * (index % 8)));
}

static bool undefine_global(struct vgpu_warp *warp, const struct vgpu_place *place, uint64_t bits, uint32_t size_bytes,
                            uint16_t record)
{
    for (uint32_t i = 0; i < size_bytes; i++) {
        uint8_t byte = byte_of(bits, i);
        if (!byte)
            continue;
        if (!memory_undefined_set(place->buffer, place->offset + i, byte, record))
            return false;
        if (warp->worker->is_parallel)
            shadow_undefine_shared(place->buffer->defined, place->offset + i, 1);
        else
            shadow_undefine(place->buffer->defined, place->offset + i, 1);
    }
    return true;
}

/*
 * Reports a value that has no place to be kept in. The report keeps the canonical order even where
 * blocks ran side by side.
 */
static void report_at_once(const struct global_store *store)
{
    struct vgpu_launch_state *launch = store->warp->worker->launch;
    if (launch->is_parallel) {
        atomic_store(&launch->conflict, true);
        atomic_store(&launch->stop, true);
    }
    undefined_report_store(store->warp, store->frame, store->op, store->lane, store->source, NULL);
}

/* The store had a finding and left memory as it was, see find_global() of check_memory.c. */
static bool is_refused(const struct vgpu_detail *detail, const struct vgpu_place *place)
{
    const struct vgpu_buffer *buffer = place->buffer;
    uint64_t size_bytes = (uint64_t)detail->size_bytes * detail->element_count;
    return buffer->read_only || buffer->is_constant || (buffer->start + place->offset) % size_bytes;
}

static void mark_global(struct global_store *store, const struct vgpu_place *place, const uint64_t *bits)
{
    const struct vgpu_detail *detail = store->op->detail;
    struct vgpu_worker *worker = store->warp->worker;
    uint64_t any = 0;
    for (uint32_t i = 0; i < detail->element_count; i++)
        any |= bits[i];
    if (!any || is_refused(detail, place) || place->buffer->lazy ||
        !(worker->launch->checks & VGPU_CHECK_INITIALISED) || !has_shadow(worker, place->buffer))
        return;
    uint16_t record = find_record(store, place);
    struct vgpu_place element = *place;
    for (uint32_t i = 0; record && i < detail->element_count; i++, element.offset += detail->size_bytes)
        if (!undefine_global(store->warp, &element, bits[i], detail->size_bytes, record))
            record = 0;
    if (!record)
        report_at_once(store);
}

static void mark_shared(struct vgpu_warp *warp, const struct vgpu_detail *detail, uint32_t lane,
                        const struct vgpu_place *place, const uint64_t *bits, uint32_t source)
{
    for (uint32_t i = 0; i < detail->element_count; i++) {
        uint64_t offset = place->offset + i * detail->size_bytes;
        for (uint32_t j = 0; j < detail->size_bytes; j++)
            if (byte_of(bits[i], j))
                shadow_undefine(warp->block->shared_defined, offset + j, 1);
        if (bits[i])
            undefined_set_shared_source(warp->block, offset, detail->size_bytes,
                                        undefined_source_pin(warp->block, source, lane));
    }
}

void undefined_mark_store(struct vgpu_warp *warp, const struct vgpu_frame *frame, const struct vgpu_op *op,
                          uint32_t lanes, uint32_t source)
{
    const struct vgpu_detail *detail = op->detail;
    uint64_t mask = detail->size_bytes >= 8 ? UINT64_MAX : (UINT64_C(1) << 8 * detail->size_bytes) - 1;
    struct global_store store = {.warp = warp, .frame = frame, .op = op, .source = source};
    for (uint32_t left = lanes; left; left &= left - 1) {
        uint32_t lane = store.lane = (uint32_t)__builtin_ctz(left);
        uint64_t bits[VGPU_ELEMENTS_MAX] = {0};
        struct vgpu_place place;
        if (!undefined_find_place(warp, frame->registers, op, lane, &place))
            continue;
        for (uint32_t i = 0; i < detail->element_count; i++)
            if (detail->elements[i] != VGPU_NO_OPERAND)
                bits[i] = undefined_read_bits(frame->undefined, detail->elements[i], detail->is_wide, lane) & mask;
        if (place.space == VGPU_PLACE_SHARED)
            mark_shared(warp, detail, lane, &place, bits, source);
        else
            mark_global(&store, &place, bits);
    }
}
