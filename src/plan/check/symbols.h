/*
 * The names that are visible at a place of the plan: parameters, then the names of statements. The
 * checks use them.
 */
#ifndef PLAN_CHECK_SYMBOLS_H
#define PLAN_CHECK_SYMBOLS_H

#include "base/buffer.h"
#include "plan/statement/statement.h"

enum plan_symbol_kind {
    PLAN_SYMBOL_SCALAR,
    PLAN_SYMBOL_BUFFER,
    PLAN_SYMBOL_SCRATCH,
    PLAN_SYMBOL_VALUE, /* let, tune, a loop's variable, a built-in name */
    PLAN_SYMBOL_TENSOR_MAP,
};

struct plan_symbol {
    const char *name;
    enum plan_symbol_kind kind;
    enum parameter_role role; /* of parameters; INOUT for scratch */
    int rank;                 /* dimensions of a buffer */
    int line;                 /* of its statement; 0 for parameters */
    int depth;                /* of the block that made it */
    int freed_line;           /* 0: alive */
    struct plan_symbol *next; /* older */
};

struct plan_scope {
    struct arena *arena;
    struct plan_symbol *newest;
    int depth;
};

struct plan_symbol *symbols_find(const struct plan_scope *scope, const char *name);
struct plan_symbol *symbols_add(struct plan_scope *scope, const char *name, enum plan_symbol_kind kind, int line);
bool symbol_is_buffer(const struct plan_symbol *symbol);

/* Appends "parameters are a, b, n; scratch is partial" for messages. */
void symbols_describe(const struct plan_scope *scope, struct buffer *out);

/* The visible name nearest to `name`, or NULL. */
const char *symbols_nearest(const struct plan_scope *scope, const char *name);

#endif
