/*
 * Registers that were never set: finds the ops that may read one when a module is loaded.
 *
 * The analysis follows all paths through each function. Mostly no op can read a register before it
 * is written. Then nothing is followed at run time. Otherwise the register is *tainted*. So are all
 * results computed from it, through calls and their results. Ops that read or write a tainted
 * register are wrapped (undefined_track.c).
 *
 * Values loaded from local memory are tainted too, since its bytes may be unwritten. In modules
 * that follow memory, so are values from shared and global memory (undefined_memory.h).
 */
#include <string.h>

#include "vgpu/execution/device.h"
#include "vgpu/program/handlers.h"
#include "vgpu/undefined/check_undefined.h"
#include "vgpu/undefined/undefined.h"
#include "vgpu/undefined/undefined_memory.h"

enum { SET_BITS = 64 };

struct slot_set {
    uint64_t *words;
};

/* The analysis of one function. Slots are those of undefined.h. */
struct analysis {
    struct vgpu_module *module;
    struct vgpu_function *function;
    const struct ptx_function *source;
    struct vgpu_op *ops;
    struct vgpu_undefined_form **forms; /* by op */
    uint32_t words;                     /* words of a set */
    struct slot_set *defined_in;        /* by block: slots written on every path to its beginning */
    struct slot_set tainted;            /* slots that may hold undefined bits */
    struct slot_set unset;              /* slots that may be read before they are set */
    bool has_body, any;
};

static bool set_has(const struct slot_set *set, uint32_t slot)
{
    return set->words[slot / SET_BITS] >> (slot % SET_BITS) & 1;
}

static void set_add(struct slot_set *set, uint32_t slot)
{
    set->words[slot / SET_BITS] |= UINT64_C(1) << (slot % SET_BITS);
}

/* Returns true if the slot was not tainted before. */
static bool taint(struct analysis *analysis, uint32_t slot)
{
    if (slot == VGPU_NO_SLOT || set_has(&analysis->tainted, slot))
        return false;
    set_add(&analysis->tainted, slot);
    analysis->any = true;
    return true;
}

/* --- reads before writes ---------------------------------------------------------------------- */

/* Adds the slots that an op always writes. A guarded op may write nothing. */
static void add_writes(const struct vgpu_op *op, struct slot_set *set)
{
    const struct vgpu_detail *detail = op->detail;
    for (uint32_t i = 0; detail->source && !detail->source->is_guarded && i < detail->write_count; i++)
        set_add(set, detail->writes[i]);
}

/* Computes target &= source. Returns true if the target changed. */
static bool set_intersect(const struct analysis *analysis, struct slot_set *target, const struct slot_set *source)
{
    bool changed = false;
    for (uint32_t i = 0; i < analysis->words; i++) {
        uint64_t both = target->words[i] & source->words[i];
        changed |= both != target->words[i];
        target->words[i] = both;
    }
    return changed;
}

static bool flow_block(struct analysis *analysis, uint32_t index, struct slot_set *scratch)
{
    const struct ptx_block *block = &analysis->source->blocks[index];
    bool changed = false;
    memcpy(scratch->words, analysis->defined_in[index].words, analysis->words * sizeof(uint64_t));
    for (uint32_t i = block->first; i < block->end; i++)
        add_writes(&analysis->ops[i], scratch);
    for (uint32_t i = 0; i < block->successor_count; i++)
        changed |= set_intersect(analysis, &analysis->defined_in[block->successors[i]], scratch);
    return changed;
}

static void flow_function(struct analysis *analysis, struct slot_set *scratch)
{
    struct arena *arena = analysis->module->arena;
    uint32_t count = analysis->source->block_count;
    analysis->defined_in = ARENA_ARRAY(arena, count, struct slot_set);
    for (uint32_t i = 0; i < count; i++) { /* all slots are defined until a path shows otherwise */
        analysis->defined_in[i].words = ARENA_ARRAY(arena, analysis->words, uint64_t);
        if (i > 0)
            memset(analysis->defined_in[i].words, 0xff, analysis->words * sizeof(uint64_t));
    }
    /* the call sets .reg parameters */
    const struct vgpu_function *function = analysis->function;
    uint32_t parameters = function->has_entry_layout ? 0 : analysis->source->parameter_count;
    for (uint32_t i = 0; i < parameters; i++)
        for (uint32_t j = 0; j < function->variables[i].register_count; j++)
            set_add(&analysis->defined_in[0], function->variables[i].register_slot + j);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < count; i++)
            changed |= flow_block(analysis, i, scratch);
    }
}

/*
 * Whether an op may bring undefined bits from outside registers. Local memory always can; other
 * memory can where the module follows it.
 */
static bool may_bring_undefined(const struct analysis *analysis, const struct ptx_instruction *instruction)
{
    enum ptx_space space = instruction->space;
    if (ptx_does(instruction) == PTX_DOES_SHUFFLE) /* reads lanes that take no part */
        return analysis->module->follows_memory;
    if (ptx_does(instruction) != PTX_DOES_LOAD)
        return false;
    if (analysis->module->follows_memory && space != PTX_SPACE_PARAMETER && space != PTX_SPACE_CONSTANT)
        return true;
    if (instruction->space == PTX_SPACE_PARAMETER)
        return !analysis->function->has_entry_layout && instruction->operands[1].base_kind == PTX_OPERAND_REGISTER;
    return instruction->space == PTX_SPACE_LOCAL ||
           (instruction->space == PTX_SPACE_GENERIC && analysis->module->uses_local);
}

/* A shuffle also reads lanes that have not come to the writes yet. */
static void note_read(struct analysis *analysis, const struct vgpu_detail *detail, uint32_t slot,
                      const struct slot_set *defined)
{
    bool is_defined = set_has(defined, slot), is_shuffle = ptx_does(detail->source) == PTX_DOES_SHUFFLE;
    if (!is_defined)
        taint(analysis, slot);
    if (!is_defined || is_shuffle)
        set_add(&analysis->unset, slot);
}

/*
 * Finds slots that ops read before every path defines them, and slots loaded from memory that may
 * be undefined.
 */
static void find_first_reads(struct analysis *analysis, struct slot_set *scratch)
{
    for (uint32_t index = 0; index < analysis->source->block_count; index++) {
        const struct ptx_block *block = &analysis->source->blocks[index];
        memcpy(scratch->words, analysis->defined_in[index].words, analysis->words * sizeof(uint64_t));
        for (uint32_t i = block->first; i < block->end; i++) {
            const struct vgpu_detail *detail = analysis->ops[i].detail;
            for (uint32_t j = 0; j < detail->read_count; j++)
                note_read(analysis, detail, detail->reads[j], scratch);
            for (uint32_t j = 0; may_bring_undefined(analysis, detail->source) && j < detail->write_count; j++)
                taint(analysis, detail->writes[j]);
            add_writes(&analysis->ops[i], scratch);
        }
    }
}

/* --- spreading -------------------------------------------------------------------------------- */

static bool reads_tainted(const struct analysis *analysis, uint32_t op)
{
    const struct vgpu_detail *detail = analysis->ops[op].detail;
    uint32_t extra = analysis->forms[op]->read_slot;
    if (extra != VGPU_NO_SLOT && set_has(&analysis->tainted, extra))
        return true;
    for (uint32_t i = 0; i < detail->read_count; i++)
        if (set_has(&analysis->tainted, detail->reads[i]))
            return true;
    return false;
}

static bool writes_tainted(const struct analysis *analysis, uint32_t op)
{
    const struct vgpu_detail *detail = analysis->ops[op].detail;
    uint32_t extra = analysis->forms[op]->write_slot;
    if (extra != VGPU_NO_SLOT && set_has(&analysis->tainted, extra))
        return true;
    for (uint32_t i = 0; i < detail->write_count; i++)
        if (set_has(&analysis->tainted, detail->writes[i]))
            return true;
    return false;
}

static bool spread_within(struct analysis *analysis)
{
    bool changed = false;
    for (uint32_t i = 0; i + 1 < analysis->function->op_count; i++) {
        const struct vgpu_detail *detail = analysis->ops[i].detail;
        if (detail->refusal || detail->call || !reads_tainted(analysis, i))
            continue;
        for (uint32_t j = 0; j < detail->write_count; j++)
            changed |= taint(analysis, detail->writes[j]);
        changed |= taint(analysis, analysis->forms[i]->write_slot);
    }
    return changed;
}

/* Looks at the words of a call's value and at the registers that they represent. */
static bool has_taint(const struct analysis *analysis, const struct vgpu_frame_variable *variable)
{
    uint32_t slot = undefined_variable_slot(analysis->function, variable);
    if (slot != VGPU_NO_SLOT && set_has(&analysis->tainted, slot))
        return true;
    for (uint32_t i = 0; i < variable->register_count; i++)
        if (set_has(&analysis->tainted, variable->register_slot + i))
            return true;
    return false;
}

static bool taint_variable(struct analysis *analysis, const struct vgpu_frame_variable *variable)
{
    bool changed = taint(analysis, undefined_variable_slot(analysis->function, variable));
    for (uint32_t i = 0; i < variable->register_count; i++)
        changed |= taint(analysis, variable->register_slot + i);
    return changed;
}

/* Passes taint of arguments into a function, and of results out of it. */
static bool spread_call(struct analysis *caller, const struct vgpu_call *call, struct analysis *callee)
{
    const struct ptx_function *source = callee->source;
    const struct vgpu_frame_variable *variables = callee->function->variables;
    bool changed = false;
    for (uint32_t i = 0; i < call->argument_count && i < source->parameter_count; i++)
        if (has_taint(caller, call->arguments[i]))
            changed |= taint_variable(callee, &variables[i]);
    for (uint32_t i = 0; i < call->result_count && i < source->result_count; i++)
        if (has_taint(callee, &variables[source->parameter_count + i]))
            changed |= taint_variable(caller, call->results[i]);
    return changed;
}

static bool spread_calls(struct analysis *all, struct analysis *caller)
{
    const struct vgpu_module *module = caller->module;
    bool changed = false;
    for (uint32_t i = 0; i < caller->function->op_count; i++) {
        const struct vgpu_detail *detail = caller->ops[i].detail;
        if (!detail->call || detail->call->external || detail->refusal)
            continue;
        /* a call through a pointer reaches any of them */
        for (uint32_t j = 0; j < module->function_count; j++) {
            const struct vgpu_function *callee = &module->functions[j];
            if (all[j].has_body && !callee->has_entry_layout && (!detail->callee || detail->callee == callee))
                changed |= spread_call(caller, detail->call, &all[j]);
        }
    }
    return changed;
}

/* --- wrapping --------------------------------------------------------------------------------- */

static void wrap_ops(const struct analysis *analysis)
{
    const struct vgpu_handlers *handlers = analysis->module->handlers;
    for (uint32_t i = 0; i + 1 < analysis->function->op_count; i++) {
        struct vgpu_op *op = &analysis->ops[i];
        if (op->detail->refusal || (!reads_tainted(analysis, i) && !writes_tainted(analysis, i)))
            continue;
        bool is_wrapped = op->detail->undefined;
        op->detail->undefined = analysis->forms[i];
        if (is_wrapped)
            continue;
        op->detail->tracked = (struct vgpu_handler_pair){op->full, op->masked};
        op->full = handlers->tracked.full;
        op->masked = handlers->tracked.masked;
    }
}

static uint8_t register_width(enum ptx_type type)
{
    uint32_t bits = ptx_type_bits(type);
    return (uint8_t)(bits == 1 ? 1 : bits <= 32 ? 4 : bits / 8);
}

/* Marks the bits of a register's own width. The bits above a narrow register are 0. */
static void set_undefined(const struct vgpu_function *function, uint32_t slot, uint8_t *bits)
{
    uint8_t *at = bits + function->register_offsets[slot];
    uint32_t type_bits = ptx_type_bits(function->source->registers[slot].type);
    uint8_t width = register_width(function->source->registers[slot].type);
    if (width != 4) {
        memset(at, 0xff, width == 1 ? 4 : width * VGPU_WARP_LANES);
        return;
    }
    uint32_t mask = type_bits >= 32 ? UINT32_MAX : (1U << type_bits) - 1;
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++)
        memcpy(at + lane * 4, &mask, 4);
}

/*
 * Ops that are not wrapped do not update the shadow. So a slot that only such ops write counts as
 * defined from the start.
 */
static void plan_function(const struct analysis *analysis)
{
    enum { LINE = 64 };
    struct vgpu_function *function = analysis->function;
    struct arena *arena = analysis->module->arena;
    struct vgpu_undefined_plan *plan = ARENA_NEW(arena, struct vgpu_undefined_plan);
    uint8_t *widths = ARENA_ARRAY(arena, function->register_count + 1, uint8_t);
    plan->carry_slot = function->register_count + function->variable_count;
    plan->slot_count = plan->carry_slot + 1;
    plan->bits_bytes = (function->frame_bytes + LINE) / LINE * LINE;
    plan->total_bytes = (plan->bits_bytes + 2 * plan->slot_count * sizeof(uint32_t) + LINE) / LINE * LINE;
    uint8_t *at_entry = ARENA_ARRAY(arena, plan->total_bytes, uint8_t);
    uint32_t *unset = ARENA_ARRAY(arena, function->register_count + 1, uint32_t);
    for (uint32_t slot = 0; slot < function->register_count; slot++) {
        bool is_unset = set_has(&analysis->unset, slot);
        widths[slot] = register_width(function->source->registers[slot].type);
        uint32_t lanes = is_unset && set_has(&analysis->tainted, slot) ? UINT32_MAX : 0;
        if (is_unset)
            unset[plan->unset_count++] = slot;
        memcpy(at_entry + plan->bits_bytes + slot * sizeof(lanes), &lanes, sizeof(lanes));
        if (lanes)
            set_undefined(function, slot, at_entry);
    }
    plan->widths = widths;
    plan->at_entry = at_entry;
    plan->unset = unset;
    function->undefined = plan;
}

/* --- all functions ---------------------------------------------------------------------------- */

static void analyse_function(struct vgpu_module *module, struct vgpu_function *function, struct analysis *analysis)
{
    uint32_t slots = function->register_count + function->variable_count + 1;
    *analysis = (struct analysis){.module = module,
                                  .function = function,
                                  .source = function->source,
                                  .ops = (struct vgpu_op *)function->ops,
                                  .words = slots / SET_BITS + 1};
    analysis->has_body = function->op_count && function->source->block_count;
    if (!analysis->has_body)
        return;
    analysis->tainted.words = ARENA_ARRAY(module->arena, analysis->words, uint64_t);
    analysis->unset.words = ARENA_ARRAY(module->arena, analysis->words, uint64_t);
    struct slot_set scratch = {ARENA_ARRAY(module->arena, analysis->words, uint64_t)};
    flow_function(analysis, &scratch);
    find_first_reads(analysis, &scratch);
}

static void describe_ops(struct analysis *analysis)
{
    const struct vgpu_function *function = analysis->function;
    analysis->forms = ARENA_ARRAY(analysis->module->arena, function->op_count, struct vgpu_undefined_form *);
    for (uint32_t i = 0; i + 1 < function->op_count; i++)
        analysis->forms[i] = undefined_form_new(analysis->module, function, &analysis->ops[i]);
}

void undefined_find_registers(struct vgpu_module *module)
{
    struct analysis *all = ARENA_ARRAY(module->arena, module->function_count + 1, struct analysis);
    bool any = false;
    for (uint32_t i = 0; i < module->function_count; i++) {
        analyse_function(module, &module->functions[i], &all[i]);
        any |= all[i].any;
    }
    for (uint32_t i = 0; any && i < module->function_count; i++)
        if (all[i].has_body)
            describe_ops(&all[i]);
    for (bool changed = any; changed;) {
        changed = false;
        for (uint32_t i = 0; i < module->function_count; i++)
            changed |= all[i].any && spread_within(&all[i]);
        for (uint32_t i = 0; i < module->function_count; i++)
            changed |= all[i].has_body && spread_calls(all, &all[i]);
    }
    for (uint32_t i = 0; i < module->function_count; i++) {
        if (!all[i].any)
            continue;
        plan_function(&all[i]);
        wrap_ops(&all[i]);
    }
}

void undefined_follow_module(struct vgpu_module *module)
{
    module->follows_memory = true;
    undefined_find_registers(module);
    /* the copies of ops that were not wrapped */
    for (uint32_t i = 0; i < module->function_count; i++)
        memset(module->functions[i].converged, 0, sizeof(module->functions[i].converged));
}
