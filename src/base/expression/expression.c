/* Evaluates expressions. */
#include "base/expression/expression.h"

#include <math.h>

struct evaluation {
    const struct expression_environment *environment;
    struct error *error;
};

static bool evaluate(const struct evaluation *evaluation, const struct node *node, struct value *out_value);

static bool overflow(struct error *error)
{
    return error_set(error, ERROR_RANGE, "integer overflow");
}

static bool is_true(const struct value *value)
{
    return value->is_real ? value->real != 0 : value->integer != 0;
}

static bool shift_left(int64_t value, int64_t amount, int64_t *out_result, struct error *error)
{
    if (amount < 0 || amount > 63)
        return error_set(error, ERROR_RANGE, "shift by %lld bits", (long long)amount);
    uint64_t bits = (uint64_t)value << amount;
    int64_t result = (int64_t)bits;
    if (result >> amount != value)
        return overflow(error);
    *out_result = result;
    return true;
}

static bool divide(enum operation operation, int64_t left, int64_t right, int64_t *out_result, struct error *error)
{
    if (!right)
        return error_set(error, ERROR_RANGE, "division by zero");
    if (left == INT64_MIN && right == -1)
        return overflow(error);
    *out_result = operation == OPERATION_DIVIDE ? left / right : left % right;
    return true;
}

/*
 * Follows C's rules: division truncates, the remainder has the dividend's sign. But nothing wraps.
 */
static bool apply_integers(enum operation operation, int64_t left, int64_t right, int64_t *out_result,
                           struct error *error)
{
    switch (operation) {
    case OPERATION_ADD:
        return __builtin_add_overflow(left, right, out_result) ? overflow(error) : true;
    case OPERATION_SUBTRACT:
        return __builtin_sub_overflow(left, right, out_result) ? overflow(error) : true;
    case OPERATION_MULTIPLY:
        return __builtin_mul_overflow(left, right, out_result) ? overflow(error) : true;
    case OPERATION_DIVIDE:
    case OPERATION_REMAINDER:
        return divide(operation, left, right, out_result, error);
    case OPERATION_SHIFT_LEFT:
        return shift_left(left, right, out_result, error);
    case OPERATION_SHIFT_RIGHT:
        if (right < 0 || right > 63)
            return error_set(error, ERROR_RANGE, "shift by %lld bits", (long long)right);
        *out_result = left >> right;
        return true;
    default:
        return error_set(error, ERROR_INTERNAL, "not an operation on integers");
    }
}

static bool apply_reals(enum operation operation, double left, double right, struct value *out_value,
                        struct error *error)
{
    bool divides = operation == OPERATION_DIVIDE || operation == OPERATION_REMAINDER;
    if (divides && right == 0)
        return error_set(error, ERROR_RANGE, "division by zero");
    switch (operation) {
    case OPERATION_ADD:
        return expression_value_of_real(left + right, out_value, error);
    case OPERATION_SUBTRACT:
        return expression_value_of_real(left - right, out_value, error);
    case OPERATION_MULTIPLY:
        return expression_value_of_real(left * right, out_value, error);
    case OPERATION_DIVIDE:
        return expression_value_of_real(left / right, out_value, error);
    case OPERATION_REMAINDER:
        return expression_value_of_real(fmod(left, right), out_value, error);
    default:
        return error_set(error, ERROR_RANGE, "a shift takes integers");
    }
}

/* -1, 0 or 1 */
static int compare(const struct value *left, const struct value *right)
{
    if (left->is_real || right->is_real)
        return (left->real > right->real) - (left->real < right->real);
    return (left->integer > right->integer) - (left->integer < right->integer);
}

static bool is_comparison(enum operation operation)
{
    return operation >= OPERATION_LESS && operation <= OPERATION_NOT_EQUAL;
}

static bool comparison_holds(enum operation operation, int order)
{
    switch (operation) {
    case OPERATION_LESS:
        return order < 0;
    case OPERATION_LESS_EQUAL:
        return order <= 0;
    case OPERATION_GREATER:
        return order > 0;
    case OPERATION_GREATER_EQUAL:
        return order >= 0;
    case OPERATION_EQUAL:
        return order == 0;
    default:
        return order != 0;
    }
}

/* `&&` and `||` do not evaluate the right side if the left one decides: `n > 0 && m / n > 1`. */
static bool evaluate_logical(const struct evaluation *evaluation, const struct node *node, struct value *out_value)
{
    struct value side;
    if (!evaluate(evaluation, node->operands[0], &side))
        return false;
    bool decided = is_true(&side) == (node->operation == OPERATION_OR);
    if (!decided && !evaluate(evaluation, node->operands[1], &side))
        return false;
    *out_value = expression_value_of_integer(is_true(&side));
    return true;
}

static bool evaluate_binary(const struct evaluation *evaluation, const struct node *node, struct value *out_value)
{
    if (node->operation == OPERATION_OR || node->operation == OPERATION_AND)
        return evaluate_logical(evaluation, node, out_value);
    struct value left;
    struct value right;
    if (!evaluate(evaluation, node->operands[0], &left) || !evaluate(evaluation, node->operands[1], &right))
        return false;
    if (is_comparison(node->operation)) {
        *out_value = expression_value_of_integer(comparison_holds(node->operation, compare(&left, &right)));
        return true;
    }
    if (left.is_real || right.is_real)
        return apply_reals(node->operation, left.real, right.real, out_value, evaluation->error);
    int64_t result;
    if (!apply_integers(node->operation, left.integer, right.integer, &result, evaluation->error))
        return false;
    *out_value = expression_value_of_integer(result);
    return true;
}

static bool evaluate_unary(const struct evaluation *evaluation, const struct node *node, struct value *out_value)
{
    struct value operand;
    if (!evaluate(evaluation, node->operands[0], &operand))
        return false;
    if (node->operation == OPERATION_NOT) {
        *out_value = expression_value_of_integer(!is_true(&operand));
        return true;
    }
    if (operand.is_real)
        return expression_value_of_real(-operand.real, out_value, evaluation->error);
    if (operand.integer == INT64_MIN)
        return overflow(evaluation->error);
    *out_value = expression_value_of_integer(-operand.integer);
    return true;
}

/* Makes a value of the environment consistent: `real` is always valid and finite. */
static bool accept_value(const struct value *found, struct value *out_value, struct error *error)
{
    if (found->is_real)
        return expression_value_of_real(found->real, out_value, error);
    *out_value = expression_value_of_integer(found->integer);
    return true;
}

static bool evaluate_name(const struct evaluation *evaluation, const struct node *node, struct value *out_value)
{
    const struct expression_environment *environment = evaluation->environment;
    struct value found = {0};
    if (!environment || !environment->lookup || !environment->lookup(environment->context, node->name, &found))
        return error_set(evaluation->error, ERROR_NOT_FOUND, "unknown name '%s'", node->name);
    return accept_value(&found, out_value, evaluation->error);
}

static bool evaluate_call(const struct evaluation *evaluation, const struct node *node, struct value *out_value)
{
    const struct expression_function *function = expression_function_find(node->name);
    if (function) {
        struct value arguments[EXPRESSION_ARGUMENTS_MAX];
        for (int i = 0; i < node->operand_count; i++)
            if (!evaluate(evaluation, node->operands[i], &arguments[i]))
                return false;
        return function->apply(arguments, node->operand_count, out_value, evaluation->error);
    }
    const struct expression_environment *environment = evaluation->environment;
    struct value found = {0};
    if (!environment || !environment->call ||
        !environment->call(environment->context, node->name, node->argument_texts, node->operand_count, &found))
        return error_set(evaluation->error, ERROR_NOT_FOUND, "unknown function '%s'", node->name);
    return accept_value(&found, out_value, evaluation->error);
}

static bool evaluate_ternary(const struct evaluation *evaluation, const struct node *node, struct value *out_value)
{
    struct value condition;
    if (!evaluate(evaluation, node->operands[0], &condition))
        return false;
    return evaluate(evaluation, node->operands[is_true(&condition) ? 1 : 2], out_value);
}

static bool evaluate_constant(const struct evaluation *evaluation, const struct node *node, struct value *out_value)
{
    (void)evaluation;
    *out_value = node->value;
    return true;
}

static bool evaluate(const struct evaluation *evaluation, const struct node *node, struct value *out_value)
{
    static bool (*const evaluators[])(const struct evaluation *, const struct node *, struct value *) = {
        [NODE_CONSTANT] = evaluate_constant, [NODE_NAME] = evaluate_name,     [NODE_CALL] = evaluate_call,
        [NODE_UNARY] = evaluate_unary,       [NODE_BINARY] = evaluate_binary, [NODE_TERNARY] = evaluate_ternary,
    };
    return evaluators[node->kind](evaluation, node, out_value);
}

bool expression_evaluate(const struct expression *expression, const struct expression_environment *environment,
                         struct value *out_value, struct error *error)
{
    struct evaluation evaluation = {environment, error};
    struct value value;
    if (!evaluate(&evaluation, expression->root, &value))
        return error_add_context(error, "in expression '%s'", expression->text);
    *out_value = value;
    return true;
}

bool expression_evaluate_integer(const struct expression *expression, const struct expression_environment *environment,
                                 int64_t *out_value, struct error *error)
{
    struct value value;
    if (!expression_evaluate(expression, environment, &value, error))
        return false;
    if (!value.is_real) {
        *out_value = value.integer;
        return true;
    }
    if (value.real != floor(value.real))
        return error_set(error, ERROR_RANGE, "expression '%s' gives %g, which is not a whole number", expression->text,
                         value.real);
    if (value.real < -0x1p63 || value.real >= 0x1p63)
        return error_set(error, ERROR_RANGE, "expression '%s' gives %g, which is not a 64-bit integer",
                         expression->text, value.real);
    *out_value = (int64_t)value.real;
    return true;
}

static void visit_names(const struct node *node, void (*visit)(void *context, const char *name), void *context)
{
    if (node->kind == NODE_NAME)
        visit(context, node->name);
    if (node->kind == NODE_CALL && !expression_function_find(node->name))
        return; /* the environment gets the arguments as text */
    for (int i = 0; i < node->operand_count; i++)
        visit_names(node->operands[i], visit, context);
}

void expression_visit_names(const struct expression *expression, void (*visit)(void *context, const char *name),
                            void *context)
{
    visit_names(expression->root, visit, context);
}

/* --- decisions -------------------------------------------------------------------------------- */

struct deciding {
    struct evaluation evaluation;
    void (*visit)(void *context, int truth);
    void *context;
};

static void visit_decisions(const struct deciding *deciding, const struct node *node, bool decides)
{
    struct value value;
    if (decides || (node->kind == NODE_BINARY && is_comparison(node->operation)))
        deciding->visit(deciding->context, evaluate(&deciding->evaluation, node, &value) ? is_true(&value) : -1);
    if (node->kind == NODE_CALL && !expression_function_find(node->name))
        return; /* the environment gets the arguments as text */
    for (int i = 0; i < node->operand_count; i++)
        visit_decisions(deciding, node->operands[i], node->kind == NODE_TERNARY && i == 0);
}

void expression_visit_decisions(const struct expression *expression, const struct expression_environment *environment,
                                void (*visit)(void *context, int truth), void *context)
{
    struct deciding deciding = {.evaluation = {environment, NULL}, .visit = visit, .context = context};
    visit_decisions(&deciding, expression->root, true);
}

/*
 * True if the node is real for all values of its names. A scalar of a floating-point type is not: a
 * case can say `scale: 2`.
 */
static bool is_real_for_certain(const struct node *node)
{
    bool any = false, all = node->operand_count > 0;
    for (int i = 0; i < node->operand_count; i++) {
        bool is_real = is_real_for_certain(node->operands[i]);
        any |= is_real;
        all &= is_real || (node->kind == NODE_TERNARY && i == 0);
    }
    switch (node->kind) {
    case NODE_CONSTANT:
        return node->value.is_real;
    case NODE_UNARY:
        return node->operation == OPERATION_NEGATE && any;
    case NODE_BINARY:
        return any && node->operation >= OPERATION_ADD;
    case NODE_TERNARY:
        return all;
    case NODE_CALL: {
        const struct expression_function *function = expression_function_find(node->name);
        return function && function->keeps_real && any;
    }
    default:
        return false;
    }
}

static bool leaves_nothing(const struct node *node)
{
    const struct node *left = node->operands[0], *right = node->operands[1];
    return left->kind == NODE_CONSTANT && right->kind == NODE_CONSTANT && right->value.integer &&
           right->value.integer != -1 && left->value.integer % right->value.integer == 0;
}

static bool may_divide_whole(const struct node *node)
{
    bool divides = node->kind == NODE_BINARY && node->operation == OPERATION_DIVIDE;
    if (divides && !is_real_for_certain(node->operands[0]) && !is_real_for_certain(node->operands[1]) &&
        !leaves_nothing(node))
        return true;
    for (int i = 0; i < node->operand_count; i++)
        if (may_divide_whole(node->operands[i]))
            return true;
    return false;
}

bool expression_may_divide_whole(const struct expression *expression)
{
    return may_divide_whole(expression->root);
}

const char *expression_text(const struct expression *expression)
{
    return expression->text;
}
