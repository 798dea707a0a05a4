/*
 * Finds guesses: plain loads of a value that a compare-and-swap on the same address then verifies.
 *
 * CUDA's own guide builds atomics of other types this way: old = *address; do .. while
 * (atomicCAS(address, ..)). The memory model calls the load a race. But no program can notice it,
 * and a finding would help nobody.
 *
 * The same address means the same register, the same variable, or an equal expression of them, with
 * the same offset. Code built with -G copies addresses, recomputes them for each use, and calls
 * functions for its atomics. So copies are followed and expressions compared. A function that
 * passes a parameter to a compare-and-swap counts as one for its callers.
 *
 * Addresses that pass through memory are not recognised, and the race is reported. It is also
 * reported if the loaded value is not the compared value (guess_feed.c).
 */
#include <string.h>

#include "vgpu/decode/guess.h"
#include "vgpu/decode/selector.h"

enum {
    TARGETS_MAX = 16,  /* compare-and-swaps per function; others are not recognised */
    CALLS_MAX = 16,    /* calls between a guess and its compare-and-swap */
    COPIES_MAX = 64,   /* copies of an address */
    COMPARES_MAX = 64, /* compared operands, for two addresses */
    STORES_MAX = 256,  /* instructions between st.param and its call */
};

/* A variable, or a register that is no known copy, and a distance in bytes. */
struct address {
    struct ptx_operand base;
    int64_t offset_bytes;
};

struct target {
    struct address address;
    unsigned bits;
};

/* The facts about one function. */
struct guesses {
    const struct vgpu_function *function;
    struct arena *arena;
    /* by register: the only instruction that writes it, without a guard; else NULL */
    const struct ptx_instruction **definitions;
    /* addresses of its compare-and-swaps, and of those in functions that it calls */
    struct target *targets;
    uint32_t target_count;
    /* calls_swaps: it calls a function that swaps at a given address */
    bool is_searched, calls_swaps;
};

/* --- addresses -------------------------------------------------------------------------------- */

/* Whether the operand is one register of any kind. */
static bool is_plain(const struct ptx_instruction *source)
{
    return source->operand_count >= 2 && source->operands[0].kind == PTX_OPERAND_REGISTER && !source->operands[0].pair;
}

static void find_definitions(struct guesses *guesses)
{
    const struct vgpu_function *function = guesses->function;
    uint8_t *writes = ARENA_ARRAY(guesses->arena, function->register_count + 1, uint8_t);
    guesses->definitions = ARENA_ARRAY(guesses->arena, function->register_count + 1, const struct ptx_instruction *);
    for (uint32_t i = 0; i + 1 < function->op_count; i++) {
        const struct vgpu_detail *detail = function->ops[i].detail;
        for (uint32_t j = 0; j < detail->write_count; j++) {
            uint32_t slot = detail->writes[j];
            if (slot >= function->register_count)
                continue;
            bool is_only = !writes[slot] && !detail->source->is_guarded && is_plain(detail->source);
            writes[slot] = 1;
            guesses->definitions[slot] = is_only ? detail->source : NULL;
        }
    }
}

static const struct ptx_instruction *definition_of(const struct guesses *guesses, const struct ptx_operand *operand)
{
    bool is_register =
        operand->kind == PTX_OPERAND_REGISTER && operand->register_slot < guesses->function->register_count;
    return is_register ? guesses->definitions[operand->register_slot] : NULL;
}

/* The operand that an instruction copies, or moves by a constant. NULL for other instructions. */
static const struct ptx_operand *copied_by(const struct ptx_instruction *source, int64_t *out_offset)
{
    const struct ptx_opcode_info *info = ptx_opcode_info(source->opcode);
    *out_offset = 0;
    if (info->does == PTX_DOES_COPY)
        return &source->operands[1];
    bool is_extended = source->type_count == 2 && source->types[0] == PTX_TYPE_U64 && source->types[1] == PTX_TYPE_U32;
    /* turns an offset of shared memory into a generic address */
    if (info->arithmetic == PTX_ARITHMETIC_CONVERSION)
        return is_extended ? &source->operands[1] : NULL;
    if (info->arithmetic != PTX_ARITHMETIC_SUM || source->operand_count != 3 ||
        source->operands[2].kind != PTX_OPERAND_IMMEDIATE)
        return NULL;
    *out_offset = (int64_t)source->operands[2].bits;
    return &source->operands[1];
}

/*
 * Follows copies back to a register that several instructions write. That register may have changed
 * between two copies.
 */
static struct address resolve(const struct guesses *guesses, const struct ptx_operand *operand, int64_t offset_bytes)
{
    struct address address = {*operand, offset_bytes};
    for (int i = 0; i < COPIES_MAX && address.base.kind == PTX_OPERAND_REGISTER; i++) {
        const struct ptx_instruction *definition = definition_of(guesses, &address.base);
        int64_t further = 0;
        const struct ptx_operand *from = definition ? copied_by(definition, &further) : NULL;
        bool is_known = from && (from->kind == PTX_OPERAND_VARIABLE || definition_of(guesses, from));
        if (!is_known)
            break;
        address.base = *from;
        address.offset_bytes = (int64_t)((uint64_t)address.offset_bytes + (uint64_t)further);
    }
    if (address.base.kind == PTX_OPERAND_VARIABLE) {
        address.offset_bytes = (int64_t)((uint64_t)address.offset_bytes + (uint64_t)address.base.offset_bytes);
        address.base.offset_bytes = 0;
    }
    return address;
}

static struct address resolve_memory(const struct guesses *guesses, const struct ptx_operand *memory)
{
    struct ptx_operand base = *memory;
    base.kind = memory->base_kind;
    base.offset_bytes = 0;
    return resolve(guesses, &base, memory->offset_bytes);
}

static bool is_pure(const struct ptx_instruction *source)
{
    const struct ptx_opcode_info *info = ptx_opcode_info(source->opcode);
    if (info->does == PTX_DOES_LOAD)
        return source->space == PTX_SPACE_PARAMETER;
    return ptx_action_is_pure(info->does) && !info->takes_carry;
}

static bool are_alike(const struct ptx_instruction *one, const struct ptx_instruction *other)
{
    return is_pure(one) && one->opcode == other->opcode && one->operand_count == other->operand_count &&
           one->modifier_count == other->modifier_count && one->type_count == other->type_count &&
           memcmp(one->modifiers, other->modifiers, one->modifier_count * sizeof(*one->modifiers)) == 0 &&
           memcmp(one->types, other->types, one->type_count * sizeof(*one->types)) == 0;
}

/*
 * Whether two operands of a function have the same value. `compares` is the number of comparisons
 * left. A register that several instructions write may have changed between the two.
 */
static bool is_same(const struct guesses *guesses, const struct ptx_operand *one, const struct ptx_operand *other,
                    int *compares)
{
    if (--*compares < 0)
        return false;
    struct address a = resolve(guesses, one, 0), b = resolve(guesses, other, 0);
    if (a.base.kind != b.base.kind || a.offset_bytes != b.offset_bytes)
        return false;
    switch (a.base.kind) {
    case PTX_OPERAND_IMMEDIATE:
        return a.base.bits == b.base.bits;
    case PTX_OPERAND_SPECIAL:
        return a.base.special == b.base.special && a.base.component == b.base.component && a.base.bits == b.base.bits;
    case PTX_OPERAND_VARIABLE:
        return a.base.variable == b.base.variable;
    case PTX_OPERAND_MEMORY: /* the parameter of ld.param */
        return a.base.variable && a.base.variable == b.base.variable && a.base.offset_bytes == b.base.offset_bytes;
    case PTX_OPERAND_REGISTER:
        break;
    default:
        return false;
    }
    const struct ptx_instruction *first = definition_of(guesses, &a.base), *second = definition_of(guesses, &b.base);
    if (first && first == second)
        return true;
    if (!first || !second || !are_alike(first, second))
        return false;
    for (uint32_t i = 1; i < first->operand_count; i++)
        if (!is_same(guesses, &first->operands[i], &second->operands[i], compares))
            return false;
    return true;
}

/* --- compare-and-swaps ------------------------------------------------------------------------ */

static bool is_cas(const struct vgpu_op *op)
{
    return op->detail->access == VGPU_ACCESS_ATOMIC && op->detail->atomic == VGPU_ATOMIC_CAS &&
           ptx_does(op->detail->source) == PTX_DOES_ATOMIC && !op->detail->refusal;
}

static void add_target(struct guesses *guesses, const struct address *address, unsigned bits)
{
    if (!guesses->targets)
        guesses->targets = ARENA_ARRAY(guesses->arena, TARGETS_MAX, struct target);
    if (guesses->target_count < TARGETS_MAX)
        guesses->targets[guesses->target_count++] = (struct target){*address, bits};
}

/* The parameter of the function that an address is, unchanged. -1: none. */
static int64_t parameter_of(const struct guesses *guesses, const struct address *address)
{
    const struct ptx_function *source = guesses->function->source;
    const struct ptx_instruction *load = definition_of(guesses, &address->base);
    if (!load || ptx_does(load) != PTX_DOES_LOAD || load->space != PTX_SPACE_PARAMETER ||
        load->operands[1].offset_bytes)
        return -1;
    for (uint32_t i = 0; i < source->parameter_count; i++)
        if (source->parameters[i] == load->operands[1].variable)
            return i;
    return -1;
}

/* The value that a call passes for a parameter. NULL if it is unknown. */
static const struct ptx_operand *argument_of(const struct vgpu_function *function, uint32_t call, uint32_t index)
{
    const struct ptx_operand *list = &function->ops[call].detail->source->operands[2];
    const struct ptx_operand *argument = index < list->element_count ? &list->elements[index] : NULL;
    if (!argument || argument->kind != PTX_OPERAND_VARIABLE)
        return argument;
    for (uint32_t i = call, left = STORES_MAX; i-- > 0 && left-- > 0;) {
        const struct ptx_instruction *store = function->ops[i].detail->source;
        if (ptx_does(store) == PTX_DOES_STORE && store->operands[0].variable == argument->variable &&
            store->operands[0].offset_bytes == 0)
            return &store->operands[1];
    }
    return NULL;
}

static void find_targets(struct guesses *all, uint32_t index, int calls_left);

/* Adds the compare-and-swaps of a called function, at addresses that the call passes. */
static void add_targets_of_call(struct guesses *all, struct guesses *guesses, uint32_t call, int calls_left)
{
    const struct vgpu_function *function = guesses->function;
    const struct vgpu_function *callee = function->ops[call].detail->callee;
    if (!callee || !callee->op_count || calls_left == 0)
        return;
    find_targets(all, callee->index, calls_left - 1);
    const struct guesses *called = &all[callee->index];
    for (uint32_t i = 0; i < called->target_count; i++) {
        const struct target *target = &called->targets[i];
        int64_t parameter = parameter_of(called, &target->address);
        const struct ptx_operand *argument = parameter < 0 ? NULL : argument_of(function, call, (uint32_t)parameter);
        if (!argument)
            continue;
        struct address address = resolve(guesses, argument, target->address.offset_bytes);
        guesses->calls_swaps = true;
        add_target(guesses, &address, target->bits);
    }
}

static void find_targets(struct guesses *all, uint32_t index, int calls_left)
{
    struct guesses *guesses = &all[index];
    const struct vgpu_function *function = guesses->function;
    if (guesses->is_searched)
        return;
    guesses->is_searched = true; /* a recursive function uses the targets found so far */
    for (uint32_t i = 0; i + 1 < function->op_count; i++) {
        const struct vgpu_op *op = &function->ops[i];
        const struct ptx_instruction *source = op->detail->source;
        if (ptx_does(source) == PTX_DOES_CALL)
            add_targets_of_call(all, guesses, i, calls_left);
        if (!is_cas(op))
            continue;
        struct address address = resolve_memory(guesses, &source->operands[1]);
        add_target(guesses, &address, ptx_type_bits((enum ptx_type)source->types[0]));
    }
}

/* --- guesses ---------------------------------------------------------------------------------- */

static bool is_plain_load(const struct vgpu_op *op)
{
    return op->detail->access == VGPU_ACCESS_READ && ptx_does(op->detail->source) == PTX_DOES_LOAD &&
           !op->detail->is_ordered && op->detail->element_count == 1 && !op->detail->refusal;
}

static bool is_guess(const struct guesses *guesses, const struct ptx_instruction *load)
{
    struct address address = resolve_memory(guesses, &load->operands[1]);
    unsigned bits = ptx_type_bits((enum ptx_type)load->types[0]);
    for (uint32_t i = 0; i < guesses->target_count; i++) {
        const struct target *target = &guesses->targets[i];
        const struct ptx_operand *one = &target->address.base, *other = &address.base;
        int compares = COMPARES_MAX;
        if (target->bits != bits || target->address.offset_bytes != address.offset_bytes)
            continue;
        bool is_one_register = one->kind == PTX_OPERAND_REGISTER && other->kind == PTX_OPERAND_REGISTER &&
                               one->register_slot == other->register_slot;
        if (is_one_register || is_same(guesses, one, other, &compares))
            return true;
    }
    return false;
}

static bool swaps_any(const struct vgpu_module *module)
{
    for (uint32_t i = 0; i < module->function_count; i++)
        for (uint32_t j = 0; j + 1 < module->functions[i].op_count; j++)
            if (is_cas(&module->functions[i].ops[j]))
                return true;
    return false;
}

static void mark_guesses(const struct guesses *guesses)
{
    const struct vgpu_function *function = guesses->function;
    const bool *feeds = guess_find_feeders(guesses->arena, function, guesses->calls_swaps);
    for (uint32_t i = 0; i + 1 < function->op_count; i++) {
        const struct vgpu_op *op = &function->ops[i];
        if (is_plain_load(op) && op->detail->write_count == 1 && feeds[op->detail->writes[0]])
            op->detail->is_guess = is_guess(guesses, op->detail->source);
    }
}

void guess_find_all(struct vgpu_module *module)
{
    if (!swaps_any(module))
        return;
    struct arena *arena = arena_new();
    struct guesses *all = ARENA_ARRAY(arena, module->function_count + 1, struct guesses);
    for (uint32_t i = 0; i < module->function_count; i++) {
        all[i] = (struct guesses){.function = &module->functions[i], .arena = arena};
        find_definitions(&all[i]);
    }
    for (uint32_t i = 0; i < module->function_count; i++) {
        find_targets(all, i, CALLS_MAX);
        if (all[i].target_count)
            mark_guesses(&all[i]);
    }
    arena_free(arena);
}
