/*
 * The parser's state. Its stages share it: module, function, statement, instruction, operand,
 * initialiser, constant.
 *
 * Every stage starts at parser->token, the first token not yet consumed. A stage that returns false
 * has reported the reason. The caller then skips to the end of the statement and continues.
 */
#ifndef PTX_PARSE_PARSER_H
#define PTX_PARSE_PARSER_H

#include <stdbool.h>
#include <stdint.h>

#include "ptx/form/form.h"
#include "ptx/lex/lexer.h"
#include "ptx/parse/scope.h"
#include "ptx/parse/vector.h"
#include "ptx/program.h"

/* Bounds on hostile text. */
enum {
    PTX_NESTING_MAX = 64,              /* of constant expressions and initialisers */
    PTX_INSTRUCTIONS_MAX = 4 << 20,    /* of a module */
    PTX_OPERANDS_TOTAL_MAX = 16 << 20, /* of a module, elements of vectors and lists too */
    PTX_ELEMENTS_MAX = 256,            /* of one vector operand */
    PTX_REGISTERS_MAX = 1 << 20,       /* of a function, those that are used */
    PTX_INITIAL_BYTES_MAX = 256 << 20, /* of all initialisers */
    PTX_NAMES_MAX = 2 << 20,           /* distinct words of a module */
    PTX_FUNCTIONS_MAX = 65536,
    PTX_FILES_MAX = 65536,
    PTX_EDGES_MAX = 16 << 20, /* of all control-flow graphs */
    PTX_LOCATIONS = 4096,     /* remembered to chain inlined_at; a power of two */
};
#define PTX_VARIABLE_BYTES_MAX (UINT64_C(1) << 40)

/*
 * An operand that names a label, a list or a prototype. The declaration can come later in its
 * scope.
 */
struct ptx_reference {
    struct ptx_operand *operand;
    struct ptx_name *name;
    struct location where;
};

/* The function being parsed. */
struct ptx_builder {
    uint32_t function; /* its index */
    uint32_t serial;
    struct ptx_vector registers;    /* struct ptx_register */
    struct ptx_vector variables;    /* struct ptx_variable * */
    struct ptx_vector instructions; /* struct ptx_instruction */
    struct ptx_vector labels;       /* struct ptx_label */
    struct ptx_vector references;   /* struct ptx_reference */
    /* struct ptx_variable *, of a kernel that declares them in its body */
    struct ptx_vector parameters;
    const struct ptx_location *location;
    uint32_t used_bytes_mask; /* of the next instruction; 0: none */
};

/*
 * The last locations, by hash of their place. An entry counts only for the function of its serial.
 */
struct ptx_location_memory {
    const struct ptx_location *locations[PTX_LOCATIONS];
    uint32_t serials[PTX_LOCATIONS];
};

struct ptx_parser {
    struct arena *arena;   /* of the program */
    struct arena *scratch; /* of the parse */
    struct ptx_lexer lexer;
    struct ptx_token token;
    struct ptx_names names;
    struct ptx_scopes scopes;
    struct ptx_program *program;
    const struct source *source;
    struct diagnostics *diagnostics;
    struct ptx_name *warp_size;   /* WARP_SZ */
    struct ptx_name *sink;        /* _ */
    struct ptx_vector variables;  /* struct ptx_variable *, of the module */
    struct ptx_vector functions;  /* struct ptx_function * */
    struct ptx_vector prototypes; /* struct ptx_prototype */
    struct ptx_vector files;      /* const char * */
    struct ptx_vector elements;   /* struct ptx_operand, while a list is read */
    struct ptx_vector late;       /* struct ptx_late_symbol, initialisers that name later functions */
    struct ptx_builder builder;
    struct ptx_location_memory *location_memory; /* NULL before the first .loc */
    uint32_t nesting;
    uint32_t instruction_total, operand_total, edge_total;
    uint64_t initial_total_bytes;
    size_t errors_before; /* the count of errors before the parse */
    bool is_source;       /* the text is the user's own: places in other files are left out */
    bool gave_up;         /* too many errors, or a bound was passed */
};

/* parser.c: tokens and errors */
void parser_next(struct ptx_parser *parser);
bool parser_at(const struct ptx_parser *parser, int kind);
bool parser_accept(struct ptx_parser *parser, int kind);
bool parser_expect(struct ptx_parser *parser, int kind, const char *what);
bool parser_at_directive(const struct ptx_parser *parser, const char *word);
bool parser_accept_directive(struct ptx_parser *parser, const char *word);
bool parser_fail(struct ptx_parser *parser, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool parser_fail_at(struct ptx_parser *parser, struct location where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool parser_give_up(struct ptx_parser *parser, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* past the next ';', or before '}' or the end */
void parser_skip_statement(struct ptx_parser *parser);
const char *parser_token_text(const struct ptx_parser *parser, char *buffer, size_t size_bytes);

/* parse_constant.c */
struct ptx_constant {
    enum ptx_type type; /* S64, U64, F32, F64 */
    uint64_t bits;
};
bool parse_constant(struct ptx_parser *parser, struct ptx_constant *out_constant);
bool parse_integer(struct ptx_parser *parser, uint64_t max, const char *what, uint64_t *out_value);
double parse_constant_as_real(const struct ptx_constant *constant);

/* parse_module.c */
void parse_module(struct ptx_parser *parser);
bool parse_section(struct ptx_parser *parser);
bool parse_pragma(struct ptx_parser *parser);
bool parse_file(struct ptx_parser *parser);

/* parse_variable.c */
struct ptx_linkage {
    bool is_extern, is_visible, is_weak, is_common;
};
bool parse_variables(struct ptx_parser *parser, struct ptx_linkage linkage); /* at the state space */
/* at the '[' after .const */
bool parse_constant_bank(struct ptx_parser *parser);
bool parse_parameter(struct ptx_parser *parser, enum ptx_variable_role role, bool is_named,
                     struct ptx_variable **out_variable);
bool parse_registers(struct ptx_parser *parser); /* after .reg */

/* parse_initialiser.c, after '='. Sets the size of an array of unknown length. */
bool parse_initialiser(struct ptx_parser *parser, struct ptx_variable *variable, const uint64_t *dimensions,
                       uint32_t dimension_count);
void initialiser_resolve_late(struct ptx_parser *parser);

/* parse_function.c */
bool parse_function(struct ptx_parser *parser, struct ptx_linkage linkage); /* at .entry or .func */
bool parse_prototype(struct ptx_parser *parser, struct ptx_name *name);
struct ptx_function *parse_function_of(struct ptx_parser *parser, struct ptx_name *name);

/* parse_statement.c */
bool parse_body(struct ptx_parser *parser); /* after '{', up to and over its '}' */

/* legacy.c: whether the module is older than that version; the meaning of a spelling in such PTX */
bool legacy_is_before(const struct ptx_parser *parser, uint32_t major, uint32_t minor);
struct ptx_name *legacy_spelling(struct ptx_parser *parser, struct ptx_name *written);

/* parse_location.c, after .loc */
bool parse_location(struct ptx_parser *parser);

/* parse_instruction.c, parse_operand.c, parse_call.c */
bool parse_instruction(struct ptx_parser *parser);
bool parse_operand(struct ptx_parser *parser, const struct ptx_form *form, uint32_t index,
                   struct ptx_operand *out_operand);
bool parse_simple_operand(struct ptx_parser *parser, struct ptx_operand *out_operand); /* no vector, no memory */
/* At the opening bracket: simple operands up to and over `close`. Errors name `what`. */
bool parse_elements(struct ptx_parser *parser, int close, const char *what, struct ptx_operand *out_list);
bool parse_call_operands(struct ptx_parser *parser, struct ptx_operand operands[4]);
bool operand_from_register(struct ptx_parser *parser, struct ptx_name *name, struct ptx_operand *out_operand);
bool operand_copy_elements(struct ptx_parser *parser, uint32_t first, struct ptx_operand *operand);
void operand_refer(struct ptx_parser *parser, struct ptx_operand *operand, struct ptx_name *name,
                   struct location where);
const char *operand_unique_text(struct ptx_parser *parser, struct ptx_name *name);

#endif
