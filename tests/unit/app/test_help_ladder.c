/* The help ladder: which hint comes next. Every hint comes once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "app/help_ladder.h"

static struct app *app;

static int set_up(void **state)
{
    struct app_options options = {.root = WARPSCHOOL_SOURCE_DIR, .no_store = true};
    struct error error = {0};
    (void)state;
    return app_open(&options, &app, &error) ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    app_close(app);
    return 0;
}

static struct hint written[] = {{"concept", NULL, false},
                                {"guard", "unsafe", false},
                                {"element", "wrong", false},
                                {"stride", "gate", false},
                                {"pseudocode", NULL, true}};

static struct exercise exercise_with_hints(const char *id)
{
    return (struct exercise){.id = id, .hints = written, .hint_count = sizeof written / sizeof *written};
}

static void assert_next(const struct exercise *exercise, const char *text, int number, bool is_new)
{
    struct help_ladder_hint hint;
    struct error error = {0};
    if (!help_ladder_next_hint(app, exercise, &hint, &error))
        fail_msg("%s", error.message);
    assert_string_equal(hint.text, text);
    assert_int_equal(hint.number, number);
    assert_int_equal(hint.total, 5);
    assert_int_equal(hint.is_new, is_new);
}

static void end_in(const char *exercise, const char *status)
{
    struct attempt attempt = {.exercise = exercise, .status = status, .seed = 1, .source = "kernel"};
    struct error error = {0};
    int64_t id;
    if (!store_add_attempt(app->store, &attempt, &id, &error))
        fail_msg("%s", error.message);
}

static void before_an_attempt_those_for_any_verdict_come_first(void **state)
{
    (void)state;
    struct exercise exercise = exercise_with_hints("untried");
    assert_next(&exercise, "concept", 1, true);
    assert_next(&exercise, "guard", 2, true);
}

static void a_verdict_calls_for_its_hint_however_many_were_shown(void **state)
{
    (void)state;
    struct exercise exercise = exercise_with_hints("tried");
    assert_next(&exercise, "concept", 1, true);
    end_in("tried", "gate");
    assert_next(&exercise, "stride", 2, true);
    assert_next(&exercise, "guard", 3, true);
    end_in("tried", "wrong");
    assert_next(&exercise, "element", 4, true);
    assert_next(&exercise, "pseudocode", 5, true);
    assert_next(&exercise, "pseudocode", 5, false); /* there are no more */
}

static void what_was_shown_stays_in_its_order(void **state)
{
    (void)state;
    struct exercise exercise = exercise_with_hints("reread");
    struct help_ladder_hint hint;
    struct error error = {0};
    end_in("reread", "wrong");
    assert_next(&exercise, "element", 1, true);
    end_in("reread", "unsafe");
    assert_next(&exercise, "guard", 2, true);
    assert_true(help_ladder_shown_hint(app, &exercise, 1, &hint, &error));
    assert_string_equal(hint.text, "element");
    assert_true(help_ladder_shown_hint(app, &exercise, 2, &hint, &error));
    assert_string_equal(hint.text, "guard");
    assert_false(help_ladder_shown_hint(app, &exercise, 3, &hint, &error));
}

static void assert_best(const struct exercise *exercise, const char *message)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct source source = {0};
    struct error error = {0};
    bool is_shown = help_ladder_reveal_best(app, exercise, arena, &source, &error);
    assert_int_equal(is_shown, message == NULL);
    if (message)
        assert_non_null(strstr(error.message, message));
    else
        assert_non_null(strstr(source.text, "float4"));
}

static void the_best_kernel_is_shown_after_a_pass_alone(void **state)
{
    (void)state;
    const struct exercise *exercise = curriculum_find_exercise(app->curriculum, "vector_add");
    assert_best(exercise, "is shown once the exercise has passed");
    end_in("vector_add", "wrong");
    assert_best(exercise, "is shown once the exercise has passed");
    end_in("vector_add", "pass");
    assert_best(exercise, NULL);
    assert_best(curriculum_find_exercise(app->curriculum, "hello_grid"), "has no best kernel");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(before_an_attempt_those_for_any_verdict_come_first),
        cmocka_unit_test(a_verdict_calls_for_its_hint_however_many_were_shown),
        cmocka_unit_test(what_was_shown_stays_in_its_order),
        cmocka_unit_test(the_best_kernel_is_shown_after_a_pass_alone),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
