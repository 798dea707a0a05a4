/* The functions that every expression knows. */
#include "base/expression/expression.h"

#include <math.h>
#include <string.h>

struct value expression_value_of_integer(int64_t integer)
{
    return (struct value){.is_real = false, .integer = integer, .real = (double)integer};
}

bool expression_value_of_real(double real, struct value *out_value, struct error *error)
{
    if (!isfinite(real))
        return error_set(error, ERROR_RANGE, "the result is not a finite number");
    *out_value = (struct value){.is_real = true, .real = real};
    return true;
}

static bool value_less(const struct value *a, const struct value *b)
{
    return a->is_real || b->is_real ? a->real < b->real : a->integer < b->integer;
}

/* The extreme of mixed arguments is real, as any operation with a decimal operand. */
static bool pick_extreme(const struct value *arguments, int count, bool largest, struct value *out_value)
{
    struct value best = arguments[0];
    bool any_real = best.is_real;
    for (int i = 1; i < count; i++) {
        any_real |= arguments[i].is_real;
        if (largest ? value_less(&best, &arguments[i]) : value_less(&arguments[i], &best))
            best = arguments[i];
    }
    best.is_real = any_real;
    *out_value = best;
    return true;
}

static bool apply_min(const struct value *arguments, int count, struct value *out_value, struct error *error)
{
    (void)error;
    return pick_extreme(arguments, count, false, out_value);
}

static bool apply_max(const struct value *arguments, int count, struct value *out_value, struct error *error)
{
    (void)error;
    return pick_extreme(arguments, count, true, out_value);
}

/* Rounds towards positive infinity. */
static bool apply_ceil_div(const struct value *arguments, int count, struct value *out_value, struct error *error)
{
    (void)count;
    if (arguments[0].is_real || arguments[1].is_real)
        return error_set(error, ERROR_RANGE, "ceil_div takes integers");
    int64_t dividend = arguments[0].integer;
    int64_t divisor = arguments[1].integer;
    if (!divisor)
        return error_set(error, ERROR_RANGE, "division by zero");
    if (divisor == -1 && dividend == INT64_MIN)
        return error_set(error, ERROR_RANGE, "integer overflow");
    bool inexact = dividend % divisor != 0;
    bool positive = (dividend > 0) == (divisor > 0);
    *out_value = expression_value_of_integer(dividend / divisor + (inexact && positive));
    return true;
}

/* The result is exact, so an integer, for powers of two. Else it is real. */
static bool apply_log2(const struct value *arguments, int count, struct value *out_value, struct error *error)
{
    (void)count;
    if (arguments[0].real <= 0)
        return error_set(error, ERROR_RANGE, "log2 of a number that is not positive");
    int64_t integer = arguments[0].integer;
    if (!arguments[0].is_real && (integer & (integer - 1)) == 0) {
        *out_value = expression_value_of_integer(__builtin_ctzll((unsigned long long)integer));
        return true;
    }
    return expression_value_of_real(log2(arguments[0].real), out_value, error);
}

/* The result is exact, so an integer, for squares of integers. Else it is real. */
static bool apply_sqrt(const struct value *arguments, int count, struct value *out_value, struct error *error)
{
    (void)count;
    if (arguments[0].real < 0)
        return error_set(error, ERROR_RANGE, "sqrt of a negative number");
    double root = sqrt(arguments[0].real);
    int64_t whole = (int64_t)root;
    int64_t square;
    bool fits = !arguments[0].is_real && !__builtin_mul_overflow(whole, whole, &square);
    if (fits && square == arguments[0].integer) {
        *out_value = expression_value_of_integer(whole);
        return true;
    }
    return expression_value_of_real(root, out_value, error);
}

static bool apply_abs(const struct value *arguments, int count, struct value *out_value, struct error *error)
{
    (void)count;
    if (arguments[0].is_real)
        return expression_value_of_real(fabs(arguments[0].real), out_value, error);
    if (arguments[0].integer == INT64_MIN)
        return error_set(error, ERROR_RANGE, "integer overflow");
    *out_value = expression_value_of_integer(arguments[0].integer < 0 ? -arguments[0].integer : arguments[0].integer);
    return true;
}

/* Gives a whole number if 64 bits can hold it. */
static bool to_whole(double whole, struct value *out_value, struct error *error)
{
    if (whole < -0x1p63 || whole >= 0x1p63)
        return expression_value_of_real(whole, out_value, error);
    *out_value = expression_value_of_integer((int64_t)whole);
    return true;
}

static bool apply_floor(const struct value *arguments, int count, struct value *out_value, struct error *error)
{
    (void)count;
    if (arguments[0].is_real)
        return to_whole(floor(arguments[0].real), out_value, error);
    *out_value = arguments[0];
    return true;
}

static bool apply_ceil(const struct value *arguments, int count, struct value *out_value, struct error *error)
{
    (void)count;
    if (arguments[0].is_real)
        return to_whole(ceil(arguments[0].real), out_value, error);
    *out_value = arguments[0];
    return true;
}

static const struct expression_function functions[] = {
    {"min", 1, EXPRESSION_ARGUMENTS_MAX, true, apply_min},
    {"max", 1, EXPRESSION_ARGUMENTS_MAX, true, apply_max},
    {"ceil_div", 2, 2, false, apply_ceil_div},
    {"log2", 1, 1, true, apply_log2},
    {"sqrt", 1, 1, true, apply_sqrt},
    {"abs", 1, 1, true, apply_abs},
    {"floor", 1, 1, false, apply_floor},
    {"ceil", 1, 1, false, apply_ceil},
};

const char *expression_function_name(size_t index)
{
    return index < sizeof functions / sizeof functions[0] ? functions[index].name : NULL;
}

const struct expression_function *expression_function_find(const char *name)
{
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++)
        if (!strcmp(functions[i].name, name))
            return &functions[i];
    return NULL;
}
