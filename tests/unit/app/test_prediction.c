/* Tests predictions: numbers as learners type them, and how near a right answer must be. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

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
    assert_number("64*128*4", 32768);
    assert_number("3 * 4 / 8", 1.5);
    assert_number("32 768", 32768);
    assert_number("2 147 483 648 / 2", 1073741824);
}

static void test_what_is_no_number(void **state)
{
    static const char *const texts[] = {"",    "four",  "4x",  "1/0",    "1/", "/2", "inf",
                                        "nan", "1e999", "4 5", "4 5678", "4*", "%"};
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

static const char *text_of(const struct app *app, const char *lesson_id, size_t step, bool *out_is_own)
{
    const struct lesson *lesson = curriculum_find_lesson(app->curriculum, lesson_id);
    struct error error = {0};
    struct source source;
    assert_int_equal(lesson->steps[step].kind, STEP_PREDICT);
    if (!predict_source(app, lesson, &lesson->steps[step].predict, app->arena, &source, out_is_own, &error))
        fail_msg("%s", error.message);
    return source.text;
}

/* The first or the last prediction of a lesson. */
static size_t find_predict(const struct app *app, const char *lesson_id, bool is_last)
{
    const struct lesson *lesson = curriculum_find_lesson(app->curriculum, lesson_id);
    size_t found = 0;
    for (size_t i = 0; i < lesson->step_count; i++)
        if (lesson->steps[i].kind == STEP_PREDICT && (is_last || found == 0))
            found = i;
    return found;
}

/*
 * "Your own kernel" is the learner's, once it has passed. Before its exercise, and for a kernel of
 * the course, the question is about the shipped one.
 */
static void test_whose_kernel_is_counted(void **state)
{
    struct app_options options = {.root = WARPSCHOOL_SOURCE_DIR, .no_store = true};
    struct attempt pass = {.exercise = "block_sum", .status = "pass", .source = "mine", .best_ratio = 1};
    struct attempt other = {.exercise = "few_threads", .status = "pass", .source = "mine", .best_ratio = 1};
    struct error error = {0};
    struct app *app;
    bool is_own;
    int64_t id;
    (void)state;
    assert_true(app_open(&options, &app, &error));
    size_t before = find_predict(app, "w02-block-sum", false), after = find_predict(app, "w02-block-sum", true);
    assert_string_not_equal(text_of(app, "w02-block-sum", after, &is_own), "mine");
    assert_false(is_own);
    assert_true(store_add_attempt(app->store, &pass, &id, &error));
    assert_true(store_add_attempt(app->store, &other, &id, &error));
    assert_string_equal(text_of(app, "w02-block-sum", after, &is_own), "mine");
    assert_true(is_own);
    assert_string_not_equal(text_of(app, "w02-block-sum", before, &is_own), "mine");
    assert_false(is_own);
    text_of(app, "w01-latency", find_predict(app, "w01-latency", false), &is_own); /* it names a kernel */
    assert_false(is_own);
    app_close(app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers_as_typed),
        cmocka_unit_test(test_what_is_no_number),
        cmocka_unit_test(test_how_near_is_right),
        cmocka_unit_test(test_whose_kernel_is_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
