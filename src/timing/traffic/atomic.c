/*
 * Atomics on global memory: what ptxas leaves of them, and how long L2 is busy with one.
 *
 * A slice of L2 takes the sectors of a request one after another. Neighbouring lines belong to one
 * slice. Lanes of one sector go together if their words differ; lanes that meet at a word take
 * turns. A slice works on two pairs of lines at a time. Where all requests go to one pair, they
 * take twice as long.
 *
 * Measured on an H100 with 250000 requests of 32 lanes, in nanoseconds per request:
 *
 *     one word                                  23.5
 *     8, 32 or 64 words side by side             2.4
 *     1024 words, in four slices                 0.33
 *     8 words in 8 sectors                      23.7
 *     32 words in 32 sectors                    11
 *     64 words in 64 sectors, in two slices      5.5
 */
#include "ptx/registers.h"
#include "timing/traffic/simulation.h"

/* Nanoseconds per sector. */
static const struct {
    double line, sector;        /* a line, and each sector of it, where requests go to several pairs of lines */
    double dense;               /* where all go to one pair: sectors that are updated whole */
    double integer;             /* other sectors of integers */
    double float_one, float_it; /* of floats: where all go to one sector; to several sectors of the pair */
} rates = {0.15, 0.3, 0.6, 0.73, 1.76, 0.99};

/*
 * How often the line's sectors are updated, one after another. `meeting` lanes of the request go to
 * one word.
 */
static double passes_of(const struct vgpu_touched_line *touched, double meeting)
{
    double most = touched->repeats ? touched->repeats : 1, sectors = __builtin_popcount(touched->sectors);
    double others = meeting < most ? meeting : most, passes = most + (sectors - 1) * (others > 1 ? others : 1);
    return passes < touched->lanes ? passes : touched->lanes;
}

double atomic_ns(struct seen_line *slice, const struct vgpu_touched_line *touched, double meeting, bool is_float)
{
    enum { SECTOR_WORDS = 8, PAIR_SECTORS = 8, LINE_SECTORS = 4 };
    uint32_t shift = (uint32_t)(touched->line % TIME_SLICE_LINES) * LINE_SECTORS;
    uint32_t pair = ((1U << PAIR_SECTORS) - 1) << shift / PAIR_SECTORS * PAIR_SECTORS;
    double passes = passes_of(touched, meeting);
    slice->atomic_sectors |= (uint32_t)touched->sectors << shift;
    if (slice->atomic_sectors & ~pair)
        return rates.line + rates.sector * passes;
    if (touched->lanes >= SECTOR_WORDS * passes)
        return rates.dense * passes;
    bool is_one = __builtin_popcount(slice->atomic_sectors) == 1;
    return (is_float ? is_one ? rates.float_one : rates.float_it : rates.integer) * passes;
}

/* --- what is the same for all lanes ----------------------------------------------------------- */

enum { UNIFORM_MOST = 64 };

/* Registers that are looked into. */
struct uniform_search {
    const struct ptx_function *function;
    uint32_t slots[UNIFORM_MOST];
    uint32_t count;
};

/* Adds the register to those to look into; false where there are too many. */
static bool want(struct uniform_search *search, uint32_t slot)
{
    for (uint32_t i = 0; i < search->count; i++)
        if (search->slots[i] == slot)
            return true;
    if (search->count == UNIFORM_MOST)
        return false;
    search->slots[search->count++] = slot;
    return true;
}

static bool is_block_wide(const struct ptx_operand *operand)
{
    return operand->special == PTX_SPECIAL_CTAID || operand->special == PTX_SPECIAL_NCTAID ||
           operand->special == PTX_SPECIAL_NTID;
}

static bool want_operand(struct uniform_search *search, const struct ptx_operand *operand)
{
    if (operand->kind == PTX_OPERAND_SPECIAL)
        return is_block_wide(operand);
    if (operand->kind == PTX_OPERAND_REGISTER ||
        (operand->kind == PTX_OPERAND_MEMORY && operand->base_kind == PTX_OPERAND_REGISTER))
        return want(search, operand->register_slot);
    return operand->kind != PTX_OPERAND_VECTOR && operand->kind != PTX_OPERAND_LIST;
}

/* Whether the result follows from the operands of the same lane alone. */
static bool computes(const struct ptx_instruction *instruction)
{
    if (ptx_does(instruction) == PTX_DOES_LOAD)
        return instruction->space == PTX_SPACE_PARAMETER || instruction->space == PTX_SPACE_CONSTANT;
    return ptx_action_is_pure(ptx_does(instruction));
}

/*
 * Whether all lanes get the same result, provided that they do from the registers that this adds to
 * the search.
 */
static bool keeps_uniform(struct uniform_search *search, const struct ptx_instruction *instruction)
{
    if (!computes(instruction) || (instruction->is_guarded && !want(search, instruction->guard_slot)))
        return false;
    for (uint32_t i = 1; i < instruction->operand_count; i++)
        if (!want_operand(search, &instruction->operands[i]))
            return false;
    return true;
}

static bool is_set_uniformly(struct uniform_search *search, uint32_t slot)
{
    bool is_set = false;
    for (uint32_t i = 0; i < search->function->instruction_count; i++) {
        const struct ptx_instruction *instruction = &search->function->instructions[i];
        if (!ptx_writes_register(instruction, slot))
            continue;
        is_set = true;
        if (!keeps_uniform(search, instruction))
            return false;
    }
    return is_set;
}

/*
 * Follows the registers back to where they are set. Parameters, constants and the block's numbers
 * are the same for all lanes, in loops too.
 */
static bool is_known_uniform(const struct ptx_function *function, const struct ptx_operand *address)
{
    struct uniform_search search = {.function = function};
    if (address->kind != PTX_OPERAND_MEMORY || !want_operand(&search, address))
        return false;
    for (uint32_t next = 0; next < search.count; next++)
        if (!is_set_uniformly(&search, search.slots[next]))
            return false;
    return true;
}

bool atomic_is_added_up(const struct vgpu_profiled_op *op)
{
    const struct ptx_instruction *instruction = op->instruction;
    uint32_t address = ptx_does(instruction) == PTX_DOES_REDUCE ? 0 : 1;
    return !ptx_type_is_float((enum ptx_type)instruction->types[0]) && address < instruction->operand_count &&
           is_known_uniform(op->function, &instruction->operands[address]);
}
