/* The tables of opcodes, modifiers, types and special registers, and their lookups. */
#include "ptx/opcode.h"

#include <string.h>

#include "ptx/form/type_sets.h"

_Static_assert(PTX_TYPE_COUNT <= 64, "types are kept as the bits of a uint64_t");

/* The further facts of a row; __VA_ARGS__ holds the lesson before them. */
#define FLOPS(count) .flops = count
#define ARITHMETIC(kind) .arithmetic = PTX_ARITHMETIC_##kind
#define FLOW(kind) .flow = PTX_FLOW_##kind
#define TAKES_CARRY .takes_carry = true
#define NAMES_LANES .names_lanes = true

static const struct ptx_opcode_info opcode_table[PTX_OPCODE_COUNT] = {
    [PTX_OPCODE_NONE] =
        {.mnemonic = "", .modifiers = "", .operands = "", .operand_types = "", .section = "", .lesson = ""},
#define PTX_OPCODE(suffix, mnemonic, category, types, types_min, types_max, modifiers, operands, operand_types, unit,  \
                   does, status, section, ...)                                                                         \
    [PTX_OPCODE_##suffix] = {                                                                                          \
        mnemonic,      PTX_CATEGORY_##category, types,           types_min,           types_max, modifiers,  operands, \
        operand_types, PTX_UNIT_##unit,         PTX_DOES_##does, PTX_STATUS_##status, section,   __VA_ARGS__},
#include "ptx/opcodes.def"
#undef PTX_OPCODE
};

static const struct {
    const char *name;
    uint16_t bits;
    uint8_t class;
} type_table[PTX_TYPE_COUNT] = {
    [PTX_TYPE_NONE] = {"", 0, PTX_TYPE_CLASS_NONE},
#define PTX_TYPE(suffix, spelling, bits, class) [PTX_TYPE_##suffix] = {spelling, bits, PTX_TYPE_CLASS_##class},
#include "ptx/types.def"
#undef PTX_TYPE
};

static const struct {
    const char *name;
    uint8_t class;
} modifier_table[PTX_MODIFIER_COUNT] = {
    [PTX_MODIFIER_NONE] = {"", PTX_CLASS_NONE},
#define PTX_MODIFIER(suffix, spelling, class) [PTX_MODIFIER_##suffix] = {spelling, PTX_CLASS_##class},
#include "ptx/modifiers.def"
#undef PTX_MODIFIER
};

static const struct {
    const char *prefix, *suffix;
    uint32_t count;
    enum ptx_type type;
    uint32_t components;
} special_table[PTX_SPECIAL_COUNT] = {
    [PTX_SPECIAL_NONE] = {"", "", 0, PTX_TYPE_NONE, 0},
#define PTX_SPECIAL(suffix, prefix, tail, count, type, components) \
    [PTX_SPECIAL_##suffix] = {prefix, tail, count, PTX_TYPE_##type, components},
#include "ptx/special_registers.def"
#undef PTX_SPECIAL
};

static const char *const class_names[] = {
    [PTX_CLASS_NONE] = "",
    [PTX_CLASS_ROUNDING] = "Rounding",
    [PTX_CLASS_NUMERIC] = "Numeric",
    [PTX_CLASS_PART] = "Part",
    [PTX_CLASS_COMPARE] = "Compare",
    [PTX_CLASS_LOGIC] = "Logic",
    [PTX_CLASS_OPERATION] = "Operation",
    [PTX_CLASS_SHIFT] = "Shift",
    [PTX_CLASS_PERMUTE] = "Permute",
    [PTX_CLASS_CLASSIFY] = "Classify",
    [PTX_CLASS_SHUFFLE] = "Shuffle",
    [PTX_CLASS_VOTE] = "Vote",
    [PTX_CLASS_SCOPE] = "Scope",
    [PTX_CLASS_SEMANTICS] = "Semantics",
    [PTX_CLASS_PROXY] = "Proxy",
    [PTX_CLASS_CACHE] = "Cache",
    [PTX_CLASS_EVICTION] = "Eviction",
    [PTX_CLASS_PREFETCH] = "Prefetch",
    [PTX_CLASS_VECTOR] = "Vector",
    [PTX_CLASS_BARRIER] = "Barrier",
    [PTX_CLASS_BULK] = "Bulk",
    [PTX_CLASS_POLICY] = "Policy",
    [PTX_CLASS_REPLACE] = "Replace",
    [PTX_CLASS_CONTROL] = "Control",
    [PTX_CLASS_MATRIX] = "Matrix",
    [PTX_CLASS_SHAPE] = "Shape",
    [PTX_CLASS_REPEAT] = "Repeat",
    [PTX_CLASS_TCGEN05] = "Tcgen05",
};

static const char *const category_names[PTX_CATEGORY_COUNT] = {
    [PTX_CATEGORY_INTEGER] = "integer arithmetic",
    [PTX_CATEGORY_EXTENDED] = "extended precision",
    [PTX_CATEGORY_FLOAT] = "floating point",
    [PTX_CATEGORY_COMPARE] = "comparison and selection",
    [PTX_CATEGORY_LOGIC] = "logic and shift",
    [PTX_CATEGORY_MOVE] = "data movement and conversion",
    [PTX_CATEGORY_ASYNC] = "asynchronous copies",
    [PTX_CATEGORY_CONTROL] = "control flow",
    [PTX_CATEGORY_SYNC] = "synchronisation and communication",
    [PTX_CATEGORY_MBARRIER] = "memory barriers with counts",
    [PTX_CATEGORY_MATRIX] = "warp-level matrices",
    [PTX_CATEGORY_WGMMA] = "warpgroup matrices",
    [PTX_CATEGORY_TCGEN05] = "fifth-generation tensor core",
    [PTX_CATEGORY_STACK] = "stack",
    [PTX_CATEGORY_VIDEO] = "video",
    [PTX_CATEGORY_MISC] = "miscellaneous",
};

static const char *const unit_names[PTX_UNIT_COUNT] = {
    [PTX_UNIT_ALU] = "ALU",         [PTX_UNIT_FMA] = "FMA",         [PTX_UNIT_FP64] = "FP64",
    [PTX_UNIT_SFU] = "SFU",         [PTX_UNIT_LSU] = "LSU",         [PTX_UNIT_TENSOR] = "tensor",
    [PTX_UNIT_CONTROL] = "control", [PTX_UNIT_UNIFORM] = "uniform",
};

const struct ptx_opcode_info *ptx_opcode_info(enum ptx_opcode opcode)
{
    return &opcode_table[opcode < PTX_OPCODE_COUNT ? opcode : PTX_OPCODE_NONE];
}

const char *ptx_type_name(enum ptx_type type)
{
    return type_table[type < PTX_TYPE_COUNT ? type : PTX_TYPE_NONE].name;
}

uint32_t ptx_type_bits(enum ptx_type type)
{
    return type_table[type < PTX_TYPE_COUNT ? type : PTX_TYPE_NONE].bits;
}

enum ptx_type_class ptx_type_class(enum ptx_type type)
{
    return type_table[type < PTX_TYPE_COUNT ? type : PTX_TYPE_NONE].class;
}

bool ptx_type_is_float(enum ptx_type type)
{
    return ptx_type_class(type) == PTX_TYPE_CLASS_FLOAT;
}

uint32_t ptx_type_floats(enum ptx_type type)
{
    bool is_pair = type == PTX_TYPE_F16X2 || type == PTX_TYPE_BF16X2 || type == PTX_TYPE_F32X2;
    return is_pair ? 2 : ptx_type_is_float(type);
}

bool ptx_type_is_signed(enum ptx_type type)
{
    return ptx_type_class(type) == PTX_TYPE_CLASS_SIGNED;
}

const char *ptx_modifier_name(enum ptx_modifier modifier)
{
    return modifier_table[modifier < PTX_MODIFIER_COUNT ? modifier : PTX_MODIFIER_NONE].name;
}

enum ptx_modifier_class ptx_modifier_class(enum ptx_modifier modifier)
{
    return modifier_table[modifier < PTX_MODIFIER_COUNT ? modifier : PTX_MODIFIER_NONE].class;
}

const char *ptx_category_name(enum ptx_category category)
{
    return category < PTX_CATEGORY_COUNT ? category_names[category] : "";
}

const char *ptx_unit_name(enum ptx_unit unit)
{
    return unit < PTX_UNIT_COUNT ? unit_names[unit] : "";
}

bool ptx_action_is_pure(enum ptx_action action)
{
    return action == PTX_DOES_COMPUTE || action == PTX_DOES_COMPARE || action == PTX_DOES_COPY;
}

static bool same_word(const char *name, const char *word, size_t length)
{
    return length > 0 && name[0] == word[0] && strncmp(name, word, length) == 0 && name[length] == '\0';
}

/* The search is linear: the parser asks once for each spelling of an instruction. */
enum ptx_type ptx_type_find(const char *word, size_t length)
{
    for (int type = 1; type < PTX_TYPE_COUNT; type++)
        if (same_word(type_table[type].name, word, length))
            return type;
    return PTX_TYPE_NONE;
}

enum ptx_modifier ptx_modifier_find(const char *word, size_t length)
{
    for (int modifier = 1; modifier < PTX_MODIFIER_COUNT; modifier++)
        if (same_word(modifier_table[modifier].name, word, length))
            return modifier;
    return PTX_MODIFIER_NONE;
}

enum ptx_modifier_class ptx_modifier_class_find(const char *name, size_t length)
{
    for (size_t class = 1; class < sizeof class_names / sizeof *class_names; class ++)
        if (same_word(class_names[class], name, length))
            return class;
    return PTX_CLASS_NONE;
}

/* Reads a decimal number below `count`, without leading zeros, that fills text[0..length). */
static bool parse_number(const char *text, size_t length, uint32_t count, uint32_t *out_number)
{
    if (length == 0 || length > 3 || (length > 1 && text[0] == '0'))
        return false;
    uint32_t number = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        number = number * 10 + (uint32_t)(text[i] - '0');
    }
    *out_number = number;
    return number < count;
}

static bool special_matches(int special, const char *name, size_t length, uint32_t *out_index)
{
    const char *prefix = special_table[special].prefix, *suffix = special_table[special].suffix;
    size_t prefix_length = strlen(prefix), suffix_length = strlen(suffix);
    *out_index = 0;
    if (special_table[special].count == 0)
        return same_word(prefix, name, length);
    if (length <= prefix_length + suffix_length || strncmp(name, prefix, prefix_length) != 0 ||
        strncmp(name + length - suffix_length, suffix, suffix_length) != 0)
        return false;
    return parse_number(name + prefix_length, length - prefix_length - suffix_length, special_table[special].count,
                        out_index);
}

enum ptx_special_register ptx_special_register_find(const char *name, size_t length, uint32_t *out_index)
{
    /* Every register of a program comes here once. The letter after the % settles most of them. */
    for (int special = 1; length > 1 && special < PTX_SPECIAL_COUNT; special++)
        if (special_table[special].prefix[1] == name[1] && special_matches(special, name, length, out_index))
            return special;
    *out_index = 0;
    return PTX_SPECIAL_NONE;
}

const char *ptx_special_register_prefix(enum ptx_special_register special)
{
    return special < PTX_SPECIAL_COUNT ? special_table[special].prefix : "";
}

const char *ptx_special_register_suffix(enum ptx_special_register special)
{
    return special < PTX_SPECIAL_COUNT ? special_table[special].suffix : "";
}

bool ptx_special_register_is_numbered(enum ptx_special_register special)
{
    return special < PTX_SPECIAL_COUNT && special_table[special].count > 0;
}

enum ptx_type ptx_special_register_type(enum ptx_special_register special)
{
    return special < PTX_SPECIAL_COUNT ? special_table[special].type : PTX_TYPE_NONE;
}

uint32_t ptx_special_register_components(enum ptx_special_register special)
{
    return special < PTX_SPECIAL_COUNT ? special_table[special].components : 0;
}

enum ptx_opcode ptx_opcode_find(const char *spelling, size_t length, size_t *out_length)
{
    enum ptx_opcode best = PTX_OPCODE_NONE;
    size_t best_length = 0;
    for (int opcode = 1; opcode < PTX_OPCODE_COUNT; opcode++) {
        const char *mnemonic = opcode_table[opcode].mnemonic;
        if (mnemonic[0] != spelling[0])
            continue;
        size_t mnemonic_length = strlen(mnemonic);
        bool whole = mnemonic_length == length || (mnemonic_length < length && spelling[mnemonic_length] == '.');
        if (mnemonic_length > best_length && whole && strncmp(mnemonic, spelling, mnemonic_length) == 0) {
            best = opcode;
            best_length = mnemonic_length;
        }
    }
    *out_length = best_length;
    return best;
}
