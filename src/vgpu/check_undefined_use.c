#include <stdio.h>
#include <string.h>

#include "vgpu/access_internal.h"
#include "vgpu/undefined_local_internal.h"
#include "vgpu/undefined_shadow_internal.h"
#include "vgpu/undefined_use_internal.h"

/* One to be reported. */
struct use {
    const char *text;
    uint32_t lanes, origin;
    bool is_store;
};

/* --- findings ---------------------------------------------------------------------------------------------------- */

/* Where a lane of a store or atomic writes; false: it is no place of its own that could be named. */
static bool find_stored_place(const struct vgpu_warp *warp, const struct vgpu_frame *frame, const struct vgpu_op *op,
                              uint32_t lane, struct vgpu_finding *finding)
{
    const struct vgpu_detail *detail = op->detail;
    uint64_t address = access_address(op, frame->registers, lane);
    uint32_t size_bytes = (uint32_t)detail->size_bytes;
    if (detail->access == VGPU_ACCESS_WRITE)
        size_bytes *= detail->element_count;
    bool is_shared =
        detail->source->space == PTX_SPACE_SHARED || (address >= VGPU_WINDOW_SHARED && address < VGPU_WINDOW_LOCAL);
    struct vgpu_buffer *buffer =
        is_shared ? NULL : memory_find(device_memory(warp->worker->launch->device), address, size_bytes);
    if (!is_shared && !buffer)
        return false;
    struct vgpu_place place = {.space = is_shared ? VGPU_PLACE_SHARED : VGPU_PLACE_GLOBAL,
                               .buffer = buffer,
                               .offset = is_shared ? address & UINT32_MAX : address - buffer->start};
    finding->access = detail->access;
    finding->address = address;
    finding->size_bytes = size_bytes;
    describe_place(warp, &place, finding);
    return true;
}

/* What came from local memory is a finding of its own kind, and says where it was read. */
static void report(struct vgpu_warp *warp, const struct vgpu_frame *frame, const struct vgpu_op *op,
                   const struct use *use)
{
    struct vgpu_finding finding = {.kind = VGPU_FINDING_UNINITIALISED_REGISTER,
                                   .space = VGPU_FINDING_SPACE_REGISTER,
                                   .lane = (uint32_t)__builtin_ctz(use->lanes),
                                   .element = -1};
    char text[400], place[200] = "";
    const struct vgpu_detail *load = NULL;
    if (use->origin) {
        load = warp->worker->launch->module->ops[use->origin - 1].detail;
        finding.kind = VGPU_FINDING_UNINITIALISED_LOCAL;
        finding.space = VGPU_FINDING_SPACE_LOCAL;
        finding.size_bytes = (uint32_t)load->size_bytes * load->element_count;
    }
    if (use->is_store && find_stored_place(warp, frame, op, finding.lane, &finding))
        finding_write_place(&finding, place, sizeof(place));
    int length = snprintf(text, sizeof(text), "%s%s%s", use->text, place[0] ? " to " : "", place);
    if (load && load->line)
        snprintf(text + length, sizeof(text) - (size_t)length, ": line %d read it from a local variable", load->line);
    finding.message = text;
    finding_add(warp, op, &finding);
}

/* --- stores ------------------------------------------------------------------------------------------------------ */

enum stored { STORED_DEFINED, STORED_WITH_HOLES, STORED_UNDEFINED };

static enum stored judge_element(uint64_t value, uint64_t undefined, uint32_t size_bytes)
{
    uint64_t mask = size_bytes >= 8 ? UINT64_MAX : (UINT64_C(1) << 8 * size_bytes) - 1;
    undefined &= mask;
    if (!undefined)
        return STORED_DEFINED;
    for (uint32_t i = 0; i < size_bytes; i++) {
        uint8_t byte = (uint8_t)(undefined >> (8 * i));
        if (byte != 0 && byte != UINT8_MAX)
            return STORED_UNDEFINED;
    }
    bool is_small_number = undefined & 1 && !(value & mask & ~undefined);
    return undefined == mask || is_small_number ? STORED_UNDEFINED : STORED_WITH_HOLES;
}

/* The worst of a lane's elements. */
static enum stored judge_lane(const struct vgpu_frame *frame, const struct vgpu_detail *detail, uint32_t lane)
{
    enum stored worst = STORED_DEFINED;
    uint32_t count = detail->element_count;
    if (detail->atomic == VGPU_ATOMIC_CAS && detail->access == VGPU_ACCESS_ATOMIC)
        count *= 2;
    uint32_t first = detail->access == VGPU_ACCESS_ATOMIC ? detail->element_count : 0;
    for (uint32_t i = first; i < first + count && i < VGPU_ELEMENTS_MAX; i++) {
        uint32_t offset = detail->elements[i];
        if (offset == VGPU_NO_OPERAND)
            continue;
        enum stored judged =
            judge_element(undefined_read_bits(frame->registers, offset, detail->is_wide, lane),
                          undefined_read_bits(frame->undefined, offset, detail->is_wide, lane), detail->size_bytes);
        worst = judged > worst ? judged : worst;
    }
    return worst;
}

/* Lanes of which the finding is to be made; an atomic computes with what it is given, so that holes count there. */
static uint32_t find_bad_stores(const struct vgpu_frame *frame, const struct vgpu_op *op, uint32_t lanes)
{
    bool is_atomic = op->detail->access == VGPU_ACCESS_ATOMIC;
    uint32_t bad = 0;
    for (uint32_t left = lanes; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        enum stored judged = judge_lane(frame, op->detail, lane);
        bad |= (uint32_t)(judged == STORED_UNDEFINED || (is_atomic && judged != STORED_DEFINED)) << lane;
    }
    return bad;
}

static void undefine_bytes(struct vgpu_warp *warp, uint64_t *defined, uint64_t offset, uint64_t undefined,
                           uint32_t size_bytes)
{
    for (uint32_t i = 0; i < size_bytes; i++)
        if ((uint8_t)(undefined >> (8 * i)) == UINT8_MAX) {
            if (warp->worker->is_parallel)
                shadow_undefine_shared(defined, offset + i, 1);
            else
                shadow_undefine(defined, offset + i, 1);
        }
}

void undefined_mark_stored(struct vgpu_warp *warp, const struct vgpu_frame *frame, const struct vgpu_op *op,
                           uint32_t lanes)
{
    const struct vgpu_detail *detail = op->detail;
    struct vgpu_memory *memory = device_memory(warp->worker->launch->device);
    for (uint32_t left = lanes; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        uint64_t address = access_address(op, frame->registers, lane);
        bool is_shared =
            detail->source->space == PTX_SPACE_SHARED || (address >= VGPU_WINDOW_SHARED && address < VGPU_WINDOW_LOCAL);
        uint64_t size_bytes = (uint64_t)detail->size_bytes * detail->element_count;
        uint64_t offset = address & UINT32_MAX;
        const struct vgpu_buffer *buffer = is_shared ? NULL : memory_find(memory, address, size_bytes);
        if (is_shared ? offset + size_bytes > warp->worker->launch->shared_bytes : !buffer || buffer->all_defined)
            continue;
        if (buffer)
            offset = address - buffer->start;
        for (uint32_t i = 0; i < detail->element_count; i++) {
            if (detail->elements[i] == VGPU_NO_OPERAND)
                continue;
            undefine_bytes(
                warp, buffer ? buffer->defined : warp->block->shared_defined, offset + i * detail->size_bytes,
                undefined_read_bits(frame->undefined, detail->elements[i], detail->is_wide, lane), detail->size_bytes);
        }
    }
}

/* --- which use --------------------------------------------------------------------------------------------------- */

/* Lanes of which one of some operands has an undefined bit; where the first of these comes from. */
static uint32_t undefined_in(const struct vgpu_frame *frame, const uint16_t *slots, uint32_t count, uint32_t lanes,
                             uint32_t *out_origin)
{
    uint32_t all = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t bad = undefined_lanes(frame)[slots[i]] & lanes;
        if (bad && !all)
            *out_origin = undefined_origins(frame)[slots[i]];
        all |= bad;
    }
    return all;
}

/* The guard of what others can see: branches, stores, barriers; that of an addition only makes its result undefined. */
static bool decides(const struct vgpu_detail *detail)
{
    return detail->heeds_guard || detail->ends_lanes || detail->report_undefined ||
           detail->source->opcode == PTX_OPCODE_TRAP || detail->source->opcode == PTX_OPCODE_BAR ||
           detail->source->opcode == PTX_OPCODE_BARRIER;
}

/* The register that says where to go on: brx.idx, and calls through a pointer. */
static bool is_target(const struct vgpu_frame *frame, const struct vgpu_op *op, uint16_t slot)
{
    const struct vgpu_detail *detail = op->detail;
    if (detail->source->opcode == PTX_OPCODE_BRX_IDX)
        return true;
    return detail->call && !detail->callee && frame->function->register_offsets[slot] == op->a;
}

static bool find_decision(const struct vgpu_frame *frame, const struct vgpu_op *op, uint32_t active,
                          struct use *out_use)
{
    const struct vgpu_detail *detail = op->detail;
    for (uint32_t i = 0; i < detail->read_count; i++) {
        uint16_t slot = detail->reads[i];
        bool is_guard = detail->source->is_guarded && slot == detail->source->guard_slot && decides(detail);
        uint32_t bad = is_guard || is_target(frame, op, slot) ? undefined_lanes(frame)[slot] & active : 0;
        if (!bad)
            continue;
        *out_use =
            (struct use){"a branch depends on a value that was never set", bad, undefined_origins(frame)[slot], false};
        return true;
    }
    return false;
}

/* Of a shuffle what says where lanes read: the value itself goes along, and its use is the finding. */
static uint32_t undefined_choice(const struct vgpu_frame *frame, const struct vgpu_op *op, uint32_t lanes,
                                 uint32_t *out_origin)
{
    const struct vgpu_detail *detail = op->detail;
    uint32_t all = 0;
    for (uint32_t i = 0; i < detail->read_count; i++) {
        uint32_t offset = frame->function->register_offsets[detail->reads[i]];
        if (offset == op->b || offset == op->c || offset == op->immediate)
            all |= undefined_in(frame, &detail->reads[i], 1, lanes, out_origin);
    }
    return all;
}

static bool find_use(const struct vgpu_warp *warp, const struct vgpu_frame *frame, const struct vgpu_op *op,
                     uint32_t active, uint32_t written, struct use *out_use)
{
    const struct vgpu_detail *detail = op->detail;
    uint32_t addresses = detail->address_read_count, origin = 0;
    if (find_decision(frame, op, active, out_use))
        return true;
    uint32_t bad = undefined_in(frame, detail->reads, addresses, written, &origin);
    if (bad && detail->report_undefined & VGPU_UNDEFINED_ADDRESS) {
        *out_use = (struct use){"an address depends on a value that was never set", bad, origin, false};
        return true;
    }
    bad = undefined_in(frame, detail->reads + addresses, detail->read_count - addresses, written, &origin);
    if (bad && detail->report_undefined & VGPU_UNDEFINED_STORE) {
        uint32_t offsets[VGPU_WARP_LANES];
        bad &= ~undefined_find_local(warp, frame->registers, op, bad, offsets);
        bad = find_bad_stores(frame, op, bad);
        *out_use = (struct use){"a value that was never set is stored", bad, origin, true};
        return bad != 0;
    }
    if (!bad || !(detail->report_undefined & VGPU_UNDEFINED_EXCHANGE))
        return false;
    if (detail->undefined->how == VGPU_UNDEFINED_SHUFFLES)
        bad = undefined_choice(frame, op, written, &origin);
    *out_use = (struct use){"an exchange between lanes depends on a value that was never set", bad, origin, false};
    return bad != 0;
}

bool undefined_report_uses(struct vgpu_warp *warp, const struct vgpu_frame *frame, const struct vgpu_op *op,
                           uint32_t active, uint32_t written)
{
    const struct vgpu_detail *detail = op->detail;
    struct use use;
    if (!find_use(warp, frame, op, active, written, &use))
        return false;
    report(warp, frame, op, &use);
    for (uint32_t i = 0; i < detail->read_count; i++)
        undefined_clear(frame, detail->reads[i], use.lanes);
    return true;
}
