/*
 * Finds all registers that can feed the compared operand of a compare-and-swap.
 *
 * The search goes backwards from these operands, to each register that an instruction on the way
 * reads. It ignores the order of instructions, so it finds values that loops carry. It finds too
 * much rather than too little.
 */
#include "ptx/registers.h"
#include "vgpu/decode/guess.h"

enum { PASSES_MAX = 64 };

struct feed {
    const struct vgpu_function *function;
    bool *feeds; /* by register */
    bool calls_swaps, has_grown;
    bool from_own_memory; /* a value on the way was loaded from what may be local memory */
};

static void add(struct feed *feed, uint32_t slot)
{
    if (slot >= feed->function->register_count || feed->feeds[slot])
        return;
    feed->feeds[slot] = feed->has_grown = true;
}

static void add_operand(struct feed *feed, const struct ptx_instruction *source, uint32_t operand)
{
    for (struct ptx_registers at = {.instruction = source}; ptx_registers_next(&at);)
        if (at.role == PTX_REGISTER_READ && at.operand == operand)
            add(feed, at.slot);
}

static bool is_own(enum ptx_space space)
{
    return space == PTX_SPACE_LOCAL || space == PTX_SPACE_GENERIC;
}

static bool writes_what_feeds(const struct feed *feed, const struct vgpu_detail *detail)
{
    for (uint32_t i = 0; i < detail->write_count; i++)
        if (detail->writes[i] < feed->function->register_count && feed->feeds[detail->writes[i]])
            return true;
    return false;
}

static void look_at(struct feed *feed, const struct vgpu_detail *detail)
{
    const struct ptx_instruction *source = detail->source;
    switch (ptx_does(source)) {
    case PTX_DOES_ATOMIC:
        if (detail->atomic == VGPU_ATOMIC_CAS)
            add_operand(feed, source, 2);
        return;
    case PTX_DOES_LOAD:
        feed->from_own_memory |= is_own(source->space) && writes_what_feeds(feed, detail);
        return;
    case PTX_DOES_STORE:
        if ((source->space == PTX_SPACE_PARAMETER && feed->calls_swaps) ||
            (is_own(source->space) && feed->from_own_memory))
            add_operand(feed, source, 1);
        return;
    case PTX_DOES_CALL: /* operands in registers, without .param variables */
        for (uint32_t i = 0; feed->calls_swaps && i < detail->read_count; i++)
            add(feed, detail->reads[i]);
        return;
    default:
        if (!writes_what_feeds(feed, detail))
            return;
        for (uint32_t i = 0; i < detail->read_count; i++)
            add(feed, detail->reads[i]);
    }
}

const bool *guess_find_feeders(struct arena *arena, const struct vgpu_function *function, bool calls_swaps)
{
    struct feed feed = {.function = function, .calls_swaps = calls_swaps, .has_grown = true};
    feed.feeds = ARENA_ARRAY(arena, function->register_count + 1, bool);
    for (int pass = 0; feed.has_grown && pass < PASSES_MAX; pass++) {
        feed.has_grown = false;
        for (uint32_t i = function->op_count - 1; i-- > 0;) /* skips the closing op */
            look_at(&feed, function->ops[i].detail);
    }
    for (uint32_t i = 0; feed.has_grown && i < function->register_count; i++)
        feed.feeds[i] = true; /* no compiler writes so many copies */
    return feed.feeds;
}
