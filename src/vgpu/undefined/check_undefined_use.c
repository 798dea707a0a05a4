/* Uses of undefined values: which uses are findings, and the text of each finding. */
#include <stdio.h>
#include <string.h>

#include "vgpu/execution/place.h"
#include "vgpu/finding_texts.h"
#include "vgpu/report/report.h"
#include "vgpu/undefined/check_undefined.h"
#include "vgpu/undefined/undefined_memory.h"
#include "vgpu/undefined/undefined_shadow.h"
#include "vgpu/undefined/undefined_source.h"
#include "vgpu/undefined/undefined_stored.h"
#include "vgpu/undefined/undefined_use.h"

enum { PLACE_BYTES = 400 };
enum use_kind { USE_BRANCH, USE_ADDRESS, USE_STORE, USE_EXCHANGE, USE_READ, USE_PRINT };

/* A use by an op, to report, or to keep in a record until the value is used. */
struct use {
    struct vgpu_warp *warp;
    const struct vgpu_frame *frame;
    const struct vgpu_op *op;
    enum use_kind kind;
    uint32_t lanes, origin;
    struct undefined_record *record; /* NULL: report it now */
};

/* --- findings --------------------------------------------------------------------------------- */

static uint32_t first_lane(const struct use *use)
{
    return (uint32_t)__builtin_ctz(use->lanes);
}

/*
 * Writes the name of the place that the first lane stores to: "c[3]". Empty if the place has no
 * name of its own.
 */
static void write_stored_place(const struct use *use, struct vgpu_finding *finding, char out[static PLACE_BYTES])
{
    const struct vgpu_detail *detail = use->op->detail;
    uint32_t lane = first_lane(use);
    struct vgpu_place place;
    out[0] = '\0';
    if (!undefined_find_place(use->warp, use->frame->registers, use->op, lane, &place))
        return;
    finding->access = detail->access;
    finding->address = place_address(use->op, use->frame->registers, lane);
    finding->size_bytes = (uint32_t)detail->size_bytes;
    if (detail->access == VGPU_ACCESS_WRITE)
        finding->size_bytes *= detail->element_count;
    finding_place_describe(use->warp, &place, finding);
    finding_write_place(finding, out, PLACE_BYTES);
}

/* At an op of a warp: the use itself, or where the value was read. */
static void deliver(const struct use *use, struct vgpu_warp *warp, const struct vgpu_op *op,
                    const struct vgpu_finding *finding)
{
    if (use->record)
        undefined_stored_tell(use->record, warp, op, finding);
    else
        report_add_finding(warp, op, finding);
}

/*
 * Reports a register or a local variable where it is used. For a variable the finding also says
 * where it was read.
 */
static void report_own(const struct use *use, const struct undefined_source *source)
{
    static const enum vgpu_text texts[] = {[USE_BRANCH] = VGPU_TEXT_UNSET_BRANCH,
                                           [USE_ADDRESS] = VGPU_TEXT_UNSET_ADDRESS,
                                           [USE_STORE] = VGPU_TEXT_UNSET_STORE,
                                           [USE_EXCHANGE] = VGPU_TEXT_UNSET_EXCHANGE,
                                           [USE_PRINT] = VGPU_TEXT_UNSET_PRINT};
    struct vgpu_finding finding = {.kind = VGPU_FINDING_UNINITIALISED_REGISTER,
                                   .space = VGPU_FINDING_SPACE_REGISTER,
                                   .lane = first_lane(use),
                                   .element = -1};
    char text[VGPU_TOLD_BYTES], value[VGPU_TOLD_BYTES], place[PLACE_BYTES] = "";
    if (source) {
        finding.kind = VGPU_FINDING_UNINITIALISED_LOCAL;
        finding.space = VGPU_FINDING_SPACE_LOCAL;
        finding.size_bytes = (uint32_t)source->op->detail->size_bytes * source->op->detail->element_count;
    }
    if (use->kind == USE_STORE)
        write_stored_place(use, &finding, place);
    told_print(value, sizeof(value), vgpu_finding_text(place[0] ? VGPU_TEXT_UNSET_STORE_TO : texts[use->kind]),
               "place=%s", place);
    if (source && source->op->detail->line)
        VGPU_TELL(text, sizeof(text), READ_FROM_LOCAL, "text=%s" TOLD_AND "line=%d", value, source->op->detail->line);
    else
        snprintf(text, sizeof(text), "%s", value);
    finding.message = text;
    deliver(use, use->warp, use->op, &finding);
}

/* Writes how the line of the use uses the value. Nothing if it is unknown, or this line. */
static void write_use(const struct use *use, int known_line, char *out, size_t capacity)
{
    static const enum vgpu_text texts[] = {[USE_BRANCH] = VGPU_TEXT_USE_BRANCH, [USE_ADDRESS] = VGPU_TEXT_USE_ADDRESS,
                                           [USE_STORE] = VGPU_TEXT_USE_STORE,   [USE_EXCHANGE] = VGPU_TEXT_USE_EXCHANGE,
                                           [USE_READ] = VGPU_TEXT_USE_READ,     [USE_PRINT] = VGPU_TEXT_USE_PRINT};
    struct vgpu_finding stored = {0};
    char place[PLACE_BYTES] = "";
    int line;
    const char *file;
    report_find_line(use->warp, use->op, &line, &file);
    if (line <= 0 || line == known_line)
        return;
    if (use->kind == USE_STORE)
        write_stored_place(use, &stored, place);
    told_print(out, capacity, vgpu_finding_text(place[0] ? VGPU_TEXT_USE_STORE_TO : texts[use->kind]),
               "line=%d" TOLD_AND "place=%s", line, place);
}

static bool is_copy(const struct undefined_source *source)
{
    return ptx_does(source->op->detail->source) == PTX_DOES_TRANSFER;
}

/*
 * Reports global or shared memory where it was read. The message says how a later line uses the
 * value.
 */
static void report_read(const struct use *use, const struct undefined_source *source, uint32_t lane)
{
    const struct vgpu_place *place = &source->places[lane];
    bool is_shared = place->space == VGPU_PLACE_SHARED;
    char text[VGPU_TOLD_BYTES] = "";
    struct vgpu_finding finding = {.kind = is_shared ? VGPU_FINDING_UNINITIALISED_SHARED
                                                     : VGPU_FINDING_UNINITIALISED_GLOBAL,
                                   .lane = lane,
                                   .line = source->line,
                                   .file = source->file,
                                   .access = VGPU_ACCESS_READ,
                                   .address = source->addresses[lane],
                                   .size_bytes = is_copy(source) ? 4 : source->op->detail->size_bytes};
    struct vgpu_warp *reader = &use->warp->block->warps[source->warp];
    finding_place_describe(reader, place, &finding);
    if (is_shared && source->extent_start == place->offset - (uint64_t)finding.offset_bytes)
        finding_write_extent(&finding, &source->extent, text, FINDING_EXTENT_BYTES);
    write_use(use, source->line, text + strlen(text), sizeof(text) - strlen(text));
    finding.use = text;
    deliver(use, reader, source->op, &finding);
}

static bool is_shuffle(const struct undefined_source *source)
{
    return ptx_does(source->op->detail->source) == PTX_DOES_SHUFFLE;
}

/* Reports a value from a lane that takes no part in a shuffle, at the shuffle. */
static void report_shuffle(const struct use *use, const struct undefined_source *source, uint32_t lane)
{
    char text[VGPU_TOLD_BYTES];
    struct vgpu_finding finding = {.kind = VGPU_FINDING_INACTIVE_SOURCE,
                                   .lane = lane,
                                   .line = source->line,
                                   .file = source->file,
                                   .element = -1,
                                   .message = text};
    size_t length = VGPU_TELL(text, sizeof(text), IDLE_SOURCE, "lane=%u", (unsigned)source->addresses[lane]);
    write_use(use, source->line, text + length, sizeof(text) - length);
    deliver(use, &use->warp->block->warps[source->warp], source->op, &finding);
}

/*
 * Reports an undefined value in global memory. The message joins the recorded finding with the use
 * in this line.
 */
static void report_kept(const struct use *use, uint16_t record)
{
    char text[VGPU_TOLD_BYTES] = "";
    write_use(use, 0, text, sizeof(text));
    undefined_stored_report(use->warp, use->op, record, text);
}

static void report(const struct use *use)
{
    const struct vgpu_block *block = use->warp->block;
    uint32_t lane = first_lane(use);
    uint16_t record = undefined_source_record(block, use->origin, lane);
    if (record) {
        report_kept(use, record);
        return;
    }
    const struct undefined_source *source = undefined_source_find(block, use->origin, lane, &lane);
    if (source && is_shuffle(source))
        report_shuffle(use, source, lane);
    else if (source && source->places[lane].space != VGPU_PLACE_LOCAL)
        report_read(use, source, lane);
    else
        report_own(use, source);
}

void undefined_report_store(struct vgpu_warp *warp, const struct vgpu_frame *frame, const struct vgpu_op *op,
                            uint32_t lane, uint32_t source, struct undefined_record *record)
{
    report(&(struct use){warp, frame, op, USE_STORE, 1U << lane, source, record});
}

bool undefined_report_stored(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t lane,
                             const struct vgpu_place *place)
{
    uint32_t origin = undefined_place_source(warp, place, 0);
    struct use use = {warp, warp->frame, op, USE_READ, 1U << lane, origin, NULL};
    uint16_t record = undefined_source_record(warp->block, use.origin, lane);
    const struct undefined_source *source = undefined_source_find(warp->block, use.origin, lane, &lane);
    if (record)
        report_kept(&use, record);
    if (record || !source || is_shuffle(source) || source->places[lane].space == VGPU_PLACE_LOCAL)
        return record;
    report_read(&use, source, lane);
    return true;
}

void undefined_report_printed(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t lane, uint64_t address,
                              uint32_t size_bytes)
{
    uint32_t offset = (uint32_t)address;
    if (address < VGPU_WINDOW_LOCAL || address >= VGPU_WINDOW_PARAMETER ||
        (uint64_t)offset + size_bytes > warp_local_bytes(warp))
        return;
    uint64_t undefined = undefined_local_bits(warp, offset, lane, size_bytes);
    if (!undefined)
        return;
    offset += (uint32_t)__builtin_ctzll(undefined) / 8;
    uint32_t origin = undefined_local_source(warp, offset, lane);
    report(&(struct use){warp, warp->frame, op, USE_PRINT, 1U << lane, origin, NULL});
}

/* --- stores ----------------------------------------------------------------------------------- */

/* Lanes of an atomic with an undefined operand bit. An atomic computes with its operands. */
static uint32_t find_bad_atomics(const struct vgpu_frame *frame, const struct vgpu_op *op, uint32_t lanes)
{
    const struct vgpu_detail *detail = op->detail;
    uint32_t first = detail->element_count, bad = 0;
    uint32_t end = first + first * (detail->atomic == VGPU_ATOMIC_CAS ? 2 : 1);
    uint64_t mask = detail->size_bytes >= 8 ? UINT64_MAX : (UINT64_C(1) << 8 * detail->size_bytes) - 1;
    for (uint32_t i = first; i < end && i < VGPU_ELEMENTS_MAX; i++) {
        if (detail->elements[i] == VGPU_NO_OPERAND)
            continue;
        for (uint32_t left = lanes; left; left &= left - 1) {
            uint32_t lane = (uint32_t)__builtin_ctz(left);
            if (undefined_read_bits(frame->undefined, detail->elements[i], detail->is_wide, lane) & mask)
                bad |= 1U << lane;
        }
    }
    return bad;
}

/* --- which use -------------------------------------------------------------------------------- */

/*
 * Lanes with an undefined bit in one of some operands. Also returns the origin of the first such
 * bit.
 */
static uint32_t undefined_in(const struct vgpu_frame *frame, const uint32_t *slots, uint32_t count, uint32_t lanes,
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

/*
 * Whether the op's guard decides a visible effect: a branch, a store or a barrier. The guard of an
 * addition only makes its result undefined.
 */
static bool decides(const struct vgpu_detail *detail)
{
    enum ptx_action does = ptx_does(detail->source);
    return detail->heeds_guard || detail->report_undefined || does == PTX_DOES_END || does == PTX_DOES_BARRIER;
}

/* Whether the operand is the target register of brx.idx or of a call through a pointer. */
static bool is_target(const struct vgpu_frame *frame, const struct vgpu_op *op, uint32_t slot)
{
    const struct vgpu_detail *detail = op->detail;
    if (detail->targets)
        return true;
    return detail->call && !detail->callee && frame->function->register_offsets[slot] == op->a;
}

/* Returns whether there is such a use. */
static bool set_use(struct use *use, enum use_kind kind, uint32_t lanes, uint32_t origin)
{
    use->kind = kind;
    use->lanes = lanes;
    use->origin = origin;
    return lanes != 0;
}

static bool find_decision(struct use *use, uint32_t active)
{
    const struct vgpu_frame *frame = use->frame;
    const struct vgpu_detail *detail = use->op->detail;
    for (uint32_t i = 0; i < detail->read_count; i++) {
        uint32_t slot = detail->reads[i];
        bool is_guard = detail->source->is_guarded && slot == detail->source->guard_slot && decides(detail);
        uint32_t bad = is_guard || is_target(frame, use->op, slot) ? undefined_lanes(frame)[slot] & active : 0;
        if (set_use(use, USE_BRANCH, bad, undefined_origins(frame)[slot]))
            return true;
    }
    return false;
}

/*
 * Lanes of a shuffle with an undefined source lane number. An undefined value passes through the
 * shuffle, and its use is the finding.
 */
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

/* Finds the kind, the lanes and the origin. False: the op uses no undefined value. */
static bool find_use(struct use *use, uint32_t active, uint32_t written)
{
    const struct vgpu_frame *frame = use->frame;
    const struct vgpu_detail *detail = use->op->detail;
    uint32_t addresses = detail->address_read_count, origin = 0;
    if (find_decision(use, active))
        return true;
    uint32_t bad = undefined_in(frame, detail->reads, addresses, written, &origin);
    if (bad && detail->report_undefined & VGPU_UNDEFINED_ADDRESS)
        return set_use(use, USE_ADDRESS, bad, origin);
    bad = undefined_in(frame, detail->reads + addresses, detail->read_count - addresses, written, &origin);
    if (bad && detail->report_undefined & VGPU_UNDEFINED_UPDATE)
        return set_use(use, USE_STORE, find_bad_atomics(frame, use->op, bad), origin);
    if (bad && !origin && detail->report_undefined & VGPU_UNDEFINED_FRAGMENT)
        return set_use(use, USE_EXCHANGE, bad, origin);
    if (!bad || !(detail->report_undefined & VGPU_UNDEFINED_EXCHANGE))
        return false;
    if (detail->undefined->how == VGPU_UNDEFINED_SHUFFLES)
        bad = undefined_choice(frame, use->op, written, &origin);
    return set_use(use, USE_EXCHANGE, bad, origin);
}

bool undefined_report_uses(struct vgpu_warp *warp, const struct vgpu_frame *frame, const struct vgpu_op *op,
                           uint32_t active, uint32_t written)
{
    const struct vgpu_detail *detail = op->detail;
    struct use use = {.warp = warp, .frame = frame, .op = op};
    if (!find_use(&use, active, written))
        return false;
    report(&use);
    for (uint32_t i = 0; i < detail->read_count; i++)
        undefined_clear(frame, detail->reads[i], use.lanes);
    return true;
}
