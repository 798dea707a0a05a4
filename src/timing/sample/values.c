/*
 * Whether values in memory decide what a kernel does: where it branches, or what it loads and
 * stores next. If they do not, a sample on zeros costs as much as one on the real values.
 *
 * Values are followed from loads through registers. They are also followed through shared and local
 * memory, where all places of a space count as one.
 */
#include <stdlib.h>

#include "ptx/registers.h"
#include "timing/sample/sample.h"
#include "vgpu/profile.h"

struct following {
    const struct ptx_function *function;
    bool *follows;       /* by register slot: it follows from a loaded value */
    bool spaces_follow;  /* such a value was stored to shared or local memory */
    bool changed, found; /* found: an address or a branch follows from one */
};

static bool is_on_chip(const struct ptx_instruction *instruction)
{
    return instruction->space == PTX_SPACE_SHARED || instruction->space == PTX_SPACE_SHARED_CLUSTER ||
           instruction->space == PTX_SPACE_LOCAL;
}

static bool is_constant_load(const struct ptx_instruction *instruction)
{
    return ptx_does(instruction) == PTX_DOES_LOAD &&
           (instruction->space == PTX_SPACE_PARAMETER || instruction->space == PTX_SPACE_CONSTANT);
}

/*
 * Whether a guard on the instruction matters: on an access or a branch it does, elsewhere it skips
 * next to nothing.
 */
static bool matters(const struct ptx_instruction *instruction)
{
    const struct ptx_opcode_info *info = ptx_opcode_info(instruction->opcode);
    return info->unit == PTX_UNIT_LSU || info->category == PTX_CATEGORY_CONTROL || info->category == PTX_CATEGORY_SYNC;
}

/* Whether the branch that ends block `index` only skips a few instructions without accesses. */
static bool skips_little(const struct ptx_function *function, uint32_t index)
{
    enum { SKIPPED_MOST = 24 };
    const struct ptx_block *head = &function->blocks[index], *skipped = head + 1;
    if (index + 2 >= function->block_count || head->successor_count != 2 || skipped->successor_count != 1 ||
        skipped->successors[0] != index + 2 || skipped->end - skipped->first > SKIPPED_MOST)
        return false;
    bool leads_there = head->successors[0] == index + 2 || head->successors[1] == index + 2;
    for (uint32_t i = skipped->first; i < skipped->end; i++)
        if (matters(&function->instructions[i]))
            return false;
    return leads_there;
}

static bool is_little(const struct following *following, const struct ptx_instruction *instruction)
{
    uint32_t index = (uint32_t)(instruction - following->function->instructions);
    for (uint32_t i = 0; i < following->function->block_count; i++)
        if (following->function->blocks[i].end == index + 1)
            return ptx_does(instruction) == PTX_DOES_BRANCH && skips_little(following->function, i);
    return false;
}

static bool reads_following(const struct following *following, const struct ptx_instruction *instruction,
                            enum ptx_register_role role)
{
    for (struct ptx_registers at = {.instruction = instruction}; ptx_registers_next(&at);)
        if (at.role == role && following->follows[at.slot])
            return true;
    return false;
}

static void set_following(struct following *following, const struct ptx_instruction *instruction)
{
    for (struct ptx_registers at = {.instruction = instruction}; ptx_registers_next(&at);) {
        if (at.role != PTX_REGISTER_WRITTEN)
            continue;
        following->changed |= !following->follows[at.slot];
        following->follows[at.slot] = true;
    }
}

static void follow(struct following *following, const struct ptx_instruction *instruction)
{
    const struct ptx_opcode_info *info = ptx_opcode_info(instruction->opcode);
    bool is_memory = info->unit == PTX_UNIT_LSU && !is_constant_load(instruction);
    bool delivers = instruction->destination_count > 0;
    bool is_left_out = reads_following(following, instruction, PTX_REGISTER_GUARD);
    bool reads = is_left_out || reads_following(following, instruction, PTX_REGISTER_READ);
    following->found |= reads_following(following, instruction, PTX_REGISTER_ADDRESS);
    following->found |= is_left_out && matters(instruction) && !is_little(following, instruction);
    following->found |= reads && info->category == PTX_CATEGORY_CONTROL && !is_little(following, instruction);
    if (is_memory && !delivers && reads && instruction->space != PTX_SPACE_GLOBAL) {
        following->changed |= !following->spaces_follow;
        following->spaces_follow = true;
    }
    bool loads = is_memory && delivers && (!is_on_chip(instruction) || following->spaces_follow);
    if (reads || (loads && info->does != PTX_DOES_SHUFFLE))
        set_following(following, instruction);
}

static bool depends(const struct ptx_function *function)
{
    struct following following = {.function = function, .changed = true};
    following.follows = calloc(function->register_count + 1U, sizeof *following.follows);
    while (following.follows && following.changed && !following.found) {
        following.changed = false;
        for (uint32_t i = 0; i < function->instruction_count && !following.found; i++)
            follow(&following, &function->instructions[i]);
    }
    bool found = following.found || !following.follows;
    free(following.follows);
    return found;
}

static bool can_be_followed(const struct ptx_instruction *instruction)
{
    static const bool is_unknown[PTX_CATEGORY_COUNT] = {
        [PTX_CATEGORY_ASYNC] = true, [PTX_CATEGORY_MBARRIER] = true, [PTX_CATEGORY_MATRIX] = true,
        [PTX_CATEGORY_WGMMA] = true, [PTX_CATEGORY_TCGEN05] = true,  [PTX_CATEGORY_STACK] = true};
    return ptx_does(instruction) != PTX_DOES_CALL && !is_unknown[ptx_opcode_info(instruction->opcode)->category];
}

bool values_decide(const struct vgpu_profile *profile)
{
    for (uint32_t i = 0; i < profile->entry->instruction_count; i++)
        if (!can_be_followed(&profile->entry->instructions[i]))
            return true;
    return depends(profile->entry);
}
