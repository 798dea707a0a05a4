/* Stretches and loops of the blocks of a PTX function, as ptxas sees them. */
#include "timing/schedule/stretch.h"

#include "timing/schedule/block_schedule.h"

enum { UNROLLED_MOST = 32 }; /* instructions */

bool stretch_leads_to(const struct ptx_block *block, uint32_t to)
{
    for (uint32_t i = 0; i < block->successor_count; i++)
        if (block->successors[i] == to)
            return true;
    return false;
}

uint32_t stretch_loop_end(const struct ptx_function *function, uint32_t index)
{
    uint32_t last = index;
    for (uint32_t i = index + 1; i < function->block_count; i++)
        last = stretch_leads_to(&function->blocks[i], index) ? i : last;
    return last;
}

bool stretch_holds_no_loop(const struct ptx_function *function, uint32_t index, uint32_t last)
{
    for (uint32_t from = index; from < last; from++)
        for (uint32_t to = index; to <= from; to++)
            if (stretch_leads_to(&function->blocks[from], to))
                return false;
    return true;
}

bool stretch_is_self_loop(const struct ptx_function *function, uint32_t block)
{
    return stretch_leads_to(&function->blocks[block], block);
}

/*
 * Whether the opcode becomes an instruction of its own. ptxas folds constants into their users, and
 * shifts of an index into its sum.
 */
static bool is_issued(const struct ptx_opcode_info *info)
{
    return info->does != PTX_DOES_COPY && info->flow != PTX_FLOW_SHL;
}

bool stretch_is_predicated(const struct ptx_function *function, uint32_t index)
{
    enum { PREDICATED_MOST = 8 };
    if (index + 2 >= function->block_count)
        return false;
    const struct ptx_block *head = &function->blocks[index], *skipped = head + 1;
    bool is_skip = head->successor_count == 2 && stretch_leads_to(head, index + 1) &&
                   stretch_leads_to(head, index + 2) && skipped->successor_count == 1 &&
                   skipped->successors[0] == index + 2;
    uint32_t count = 0;
    for (uint32_t i = skipped->first; is_skip && i < skipped->end; i++) {
        const struct ptx_opcode_info *info = ptx_opcode_info(function->instructions[i].opcode);
        is_skip = info->category != PTX_CATEGORY_SYNC && count <= PREDICATED_MOST;
        count += is_issued(info);
    }
    if (!is_skip || count > PREDICATED_MOST)
        return false;
    for (uint32_t i = 0; i < function->block_count; i++)
        if (i != index && i != index + 1 && stretch_leads_to(&function->blocks[i], index + 2))
            return false;
    return true;
}

uint32_t stretch_end(const struct ptx_function *function, uint32_t index)
{
    uint32_t last = index;
    while (stretch_is_predicated(function, last))
        last += 2;
    return last;
}

bool stretch_is_unrollable(const struct ptx_function *function, const struct ptx_block *block)
{
    bool counts = false;
    for (uint32_t i = block->first; i < block->end; i++) {
        const struct ptx_instruction *instruction = &function->instructions[i];
        if (is_memory(instruction) && !is_load(instruction))
            return false;
        const struct ptx_opcode_info *info = ptx_opcode_info(instruction->opcode);
        if (info->category == PTX_CATEGORY_SYNC)
            return false;
        if (info->flow == PTX_FLOW_COMPARE && instruction->operand_count > 2) {
            const struct ptx_operand *limit = &instruction->operands[2];
            enum ptx_type type = (enum ptx_type)instruction->types[0];
            counts = !ptx_type_is_float(type) && limit->kind != PTX_OPERAND_NONE;
            for (uint32_t j = block->first; counts && j < block->end; j++) {
                const struct ptx_instruction *step = &function->instructions[j];
                if (ptx_opcode_info(step->opcode)->arithmetic == PTX_ARITHMETIC_SUM &&
                    step->operands[0].kind == PTX_OPERAND_REGISTER &&
                    step->operands[0].register_slot == instruction->operands[1].register_slot)
                    counts = step->operands[2].kind == PTX_OPERAND_IMMEDIATE;
            }
        }
    }
    return counts && block->end - block->first < UNROLLED_MOST;
}
