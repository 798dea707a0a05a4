/* Asynchronous copies: issue, groups, arrival. */
#include "vgpu/warp/asynchronous_copy.h"

#include <stdlib.h>
#include <string.h>

#include "vgpu/access/access.h"
#include "vgpu/execution/access_pattern.h"
#include "vgpu/execution/claims.h"
#include "vgpu/execution/place.h"
#include "vgpu/observers/observers.h"
#include "vgpu/warp/warp.h"

/* A copy of a group of its lane. */
struct grouped_copy {
    struct vgpu_copy copy;
    uint32_t group;
};

struct vgpu_copies {
    struct grouped_copy *items; /* in the order of issue */
    size_t count, capacity;
    uint32_t committed[VGPU_WARP_LANES]; /* groups of each lane */
};

enum { COPIES_MAX = 16384 }; /* in flight per warp; further ones arrive early, which is allowed */

static struct grouped_copy *add_copy(struct vgpu_warp *warp)
{
    if (warp->copies && warp->copies->count >= COPIES_MAX)
        copies_finish(warp, UINT32_MAX);
    if (!warp->copies)
        warp->copies = calloc(1, sizeof(*warp->copies));
    struct vgpu_copies *copies = warp->copies;
    if (!copies)
        return NULL;
    if (copies->count == copies->capacity) {
        size_t capacity = copies->capacity ? 2 * copies->capacity : 64;
        struct grouped_copy *grown = realloc(copies->items, capacity * sizeof(*grown));
        if (!grown)
            return NULL;
        copies->items = grown;
        copies->capacity = capacity;
    }
    return &copies->items[copies->count++];
}

void copies_reset(struct vgpu_warp *warp)
{
    if (!warp->copies)
        return;
    warp->copies->count = 0;
    memset(warp->copies->committed, 0, sizeof(warp->copies->committed));
}

void copies_done(struct vgpu_warp *warp)
{
    if (warp->copies)
        free(warp->copies->items);
    free(warp->copies);
    warp->copies = NULL;
}

/* --- issue ------------------------------------------------------------------------------------ */

static struct vgpu_lane_access write_of(const struct vgpu_copy *copy)
{
    return (struct vgpu_lane_access){.op = copy->op,
                                     .lane = copy->lane,
                                     .space = copy->to_space,
                                     .address = copy->address,
                                     .size_bytes = copy->size_bytes,
                                     .access = VGPU_ACCESS_WRITE};
}

static struct vgpu_lane_access read_of(const struct vgpu_copy *copy, uint32_t at, uint32_t size_bytes)
{
    return (struct vgpu_lane_access){.op = copy->op,
                                     .lane = copy->lane,
                                     .space = copy->from_space,
                                     .address = copy->source + at,
                                     .size_bytes = size_bytes,
                                     .access = VGPU_ACCESS_READ};
}

/* Observers follow copies to the block's own shared memory. */
static bool is_followed(const struct vgpu_copy *copy)
{
    return copy->to.space == VGPU_PLACE_SHARED && !copy->to.block;
}

bool copy_begin(struct vgpu_warp *warp, struct vgpu_copy *copy)
{
    struct vgpu_lane_access access = write_of(copy);
    if (!check_memory(warp, &access, &copy->to))
        return false;
    if (is_followed(copy))
        OBSERVE(copy_begin, warp, &access, &copy->to);
    return true;
}

static uint32_t bytes_to_read(const uint8_t *frame, const struct vgpu_copy_form *form, uint32_t lane)
{
    uint32_t size_bytes = form->size_bytes;
    if (form->source_size != VGPU_NO_OPERAND) {
        uint32_t asked = ((const uint32_t *)(const void *)(frame + form->source_size))[lane];
        size_bytes = asked < size_bytes ? asked : size_bytes;
    }
    if (form->ignored != VGPU_NO_OPERAND) {
        uint32_t ignored = *(const uint32_t *)(const void *)(frame + form->ignored);
        if ((ignored >> lane & 1) != form->ignored_is_negated)
            size_bytes = 0;
    }
    return size_bytes;
}

void copy_read(struct vgpu_warp *warp, struct vgpu_copy *copy, uint32_t wanted)
{
    struct vgpu_place from;
    bool is_whole = wanted == copy->size_bytes;
    for (uint32_t at = 0; at < wanted; at += is_whole ? wanted : 1) {
        struct vgpu_lane_access access = read_of(copy, at, is_whole ? wanted : 1);
        if (!check_memory(warp, &access, &from))
            return;
        if (from.space == VGPU_PLACE_GLOBAL)
            OBSERVE(source_read, warp, &access, &from, at, &copy->notes);
        else
            OBSERVE(use, warp, &access, &from);
        access_read_place(warp, &from, copy->lane, copy->bytes + at, access.size_bytes);
        copy->from = at == 0 ? from : copy->from;
        copy->read_bytes = (uint8_t)(at + access.size_bytes);
    }
}

/*
 * Whether the source was written since the copy was issued. Claims alone do not show a write by the
 * thread itself. Then only the current content shows it, and the launch runs again with full
 * tracking.
 */
static void check_source(struct vgpu_warp *warp, const struct vgpu_copy *copy)
{
    struct vgpu_buffer *buffer = copy->read_bytes ? copy->from.buffer : NULL;
    if (!buffer || !buffer->bytes || !(atomic_load_explicit(&buffer->use, memory_order_relaxed) & VGPU_USED_WRITTEN))
        return;
    struct vgpu_lane_access access = read_of(copy, 0, copy->read_bytes);
    if (OBSERVE_ANY(tracks, warp->worker->launch, buffer))
        OBSERVE(source_end, warp, &access, &copy->from, &copy->notes);
    else if (warp->worker->launch->claims_writes && memcmp(copy->from.bytes, copy->bytes, copy->read_bytes) != 0)
        claims_give_up(warp->worker->launch);
}

static void count_copies(struct vgpu_warp *warp, const struct vgpu_op *op, const uint64_t *from, const uint64_t *to,
                         uint32_t readers)
{
    const struct vgpu_copy_form *form = op->scalar;
    if (!warp->worker->counts_accesses)
        return;
    OBSERVE(request, warp, op, VGPU_COUNT_GLOBAL, from, readers, form->size_bytes);
    OBSERVE(request, warp, op, VGPU_COUNT_SHARED, to, warp->active, form->size_bytes);
}

const struct vgpu_op *copy_issue(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op)
{
    const struct vgpu_copy_form *form = op->scalar;
    uint64_t from[VGPU_WARP_LANES] = {0}, to[VGPU_WARP_LANES] = {0};
    uint32_t readers = 0;
    struct vgpu_copy_notes notes = {0};
    OBSERVE(source_begin, warp, op, &notes);
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++) {
        if (!(warp->active >> lane & 1))
            continue;
        from[lane] = place_address(&form->source, frame, lane);
        to[lane] = place_address(op, frame, lane);
        uint32_t wanted = bytes_to_read(frame, form, lane);
        readers |= (uint32_t)(wanted > 0) << lane;
        struct vgpu_copy copy = {.op = op,
                                 .to_space = PTX_SPACE_SHARED,
                                 .from_space = PTX_SPACE_GLOBAL,
                                 .address = to[lane],
                                 .source = from[lane],
                                 .lane = lane,
                                 .notes = notes,
                                 .size_bytes = form->size_bytes};
        if (!copy_begin(warp, &copy))
            continue;
        struct grouped_copy *item = add_copy(warp);
        if (!item)
            return warp_fault(warp, op, "there is no memory for asynchronous copies");
        copy_read(warp, &copy, wanted);
        *item = (struct grouped_copy){.copy = copy, .group = warp->copies->committed[lane]};
    }
    count_copies(warp, op, from, to, readers);
    return warp_go_on(warp, op);
}

/* --- groups ----------------------------------------------------------------------------------- */

void copy_arrive(struct vgpu_warp *warp, const struct vgpu_copy *copy)
{
    struct vgpu_lane_access access = write_of(copy);
    check_source(warp, copy);
    if (!is_followed(copy) || !OBSERVE_ANY(copy_end, warp, &access, &copy->to))
        OBSERVE(store, warp, &access, &copy->to, copy->bytes);
    OBSERVE(written, warp, &access, &copy->to);
    OBSERVE(copy_written, warp, &access, &copy->to, &copy->notes);
    access_write_place(warp, &copy->to, copy->lane, copy->bytes, copy->size_bytes);
}

/*
 * Finishes the groups of the lanes except their `keep` youngest. With `all` it also finishes copies
 * that are not committed.
 */
static void finish(struct vgpu_warp *warp, uint32_t lanes, uint32_t keep, bool all)
{
    struct vgpu_copies *copies = warp->copies;
    size_t kept = 0;
    for (size_t i = 0; copies && i < copies->count; i++) {
        const struct grouped_copy *item = &copies->items[i];
        bool is_old = (uint64_t)item->group + keep < copies->committed[item->copy.lane];
        if (lanes >> item->copy.lane & 1 && (is_old || all))
            copy_arrive(warp, &item->copy);
        else
            copies->items[kept++] = *item;
    }
    if (copies)
        copies->count = kept;
}

void copies_finish(struct vgpu_warp *warp, uint32_t lanes)
{
    finish(warp, lanes, 0, true);
}

const struct vgpu_op *copy_commit(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op)
{
    (void)frame;
    for (uint32_t lane = 0; warp->copies && lane < VGPU_WARP_LANES; lane++)
        warp->copies->committed[lane] += warp->active >> lane & 1;
    return op + 1;
}

const struct vgpu_op *copy_wait(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op)
{
    (void)frame;
    finish(warp, warp->active, (uint32_t)op->immediate, false);
    return warp_go_on(warp, op);
}

const struct vgpu_op *copy_wait_all(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op)
{
    (void)frame;
    copies_finish(warp, warp->active);
    return warp_go_on(warp, op);
}
