/*
 * The parsed launch plan: statements in a tree, each with its place in the source.
 *
 * Names are not resolved here. They are text until check.c or the run looks them up.
 */
#ifndef PLAN_STATEMENT_STATEMENT_H
#define PLAN_STATEMENT_STATEMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diagnostics.h"
#include "base/expression.h"
#include "plan/parameter.h"
#include "plan/plan.h"

struct plan_word {
    const char *text; /* NULL: not written */
    struct location location;
};

/* An expression with the names that it reads. */
struct plan_term {
    const struct expression *expression; /* NULL: not written */
    struct location location;
    const struct plan_word *names;
    size_t name_count;
};

enum plan_operand_kind {
    PLAN_OPERAND_VALUE,  /* a buffer, a buffer plus an offset, a tensor map, or a scalar expression */
    PLAN_OPERAND_PEERS,  /* peers(B): an array of the addresses of B on every rank */
    PLAN_OPERAND_PEER,   /* peer(B, rank) [+ offset] */
    PLAN_OPERAND_SYMBOL, /* symbol(NAME): a module variable */
};

struct plan_operand {
    enum plan_operand_kind kind;
    struct location location;
    struct plan_word name;   /* the leading name; NULL text if the operand begins otherwise */
    bool is_name_alone;      /* VALUE: the name alone */
    struct plan_term rank;   /* PEER */
    struct plan_term offset; /* the part after `name +`, in elements */
    struct plan_term whole;  /* VALUE: the whole operand, in case it is a scalar expression */
};

/* f, f[m] or f[m, s]: names a launch for `after=`. */
struct plan_label {
    struct plan_word name;
    struct plan_term indices[PLAN_INDICES_MAX];
    size_t index_count;
};

struct plan_options {
    struct plan_term device; /* not written: every rank */
    struct plan_term stream;
    struct plan_term when;
    struct plan_term count; /* elements, of copy and zero */
    struct plan_label label;
    struct plan_label *after;
    size_t after_count;
};

struct plan_launch {
    struct plan_word kernel;
    const struct plan_word *types; /* tokens between < and > */
    size_t type_count;
    struct plan_operand *operands;
    size_t operand_count;
    struct plan_term grid[3], block[3], cluster[3];
    struct plan_term shared;
    bool cooperative;
};

struct plan_scratch {
    struct plan_word name;
    enum dtype dtype;
    struct plan_term shape[SHAPE_RANK_MAX];
    int rank;
    bool zero;
};

struct plan_loop {
    struct plan_word variable;
    struct plan_term first, end; /* half open */
};

struct plan_tune {
    struct plan_word name;
    int64_t *values;
    size_t value_count;
};

struct plan_tensor_map {
    struct plan_word name;
    struct plan_word buffer;
    struct plan_term box[SHAPE_RANK_MAX];
    int rank;
    struct plan_term swizzle;
};

enum plan_statement_kind {
#define STATEMENT(id, keyword, parse, form) PLAN_STATEMENT_##id,
#include "plan/statement/statements.def"
#undef STATEMENT
    PLAN_STATEMENT_KIND_COUNT
};

struct plan_statement {
    enum plan_statement_kind kind;
    struct location location; /* of its keyword */
    struct plan_statement *next;
    struct plan_statement *body; /* for, graph */
    struct plan_options options; /* launch, copy, zero */
    union {
        struct plan_launch launch;
        struct plan_scratch scratch;
        struct plan_word free_name;
        struct plan_operand zero;
        struct {
            struct plan_operand to, from;
        } copy;
        struct plan_loop loop;
        struct plan_tune tune;
        struct plan_term keep;
        struct plan_tensor_map tensor_map;
        struct {
            struct plan_word name;
            struct plan_term value;
        } let;
    };
};

/* A term in the order of the text, for decisions.c. */
struct plan_noted_term {
    const struct expression *expression;
    int line;
    const char *let; /* the name that gets its value; NULL */
    struct plan_noted_term *next;
};

struct plan {
    const char *source_name;
    struct plan_statement *statements;
    struct plan_noted_term *first_term, *last_term;
    size_t launch_count;
    const struct plan_statement *tunes[PLAN_TUNES_MAX];
    size_t tune_count;
};

/* Calls `visit` for every statement, bodies included, in the order of the text. */
void statements_visit(const struct plan_statement *statements,
                      void (*visit)(void *context, const struct plan_statement *statement), void *context);

/* The first argument peers(name) of a launch; NULL: none has it. */
const struct plan_operand *statements_find_peers(const struct plan_statement *statements, const char *name);

/* Names that every plan knows: rank, ranks, sm_count, cc. */
extern const char *const plan_builtin_names[];
extern const size_t plan_builtin_name_count;

/*
 * The name expression of a launch with tuning values inserted: "gemm<float, 16>". `tuned` can be
 * NULL: names stay.
 */
char *statement_name_expression(struct arena *arena, const struct plan *plan, const struct plan_launch *launch,
                                const int64_t tuned[PLAN_TUNES_MAX]);

#endif
