/*
 * Registers that were never set.
 *
 * First, at load time: which ops can read a register that on some way was not written? Mostly there are none, and
 * nothing is followed at all. Otherwise those ops, and all that their results reach, are wrapped: a mask of defined
 * lanes per register is kept, results are defined where all sources are, and a finding is made only where an undefined
 * value becomes an address, decides a branch, is stored to memory that others see, or is shuffled.
 */
#include <string.h>

#include "vgpu/access_internal.h"
#include "vgpu/select_internal.h"

/* --- at load time ------------------------------------------------------------------------------------------------ */

enum { SET_BITS = 64 };

struct slot_set {
    uint64_t *words;
};

struct analysis {
    const struct ptx_function *source;
    struct vgpu_op *ops;
    uint32_t words;              /* of a set */
    struct slot_set *defined_in; /* by block: slots written on every way to its beginning */
    struct slot_set tainted;     /* slots that may hold what was never set */
};

static bool set_has(const struct slot_set *set, uint32_t slot)
{
    return set->words[slot / SET_BITS] >> (slot % SET_BITS) & 1;
}

static void set_add(struct slot_set *set, uint32_t slot)
{
    set->words[slot / SET_BITS] |= UINT64_C(1) << (slot % SET_BITS);
}

/* Slots written for sure by an op: a guarded one may write nothing. */
static void add_writes(const struct vgpu_op *op, struct slot_set *set)
{
    const struct vgpu_detail *detail = op->detail;
    for (uint32_t i = 0; detail->source && !detail->source->is_guarded && i < detail->write_count; i++)
        set_add(set, detail->writes[i]);
}

/* target &= source; true if it changed. */
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
    for (uint32_t i = 0; i < block->successor_count; i++) {
        uint32_t to = block->successors[i];
        if (to != PTX_NO_BLOCK)
            changed |= set_intersect(analysis, &analysis->defined_in[to], scratch);
    }
    return changed;
}

/* Which ops read a slot that is not defined on every way; their slots become tainted. */
static bool find_first_reads(struct analysis *analysis, struct slot_set *scratch)
{
    bool found = false;
    for (uint32_t index = 0; index < analysis->source->block_count; index++) {
        const struct ptx_block *block = &analysis->source->blocks[index];
        memcpy(scratch->words, analysis->defined_in[index].words, analysis->words * sizeof(uint64_t));
        for (uint32_t i = block->first; i < block->end; i++) {
            const struct vgpu_detail *detail = analysis->ops[i].detail;
            for (uint32_t j = 0; j < detail->read_count; j++) {
                if (set_has(scratch, detail->reads[j]))
                    continue;
                set_add(&analysis->tainted, detail->reads[j]);
                found = true;
            }
            bool is_local_load = detail->source->opcode == PTX_OPCODE_LD &&
                                 (detail->source->space == PTX_SPACE_LOCAL ||
                                  (detail->source->space == PTX_SPACE_GENERIC && analysis->source->variable_count));
            for (uint32_t j = 0; is_local_load && j < detail->write_count; j++) {
                set_add(&analysis->tainted, detail->writes[j]);
                found = true;
            }
            add_writes(&analysis->ops[i], scratch);
        }
    }
    return found;
}

static bool reads_tainted(const struct analysis *analysis, const struct vgpu_detail *detail)
{
    for (uint32_t i = 0; i < detail->read_count; i++)
        if (set_has(&analysis->tainted, detail->reads[i]))
            return true;
    return false;
}

static bool spread_taint(struct analysis *analysis, uint32_t op_count)
{
    bool changed = false;
    for (uint32_t i = 0; i + 1 < op_count; i++) {
        const struct vgpu_detail *detail = analysis->ops[i].detail;
        if (!reads_tainted(analysis, detail))
            continue;
        for (uint32_t j = 0; j < detail->write_count; j++) {
            if (set_has(&analysis->tainted, detail->writes[j]))
                continue;
            set_add(&analysis->tainted, detail->writes[j]);
            changed = true;
        }
    }
    return changed;
}

static bool writes_tainted(const struct analysis *analysis, const struct vgpu_detail *detail)
{
    for (uint32_t i = 0; i < detail->write_count; i++)
        if (set_has(&analysis->tainted, detail->writes[i]))
            return true;
    return false;
}

static void wrap_ops(const struct analysis *analysis, const struct vgpu_handlers *handlers, uint32_t op_count)
{
    for (uint32_t i = 0; i + 1 < op_count; i++) {
        struct vgpu_op *op = &analysis->ops[i];
        if (op->detail->refusal || (!reads_tainted(analysis, op->detail) && !writes_tainted(analysis, op->detail)))
            continue;
        op->detail->tracked = (struct vgpu_handler_pair){op->full, op->masked};
        op->full = handlers->tracked.full;
        op->masked = handlers->tracked.masked;
    }
}

/* Ops that are not wrapped tell nobody what they write, so what only they write counts as defined from the start. */
static void mark_unfollowed(struct vgpu_decoder *decoder, const struct analysis *analysis)
{
    struct vgpu_function *function = decoder->function;
    function->defined_at_entry = ARENA_ARRAY(decoder->arena, function->register_count + 1, uint32_t);
    for (uint32_t slot = 0; slot < function->register_count; slot++)
        function->defined_at_entry[slot] = set_has(&analysis->tainted, slot) ? 0 : UINT32_MAX;
}

void registers_find_undefined(struct vgpu_decoder *decoder)
{
    struct vgpu_function *function = decoder->function;
    const struct ptx_function *source = function->source;
    struct analysis analysis = {
        .source = source, .ops = (struct vgpu_op *)function->ops, .words = function->register_count / SET_BITS + 1};
    if (source->block_count == 0)
        return;
    analysis.defined_in = ARENA_ARRAY(decoder->arena, source->block_count, struct slot_set);
    struct slot_set scratch = {ARENA_ARRAY(decoder->arena, analysis.words, uint64_t)};
    analysis.tainted.words = ARENA_ARRAY(decoder->arena, analysis.words, uint64_t);
    for (uint32_t i = 0; i < source->block_count; i++) { /* all are defined until a way says otherwise */
        analysis.defined_in[i].words = ARENA_ARRAY(decoder->arena, analysis.words, uint64_t);
        if (i > 0)
            memset(analysis.defined_in[i].words, 0xff, analysis.words * sizeof(uint64_t));
    }
    for (uint32_t i = 0; i < source->parameter_count; i++)
        if (source->parameters[i]->space == PTX_SPACE_REGISTER)
            set_add(&analysis.defined_in[0], source->parameters[i]->register_slot);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < source->block_count; i++)
            changed |= flow_block(&analysis, i, &scratch);
    }
    if (!find_first_reads(&analysis, &scratch))
        return;
    while (spread_taint(&analysis, function->op_count))
        continue;
    function->tracks_undefined = true;
    mark_unfollowed(decoder, &analysis);
    wrap_ops(&analysis, decoder->handlers, function->op_count);
}

/* --- at run time ------------------------------------------------------------------------------------------------- */

static void report(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t lanes, const char *use)
{
    struct vgpu_finding finding = {.kind = VGPU_FINDING_UNINITIALISED_REGISTER,
                                   .space = VGPU_FINDING_SPACE_REGISTER,
                                   .lane = (uint32_t)__builtin_ctz(lanes),
                                   .element = -1,
                                   .message = use};
    finding_add(warp, op, &finding);
}

static uint32_t defined_in_all(const uint32_t *defined, const uint16_t *slots, uint32_t count)
{
    uint32_t all = UINT32_MAX;
    for (uint32_t i = 0; i < count; i++)
        all &= defined[slots[i]];
    return all;
}

static void set_all(uint32_t *defined, const uint16_t *slots, uint32_t count, uint32_t lanes, uint32_t value)
{
    for (uint32_t i = 0; i < count; i++)
        defined[slots[i]] = (defined[slots[i]] & ~lanes) | (value & lanes);
}

/*
 * Definedness is kept by register, not by bit. A mask that keeps most of a word, or drops its lowest bit, edits a field
 * of a word whose other fields may not be set yet: its result counts as defined. x & 31 does not.
 */
static bool edits_field(const struct vgpu_warp *warp, const struct vgpu_op *op, const uint8_t *frame)
{
    const struct vgpu_detail *detail = op->detail;
    if (detail->source->opcode != PTX_OPCODE_AND || detail->read_count != 1)
        return false;
    uint32_t variable = warp->frame->function->register_offsets[detail->reads[0]];
    uint32_t mask = *(const uint32_t *)(const void *)(frame + (op->a == variable ? op->b : op->a));
    return !(mask & 1) || __builtin_popcount(mask) > 16;
}

/*
 * Where one defined operand alone decides: false && x, true || x, and the operand that selp chooses. Operands are
 * those of the op (a, b, c), their slots reads[0..].
 */
static uint32_t refine(const struct vgpu_op *op, const uint8_t *frame, const uint32_t *defined, uint32_t all)
{
    const struct vgpu_detail *detail = op->detail;
    enum ptx_opcode opcode = detail->source->opcode;
    const uint16_t *reads = detail->reads;
    bool is_predicate = detail->source->types[0] == PTX_TYPE_PRED;
    if (is_predicate && detail->read_count >= 2 && (opcode == PTX_OPCODE_AND || opcode == PTX_OPCODE_OR)) {
        uint32_t a = *(const uint32_t *)(const void *)(frame + op->a) ^ (op->flags & 1 ? UINT32_MAX : 0);
        uint32_t b = *(const uint32_t *)(const void *)(frame + op->b) ^ (op->flags & 2 ? UINT32_MAX : 0);
        if (opcode == PTX_OPCODE_AND) {
            a = ~a;
            b = ~b;
        }
        return all | (defined[reads[0]] & a) | (defined[reads[1]] & b);
    }
    if (opcode == PTX_OPCODE_SELP && detail->read_count == 3) {
        uint32_t choice = *(const uint32_t *)(const void *)(frame + op->c) ^ (op->flags ? UINT32_MAX : 0);
        return defined[reads[2]] & ((choice & defined[reads[0]]) | (~choice & defined[reads[1]]));
    }
    return all;
}

/* Structures are copied with their padding, fields are edited within words: what is partly set counts as set. */
static bool local_holds_any(const struct vgpu_warp *warp, uint64_t offset, uint32_t lane, uint32_t size_bytes)
{
    for (uint32_t i = 0; i < size_bytes; i++)
        if (local_is_defined(warp, offset + i, lane, 1))
            return true;
    return false;
}

/* What a load from local memory found there. */
static uint32_t defined_by_load(const struct vgpu_warp *warp, const uint8_t *frame, const struct vgpu_op *op,
                                uint32_t lanes)
{
    const struct vgpu_detail *detail = op->detail;
    uint32_t size_bytes = (uint32_t)detail->size_bytes * detail->element_count, result = UINT32_MAX;
    bool is_generic = detail->source->space == PTX_SPACE_GENERIC;
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++) {
        if (!(lanes >> lane & 1))
            continue;
        uint64_t address = access_address(op, frame, lane);
        if (is_generic && (address < VGPU_WINDOW_LOCAL || address >= VGPU_WINDOW_PARAMETER))
            continue;
        address &= UINT32_MAX;
        if (address + size_bytes <= warp_local_bytes(warp) && !local_holds_any(warp, address, lane, size_bytes))
            result &= ~(1U << lane);
    }
    return result;
}

/* Lanes whose generic address is in local memory: what is stored there is nobody else's business yet. */
static uint32_t lanes_in_local(const uint8_t *frame, const struct vgpu_op *op, uint32_t lanes)
{
    uint32_t local = 0;
    if (op->detail->source->opcode != PTX_OPCODE_ST || op->detail->source->space != PTX_SPACE_GENERIC)
        return 0;
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++) {
        uint64_t address = lanes >> lane & 1 ? access_address(op, frame, lane) : 0;
        local |= (uint32_t)(address >= VGPU_WINDOW_LOCAL && address < VGPU_WINDOW_PARAMETER) << lane;
    }
    return local;
}

/* Findings for undefined sources of an op; what was reported counts as defined from then on. */
static void report_uses(struct vgpu_warp *warp, const uint8_t *frame, const struct vgpu_op *op, uint32_t *defined,
                        uint32_t lanes)
{
    const struct vgpu_detail *detail = op->detail;
    uint32_t address = lanes & ~defined_in_all(defined, detail->reads, detail->address_read_count);
    uint32_t others = lanes & ~defined_in_all(defined, detail->reads + detail->address_read_count,
                                              detail->read_count - detail->address_read_count);
    const char *use = NULL;
    uint32_t bad = 0;
    if (address && detail->report_undefined & VGPU_UNDEFINED_ADDRESS) {
        use = "an address depends on a value that was never set";
        bad = address;
    } else if (others & ~lanes_in_local(frame, op, others) && detail->report_undefined & VGPU_UNDEFINED_STORE) {
        use = "a value that was never set is stored";
        bad = others & ~lanes_in_local(frame, op, others);
    } else if (others && detail->report_undefined & VGPU_UNDEFINED_SHUFFLE) {
        use = "a value that was never set is exchanged between lanes";
        bad = others;
    } else if (others && detail->source->opcode == PTX_OPCODE_BRA) {
        use = "a branch depends on a value that was never set";
        bad = others;
    }
    if (!use)
        return;
    report(warp, op, bad, use);
    set_all(defined, detail->reads, detail->read_count, lanes, UINT32_MAX);
}

const struct vgpu_op *registers_track(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op, bool is_full)
{
    const struct vgpu_detail *detail = op->detail;
    uint32_t *defined = warp->frame->defined, lanes = warp->active, written = lanes;
    if (op->guard != VGPU_NO_OPERAND && !detail->heeds_guard) { /* the others do not execute it */
        uint32_t guard = *(const uint32_t *)(const void *)(frame + op->guard);
        written &= op->guard_negated ? ~guard : guard;
    }
    if (written && (detail->report_undefined || detail->source->opcode == PTX_OPCODE_BRA))
        report_uses(warp, frame, op, defined, written);
    uint32_t result = refine(op, frame, defined, defined_in_all(defined, detail->reads, detail->read_count));
    if (edits_field(warp, op, frame))
        result = UINT32_MAX;
    bool is_load = detail->source->opcode == PTX_OPCODE_LD, is_store = detail->source->opcode == PTX_OPCODE_ST;
    bool is_param = detail->source->space == PTX_SPACE_PARAMETER;
    if (is_load && !is_param)
        result = defined_by_load(warp, frame, op, lanes);
    uint64_t addresses[VGPU_WARP_LANES] = {0};
    for (uint32_t lane = 0; is_store && !is_param && lane < VGPU_WARP_LANES; lane++)
        addresses[lane] = access_address(op, frame, lane);
    const struct vgpu_op *next = (is_full ? detail->tracked.full : detail->tracked.masked)(warp, frame, op);
    set_all(defined, detail->writes, detail->write_count, written, result);
    uint32_t size_bytes = (uint32_t)detail->size_bytes * detail->element_count;
    for (uint32_t lane = 0; is_store && !is_param && lane < VGPU_WARP_LANES; lane++) {
        uint64_t address = addresses[lane];
        bool is_local = detail->source->space == PTX_SPACE_LOCAL ||
                        (detail->source->space == PTX_SPACE_GENERIC && address >= VGPU_WINDOW_LOCAL &&
                         address < VGPU_WINDOW_PARAMETER);
        if (is_local && written & ~result & 1U << lane && (uint32_t)address + size_bytes <= warp_local_bytes(warp))
            local_set_defined(warp, address & UINT32_MAX, lane, size_bytes, false);
    }
    return next;
}
