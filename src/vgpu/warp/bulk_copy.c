/* Bulk copies and st.async: issue, arrival at mbarriers, groups. */
#include "vgpu/warp/bulk_copy.h"

#include <stdlib.h>
#include <string.h>

#include "vgpu/access/access.h"
#include "vgpu/execution/cluster.h"
#include "vgpu/execution/mbarrier_state.h"
#include "vgpu/observers/observers.h"
#include "vgpu/report/report.h"
#include "vgpu/warp/asynchronous_copy.h"
#include "vgpu/warp/mbarrier.h"
#include "vgpu/warp/warp.h"

enum { PIECE_BYTES = VGPU_COPY_BYTES_MAX };

struct piece {
    struct vgpu_copy copy;
    struct vgpu_warp *warp;   /* that issued it */
    struct vgpu_place object; /* mbarrier */
    uint32_t group;           /* of its thread, without a mbarrier */
    uint32_t told_bytes;      /* that the mbarrier is told of */
    bool has_object;
    bool is_read; /* a wait with .read covered it */
    bool is_last; /* of its copy */
};

struct vgpu_bulk {
    struct piece *pieces; /* in the order of issue */
    size_t count, capacity;
    uint32_t *committed; /* groups of each thread; NULL: none */
};

/* A copy while it is issued. */
struct issue {
    struct vgpu_warp *warp;
    const struct vgpu_op *op;
    const struct vgpu_bulk_form *form;
    uint64_t to, from;
    struct vgpu_place object;
    struct vgpu_copy_notes notes;
    uint32_t lane, bytes;
    uint32_t done;   /* bytes that have pieces */
    uint16_t wanted; /* bytes of each piece that are written */
    bool has_object;
};

static struct piece *add(struct vgpu_block *block)
{
    if (!block->bulk)
        block->bulk = calloc(1, sizeof(*block->bulk));
    struct vgpu_bulk *bulk = block->bulk;
    if (bulk && bulk->count == bulk->capacity) {
        size_t capacity = bulk->capacity ? 2 * bulk->capacity : 64;
        struct piece *grown = realloc(bulk->pieces, capacity * sizeof(*grown));
        if (!grown)
            return NULL;
        bulk->pieces = grown;
        bulk->capacity = capacity;
    }
    return bulk ? &bulk->pieces[bulk->count++] : NULL;
}

static uint32_t thread_of(const struct vgpu_warp *warp, uint32_t lane)
{
    return warp->index * VGPU_WARP_LANES + lane;
}

static uint32_t committed_by(const struct vgpu_bulk *bulk, uint32_t thread)
{
    return bulk->committed ? bulk->committed[thread] : 0;
}

/* --- issue ------------------------------------------------------------------------------------ */

/* A finding that stops no thread. */
static void tell(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t lane, enum vgpu_finding_kind kind,
                 const char *text)
{
    struct vgpu_frame *frame = warp->frame;
    warp->frame = frame ? frame : warp->entry;
    report_add_finding(warp, op,
                       &(struct vgpu_finding){.kind = kind,
                                              .lane = lane,
                                              .space = VGPU_FINDING_SPACE_SHARED,
                                              .buffer = "",
                                              .element = -1,
                                              .message = text});
    warp->frame = frame;
}

static uint32_t value_of(const uint8_t *frame, uint32_t offset, uint32_t lane)
{
    return ((const uint32_t *)(const void *)(frame + offset))[lane];
}

/* The bytes of a piece: from the source, or the registers of st.async. False after a finding. */
static bool fill(const struct issue *issue, const uint8_t *frame, struct vgpu_copy *copy)
{
    const struct vgpu_bulk_form *form = issue->form;
    if (!form->value_count) {
        copy_read(issue->warp, copy, copy->size_bytes);
        return copy->read_bytes == copy->size_bytes;
    }
    for (uint32_t i = 0; i < form->value_count; i++) {
        const uint8_t *values = frame + form->values[i];
        memcpy(copy->bytes + (size_t)i * form->value_bytes, values + (size_t)issue->lane * form->value_bytes,
               form->value_bytes);
    }
    return true;
}

/* False without memory. */
static bool add_piece(const struct issue *issue, const struct vgpu_copy *copy, uint32_t told_bytes, bool is_last)
{
    struct vgpu_block *owner = issue->has_object ? place_block(issue->warp, &issue->object) : issue->warp->block;
    struct piece *piece = add(owner);
    if (!piece)
        return false;
    *piece = (struct piece){.copy = *copy,
                            .warp = issue->warp,
                            .object = issue->object,
                            .group = committed_by(owner->bulk, thread_of(issue->warp, issue->lane)),
                            .told_bytes = told_bytes,
                            .has_object = issue->has_object,
                            .is_last = is_last};
    return true;
}

/*
 * Makes a piece of `bytes` bytes from byte `at` on. False if the copy ends here: it has no place,
 * or no source for global memory. Shared memory gets zeros where the source cannot be read.
 */
static bool read_piece(const struct issue *issue, const uint8_t *frame, uint32_t at, uint32_t bytes,
                       struct vgpu_copy *out_copy)
{
    struct vgpu_copy copy = {.op = issue->op,
                             .to_space = issue->op->detail->source->space,
                             .from_space = issue->form->from,
                             .address = issue->to + at,
                             .source = issue->from + at,
                             .lane = issue->lane,
                             .notes = issue->notes,
                             .size_bytes = (uint8_t)bytes};
    if (!copy_begin(issue->warp, &copy))
        return false;
    bool is_read = fill(issue, frame, &copy);
    if (!is_read && copy.to.space == VGPU_PLACE_GLOBAL)
        return false;
    *out_copy = copy;
    return true;
}

/*
 * Where the copy ends early, its mbarrier is told of the other bytes all the same, so that nobody
 * waits for ever. False without memory.
 */
static bool issue_pieces(struct issue *issue, const uint8_t *frame)
{
    bool is_masked = issue->wanted != UINT16_MAX;
    uint32_t step = is_masked ? 1 : issue->form->value_count ? issue->bytes : PIECE_BYTES;
    for (issue->done = 0; issue->wanted && issue->done < issue->bytes; issue->done += step) {
        struct vgpu_copy copy = {.op = issue->op, .lane = issue->lane};
        uint32_t left = issue->bytes - issue->done;
        if (is_masked && !(issue->wanted >> issue->done % PIECE_BYTES & 1))
            continue;
        if (!read_piece(issue, frame, issue->done, step, &copy))
            return add_piece(issue, &copy, left, true);
        if (!add_piece(issue, &copy, step, left <= step))
            return false;
    }
    return true;
}

static bool find_object(struct issue *issue, uint64_t address)
{
    uint64_t value;
    struct vgpu_lane_access access = {.op = issue->op,
                                      .lane = issue->lane,
                                      .space = PTX_SPACE_SHARED_CLUSTER,
                                      .address = address,
                                      .size_bytes = 8,
                                      .access = VGPU_ACCESS_ATOMIC,
                                      .is_ordered = true,
                                      .is_object = true};
    if (!check_memory(issue->warp, &access, &issue->object))
        return false;
    access_read_place(issue->warp, &issue->object, issue->lane, &value, 8);
    if (!(value & MBARRIER_INITIALISED))
        tell(issue->warp, issue->op, issue->lane, VGPU_FINDING_BARRIER_MISUSE, "the mbarrier was not initialised");
    return true;
}

/* Once, or to the same offset of each block that the mask names. */
static bool issue_to_blocks(struct issue *issue, const uint8_t *frame)
{
    const struct vgpu_bulk_form *form = issue->form;
    uint64_t to = issue->to, object = issue->has_object ? place_address(&form->object, frame, issue->lane) : 0;
    bool spreads = form->blocks != VGPU_NO_OPERAND, done = true;
    uint32_t blocks = spreads ? value_of(frame, form->blocks, issue->lane) & UINT16_MAX : 1;
    for (uint32_t left = blocks; left && done; left &= left - 1) {
        uint32_t rank = (uint32_t)__builtin_ctz(left);
        issue->to = spreads ? cluster_map(to, rank) : to;
        if (!issue->has_object || find_object(issue, spreads ? cluster_map(object, rank) : object))
            done = issue_pieces(issue, frame);
    }
    return done;
}

/* As many requests as warps would make that copy 16 bytes with each lane. */
static void count(const struct issue *issue, bool is_global, uint64_t start)
{
    if (!issue->warp->worker->counts_accesses)
        return;
    for (uint32_t at = 0; at < issue->done; at += PIECE_BYTES * VGPU_WARP_LANES) {
        uint64_t addresses[VGPU_WARP_LANES];
        uint32_t lanes = (issue->done - at + PIECE_BYTES - 1) / PIECE_BYTES;
        for (uint32_t i = 0; i < VGPU_WARP_LANES; i++)
            addresses[i] = start + at + (uint64_t)i * PIECE_BYTES;
        OBSERVE(request, issue->warp, issue->op, is_global ? VGPU_COUNT_GLOBAL : VGPU_COUNT_SHARED, addresses,
                lanes < VGPU_WARP_LANES ? (1U << lanes) - 1 : UINT32_MAX, PIECE_BYTES);
    }
}

static void count_sides(const struct issue *issue, uint64_t to)
{
    bool to_global = issue->op->detail->source->space == PTX_SPACE_GLOBAL;
    if (issue->form->value_count)
        return;
    if (to_global)
        count(issue, true, to);
    else if (issue->form->from == PTX_SPACE_GLOBAL)
        count(issue, true, issue->from);
    if (!to_global)
        count(issue, false, to % CLUSTER_BLOCK_BYTES);
}

const struct vgpu_op *bulk_issue(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op)
{
    const struct vgpu_bulk_form *form = op->scalar;
    struct issue issue = {.warp = warp, .op = op, .form = form, .has_object = form->has_object};
    if (form->from == PTX_SPACE_GLOBAL)
        OBSERVE(source_begin, warp, op, &issue.notes);
    for (uint32_t left = warp->active; left; left &= left - 1) {
        uint32_t lane = issue.lane = (uint32_t)__builtin_ctz(left);
        uint64_t to = issue.to = place_address(op, frame, lane);
        issue.bytes =
            form->value_count ? (uint32_t)form->value_count * form->value_bytes : value_of(frame, form->size, lane);
        issue.wanted =
            form->byte_mask == VGPU_NO_OPERAND ? UINT16_MAX : (uint16_t)value_of(frame, form->byte_mask, lane);
        if (!form->value_count && issue.bytes % PIECE_BYTES) {
            char told[VGPU_TOLD_BYTES];
            VGPU_TELL(told, sizeof(told), BULK_BYTES, "bytes=%u", issue.bytes);
            return warp_fault_told(warp, op, VGPU_FINDING_MISALIGNED, told);
        }
        issue.from = form->value_count ? 0 : place_address(&form->source, frame, lane);
        if (!issue_to_blocks(&issue, frame))
            return warp_fault(warp, op, "there is no memory for bulk copies");
        count_sides(&issue, to);
    }
    warp->worker->changes++; /* threads that wait test their mbarrier again */
    return warp_go_on(warp, op);
}

/* --- arrival ---------------------------------------------------------------------------------- */

static void arrive(const struct piece *piece)
{
    struct vgpu_frame *frame = piece->warp->frame;
    piece->warp->frame = piece->warp->entry; /* it may be anywhere by now */
    if (piece->copy.size_bytes)
        copy_arrive(piece->warp, &piece->copy);
    piece->warp->frame = frame;
}

bool bulk_arrive(struct vgpu_block *block, uint64_t object)
{
    struct vgpu_bulk *bulk = block->bulk;
    bool any = false, over = false;
    size_t kept = 0;
    for (size_t i = 0; bulk && i < bulk->count; i++) {
        const struct piece *piece = &bulk->pieces[i];
        if (over || !piece->has_object || piece->object.offset != object) {
            bulk->pieces[kept++] = *piece;
            continue;
        }
        arrive(piece);
        over = mbarrier_complete(piece->warp, &piece->object, piece->told_bytes, piece->is_last);
        any = true;
    }
    if (bulk)
        bulk->count = kept;
    return any;
}

/* --- groups ----------------------------------------------------------------------------------- */

const struct vgpu_op *bulk_commit(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op)
{
    struct vgpu_bulk *bulk = warp->block->bulk;
    (void)frame;
    if (bulk && !bulk->committed)
        bulk->committed = calloc((size_t)warp->worker->launch->block_warps * VGPU_WARP_LANES, sizeof(*bulk->committed));
    if (bulk && !bulk->committed)
        return warp_fault(warp, op, "there is no memory for bulk copies");
    for (uint32_t left = bulk ? warp->active : 0; left; left &= left - 1)
        bulk->committed[thread_of(warp, (uint32_t)__builtin_ctz(left))]++;
    return op + 1;
}

/* Whether the source in shared memory still holds what was read of it. */
static void check_source(struct piece *piece)
{
    const struct vgpu_copy *copy = &piece->copy;
    char text[VGPU_TOLD_BYTES];
    if (piece->is_read || !copy->read_bytes || copy->from.space != VGPU_PLACE_SHARED ||
        memcmp(copy->from.bytes, copy->bytes, copy->read_bytes) == 0)
        return;
    told_print(text, sizeof(text), vgpu_finding_text(VGPU_TEXT_BULK_SOURCE_CHANGED), "%s", "");
    tell(piece->warp, copy->op, copy->lane, VGPU_FINDING_RACE_WRITE_AFTER_READ, text);
}

/* The groups of the active threads, but for the youngest ones. */
static void wait_for_groups(struct vgpu_warp *warp, uint32_t youngest, bool is_read)
{
    struct vgpu_bulk *bulk = warp->block->bulk;
    size_t kept = 0;
    for (size_t i = 0; bulk && i < bulk->count; i++) {
        struct piece *piece = &bulk->pieces[i];
        uint32_t committed = committed_by(bulk, thread_of(piece->warp, piece->copy.lane));
        bool is_meant = piece->warp == warp && !piece->has_object && warp->active >> piece->copy.lane & 1 &&
                        (uint64_t)piece->group + youngest < committed;
        if (is_meant) {
            check_source(piece);
            piece->is_read = true;
        }
        if (is_meant && !is_read)
            arrive(piece);
        else
            bulk->pieces[kept++] = *piece;
    }
    if (bulk)
        bulk->count = kept;
}

const struct vgpu_op *bulk_wait(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op)
{
    (void)frame;
    wait_for_groups(warp, (uint32_t)op->immediate, false);
    return warp_go_on(warp, op);
}

const struct vgpu_op *bulk_wait_read(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op)
{
    (void)frame;
    wait_for_groups(warp, (uint32_t)op->immediate, true);
    return op + 1;
}

void bulk_end(struct vgpu_block *block)
{
    struct vgpu_bulk *bulk = block->bulk;
    char text[VGPU_TOLD_BYTES];
    bool was_told = false;
    for (size_t i = 0; bulk && i < bulk->count; i++) {
        struct piece *piece = &bulk->pieces[i];
        if (piece->has_object)
            continue;
        if (!piece->is_read && !was_told) {
            told_print(text, sizeof(text), vgpu_finding_text(VGPU_TEXT_BULK_NOT_AWAITED), "%s", "");
            tell(piece->warp, piece->copy.op, piece->copy.lane, VGPU_FINDING_BARRIER_MISUSE, text);
            was_told = true;
        }
        arrive(piece);
    }
    bulk_reset(block);
}

void bulk_reset(struct vgpu_block *block)
{
    if (!block->bulk)
        return;
    block->bulk->count = 0;
    free(block->bulk->committed);
    block->bulk->committed = NULL;
}

void bulk_free(struct vgpu_block *block)
{
    if (!block->bulk)
        return;
    free(block->bulk->pieces);
    free(block->bulk->committed);
    free(block->bulk);
    block->bulk = NULL;
}
