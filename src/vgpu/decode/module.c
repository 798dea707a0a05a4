/* Modules: places variables, decodes functions, describes kernels. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/mangled.h"
#include "vgpu/decode/condition.h"
#include "vgpu/decode/selector.h"
#include "vgpu/execution/device.h"
#include "vgpu/observers/observers.h"
#include "vgpu/program/spelling.h"

static uint32_t round_up(uint32_t value, uint32_t to)
{
    return (value + to - 1) / to * to;
}

/* --- variables -------------------------------------------------------------------------------- */

static bool place_variable(struct vgpu_module *module, uint32_t index, struct error *error)
{
    const struct ptx_variable *variable = module->program->variables[index];
    if (variable->space != PTX_SPACE_GLOBAL && variable->space != PTX_SPACE_CONSTANT)
        return true;
    if (variable->is_extern)
        return error_tell(error, ERROR_NOT_FOUND, "variable %s has no definition", variable->name);
    struct vgpu_memory *memory = &module->device->memory;
    struct vgpu_buffer *buffer =
        memory_new_untouched(memory, variable->size_bytes, mangled_readable(module->arena, variable->name), error);
    if (!buffer)
        return false;
    module->buffers[index] = buffer;
    buffer->is_constant = variable->space == PTX_SPACE_CONSTANT;
    buffer->all_defined = true;
    if (variable->initial)
        memcpy(buffer->bytes, variable->initial, variable->initial_bytes);
    return true;
}

/* False: the module has more shared variables than any block can have. */
static bool add_shared(struct vgpu_module *module, const struct ptx_variable *variable)
{
    enum { SHARED_BYTES_MAX = 1 << 30 };
    uint32_t align = variable->align_bytes > 16 ? variable->align_bytes : 16;
    bool is_dynamic = variable->size_bytes == 0;
    struct vgpu_shared_variable *shared = &module->shared[module->shared_count++];
    *shared =
        (struct vgpu_shared_variable){.variable = variable, .name = mangled_readable(module->arena, variable->name)};
    if (is_dynamic)
        return true; /* placed after all others */
    module->shared_end = round_up(module->shared_end + VGPU_SHARED_GAP_BYTES, align > 128 ? align : 128);
    shared->start = module->shared_end;
    if (variable->size_bytes > SHARED_BYTES_MAX || shared->start > SHARED_BYTES_MAX)
        return false;
    shared->size_bytes = (uint32_t)variable->size_bytes;
    module->shared_end += shared->size_bytes;
    module->static_shared_bytes += shared->size_bytes;
    return true;
}

static bool reads_reserved_offset(const struct ptx_instruction *instruction)
{
    for (uint32_t i = 0; i < instruction->operand_count; i++) {
        const struct ptx_operand *operand = &instruction->operands[i];
        if (operand->kind == PTX_OPERAND_SPECIAL && operand->special >= PTX_SPECIAL_RESERVED_SMEM_OFFSET_BEGIN &&
            operand->special <= PTX_SPECIAL_RESERVED_SMEM_OFFSET)
            return true;
    }
    return false;
}

/*
 * Reserves shared memory for the system's libraries (%reserved_smem_offset_1, PTX ISA 10).
 * Cooperative groups of several warps keep their barriers there. It is no variable of the program.
 * Only programs that ask for its place have it.
 */
static void reserve_shared(struct vgpu_module *module)
{
    enum { RESERVED_BYTES = 1024 };
    const struct ptx_program *program = module->program;
    bool is_used = false;
    for (uint32_t i = 0; i < program->function_count && !is_used; i++)
        for (uint32_t j = 0; j < program->functions[i].instruction_count && !is_used; j++)
            is_used = reads_reserved_offset(&program->functions[i].instructions[j]);
    if (!is_used)
        return;
    module->reserved_shared =
        (struct vgpu_shared_variable){.name = "reserved", .start = module->shared_end, .size_bytes = RESERVED_BYTES};
    module->shared_end += RESERVED_BYTES;
}

static bool refuse_size(const char *name, struct error *error)
{
    return error_tell(error, ERROR_RANGE, "'%.100s' is too large", name);
}

static bool place_shared(struct vgpu_module *module, struct error *error)
{
    const struct ptx_program *program = module->program;
    uint32_t most = program->variable_count;
    for (uint32_t i = 0; i < program->function_count; i++)
        most += program->functions[i].variable_count;
    module->shared = ARENA_ARRAY(module->arena, most + 1, struct vgpu_shared_variable);
    module->shared_end = VGPU_SHARED_FIRST_OFFSET;
    reserve_shared(module);
    for (uint32_t i = 0; i < program->variable_count; i++)
        if (program->variables[i]->space == PTX_SPACE_SHARED && !add_shared(module, program->variables[i]))
            return refuse_size(program->variables[i]->name, error);
    for (uint32_t i = 0; i < program->function_count; i++)
        for (uint32_t j = 0; j < program->functions[i].variable_count; j++)
            if (program->functions[i].variables[j]->space == PTX_SPACE_SHARED &&
                !add_shared(module, program->functions[i].variables[j]))
                return refuse_size(program->functions[i].variables[j]->name, error);
    bool has_static = module->shared_end > VGPU_SHARED_FIRST_OFFSET;
    module->dynamic_shared_start =
        has_static ? round_up(module->shared_end + VGPU_SHARED_GAP_BYTES, 1024) : VGPU_SHARED_FIRST_OFFSET;
    for (uint32_t i = 0; i < module->shared_count; i++)
        if (module->shared[i].size_bytes == 0)
            module->shared[i].start = module->dynamic_shared_start;
    return true;
}

static bool resolve_symbol(const struct vgpu_module *module, const struct ptx_relocation *relocation,
                           uint64_t *out_address, struct error *error)
{
    const struct ptx_variable *variable = relocation->variable;
    if (!variable)
        *out_address = VGPU_FUNCTION_ADDRESS + (uint64_t)relocation->function * 16;
    else if (variable->role == PTX_VARIABLE_MODULE && module->buffers[variable->index])
        *out_address = module->buffers[variable->index]->start;
    else
        return error_tell(error, ERROR_NOT_FOUND, "initialiser names %s, which has no address", relocation->symbol);
    *out_address = (*out_address + (uint64_t)relocation->addend) >> relocation->shift_bits;
    return true;
}

static bool relocate_variables(struct vgpu_module *module, struct error *error)
{
    for (uint32_t i = 0; i < module->program->variable_count; i++) {
        const struct ptx_variable *variable = module->program->variables[i];
        for (uint32_t j = 0; module->buffers[i] && j < variable->relocation_count; j++) {
            const struct ptx_relocation *relocation = &variable->relocations[j];
            uint64_t address;
            if (!resolve_symbol(module, relocation, &address, error))
                return false;
            if (relocation->offset_bytes + relocation->size_bytes <= variable->size_bytes &&
                relocation->size_bytes <= 8)
                memcpy(module->buffers[i]->bytes + relocation->offset_bytes, &address, relocation->size_bytes);
        }
    }
    return true;
}

/* --- functions -------------------------------------------------------------------------------- */

static void prepare_functions(struct vgpu_module *module)
{
    const struct ptx_program *program = module->program;
    module->function_count = program->function_count;
    module->functions = ARENA_ARRAY(module->arena, program->function_count + 1, struct vgpu_function);
    for (uint32_t i = 0; i < program->function_count; i++) {
        struct vgpu_function *function = &module->functions[i];
        function->source = &program->functions[i];
        function->index = i;
        function->has_entry_layout = program->functions[i].is_entry;
        function->op_count = program->functions[i].has_body ? program->functions[i].instruction_count + 1 : 0;
        module->op_count += function->op_count;
    }
    /* aligns ops to cache lines */
    char *memory = arena_alloc(module->arena, (module->op_count + 2) * sizeof(struct vgpu_op));
    module->ops = (struct vgpu_op *)(void *)(memory + (64 - (uintptr_t)memory % 64) % 64);
    uint32_t at = 0;
    for (uint32_t i = 0; i < program->function_count; i++) {
        module->functions[i].ops = module->ops + at;
        at += module->functions[i].op_count;
    }
}

static void describe_kernel(struct vgpu_module *module, struct vgpu_function *function)
{
    const struct ptx_function *source = function->source;
    struct vgpu_kernel *kernel = &function->kernel;
    uint32_t *sizes = ARENA_ARRAY(module->arena, source->parameter_count + 1, uint32_t);
    uint32_t *offsets = ARENA_ARRAY(module->arena, source->parameter_count + 1, uint32_t);
    for (uint32_t i = 0; i < source->parameter_count; i++)
        offsets[i] = (uint32_t)source->parameters[i]->offset_bytes;
    for (uint32_t i = 0; i < source->parameter_count; i++)
        sizes[i] = (uint32_t)source->parameters[i]->size_bytes;
    uint32_t shared_bytes = 0;
    for (uint32_t i = 0; i < module->program->variable_count; i++)
        if (module->program->variables[i]->space == PTX_SPACE_SHARED)
            shared_bytes += (uint32_t)module->program->variables[i]->size_bytes;
    for (uint32_t i = 0; i < source->variable_count; i++)
        if (source->variables[i]->space == PTX_SPACE_SHARED)
            shared_bytes += (uint32_t)source->variables[i]->size_bytes;
    *kernel = (struct vgpu_kernel){
        .name = source->name,
        .parameter_count = source->parameter_count,
        .parameter_bytes = (uint32_t)source->parameter_bytes,
        .parameter_offsets = offsets,
        .parameter_sizes = sizes,
        .static_shared_bytes = shared_bytes,
        .local_bytes = function->local_bytes,
        .max_threads_per_block = source->max_threads_per_block,
        .required_threads = {source->required_threads[0], source->required_threads[1], source->required_threads[2]},
        .cluster_blocks = {source->cluster_blocks[0], source->cluster_blocks[1], source->cluster_blocks[2]},
    };
}

static bool add_traits(struct vgpu_order_traits *to, const struct vgpu_order_traits *from)
{
    struct vgpu_order_traits before = *to;
    to->has_ordered_access |= from->has_ordered_access;
    to->tests_objects |= from->tests_objects;
    to->has_live_atomic |= from->has_live_atomic;
    to->sees_order |= from->sees_order;
    to->uses_heap |= from->uses_heap;
    to->calls_any |= from->calls_any;
    to->has_cluster_barrier |= from->has_cluster_barrier;
    return memcmp(&before, to, sizeof(before)) != 0;
}

/*
 * A function has the traits of the functions that it calls. A call through a pointer adds the
 * traits of all functions.
 */
static bool spread_traits(struct vgpu_module *module)
{
    bool changed = false;
    for (uint32_t i = 0; i < module->function_count; i++) {
        struct vgpu_function *function = &module->functions[i];
        for (uint32_t j = 0; j < function->op_count; j++)
            if (function->ops[j].detail->callee)
                changed |= add_traits(&function->traits, &function->ops[j].detail->callee->traits);
        for (uint32_t j = 0; function->traits.calls_any && j < module->function_count; j++)
            if (!module->functions[j].source->is_entry)
                changed |= add_traits(&function->traits, &module->functions[j].traits);
    }
    return changed;
}

static bool check_strict(const struct vgpu_module *module, struct error *error)
{
    for (uint32_t i = 0; i < module->op_count; i++) {
        const struct vgpu_detail *detail = module->ops[i].detail;
        if (detail && detail->refusal)
            return error_tell(error, ERROR_UNSUPPORTED, "PTX line %d: %s: %s", detail->source->ptx_line,
                              detail->source->mnemonic, detail->refusal);
    }
    return true;
}

/* A kernel may call each of them, if only by its address. */
static void find_callable_shared(struct vgpu_module *module)
{
    for (uint32_t i = 0; i < module->function_count; i++) {
        const struct vgpu_function *function = &module->functions[i];
        if (function->has_entry_layout || !function->shared_end)
            continue;
        if (!module->callable_shared_end || function->shared_first < module->callable_shared_first)
            module->callable_shared_first = function->shared_first;
        if (function->shared_end > module->callable_shared_end)
            module->callable_shared_end = function->shared_end;
    }
}

static void use_device(struct vgpu_module *module, struct vgpu *device)
{
    if (!device->lanes)
        device->lanes = spelling_index_new(device->arena, device->handlers);
    module->device = device;
    module->handlers = device->handlers;
    module->lanes = device->lanes;
}

struct vgpu_module *vgpu_load(struct vgpu *device, const struct ptx_program *program, bool strict, struct error *error)
{
    struct arena *arena = arena_new();
    struct vgpu_module *module = ARENA_NEW(arena, struct vgpu_module);
    module->arena = arena;
    module->program = program;
    use_device(module, device);
    module->buffers = ARENA_ARRAY(arena, program->variable_count + 1, struct vgpu_buffer *);
    for (uint32_t i = 0; i < program->variable_count; i++)
        if (!place_variable(module, i, error))
            goto failed;
    if (!relocate_variables(module, error) || !place_shared(module, error))
        goto failed;
    prepare_functions(module);
    struct vgpu_decoder decoder = {
        .module = module, .arena = arena, .handlers = device->handlers, .lanes = device->lanes};
    for (uint32_t i = 0; i < module->function_count; i++) {
        if (module->functions[i].op_count && !decode_function(&decoder, &module->functions[i])) {
            refuse_size(program->functions[i].name, error);
            goto failed;
        }
        module->uses_local |= module->functions[i].local_bytes > 0;
    }
    guess_find_all(module);
    shared_base_find(module);
    condition_find_all(module);
    OBSERVE(module_load, module);
    find_callable_shared(module);
    while (spread_traits(module))
        continue;
    for (uint32_t i = 0; i < module->function_count; i++)
        describe_kernel(module, &module->functions[i]);
    if (!strict || check_strict(module, error))
        return module;
failed:
    vgpu_unload(module);
    return NULL;
}

void vgpu_unload(struct vgpu_module *module)
{
    if (!module)
        return;
    for (uint32_t i = 0; i < module->program->variable_count; i++)
        if (module->buffers[i])
            memory_forget(&module->device->memory, module->buffers[i]);
    arena_free(module->arena);
}

bool vgpu_renew(struct vgpu_module *module)
{
    for (uint32_t i = 0; i < module->program->variable_count; i++)
        if (module->buffers[i])
            return false;
    memset(module->outcomes, 0, module->condition_count + 1);
    for (uint32_t i = 0; i < module->function_count; i++)
        memset(module->functions[i].in_place, 0, sizeof module->functions[i].in_place);
    return true;
}

bool vgpu_move_module(struct vgpu_module *module, struct vgpu *device)
{
    if (module->handlers != device->handlers)
        return false;
    use_device(module, device);
    return true;
}

/* --- queries ---------------------------------------------------------------------------------- */

const struct vgpu_kernel *vgpu_kernel_at(const struct vgpu_module *module, uint32_t index)
{
    for (uint32_t i = 0; i < module->function_count; i++) {
        if (!module->functions[i].source->is_entry)
            continue;
        if (index-- == 0)
            return &module->functions[i].kernel;
    }
    return NULL;
}

const struct vgpu_kernel *vgpu_find_kernel(const struct vgpu_module *module, const char *name)
{
    if (!name)
        return vgpu_kernel_at(module, 1) ? NULL : vgpu_kernel_at(module, 0);
    for (uint32_t i = 0; i < module->function_count; i++)
        if (module->functions[i].source->is_entry && strcmp(module->functions[i].source->name, name) == 0)
            return &module->functions[i].kernel;
    return NULL;
}

const uint8_t *vgpu_outcomes(const struct vgpu_module *module, uint32_t *out_count)
{
    *out_count = module->condition_count;
    return module->outcomes + 1;
}

bool vgpu_may_decide(const struct vgpu_module *module, const char *kernel, uint32_t condition)
{
    for (uint32_t i = 0; i < module->function_count; i++) {
        const struct vgpu_function *function = &module->functions[i];
        bool has_it = condition + 1 >= function->first_condition && condition + 1 < function->condition_end;
        bool is_another = function->source->is_entry && strcmp(function->source->name, kernel) != 0;
        if (has_it && !is_another)
            return true;
    }
    return false;
}

bool vgpu_variables_written(const struct vgpu_module *module)
{
    for (uint32_t i = 0; i < module->program->variable_count; i++) {
        const struct vgpu_buffer *buffer = module->buffers[i];
        unsigned use = buffer ? atomic_load(&buffer->recent_use) | buffer->earlier_use : 0;
        if (use & (VGPU_USED_WRITTEN | VGPU_USED_ATOMIC))
            return true;
    }
    return false;
}

uint64_t vgpu_variable_bytes_written(const struct vgpu_module *module)
{
    uint64_t size_bytes = 0;
    for (uint32_t i = 0; i < module->program->variable_count; i++) {
        const struct vgpu_buffer *buffer = module->buffers[i];
        unsigned use = buffer ? atomic_load(&buffer->recent_use) | buffer->earlier_use : 0;
        if (buffer && !buffer->is_constant && use & (VGPU_USED_WRITTEN | VGPU_USED_ATOMIC))
            size_bytes += buffer->size_bytes;
    }
    return size_bytes;
}

void vgpu_limit_heap(struct vgpu *device, uint64_t size_bytes)
{
    struct vgpu_memory *memory = &device->memory;
    bool is_enough = size_bytes > memory->heap_used_bytes;
    memory->heap_limit_bytes = is_enough ? size_bytes : memory->heap_used_bytes;
}

bool vgpu_heap_kept(const struct vgpu *device)
{
    const struct vgpu_memory *memory = &device->memory;
    for (size_t i = 0; i < memory->count; i++)
        if (memory->buffers[i]->is_heap && memory->buffers[i]->bytes)
            return true;
    return false;
}

struct vgpu *vgpu_module_device(const struct vgpu_module *module)
{
    return module->device;
}

const struct ptx_program *vgpu_module_program(const struct vgpu_module *module)
{
    return module->program;
}

bool vgpu_symbol(const struct vgpu_module *module, const char *name, uint64_t *out_address, uint64_t *out_size_bytes)
{
    for (uint32_t i = 0; i < module->program->variable_count; i++) {
        if (!module->buffers[i] || strcmp(module->program->variables[i]->name, name) != 0)
            continue;
        *out_address = module->buffers[i]->start;
        *out_size_bytes = module->buffers[i]->size_bytes;
        return true;
    }
    return false;
}

uint32_t vgpu_max_blocks_per_sm(const struct vgpu *device, const struct vgpu_kernel *kernel, uint32_t block_threads,
                                uint32_t dynamic_shared_bytes, uint32_t registers_per_thread)
{
    const struct vgpu_architecture *architecture = device->architecture;
    uint32_t warps = (block_threads + VGPU_WARP_LANES - 1) / VGPU_WARP_LANES;
    if (warps == 0 || block_threads > VGPU_BLOCK_THREADS_MAX)
        return 0;
    uint32_t blocks = architecture->max_warps_per_sm / warps;
    if (blocks > architecture->max_blocks_per_sm)
        blocks = architecture->max_blocks_per_sm;
    /* each block takes 1 KiB more than it asks for; an SM holds one largest block and that KiB */
    uint32_t shared_bytes = kernel->static_shared_bytes + dynamic_shared_bytes;
    if (shared_bytes > architecture->shared_bytes_per_block_optin)
        return 0;
    uint32_t by_shared = (architecture->shared_bytes_per_block_optin + 1024) / (round_up(shared_bytes, 128) + 1024);
    uint32_t registers = round_up(registers_per_thread ? registers_per_thread : 32, 8) * VGPU_WARP_LANES * warps;
    uint32_t by_registers = architecture->registers_per_sm / registers;
    blocks = blocks < by_shared ? blocks : by_shared;
    return blocks < by_registers ? blocks : by_registers;
}
