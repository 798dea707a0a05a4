/* Tests the search for the formula of a wrong number. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "grader/value/formula.h"

static const struct formula_term inputs[] = {{"a[0]", 0.625f}, {"b[0]", -1.3125f}, {"c[0]", 0.8712f}};

static void a_formula_is_found(void **state)
{
    (void)state;
    const double a = inputs[0].value, b = inputs[1].value, c = inputs[2].value;
    const struct {
        double got;
        const char *formula;
    } numbers[] = {{b, "b[0]"},
                   {-c, "-c[0]"},
                   {a + b, "a[0] + b[0]"},
                   {b - a, "b[0] - a[0]"},
                   {a * a, "a[0] * a[0]"},
                   {c / b, "c[0] / b[0]"},
                   {(a + b) * c, "(a[0] + b[0]) * c[0]"},
                   {a * b - c, "a[0] * b[0] - c[0]"},
                   {a - b * c, "a[0] - b[0] * c[0]"},
                   {c / (a + b), "c[0] / (a[0] + b[0])"},
                   {(float)(a * b + c), "a[0] * b[0] + c[0]"}};
    struct arena *arena = arena_new();
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        assert_string_equal(formula_find(inputs, 3, numbers[i].got, arena), numbers[i].formula);
    arena_free(arena);
}

static void a_number_without_a_formula_gets_none(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    const struct formula_term whole[] = {{"a[0]", 2}, {"b[0]", 0.3f}}, equal[] = {{"a[0]", 0.3}, {"b[0]", -0.3}};
    assert_null(formula_find(inputs, 3, 0.123456, arena));
    assert_null(formula_find(inputs, 0, 0.625, arena));
    assert_null(formula_find(inputs, 3, 0, arena));
    assert_null(formula_find(inputs, 3, 1, arena));
    assert_null(formula_find(inputs, 3, (double)NAN, arena));
    assert_null(formula_find(whole, 2, 2.3f, arena));
    assert_null(formula_find(equal, 2, 0.09, arena));
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_formula_is_found),
                                       cmocka_unit_test(a_number_without_a_formula_gets_none)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
