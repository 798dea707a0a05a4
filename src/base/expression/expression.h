/*
 * The tree of an expression. The parser (expression_parse.c) and the evaluator (expression.c) share
 * it.
 */
#ifndef BASE_EXPRESSION_EXPRESSION_H
#define BASE_EXPRESSION_EXPRESSION_H

#include "base/expression.h"

enum {
    EXPRESSION_LENGTH_MAX = 1024, /* bytes; bounds the tree and so the evaluator's recursion */
    EXPRESSION_DEPTH_MAX = 64,    /* nesting of parentheses, signs and conditions; bounds the parser's recursion */
    EXPRESSION_ARGUMENTS_MAX = 16,
};

enum operation {
    OPERATION_OR,
    OPERATION_AND,
    OPERATION_LESS,
    OPERATION_LESS_EQUAL,
    OPERATION_GREATER,
    OPERATION_GREATER_EQUAL,
    OPERATION_EQUAL,
    OPERATION_NOT_EQUAL,
    OPERATION_ADD,
    OPERATION_SUBTRACT,
    OPERATION_MULTIPLY,
    OPERATION_DIVIDE,
    OPERATION_REMAINDER,
    OPERATION_SHIFT_LEFT,
    OPERATION_SHIFT_RIGHT,
    OPERATION_NEGATE,
    OPERATION_NOT,
};

enum node_kind { NODE_CONSTANT, NODE_NAME, NODE_CALL, NODE_UNARY, NODE_BINARY, NODE_TERNARY };

struct node {
    enum node_kind kind;
    enum operation operation;          /* NODE_UNARY, NODE_BINARY */
    struct value value;                /* NODE_CONSTANT */
    const char *name;                  /* NODE_NAME, NODE_CALL */
    const struct node **operands;      /* arguments of a call; left and right; condition, yes and no */
    const char *const *argument_texts; /* NODE_CALL */
    int operand_count;
};

struct expression {
    const char *text;
    const struct node *root;
};

/* The calls that need no environment (expression_function.c). */
struct expression_function {
    const char *name;
    int argument_min;
    int argument_max;
    bool keeps_real; /* a real argument gives a real result */
    bool (*apply)(const struct value *arguments, int count, struct value *out_value, struct error *error);
};

const struct expression_function *expression_function_find(const char *name);

struct value expression_value_of_integer(int64_t integer);

/* Fails on NaN and infinity. */
bool expression_value_of_real(double real, struct value *out_value, struct error *error);

#endif
