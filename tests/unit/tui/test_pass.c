/* Tests the screen after a pass, and the key that goes on. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "screen_sizes.h"
#include "verdict_support.h"

enum { REVEALED_NS = 2000000000 };

/* Records a pass with this time; the solution takes 10 us. */
static void give_timed(struct screen_test *test, double microseconds, enum medal medal, uint64_t ticket)
{
    struct verdict *verdict = verdict_support_pass();
    verdict->time = (struct time_verdict){
        .available = true,
        .modelled = true,
        .device = "h100",
        .architecture = "h100",
        .microseconds = microseconds,
        .ratio_to_solution = 10 / microseconds,
        .medal = medal,
    };
    verdict_support_give(test->shell, verdict, ticket);
}

static void give_three(struct screen_test *test)
{
    verdict_support_give(test->shell, verdict_support_wrong(), 7);
    give_timed(test, 12.5, MEDAL_SILVER, 8);
    give_timed(test, 10, MEDAL_GOLD, 9);
    test->shell->now_ns += REVEALED_NS;
}

static void test_the_pass(void **state)
{
    check_at_wide_sizes(*state, "pass", "first", "", give_three);
}

static void test_each_pass_has_its_rank(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    struct exercise *exercise = (struct exercise *)test->shell->open.exercise;
    exercise->targets = (struct targets){"solution", 0.6, 0.8, 0.9};
    give_timed(test, 12.5, MEDAL_SILVER, 1);
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "Next medal: gold, at 11.1 us or less"));
    assert_int_equal(screen_test_top(test), SCREEN_PASS);
    assert_true(screen_test_shows(test, "S I L V E R"));
    assert_true(screen_test_shows(test, "your first pass timed on this GPU"));
    assert_true(screen_test_shows(test, "the solution is 1.25x as fast"));
    give_timed(test, 20, MEDAL_NONE, 2);
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "P A S S E D"));
    assert_true(screen_test_shows(test, "rank 2 of your 2; the fastest took 12.5 us"));
    give_timed(test, 10, MEDAL_GOLD, 3);
    shell_draw(test->shell);
    assert_false(screen_test_shows(test, "Next medal"));
    assert_true(screen_test_shows(test, "your fastest of 3"));
    assert_true(screen_test_shows(test, "as fast as the solution"));
    screen_test_keys(test, "Esc");
    assert_int_equal(screen_test_top(test), SCREEN_EXERCISE); /* a second pass replaces the screen of the first */
}

/* Without a time there is nothing to be the best of, where there are times. */
static void test_an_untimed_pass_has_no_sparks(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    give_timed(test, 12.5, MEDAL_SILVER, 1);
    test->shell->now_ns += REVEALED_NS;
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "·   ╲ ╲ ╱ ╱   *"));
    struct verdict *untimed = verdict_support_pass();
    untimed->time = (struct time_verdict){0};
    struct exercise *exercise = (struct exercise *)test->shell->open.exercise;
    exercise->bench = &(struct exercise_case){0};
    verdict_support_give(test->shell, untimed, 2);
    test->shell->now_ns += REVEALED_NS;
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "P A S S E D"));
    assert_false(screen_test_shows(test, "·   ╲ ╲ ╱ ╱   *"));
    exercise->bench = NULL;
}

static void give_beside_best(struct screen_test *test, double ratio_to_best, uint64_t ticket)
{
    struct verdict *verdict = verdict_support_pass();
    verdict->time = (struct time_verdict){.available = true,
                                          .modelled = true,
                                          .device = "h100",
                                          .architecture = "h100",
                                          .microseconds = 10,
                                          .ratio_to_solution = 1,
                                          .ratio_to_best = ratio_to_best,
                                          .medal = MEDAL_GOLD};
    verdict_support_give(test->shell, verdict, ticket);
    test->shell->now_ns += REVEALED_NS;
    shell_draw(test->shell);
}

static void test_the_best_kernel_is_named_until_it_is_reached(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    struct exercise *exercise = (struct exercise *)test->shell->open.exercise;
    exercise->best = (struct best_kernel){"week01/first.cu", "Four elements per load."};
    give_beside_best(test, 0.8, 1);
    assert_true(screen_test_shows(test, "The best kernel is 1.25x as fast. Press S to read it."));
    assert_true(screen_test_shows(test, "Four elements per load."));
    assert_true(screen_test_shows(test, "as fast as the solution"));
    give_beside_best(test, 0.98, 2);
    assert_false(screen_test_shows(test, "Press S"));
    assert_true(screen_test_shows(test, "at the limit: as fast as the best kernel"));
    exercise->best = (struct best_kernel){0};
}

static void test_the_factor_of_the_best_kernel_is_said_once(void **state)
{
    struct screen_test *test = *state;
    struct verdict *verdict = verdict_support_pass();
    screen_test_start(test, 80, 24, false, "first");
    struct exercise *exercise = (struct exercise *)test->shell->open.exercise;
    exercise->best = (struct best_kernel){"week01/first.cu", "Four elements per load."};
    verdict->time =
        (struct time_verdict){.available = true, .modelled = true, .ratio_to_solution = 1, .ratio_to_best = 0.8};
    verdict->message = arena_strdup(verdict->arena, "The best kernel is 1.25x as fast.");
    verdict_support_give(test->shell, verdict, 1);
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "1.25x"));
    assert_false(screen_test_shows(test, "1.25x as fast. Press S"));
    assert_true(screen_test_shows(test, "Press S to read the best kernel."));
    exercise->best = (struct best_kernel){0};
}

/* However much there is to say, what Enter does stands below the medal. */
static void test_the_way_on_is_in_view(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    struct exercise *exercise = (struct exercise *)test->shell->open.exercise;
    char adds[2048] = "";
    for (int i = 0; i < 40; i++)
        strcat(adds, "One instruction loads four elements. ");
    exercise->best = (struct best_kernel){"week01/first.cu", adds};
    give_beside_best(test, 0.8, 1);
    assert_true(screen_test_shows(test, "loads four elements"));
    assert_true(screen_test_shows(test, "Enter  back to the lesson"));
    exercise->best = (struct best_kernel){0};
}

static void test_after_help_it_says_what_the_badge_needs(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    assert_true(store_mark_half_starter(test->app->store, "first", NULL));
    give_timed(test, 10, MEDAL_GOLD, 1);
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "first passed with help"));
}

/* The overview has no row for a variant. This one has no variant of its own, so no key for it. */
static void test_a_variant_counts_its_attempts(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "third_again");
    assert_int_equal(screen_test_top(test), SCREEN_EXERCISE);
    verdict_support_give(test->shell, verdict_support_wrong(), 1);
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "third_again  attempt 1  wrong result"));
    verdict_support_give(test->shell, verdict_support_pass(), 2);
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "third_again  attempt 2  passed"));
    assert_false(screen_test_shows(test, "v variant"));
}

static void test_the_way_back_from_figures_is_the_pass(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    give_timed(test, 12.5, MEDAL_SILVER, 1);
    screen_test_keys(test, "c");
    assert_int_equal(screen_test_top(test), SCREEN_COMPARE);
    screen_test_keys(test, "Esc");
    assert_int_equal(screen_test_top(test), SCREEN_PASS);
    screen_test_keys(test, "t");
    assert_int_equal(screen_test_top(test), SCREEN_HISTORY);
    verdict_support_give(test->shell, verdict_support_wrong(), 2);
    screen_test_keys(test, "Esc"); /* a newer attempt has ended the pass */
    assert_int_equal(screen_test_top(test), SCREEN_EXERCISE);
    assert_true(screen_test_shows(test, "wrong result"));
}

static void test_a_verdict_that_is_no_pass_leaves_it(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    verdict_support_give(test->shell, verdict_support_pass(), 1);
    assert_int_equal(screen_test_top(test), SCREEN_PASS);
    verdict_support_give(test->shell, verdict_support_wrong(), 2);
    shell_draw(test->shell);
    assert_int_equal(screen_test_top(test), SCREEN_EXERCISE);
    assert_true(screen_test_shows(test, "wrong result"));
    assert_false(screen_test_shows(test, "Enter next"));
}

static void test_enter_goes_on_with_the_lesson_and_then_to_the_next(void **state)
{
    struct screen_test *test = *state;
    struct place place;
    screen_test_start(test, 80, 24, false, "w01-first");
    screen_test_keys(test, "Tab");
    verdict_support_give(test->shell, verdict_support_pass(), 1);
    screen_test_keys(test, "Enter");
    assert_int_equal(screen_test_top(test), SCREEN_LESSON);
    assert_int_equal(test->shell->screen_count, 2); /* the map and the lesson */
    shell_top(test->shell)->class->place(shell_top(test->shell)->state, &place);
    assert_string_equal(place.lesson->id, "w01-first");
    assert_int_equal(place.step, 0);
    for (int step = 0; step < 4; step++)
        assert_true(store_set_step_done(test->app->store, "w01-first", step, NULL, true, NULL));
    screen_test_keys(test, "Tab");
    assert_true(screen_test_shows(test, "Enter next"));
    screen_test_keys(test, "Enter");
    shell_top(test->shell)->class->place(shell_top(test->shell)->state, &place);
    assert_string_equal(place.lesson->id, "w01-second");
}

static void test_a_lesson_ends_with_its_open_exercise(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "w01-first");
    screen_test_keys(test, "Right Right Right Right Right");
    assert_true(screen_test_shows(test, "the exercise first is still to do"));
    screen_test_keys(test, "Enter");
    assert_int_equal(screen_test_top(test), SCREEN_EXERCISE);
    verdict_support_give(test->shell, verdict_support_pass(), 1);
    screen_test_keys(test, "Esc Esc");
    assert_true(screen_test_shows(test, "next lesson: Rows and columns"));
}

static void test_a_celebration_can_be_off(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    give_timed(test, 10, MEDAL_GOLD, 1);
    shell_draw(test->shell);
    assert_false(screen_test_shows(test, "·"));
    assert_true(test->shell->animated_until_ns > test->shell->now_ns);
    test->shell->now_ns += REVEALED_NS;
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "·"));
    assert_true(app_set(test->app, SETTING_CELEBRATION, "off", NULL));
    test->shell->animated_until_ns = 0;
    give_timed(test, 9, MEDAL_GOLD, 2);
    test->shell->now_ns += REVEALED_NS;
    shell_draw(test->shell);
    assert_false(screen_test_shows(test, "·"));
    assert_int_equal(test->shell->animated_until_ns, 0);
}

/* The main key has room before others, then the way back. */
static void test_a_narrow_footer_keeps_enter(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 40, 12, false, "first");
    verdict_support_give(test->shell, verdict_support_pass(), 7);
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "Enter next  Esc back  ? help  q quit"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCREEN_TEST(test_the_pass),
        SCREEN_TEST(test_each_pass_has_its_rank),
        SCREEN_TEST(test_an_untimed_pass_has_no_sparks),
        SCREEN_TEST(test_the_best_kernel_is_named_until_it_is_reached),
        SCREEN_TEST(test_the_factor_of_the_best_kernel_is_said_once),
        SCREEN_TEST(test_the_way_on_is_in_view),
        SCREEN_TEST(test_after_help_it_says_what_the_badge_needs),
        SCREEN_TEST(test_a_variant_counts_its_attempts),
        SCREEN_TEST(test_the_way_back_from_figures_is_the_pass),
        SCREEN_TEST(test_a_verdict_that_is_no_pass_leaves_it),
        SCREEN_TEST(test_enter_goes_on_with_the_lesson_and_then_to_the_next),
        SCREEN_TEST(test_a_lesson_ends_with_its_open_exercise),
        SCREEN_TEST(test_a_celebration_can_be_off),
        SCREEN_TEST(test_a_narrow_footer_keeps_enter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
