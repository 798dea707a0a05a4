/*
 * How each instruction passes on undefined bits: one row for each that does better than "any makes all".
 */
#include "vgpu/execution/device.h"
#include "vgpu/program/handlers.h"
#include "vgpu/undefined/undefined.h"

/* Widths of operands in a row: of the instruction's type, twice that, or 32 bits. */
enum { SAME = 't', WIDE = 'w', WORD = 'u' };

struct row {
    enum ptx_opcode opcode;
    undefined_rule *rule;
    const char *sources;    /* one letter each */
    enum ptx_modifier only; /* the row is for this form; PTX_MODIFIER_COUNT: for all others */
};

#define ANY_FORM PTX_MODIFIER_COUNT

static const struct row rows[] = {
    {PTX_OPCODE_AND, undefined_and, "tt", ANY_FORM},
    {PTX_OPCODE_OR, undefined_or, "tt", ANY_FORM},
    {PTX_OPCODE_XOR, undefined_xor, "tt", ANY_FORM},
    {PTX_OPCODE_NOT, undefined_not, "t", ANY_FORM},
    {PTX_OPCODE_CNOT, undefined_cnot, "t", ANY_FORM},
    {PTX_OPCODE_LOP3, undefined_lop3, "uuuu", ANY_FORM},
    {PTX_OPCODE_ADD, undefined_add, "tt", ANY_FORM},
    {PTX_OPCODE_SUB, undefined_sub, "tt", ANY_FORM},
    {PTX_OPCODE_NEG, undefined_neg, "t", ANY_FORM},
    {PTX_OPCODE_MUL, undefined_mul, "tt", PTX_MODIFIER_LO},
    {PTX_OPCODE_MUL, undefined_mul, "tt", PTX_MODIFIER_WIDE},
    {PTX_OPCODE_MAD, undefined_mad, "ttt", PTX_MODIFIER_LO},
    {PTX_OPCODE_MAD, undefined_mad, "ttw", PTX_MODIFIER_WIDE},
    {PTX_OPCODE_MIN, undefined_min_max, "tt", ANY_FORM},
    {PTX_OPCODE_MAX, undefined_min_max, "tt", ANY_FORM},
    {PTX_OPCODE_SHL, undefined_shl, "tu", ANY_FORM},
    {PTX_OPCODE_SHR, undefined_shr, "tu", ANY_FORM},
    {PTX_OPCODE_SHF, undefined_shf_left, "uuu", PTX_MODIFIER_L},
    {PTX_OPCODE_SHF, undefined_shf_right, "uuu", PTX_MODIFIER_R},
    {PTX_OPCODE_BFE, undefined_bfe, "tuu", ANY_FORM},
    {PTX_OPCODE_BFI, undefined_bfi, "ttuu", ANY_FORM},
    {PTX_OPCODE_PRMT, undefined_prmt, "uuu", ANY_FORM},
    {PTX_OPCODE_BREV, undefined_brev, "t", ANY_FORM},
    {PTX_OPCODE_POPC, undefined_popc, "t", ANY_FORM},
    {PTX_OPCODE_CLZ, undefined_clz, "t", ANY_FORM},
    {PTX_OPCODE_COPYSIGN, undefined_copysign, "tt", ANY_FORM},
};

/* Forms that do more than the row of their mnemonic says. */
static const enum ptx_modifier others[] = {PTX_MODIFIER_SAT, PTX_MODIFIER_RELU, PTX_MODIFIER_CC,
                                           PTX_MODIFIER_F4E, PTX_MODIFIER_B4E,  PTX_MODIFIER_RC8,
                                           PTX_MODIFIER_ECL, PTX_MODIFIER_ECR,  PTX_MODIFIER_RC16};

static bool has_other_form(const struct ptx_instruction *instruction)
{
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
        if (ptx_has_modifier(instruction, others[i]))
            return true;
    return false;
}

static bool is_integer(enum ptx_type type)
{
    enum ptx_type_class class = ptx_type_class(type);
    return class == PTX_TYPE_CLASS_BITS || class == PTX_TYPE_CLASS_UNSIGNED || class == PTX_TYPE_CLASS_SIGNED;
}

static const struct row *find_row(const struct ptx_instruction *instruction)
{
    enum ptx_type type = (enum ptx_type)instruction->types[0];
    bool fits = is_integer(type) && ptx_type_bits(type) <= 64 && !has_other_form(instruction);
    fits |= instruction->opcode == PTX_OPCODE_COPYSIGN;
    for (size_t i = 0; fits && i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct row *row = &rows[i];
        uint32_t count = 0;
        while (row->sources[count])
            count++;
        if (row->opcode == instruction->opcode && count + 1 == instruction->operand_count &&
            (row->only == ANY_FORM || ptx_has_modifier(instruction, row->only)))
            return row;
    }
    return NULL;
}

static struct undefined_shape shape_of(const struct ptx_instruction *instruction)
{
    enum ptx_type type = (enum ptx_type)instruction->types[0];
    return (struct undefined_shape){.bits = (uint8_t)ptx_type_bits(type),
                                    .result_bits = (uint8_t)ptx_type_bits(type),
                                    .is_signed = ptx_type_is_signed(type),
                                    .wraps = ptx_has_modifier(instruction, PTX_MODIFIER_WRAP)};
}

/* Operands of the lane tables: op->a, b, c, immediate. */
static void take_sources(struct vgpu_undefined_form *form, const struct vgpu_op *op, const char *widths)
{
    uint32_t offsets[UNDEFINED_SOURCES_MAX] = {op->a, op->b, op->c, (uint32_t)op->immediate};
    unsigned wide_bits = form->shape.bits * 2U;
    for (uint32_t i = 0; widths[i]; i++) {
        unsigned bits = widths[i] == SAME ? form->shape.bits : widths[i] == WIDE ? wide_bits : 32;
        form->sources[i] = offsets[i];
        form->source_bits[i] = (uint8_t)bits;
        form->is_wide[i] = bits == 64;
        form->source_count = (uint8_t)(i + 1);
    }
}

static void describe_row(struct vgpu_undefined_form *form, const struct vgpu_op *op, const struct row *row)
{
    form->how = VGPU_UNDEFINED_BITS;
    form->rule = row->rule;
    take_sources(form, op, row->sources);
    if (row->only == PTX_MODIFIER_WIDE)
        form->shape.result_bits = (uint8_t)(2 * form->shape.bits);
    if (row->rule == undefined_popc || row->rule == undefined_clz)
        form->shape.result_bits = 32;
}

/* Pairs of 16 bits: arithmetic on f16x2 and its like, and what packs two numbers. */
static bool describe_halves(struct vgpu_undefined_form *form, const struct vgpu_op *op)
{
    const struct ptx_instruction *instruction = op->detail->source;
    enum ptx_type type = (enum ptx_type)instruction->types[0];
    static const char *const widths[] = {"", "u", "uu", "uuu"};
    bool is_pair =
        type == PTX_TYPE_F16X2 || type == PTX_TYPE_BF16X2 || type == PTX_TYPE_U16X2 || type == PTX_TYPE_S16X2;
    switch (instruction->opcode) {
    case PTX_OPCODE_ADD:
    case PTX_OPCODE_SUB:
    case PTX_OPCODE_MUL:
    case PTX_OPCODE_FMA:
    case PTX_OPCODE_NEG:
    case PTX_OPCODE_ABS:
    case PTX_OPCODE_MIN:
    case PTX_OPCODE_MAX:
        break;
    default:
        return false;
    }
    if (!is_pair || instruction->operand_count < 2 || instruction->operand_count > 4)
        return false;
    form->how = VGPU_UNDEFINED_BITS;
    form->rule = undefined_halves;
    take_sources(form, op, widths[instruction->operand_count - 1]);
    return true;
}

static bool describe_conversion(struct vgpu_undefined_form *form, const struct vgpu_op *op)
{
    const struct ptx_instruction *instruction = op->detail->source;
    if (instruction->opcode != PTX_OPCODE_CVT || instruction->type_count != 2 || instruction->operand_count != 2)
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

static undefined_rule *predicate_rule(enum ptx_opcode opcode)
{
    switch (opcode) {
    case PTX_OPCODE_MOV:
    case PTX_OPCODE_NOT:
        return undefined_copy;
    case PTX_OPCODE_AND:
        return undefined_and;
    case PTX_OPCODE_OR:
        return undefined_or;
    case PTX_OPCODE_XOR:
        return undefined_xor;
    default:
        return NULL;
    }
}

/* Words of the frame: ld.param and st.param of device functions and calls. */
static bool describe_frame_access(struct vgpu_undefined_form *form, const struct vgpu_module *module,
                                  const struct vgpu_function *function, const struct vgpu_op *op)
{
    const struct vgpu_handlers *handlers = module->device->handlers;
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

static void describe_opcode(struct vgpu_undefined_form *form, const struct vgpu_op *op)
{
    const struct ptx_instruction *instruction = op->detail->source;
    bool is_predicate = instruction->types[0] == PTX_TYPE_PRED;
    const struct row *row = find_row(instruction);
    switch (instruction->opcode) {
    case PTX_OPCODE_LD:
    case PTX_OPCODE_LDU:
        form->how = VGPU_UNDEFINED_LOADS;
        return;
    case PTX_OPCODE_ST:
        form->how = VGPU_UNDEFINED_STORES;
        return;
    case PTX_OPCODE_CALL:
        form->how = VGPU_UNDEFINED_CALLS;
        return;
    case PTX_OPCODE_SETP:
        form->how = VGPU_UNDEFINED_COMPARES;
        form->shape.compare = comparison_of(instruction);
        take_sources(form, op, "tt");
        return;
    case PTX_OPCODE_SELP:
        form->how = VGPU_UNDEFINED_SELECTS;
        take_sources(form, op, "tt");
        return;
    case PTX_OPCODE_SHFL:
    case PTX_OPCODE_SHFL_SYNC:
        form->how = VGPU_UNDEFINED_SHUFFLES;
        return;
    case PTX_OPCODE_CVTA:
    case PTX_OPCODE_MAPA:
        form->how = VGPU_UNDEFINED_MOVES;
        return;
    default:
        break;
    }
    if (is_predicate && predicate_rule(instruction->opcode)) {
        form->how = VGPU_UNDEFINED_LOGIC;
        form->rule = predicate_rule(instruction->opcode);
    } else if (instruction->opcode == PTX_OPCODE_MOV) {
        form->how = VGPU_UNDEFINED_MOVES;
    } else if (row) {
        describe_row(form, op, row);
    } else if (!describe_halves(form, op)) {
        describe_conversion(form, op);
    }
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
    bool reads_carry = instruction->opcode == PTX_OPCODE_ADDC || instruction->opcode == PTX_OPCODE_SUBC ||
                       instruction->opcode == PTX_OPCODE_MADC;
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
