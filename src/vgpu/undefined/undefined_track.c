/*
 * Undefined values at run time: follows undefined bits through wrapped ops.
 *
 * A finding comes only where an undefined bit matters: in an address, a branch or a vote
 * (check_undefined_use.c). Shuffles carry undefined bits from lane to lane. Local, shared and
 * global memory carry them between ops.
 *
 * Mostly all lanes are defined. Then ops look only at the mask of undefined lanes of each slot. The
 * shadow is clear wherever these masks are clear. undefined_shadow.c holds the shadow,
 * undefined_result.c the rules of results, undefined_local.c local memory.
 */
#include "vgpu/undefined/check_undefined.h"

#include "vgpu/undefined/undefined_local.h"
#include "vgpu/undefined/undefined_memory.h"
#include "vgpu/undefined/undefined_result.h"
#include "vgpu/undefined/undefined_shadow.h"
#include "vgpu/undefined/undefined_use.h"

/*
 * Finds the lanes in which an operand has an undefined bit, and the origin of the first such
 * operand.
 */
static uint32_t find_undefined(const struct vgpu_frame *frame, const struct vgpu_op *op, uint32_t lanes,
                               uint32_t *out_origin)
{
    const struct vgpu_detail *detail = op->detail;
    const uint32_t *undefined = undefined_lanes(frame);
    uint32_t all = 0, extra = detail->undefined->read_slot;
    *out_origin = 0;
    for (uint32_t i = 0; i <= detail->read_count; i++) {
        uint32_t slot = i < detail->read_count ? detail->reads[i] : extra;
        uint32_t bad = slot == VGPU_NO_SLOT ? 0 : undefined[slot] & lanes;
        if (bad && !all)
            *out_origin = undefined_origins(frame)[slot];
        all |= bad;
    }
    return all;
}

static uint32_t guarded_lanes(const struct vgpu_frame *frame, const struct vgpu_op *op, uint32_t active)
{
    if (op->guard == VGPU_NO_OPERAND || op->detail->heeds_guard)
        return active;
    uint32_t guard = undefined_read_mask(frame->registers, op->guard);
    return active & (op->guard_negated ? ~guard : guard);
}

/* Runs the op's own handler on the shadow. */
static void move_shadow(struct vgpu_warp *warp, const struct vgpu_frame *frame, const struct vgpu_op *op,
                        uint32_t written, uint32_t origin)
{
    const struct vgpu_detail *detail = op->detail;
    uint32_t active = warp->active;
    bool was_full = warp->is_full;
    warp_set_active(warp, written);
    vgpu_handler *handler = detail->inner.masked ? detail->inner.masked : detail->tracked.masked;
    handler(warp, frame->undefined, op);
    warp_set_active(warp, active);
    warp->is_full = was_full;
    for (uint32_t i = 0; i < detail->write_count; i++)
        undefined_refresh(frame, detail->writes[i], written, origin);
    undefined_refresh(frame, detail->undefined->write_slot, written, origin);
}

/* All bits of a register of this type. */
static uint64_t all_bits(const struct vgpu_frame *frame, uint32_t slot)
{
    const struct vgpu_function *function = frame->function;
    uint32_t bits = ptx_type_bits(function->source->registers[slot].type);
    return bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

/*
 * The bits of a result that may be undefined. A shuffle's predicate is always defined: it says
 * whether the source lane is in range.
 */
static uint64_t bits_of_result(const struct vgpu_frame *frame, const struct vgpu_op *op, uint32_t slot)
{
    bool is_predicate = frame->function->undefined->widths[slot] == 1;
    return is_predicate && op->detail->undefined->how == VGPU_UNDEFINED_SHUFFLES ? 0 : all_bits(frame, slot);
}

static void write_results(const struct vgpu_frame *frame, const struct vgpu_op *op, uint32_t written,
                          const struct undefined_results *results, uint32_t origin)
{
    const struct vgpu_detail *detail = op->detail;
    for (uint32_t i = 0; i < detail->write_count; i++) {
        uint32_t slot = detail->writes[i], set = 0;
        undefined_clear(frame, slot, written);
        for (uint32_t left = results->lanes & written; left; left &= left - 1) {
            uint32_t lane = (uint32_t)__builtin_ctz(left);
            uint64_t bits = results->bits[lane] & bits_of_result(frame, op, slot);
            undefined_write_bits(frame, slot, lane, bits);
            set |= (uint32_t)(bits != 0) << lane;
        }
        undefined_lanes(frame)[slot] |= set;
        if (set)
            undefined_origins(frame)[slot] = origin;
    }
    if (detail->undefined->how != VGPU_UNDEFINED_CARRIES || detail->undefined->write_slot == VGPU_NO_SLOT)
        return;
    uint32_t *carry = &undefined_lanes(frame)[detail->undefined->write_slot];
    *carry = (*carry & ~written) | (results->lanes & written);
}

static uint32_t find_undefined_results(const struct vgpu_frame *frame, const struct vgpu_op *op, uint32_t lanes)
{
    const struct vgpu_detail *detail = op->detail;
    uint32_t all =
        detail->undefined->write_slot == VGPU_NO_SLOT ? 0 : undefined_lanes(frame)[detail->undefined->write_slot];
    for (uint32_t i = 0; i < detail->write_count; i++)
        all |= undefined_lanes(frame)[detail->writes[i]];
    return all & lanes;
}

static const struct vgpu_op *execute(struct vgpu_warp *warp, uint8_t *registers, const struct vgpu_op *op, bool is_full)
{
    const struct vgpu_detail *detail = op->detail;
    return (is_full ? detail->tracked.full : detail->tracked.masked)(warp, registers, op);
}

/* The lanes that an op writes, those with an undefined operand, and the origin of the first one. */
struct tracked_lanes {
    uint32_t written, undefined, origin;
};

/* Tracks loads and stores, which also use the shadow of memory. */
static const struct vgpu_op *track_access(struct vgpu_warp *warp, uint8_t *registers, const struct vgpu_op *op,
                                          bool is_full, struct tracked_lanes lanes)
{
    const struct vgpu_frame *frame = warp->frame;
    bool is_load = op->detail->undefined->how == VGPU_UNDEFINED_LOADS;
    uint32_t offsets[VGPU_WARP_LANES], local = 0;
    if (is_load || lanes.undefined)
        local = undefined_find_local(warp, frame->registers, op, lanes.written, offsets);
    const struct vgpu_op *next = execute(warp, registers, op, is_full);
    if (is_load) {
        undefined_load_local(warp, frame, op, local, lanes.written, offsets);
        undefined_take_read(warp, op);
        return next;
    }
    if (local & lanes.undefined)
        undefined_store_local(warp, frame, op, local & lanes.undefined, lanes.origin);
    if (lanes.undefined & ~local)
        undefined_mark_store(warp, frame, op, lanes.undefined & ~local, lanes.origin);
    return next;
}

/*
 * Each lane gets the undefined bits of its source lane. A value from a lane that takes no part is
 * undefined.
 */
static const struct vgpu_op *track_shuffle(struct vgpu_warp *warp, uint8_t *registers, const struct vgpu_op *op,
                                           bool is_full, struct tracked_lanes lanes)
{
    const struct vgpu_frame *frame = warp->frame;
    struct undefined_results results = {0};
    if (lanes.undefined)
        undefined_find_results(frame, op, lanes.written, &results);
    const struct vgpu_op *next = execute(warp, registers, op, is_full);
    if (next != op + 1) /* the op waits for other lanes */
        return next;
    write_results(frame, op, lanes.written, &results, lanes.origin);
    undefined_take_shuffle(warp, op);
    return next;
}

/* Results of functions that the device provides are defined. */
static void clear_external_results(const struct vgpu_frame *frame, const struct vgpu_op *op, uint32_t lanes)
{
    const struct vgpu_call *call = op->detail->call;
    for (uint32_t i = 0; call && call->external && i < call->result_count; i++) {
        uint32_t slot = undefined_variable_slot(frame->function, call->results[i]);
        if (slot == VGPU_NO_SLOT)
            continue;
        uint32_t *words = (uint32_t *)(void *)(frame->undefined + call->results[i]->offset);
        for (uint32_t j = 0; j < call->results[i]->words * VGPU_WARP_LANES; j++)
            words[j] = lanes >> j % VGPU_WARP_LANES & 1 ? 0 : words[j];
        undefined_clear(frame, slot, lanes);
    }
}

const struct vgpu_op *undefined_track(struct vgpu_warp *warp, uint8_t *registers, const struct vgpu_op *op,
                                      bool is_full)
{
    const struct vgpu_frame *frame = warp->frame;
    const struct vgpu_undefined_form *form = op->detail->undefined;
    uint32_t active = warp->active, written = guarded_lanes(frame, op, active), origin;
    uint32_t undefined = find_undefined(frame, op, active, &origin);
    if (undefined && undefined_report_uses(warp, frame, op, active, written))
        undefined = find_undefined(frame, op, active, &origin);
    written |= undefined_guard_lanes(frame, op) & active;
    undefined &= written;
    struct tracked_lanes lanes = {written, undefined, origin};
    if (form->how == VGPU_UNDEFINED_LOADS || form->how == VGPU_UNDEFINED_STORES)
        return track_access(warp, registers, op, is_full, lanes);
    if (form->how == VGPU_UNDEFINED_SHUFFLES)
        return track_shuffle(warp, registers, op, is_full, lanes);
    if (!undefined && !find_undefined_results(frame, op, written))
        return execute(warp, registers, op, is_full);
    if (form->how == VGPU_UNDEFINED_CALLS) {
        clear_external_results(frame, op, written);
        for (uint32_t i = 0; i < op->detail->write_count; i++)
            undefined_clear(frame, op->detail->writes[i], written);
        return execute(warp, registers, op, is_full);
    }
    if (form->how == VGPU_UNDEFINED_MOVES && !(undefined_guard_lanes(frame, op) & active)) {
        move_shadow(warp, frame, op, written, origin);
        return execute(warp, registers, op, is_full);
    }
    struct undefined_results results = {0};
    if (undefined)
        undefined_find_results(frame, op, undefined, &results);
    const struct vgpu_op *next = execute(warp, registers, op, is_full);
    write_results(frame, op, written, &results, origin);
    return next;
}
