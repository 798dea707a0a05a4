/*
 * How each instruction passes on undefined bits.
 *
 * The rule follows from the flow of its opcode (ptx/opcodes.def). It is mostly more precise than
 * "any undefined bit makes all undefined".
 */
#include "vgpu/execution/device.h"
#include "vgpu/program/handlers.h"
#include "vgpu/undefined/undefined.h"

struct row {
    undefined_rule *rule;
    uint32_t source_count;
};

/*
 * The rule of each flow. The other flows are no function of bits or have their own way
 * (vgpu_undefined_how).
 */
static const struct row rows[PTX_FLOW_COUNT] = {
    [PTX_FLOW_AND] = {undefined_and, 2},      [PTX_FLOW_OR] = {undefined_or, 2},
    [PTX_FLOW_XOR] = {undefined_xor, 2},      [PTX_FLOW_NOT] = {undefined_not, 1},
    [PTX_FLOW_CNOT] = {undefined_cnot, 1},    [PTX_FLOW_LOP3] = {undefined_lop3, 4},
    [PTX_FLOW_ADD] = {undefined_add, 2},      [PTX_FLOW_SUB] = {undefined_sub, 2},
    [PTX_FLOW_NEG] = {undefined_neg, 1},      [PTX_FLOW_MUL] = {undefined_mul, 2},
    [PTX_FLOW_MAD] = {undefined_mad, 3},      [PTX_FLOW_MIN_MAX] = {undefined_min_max, 2},
    [PTX_FLOW_SHL] = {undefined_shl, 2},      [PTX_FLOW_SHR] = {undefined_shr, 2},
    [PTX_FLOW_SHF] = {undefined_shf_left, 3}, [PTX_FLOW_BFE] = {undefined_bfe, 3},
    [PTX_FLOW_BFI] = {undefined_bfi, 4},      [PTX_FLOW_PRMT] = {undefined_prmt, 3},
    [PTX_FLOW_BREV] = {undefined_brev, 1},    [PTX_FLOW_POPC] = {undefined_popc, 1},
    [PTX_FLOW_CLZ] = {undefined_clz, 1},      [PTX_FLOW_COPYSIGN] = {undefined_copysign, 2},
};

/* The rules of predicates. */
static undefined_rule *const predicate_rules[PTX_FLOW_COUNT] = {
    [PTX_FLOW_MOVE] = undefined_copy, [PTX_FLOW_NOT] = undefined_copy, [PTX_FLOW_AND] = undefined_and,
    [PTX_FLOW_OR] = undefined_or,     [PTX_FLOW_XOR] = undefined_xor,
};

/* Modifiers that make an instruction differ from the flow of its opcode. */
static const enum ptx_modifier others[] = {PTX_MODIFIER_HI,  PTX_MODIFIER_SAT, PTX_MODIFIER_RELU, PTX_MODIFIER_CC,
                                           PTX_MODIFIER_F4E, PTX_MODIFIER_B4E, PTX_MODIFIER_RC8,  PTX_MODIFIER_ECL,
                                           PTX_MODIFIER_ECR, PTX_MODIFIER_RC16};

static bool has_other_form(const struct ptx_instruction *instruction)
{
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
        if (ptx_has_modifier(instruction, others[i]))
            return true;
    return false;
}

static enum ptx_flow flow_of(const struct ptx_instruction *instruction)
{
    return ptx_opcode_info(instruction->opcode)->flow;
}

static bool is_integer(enum ptx_type type)
{
    enum ptx_type_class class = ptx_type_class(type);
    return class == PTX_TYPE_CLASS_BITS || class == PTX_TYPE_CLASS_UNSIGNED || class == PTX_TYPE_CLASS_SIGNED;
}

static const struct row *find_row(const struct ptx_instruction *instruction)
{
    const struct row *row = &rows[flow_of(instruction)];
    enum ptx_type type = (enum ptx_type)instruction->types[0];
    bool fits = is_integer(type) && ptx_type_bits(type) <= 64 && !has_other_form(instruction);
    fits |= row->rule == undefined_copysign;
    return fits && row->rule && row->source_count + 1 == instruction->operand_count ? row : NULL;
}

static struct undefined_shape shape_of(const struct ptx_instruction *instruction)
{
    enum ptx_type type = (enum ptx_type)instruction->types[0];
    return (struct undefined_shape){.bits = (uint8_t)ptx_type_bits(type),
                                    .result_bits = (uint8_t)ptx_type_bits(type),
                                    .is_signed = ptx_type_is_signed(type),
                                    .wraps = ptx_has_modifier(instruction, PTX_MODIFIER_WRAP)};
}

/* Takes the operands of a lane handler: op->a, b, c, immediate. */
static void take_sources(struct vgpu_undefined_form *form, const struct vgpu_op *op, uint32_t count)
{
    uint32_t offsets[UNDEFINED_SOURCES_MAX] = {op->a, op->b, op->c, (uint32_t)op->immediate};
    for (uint32_t i = 0; i < count; i++) {
        uint32_t bits = ptx_operand_bits(op->detail->source, i + 1);
        form->sources[i] = offsets[i];
        form->source_bits[i] = (uint8_t)bits;
        form->is_wide[i] = bits == 64;
    }
    form->source_count = (uint8_t)count;
}

static void describe_row(struct vgpu_undefined_form *form, const struct vgpu_op *op, const struct row *row)
{
    bool shifts_right = row->rule == undefined_shf_left && ptx_has_modifier(op->detail->source, PTX_MODIFIER_R);
    form->how = VGPU_UNDEFINED_BITS;
    form->rule = shifts_right ? undefined_shf_right : row->rule;
    form->shape.result_bits = (uint8_t)ptx_operand_bits(op->detail->source, 0);
    take_sources(form, op, row->source_count);
}

/* Pairs of 16 bits: each half is computed on its own. */
static bool describe_halves(struct vgpu_undefined_form *form, const struct vgpu_op *op)
{
    const struct ptx_instruction *instruction = op->detail->source;
    enum ptx_type type = (enum ptx_type)instruction->types[0];
    bool is_pair =
        type == PTX_TYPE_F16X2 || type == PTX_TYPE_BF16X2 || type == PTX_TYPE_U16X2 || type == PTX_TYPE_S16X2;
    bool computes = ptx_does(instruction) == PTX_DOES_COMPUTE && flow_of(instruction) != PTX_FLOW_CONVERT;
    if (!is_pair || !computes || instruction->operand_count < 2 || instruction->operand_count > 4)
        return false;
    form->how = VGPU_UNDEFINED_BITS;
    form->rule = undefined_halves;
    take_sources(form, op, instruction->operand_count - 1U);
    return true;
}

static bool describe_conversion(struct vgpu_undefined_form *form, const struct vgpu_op *op)
{
    const struct ptx_instruction *instruction = op->detail->source;
    if (flow_of(instruction) != PTX_FLOW_CONVERT || instruction->type_count != 2 || instruction->operand_count != 2)
        return false;
    enum ptx_type to = (enum ptx_type)instruction->types[0], from = (enum ptx_type)instruction->types[1];
    if (!is_integer(to) || !is_integer(from) || ptx_has_modifier(instruction, PTX_MODIFIER_SAT))
        return false;
    const struct ptx_operand *source = &instruction->operands[1];
    bool is_wide = source->kind == PTX_OPERAND_REGISTER
                       ? ptx_type_bits(op->detail->function->registers[source->register_slot].type) == 64
                       : ptx_type_bits(from) == 64;
    form->how = VGPU_UNDEFINED_CONVERTS;
    form->shape = (struct undefined_shape){.bits = (uint8_t)ptx_type_bits(from),
                                           .result_bits = (uint8_t)ptx_type_bits(to),
                                           .is_signed = ptx_type_is_signed(from)};
    form->result_is_signed = ptx_type_is_signed(to);
    form->sources[0] = op->a;
    form->source_bits[0] = form->shape.bits;
    form->is_wide[0] = is_wide;
    form->source_count = 1;
    return true;
}

static uint8_t comparison_of(const struct ptx_instruction *instruction)
{
    static const struct {
        enum ptx_modifier modifier;
        enum undefined_compare compare;
    } comparisons[] = {
        {PTX_MODIFIER_EQ, UNDEFINED_COMPARE_EQUAL}, {PTX_MODIFIER_NE, UNDEFINED_COMPARE_EQUAL},
        {PTX_MODIFIER_LT, UNDEFINED_COMPARE_LESS},  {PTX_MODIFIER_GE, UNDEFINED_COMPARE_LESS},
        {PTX_MODIFIER_LO, UNDEFINED_COMPARE_LESS},  {PTX_MODIFIER_HS, UNDEFINED_COMPARE_LESS},
        {PTX_MODIFIER_GT, UNDEFINED_COMPARE_MORE},  {PTX_MODIFIER_LE, UNDEFINED_COMPARE_MORE},
        {PTX_MODIFIER_HI, UNDEFINED_COMPARE_MORE},  {PTX_MODIFIER_LS, UNDEFINED_COMPARE_MORE},
    };
    if (!is_integer((enum ptx_type)instruction->types[0]))
        return UNDEFINED_COMPARE_NONE;
    for (size_t i = 0; i < sizeof(comparisons) / sizeof(comparisons[0]); i++)
        if (ptx_has_modifier(instruction, comparisons[i].modifier))
            return (uint8_t)comparisons[i].compare;
    return UNDEFINED_COMPARE_NONE;
}

/* Words of the frame: ld.param and st.param in device functions and calls. */
static bool describe_frame_access(struct vgpu_undefined_form *form, const struct vgpu_module *module,
                                  const struct vgpu_function *function, const struct vgpu_op *op)
{
    const struct vgpu_handlers *handlers = module->handlers;
    const struct vgpu_detail *detail = op->detail;
    vgpu_handler *handler = detail->inner.full     ? detail->inner.full
                            : detail->tracked.full ? detail->tracked.full
                                                   : op->full;
    bool is_load = handler == handlers->load_frame.full;
    if (!is_load && handler != handlers->store_frame.full)
        return false;
    form->how = VGPU_UNDEFINED_MOVES;
    for (uint32_t i = 0; i < function->variable_count; i++)
        if (function->variables[i].offset == op->a)
            *(is_load ? &form->read_slot : &form->write_slot) = function->register_count + i;
    return true;
}

static const enum vgpu_undefined_how how_by_action[PTX_DOES_COUNT] = {
    [PTX_DOES_LOAD] = VGPU_UNDEFINED_LOADS,
    [PTX_DOES_STORE] = VGPU_UNDEFINED_STORES,
    [PTX_DOES_CALL] = VGPU_UNDEFINED_CALLS,
    [PTX_DOES_SHUFFLE] = VGPU_UNDEFINED_SHUFFLES,
};

static void describe_flow(struct vgpu_undefined_form *form, const struct vgpu_op *op)
{
    const struct ptx_instruction *instruction = op->detail->source;
    const struct row *row = find_row(instruction);
    enum ptx_flow flow = flow_of(instruction);
    if (flow == PTX_FLOW_COMPARE) {
        form->how = VGPU_UNDEFINED_COMPARES;
        form->shape.compare = comparison_of(instruction);
        take_sources(form, op, 2);
    } else if (flow == PTX_FLOW_SELECT) {
        form->how = VGPU_UNDEFINED_SELECTS;
        take_sources(form, op, 2);
    } else if (instruction->types[0] == PTX_TYPE_PRED && predicate_rules[flow]) {
        form->how = VGPU_UNDEFINED_LOGIC;
        form->rule = predicate_rules[flow];
    } else if (flow == PTX_FLOW_MOVE) {
        form->how = VGPU_UNDEFINED_MOVES;
    } else if (row) {
        describe_row(form, op, row);
    } else if (!describe_halves(form, op)) {
        describe_conversion(form, op);
    }
}

static void describe_opcode(struct vgpu_undefined_form *form, const struct vgpu_op *op)
{
    form->how = how_by_action[ptx_does(op->detail->source)];
    if (form->how == VGPU_UNDEFINED_ANY)
        describe_flow(form, op);
}

struct vgpu_undefined_form *undefined_form_new(struct vgpu_module *module, const struct vgpu_function *function,
                                               const struct vgpu_op *op)
{
    const struct ptx_instruction *instruction = op->detail->source;
    struct vgpu_undefined_form *form = ARENA_NEW(module->arena, struct vgpu_undefined_form);
    form->shape = shape_of(instruction);
    form->read_slot = form->write_slot = VGPU_NO_SLOT;
    if (describe_frame_access(form, module, function, op))
        return form;
    uint32_t carry = function->register_count + function->variable_count;
    bool reads_carry = ptx_opcode_info(instruction->opcode)->takes_carry;
    bool writes_carry = ptx_has_modifier(instruction, PTX_MODIFIER_CC);
    if (reads_carry)
        form->read_slot = carry;
    if (writes_carry)
        form->write_slot = carry;
    if (reads_carry || writes_carry)
        form->how = VGPU_UNDEFINED_CARRIES;
    else
        describe_opcode(form, op);
    return form;
}
