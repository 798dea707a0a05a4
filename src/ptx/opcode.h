/*
 * The vocabulary of PTX as tables: opcodes, modifiers, types, special registers, one .def file
 * each.
 *
 * One row of opcodes.def is one instruction. Where PTX distinguishes instructions by dot-words,
 * each has its own row and the longest name wins: cp.async and cp.async.bulk. All tables are
 * constant.
 */
#ifndef PTX_OPCODE_H
#define PTX_OPCODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum ptx_type {
    PTX_TYPE_NONE,
#define PTX_TYPE(suffix, spelling, bits, class) PTX_TYPE_##suffix,
#include "ptx/types.def"
#undef PTX_TYPE
    PTX_TYPE_COUNT
};

enum ptx_type_class {
    PTX_TYPE_CLASS_NONE,
    PTX_TYPE_CLASS_PREDICATE,
    PTX_TYPE_CLASS_BITS,
    PTX_TYPE_CLASS_UNSIGNED,
    PTX_TYPE_CLASS_SIGNED,
    PTX_TYPE_CLASS_FLOAT,
    PTX_TYPE_CLASS_PACKED,
    PTX_TYPE_CLASS_OPAQUE, /* texture, sampler and surface references */
};

enum ptx_modifier {
    PTX_MODIFIER_NONE,
#define PTX_MODIFIER(suffix, spelling, class) PTX_MODIFIER_##suffix,
#include "ptx/modifiers.def"
#undef PTX_MODIFIER
    PTX_MODIFIER_COUNT
};

enum ptx_modifier_class {
    PTX_CLASS_NONE,
    PTX_CLASS_ROUNDING,  /* rn rz rm rp rna rs, rni rzi rmi rpi */
    PTX_CLASS_NUMERIC,   /* ftz sat satfinite relu approx full NaN xorsign abs */
    PTX_CLASS_PART,      /* lo hi wide cc */
    PTX_CLASS_COMPARE,   /* eq ne lt ...; lo and hi are in PART */
    PTX_CLASS_LOGIC,     /* and or xor: of setp, atom, red, redux, bar.red */
    PTX_CLASS_OPERATION, /* add min max inc dec exch cas popc */
    PTX_CLASS_SHIFT,     /* l r clamp wrap shiftamt */
    PTX_CLASS_PERMUTE,   /* prmt */
    PTX_CLASS_CLASSIFY,  /* testp */
    PTX_CLASS_SHUFFLE,   /* up down bfly idx */
    PTX_CLASS_VOTE,      /* all any uni ballot; uni also of bra, call, ret */
    PTX_CLASS_SCOPE,     /* cta cluster gpu sys gl */
    PTX_CLASS_SEMANTICS, /* weak relaxed acquire release acq_rel sc volatile mmio */
    PTX_CLASS_PROXY,     /* of fence.proxy; also `to` of cvta */
    PTX_CLASS_CACHE,     /* ca cg cs lu cv wb wt nc, L2::cache_hint */
    PTX_CLASS_EVICTION,  /* L1::evict_last ... */
    PTX_CLASS_PREFETCH,  /* L2::128B, L1, L2 */
    PTX_CLASS_VECTOR,    /* v2 v4 v8 */
    PTX_CLASS_BARRIER,   /* sync arrive red wait aligned warp ... */
    PTX_CLASS_BULK,      /* completion, multicast, load modes and dimensions of bulk copies */
    PTX_CLASS_POLICY,    /* createpolicy */
    PTX_CLASS_REPLACE,   /* tensormap.replace fields */
    PTX_CLASS_CONTROL,   /* griddepcontrol, clusterlaunchcontrol */
    PTX_CLASS_MATRIX,    /* operand names, layouts and kinds of matrix instructions */
    PTX_CLASS_SHAPE,     /* m16n8k16 ... */
    PTX_CLASS_REPEAT,    /* x1 x2 x4 ... */
    PTX_CLASS_TCGEN05,
};

enum ptx_opcode {
    PTX_OPCODE_NONE,
#define PTX_OPCODE(suffix, ...) PTX_OPCODE_##suffix,
#include "ptx/opcodes.def"
#undef PTX_OPCODE
    PTX_OPCODE_COUNT
};

enum ptx_special_register {
    PTX_SPECIAL_NONE,
#define PTX_SPECIAL(suffix, ...) PTX_SPECIAL_##suffix,
#include "ptx/special_registers.def"
#undef PTX_SPECIAL
    PTX_SPECIAL_COUNT
};

/* Chapters of the instruction set. */
enum ptx_category {
    PTX_CATEGORY_INTEGER,
    PTX_CATEGORY_EXTENDED, /* carry chains */
    PTX_CATEGORY_FLOAT,
    PTX_CATEGORY_COMPARE,
    PTX_CATEGORY_LOGIC,
    PTX_CATEGORY_MOVE,
    PTX_CATEGORY_ASYNC,
    PTX_CATEGORY_CONTROL,
    PTX_CATEGORY_SYNC,
    PTX_CATEGORY_MBARRIER,
    PTX_CATEGORY_MATRIX,
    PTX_CATEGORY_WGMMA,
    PTX_CATEGORY_TCGEN05,
    PTX_CATEGORY_STACK,
    PTX_CATEGORY_VIDEO,
    PTX_CATEGORY_MISC,
    PTX_CATEGORY_COUNT
};

/*
 * The unit of a multiprocessor that does the work, by the row's usual type. f64 forms of FMA rows
 * count as FP64.
 */
enum ptx_unit {
    PTX_UNIT_ALU,
    PTX_UNIT_FMA,
    PTX_UNIT_FP64,
    PTX_UNIT_SFU,
    PTX_UNIT_LSU,
    PTX_UNIT_TENSOR,
    PTX_UNIT_CONTROL,
    PTX_UNIT_UNIFORM,
    PTX_UNIT_COUNT
};

/* What an instruction does, for all that counts it, follows its values or orders its accesses. */
enum ptx_action {
    PTX_DOES_NOTHING,  /* of PTX_OPCODE_NONE alone */
    PTX_DOES_COMPUTE,  /* computes its results from its operands, each lane for itself */
    PTX_DOES_COMPARE,  /* the same; the results say yes or no */
    PTX_DOES_COPY,     /* the same; the result is the operand, or its address in another state space */
    PTX_DOES_LOAD,     /* each lane from an address of its own */
    PTX_DOES_STORE,    /* each lane to an address of its own */
    PTX_DOES_ATOMIC,   /* each lane updates memory and gets the old value */
    PTX_DOES_REDUCE,   /* each lane updates memory and gets nothing */
    PTX_DOES_TRANSFER, /* each lane copies from memory to memory, asynchronously */
    PTX_DOES_WRITE,    /* writes memory in another way: in bulk, of another block, of several GPUs */
    PTX_DOES_LOAD_ROWS,
    PTX_DOES_STORE_ROWS,
    PTX_DOES_LOAD_FRAGMENT,
    PTX_DOES_STORE_FRAGMENT,
    PTX_DOES_MULTIPLY, /* matrices */
    PTX_DOES_SHUFFLE,  /* each lane gets a value of another one */
    PTX_DOES_VOTE,     /* each lane gets a value made of those of all lanes */
    PTX_DOES_BRANCH,
    PTX_DOES_CALL,
    PTX_DOES_END, /* leaves the function or ends the thread */
    PTX_DOES_BARRIER,
    PTX_DOES_WARP_BARRIER,
    PTX_DOES_CLUSTER_BARRIER,
    PTX_DOES_OTHER, /* orders, signals, prefetches, sets up */
    PTX_DOES_COUNT
};

/* By which formula a result is computed; of floating point, why it can be a NaN or an infinity. */
enum ptx_arithmetic {
    PTX_ARITHMETIC_NONE,
    PTX_ARITHMETIC_SUM,
    PTX_ARITHMETIC_DIFFERENCE,
    PTX_ARITHMETIC_PRODUCT,
    PTX_ARITHMETIC_PRODUCT_SUM,
    PTX_ARITHMETIC_QUOTIENT,
    PTX_ARITHMETIC_RECIPROCAL,
    PTX_ARITHMETIC_ROOT,
    PTX_ARITHMETIC_RECIPROCAL_ROOT,
    PTX_ARITHMETIC_LOGARITHM,
    PTX_ARITHMETIC_EXPONENTIAL,
    PTX_ARITHMETIC_SINE, /* and cosine */
    PTX_ARITHMETIC_CONVERSION,
    PTX_ARITHMETIC_COUNT
};

/* Which bits of the sources decide which bits of the result, for integers and bits. */
enum ptx_flow {
    PTX_FLOW_ANY, /* each bit of the sources may decide each bit of the result */
    PTX_FLOW_MOVE,
    PTX_FLOW_CONVERT,
    PTX_FLOW_COMPARE,
    PTX_FLOW_SELECT,
    PTX_FLOW_AND,
    PTX_FLOW_OR,
    PTX_FLOW_XOR,
    PTX_FLOW_NOT,
    PTX_FLOW_CNOT,
    PTX_FLOW_LOP3,
    PTX_FLOW_ADD,
    PTX_FLOW_SUB,
    PTX_FLOW_NEG,
    PTX_FLOW_MUL, /* the low half, or all of .wide */
    PTX_FLOW_MAD,
    PTX_FLOW_MIN_MAX,
    PTX_FLOW_SHL,
    PTX_FLOW_SHR,
    PTX_FLOW_SHF,
    PTX_FLOW_BFE,
    PTX_FLOW_BFI,
    PTX_FLOW_PRMT,
    PTX_FLOW_BREV,
    PTX_FLOW_POPC,
    PTX_FLOW_CLZ,
    PTX_FLOW_COPYSIGN,
    PTX_FLOW_COUNT
};

enum ptx_status {
    PTX_STATUS_PARSED,   /* known by name and form; running it is an error that names it */
    PTX_STATUS_EXECUTED, /* the virtual GPU has a handler */
};

struct ptx_opcode_info {
    const char *mnemonic; /* "cp.async.bulk" */
    enum ptx_category category;
    uint64_t types; /* set of enum ptx_type as bits; each written type must be in it */
    uint8_t types_min, types_max;
    const char *modifiers;     /* words: see ptx/opcodes.def */
    const char *operands;      /* shape, see ptx/opcodes.def */
    const char *operand_types; /* see ptx/opcodes.def */
    enum ptx_unit unit;
    enum ptx_action does;
    enum ptx_status status;
    const char *section; /* of the PTX ISA */
    const char *lesson;  /* id of the lesson that teaches it, present or planned; "" none */
    uint8_t flops;       /* of a lane, for each element of a packed type; 0 for what is no floating-point arithmetic */
    enum ptx_arithmetic arithmetic;
    enum ptx_flow flow;
    bool takes_carry; /* reads the carry flag; the modifier .cc writes it */
    bool names_lanes; /* an operand is the mask of lanes that take part, for which the others wait */
};

/* Never NULL for values below the COUNTs. NONE has the name "". */
const struct ptx_opcode_info *ptx_opcode_info(enum ptx_opcode opcode);
const char *ptx_type_name(enum ptx_type type);
uint32_t ptx_type_bits(enum ptx_type type);
enum ptx_type_class ptx_type_class(enum ptx_type type);
bool ptx_type_is_float(enum ptx_type type);   /* f16 bf16 tf32 f32 f64 and the 8-bit and smaller ones, not packed */
bool ptx_type_is_signed(enum ptx_type type);  /* s8 .. s64 */
uint32_t ptx_type_floats(enum ptx_type type); /* numbers in a value: 1 of floats, 2 of f16x2, bf16x2, f32x2, else 0 */
const char *ptx_modifier_name(enum ptx_modifier modifier);
enum ptx_modifier_class ptx_modifier_class(enum ptx_modifier modifier);
const char *ptx_category_name(enum ptx_category category);
const char *ptx_unit_name(enum ptx_unit unit);

/* Whether the results follow from the register operands alone, each lane for itself. */
bool ptx_action_is_pure(enum ptx_action action);

/* Finds a spelling without the dot, of `length` bytes. NONE if there is no such word. */
enum ptx_type ptx_type_find(const char *word, size_t length);
enum ptx_modifier ptx_modifier_find(const char *word, size_t length);
enum ptx_modifier_class ptx_modifier_class_find(const char *name, size_t length); /* "Rounding" */

/* "%tid", "%envreg3". The number of a numbered one goes to *out_index (else 0). */
enum ptx_special_register ptx_special_register_find(const char *name, size_t length, uint32_t *out_index);
const char *ptx_special_register_prefix(enum ptx_special_register special);
const char *ptx_special_register_suffix(enum ptx_special_register special);
bool ptx_special_register_is_numbered(enum ptx_special_register special);
enum ptx_type ptx_special_register_type(enum ptx_special_register special);
uint32_t ptx_special_register_components(enum ptx_special_register special);

/*
 * The row whose name is the longest run of whole dot-words at the start of `spelling`. Its length
 * goes to *out_length.
 */
enum ptx_opcode ptx_opcode_find(const char *spelling, size_t length, size_t *out_length);

#endif
