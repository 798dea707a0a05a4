/*
 * Finds the shared variable that each address is computed from: `tile` in tile[row * 40 + i], for
 * any index.
 *
 * The search runs once for a module with several shared variables, over all paths together. If
 * several variables are possible, none is noted. An access to another variable than the noted one
 * is out of bounds, even inside the block's shared memory.
 */
#include "vgpu/decode/selector.h"

enum { BASE_NONE = 0, BASE_SEVERAL = UINT16_MAX }; /* else the variable's number, from 1 */

static uint16_t join(uint16_t a, uint16_t b)
{
    if (a == BASE_NONE || b == BASE_NONE || a == b)
        return a > b ? a : b;
    return BASE_SEVERAL;
}

/* The shared variables that an instruction names: `mov.u32 %r, tile`, `[tile+4]`. */
static uint16_t base_of_names(const struct vgpu_module *module, const struct ptx_instruction *instruction)
{
    uint16_t base = BASE_NONE;
    for (uint32_t i = 0; i < instruction->operand_count; i++)
        for (uint32_t j = 0; instruction->operands[i].variable && j < module->shared_count; j++)
            if (module->shared[j].variable == instruction->operands[i].variable)
                base = join(base, (uint16_t)(j + 1));
    return base;
}

static uint16_t base_of_reads(const struct vgpu_module *module, const struct vgpu_detail *detail, uint32_t read_count,
                              const uint16_t *bases)
{
    uint16_t base = base_of_names(module, detail->source);
    for (uint32_t i = 0; i < read_count; i++)
        base = join(base, bases[detail->reads[i]]);
    return base;
}

static uint16_t base_of(const struct vgpu_module *module, const struct ptx_operand *operand, const uint16_t *bases)
{
    if (operand->kind == PTX_OPERAND_REGISTER)
        return bases[operand->register_slot];
    for (uint32_t i = 0; operand->variable && i < module->shared_count; i++)
        if (module->shared[i].variable == operand->variable)
            return (uint16_t)(i + 1);
    return BASE_NONE;
}

/*
 * Whether the result is the distance of two addresses. Added to a third address, a distance can
 * lead to any variable.
 */
static bool is_distance(const struct vgpu_module *module, const struct ptx_instruction *instruction,
                        const uint16_t *bases)
{
    return ptx_opcode_info(instruction->opcode)->arithmetic == PTX_ARITHMETIC_DIFFERENCE &&
           instruction->operand_count == 3 && base_of(module, &instruction->operands[2], bases) != BASE_NONE;
}

/* Values from memory, from another lane or from a comparison of addresses have no base. */
static bool passes_on(const struct vgpu_detail *detail)
{
    if (!detail->source || detail->access != VGPU_ACCESS_NONE || detail->call)
        return false;
    enum ptx_action does = ptx_does(detail->source);
    return does != PTX_DOES_SHUFFLE && does != PTX_DOES_COMPARE;
}

static bool spread(const struct vgpu_module *module, const struct vgpu_function *function, uint16_t *bases)
{
    bool changed = false;
    for (uint32_t i = 0; i < function->op_count; i++) {
        const struct vgpu_detail *detail = function->ops[i].detail;
        uint16_t base = passes_on(detail) ? base_of_reads(module, detail, detail->read_count, bases) : BASE_NONE;
        if (base && is_distance(module, detail->source, bases))
            base = BASE_SEVERAL;
        for (uint32_t j = 0; base && j < detail->write_count; j++) {
            uint16_t joined = join(bases[detail->writes[j]], base);
            changed |= joined != bases[detail->writes[j]];
            bases[detail->writes[j]] = joined;
        }
    }
    return changed;
}

static void find_in_function(const struct vgpu_module *module, const struct vgpu_function *function)
{
    uint16_t *bases = ARENA_ARRAY(module->arena, function->register_count + 1, uint16_t);
    while (spread(module, function, bases))
        continue;
    for (uint32_t i = 0; i < function->op_count; i++) {
        struct vgpu_detail *detail = function->ops[i].detail;
        if (!detail->source || detail->access == VGPU_ACCESS_NONE)
            continue;
        uint16_t base = base_of_reads(module, detail, detail->address_read_count, bases);
        detail->shared_base = base == BASE_SEVERAL ? BASE_NONE : base;
    }
}

void shared_base_find(const struct vgpu_module *module)
{
    if (module->shared_count < 2 || module->shared_count >= BASE_SEVERAL)
        return;
    for (uint32_t i = 0; i < module->function_count; i++)
        if (module->functions[i].op_count)
            find_in_function(module, &module->functions[i]);
}
