/* Splits functions into basic blocks and finds their edges. */
#include "ptx/parse/control_flow.h"

#include <stdlib.h>
#include <string.h>

bool control_flow_ends_block(enum ptx_opcode opcode)
{
    enum ptx_action does = ptx_opcode_info(opcode)->does;
    return does == PTX_DOES_BRANCH || does == PTX_DOES_END;
}

static const struct ptx_operand *targets_of(const struct ptx_instruction *instruction, uint32_t *out_count)
{
    if (instruction->opcode == PTX_OPCODE_BRA) {
        *out_count = 1;
        return &instruction->operands[0];
    }
    bool is_table = instruction->opcode == PTX_OPCODE_BRX_IDX;
    *out_count = is_table ? instruction->operands[1].element_count : 0;
    return is_table ? instruction->operands[1].elements : NULL;
}

/* Marks the first instruction of every block: targets, labels, and instructions after a branch. */
static void mark_leaders(const struct ptx_function *function, uint8_t *is_leader)
{
    is_leader[0] = 1;
    for (uint32_t i = 0; i < function->label_count; i++)
        is_leader[function->labels[i].instruction] = 1;
    for (uint32_t i = 0; i + 1 < function->instruction_count; i++)
        if (control_flow_ends_block(function->instructions[i].opcode))
            is_leader[i + 1] = 1;
}

static uint32_t *make_blocks(struct arena *arena, struct ptx_function *function)
{
    uint32_t count = function->instruction_count;
    uint8_t *is_leader = calloc(count + 1, 1);
    if (!is_leader)
        abort();
    mark_leaders(function, is_leader);
    uint32_t *block_of = ARENA_ARRAY(arena, count, uint32_t);
    uint32_t block_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        block_count += is_leader[i];
        block_of[i] = block_count - 1;
    }
    struct ptx_block *blocks = ARENA_ARRAY(arena, block_count, struct ptx_block);
    for (uint32_t i = 0; i < count; i++) {
        if (is_leader[i])
            blocks[block_of[i]].first = i;
        blocks[block_of[i]].end = i + 1;
    }
    free(is_leader);
    function->blocks = blocks;
    function->block_count = block_count;
    return block_of;
}

static bool falls_through(const struct ptx_instruction *last)
{
    return last->is_guarded || !control_flow_ends_block(last->opcode);
}

static bool add_successors(struct arena *arena, struct ptx_function *function, uint32_t index, uint32_t *edge_total,
                           uint32_t edges_max)
{
    struct ptx_block *block = &function->blocks[index];
    const struct ptx_instruction *last = &function->instructions[block->end - 1];
    uint32_t target_count;
    const struct ptx_operand *targets = targets_of(last, &target_count);
    bool next = falls_through(last) && index + 1 < function->block_count;
    if (target_count >= edges_max || *edge_total + target_count + 1 > edges_max)
        return false;
    uint32_t *successors = ARENA_ARRAY(arena, target_count + 1, uint32_t);
    if (next)
        successors[block->successor_count++] = index + 1;
    for (uint32_t i = 0; i < target_count; i++)
        successors[block->successor_count++] = function->block_of[targets[i].target];
    block->successors = successors;
    *edge_total += target_count + 1;
    return true;
}

bool control_flow_build(struct arena *arena, struct ptx_function *function, uint32_t *edge_total, uint32_t edges_max)
{
    function->block_of = make_blocks(arena, function);
    for (uint32_t i = 0; i < function->block_count; i++) {
        if (add_successors(arena, function, i, edge_total, edges_max))
            continue;
        function->blocks = NULL;
        function->block_count = 0;
        return false;
    }
    return true;
}
