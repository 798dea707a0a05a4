/*
 * A parsed PTX module: immutable, in one arena.
 *
 * ptx_parse() turns text into this; everything above reads it and nothing changes it. Names are those of the PTX text;
 * `line` is a line of the learner's source when `.loc` told one (0 otherwise), `ptx_line` the line of the PTX text.
 * Instructions keep what was written: the opcode, its modifiers in order, its types in order and its operands.
 */
#ifndef PTX_PROGRAM_H
#define PTX_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diagnostics.h"
#include "base/error.h"
#include "ptx/opcode.h" /* enum ptx_opcode, enum ptx_modifier, enum ptx_type, from their .def tables */

enum ptx_space {
    PTX_SPACE_GENERIC, /* none written */
    PTX_SPACE_REGISTER,
    PTX_SPACE_GLOBAL,
    PTX_SPACE_SHARED,
    PTX_SPACE_LOCAL,
    PTX_SPACE_CONSTANT,
    PTX_SPACE_PARAMETER, /* kernel parameter inside an entry, call argument inside a function */
};

/* A module-scope, function-scope or parameter variable. */
struct ptx_variable {
    const char *name;
    enum ptx_space space;
    enum ptx_type type;
    uint32_t vector; /* 1, 2, 4 */
    uint32_t align_bytes;
    uint64_t size_bytes; /* 0: extern array of unknown length (dynamic shared memory) */
    bool is_extern, is_visible, is_weak;
    const uint8_t *initial;             /* NULL: zero for module variables, undefined for shared and local */
    struct ptx_relocation *relocations; /* addresses inside the initialiser */
    uint32_t relocation_count;
    uint32_t index; /* position within its table */
    int ptx_line;
};

struct ptx_relocation {
    uint64_t offset_bytes; /* in the variable */
    uint32_t size_bytes;   /* 4 or 8; .mask/.generic forms are resolved into addend and is_generic */
    bool is_generic;
    const char *symbol; /* variable or function of the module */
    int64_t addend;
};

/* Registers of one function, scopes flattened. Slot numbers are dense from 0 over all classes. */
struct ptx_register {
    const char *name; /* "%r12"; inner scopes get a unique suffix */
    enum ptx_type type;
};

enum ptx_operand_kind {
    PTX_OPERAND_NONE,
    PTX_OPERAND_REGISTER,  /* register_slot; negated for "!%p1" */
    PTX_OPERAND_IMMEDIATE, /* bits (integers sign-extended to 64; 0f/0d as IEEE bits), immediate_type */
    PTX_OPERAND_SPECIAL,   /* special register: special, component */
    PTX_OPERAND_VARIABLE,  /* address of a variable, plus offset */
    PTX_OPERAND_MEMORY,    /* [register + offset], [variable + offset] or [offset]; base_kind says which */
    PTX_OPERAND_LABEL,     /* instruction index */
    PTX_OPERAND_FUNCTION,  /* function index, or prototype name */
    PTX_OPERAND_VECTOR,    /* {a, b, c, d}: elements */
    PTX_OPERAND_SINK,      /* _ */
    PTX_OPERAND_LIST,      /* call arguments, brx.idx targets */
};

struct ptx_operand {
    enum ptx_operand_kind kind;
    enum ptx_operand_kind base_kind; /* MEMORY only: REGISTER, VARIABLE or IMMEDIATE */
    bool is_negated;
    uint8_t component;            /* SPECIAL: x y z w as 0..3; vector register component selects .x .. .w */
    enum ptx_type immediate_type; /* S64, U64, F32, F64 */
    uint32_t register_slot;
    uint64_t bits;
    int64_t offset_bytes;
    const struct ptx_variable *variable;
    uint32_t target;  /* LABEL: instruction index; FUNCTION: function index */
    const char *name; /* as written */
    enum ptx_special_register special;
    struct ptx_operand *elements; /* VECTOR and LIST */
    uint32_t element_count;
    struct ptx_operand *pair; /* second destination of d|p, else NULL */
};

enum { PTX_MODIFIERS_MAX = 16, PTX_TYPES_MAX = 8, PTX_OPERANDS_MAX = 12 };

struct ptx_instruction {
    enum ptx_opcode opcode;
    uint8_t modifier_count;
    uint8_t type_count;
    uint8_t operand_count;
    bool is_guarded;
    bool guard_negated;
    enum ptx_space space;                  /* of ld, st, atom, red, cvta, isspacep...; GENERIC if not written */
    enum ptx_space space_2;                /* second space, as in cp.async.shared.global */
    uint16_t modifiers[PTX_MODIFIERS_MAX]; /* enum ptx_modifier, in the order written, spaces and types left out */
    uint8_t types[PTX_TYPES_MAX];          /* enum ptx_type, in the order written */
    uint32_t guard_slot;
    struct ptx_operand operands[PTX_OPERANDS_MAX]; /* destination first where there is one */
    int line;                                      /* learner's line from .loc in file `file`, 0 if none */
    int column;
    int file;            /* index from .file; 0 if none */
    int inlined_at_line; /* of the innermost inlining .loc, else 0 */
    int ptx_line;
    int ptx_column;
    const char *text; /* the instruction as written, white space tidied */
};

/* A basic block: instructions [first, end). */
struct ptx_block {
    uint32_t first, end;
    uint32_t successors[2];   /* indices of blocks; PTX_NO_BLOCK */
    uint32_t successor_count; /* brx.idx: more than 2, in `targets` */
    const uint32_t *targets;
    uint32_t immediate_post_dominator; /* PTX_NO_BLOCK: the exit */
};
#define PTX_NO_BLOCK UINT32_MAX

struct ptx_function {
    const char *name;
    bool is_entry, is_extern, is_visible, is_weak, is_noreturn;
    struct ptx_variable *parameters; /* space PARAMETER; offset_bytes by the C ABI rule in parameter_offsets */
    uint32_t *parameter_offsets;     /* byte offset of each in the kernel's argument block */
    uint32_t parameter_count;
    uint32_t parameter_bytes;
    struct ptx_variable *results; /* return parameters of a device function */
    uint32_t result_count;
    struct ptx_register *registers;
    uint32_t register_count;
    struct ptx_variable *variables; /* local, shared and .param variables of all scopes */
    uint32_t variable_count;
    struct ptx_instruction *instructions;
    uint32_t instruction_count;
    struct ptx_block *blocks;
    uint32_t block_count;
    uint32_t max_threads_per_block; /* product of .maxntid; 0 if none */
    uint32_t required_threads[3];   /* .reqntid; 0 if none */
    uint32_t cluster_blocks[3];     /* .reqnctapercluster; 0 if none */
    uint32_t min_blocks_per_sm;
    int ptx_line;
};

struct ptx_program {
    uint32_t version_major, version_minor;
    const char *target; /* "sm_90a" */
    uint32_t target_sm; /* 90 */
    uint32_t address_bits;
    struct ptx_variable *variables; /* module scope: global, constant, shared */
    uint32_t variable_count;
    struct ptx_function *functions; /* declarations that have a definition are merged into it */
    uint32_t function_count;
    const char **files; /* by .file index; NULL entries */
    uint32_t file_count;
};

/*
 * Parses `source` (at most PTX_SOURCE_MAX bytes) into `arena`. All errors of one pass go to `diagnostics`, which point
 * into `source`. Instructions that are not in the opcode table are errors here, by name; those in the table that
 * nothing executes yet parse. NULL if there was an error.
 */
struct ptx_program *ptx_parse(struct arena *arena, const struct source *source, struct diagnostics *diagnostics);
enum { PTX_SOURCE_MAX = 64 << 20 };

const struct ptx_function *ptx_find_function(const struct ptx_program *program, const char *name);
const struct ptx_variable *ptx_find_variable(const struct ptx_program *program, const char *name);
bool ptx_has_modifier(const struct ptx_instruction *instruction, enum ptx_modifier modifier);

#endif
