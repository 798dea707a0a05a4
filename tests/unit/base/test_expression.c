/* Tests expressions: exact integers, decimals, mistakes and their places, limits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/expression.h"

static bool lookup(void *context, const char *name, struct value *out_value)
{
    (void)context;
    if (!strcmp(name, "n"))
        *out_value = (struct value){.integer = 1LL << 40};
    else if (!strcmp(name, "half"))
        *out_value = (struct value){.is_real = true, .real = 0.5};
    else if (!strcmp(name, "least"))
        *out_value = (struct value){.integer = INT64_MIN};
    else if (!strcmp(name, "zero"))
        *out_value = (struct value){.integer = 0};
    else
        return false;
    return true;
}

static bool call(void *context, const char *name, const char *const *texts, int count, struct value *out_value)
{
    (void)context;
    if (strcmp(name, "max_blocks") || count != 2 || strcmp(texts[0], "my_kernel") || strcmp(texts[1], "n + 1"))
        return false;
    *out_value = (struct value){.integer = 132};
    return true;
}

static const struct expression_environment environment = {lookup, call, NULL};

static bool evaluates(const char *text, struct value *out_value, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct expression *expression = expression_parse_text(arena, text, error);
    return expression && expression_evaluate(expression, &environment, out_value, error);
}

struct integer_case {
    const char *text;
    int64_t expected;
};

static void integers_are_computed_exactly(void **state)
{
    (void)state;
    static const struct integer_case cases[] = {
        {"12*n", 12LL << 40},
        {"(1009+255)/256", 4},
        {"1+2*3-4", 3},
        {"10-3-2", 5},
        {"100/10/5", 2},
        {"-7/2", -3},
        {"-7%3", -1},
        {"1<<40", 1LL << 40},
        {"-8>>1", -4},
        {"2*3<<2", 24},
        {"1<2", 1},
        {"2<=1", 0},
        {"3==3 && 4!=4", 0},
        {"0||5", 1},
        {"!5", 0},
        {"!!5", 1},
        {"- -3", 3},
        {"+4", 4},
        {"zero != 0 && n/zero > 1", 0},
        {"zero == 0 || n/zero > 1", 1},
        {"zero ? n/zero : 7", 7},
        {"1 ? 2 : 0 ? 3 : 4", 2},
        {"0 ? 1 : 0 ? 2 : 3", 3},
        {"min(3, 1, 2)", 1},
        {"max(n, 5)", 1LL << 40},
        {"ceil_div(7, 2)", 4},
        {"ceil_div(-7, 2)", -3},
        {"ceil_div(8, 2)", 4},
        {"ceil(log2(1000))", 10},
        {"ceil(log2(1024))", 10},
        {"floor(log2(1000))", 9},
        {"floor(0 - 1.5)", -2},
        {"ceil(7)", 7},
        {"log2(n)", 40},
        {"sqrt(1<<40)", 1LL << 20},
        {"abs(-3)", 3},
        {"0x10", 16},
        {"9223372036854775807", INT64_MAX},
        {"-9223372036854775807-1", INT64_MIN},
        {"max_blocks(my_kernel, n + 1 )", 132},
        {" \t 1 ", 1},
        {"0.5 < 1", 1},
        {"!0.0", 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct value value = {0};
        struct error error = {0};
        if (!evaluates(cases[i].text, &value, &error))
            fail_msg("%s", error.message);
        if (value.is_real || value.integer != cases[i].expected)
            fail_msg("%s gave %lld", cases[i].text, (long long)value.integer);
        assert_true(value.real == (double)value.integer);
    }
}

struct real_case {
    const char *text;
    double expected;
};

static void a_decimal_makes_it_real(void **state)
{
    (void)state;
    static const struct real_case cases[] = {
        {"1/2.0", 0.5}, {"half*4", 2.0},      {"1e3", 1000.0},     {".5+.25", 0.75},    {"2.5e-1", 0.25},
        {"5.5%2", 1.5}, {"min(1, 2.5)", 1.0}, {"sqrt(2.25)", 1.5}, {"abs(-half)", 0.5}, {"-half", -0.5},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct value value = {0};
        struct error error = {0};
        if (!evaluates(cases[i].text, &value, &error))
            fail_msg("%s", error.message);
        assert_true(value.is_real);
        assert_true(value.real == cases[i].expected);
    }
}

struct error_case {
    const char *text;
    enum error_code code;
    const char *message_part;
};

static void mistakes_are_named(void **state)
{
    (void)state;
    static const struct error_case cases[] = {
        {"", ERROR_SYNTAX, "expected a number, a name or '(' at the end"},
        {"1 +", ERROR_SYNTAX, "at the end"},
        {"1 2", ERROR_SYNTAX, "expected an operator, found '2'"},
        {"(1", ERROR_SYNTAX, "expected ')'"},
        {"1)", ERROR_SYNTAX, "found ')'"},
        {"1 = 2", ERROR_SYNTAX, "found '='"},
        {"a.b", ERROR_SYNTAX, "found '.'"},
        {"1 ? 2", ERROR_SYNTAX, "expected ':'"},
        {"12abc", ERROR_SYNTAX, "'12abc' is not a number"},
        {"1.2.3", ERROR_SYNTAX, "not a number"},
        {"0x", ERROR_SYNTAX, "not a number"},
        {"1e999", ERROR_SYNTAX, "out of range"},
        {"9223372036854775808", ERROR_SYNTAX, "does not fit 64 bits"},
        {"min()", ERROR_SYNTAX, "'min' takes"},
        {"min(1,)", ERROR_SYNTAX, "expected an argument"},
        {"min(1 2)", ERROR_SYNTAX, "',' or ')'"},
        {"ceil_div(1)", ERROR_SYNTAX, "takes 2 to 2"},
        {"\x1b[31m", ERROR_SYNTAX, "expected a number"},
        {"m", ERROR_NOT_FOUND, "unknown name 'm'"},
        {"f(1)", ERROR_NOT_FOUND, "unknown function 'f'"},
        {"1/zero", ERROR_RANGE, "division by zero"},
        {"1%zero", ERROR_RANGE, "division by zero"},
        {"1/0.0", ERROR_RANGE, "division by zero"},
        {"ceil_div(1, 0)", ERROR_RANGE, "division by zero"},
        {"n*n", ERROR_RANGE, "integer overflow"},
        {"least-1", ERROR_RANGE, "integer overflow"},
        {"-least", ERROR_RANGE, "integer overflow"},
        {"abs(least)", ERROR_RANGE, "integer overflow"},
        {"least/-1", ERROR_RANGE, "integer overflow"},
        {"least%-1", ERROR_RANGE, "integer overflow"},
        {"1<<63", ERROR_RANGE, "integer overflow"},
        {"1<<64", ERROR_RANGE, "shift by 64"},
        {"1>>-1", ERROR_RANGE, "shift by -1"},
        {"1.5<<1", ERROR_RANGE, "shift takes integers"},
        {"1e308*10", ERROR_RANGE, "not a finite"},
        {"log2(0)", ERROR_RANGE, "not positive"},
        {"sqrt(-1)", ERROR_RANGE, "negative"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct value value = {0};
        struct error error = {0};
        if (evaluates(cases[i].text, &value, &error))
            fail_msg("%s was accepted", cases[i].text);
        if (error.code != cases[i].code || !strstr(error.message, cases[i].message_part))
            fail_msg("%s: %d: %s", cases[i].text, (int)error.code, error.message);
        assert_null(strchr(error.message, 0x1b));
    }
}

static void nesting_and_length_are_bounded(void **state)
{
    (void)state;
    static const char *const openers[] = {"(", "-", "1?", "1?1:", "min(", "1+("};
    for (size_t i = 0; i < sizeof openers / sizeof openers[0]; i++) {
        char text[1024] = "";
        for (int depth = 0; depth < 150; depth++)
            strcat(text, openers[i]);
        struct value value;
        struct error error = {0};
        assert_false(evaluates(text, &value, &error));
        assert_non_null(strstr(error.message, "nested deeper than 64"));
    }
    char longest[1025];
    memset(longest, '1', sizeof longest);
    for (int i = 1; i < 1023; i += 2)
        longest[i] = '+';
    longest[1023] = '\0';
    struct value value;
    struct error error = {0};
    assert_true(evaluates(longest, &value, &error));
    assert_int_equal(value.integer, 512);
    char too_long[1200];
    memset(too_long, ' ', sizeof too_long - 1);
    too_long[sizeof too_long - 1] = '\0';
    assert_false(evaluates(too_long, &value, &error));
    assert_non_null(strstr(error.message, "longer than 1024"));
}

static void mistakes_are_reported_at_their_place_in_the_source(void **state)
{
    (void)state;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct diagnostics *diagnostics = diagnostics_new(arena);
    struct source source = {"x.yaml", "a: 1\nbytes: 12**n # rest", 23};
    struct error error = {0};
    assert_null(expression_parse(arena, &source, 12, 5, diagnostics, &error));
    assert_int_equal(diagnostics_count(diagnostics), 1);
    assert_int_equal(diagnostics_at(diagnostics, 0)->location.line, 2);
    assert_int_equal(diagnostics_at(diagnostics, 0)->location.column, 11);
    struct expression *expression = expression_parse(arena, &source, 12, 2, diagnostics, &error);
    assert_string_equal(expression_text(expression), "12");
    assert_null(expression_parse(arena, &source, 20, 9, diagnostics, &error));
    assert_int_equal(error.code, ERROR_INTERNAL);
}

static void integers_are_demanded_where_needed(void **state)
{
    (void)state;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct error error = {0};
    int64_t value = 77;
    assert_true(
        expression_evaluate_integer(expression_parse_text(arena, "4*half", &error), &environment, &value, &error));
    assert_int_equal(value, 2);
    assert_false(
        expression_evaluate_integer(expression_parse_text(arena, "half", &error), &environment, &value, &error));
    assert_false(
        expression_evaluate_integer(expression_parse_text(arena, "1e19", &error), &environment, &value, &error));
    assert_int_equal(error.code, ERROR_RANGE);
    assert_int_equal(value, 2);
    assert_false(expression_evaluate_integer(expression_parse_text(arena, "n", &error), NULL, &value, &error));
}

static void note_name(void *context, const char *name)
{
    strcat(context, name);
    strcat(context, " ");
}

static void names_are_visited(void **state)
{
    (void)state;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    char names[100] = "";
    struct expression *expression = expression_parse_text(arena, "a ? min(b, -c) : max_blocks(kernel) + a", NULL);
    expression_visit_names(expression, note_name, names);
    assert_string_equal(names, "a b c a ");
}

static void note_truth(void *context, int truth)
{
    strcat(context, truth < 0 ? "?" : truth ? "1" : "0");
}

static bool know_n(void *context, const char *name, struct value *out_value)
{
    *out_value = (struct value){.integer = *(int64_t *)context, .real = (double)*(int64_t *)context};
    return strcmp(name, "n") == 0;
}

static void decisions_are_visited(void **state)
{
    static const struct {
        const char *text, *small, *large; /* at n = 8 and n = 512 */
    } rows[] = {{"n < 512", "1", "0"}, {"n*(n < 512)", "11", "00"},       {"(n/512 ? n : 1) + 1", "10", "11"},
                {"511/n", "1", "0"},   {"s < 2 || n == 8", "??1", "??0"}, {"max(n, 512) - 512", "0", "0"}};
    (void)state;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    for (size_t i = 0; i < 2 * sizeof rows / sizeof *rows; i++) {
        int64_t n = i % 2 ? 512 : 8;
        struct expression_environment known = {.lookup = know_n, .context = &n};
        char truths[20] = "";
        expression_visit_decisions(expression_parse_text(arena, rows[i / 2].text, NULL), &known, note_truth, truths);
        assert_string_equal(truths, i % 2 ? rows[i / 2].large : rows[i / 2].small);
    }
}

static void a_division_of_whole_numbers_is_told_from_a_real_one(void **state)
{
    static const char *const whole[] = {
        "1/n",      "1/sqrt(n)",           "n/2*4.0",    "1/log2(64)", "(n > 1 ? 1 : 2.0)/n", "1/floor(2.5)",
        "abs(n/3)", "n < 2.0 ? 1/n : 1.0", "1/other(n)", "3/0",        "1/ceil_div(n, 2)"};
    static const char *const real[] = {"1.0/n",          "1/(2.0*n)",     "1/sqrt(2.0*n)",     "n*0.5",  "4/2",
                                       "ceil_div(n, 2)", "1/min(n, 2.0)", "(n ? 1.0 : 2.0)/n", "-1.0/n", "n%3",
                                       "7/-1.0"};
    (void)state;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
        if (!expression_may_divide_whole(expression_parse_text(arena, whole[i], NULL)))
            fail_msg("not told: %s", whole[i]);
    for (size_t i = 0; i < sizeof real / sizeof *real; i++)
        if (expression_may_divide_whole(expression_parse_text(arena, real[i], NULL)))
            fail_msg("told: %s", real[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers_are_computed_exactly),
        cmocka_unit_test(a_decimal_makes_it_real),
        cmocka_unit_test(mistakes_are_named),
        cmocka_unit_test(nesting_and_length_are_bounded),
        cmocka_unit_test(mistakes_are_reported_at_their_place_in_the_source),
        cmocka_unit_test(integers_are_demanded_where_needed),
        cmocka_unit_test(names_are_visited),
        cmocka_unit_test(decisions_are_visited),
        cmocka_unit_test(a_division_of_whole_numbers_is_told_from_a_real_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
