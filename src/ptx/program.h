/*
 * A parsed PTX module: immutable, in one arena.
 *
 * ptx_parse() makes it from text. Layers above read it and change nothing. Names are those of the
 * PTX text. `line` is the learner's source line from `.loc`, or 0; `ptx_line` is the line of the
 * PTX text. Instructions keep the written form: the opcode, modifiers and types in order, and
 * operands.
 *
 * Rooms:
 *     debug/  the variables of a program that was compiled with -G (debug.h)
 *     form/   the tables of instructions: meaning of a spelling, operands that it takes
 *     lex/    text -> tokens and interned names
 *     parse/  tokens -> a program
 */
#ifndef PTX_PROGRAM_H
#define PTX_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diagnostics.h"
#include "ptx/opcode.h" /* enum ptx_opcode, enum ptx_modifier, enum ptx_type, from their .def tables */

enum ptx_space {
    PTX_SPACE_GENERIC, /* none written, or .generic */
    PTX_SPACE_REGISTER,
    PTX_SPACE_GLOBAL,
    PTX_SPACE_SHARED, /* .shared and .shared::cta */
    PTX_SPACE_SHARED_CLUSTER,
    PTX_SPACE_LOCAL,
    PTX_SPACE_CONSTANT,
    PTX_SPACE_PARAMETER, /* kernel parameter inside an entry, call argument inside a function */
};

/* PTX_SPACE_SHARED -> "shared" */
const char *ptx_space_name(enum ptx_space space);

/* "shared::cta" -> PTX_SPACE_SHARED. False if the word is no state space. */
bool ptx_space_find(const char *word, size_t length, enum ptx_space *out_space);

/* The owner of a variable. */
enum ptx_variable_role {
    PTX_VARIABLE_MODULE,    /* program->variables */
    PTX_VARIABLE_PARAMETER, /* function->parameters */
    PTX_VARIABLE_RESULT,    /* function->results */
    PTX_VARIABLE_FUNCTION,  /* function->variables: local, shared, and .param ones that hold call arguments */
};

/* A module-scope, function-scope or parameter variable. */
struct ptx_variable {
    /* unique in its function: names of inner scopes can get "$1", "$2".. at the end */
    const char *name;
    enum ptx_space space;
    enum ptx_type type;
    enum ptx_variable_role role;
    uint32_t index;  /* position within the table that `role` names */
    uint32_t vector; /* 1, 2, 4, 8 */
    uint32_t align_bytes;
    uint64_t size_bytes;   /* 0: array of unknown length (dynamic shared memory) */
    uint64_t offset_bytes; /* parameters and results: within the argument block, by the C layout rule */
    bool is_array, is_extern, is_visible, is_weak, is_common, is_managed;
    bool is_pointer; /* parameter with .ptr; the next two describe its target */
    enum ptx_space pointer_space;
    uint32_t pointer_align_bytes;
    uint32_t register_slot; /* space REGISTER only */
    const uint8_t *initial; /* NULL: zero at module scope, undefined for shared and local */
    /* length of `initial`; the bytes after it, up to size_bytes, are zero */
    uint64_t initial_bytes;
    struct ptx_relocation *relocations; /* addresses inside the initialiser */
    uint32_t relocation_count;
};

struct ptx_relocation {
    uint64_t offset_bytes; /* in the variable */
    uint32_t size_bytes;   /* 1, 2, 4 or 8 */
    uint32_t shift_bits;   /* of mask(): the value is address >> shift, cut to size_bytes */
    bool is_generic;
    const char *symbol;                  /* variable or function of the module */
    const struct ptx_variable *variable; /* NULL if the symbol is a function */
    uint32_t function;                   /* index, if variable is NULL */
    int64_t addend;
};

/*
 * Registers of one function, scopes flattened. Slots are dense from 0 over all classes. They hold
 * only registers that an instruction names, so `.reg .b32 %r<1000>` alone costs nothing. A vector
 * register has one slot for each component and is an operand of kind VECTOR.
 */
struct ptx_register {
    const char *name; /* "%r12", unique in the function: registers of inner scopes get "$1", "$2".. at the end */
    enum ptx_type type;
};

enum ptx_operand_kind {
    PTX_OPERAND_NONE,
    PTX_OPERAND_REGISTER, /* register_slot; is_negated for "!%p1" */
    /*
     * bits: integers as 64-bit two's complement, 0f as f32, 0d and decimals as f64. See
     * immediate_type. An f64 in an f32 instruction is not yet rounded.
     */
    PTX_OPERAND_IMMEDIATE,
    PTX_OPERAND_SPECIAL,   /* special register: special, component, register number in bits */
    PTX_OPERAND_VARIABLE,  /* address of `variable`, plus offset_bytes */
    PTX_OPERAND_MEMORY,    /* [base + offset_bytes], base_kind REGISTER, VARIABLE or IMMEDIATE ([bits]) */
    PTX_OPERAND_LABEL,     /* target: instruction index */
    PTX_OPERAND_FUNCTION,  /* target: function index */
    PTX_OPERAND_PROTOTYPE, /* of an indirect call; target: index into program->prototypes */
    PTX_OPERAND_VECTOR,    /* {a, b, c, d}: elements */
    PTX_OPERAND_SINK,      /* _ */
    PTX_OPERAND_LIST,      /* (..) of a call, .calltargets, targets of brx.idx: elements */
};

enum { PTX_COMPONENT_ALL = 255 };

struct ptx_operand {
    enum ptx_operand_kind kind : 8;
    enum ptx_operand_kind base_kind : 8; /* MEMORY */
    enum ptx_type immediate_type : 8;    /* S64, U64, F32, F64 */
    enum ptx_special_register special : 8;
    uint8_t component; /* SPECIAL: x y z w as 0..3, PTX_COMPONENT_ALL if none is written */
    bool is_negated;
    bool has_coordinates; /* MEMORY of a bulk tensor copy: [base, {x, y, ..}], elements hold them */
    uint8_t part;         /* packed video: 0, or the number of the written .b0 .. .b3 (1..4), .h0 .h1 (5, 6), ... */
    uint32_t register_slot;
    uint32_t target; /* LABEL: instruction index; FUNCTION, PROTOTYPE: index */
    uint32_t element_count;
    uint64_t bits;
    int64_t offset_bytes;
    const struct ptx_variable *variable;
    const char *name;             /* label, function or prototype as written */
    struct ptx_operand *elements; /* VECTOR, LIST, coordinates */
    struct ptx_operand *pair;     /* second destination of d|p, else NULL */
};

enum { PTX_MODIFIERS_MAX = 24, PTX_TYPES_MAX = 8, PTX_OPERANDS_MAX = 16 };

/* A place in a source file, from `.loc`. */
struct ptx_location {
    int file; /* index into program->files */
    int line;
    int column;
    int depth; /* number of locations after inlined_at */
    /* the call that inlined the function of this line; NULL: not inlined */
    const struct ptx_location *inlined_at;
};

/*
 * Operands are in the written order, with the destination first. `call` always has four: results
 * (LIST), callee (FUNCTION or REGISTER), arguments (LIST), and a fourth. The fourth is PROTOTYPE or
 * LIST of FUNCTION for an indirect call, else NONE. `brx.idx` has two: index and targets (LIST of
 * LABEL).
 */
struct ptx_instruction {
    enum ptx_opcode opcode;
    uint8_t modifier_count;
    uint8_t type_count;
    uint8_t operand_count;
    uint8_t destination_count; /* the first operands are written, all others are read; a vector counts as one */
    uint8_t vector;            /* .v2 .v4 .v8; else 1 */
    uint8_t used_bytes;        /* of a load: bytes up to the last that is used (used_bytes_mask); 0: all */
    bool is_guarded;
    bool guard_negated;
    enum ptx_space space : 8;   /* first state space written; GENERIC if none */
    enum ptx_space space_2 : 8; /* second one, as in cp.async.shared.global */
    uint32_t guard_slot;
    const uint16_t *modifiers; /* enum ptx_modifier, in written order, without spaces and types */
    /* enum ptx_type, in written order; [0] is PTX_TYPE_NONE if there is none */
    const uint8_t *types;
    const char *mnemonic; /* as written, shared: "ld.global.nc.v4.f32" */
    struct ptx_operand *operands;
    const struct ptx_location *location; /* NULL: none */
    int line;                            /* location->line, 0 if none: see ptx_line_in_file */
    int ptx_line;
};

/* A basic block: instructions [first, end). */
struct ptx_block {
    uint32_t first, end;
    uint32_t successor_count;
    const uint32_t *successors; /* indices of blocks; the next one in the text comes first */
};

/* A label and the instruction after it. */
struct ptx_label {
    const char *name; /* unique in the function, like registers */
    uint32_t instruction;
};

struct ptx_function {
    const char *name;
    uint32_t index;
    bool is_entry, is_extern, is_visible, is_weak, is_noreturn;
    bool has_body;
    bool is_called;                   /* an instruction or initialiser names it */
    const char *alias_of;             /* .alias: the other name, which owns body and tables */
    struct ptx_variable **parameters; /* space PARAMETER (REGISTER: .reg parameters), laid out by offset_bytes */
    uint32_t parameter_count;
    uint64_t parameter_bytes;      /* of the whole argument block */
    struct ptx_variable **results; /* return parameters of a device function */
    uint32_t result_count;
    struct ptx_register *registers;
    uint32_t register_count;
    struct ptx_variable **variables; /* local, shared and .param variables of all scopes */
    uint32_t variable_count;
    struct ptx_label *labels; /* by rising instruction */
    uint32_t label_count;
    struct ptx_instruction *instructions;
    uint32_t instruction_count; /* a body whose text can run past its end gets a `ret` */
    struct ptx_block *blocks;
    uint32_t block_count;
    const uint32_t *block_of;       /* block of each instruction */
    uint32_t max_threads[3];        /* .maxntid; 0 if none */
    uint32_t max_threads_per_block; /* product of .maxntid or .reqntid; 0 if none */
    uint32_t required_threads[3];   /* .reqntid; 0 if none */
    uint32_t cluster_blocks[3];     /* .reqnctapercluster; 0 if none */
    uint32_t max_cluster_blocks;    /* .maxclusterrank */
    bool is_explicit_cluster;
    uint32_t min_blocks_per_sm;
    uint32_t max_registers;
};

/* `.callprototype`, for indirect calls: the shape of the results and parameters. */
struct ptx_prototype {
    const char *name;  /* two functions can use one name */
    uint32_t function; /* the function whose body holds it */
    struct ptx_variable **parameters, **results;
    uint32_t parameter_count, result_count;
    bool is_noreturn;
};

struct ptx_program {
    uint32_t version_major, version_minor;
    const char *target; /* "sm_90a" */
    uint32_t target_sm; /* 90 */
    bool target_debug;  /* compiled with -G */
    uint32_t address_bits;
    struct ptx_variable **variables; /* module scope: global, constant, shared */
    uint32_t variable_count;
    struct ptx_function *functions; /* declarations that have a definition are merged into it */
    uint32_t function_count;
    struct ptx_prototype *prototypes;
    uint32_t prototype_count;
    const char **files; /* by .file index, from 0; NULL entries */
    uint32_t file_count;
};

/*
 * Parses `source` (at most PTX_SOURCE_MAX bytes) into `arena`. All errors of one pass go to
 * `diagnostics`, which point into `source`. The program does not need the source afterwards. An
 * instruction that is not in the opcode table is an error that names it. One that is in the table
 * but not executed parses. NULL if there was an error.
 */
struct ptx_program *ptx_parse(struct arena *arena, const struct source *source, struct diagnostics *diagnostics);
enum { PTX_SOURCE_MAX = 64 << 20 };

/* Parses PTX that the user wrote. It ignores .loc and .file, so lines are those of the PTX text. */
struct ptx_program *ptx_parse_source(struct arena *arena, const struct source *source, struct diagnostics *diagnostics);

const struct ptx_function *ptx_find_function(const struct ptx_program *program, const char *name);
const struct ptx_variable *ptx_find_variable(const struct ptx_program *program, const char *name);
bool ptx_has_modifier(const struct ptx_instruction *instruction, enum ptx_modifier modifier);

enum ptx_action ptx_does(const struct ptx_instruction *instruction);
/* Whether it copies from memory to memory, and not to global memory: for most, a load. */
bool ptx_copies_in(const struct ptx_instruction *instruction);

/* Floating-point operations of one lane, over all elements. A fused multiply-add counts as two. */
uint32_t ptx_flops(const struct ptx_instruction *instruction);

/* Width of the type that an operand is of; 0 where the opcode's row does not say it. */
uint32_t ptx_operand_bits(const struct ptx_instruction *instruction, uint32_t index);

/* The first modifier of the class, NONE if there is none. */
enum ptx_modifier ptx_modifier_of_class(const struct ptx_instruction *instruction, enum ptx_modifier_class class);

/* The line of the innermost location in that file, following inlined_at. 0 if there is none. */
int ptx_line_in_file(const struct ptx_instruction *instruction, int file);

#endif
