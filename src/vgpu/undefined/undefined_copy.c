/*
 * Copies of structures: stores that put back what loads took from the same places relative to each other.
 *
 * Compilers copy a structure by words or bytes, its padding along with its members. One element of such a copy may be
 * undefined as a whole though nothing is wrong. Within a basic block, elements belong to one copy if they are of one
 * line, are stored as they were loaded, and lie apart as they lay apart where they come from. Addresses are known as a
 * register, as of the op that set it last, and a distance from it. Loops that do the same element by element are no
 * copies: there each store stands for itself.
 */
#include "base/arena.h"
#include "vgpu/undefined/undefined.h"

enum { MEMBERS_MAX = 256, NO_OP = -1 };

/* An address: a variable's, or what a register held after an op of this block, or before the block, plus bytes. */
struct base {
    const struct ptx_variable *variable; /* NULL: a register's */
    uint32_t slot;
    int64_t set_by; /* index of the op, NO_OP: before */
    int64_t bytes;
};

/* What a slot holds now. */
struct holding {
    int64_t set_by;   /* op of this block; NO_OP none */
    struct base base; /* its value as an address */
    bool is_loaded;
    struct base from; /* if so: where from, the element's own */
};

/* An element of a store, with what it takes to belong to another. */
struct stored {
    uint32_t op;
    int line;
    struct base to, from; /* the latter if it was loaded */
    bool is_loaded, is_byte;
    struct undefined_copy_member member;
};

struct scan {
    const struct vgpu_function *function;
    struct vgpu_undefined_form **forms;
    struct arena *arena;
    struct holding *holdings; /* by slot */
    uint32_t *touched;        /* slots set in this block */
    uint32_t touched_count;
    struct stored stored[MEMBERS_MAX]; /* of one line, in this block */
    uint32_t stored_count;
};

static struct base base_of(const struct scan *scan, uint32_t slot)
{
    const struct holding *holding = &scan->holdings[slot];
    return holding->set_by == NO_OP ? (struct base){.slot = slot, .set_by = NO_OP} : holding->base;
}

static bool same_base(const struct base *a, const struct base *b)
{
    return a->variable == b->variable && a->slot == b->slot && a->set_by == b->set_by;
}

/* --- groups ------------------------------------------------------------------------------------------------------ */

/* Of bytes the others need not be loaded: optimisers copy what they know of a structure, and bytes between it. */
static bool belong_together(const struct stored *a, const struct stored *b)
{
    if (!same_base(&a->to, &b->to))
        return false;
    return a->is_byte || (b->is_loaded && same_base(&a->from, &b->from) &&
                          a->to.bytes - a->from.bytes == b->to.bytes - b->from.bytes);
}

/* What an earlier store of the line was found to be part of. */
static const struct undefined_copy *find_known(const struct scan *scan, uint32_t first)
{
    for (uint32_t i = 0; !scan->stored[first].is_byte && i < first; i++)
        if (scan->forms[scan->stored[i].op]->copy && !scan->stored[i].is_byte &&
            belong_together(&scan->stored[i], &scan->stored[first]))
            return scan->forms[scan->stored[i].op]->copy;
    return NULL;
}

/* A store of what was loaded: it may be part of a copy with others of the line. */
static void close_store(struct scan *scan, uint32_t first)
{
    const struct stored *own = &scan->stored[first];
    struct undefined_copy copy = {0};
    scan->forms[own->op]->copy = find_known(scan, first);
    if (scan->forms[own->op]->copy)
        return;
    copy.members = ARENA_ARRAY(scan->arena, scan->stored_count, struct undefined_copy_member);
    for (uint32_t i = 0; i < scan->stored_count; i++)
        if (belong_together(own, &scan->stored[i]))
            copy.members[copy.count++] = scan->stored[i].member;
    if (copy.count < 2)
        return;
    struct undefined_copy *kept = ARENA_NEW(scan->arena, struct undefined_copy);
    *kept = copy;
    scan->forms[own->op]->copy = kept;
}

static void close_line(struct scan *scan)
{
    for (uint32_t i = 0; i < scan->stored_count; i++)
        if (scan->stored_count > 1 && scan->stored[i].is_loaded &&
            (i == 0 || scan->stored[i - 1].op != scan->stored[i].op))
            close_store(scan, i);
    scan->stored_count = 0;
}

/* --- ops --------------------------------------------------------------------------------------------------------- */

static void set_slot(struct scan *scan, uint32_t slot, const struct holding *holding)
{
    if (scan->holdings[slot].set_by == NO_OP)
        scan->touched[scan->touched_count++] = slot;
    scan->holdings[slot] = *holding;
}

/* Where a load or store goes; false: not to a register and a distance. */
static bool find_address(const struct scan *scan, const struct ptx_operand *memory, struct base *out_base)
{
    if (memory->kind != PTX_OPERAND_MEMORY)
        return false;
    if (memory->base_kind == PTX_OPERAND_REGISTER)
        *out_base = base_of(scan, memory->register_slot);
    else if (memory->base_kind == PTX_OPERAND_VARIABLE)
        *out_base = (struct base){.variable = memory->variable, .set_by = NO_OP};
    else
        return false;
    out_base->bytes += memory->offset_bytes;
    return true;
}

static const struct ptx_operand *element_of(const struct ptx_operand *value, uint32_t index)
{
    return value->kind == PTX_OPERAND_VECTOR ? &value->elements[index] : value;
}

static void scan_load(struct scan *scan, uint32_t index)
{
    const struct vgpu_detail *detail = scan->function->ops[index].detail;
    const struct ptx_instruction *instruction = detail->source;
    struct base from;
    bool is_known = find_address(scan, &instruction->operands[1], &from);
    for (uint32_t i = 0; i < detail->element_count; i++) {
        const struct ptx_operand *element = element_of(&instruction->operands[0], i);
        if (element->kind != PTX_OPERAND_REGISTER)
            continue;
        struct holding holding = {.set_by = index,
                                  .base = {.slot = element->register_slot, .set_by = index},
                                  .is_loaded = is_known,
                                  .from = from};
        holding.from.bytes += (int64_t)i * detail->size_bytes;
        set_slot(scan, element->register_slot, &holding);
    }
}

static void scan_store(struct scan *scan, uint32_t index)
{
    const struct vgpu_op *op = &scan->function->ops[index];
    const struct vgpu_detail *detail = op->detail;
    const struct ptx_instruction *instruction = detail->source;
    struct base to;
    if (scan->stored_count && scan->stored[0].line != detail->line)
        close_line(scan);
    if (detail->line <= 0 || !find_address(scan, &instruction->operands[0], &to))
        return;
    for (uint32_t i = 0; i < detail->element_count; i++) {
        const struct ptx_operand *element = element_of(&instruction->operands[1], i);
        if (detail->elements[i] == VGPU_NO_OPERAND || scan->stored_count == MEMBERS_MAX)
            return;
        struct stored *stored = &scan->stored[scan->stored_count++];
        *stored = (struct stored){.op = index,
                                  .line = detail->line,
                                  .to = to,
                                  .is_byte = detail->size_bytes == 1,
                                  .member = {detail->elements[i], detail->is_wide}};
        stored->to.bytes += (int64_t)i * detail->size_bytes;
        if (element->kind != PTX_OPERAND_REGISTER)
            continue;
        stored->is_loaded = scan->holdings[element->register_slot].is_loaded;
        stored->from = scan->holdings[element->register_slot].from;
    }
}

/* d = a + constant is an address beside that in a; anything else is an address of its own. */
static void scan_other(struct scan *scan, uint32_t index)
{
    const struct vgpu_detail *detail = scan->function->ops[index].detail;
    const struct ptx_instruction *instruction = detail->source;
    const struct ptx_operand *operands = instruction->operands;
    for (uint32_t i = 0; i < detail->write_count; i++) {
        struct holding holding = {.set_by = index, .base = {.slot = detail->writes[i], .set_by = index}};
        if (instruction->opcode == PTX_OPCODE_ADD && !instruction->is_guarded &&
            operands[1].kind == PTX_OPERAND_REGISTER && operands[2].kind == PTX_OPERAND_IMMEDIATE) {
            holding.base = base_of(scan, operands[1].register_slot);
            holding.base.bytes += (int64_t)operands[2].bits;
        }
        set_slot(scan, detail->writes[i], &holding);
    }
}

static void scan_block(struct scan *scan, const struct ptx_block *block)
{
    for (uint32_t i = block->first; i < block->end; i++) {
        enum ptx_opcode opcode = scan->function->ops[i].detail->source->opcode;
        if (opcode == PTX_OPCODE_LD)
            scan_load(scan, i);
        else if (opcode == PTX_OPCODE_ST)
            scan_store(scan, i);
        else
            scan_other(scan, i);
    }
    close_line(scan);
    for (uint32_t i = 0; i < scan->touched_count; i++)
        scan->holdings[scan->touched[i]] = (struct holding){.set_by = NO_OP};
    scan->touched_count = 0;
}

void undefined_find_copies(struct vgpu_module *module, const struct vgpu_function *function,
                           struct vgpu_undefined_form **forms)
{
    CLEANUP(arena_free) struct arena *scratch = arena_new();
    struct scan scan = {.function = function, .forms = forms, .arena = module->arena};
    scan.holdings = ARENA_ARRAY(scratch, function->register_count + 1UL, struct holding);
    scan.touched = ARENA_ARRAY(scratch, function->register_count + 1UL, uint32_t);
    for (uint32_t i = 0; i < function->register_count; i++)
        scan.holdings[i].set_by = NO_OP;
    for (uint32_t i = 0; i < function->source->block_count; i++)
        scan_block(&scan, &function->source->blocks[i]);
}
