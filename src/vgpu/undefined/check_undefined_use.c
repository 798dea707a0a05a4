#include <stdio.h>
#include <string.h>

#include "vgpu/execution/place.h"
#include "vgpu/report/report.h"
#include "vgpu/undefined/check_undefined.h"
#include "vgpu/undefined/undefined_local.h"
#include "vgpu/undefined/undefined_memory.h"
#include "vgpu/undefined/undefined_shadow.h"
#include "vgpu/undefined/undefined_source.h"
#include "vgpu/undefined/undefined_use.h"

enum use_kind { USE_BRANCH, USE_ADDRESS, USE_STORE, USE_EXCHANGE, USE_READ, USE_PRINT };

/* One to be reported. */
struct use {
    enum use_kind kind;
    uint32_t lanes, origin;
};

/* --- findings ---------------------------------------------------------------------------------------------------- */

/* Where a lane of a store or atomic writes: "c[3]"; empty if it is no place of its own that could be named. */
static void write_stored_place(const struct vgpu_warp *warp, const struct vgpu_frame *frame, const struct vgpu_op *op,
                               uint32_t lane, struct vgpu_finding *finding, char *out, size_t capacity)
{
    const struct vgpu_detail *detail = op->detail;
    struct vgpu_place place;
    out[0] = '\0';
    if (!undefined_find_place(warp, frame->registers, op, lane, &place))
        return;
    finding->access = detail->access;
    finding->address = access_address(op, frame->registers, lane);
    finding->size_bytes = (uint32_t)detail->size_bytes;
    if (detail->access == VGPU_ACCESS_WRITE)
        finding->size_bytes *= detail->element_count;
    finding_place_describe(warp, &place, finding);
    finding_write_place(finding, out, capacity);
}

/* A register, or a variable of the thread's own: a finding where it is used, which says where the latter was read. */
static void report_own(struct vgpu_warp *warp, const struct vgpu_frame *frame, const struct vgpu_op *op,
                       const struct use *use, const struct undefined_source *source)
{
    static const char *const texts[] = {[USE_BRANCH] = "a branch depends on a value that was never set",
                                        [USE_ADDRESS] = "an address depends on a value that was never set",
                                        [USE_STORE] = "a value that was never set is stored",
                                        [USE_EXCHANGE] =
                                            "an exchange between lanes depends on a value that was never set",
                                        [USE_PRINT] = "a value that was never set is printed"};
    struct vgpu_finding finding = {.kind = VGPU_FINDING_UNINITIALISED_REGISTER,
                                   .space = VGPU_FINDING_SPACE_REGISTER,
                                   .lane = (uint32_t)__builtin_ctz(use->lanes),
                                   .element = -1};
    char text[400], place[200] = "";
    if (source) {
        finding.kind = VGPU_FINDING_UNINITIALISED_LOCAL;
        finding.space = VGPU_FINDING_SPACE_LOCAL;
        finding.size_bytes = (uint32_t)source->op->detail->size_bytes * source->op->detail->element_count;
    }
    if (use->kind == USE_STORE)
        write_stored_place(warp, frame, op, finding.lane, &finding, place, sizeof(place));
    int length = snprintf(text, sizeof(text), "%s%s%s", texts[use->kind], place[0] ? " to " : "", place);
    if (source && source->op->detail->line)
        snprintf(text + length, sizeof(text) - (size_t)length, ": line %d read it from a local variable",
                 source->op->detail->line);
    finding.message = text;
    finding_add(warp, op, &finding);
}

/* What the line of the use does with it. */
static void write_use(const struct vgpu_warp *warp, const struct vgpu_frame *frame, const struct vgpu_op *op,
                      const struct use *use, int line, char *out, size_t capacity)
{
    static const char *const words[][2] = {[USE_BRANCH] = {"the branch in line", "depends on it"},
                                           [USE_ADDRESS] = {"an address in line", "depends on it"},
                                           [USE_STORE] = {"line", "stores what comes of it"},
                                           [USE_EXCHANGE] = {"an exchange between lanes in line", "depends on it"},
                                           [USE_READ] = {"line", "computes with it"},
                                           [USE_PRINT] = {"line", "prints what comes of it"}};
    struct vgpu_finding stored = {0};
    char place[200] = "";
    if (use->kind == USE_STORE)
        write_stored_place(warp, frame, op, (uint32_t)__builtin_ctz(use->lanes), &stored, place, sizeof(place));
    int length = snprintf(out, capacity, "; %s %d %s", words[use->kind][0], line, words[use->kind][1]);
    if (place[0])
        snprintf(out + length, capacity - (size_t)length, " to %s", place);
}

static bool is_copy(const struct undefined_source *source)
{
    return source->op->detail->source->opcode == PTX_OPCODE_CP_ASYNC;
}

/* Memory that others see: a finding where it was read, which says what another line does with it. */
static void report_read(struct vgpu_warp *warp, const struct vgpu_frame *frame, const struct vgpu_op *op,
                        const struct use *use, const struct undefined_source *source, uint32_t lane)
{
    const struct vgpu_place *place = &source->places[lane];
    bool is_shared = place->space == VGPU_PLACE_SHARED;
    char text[FINDING_EXTENT_BYTES + 300] = "";
    int line;
    const char *file;
    struct vgpu_finding finding = {.kind = is_shared ? VGPU_FINDING_UNINITIALISED_SHARED
                                                     : VGPU_FINDING_UNINITIALISED_GLOBAL,
                                   .lane = lane,
                                   .line = source->line,
                                   .file = source->file,
                                   .access = VGPU_ACCESS_READ,
                                   .address = source->addresses[lane],
                                   .size_bytes = is_copy(source) ? 4 : source->op->detail->size_bytes};
    struct vgpu_warp *reader = &warp->block->warps[source->warp];
    finding_place_describe(reader, place, &finding);
    if (is_shared && source->extent_start == place->offset - (uint64_t)finding.offset_bytes)
        finding_write_extent(&finding, &source->extent, text, FINDING_EXTENT_BYTES);
    finding_find_line(warp, op, &line, &file);
    if (line > 0 && line != source->line)
        write_use(warp, frame, op, use, line, text + strlen(text), sizeof(text) - strlen(text));
    finding.use = text;
    finding_add(reader, source->op, &finding);
}

static bool is_shuffle(const struct undefined_source *source)
{
    enum ptx_opcode opcode = source->op->detail->source->opcode;
    return opcode == PTX_OPCODE_SHFL || opcode == PTX_OPCODE_SHFL_SYNC;
}

/* What a shuffle brought from a lane that takes no part in it: a finding at the shuffle. */
static void report_shuffle(struct vgpu_warp *warp, const struct vgpu_frame *frame, const struct vgpu_op *op,
                           const struct use *use, const struct undefined_source *source, uint32_t lane)
{
    char text[300];
    int line;
    const char *file;
    struct vgpu_finding finding = {.kind = VGPU_FINDING_INACTIVE_SOURCE,
                                   .lane = lane,
                                   .line = source->line,
                                   .file = source->file,
                                   .element = -1,
                                   .message = text};
    int length = snprintf(text, sizeof(text), "reads lane %u, which takes no part in the shuffle",
                          (unsigned)source->addresses[lane]);
    finding_find_line(warp, op, &line, &file);
    if (line > 0 && line != source->line)
        write_use(warp, frame, op, use, line, text + length, sizeof(text) - (size_t)length);
    finding_add(&warp->block->warps[source->warp], source->op, &finding);
}

static void report(struct vgpu_warp *warp, const struct vgpu_frame *frame, const struct vgpu_op *op,
                   const struct use *use)
{
    uint32_t lane = (uint32_t)__builtin_ctz(use->lanes);
    const struct undefined_source *source = undefined_source_find(warp->block, use->origin, lane, &lane);
    if (source && is_shuffle(source))
        report_shuffle(warp, frame, op, use, source, lane);
    else if (source && source->places[lane].space != VGPU_PLACE_LOCAL)
        report_read(warp, frame, op, use, source, lane);
    else
        report_own(warp, frame, op, use, source);
}

bool undefined_report_stored(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t lane, uint64_t offset)
{
    struct use use = {USE_READ, 1U << lane, undefined_shared_source(warp->block, offset)};
    const struct undefined_source *source = undefined_source_find(warp->block, use.origin, lane, &lane);
    if (!source || is_shuffle(source) || source->places[lane].space == VGPU_PLACE_LOCAL)
        return false;
    report_read(warp, warp->frame, op, &use, source, lane);
    return true;
}

void undefined_report_printed(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t lane, uint64_t address,
                              uint32_t size_bytes)
{
    uint32_t offset = (uint32_t)address;
    if (address < VGPU_WINDOW_LOCAL || address >= VGPU_WINDOW_PARAMETER ||
        (uint64_t)offset + size_bytes > warp_local_bytes(warp))
        return;
    uint64_t undefined = local_undefined(warp, offset, lane, size_bytes);
    if (!undefined)
        return;
    offset += (uint32_t)__builtin_ctzll(undefined) / 8;
    struct use use = {USE_PRINT, 1U << lane, undefined_local_source(warp, offset, lane)};
    report(warp, warp->frame, op, &use);
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

/* Of a structure that is copied, padding may be undefined, but not all of it. */
static bool is_padding(const struct vgpu_frame *frame, const struct undefined_copy *copy, uint32_t lane)
{
    for (uint32_t i = 0; copy && i < copy->count; i++)
        if (!undefined_read_bits(frame->undefined, copy->members[i].offset, copy->members[i].is_wide, lane))
            return true;
    return false;
}

/* Lanes of which the finding is to be made; an atomic computes with what it is given, so that holes count there. */
static uint32_t find_bad_stores(const struct vgpu_frame *frame, const struct vgpu_op *op, uint32_t lanes)
{
    bool is_atomic = op->detail->access == VGPU_ACCESS_ATOMIC;
    uint32_t bad = 0;
    for (uint32_t left = lanes; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        enum stored judged = judge_lane(frame, op->detail, lane);
        bool is_bad = judged == STORED_UNDEFINED && !is_padding(frame, op->detail->undefined->copy, lane);
        bad |= (uint32_t)(is_bad || (is_atomic && judged != STORED_DEFINED)) << lane;
    }
    return bad;
}

static void undefine_bytes(struct vgpu_warp *warp, const struct vgpu_place *place, uint64_t offset, uint64_t undefined,
                           uint32_t size_bytes)
{
    bool is_shared = place->space == VGPU_PLACE_SHARED;
    uint64_t *defined = is_shared ? warp->block->shared_defined : place->buffer->defined;
    for (uint32_t i = 0; i < size_bytes; i++) {
        uint8_t byte = (uint8_t)(undefined >> (8 * i));
        if (is_shared ? byte == 0 : byte != UINT8_MAX)
            continue;
        if (!is_shared && warp->worker->is_parallel)
            shadow_undefine_shared(defined, offset + i, 1);
        else
            shadow_undefine(defined, offset + i, 1);
    }
}

void undefined_mark_stored(struct vgpu_warp *warp, const struct vgpu_frame *frame, const struct vgpu_op *op,
                           uint32_t lanes, uint32_t source)
{
    const struct vgpu_detail *detail = op->detail;
    for (uint32_t left = lanes; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        struct vgpu_place place;
        if (!undefined_find_place(warp, frame->registers, op, lane, &place) ||
            (place.space == VGPU_PLACE_GLOBAL && place.buffer->all_defined))
            continue;
        for (uint32_t i = 0; i < detail->element_count; i++) {
            if (detail->elements[i] == VGPU_NO_OPERAND)
                continue;
            uint64_t offset = place.offset + i * detail->size_bytes;
            uint64_t bits = undefined_read_bits(frame->undefined, detail->elements[i], detail->is_wide, lane);
            undefine_bytes(warp, &place, offset, bits, detail->size_bytes);
            if (place.space == VGPU_PLACE_SHARED && bits)
                undefined_set_shared_source(warp->block, offset, detail->size_bytes,
                                            undefined_source_pin(warp->block, source, lane));
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
        *out_use = (struct use){USE_BRANCH, bad, undefined_origins(frame)[slot]};
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

/* Lanes that store to shared memory, which passes on what is undefined. */
static uint32_t find_shared(const struct vgpu_warp *warp, const struct vgpu_frame *frame, const struct vgpu_op *op,
                            uint32_t lanes)
{
    uint32_t shared = 0;
    for (uint32_t left = lanes; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        struct vgpu_place place;
        if (undefined_find_place(warp, frame->registers, op, lane, &place) && place.space == VGPU_PLACE_SHARED)
            shared |= 1U << lane;
    }
    return shared;
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
        *out_use = (struct use){USE_ADDRESS, bad, origin};
        return true;
    }
    bad = undefined_in(frame, detail->reads + addresses, detail->read_count - addresses, written, &origin);
    if (bad && detail->report_undefined & VGPU_UNDEFINED_STORE) {
        uint32_t offsets[VGPU_WARP_LANES];
        bad &= ~undefined_find_local(warp, frame->registers, op, bad, offsets);
        if (detail->access == VGPU_ACCESS_WRITE)
            bad &= ~find_shared(warp, frame, op, bad);
        bad = find_bad_stores(frame, op, bad);
        *out_use = (struct use){USE_STORE, bad, origin};
        return bad != 0;
    }
    if (bad && !origin && detail->report_undefined & VGPU_UNDEFINED_FRAGMENT) {
        *out_use = (struct use){USE_EXCHANGE, bad, origin};
        return true;
    }
    if (!bad || !(detail->report_undefined & VGPU_UNDEFINED_EXCHANGE))
        return false;
    if (detail->undefined->how == VGPU_UNDEFINED_SHUFFLES)
        bad = undefined_choice(frame, op, written, &origin);
    *out_use = (struct use){USE_EXCHANGE, bad, origin};
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
