/*
 * Where a NaN or an infinity came from: watched while the launch runs, for one element of a buffer.
 */
#include "vgpu/origin/origin.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "vgpu/math/math_number.h"
#include "vgpu/origin/pointer.h"
#include "vgpu/report/report.h"

enum { THREADS_MAX = 1024 };

enum { ORIGIN_OPERANDS_MAX = 3 };

/* An instruction that executes next. Its operands are kept, since its result may overwrite one. */
struct origin_step {
    const struct vgpu_op *op; /* NULL: it makes no number */
    uint32_t lanes;           /* that execute it */
    uint32_t operand_count;
    bool is_immediate[ORIGIN_OPERANDS_MAX];
    double operands[ORIGIN_OPERANDS_MAX][VGPU_WARP_LANES];
};

struct vgpu_origin_watch {
    uint64_t address;
    uint32_t size_bytes;
    const void *launch; /* of the block below */
    uint64_t block;
    struct vgpu_origin nans[THREADS_MAX], infinities[THREADS_MAX]; /* running block, by thread */
    struct vgpu_origin last_infinities[THREADS_MAX];
    struct vgpu_origin block_nan, block_infinity; /* the first of that block */
    struct vgpu_origin first_nan, first_infinity; /* of all launches */
    bool is_stored, is_blind;                     /* blind: some instruction may have made one unseen */
    int stored_line;
    struct vgpu_origin nan, infinity; /* the origins of its last value */
    struct origin_step step;          /* the instruction that is executed */
};

static const char *const sentences[VGPU_ORIGIN_CAUSE_COUNT] = {
    [VGPU_ORIGIN_NONE] = "",
#define ORIGIN(id, sentence) [VGPU_ORIGIN_##id] = sentence,
#include "vgpu/origins.def"
};

const char *vgpu_origin_sentence(enum vgpu_origin_cause cause)
{
    return sentences[cause];
}

struct vgpu_origin_watch *vgpu_origin_watch_new(uint64_t address, uint32_t size_bytes)
{
    struct vgpu_origin_watch *watch = calloc(1, sizeof *watch);
    if (!watch)
        return NULL;
    watch->address = address;
    watch->size_bytes = size_bytes;
    return watch;
}

void vgpu_origin_watch_free(struct vgpu_origin_watch *watch)
{
    free(watch);
}

void vgpu_origin_watch_find(const struct vgpu_origin_watch *watch, struct vgpu_origin *out_nan,
                            struct vgpu_origin *out_infinity)
{
    struct vgpu_origin constant = {.cause = VGPU_ORIGIN_CONSTANT, .line = watch->stored_line};
    bool knows = watch->is_stored && !watch->is_blind;
    *out_nan = watch->is_stored ? watch->nan : watch->first_nan;
    *out_infinity = watch->is_stored ? watch->infinity : watch->first_infinity;
    *out_nan = knows && !out_nan->cause ? constant : *out_nan;
    *out_infinity = knows && !out_infinity->cause ? constant : *out_infinity;
}

/* --- operands --------------------------------------------------------------------------------- */

static const struct math_format *format_of(enum ptx_type type)
{
    switch (type) {
    case PTX_TYPE_F16:
        return &math_formats[MATH_FORMAT_F16];
    case PTX_TYPE_BF16:
        return &math_formats[MATH_FORMAT_BF16];
    case PTX_TYPE_F32:
        return &math_formats[MATH_FORMAT_F32];
    case PTX_TYPE_F64:
        return &math_formats[MATH_FORMAT_F64];
    default:
        return NULL;
    }
}

/* Exact: a double holds every number of these formats. */
static double decode(const struct math_format *format, uint64_t bits)
{
    struct math_number number = math_number_unpack(format, bits);
    uint64_t wide = math_number_pack(number, &math_formats[MATH_FORMAT_F64], MATH_RN, 0);
    double value;
    memcpy(&value, &wide, sizeof value);
    return value;
}

static uint64_t lane_bits(const struct vgpu_warp *warp, uint32_t slot, uint32_t lane)
{
    const struct vgpu_function *function = warp->frame->function;
    const uint8_t *at = warp->frame->registers + function->register_offsets[slot];
    uint64_t wide;
    uint32_t narrow;
    if (ptx_type_bits(function->source->registers[slot].type) == 64) {
        memcpy(&wide, at + lane * sizeof wide, sizeof wide);
        return wide;
    }
    memcpy(&narrow, at + lane * sizeof narrow, sizeof narrow);
    return narrow;
}

static double operand_value(const struct vgpu_warp *warp, const struct ptx_operand *operand, enum ptx_type type,
                            uint32_t lane)
{
    double value;
    if (operand->kind == PTX_OPERAND_REGISTER)
        return decode(format_of(type), lane_bits(warp, operand->register_slot, lane));
    if (operand->kind != PTX_OPERAND_IMMEDIATE)
        return 0;
    if (operand->immediate_type != PTX_TYPE_F64)
        return decode(format_of(type), operand->bits);
    memcpy(&value, &operand->bits, sizeof value);
    return value;
}

/* Whether an instruction computes a number from numbers, and the type of its operands. */
static bool makes_number(const struct ptx_instruction *instruction, enum ptx_type *out_operands)
{
    enum ptx_arithmetic arithmetic = ptx_opcode_info(instruction->opcode)->arithmetic;
    bool converts = arithmetic == PTX_ARITHMETIC_CONVERSION;
    *out_operands = !converts                     ? (enum ptx_type)instruction->types[0]
                    : instruction->type_count > 1 ? (enum ptx_type)instruction->types[1]
                                                  : PTX_TYPE_NONE;
    return arithmetic != PTX_ARITHMETIC_NONE;
}

/* Takes one of two numbers: then the first two operands count, not the condition. */
static bool is_choice(const struct ptx_instruction *instruction)
{
    return instruction->opcode == PTX_OPCODE_SELP;
}

/* Computes numbers that are not followed: packed ones, those of matrices, and sums in memory. */
static bool is_unseen(const struct ptx_instruction *instruction)
{
    enum ptx_action does = ptx_does(instruction);
    enum ptx_type made = (enum ptx_type)instruction->types[0], taken;
    bool is_float = ptx_type_is_float(made) || ptx_type_class(made) == PTX_TYPE_CLASS_PACKED;
    if (does == PTX_DOES_MULTIPLY)
        return true;
    if (does == PTX_DOES_ATOMIC || does == PTX_DOES_REDUCE)
        return is_float;
    return makes_number(instruction, &taken) && is_float && !format_of(made);
}

/* --- stores ----------------------------------------------------------------------------------- */

static bool is_store(const struct ptx_instruction *instruction)
{
    bool is_global = instruction->space == PTX_SPACE_GLOBAL || instruction->space == PTX_SPACE_GENERIC;
    enum ptx_action does = ptx_does(instruction);
    return is_global && (does == PTX_DOES_STORE || does == PTX_DOES_ATOMIC || does == PTX_DOES_REDUCE);
}

static const struct ptx_operand *memory_operand(const struct ptx_instruction *instruction)
{
    for (uint32_t i = 0; i < instruction->operand_count; i++)
        if (instruction->operands[i].kind == PTX_OPERAND_MEMORY &&
            instruction->operands[i].base_kind == PTX_OPERAND_REGISTER)
            return &instruction->operands[i];
    return NULL;
}

static const struct vgpu_origin *first_of(const struct vgpu_origin *thread, const struct vgpu_origin *block,
                                          const struct vgpu_origin *all)
{
    return thread->cause ? thread : block->cause ? block : all;
}

static void note_store(struct vgpu_origin_watch *watch, uint32_t thread, int line)
{
    watch->is_stored = true;
    watch->stored_line = line;
    watch->nan = *first_of(&watch->nans[thread], &watch->block_nan, &watch->first_nan);
    /*
     * Of a NaN the first infinity is the cause. A stored infinity is rather the last one: an
     * exponential of a very small number makes one inside, and is 0.
     */
    const struct vgpu_origin *own =
        watch->nans[thread].cause ? &watch->infinities[thread] : &watch->last_infinities[thread];
    watch->infinity = *first_of(own, &watch->block_infinity, &watch->first_infinity);
}

static void look_for_store(struct vgpu_origin_watch *watch, const struct vgpu_warp *warp, const struct vgpu_op *op)
{
    const struct ptx_instruction *instruction = op->detail->source;
    const struct ptx_operand *to = memory_operand(instruction);
    uint64_t size_bytes = (uint64_t)instruction->vector * op->detail->size_bytes;
    uint32_t lanes = to ? warp_guard_lanes(warp, op) : 0;
    for (; lanes; lanes &= lanes - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(lanes);
        uint64_t address = lane_bits(warp, to->register_slot, lane) + (uint64_t)to->offset_bytes;
        if (address < watch->address + watch->size_bytes && watch->address < address + size_bytes)
            note_store(watch, (warp->index * VGPU_WARP_LANES + lane) % THREADS_MAX, op->detail->line);
    }
}

/* --- results ---------------------------------------------------------------------------------- */

static bool is_any(const double *operands, uint32_t count, double value)
{
    for (uint32_t i = 0; i < count; i++)
        if (operands[i] == value)
            return true;
    return false;
}

static bool is_any_infinite(const double *operands, uint32_t count)
{
    return is_any(operands, count, (double)INFINITY) || is_any(operands, count, -(double)INFINITY);
}

static enum vgpu_origin_cause nan_cause(enum ptx_arithmetic arithmetic, const double *operands, uint32_t count)
{
    bool has_infinity = is_any_infinite(operands, count);
    switch (arithmetic) {
    case PTX_ARITHMETIC_QUOTIENT:
        return has_infinity ? VGPU_ORIGIN_INFINITY_BY_INFINITY : VGPU_ORIGIN_ZERO_BY_ZERO;
    case PTX_ARITHMETIC_ROOT:
    case PTX_ARITHMETIC_RECIPROCAL_ROOT:
        return VGPU_ORIGIN_ROOT_OF_NEGATIVE;
    case PTX_ARITHMETIC_LOGARITHM:
        return VGPU_ORIGIN_LOGARITHM_OF_NEGATIVE;
    case PTX_ARITHMETIC_SUM:
    case PTX_ARITHMETIC_DIFFERENCE:
        return VGPU_ORIGIN_INFINITY_MINUS_INFINITY;
    case PTX_ARITHMETIC_PRODUCT:
    case PTX_ARITHMETIC_PRODUCT_SUM: {
        bool is_product = (operands[0] == 0 && isinf(operands[1])) || (operands[1] == 0 && isinf(operands[0]));
        return is_product ? VGPU_ORIGIN_ZERO_TIMES_INFINITY : VGPU_ORIGIN_INFINITY_MINUS_INFINITY;
    }
    default:
        return VGPU_ORIGIN_OTHER;
    }
}

static enum vgpu_origin_cause infinity_cause(enum ptx_arithmetic arithmetic, const double *operands, uint32_t count)
{
    switch (arithmetic) {
    case PTX_ARITHMETIC_QUOTIENT:
        return operands[1] == 0 ? VGPU_ORIGIN_DIVISION_BY_ZERO : VGPU_ORIGIN_QUOTIENT;
    case PTX_ARITHMETIC_RECIPROCAL:
    case PTX_ARITHMETIC_RECIPROCAL_ROOT:
        return is_any(operands, count, 0) ? VGPU_ORIGIN_DIVISION_BY_ZERO : VGPU_ORIGIN_QUOTIENT;
    case PTX_ARITHMETIC_LOGARITHM:
        return VGPU_ORIGIN_LOGARITHM_OF_ZERO;
    case PTX_ARITHMETIC_EXPONENTIAL:
        return VGPU_ORIGIN_EXPONENTIAL;
    case PTX_ARITHMETIC_PRODUCT:
        return VGPU_ORIGIN_PRODUCT;
    case PTX_ARITHMETIC_SUM:
    case PTX_ARITHMETIC_DIFFERENCE:
    case PTX_ARITHMETIC_PRODUCT_SUM:
        return VGPU_ORIGIN_SUM;
    case PTX_ARITHMETIC_CONVERSION:
        return VGPU_ORIGIN_CONVERSION;
    default:
        return VGPU_ORIGIN_OTHER;
    }
}

/*
 * The operand in the sentence of the cause: of a division the dividend, else the first finite
 * operand.
 */
static double telling_operand(enum vgpu_origin_cause cause, const double *operands, uint32_t count)
{
    if (cause == VGPU_ORIGIN_DIVISION_BY_ZERO && count == 1)
        return 1;
    for (uint32_t i = 0; i < count; i++)
        if (isfinite(operands[i]))
            return operands[i];
    return 0;
}

/*
 * A function such as powf chooses among the infinities of its limits, and often drops the choice.
 * So an infinity that is computed comes before one that is chosen.
 */
static void note_first(struct vgpu_origin *kept, const struct vgpu_origin *origin)
{
    if (!kept->cause || (kept->cause == VGPU_ORIGIN_CHOSEN && origin->cause != VGPU_ORIGIN_CHOSEN))
        *kept = *origin;
}

static void note_made(struct vgpu_warp *warp, const struct origin_step *step, uint32_t lane,
                      enum vgpu_origin_cause cause, const double *operands, bool is_nan)
{
    struct vgpu_origin_watch *watch = warp->worker->launch->request->origin;
    uint32_t thread = warp->index * VGPU_WARP_LANES + lane;
    struct vgpu_origin origin = {.cause = cause,
                                 .line = step->op->detail->line,
                                 .operand = telling_operand(cause, operands, step->operand_count)};
    memcpy(origin.block, warp->block->index, sizeof origin.block);
    report_thread_position(warp->worker->launch, thread, origin.thread);
    note_first(is_nan ? &watch->nans[thread % THREADS_MAX] : &watch->infinities[thread % THREADS_MAX], &origin);
    if (!is_nan)
        watch->last_infinities[thread % THREADS_MAX] = origin;
    note_first(is_nan ? &watch->block_nan : &watch->block_infinity, &origin);
    note_first(is_nan ? &watch->first_nan : &watch->first_infinity, &origin);
}

/* Functions of the math library make their NaN from an infinity in their code. */
static bool has_written_infinity(const struct origin_step *step, const double *operands)
{
    for (uint32_t i = 0; i < step->operand_count; i++)
        if (step->is_immediate[i] && isinf(operands[i]))
            return true;
    return false;
}

/* A function of the math library chooses the infinity of its limit. */
static void look_at_choice(struct vgpu_warp *warp, const struct origin_step *step, uint32_t lane, double result)
{
    double operands[ORIGIN_OPERANDS_MAX] = {0};
    for (uint32_t i = 0; i < step->operand_count; i++) {
        operands[i] = step->operands[i][lane];
        if (isinf(operands[i]) && !step->is_immediate[i])
            return;
    }
    if (isinf(result) && has_written_infinity(step, operands))
        note_made(warp, step, lane, VGPU_ORIGIN_CHOSEN, operands, false);
}

static void look_at_result(struct vgpu_warp *warp, const struct origin_step *step, uint32_t lane, double result)
{
    enum ptx_arithmetic arithmetic = ptx_opcode_info(step->op->detail->source->opcode)->arithmetic;
    uint32_t count = step->operand_count;
    double operands[ORIGIN_OPERANDS_MAX] = {0};
    if (is_choice(step->op->detail->source)) {
        look_at_choice(warp, step, lane, result);
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        operands[i] = step->operands[i][lane];
        if (isnan(operands[i]))
            return;
    }
    if (isnan(result))
        note_made(warp, step, lane,
                  has_written_infinity(step, operands) ? VGPU_ORIGIN_OUTSIDE_DOMAIN
                                                       : nan_cause(arithmetic, operands, count),
                  operands, true);
    else if (!is_any_infinite(operands, count))
        note_made(warp, step, lane, infinity_cause(arithmetic, operands, count), operands, false);
}

/* --- step by step ----------------------------------------------------------------------------- */

static void begin_block(struct vgpu_origin_watch *watch, const struct vgpu_warp *warp)
{
    if (watch->launch == warp->worker->launch && watch->block == warp->block->linear)
        return;
    watch->launch = warp->worker->launch;
    watch->block = warp->block->linear;
    memset(watch->nans, 0, sizeof watch->nans);
    memset(watch->infinities, 0, sizeof watch->infinities);
    memset(watch->last_infinities, 0, sizeof watch->last_infinities);
    watch->block_nan = watch->block_infinity = (struct vgpu_origin){0};
}

static void take_operands(const struct vgpu_warp *warp, const struct ptx_instruction *instruction, enum ptx_type type,
                          struct origin_step *step)
{
    step->operand_count = format_of(type) && instruction->operand_count > 1 ? instruction->operand_count - 1U : 0;
    if (step->operand_count > ORIGIN_OPERANDS_MAX)
        step->operand_count = ORIGIN_OPERANDS_MAX;
    if (is_choice(instruction))
        step->operand_count = 2;
    for (uint32_t i = 0; i < step->operand_count; i++) {
        const struct ptx_operand *operand = &instruction->operands[i + 1];
        step->is_immediate[i] = operand->kind == PTX_OPERAND_IMMEDIATE;
        for (uint32_t lanes = step->lanes; lanes; lanes &= lanes - 1) {
            uint32_t lane = (uint32_t)__builtin_ctz(lanes);
            step->operands[i][lane] = operand_value(warp, operand, type, lane);
        }
    }
}

static void look_before(struct vgpu_warp *warp, const struct vgpu_op *op, struct origin_step *out_step)
{
    const struct ptx_instruction *instruction = op->detail->source;
    struct vgpu_origin_watch *watch = warp->worker->launch->request->origin;
    enum ptx_type type;
    out_step->op = NULL;
    begin_block(watch, warp);
    if (!instruction)
        return;
    watch->is_blind |= is_unseen(instruction);
    if (is_store(instruction))
        look_for_store(watch, warp, op);
    bool makes = (makes_number(instruction, &type) || is_choice(instruction)) &&
                 instruction->operands[0].kind == PTX_OPERAND_REGISTER;
    if (!makes || !format_of(instruction->types[0]))
        return;
    out_step->op = op;
    out_step->lanes = warp_guard_lanes(warp, op);
    take_operands(warp, instruction, type, out_step);
}

static void look_after(struct vgpu_warp *warp, const struct origin_step *step)
{
    if (!step->op)
        return;
    const struct ptx_instruction *instruction = step->op->detail->source;
    for (uint32_t lanes = step->lanes; lanes; lanes &= lanes - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(lanes);
        double result =
            decode(format_of(instruction->types[0]), lane_bits(warp, instruction->operands[0].register_slot, lane));
        if (!isfinite(result))
            look_at_result(warp, step, lane, result);
    }
}

/* --- the launch ------------------------------------------------------------------------------- */

static bool before(struct vgpu_warp *warp, const struct vgpu_op *op)
{
    look_before(warp, op, &warp->worker->launch->request->origin->step);
    return true;
}

static void after(struct vgpu_warp *warp)
{
    look_after(warp, &warp->worker->launch->request->origin->step);
}

bool origin_begin(struct vgpu_launch_state *launch)
{
    static const struct vgpu_watcher watcher = {.before = before, .after = after};
    if (launch->request->origin)
        launch->watcher = &watcher;
    pointer_begin(launch);
    return true;
}
