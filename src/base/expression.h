/*
 * Expressions of lessons and launch plans: `(n+255)/256`, `12*n`, `rank == 0 && n > 1`, `min(n,
 * 1024)`.
 *
 *     expression = ternary
 *     ternary    = or [ "?" ternary ":" ternary ]
 *     or         = and { "||" and }            and     = compare { "&&" compare }
 *     compare    = sum { ("<"|"<="|">"|">="|"=="|"!=") sum }
 *     sum        = product { ("+"|"-") product }
 *     product    = unary { ("*"|"/"|"%"|"<<"|">>") unary }
 *     unary      = ("-"|"!"|"+") unary | primary
 *     primary    = integer | decimal | name | call | "(" expression ")"
 *     call       = name "(" [expression {"," expression}] ")"
 *
 * Functions: min max ceil_div log2 sqrt abs floor ceil, and those that the environment resolves.
 * Integers have 64 bits. Overflow and division by zero are errors. A decimal operand makes the
 * operation double. Depth is bounded.
 */
#ifndef BASE_EXPRESSION_H
#define BASE_EXPRESSION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diagnostics.h"
#include "base/error.h"

struct expression; /* immutable after parsing; lives in an arena */

struct value {
    bool is_real;
    int64_t integer; /* valid unless is_real */
    double real;     /* always valid */
};

/*
 * The names and calls that the caller knows. The functions return false if there is no such name.
 */
struct expression_environment {
    bool (*lookup)(void *context, const char *name, struct value *out_value);
    /*
     * Can be NULL. Arguments come as text, since a plan calls functions on names:
     * max_blocks(kernel), peers(b).
     */
    bool (*call)(void *context, const char *name, const char *const *argument_texts, int count,
                 struct value *out_value);
    void *context;
};

/*
 * Parses source->text[offset .. offset+length). Reports into `error` and, at the source's
 * positions, into `diagnostics` (can be NULL). NULL on failure.
 */
struct expression *expression_parse(struct arena *arena, const struct source *source, size_t offset_bytes,
                                    size_t length_bytes, struct diagnostics *diagnostics, struct error *error);

/* The name of the index-th function that every expression can call; NULL past the last. */
const char *expression_function_name(size_t index);

/* Parses a text of its own. */
struct expression *expression_parse_text(struct arena *arena, const char *text, struct error *error);

bool expression_evaluate(const struct expression *expression, const struct expression_environment *environment,
                         struct value *out_value, struct error *error);

/* Evaluates to an integer. A real with an integral value counts as one. */
bool expression_evaluate_integer(const struct expression *expression, const struct expression_environment *environment,
                                 int64_t *out_value, struct error *error);

/*
 * Calls `visit` for every name that the expression reads, for cross-checks. Names inside a call of
 * the environment are left out, since they need not be values.
 */
void expression_visit_names(const struct expression *expression, void (*visit)(void *context, const char *name),
                            void *context);

/*
 * Calls `visit` with the truth of the expression and of each comparison and condition in it. Parts
 * that would not be evaluated count too. -1: a name is unknown, or the value does not exist.
 */
void expression_visit_decisions(const struct expression *expression, const struct expression_environment *environment,
                                void (*visit)(void *context, int truth), void *context);

/*
 * Whether a division can be a whole-number division, which drops the remainder. It is certainly
 * none only if an operand is a decimal or follows from one. Even sqrt() and log2() of a scalar can
 * be whole. For example, 1/sqrt(n) is 0 for n = 64, but not for n = 65.
 */
bool expression_may_divide_whole(const struct expression *expression);

const char *expression_text(const struct expression *expression);

#endif
