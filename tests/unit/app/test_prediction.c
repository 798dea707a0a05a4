/* Tests predictions: numbers as learners type them, and how near a right answer must be. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "app/prediction.h"

static void assert_number(const char *text, double expected)
{
    double value = -1;
    assert_true(predict_parse(text, &value));
    assert_true(value == expected);
}

static void test_numbers_as_typed(void **state)
{
    (void)state;
    assert_number("4", 4);
    assert_number(" 4.0 ", 4);
    assert_number("1/8", 0.125);
    assert_number("12.5 %", 0.125);
    assert_number("50%", 0.5);
    assert_number("1e3", 1000);
    assert_number("-2", -2);
}

static void test_what_is_no_number(void **state)
{
    static const char *const texts[] = {"", "four", "4x", "1/0", "1/", "/2", "inf", "nan", "1e999", "4 5", "%"};
    double value = 7;
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        assert_false(predict_parse(texts[i], &value));
    assert_true(value == 7);
}

static void test_how_near_is_right(void **state)
{
    struct predict exact = {.within = 0}, loose = {.within = 0.1};
    (void)state;
    assert_true(predict_is_right(&exact, 4, 4));
    assert_false(predict_is_right(&exact, 4.001, 4));
    assert_true(predict_is_right(&exact, 1.0 / 3.0, 0.333333333333));
    assert_true(predict_is_right(&loose, 110, 100));
    assert_false(predict_is_right(&loose, 111, 100));
    assert_true(predict_is_right(&loose, -95, -100));
    assert_true(predict_is_right(&exact, 0, 0));
    assert_false(predict_is_right(&loose, 0.1, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers_as_typed),
        cmocka_unit_test(test_what_is_no_number),
        cmocka_unit_test(test_how_near_is_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
