/*
 * Vectorised loads: neighbours in shared memory that ptxas joins, and places that a block loads
 * twice.
 *
 * The PTX has these loads one by one, the machine code does not. Their passes over the banks agree
 * with what a profiler counts for matrix products and scans.
 */
#include "ptx/registers.h"
#include "timing/schedule/block_schedule.h"

static uint32_t element_bytes(const struct ptx_instruction *instruction)
{
    return instruction->type_count ? ptx_type_bits((enum ptx_type)instruction->types[0]) / 8 : 0;
}

static bool is_joinable(const struct ptx_instruction *instruction)
{
    uint32_t bytes = element_bytes(instruction);
    return ptx_does(instruction) == PTX_DOES_LOAD && instruction->space == PTX_SPACE_SHARED &&
           instruction->vector <= 1 && (bytes == 1 || bytes == 2 || bytes == 4) &&
           instruction->operands[1].kind == PTX_OPERAND_MEMORY;
}

static bool is_same_base(const struct ptx_operand *a, const struct ptx_operand *b)
{
    return a->base_kind == b->base_kind && a->register_slot == b->register_slot && a->variable == b->variable;
}

/* Whether the block loads all `elements` neighbours of this load. */
static bool has_neighbours(const struct vgpu_profiled_op *ops, const struct ptx_block *block,
                           const struct ptx_instruction *self, uint32_t elements)
{
    uint32_t bytes = element_bytes(self), found = 0;
    int64_t all = (int64_t)bytes * elements,
            inside = all - 1; /* a power of two less one: works for negative offsets too */
    int64_t group = self->operands[1].offset_bytes & ~inside;
    for (uint32_t i = block->first; i < block->end; i++) {
        const struct ptx_instruction *other = ops[i].instruction;
        if (!is_joinable(other) || element_bytes(other) != bytes ||
            !is_same_base(&self->operands[1], &other->operands[1]) ||
            (other->operands[1].offset_bytes & ~inside) != group)
            continue;
        found |= 1U << (other->operands[1].offset_bytes & inside) / bytes;
    }
    return found == (1U << elements) - 1;
}

/*
 * Whether an earlier load of the block has read the same place, without a store or a wait in
 * between.
 */
static bool is_repeated(const struct vgpu_profiled_op *ops, const struct ptx_block *block, uint32_t index)
{
    enum { LOOKED_BACK = 256 };
    const struct ptx_operand *place = &ops[index].instruction->operands[1];
    const struct ptx_instruction *self = ops[index].instruction;
    for (uint32_t i = index; i > block->first && index - i < LOOKED_BACK; i--) {
        const struct ptx_instruction *before = ops[i - 1].instruction;
        if (!before || ptx_opcode_info(before->opcode)->category == PTX_CATEGORY_SYNC ||
            (is_memory(before) && !is_load(before)))
            return false;
        const struct ptx_operand *other = &before->operands[1];
        if (is_joinable(before) && is_same_base(place, other) && place->offset_bytes == other->offset_bytes &&
            self->types[0] == before->types[0])
            return true;
        if (place->base_kind == PTX_OPERAND_REGISTER && ptx_writes_register(before, place->register_slot))
            return false;
    }
    return false;
}

/*
 * ptxas joins four or two neighbouring elements where the addresses of all lanes are aligned for
 * it. Loads of 16 bytes per lane pass over the banks in quarters of the warp, loads of 8 bytes in
 * halves.
 */
struct vectorised_load vectorised_loads_find(const struct schedule *schedule, const struct ptx_block *block,
                                             uint32_t index)
{
    const struct vgpu_profiled_op *ops = &schedule->profile->ops[schedule->first_op], *op = &ops[index];
    struct vectorised_load alone = {1, op->shared_requests ? (double)op->wavefronts / (double)op->shared_requests : 0};
    if (!op->instruction || !is_joinable(op->instruction) || !op->wide_passes[0])
        return alone;
    if (is_repeated(ops, block, index))
        return (struct vectorised_load){0};
    uint32_t bytes = element_bytes(op->instruction), widest = 16;
    if (schedule->machine && schedule->machine->code)
        widest = schedule->machine->widest_shared_load;
    for (uint32_t elements = 4; elements > 1; elements /= 2) {
        uint32_t all = elements * bytes;
        if (all > widest || op->apart % all || !has_neighbours(ops, block, op->instruction, elements))
            continue;
        double passes = all == 16 ? op->wide_passes[1] : all == 8 ? op->wide_passes[0] : alone.passes;
        return (struct vectorised_load){elements, passes};
    }
    return alone;
}
