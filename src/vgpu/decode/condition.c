/* Finds conditions: follows values through the registers of a function. */
#include "vgpu/decode/condition.h"

#include <stdlib.h>

#include "ptx/registers.h"

enum { CONDITIONS_MOST = UINT16_MAX };

/* Arguments of a kernel are the launch's own. Those of other functions may have been loaded. */
static bool is_argument(const struct ptx_function *function, const struct ptx_instruction *instruction)
{
    return function->is_entry && ptx_does(instruction) == PTX_DOES_LOAD && instruction->space == PTX_SPACE_PARAMETER;
}

/* Whether the result can be something else than a function of the operands. */
static bool brings_values(const struct ptx_function *function, const struct ptx_instruction *instruction)
{
    const struct ptx_opcode_info *info = ptx_opcode_info(instruction->opcode);
    bool computes = info->unit != PTX_UNIT_LSU && info->unit != PTX_UNIT_TENSOR && info->does != PTX_DOES_CALL &&
                    info->does != PTX_DOES_SHUFFLE && info->does != PTX_DOES_VOTE;
    return !computes && !is_argument(function, instruction);
}

static bool reads_followed(const struct ptx_instruction *instruction, const bool *follows)
{
    for (struct ptx_registers at = {.instruction = instruction}; ptx_registers_next(&at);)
        if (at.role != PTX_REGISTER_WRITTEN && follows[at.slot])
            return true;
    return false;
}

/* Marks what the instruction writes. True: something new. */
static bool mark(const struct ptx_instruction *instruction, bool *follows)
{
    bool changed = false;
    for (struct ptx_registers at = {.instruction = instruction}; ptx_registers_next(&at);) {
        changed |= at.role == PTX_REGISTER_WRITTEN && !follows[at.slot];
        follows[at.slot] |= at.role == PTX_REGISTER_WRITTEN;
    }
    return changed;
}

/* The registers whose values follow from loaded ones, by slot. */
static bool *find_followed(const struct ptx_function *function)
{
    bool *follows = calloc(function->register_count + 1U, sizeof *follows);
    for (bool changed = follows != NULL; changed;) {
        changed = false;
        for (uint32_t i = 0; i < function->instruction_count; i++) {
            const struct ptx_instruction *instruction = &function->instructions[i];
            if (brings_values(function, instruction) || reads_followed(instruction, follows))
                changed |= mark(instruction, follows);
        }
    }
    return follows;
}

/* A comparison, or what joins the results of several. */
static bool is_condition(const struct ptx_instruction *instruction)
{
    bool joins = instruction->opcode == PTX_OPCODE_AND || instruction->opcode == PTX_OPCODE_OR ||
                 instruction->opcode == PTX_OPCODE_XOR;
    return instruction->opcode == PTX_OPCODE_SETP || (joins && instruction->types[0] == PTX_TYPE_PRED);
}

static void number(struct vgpu_module *module, struct vgpu_function *function)
{
    function->first_condition = module->condition_count + 1;
    bool *follows = find_followed(function->source);
    for (uint32_t i = 0; follows && i < function->source->instruction_count; i++) {
        const struct ptx_instruction *instruction = &function->source->instructions[i];
        struct vgpu_op *op = &module->ops[function->ops - module->ops + i];
        if (is_condition(instruction) && !reads_followed(instruction, follows) &&
            module->condition_count < CONDITIONS_MOST)
            op->access = (uint16_t)++module->condition_count;
    }
    free(follows);
    function->condition_end = module->condition_count + 1;
}

void condition_find_all(struct vgpu_module *module)
{
    for (uint32_t i = 0; i < module->function_count; i++)
        if (module->functions[i].op_count)
            number(module, &module->functions[i]);
    module->outcomes = ARENA_ARRAY(module->arena, module->condition_count + 1U, uint8_t);
}
