/*
 * Values that were never set, at run time: undefined bits are followed through wrapped ops, and a finding is made only
 * where one becomes part of an address, decides a branch, is stored to memory that others see, or is shuffled
 * (check_undefined_use.c).
 *
 * Most lanes are defined most of the time: then only the masks of lanes by slot are looked at. The shadow is clear
 * wherever these masks are.
 */
#include <string.h>

#include "vgpu/access_internal.h"
#include "vgpu/select_internal.h"
#include "vgpu/undefined_use_internal.h"

/* What becomes of the results of one execution. */
struct results {
    uint32_t lanes; /* with undefined bits */
    uint64_t bits[VGPU_WARP_LANES];
};

/* --- the shadow -------------------------------------------------------------------------------------------------- */

static uint64_t read_bits(const uint8_t *base, uint32_t offset, bool is_wide, uint32_t lane)
{
    if (is_wide)
        return ((const uint64_t *)(const void *)(base + offset))[lane];
    return ((const uint32_t *)(const void *)(base + offset))[lane];
}

static uint32_t read_mask(const uint8_t *base, uint32_t offset)
{
    return *(const uint32_t *)(const void *)(base + offset);
}

/* One lane of a register; 128 bits are all alike. */
static void write_bits(const struct vgpu_frame *frame, uint32_t slot, uint32_t lane, uint64_t bits)
{
    uint8_t *at = frame->undefined + frame->function->register_offsets[slot];
    uint32_t *mask = (uint32_t *)(void *)at;
    switch (frame->function->undefined->widths[slot]) {
    case 1:
        *mask = (*mask & ~(1U << lane)) | (uint32_t)(bits != 0) << lane;
        return;
    case 4:
        ((uint32_t *)(void *)at)[lane] = (uint32_t)bits;
        return;
    default:
        ((uint64_t *)(void *)at)[lane] = bits;
        if (frame->function->undefined->widths[slot] == 16)
            ((uint64_t *)(void *)at)[VGPU_WARP_LANES + lane] = bits;
        return;
    }
}

void undefined_clear(const struct vgpu_frame *frame, uint32_t slot, uint32_t lanes)
{
    uint32_t *undefined = &undefined_lanes(frame)[slot], bad = *undefined & lanes;
    *undefined &= ~lanes;
    for (; bad && slot < frame->function->register_count; bad &= bad - 1)
        write_bits(frame, slot, (uint32_t)__builtin_ctz(bad), 0);
}

/* Lanes of a register or of a variable's words that have an undefined bit. */
static uint32_t find_lanes(const struct vgpu_frame *frame, uint32_t slot)
{
    const struct vgpu_function *function = frame->function;
    bool is_register = slot < function->register_count;
    uint32_t width = is_register ? function->undefined->widths[slot] : 4, words = width / 4, lanes = 0;
    const struct vgpu_frame_variable *variable =
        &function->variables[is_register ? 0 : slot - function->register_count];
    const uint8_t *at = frame->undefined + (is_register ? function->register_offsets[slot] : variable->offset);
    if (width == 1)
        return read_mask(at, 0);
    if (!is_register)
        words = variable->words;
    for (uint32_t i = 0; i < words * VGPU_WARP_LANES; i++) /* registers of 64 bits: two words a lane */
        if (((const uint32_t *)(const void *)at)[i])
            lanes |= 1U << (is_register && width >= 8 ? i / 2 % VGPU_WARP_LANES : i % VGPU_WARP_LANES);
    return lanes;
}

static void refresh(const struct vgpu_frame *frame, uint32_t slot, uint32_t origin)
{
    if (slot == VGPU_NO_SLOT)
        return;
    undefined_lanes(frame)[slot] = find_lanes(frame, slot);
    undefined_origins(frame)[slot] = origin;
}

/* --- rules by lane ----------------------------------------------------------------------------------------------- */

static uint64_t all_bits(const struct vgpu_frame *frame, uint32_t slot)
{
    const struct vgpu_function *function = frame->function;
    uint32_t bits = ptx_type_bits(function->source->registers[slot].type);
    return bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

static struct undefined_word read_source(const struct vgpu_frame *frame, const struct vgpu_undefined_form *form,
                                         uint32_t index, uint32_t lane)
{
    unsigned bits = form->source_bits[index];
    uint64_t keep = bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
    return (struct undefined_word){
        .value = read_bits(frame->registers, form->sources[index], form->is_wide[index], lane) & keep,
        .undefined = read_bits(frame->undefined, form->sources[index], form->is_wide[index], lane) & keep,
    };
}

static uint64_t convert(const struct undefined_word *source, const struct vgpu_undefined_form *form)
{
    unsigned from = form->shape.bits, to = form->shape.result_bits;
    uint64_t bits = source->undefined;
    if (from < 64)
        bits = form->shape.is_signed ? undefined_extend(bits, from) : bits & ((UINT64_C(1) << from) - 1);
    if (to < 64)
        bits = form->result_is_signed ? undefined_extend(bits, to) : bits & ((UINT64_C(1) << to) - 1);
    return bits;
}

static void apply_rule(const struct vgpu_frame *frame, const struct vgpu_undefined_form *form, uint32_t lanes,
                       struct results *results)
{
    for (; lanes; lanes &= lanes - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(lanes);
        struct undefined_word sources[UNDEFINED_SOURCES_MAX] = {0};
        for (uint32_t i = 0; i < form->source_count; i++)
            sources[i] = read_source(frame, form, i, lane);
        bool converts = form->how == VGPU_UNDEFINED_CONVERTS;
        uint64_t bits = converts ? convert(sources, form) : form->rule(sources, &form->shape);
        if (!converts && form->shape.result_bits < 64)
            bits &= (UINT64_C(1) << form->shape.result_bits) - 1;
        results->bits[lane] = bits;
    }
}

static void apply_select(const struct vgpu_frame *frame, const struct vgpu_op *op, uint32_t lanes,
                         struct results *results)
{
    const struct vgpu_undefined_form *form = op->detail->undefined;
    uint32_t choice = read_mask(frame->registers, op->c) ^ (op->flags ? UINT32_MAX : 0);
    uint32_t unknown = read_mask(frame->undefined, op->c);
    for (; lanes; lanes &= lanes - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(lanes);
        struct undefined_word sources[UNDEFINED_SOURCES_MAX] = {read_source(frame, form, 0, lane),
                                                                read_source(frame, form, 1, lane),
                                                                {choice >> lane & 1, unknown >> lane & 1}};
        results->bits[lane] = undefined_select(sources, &form->shape);
    }
}

/* Predicates are masks: a rule does all lanes at once. */
static void set_from_mask(uint32_t mask, struct results *results)
{
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++)
        results->bits[lane] = mask >> lane & 1;
}

static void apply_logic(const struct vgpu_frame *frame, const struct vgpu_op *op, struct results *results)
{
    const struct vgpu_undefined_form *form = op->detail->undefined;
    bool has_two = form->rule != undefined_copy;
    struct undefined_word sources[UNDEFINED_SOURCES_MAX] = {
        {read_mask(frame->registers, op->a) ^ (op->flags & 1 ? UINT32_MAX : 0), read_mask(frame->undefined, op->a)},
        {0, 0},
    };
    if (has_two)
        sources[1] = (struct undefined_word){read_mask(frame->registers, op->b) ^ (op->flags & 2 ? UINT32_MAX : 0),
                                             read_mask(frame->undefined, op->b)};
    set_from_mask((uint32_t)form->rule(sources, &form->shape), results);
}

/* setp: the comparison, and the predicate that it is combined with. Where only that one is undefined, so is all. */
static void apply_compare(const struct vgpu_frame *frame, const struct vgpu_op *op, uint32_t lanes,
                          struct results *results)
{
    const struct vgpu_undefined_form *form = op->detail->undefined;
    uint32_t undefined = 0, other = 0, other_value = 0;
    for (; lanes; lanes &= lanes - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(lanes);
        struct undefined_word a = read_source(frame, form, 0, lane), b = read_source(frame, form, 1, lane);
        undefined |= (uint32_t)undefined_comparison(&a, &b, &form->shape) << lane;
    }
    unsigned logic = op->flags & VGPU_LOGIC_OPERATION;
    if (logic != VGPU_LOGIC_NONE) {
        other = read_mask(frame->undefined, op->c);
        other_value = read_mask(frame->registers, op->c) ^ (op->flags & VGPU_LOGIC_NEGATED ? UINT32_MAX : 0);
    }
    if (logic == VGPU_LOGIC_AND)
        undefined &= other_value | other;
    if (logic == VGPU_LOGIC_OR)
        undefined &= ~other_value | other;
    set_from_mask(undefined | other, results);
}

/* --- loads and stores -------------------------------------------------------------------------------------------- */

/* Whether the lane's address is in its own memory, and where. */
static bool finds_local(const struct vgpu_warp *warp, const uint8_t *registers, const struct vgpu_op *op, uint32_t lane,
                        uint32_t *out_offset)
{
    enum ptx_space space = op->detail->source->space;
    if (space != PTX_SPACE_LOCAL && space != PTX_SPACE_GENERIC && space != PTX_SPACE_PARAMETER)
        return false;
    if (space == PTX_SPACE_PARAMETER && warp->frame->function->has_entry_layout)
        return false;
    uint64_t address = access_address(op, registers, lane);
    if (space == PTX_SPACE_GENERIC && (address < VGPU_WINDOW_LOCAL || address >= VGPU_WINDOW_PARAMETER))
        return false;
    *out_offset = (uint32_t)address;
    uint64_t size_bytes = (uint64_t)op->detail->size_bytes * op->detail->element_count;
    return *out_offset + size_bytes <= warp_local_bytes(warp);
}

uint32_t undefined_lanes_in_local(const struct vgpu_warp *warp, const uint8_t *registers, const struct vgpu_op *op,
                                  uint32_t lanes)
{
    uint32_t local = 0, offset;
    for (uint32_t left = lanes; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        local |= (uint32_t)finds_local(warp, registers, op, lane, &offset) << lane;
    }
    return local;
}

static uint64_t extend_load(const struct vgpu_detail *detail, uint64_t bits)
{
    return detail->is_signed ? undefined_extend(bits, detail->size_bytes * 8U) : bits;
}

/* One element of all lanes into the shadow. */
static void load_element(const struct vgpu_frame *frame, const struct vgpu_detail *detail, uint32_t element,
                         uint32_t lane, uint64_t bits)
{
    uint32_t offset = detail->elements[element];
    if (offset == VGPU_NO_OPERAND)
        return;
    if (detail->is_wide)
        ((uint64_t *)(void *)(frame->undefined + offset))[lane] = bits;
    else
        ((uint32_t *)(void *)(frame->undefined + offset))[lane] = (uint32_t)bits;
}

/* Found before the load is executed, which may overwrite its address. */
static uint32_t find_local_lanes(const struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t lanes,
                                 uint32_t offsets[VGPU_WARP_LANES])
{
    uint32_t local = 0;
    for (uint32_t left = lanes; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        local |= (uint32_t)finds_local(warp, warp->frame->registers, op, lane, &offsets[lane]) << lane;
    }
    return local;
}

static void load_undefined(struct vgpu_warp *warp, const struct vgpu_frame *frame, const struct vgpu_op *op,
                           uint32_t local, uint32_t written, const uint32_t offsets[VGPU_WARP_LANES])
{
    const struct vgpu_detail *detail = op->detail;
    uint32_t any = 0;
    for (uint32_t i = 0; i < detail->write_count; i++)
        undefined_clear(frame, detail->writes[i], written);
    for (uint32_t left = local; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        for (uint32_t i = 0; i < detail->element_count; i++) {
            uint64_t bits = local_undefined(warp, offsets[lane] + i * detail->size_bytes, lane, detail->size_bytes);
            any |= bits != 0;
            if (bits)
                load_element(frame, detail, i, lane, extend_load(detail, bits));
        }
    }
    for (uint32_t i = 0; any && i < detail->write_count; i++)
        refresh(frame, detail->writes[i], detail->index + 1);
}

/* After a store to local memory, which counts as having defined all. */
static void store_undefined(struct vgpu_warp *warp, const struct vgpu_frame *frame, const struct vgpu_op *op,
                            uint32_t local)
{
    const struct vgpu_detail *detail = op->detail;
    for (uint32_t left = local; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left), offset = 0;
        finds_local(warp, frame->registers, op, lane, &offset);
        for (uint32_t i = 0; i < detail->element_count; i++) {
            if (detail->elements[i] == VGPU_NO_OPERAND)
                continue;
            uint64_t bits = read_bits(frame->undefined, detail->elements[i], detail->is_wide, lane);
            local_set_undefined(warp, offset + i * detail->size_bytes, lane, detail->size_bytes, bits);
        }
    }
}

/* --- one op ------------------------------------------------------------------------------------------------------ */

/* Lanes in which an operand has an undefined bit; the origin of the first such operand. */
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
    uint32_t guard = read_mask(frame->registers, op->guard);
    return active & (op->guard_negated ? ~guard : guard);
}

static uint32_t undefined_guard(const struct vgpu_frame *frame, const struct vgpu_op *op)
{
    return op->guard == VGPU_NO_OPERAND ? 0 : read_mask(frame->undefined, op->guard);
}

/* The op's own handler on the shadow. */
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
        refresh(frame, detail->writes[i], origin);
    refresh(frame, detail->undefined->write_slot, origin);
}

/* Undefined bits of the result, for all forms that have one result per lane. */
static void find_results(const struct vgpu_frame *frame, const struct vgpu_op *op, uint32_t lanes,
                         struct results *results)
{
    const struct vgpu_undefined_form *form = op->detail->undefined;
    switch (form->how) {
    case VGPU_UNDEFINED_BITS:
    case VGPU_UNDEFINED_CONVERTS:
        apply_rule(frame, form, lanes, results);
        break;
    case VGPU_UNDEFINED_LOGIC:
        apply_logic(frame, op, results);
        break;
    case VGPU_UNDEFINED_COMPARES:
        apply_compare(frame, op, lanes, results);
        break;
    case VGPU_UNDEFINED_SELECTS:
        apply_select(frame, op, lanes, results);
        break;
    default:
        for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++)
            results->bits[lane] = UINT64_MAX;
        break;
    }
    uint32_t by_guard = undefined_guard(frame, op) & lanes;
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++) {
        if (by_guard >> lane & 1)
            results->bits[lane] = UINT64_MAX;
        results->lanes |= (uint32_t)(lanes >> lane & 1 && results->bits[lane]) << lane;
    }
}

static void write_results(const struct vgpu_frame *frame, const struct vgpu_op *op, uint32_t written,
                          const struct results *results, uint32_t origin)
{
    const struct vgpu_detail *detail = op->detail;
    for (uint32_t i = 0; i < detail->write_count; i++) {
        uint32_t slot = detail->writes[i], set = 0;
        undefined_clear(frame, slot, written);
        for (uint32_t left = results->lanes & written; left; left &= left - 1) {
            uint32_t lane = (uint32_t)__builtin_ctz(left);
            uint64_t bits = results->bits[lane] & all_bits(frame, slot);
            write_bits(frame, slot, lane, bits);
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

/* Loads and stores, which look at local memory too. */
static const struct vgpu_op *track_access(struct vgpu_warp *warp, uint8_t *registers, const struct vgpu_op *op,
                                          bool is_full, uint32_t written, uint32_t undefined)
{
    const struct vgpu_frame *frame = warp->frame;
    bool is_load = op->detail->undefined->how == VGPU_UNDEFINED_LOADS;
    uint32_t offsets[VGPU_WARP_LANES];
    uint32_t local = is_load || undefined ? find_local_lanes(warp, op, written, offsets) : 0;
    const struct vgpu_op *next = execute(warp, registers, op, is_full);
    if (is_load)
        load_undefined(warp, frame, op, local, written, offsets);
    else if (local & undefined)
        store_undefined(warp, frame, op, local & undefined);
    if (!is_load && undefined & ~local)
        undefined_mark_stored(warp, frame, op, undefined & ~local);
    return next;
}

/* What a function of the device returns is defined. */
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

const struct vgpu_op *registers_track(struct vgpu_warp *warp, uint8_t *registers, const struct vgpu_op *op,
                                      bool is_full)
{
    const struct vgpu_frame *frame = warp->frame;
    const struct vgpu_undefined_form *form = op->detail->undefined;
    uint32_t active = warp->active, written = guarded_lanes(frame, op, active), origin;
    uint32_t undefined = find_undefined(frame, op, active, &origin);
    if (undefined && undefined_report_uses(warp, frame, op, active, written))
        undefined = find_undefined(frame, op, active, &origin);
    written |= undefined_guard(frame, op) & active;
    undefined &= written;
    if (form->how == VGPU_UNDEFINED_LOADS || form->how == VGPU_UNDEFINED_STORES)
        return track_access(warp, registers, op, is_full, written, undefined);
    if (!undefined && !find_undefined_results(frame, op, written))
        return execute(warp, registers, op, is_full);
    if (form->how == VGPU_UNDEFINED_CALLS) {
        clear_external_results(frame, op, written);
        for (uint32_t i = 0; i < op->detail->write_count; i++)
            undefined_clear(frame, op->detail->writes[i], written);
        return execute(warp, registers, op, is_full);
    }
    if (form->how == VGPU_UNDEFINED_MOVES && !(undefined_guard(frame, op) & active)) {
        move_shadow(warp, frame, op, written, origin);
        return execute(warp, registers, op, is_full);
    }
    struct results results = {0};
    if (undefined)
        find_results(frame, op, undefined, &results);
    const struct vgpu_op *next = execute(warp, registers, op, is_full);
    write_results(frame, op, written, &results, origin);
    return next;
}

/* --- calls ------------------------------------------------------------------------------------------------------- */

static void copy_shadow(struct vgpu_frame *to_frame, const struct vgpu_frame_variable *to,
                        const struct vgpu_frame *from_frame, const struct vgpu_frame_variable *from, uint32_t lanes)
{
    uint32_t words = to->words < from->words ? to->words : from->words;
    uint32_t *target = (uint32_t *)(void *)(to_frame->undefined + to->offset);
    const uint32_t *source =
        from_frame->undefined ? (const uint32_t *)(const void *)(from_frame->undefined + from->offset) : NULL;
    for (uint32_t i = 0; i < words * VGPU_WARP_LANES; i++)
        if (lanes >> i % VGPU_WARP_LANES & 1)
            target[i] = source ? source[i] : 0;
}

/* Where the value comes from, by its variable or else its register. */
static uint32_t origin_of(const struct vgpu_frame *frame, const struct vgpu_frame_variable *variable)
{
    uint32_t slot = undefined_variable_slot(frame->function, variable);
    if (variable->register_width)
        slot = variable->register_slot;
    return frame->undefined && slot != VGPU_NO_SLOT ? undefined_origins(frame)[slot] : 0;
}

void registers_pass(struct vgpu_warp *warp, struct vgpu_frame *to_frame, const struct vgpu_frame_variable *to,
                    const struct vgpu_frame *from_frame, const struct vgpu_frame_variable *from, uint32_t lanes)
{
    if (!to_frame->undefined)
        return;
    uint32_t origin = origin_of(from_frame, from), slot = undefined_variable_slot(to_frame->function, to);
    if (from_frame->undefined)
        call_words_from_register(from_frame->undefined, from, lanes);
    copy_shadow(to_frame, to, from_frame, from, lanes);
    call_register_from_words(to_frame->undefined, to, lanes);
    refresh(to_frame, slot, origin);
    if (to->register_width)
        refresh(to_frame, to->register_slot, origin);
    const uint32_t *words = (const uint32_t *)(const void *)(to_frame->undefined + to->offset);
    for (uint32_t i = 0; to->has_address && i < to->words * VGPU_WARP_LANES; i++)
        if (lanes >> i % VGPU_WARP_LANES & 1 && words[i])
            local_set_undefined(warp, to_frame->local_base + to->local_offset + i / VGPU_WARP_LANES * 4,
                                i % VGPU_WARP_LANES, 4, words[i]);
}
