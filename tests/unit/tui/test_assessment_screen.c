/* Tests assessments and the placement check in the shell. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "app/assessment.h"
#include "base/clock.h"
#include "screen_support.h"
#include "tui/screens/assessment/sitting.h"
#include "tui/shell/palette.h"
#include "verdict_support.h"

static void test_an_assessment_goes_on_after_a_restart(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "w03-assessment");
    screen_test_keys(test, "Enter y");
    screen_test_restart(test);
    assert_int_equal(screen_test_top(test), SCREEN_ASSESSMENT);
    screen_test_stop(test);
    screen_test_start(test, 80, 24, false, "first");
    assert_int_equal(screen_test_top(test), SCREEN_EXERCISE);
    CLEANUP(buffer_done) struct buffer screen = BUFFER_INIT;
    screen_test_dump(test, false, &screen);
    char *first_line_end = strchr(buffer_text(&screen), '\n');
    assert_true(first_line_end[-3] == ':'); /* the clock, minutes and seconds */
    assert_memory_not_equal(first_line_end - 5, " 0:00", 5);
    screen_test_keys(test, "Esc");
    assert_int_equal(screen_test_top(test), SCREEN_ASSESSMENT);
}

static void start_an_assessment_elsewhere(struct screen_test *test)
{
    struct error error = {0};
    screen_test_start(test, 80, 24, false, NULL);
    assert_int_equal(screen_test_top(test), SCREEN_WELCOME);
    const struct lesson *pool = curriculum_find_lesson(test->app->curriculum, "w03-assessment");
    assert_true(assessment_start(test->app, pool, 0, NULL, &error));
    shell_free(test->shell);
    test->shell = shell_new(test->app, test->canvas, &error);
    assert_non_null(test->shell);
}

/* The shell opens on an assessment that a command started, while its time still runs. */
static void test_an_assessment_started_by_a_command_needs_no_welcome(void **state)
{
    struct screen_test *test = *state;
    start_an_assessment_elsewhere(test);
    shell_start(test->shell, NULL);
    assert_int_equal(screen_test_top(test), SCREEN_ASSESSMENT);
    test->shell->now_ns = clock_monotonic_ns();
    screen_test_keys(test, "Esc");
    assert_int_equal(screen_test_top(test), SCREEN_HOME);
    shell_draw(test->shell);
    assert_false(screen_test_shows(test, " 0:00\n"));
}

/* A shell that is open on another screen shows the result, and counts no time below 0:00. */
static void test_the_time_of_an_assessment_runs_out(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 120, 24, true, "w03-assessment");
    screen_test_keys(test, "Enter y Esc");
    assert_int_equal(screen_test_top(test), SCREEN_HOME);
    assert_true(screen_test_shows(test, "Esc assessment"));
    screen_test_keys(test, "Esc");
    assert_int_equal(screen_test_top(test), SCREEN_ASSESSMENT);
    struct place place = {.screen = SCREEN_EXERCISE, .exercise = test->app->curriculum->exercises[0]};
    shell_open(test->shell, &place);
    screen_test_keys(test, "6");
    assert_true(screen_test_shows(test, "Closed while an assessment runs."));
    assert_false(shell_take_events(test->shell));
    const struct assessment *assessment = &((struct sitting *)test->shell->screens[1].state)->assessment;
    assert_true(assessment_finish(test->app, assessment, NULL)); /* as its time does */
    test->shell->now_ns = test->shell->clock_end_ns;
    assert_true(shell_take_events(test->shell));
    shell_draw(test->shell);
    assert_int_equal(screen_test_top(test), SCREEN_ASSESSMENT);
    assert_true(screen_test_shows(test, "The time is up, and the assessment has ended"));
    assert_true(screen_test_shows(test, "not passed"));
    assert_true(screen_test_shows(test, "Enter starts it (asks first)."));
    assert_false(screen_test_shows(test, "seed"));
    screen_test_keys(test, "Esc Esc Esc Esc");
    assert_int_equal(screen_test_top(test), SCREEN_HOME);
    assert_false(screen_test_shows(test, "Esc assessment"));
}

/* The page of items shows the result in its place, and the message of an earlier key goes. */
static void test_the_time_runs_out_on_the_page_of_items(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, true, "w03-assessment");
    screen_test_keys(test, "Enter y x");
    assert_true(screen_test_shows(test, "x does nothing here"));
    const struct assessment *assessment = &((struct sitting *)test->shell->screens[1].state)->assessment;
    assert_true(assessment_finish(test->app, assessment, NULL)); /* as its time does */
    test->shell->now_ns = test->shell->clock_end_ns;
    shell_draw(test->shell);
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "not passed"));
    assert_true(screen_test_shows(test, "The time is up, and the assessment has ended"));
}

/* Another pool leads to the assessment that runs, under its own name. */
static void test_another_pool_shows_the_assessment_that_runs(void **state)
{
    struct screen_test *test = *state;
    setenv("WARPSCHOOL_ROOT", WARPSCHOOL_SOURCE_DIR, 1);
    screen_test_start(test, 120, 24, true, "assessment-intermediate");
    screen_test_keys(test, "Enter y Esc");
    const struct lesson *other = curriculum_find_lesson(test->app->curriculum, "assessment-foundation");
    shell_open(test->shell, &(struct place){.screen = SCREEN_LESSON, .lesson = other});
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "Intermediate assessment"));
    assert_false(screen_test_shows(test, "Foundation assessment"));
}

/* "Inter" is in "pointer", too. */
static void test_the_palette_prefers_a_beginning(void **state)
{
    struct screen_test *test = *state;
    struct palette_item items[8];
    setenv("WARPSCHOOL_ROOT", WARPSCHOOL_SOURCE_DIR, 1);
    screen_test_start(test, 120, 24, true, "assessment-intermediate");
    assert_true(palette_matches(test->shell, "Inter", items, 8) >= 2);
    assert_string_equal(palette_name(&items[0]), "Intermediate assessment");
}

/* The way down the list leads past the choices of open questions: Enter would give one of them. */
static void test_no_answer_on_the_way_to_another_item(void **state)
{
    struct screen_test *test = *state;
    setenv("WARPSCHOOL_ROOT", WARPSCHOOL_SOURCE_DIR, 1);
    screen_test_start(test, 80, 24, true, "assessment-foundation");
    screen_test_keys(test, "Enter y Down");
    const struct sitting *sitting = shell_top(test->shell)->state;
    assert_int_equal(sitting->selected, 1);
    screen_test_keys(test, "Up Enter Down Down Down");
    assert_int_equal(sitting->selected, 1);
    assert_int_equal(sitting->assessment.record.items[0].state, ASSESSMENT_OPEN);
}

static void test_a_prediction_waits_for_its_kernel(void **state)
{
    struct screen_test *test = *state;
    setenv("WARPSCHOOL_ROOT", WARPSCHOOL_SOURCE_DIR, 1);
    screen_test_start(test, 80, 40, true, "assessment-foundation");
    screen_test_keys(test, "Enter y Down Down Down Down Down Down Down Enter");
    assert_true(screen_test_shows(test, "> o 8  prediction"));
    assert_false(screen_test_shows(test, "Your number"));
    screen_test_keys(test, "5");
    assert_int_equal(test->shell->prompt.kind, PROMPT_NONE);
}

/* A digit or Enter marks, the arrow keys mark another one, and Enter gives the answer, once. */
static void test_choices_of_an_assessment(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, true, "w03-assessment");
    screen_test_keys(test, "Enter y Enter Down");
    assert_true(screen_test_shows(test, "> o 2. the second"));
    screen_test_keys(test, "1");
    assert_true(screen_test_shows(test, "> o 1. the first"));
    assert_true(screen_test_shows(test, "to do"));
    screen_test_keys(test, "Enter");
    assert_true(screen_test_shows(test, "answered"));
    assert_true(screen_test_shows(test, "  @ 1. the first")); /* the given one */
    screen_test_keys(test, "2 Enter");
    assert_true(screen_test_shows(test, "  @ 1. the first"));
}

/* Nothing is left to do: the way back comes before another sitting. */
static void test_a_passed_assessment_leads_back_to_the_course(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, true, "w03-assessment");
    screen_test_keys(test, "Enter y 2 Enter F y");
    assert_true(screen_test_shows(test, "passed"));
    assert_false(screen_test_shows(test, "not passed"));
    assert_true(screen_test_shows(test, "Esc goes back to the course."));
}

/* The course's own assessment: six questions, then a kernel with its predictions. */
static void test_enter_leads_through_an_assessment(void **state)
{
    struct screen_test *test = *state;
    setenv("WARPSCHOOL_ROOT", WARPSCHOOL_SOURCE_DIR, 1);
    screen_test_start(test, 80, 24, true, "assessment-intermediate");
    screen_test_keys(test, "Enter y 1 Enter");
    assert_true(screen_test_shows(test, "> * 1  question"));
    assert_true(screen_test_shows(test, "Enter go on"));
    screen_test_keys(test, "Enter");
    assert_true(screen_test_shows(test, "> o 2  question"));
    for (int item = 2; item <= 6; item++)
        screen_test_keys(test, "1 Enter Enter");
    assert_true(screen_test_shows(test, "> o 7  kernel"));
    assert_false(screen_test_shows(test, "pool_")); /* its title says more than its id */
    screen_test_keys(test, "Enter");
    assert_int_equal(screen_test_top(test), SCREEN_EXERCISE);
    assert_true(screen_test_shows(test, test->shell->open.exercise->title));
    assert_false(screen_test_shows(test, "H hint"));
    assert_false(screen_test_shows(test, "w microscope"));
    verdict_support_give(test->shell, verdict_support_pass(), 1);
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "Enter next"));
    const struct exercise *kernel = test->shell->open.exercise;
    assert_true(assessment_take_attempt(test->app, kernel, 1, true, NULL));
    screen_test_keys(test, "Enter");
    assert_int_equal(screen_test_top(test), SCREEN_ASSESSMENT);
    assert_true(screen_test_shows(test, "> * 7  kernel"));
    screen_test_keys(test, "Enter"); /* not the passed kernel again */
    assert_true(screen_test_shows(test, "> o 8  prediction"));
    screen_test_resize(test, 50, 40); /* a long line of its source wraps */
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "  6      a[i * 8 % n] = 2.0f; // a comment"));
    assert_true(screen_test_shows(test, "makes this line a long one"));
}

static void test_an_assessment_opens_at_its_first_open_item(void **state)
{
    struct screen_test *test = *state;
    setenv("WARPSCHOOL_ROOT", WARPSCHOOL_SOURCE_DIR, 1);
    screen_test_start(test, 80, 24, true, "assessment-intermediate");
    screen_test_keys(test, "Enter y 1 Enter Enter 1 Enter");
    screen_test_stop(test);
    screen_test_start(test, 80, 24, true, "assessment-intermediate");
    assert_true(screen_test_shows(test, "> o 3  question"));
}

/* On a wide screen the items are in a pane of their own, and the question begins at the top. */
static void test_a_question_is_read_from_its_top(void **state)
{
    struct screen_test *test = *state;
    setenv("WARPSCHOOL_ROOT", WARPSCHOOL_SOURCE_DIR, 1);
    screen_test_start(test, 80, 8, true, "assessment-intermediate");
    screen_test_keys(test, "Enter y Enter Down Down Down Down Enter Down Down Down Down Down Down Down Down");
    const struct sitting *sitting = shell_top(test->shell)->state;
    assert_true(sitting->scroller.scroll > 0);
    int before = sitting->scroller.scroll;
    screen_test_resize(test, 120, 8);
    shell_draw(test->shell);
    assert_int_equal(sitting->scroller.scroll, 0);
    screen_test_resize(test, 40, 6);
    shell_draw(test->shell);
    screen_test_resize(test, 80, 8);
    shell_draw(test->shell);
    assert_int_equal(sitting->scroller.scroll, before);
}

static void test_a_result_opens_the_lessons_to_read_again(void **state)
{
    struct screen_test *test = *state;
    struct place place;
    screen_test_start(test, 80, 24, false, "w03-assessment");
    screen_test_keys(test, "1");
    assert_int_equal(screen_test_top(test), SCREEN_ASSESSMENT); /* there is no result yet */
    screen_test_keys(test, "Enter y Enter 1 Enter F y");
    assert_true(screen_test_shows(test, "Read again  1 opens the lesson"));
    screen_test_keys(test, "2 1");
    assert_int_equal(screen_test_top(test), SCREEN_LESSON);
    shell_top(test->shell)->class->place(shell_top(test->shell)->state, &place);
    assert_string_equal(place.lesson->id, "w01-first");
    screen_test_keys(test, "Esc");
    assert_int_equal(screen_test_top(test), SCREEN_ASSESSMENT);
    screen_test_resize(test, 120, 24); /* two pages */
    shell_draw(test->shell);
    assert_int_equal(test->shell->target_count, 1);
    struct rect where = test->shell->targets[0].where;
    shell_key(test->shell, key_of_click(where.x + 4, where.y));
    assert_int_equal(screen_test_top(test), SCREEN_LESSON);
}

/* The numbers that its predictions ask for, and its solution. */
static void test_an_assessment_closes_what_answers_it(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 200, 24, false, "w03-assessment");
    screen_test_keys(test, "Enter y");
    struct exercise *exercise = test->app->curriculum->exercises[0];
    struct place place = {.screen = SCREEN_EXERCISE, .exercise = exercise};
    shell_open(test->shell, &place);
    exercise->best = (struct best_kernel){"week01/first.cu", "Four elements per load."};
    verdict_support_give(test->shell, verdict_support_pass(), 1);
    shell_draw(test->shell);
    assert_false(screen_test_shows(test, "Four elements per load."));
    assert_false(screen_test_shows(test, "S solution"));
    assert_false(screen_test_shows(test, "c compare"));
    screen_test_keys(test, "3");
    assert_false(screen_test_shows(test, "What it shows"));
    exercise->best = (struct best_kernel){0};
    screen_test_keys(test, "c");
    assert_int_not_equal(screen_test_top(test), SCREEN_COMPARE);
    assert_true(screen_test_shows(test, "closed while an assessment runs"));
    screen_test_keys(test, "H");
    assert_true(screen_test_shows(test, "the help with exercises is closed while an assessment runs"));
}

/*
 * The first answer counts, so Enter goes on after a wrong one. The last page says where to begin.
 */
static void test_a_placement_check_ends_with_a_place(void **state)
{
    struct screen_test *test = *state;
    setenv("WARPSCHOOL_ROOT", WARPSCHOOL_SOURCE_DIR, 1);
    screen_test_start(test, 80, 24, true, "w00-placement");
    screen_test_keys(test, "Enter 3 Enter 2 Enter 2");
    assert_true(screen_test_shows(test, "Not this one: 4 blocks have 1024 threads"));
    assert_true(screen_test_shows(test, "Right: So there is a guard"));
    screen_test_keys(test, "Enter");
    assert_true(screen_test_shows(test, "5/7"));
    screen_test_keys(test, "Right 3 Enter 2 Enter");
    assert_true(screen_test_shows(test, "5 of 6 questions answered; the course begins at its beginning"));
    assert_true(screen_test_shows(test, "next lesson: Day 0"));
    assert_true(store_set_step_done(test->app->store, "w00-placement", 4, "8", true, NULL));
    screen_test_stop(test);
    screen_test_start(test, 80, 24, true, "w00-placement");
    screen_test_keys(test, "Left Left Left Left Left Left Left Left Right Right 2 Right Right Right Right Right");
    assert_true(screen_test_shows(test, "5 of 6 right."));
    assert_true(screen_test_shows(test, "Begin with \"One thread, one element\""));
}

/* No lesson is before the first one. A place that is done already is not named. */
static void test_a_placement_names_a_lesson_to_do(void **state)
{
    struct screen_test *test = *state;
    setenv("WARPSCHOOL_ROOT", WARPSCHOOL_SOURCE_DIR, 1);
    screen_test_start(test, 80, 24, true, "w00-placement");
    for (int i = 1; i <= 6; i++)
        assert_true(store_set_step_done(test->app->store, "w00-placement", i, "1", false, NULL));
    screen_test_stop(test);
    screen_test_start(test, 80, 24, true, "w00-placement");
    screen_test_keys(test, "Right Right Right Right Right Right Right");
    assert_true(screen_test_shows(test, "0 of 6 right."));
    assert_true(screen_test_shows(test, "Begin with \"Day 0: from tensor to pointer\""));
    assert_false(screen_test_shows(test, "earlier lessons"));
    const struct attempt passed = {.exercise = "first_steps",
                                   .device = "virtual",
                                   .architecture = "h100",
                                   .toolkit = "13.0",
                                   .source = "",
                                   .status = "pass",
                                   .verdict_json = "{}"};
    assert_true(store_add_attempt(test->app->store, &passed, NULL, NULL));
    screen_test_restart(test);
    screen_test_keys(test, "Right Right Right Right Right Right Right");
    assert_false(screen_test_shows(test, "Begin with"));
    assert_true(screen_test_shows(test, "next lesson: A grid says hello"));
}

/* Its place is on the last page. Said at once, it would cover the keys. */
static void test_the_last_answer_of_the_placement_leaves_the_keys(void **state)
{
    struct screen_test *test = *state;
    setenv("WARPSCHOOL_ROOT", WARPSCHOOL_SOURCE_DIR, 1);
    screen_test_start(test, 80, 24, true, "w00-placement");
    screen_test_keys(test, "Enter 3 Enter 2 Enter 2 Enter Right 3 Enter");
    assert_true(store_set_step_done(test->app->store, "w00-placement", 4, "8", true, NULL));
    assert_true(screen_test_shows(test, "7/7"));
    screen_test_keys(test, "2");
    assert_true(screen_test_shows(test, "Enter go on"));
    assert_false(screen_test_shows(test, "Begin with"));
    screen_test_keys(test, "Enter");
    assert_true(screen_test_shows(test, "Begin with \"One thread, one element\""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCREEN_TEST(test_an_assessment_goes_on_after_a_restart),
        SCREEN_TEST(test_an_assessment_started_by_a_command_needs_no_welcome),
        SCREEN_TEST(test_the_time_of_an_assessment_runs_out),
        SCREEN_TEST(test_the_time_runs_out_on_the_page_of_items),
        SCREEN_TEST(test_another_pool_shows_the_assessment_that_runs),
        SCREEN_TEST(test_the_palette_prefers_a_beginning),
        SCREEN_TEST(test_no_answer_on_the_way_to_another_item),
        SCREEN_TEST(test_a_prediction_waits_for_its_kernel),
        SCREEN_TEST(test_choices_of_an_assessment),
        SCREEN_TEST(test_a_passed_assessment_leads_back_to_the_course),
        SCREEN_TEST(test_enter_leads_through_an_assessment),
        SCREEN_TEST(test_an_assessment_opens_at_its_first_open_item),
        SCREEN_TEST(test_a_question_is_read_from_its_top),
        SCREEN_TEST(test_the_last_answer_of_the_placement_leaves_the_keys),
        SCREEN_TEST(test_an_assessment_closes_what_answers_it),
        SCREEN_TEST(test_a_result_opens_the_lessons_to_read_again),
        SCREEN_TEST(test_a_placement_check_ends_with_a_place),
        SCREEN_TEST(test_a_placement_names_a_lesson_to_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
