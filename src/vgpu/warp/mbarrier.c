/* mbarrier objects: the effects of their instructions. */
#include "vgpu/warp/mbarrier.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "vgpu/access/access.h"
#include "vgpu/execution/mbarrier_state.h"
#include "vgpu/execution/place.h"
#include "vgpu/finding_texts.h"
#include "vgpu/observers/observers.h"
#include "vgpu/report/report.h"
#include "vgpu/warp/asynchronous_copy.h"
#include "vgpu/warp/bulk_copy.h"
#include "vgpu/warp/warp.h"

static void misuse(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t lane, uint64_t address, const char *text)
{
    report_add_finding(warp, op,
                       &(struct vgpu_finding){.kind = VGPU_FINDING_BARRIER_MISUSE,
                                              .lane = lane,
                                              .space = VGPU_FINDING_SPACE_SHARED,
                                              .address = address,
                                              .size_bytes = 8,
                                              .buffer = "",
                                              .element = -1,
                                              .message = text});
}

/* VGPU_TEXT_KINDS: nothing is wrong. */
static void misuse_of(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t lane, uint64_t address,
                      enum vgpu_text wrong)
{
    char text[200];
    if (wrong == VGPU_TEXT_KINDS)
        return;
    told_print(text, sizeof(text), vgpu_finding_text(wrong), "%s", "");
    misuse(warp, op, lane, address, text);
}

/* Ends the phase if nothing is missing. */
static void settle(struct mbarrier_state *state)
{
    if (state->pending != 0 || state->bytes != 0)
        return;
    state->parity = !state->parity;
    state->pending = state->next;
}

static uint64_t lane_value(const uint8_t *frame, uint32_t offset, uint32_t lane, bool is_wide)
{
    if (is_wide)
        return ((const uint64_t *)(const void *)(frame + offset))[lane];
    return ((const uint32_t *)(const void *)(frame + offset))[lane];
}

/*
 * arrive, arrive_drop, expect_tx, complete_tx. Returns a sentence if the program may not do that,
 * else VGPU_TEXT_KINDS.
 */
static enum vgpu_text change(const struct vgpu_mbarrier_form *form, struct mbarrier_state *state, uint32_t value)
{
    bool arrives = form->operation == VGPU_MBARRIER_ARRIVE || form->operation == VGPU_MBARRIER_DROP;
    if (form->expects || form->operation == VGPU_MBARRIER_EXPECT)
        state->bytes += (int32_t)value;
    if (form->operation == VGPU_MBARRIER_COMPLETE)
        state->bytes -= (int32_t)value;
    uint32_t count = !arrives ? 0 : form->expects ? 1 : value;
    if (count > state->pending)
        return VGPU_TEXT_MBARRIER_TOO_MANY;
    if (form->operation == VGPU_MBARRIER_DROP)
        state->next -= count < state->next ? count : state->next;
    state->pending -= count;
    if (form->keeps && state->pending == 0)
        return VGPU_TEXT_MBARRIER_COMPLETES;
    settle(state);
    return VGPU_TEXT_KINDS;
}

/*
 * Whether an mbarrier instruction made the last write to a shared word. Only known where races are
 * checked.
 */
static bool is_live_object(const struct vgpu_warp *warp, const struct vgpu_place *place)
{
    const struct vgpu_op *writer = NULL;
    if (place->space == VGPU_PLACE_SHARED && !place->block)
        OBSERVE_FIND(writer, last_writer, warp, place->offset);
    return writer && (writer->full == mbarrier_execute || writer->detail->inner.full == mbarrier_execute);
}

static void check_init(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t lane, uint64_t address,
                       const struct mbarrier_state *old)
{
    char text[200];
    if (old->pending == old->next && old->bytes == 0)
        return;
    VGPU_TELL(text, sizeof(text), MBARRIER_AGAIN, "count=%u" TOLD_AND "all=%u", old->pending, old->next);
    misuse(warp, op, lane, address, text);
}

/* The object's new value. */
static uint64_t apply(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op, uint32_t lane, uint64_t address,
                      uint64_t old)
{
    const struct vgpu_mbarrier_form *form = op->scalar;
    uint32_t value = form->value == VGPU_NO_OPERAND ? 1 : (uint32_t)lane_value(frame, form->value, lane, false);
    struct mbarrier_state state = mbarrier_unpack(old);
    switch (form->operation) {
    case VGPU_MBARRIER_INIT:
        if (value == 0 || value > MBARRIER_COUNT_MASK)
            misuse_of(warp, op, lane, address, VGPU_TEXT_MBARRIER_COUNT);
        state = (struct mbarrier_state){.pending = value, .next = value};
        return mbarrier_pack(&state);
    case VGPU_MBARRIER_INVAL:
        return 0;
    case VGPU_MBARRIER_COPIES: {
        struct vgpu_mbarrier_form arrival = {.operation = VGPU_MBARRIER_ARRIVE};
        state.pending += form->counts;
        enum vgpu_text wrong = change(&arrival, &state, 1);
        misuse_of(warp, op, lane, address, wrong);
        return mbarrier_pack(&state);
    }
    default: {
        enum vgpu_text wrong = change(form, &state, value);
        misuse_of(warp, op, lane, address, wrong);
        return mbarrier_pack(&state);
    }
    }
}

static bool phase_is_over(const uint8_t *frame, const struct vgpu_mbarrier_form *form, uint32_t lane, uint64_t value)
{
    bool parity = mbarrier_unpack(value).parity;
    if (form->operation == VGPU_MBARRIER_PARITY)
        return parity != (lane_value(frame, form->value, lane, false) & 1);
    return parity != mbarrier_unpack(lane_value(frame, form->value, lane, true)).parity;
}

static void write_bit(uint8_t *frame, uint32_t offset, uint32_t lane, bool value)
{
    uint32_t *predicate = (uint32_t *)(void *)(frame + offset);
    *predicate = (*predicate & ~(1U << lane)) | (uint32_t)value << lane;
}

static void note_arrival(struct vgpu_warp *warp, const struct vgpu_place *place)
{
    place_block(warp, place)->releases++;
    if (!place->block)
        OBSERVE(object_arrive, warp, place->offset);
}

bool mbarrier_complete(struct vgpu_warp *warp, const struct vgpu_place *object, uint32_t bytes, bool is_last)
{
    uint64_t value;
    access_read_place(warp, object, 0, &value, 8);
    if (!(value & MBARRIER_INITIALISED))
        return false;
    if (is_last)
        note_arrival(warp, object);
    struct mbarrier_state state = mbarrier_unpack(value);
    bool parity = state.parity;
    state.bytes -= (int32_t)bytes;
    settle(&state);
    value = mbarrier_pack(&state);
    access_write_place(warp, object, 0, &value, 8);
    return state.parity != parity;
}

/* One lane; false if it asks for a phase that is not over. */
static bool execute_lane(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op, uint32_t lane)
{
    const struct vgpu_mbarrier_form *form = op->scalar;
    bool tests = form->operation == VGPU_MBARRIER_TEST || form->operation == VGPU_MBARRIER_PARITY;
    struct vgpu_lane_access access = {.op = op,
                                      .lane = lane,
                                      .space = op->detail->source->space,
                                      .address = place_address(op, frame, lane),
                                      .size_bytes = 8,
                                      .access = VGPU_ACCESS_ATOMIC,
                                      .is_ordered = true,
                                      .is_object = true};
    struct vgpu_place place;
    uint64_t old = 0;
    if (!check_memory(warp, &access, &place))
        return true;
    access_read_place(warp, &place, lane, &old, 8);
    struct mbarrier_state before = mbarrier_unpack(old);
    if (form->operation == VGPU_MBARRIER_INIT && old & MBARRIER_INITIALISED && is_live_object(warp, &place))
        check_init(warp, op, lane, access.address, &before);
    if (form->operation == VGPU_MBARRIER_INIT)
        OBSERVE(written, warp, &access, &place);
    OBSERVE(use, warp, &access, &place);
    if (form->operation != VGPU_MBARRIER_INIT && !(old & MBARRIER_INITIALISED))
        misuse(warp, op, lane, access.address, "the mbarrier was not initialised");
    if (tests) {
        bool over = phase_is_over(frame, form, lane, old);
        if (!over && bulk_arrive(place_block(warp, &place), place.offset)) {
            access_read_place(warp, &place, lane, &old, 8);
            over = phase_is_over(frame, form, lane, old);
        }
        write_bit(frame, form->result, lane, over);
        if (over && lane == (uint32_t)__builtin_ctz(warp->active))
            OBSERVE(warp_sync, warp); /* the lanes of the warp know of each other too */
        if (over)
            OBSERVE(object_take, warp, place.offset);
        else
            access_watch(warp, &access, &place);
        return over;
    }
    bool is_first = lane == (uint32_t)__builtin_ctz(warp->active) || place.offset != warp->block->last_object;
    warp->block->last_object = place.offset;
    if (is_first && form->operation != VGPU_MBARRIER_INIT)
        note_arrival(warp, &place);
    uint64_t value = apply(warp, frame, op, lane, access.address, old);
    access_write_place(warp, &place, lane, &value, 8);
    if (form->result != VGPU_NO_OPERAND)
        ((uint64_t *)(void *)(frame + form->result))[lane] = old;
    return true;
}

const struct vgpu_op *mbarrier_execute(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op)
{
    const struct vgpu_mbarrier_form *form = op->scalar;
    bool go_on = true;
    if (form->operation == VGPU_MBARRIER_COPIES) /* copies arrive with their threads */
        copies_finish(warp, warp->active);
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++)
        if (warp->active >> lane & 1)
            go_on &= execute_lane(warp, frame, op, lane);
    if (go_on || warp->worker->has_fault)
        return warp_go_on(warp, op);
    warp_count_segment(warp, op, op + 1); /* others have their turn before it says no */
    return warp_yield(warp, op + 1);
}

const struct vgpu_op *mbarrier_pending_count(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op)
{
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++)
        if (warp->active >> lane & 1)
            ((uint32_t *)(void *)(frame + op->d))[lane] = mbarrier_unpack(lane_value(frame, op->a, lane, true)).pending;
    return op + 1;
}
