/*
 * Which registers are affine, and the converged ops that use them.
 *
 * Every register starts as uniform. Instructions that write it can lower its class. This repeats
 * until no class changes. Predicates are masks and need no class.
 */
#include "vgpu/affine/affine.h"

#include <string.h>

#include "vgpu/execution/device.h"
#include "vgpu/execution/special_register.h"
#include "vgpu/program/handlers.h"
#include "vgpu/program/op_flags.h"
#include "vgpu/program/spelling.h"

enum { LIVE_BITS = 64, LIVE_WORDS_MAX = 1 << 20 };

enum rule { RULE_NONE, RULE_LINEAR, RULE_SCALED, RULE_SHIFTED, RULE_UNIFORM, RULE_COMPARE, RULE_MEMORY };

/* The converged form of an op. */
struct form {
    enum rule rule;
    struct vgpu_handler_pair pair;
    uint8_t source_count;
    bool is_chosen;
};

struct analysis {
    struct vgpu_module *module;
    const struct vgpu_function *function;
    uint32_t id_count;  /* number of registers and constants; registers come first */
    uint32_t *id_at;    /* by frame offset / 64: id + 1; 0: none */
    uint8_t *classes;   /* by id */
    bool *needs_lanes;  /* by id */
    struct form *forms; /* by op */
    const struct vgpu_handlers *handlers;
};

uint32_t affine_width(const uint32_t block[3])
{
    if (block[0] % VGPU_WARP_LANES == 0 || (block[1] == 1 && block[2] == 1))
        return VGPU_WARP_LANES;
    if (block[0] & (block[0] - 1) || block[0] > VGPU_WARP_LANES)
        return 0;
    return block[1] % (VGPU_WARP_LANES / block[0]) == 0 ? block[0] : 0;
}

/* --- forms ------------------------------------------------------------------------------------ */

static bool has_word(const char *words, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = words; (at = strstr(at, word)); at += length)
        if ((at == words || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return true;
    return false;
}

/* All spellings of a row have the same mnemonic. It tells most instructions apart from it. */
static void find_arithmetic_form(const struct vgpu_handlers *handlers, const char *spelling, struct form *form)
{
    size_t mnemonic_length = strcspn(spelling, ".");
    const struct {
        const char *spellings;
        enum rule rule;
        struct vgpu_handler_pair pair;
    } rows[] = {
#define AFFINE(handler, spellings, rule) {spellings, RULE_##rule, handlers->handler},
#include "vgpu/affine/affine.def"
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        if (strncmp(rows[i].spellings, spelling, mnemonic_length) || !has_word(rows[i].spellings, spelling))
            continue;
        form->rule = rows[i].rule;
        form->pair = rows[i].pair;
        return;
    }
}

static void find_memory_form(const struct vgpu_handlers *handlers, const struct vgpu_op *op, struct form *form)
{
    const struct ptx_instruction *source = op->detail->source;
    bool is_load = ptx_does(source) == PTX_DOES_LOAD;
    bool is_shared = source->space == PTX_SPACE_SHARED;
    if (op->full == handlers->load_global.full || op->full == handlers->store_global.full ||
        op->full == handlers->load_shared.full || op->full == handlers->store_shared.full) {
        form->rule = RULE_MEMORY;
        form->pair = is_shared ? (is_load ? handlers->affine_load_shared : handlers->affine_store_shared)
                               : (is_load ? handlers->affine_load_global : handlers->affine_store_global);
    }
}

static void find_form(const struct analysis *analysis, const struct vgpu_op *op, struct form *form)
{
    const struct vgpu_detail *detail = op->detail;
    const struct ptx_instruction *source = detail->source;
    if (!source || source->is_guarded || detail->refusal)
        return;
    if (ptx_does(source) == PTX_DOES_LOAD || ptx_does(source) == PTX_DOES_STORE)
        find_memory_form(analysis->handlers, op, form);
    if (form->rule == RULE_MEMORY)
        return;
    form->source_count = (uint8_t)(source->operand_count ? source->operand_count - 1 : 0);
    char spelling[160];
    spelling_of_instruction(source, spelling, sizeof(spelling));
    bool is_parameter = ptx_does(source) == PTX_DOES_LOAD && source->space == PTX_SPACE_PARAMETER &&
                        detail->element_count == 1 && op->full != analysis->handlers->load_slow.full &&
                        op->full != analysis->handlers->load_frame.full;
    /* decoded as a move or as an addition of a constant */
    if (is_parameter || source->opcode == PTX_OPCODE_CVTA) {
        bool is_add = source->opcode == PTX_OPCODE_CVTA && source->space != PTX_SPACE_GLOBAL &&
                      source->space != PTX_SPACE_CONSTANT && source->space != PTX_SPACE_GENERIC;
        form->source_count = is_add ? 2 : 1;
        form->rule = RULE_LINEAR;
        form->pair = is_add ? analysis->handlers->affine_add_64 : analysis->handlers->affine_move;
        return;
    }
    if (source->opcode == PTX_OPCODE_SETP && ptx_type_class((enum ptx_type)source->types[0]) != PTX_TYPE_CLASS_FLOAT &&
        op->flags == 0 && op->immediate < 0 && ptx_type_bits((enum ptx_type)source->types[0]) == 32) {
        form->rule = RULE_COMPARE;
        form->source_count = 2;
        form->pair = analysis->handlers->affine_compare_32;
        return;
    }
    find_arithmetic_form(analysis->handlers, spelling, form);
    if (!form->rule)
        return;
    const struct vgpu_lane_handler *general = spelling_index_find(analysis->module->lanes, spelling);
    if (!general || general->pair.full != op->full)
        form->rule = RULE_NONE; /* a form of mov that is decoded differently */
}

/* --- classes ---------------------------------------------------------------------------------- */

static uint32_t id_of(const struct analysis *analysis, uint32_t offset)
{
    return analysis->id_at[offset / 64] - 1;
}

static uint8_t class_at(const struct analysis *analysis, uint32_t offset)
{
    uint32_t id = id_of(analysis, offset);
    return id == UINT32_MAX ? VGPU_CLASS_LANES : analysis->classes[id];
}

static uint8_t constant_class(const struct vgpu_constant *constant)
{
    bool by_lane = constant->kind == VGPU_CONSTANT_SPECIAL && special_scope(constant->special) == SPECIAL_SCOPE_LANE;
    if (!by_lane || (constant->special == PTX_SPECIAL_TID && constant->component > 1))
        return VGPU_CLASS_UNIFORM;
    bool counts = constant->special == PTX_SPECIAL_TID || constant->special == PTX_SPECIAL_LANEID;
    return counts ? VGPU_CLASS_AFFINE : VGPU_CLASS_LANES;
}

static uint8_t larger(uint8_t a, uint8_t b)
{
    return a > b ? a : b;
}

/* The class of the result. LANES if the rule does not hold. */
static uint8_t apply_rule(const struct analysis *analysis, const struct vgpu_op *op, const struct form *form)
{
    uint32_t offsets[] = {op->a, op->b, op->c};
    uint8_t classes[3] = {0}, all = VGPU_CLASS_UNKNOWN;
    for (unsigned i = 0; i < form->source_count && i < 3; i++)
        all = larger(all, classes[i] = class_at(analysis, offsets[i]));
    if (all == VGPU_CLASS_LANES || form->source_count > 3)
        return VGPU_CLASS_LANES;
    switch (form->rule) {
    case RULE_LINEAR:
        return all;
    case RULE_SCALED:
        return classes[0] == VGPU_CLASS_AFFINE && classes[1] == VGPU_CLASS_AFFINE ? VGPU_CLASS_LANES : all;
    case RULE_SHIFTED:
        return classes[1] == VGPU_CLASS_AFFINE ? VGPU_CLASS_LANES : all;
    case RULE_UNIFORM:
        return all == VGPU_CLASS_AFFINE ? VGPU_CLASS_LANES : all;
    case RULE_COMPARE:
        return all;
    default:
        return VGPU_CLASS_LANES;
    }
}

static bool raise(struct analysis *analysis, uint32_t id, uint8_t class)
{
    if (id == UINT32_MAX || analysis->classes[id] >= class)
        return false;
    analysis->classes[id] = class;
    return true;
}

static bool classify_op(struct analysis *analysis, uint32_t index)
{
    const struct vgpu_op *op = &analysis->function->ops[index];
    const struct form *form = &analysis->forms[index];
    bool changed = false;
    bool is_arithmetic = form->rule && form->rule != RULE_MEMORY && form->rule != RULE_COMPARE;
    if (is_arithmetic)
        return raise(analysis, id_of(analysis, op->d), larger(VGPU_CLASS_UNIFORM, apply_rule(analysis, op, form)));
    for (uint32_t i = 0; i < op->detail->write_count; i++)
        changed |= raise(analysis, op->detail->writes[i], VGPU_CLASS_LANES);
    return changed;
}

static void classify(struct analysis *analysis)
{
    const struct vgpu_function *function = analysis->function;
    for (uint32_t i = 0; i < function->constant_count; i++)
        analysis->classes[function->register_count + i] = constant_class(&function->constants[i]);
    for (uint32_t i = 0; i < function->op_count; i++)
        find_form(analysis, &function->ops[i], &analysis->forms[i]);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < function->op_count; i++)
            changed |= classify_op(analysis, i);
    }
}

/* Chooses the ops with an affine form, and the registers whose lanes other ops read. */
static void choose_forms(struct analysis *analysis)
{
    const struct vgpu_function *function = analysis->function;
    for (uint32_t i = 0; i < function->op_count; i++) {
        const struct vgpu_op *op = &function->ops[i];
        const struct vgpu_detail *detail = op->detail;
        struct form *form = &analysis->forms[i];
        uint32_t first_read = 0;
        if (form->rule == RULE_MEMORY) {
            form->is_chosen = !(op->flags & VGPU_ACCESS_NO_REGISTER) && class_at(analysis, op->a) < VGPU_CLASS_LANES;
            first_read = form->is_chosen ? detail->address_read_count : 0;
        } else if (form->rule == RULE_COMPARE) {
            form->is_chosen = apply_rule(analysis, op, form) < VGPU_CLASS_LANES;
        } else if (form->rule) {
            form->is_chosen = class_at(analysis, op->d) < VGPU_CLASS_LANES;
        }
        if (form->is_chosen && form->rule != RULE_MEMORY)
            continue;
        for (uint32_t j = first_read; j < detail->read_count; j++)
            analysis->needs_lanes[detail->reads[j]] = true;
    }
}

static uint8_t affine_comparison(const struct ptx_instruction *source)
{
    static const struct {
        enum ptx_modifier modifier;
        uint8_t comparison;
    } comparisons[] = {
        {PTX_MODIFIER_EQ, VGPU_AFFINE_EQ}, {PTX_MODIFIER_NE, VGPU_AFFINE_NE}, {PTX_MODIFIER_LT, VGPU_AFFINE_LT},
        {PTX_MODIFIER_LE, VGPU_AFFINE_LE}, {PTX_MODIFIER_GT, VGPU_AFFINE_GT}, {PTX_MODIFIER_GE, VGPU_AFFINE_GE},
        {PTX_MODIFIER_LO, VGPU_AFFINE_LT}, {PTX_MODIFIER_LS, VGPU_AFFINE_LE}, {PTX_MODIFIER_HI, VGPU_AFFINE_GT},
        {PTX_MODIFIER_HS, VGPU_AFFINE_GE},
    };
    uint8_t is_signed = ptx_type_is_signed((enum ptx_type)source->types[0]) ? VGPU_AFFINE_SIGNED : 0;
    for (size_t i = 0; i < sizeof(comparisons) / sizeof(comparisons[0]); i++)
        if (ptx_has_modifier(source, comparisons[i].modifier))
            return comparisons[i].comparison | is_signed;
    return VGPU_AFFINE_EQ;
}

/* --- building --------------------------------------------------------------------------------- */

static uint32_t scalar_offset(const struct analysis *analysis, uint32_t offset)
{
    return analysis->function->scalar_offset + id_of(analysis, offset) * (uint32_t)sizeof(struct vgpu_affine);
}

static void build_op(const struct analysis *analysis, const struct vgpu_converged *converged, uint32_t index)
{
    const struct vgpu_function *function = analysis->function;
    const struct form *form = &analysis->forms[index];
    struct vgpu_op *op = &converged->ops[index];
    if (op->detail->source && ptx_does(op->detail->source) == PTX_DOES_BRANCH)
        op->target = converged->ops + (op->target - function->ops);
    if (!form->is_chosen)
        return;
    op->full = form->pair.full;
    op->masked = form->pair.masked;
    if (form->rule == RULE_MEMORY) {
        op->a = scalar_offset(analysis, op->a);
        return;
    }
    uint32_t *sources[] = {&op->a, &op->b, &op->c};
    for (unsigned i = 0; i < form->source_count; i++)
        *sources[i] = scalar_offset(analysis, *sources[i]);
    if (form->rule == RULE_COMPARE) {
        op->flags = affine_comparison(op->detail->source);
        return;
    }
    uint32_t id = id_of(analysis, op->d);
    op->expand = analysis->needs_lanes[id] ? op->d : 0;
    op->expand_wide = analysis->needs_lanes[id] && ptx_type_bits(function->source->registers[id].type) == 64;
    op->has_expansion = analysis->needs_lanes[id];
    op->d = scalar_offset(analysis, op->d);
}

static void list_registers(const struct analysis *analysis, struct vgpu_converged *converged)
{
    const struct vgpu_function *function = analysis->function;
    converged->registers =
        ARENA_ARRAY(analysis->module->arena, function->register_count + 1, struct vgpu_affine_register);
    for (uint32_t slot = 0; slot < function->register_count; slot++) {
        uint8_t class = analysis->classes[slot];
        uint32_t bits = ptx_type_bits(function->source->registers[slot].type);
        if (bits == 1 || (class != VGPU_CLASS_UNIFORM && class != VGPU_CLASS_AFFINE))
            continue;
        converged->registers[converged->register_count++] = (struct vgpu_affine_register){
            .slot = slot,
            .scalar = function->scalar_offset + slot * (uint32_t)sizeof(struct vgpu_affine),
            .lanes = function->register_offsets[slot],
            .is_wide = bits == 64,
            .is_mirrored = analysis->needs_lanes[slot],
        };
    }
}

/* A set of the registers that can be affine. */
struct live_set {
    uint32_t *number; /* by register: its bit; UINT32_MAX: it cannot be affine */
    uint64_t *bits;
};

static void add_bits(uint64_t *bits, const uint64_t *more, uint32_t words)
{
    for (uint32_t word = 0; word < words; word++)
        bits[word] |= more[word];
}

static void set_bit(const struct live_set *set, uint32_t slot, bool is_live)
{
    uint32_t number = set->number[slot];
    if (number == UINT32_MAX)
        return;
    uint64_t bit = UINT64_C(1) << number % LIVE_BITS;
    if (is_live)
        set->bits[number / LIVE_BITS] |= bit;
    else
        set->bits[number / LIVE_BITS] &= ~bit;
}

static bool live_before(const struct analysis *analysis, struct vgpu_converged *converged, const struct live_set *set,
                        uint32_t index)
{
    const struct vgpu_function *function = analysis->function;
    const struct vgpu_detail *detail = function->ops[index].detail;
    const struct ptx_function *source = function->source;
    uint32_t words = converged->live_words;
    uint64_t *live = converged->live + (size_t)index * words, *bits = set->bits;
    memset(bits, 0, words * sizeof *bits);
    if (index + 1 < source->instruction_count)
        add_bits(bits, live + words, words);
    if (detail->source && ptx_does(detail->source) == PTX_DOES_BRANCH)
        add_bits(bits, converged->live + (size_t)detail->source->operands[0].target * words, words);
    for (uint32_t i = 0; detail->source && !detail->source->is_guarded && i < detail->write_count; i++)
        set_bit(set, detail->writes[i], false);
    for (uint32_t i = 0; i < detail->read_count; i++)
        set_bit(set, detail->reads[i], true);
    bool changed = memcmp(bits, live, words * sizeof *bits) != 0;
    memcpy(live, bits, words * sizeof *bits);
    return changed;
}

static bool find_live(const struct analysis *analysis, struct vgpu_converged *converged)
{
    const struct vgpu_function *function = analysis->function;
    converged->live_words = converged->register_count / LIVE_BITS + 1;
    size_t words = (size_t)converged->live_words * (function->op_count + 1);
    if (words > LIVE_WORDS_MAX)
        return false;
    converged->live = ARENA_ARRAY(analysis->module->arena, words, uint64_t);
    struct live_set set = {.number = ARENA_ARRAY(analysis->module->arena, function->register_count + 1, uint32_t),
                           .bits = ARENA_ARRAY(analysis->module->arena, converged->live_words, uint64_t)};
    memset(set.number, 0xff, (function->register_count + 1) * sizeof(*set.number));
    for (uint32_t i = 0; i < converged->register_count; i++)
        set.number[converged->registers[i].slot] = i;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = function->op_count; i-- > 0;)
            changed |= live_before(analysis, converged, &set, i);
    }
    return true;
}

static void index_offsets(struct analysis *analysis)
{
    const struct vgpu_function *function = analysis->function;
    for (uint32_t slot = 0; slot < function->register_count; slot++)
        if (ptx_type_bits(function->source->registers[slot].type) > 1)
            analysis->id_at[function->register_offsets[slot] / 64] = slot + 1;
    for (uint32_t i = 0; i < function->constant_count; i++)
        if (function->constants[i].kind != VGPU_CONSTANT_PREDICATE)
            analysis->id_at[function->constants[i].offset / 64] = function->register_count + i + 1;
}

/* Converged ops cannot follow tables of branch targets or very many operands. */
static bool is_supported(const struct vgpu_function *function)
{
    for (uint32_t i = 0; i < function->op_count; i++)
        if (function->ops[i].detail->targets || function->ops[i].detail->read_count >= VGPU_READS_MAX ||
            function->ops[i].detail->write_count >= VGPU_WRITES_MAX)
            return false;
    return true;
}

const struct vgpu_converged *affine_converge(struct vgpu_module *module, const struct vgpu_function *function,
                                             uint32_t width)
{
    if (!width || function->undefined) /* they cannot follow undefined bits */
        return NULL;
    struct vgpu_function *own = &module->functions[function->index];
    unsigned place = (unsigned)__builtin_ctz(width);
    if (own->converged[place])
        return own->converged[place];
    if (!is_supported(function))
        return NULL;
    struct analysis analysis = {.module = module,
                                .function = function,
                                .id_count = function->register_count + function->constant_count,
                                .handlers = module->handlers};
    analysis.id_at = ARENA_ARRAY(module->arena, function->frame_bytes / 64 + 2, uint32_t);
    analysis.classes = ARENA_ARRAY(module->arena, analysis.id_count + 1, uint8_t);
    analysis.needs_lanes = ARENA_ARRAY(module->arena, analysis.id_count + 1, bool);
    analysis.forms = ARENA_ARRAY(module->arena, function->op_count, struct form);
    index_offsets(&analysis);
    classify(&analysis);
    choose_forms(&analysis);
    struct vgpu_converged *converged = ARENA_NEW(module->arena, struct vgpu_converged);
    converged->function = function;
    converged->width = width;
    list_registers(&analysis, converged);
    if (!find_live(&analysis, converged))
        return NULL;
    char *memory = arena_alloc(module->arena, (function->op_count + 2) * sizeof(struct vgpu_op));
    converged->ops = (struct vgpu_op *)(void *)(memory + (64 - (uintptr_t)memory % 64) % 64);
    memcpy(converged->ops, function->ops, function->op_count * sizeof(struct vgpu_op));
    converged->base = converged->ops - (function->ops - module->ops);
    for (uint32_t i = 0; i < function->op_count; i++)
        build_op(&analysis, converged, i);
    own->converged[place] = converged;
    return converged;
}
