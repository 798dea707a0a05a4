/* Applies the rule of each form to the operands of an op, lane by lane. */
#include "vgpu/undefined/undefined_result.h"

#include "vgpu/execution/execution.h"
#include "vgpu/program/op_flags.h"
#include "vgpu/program/shuffle.h"
#include "vgpu/undefined/undefined_shadow.h"

static struct undefined_word read_source(const struct vgpu_frame *frame, const struct vgpu_undefined_form *form,
                                         uint32_t index, uint32_t lane)
{
    unsigned bits = form->source_bits[index];
    uint64_t keep = bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
    return (struct undefined_word){
        .value = undefined_read_bits(frame->registers, form->sources[index], form->is_wide[index], lane) & keep,
        .undefined = undefined_read_bits(frame->undefined, form->sources[index], form->is_wide[index], lane) & keep,
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
                       struct undefined_results *results)
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
                         struct undefined_results *results)
{
    const struct vgpu_undefined_form *form = op->detail->undefined;
    uint32_t choice = undefined_read_mask(frame->registers, op->c) ^ (op->flags ? UINT32_MAX : 0);
    uint32_t unknown = undefined_read_mask(frame->undefined, op->c);
    for (; lanes; lanes &= lanes - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(lanes);
        struct undefined_word sources[UNDEFINED_SOURCES_MAX] = {read_source(frame, form, 0, lane),
                                                                read_source(frame, form, 1, lane),
                                                                {choice >> lane & 1, unknown >> lane & 1}};
        results->bits[lane] = undefined_select(sources, &form->shape);
    }
}

/* Sets the result of a predicate. A predicate is a mask, so one rule call does all lanes. */
static void set_from_mask(uint32_t mask, struct undefined_results *results)
{
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++)
        results->bits[lane] = mask >> lane & 1;
}

static void apply_logic(const struct vgpu_frame *frame, const struct vgpu_op *op, struct undefined_results *results)
{
    const struct vgpu_undefined_form *form = op->detail->undefined;
    bool has_two = form->rule != undefined_copy;
    struct undefined_word sources[UNDEFINED_SOURCES_MAX] = {
        {undefined_read_mask(frame->registers, op->a) ^ (op->flags & 1 ? UINT32_MAX : 0),
         undefined_read_mask(frame->undefined, op->a)},
        {0, 0},
    };
    if (has_two)
        sources[1] =
            (struct undefined_word){undefined_read_mask(frame->registers, op->b) ^ (op->flags & 2 ? UINT32_MAX : 0),
                                    undefined_read_mask(frame->undefined, op->b)};
    set_from_mask((uint32_t)form->rule(sources, &form->shape), results);
}

/*
 * setp: the comparison, combined with a predicate. Where that predicate is undefined, the result is
 * too.
 */
static void apply_compare(const struct vgpu_frame *frame, const struct vgpu_op *op, uint32_t lanes,
                          struct undefined_results *results)
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
        other = undefined_read_mask(frame->undefined, op->c);
        other_value = undefined_read_mask(frame->registers, op->c) ^ (op->flags & VGPU_LOGIC_NEGATED ? UINT32_MAX : 0);
    }
    if (logic == VGPU_LOGIC_AND)
        undefined &= other_value | other;
    if (logic == VGPU_LOGIC_OR)
        undefined &= ~other_value | other;
    set_from_mask(undefined | other, results);
}

/* The value of each lane's source lane. */
static void apply_shuffle(const struct vgpu_frame *frame, const struct vgpu_op *op, struct undefined_results *results)
{
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++) {
        uint32_t b = (uint32_t)undefined_read_bits(frame->registers, op->b, false, lane);
        uint32_t c = (uint32_t)undefined_read_bits(frame->registers, op->c, false, lane);
        bool valid;
        uint32_t from = shuffle_source(op->flags, lane, b, c, &valid);
        results->bits[lane] = undefined_read_bits(frame->undefined, op->a, false, valid ? from : lane);
    }
}

void undefined_find_results(const struct vgpu_frame *frame, const struct vgpu_op *op, uint32_t lanes,
                            struct undefined_results *results)
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
    case VGPU_UNDEFINED_SHUFFLES:
        apply_shuffle(frame, op, results);
        break;
    default:
        for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++)
            results->bits[lane] = UINT64_MAX;
        break;
    }
    uint32_t by_guard = undefined_guard_lanes(frame, op) & lanes;
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++) {
        if (by_guard >> lane & 1)
            results->bits[lane] = UINT64_MAX;
        results->lanes |= (uint32_t)(lanes >> lane & 1 && results->bits[lane]) << lane;
    }
}
