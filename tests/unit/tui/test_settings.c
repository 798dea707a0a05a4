/* Tests settings, filters and the mouse: whole screens, and the stored values. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "screen_sizes.h"
#include "verdict_support.h"

static void test_settings_screen(void **state)
{
    check_at_wide_sizes(*state, "settings", NULL, "Esc , Down", NULL);
}

/* A narrow terminal has room for the main key and the three ways out. */
static void test_settings_name_the_way_back_at_40_columns(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 40, 12, false, NULL);
    screen_test_keys(test, "Esc ,");
    assert_true(screen_test_shows(test, "Enter choose  Esc back  ? help  q quit"));
}

static void test_settings_kept_screen(void **state)
{
    check_at_all_sizes(*state, "settings-kept", NULL, "Esc , Down Down Enter", NULL);
}

static void test_map_of_a_level(void **state)
{
    check_at_all_sizes(*state, "home-level", NULL, "Esc L L", NULL);
}

static void test_map_of_an_audience(void **state)
{
    check_at_all_sizes(*state, "home-audience", NULL, "Esc A A f", NULL);
}

static void test_map_of_nothing(void **state)
{
    check_at_all_sizes(*state, "home-nothing", NULL, "Esc f f", NULL);
}

static void test_a_choice_survives_a_restart(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, NULL);
    assert_string_equal(test->app->options.architecture, "h100");
    screen_test_keys(test, "Esc , Down Down Space");
    assert_true(screen_test_shows(test, "the next grading is modelled for a100"));
    assert_string_equal(test->app->options.architecture, "a100");
    screen_test_keys(test, "G Enter Esc");
    assert_int_equal(shell_top(test->shell)->id, SCREEN_HOME);
    screen_test_restart(test);
    assert_string_equal(test->app->options.architecture, "a100");
    assert_string_equal(test->app->options.mouse, "off");
}

static void test_the_environment_wins_and_is_named(void **state)
{
    struct screen_test *test = *state;
    setenv("WARPSCHOOL_ARCH", "t4", 1);
    screen_test_start(test, 80, 24, false, NULL);
    unsetenv("WARPSCHOOL_ARCH");
    screen_test_keys(test, "Esc , Down Enter");
    assert_true(screen_test_shows(test, "this run was started with another value"));
    assert_true(screen_test_shows(test, "WARPSCHOOL_ARCH"));
    assert_string_equal(test->app->options.architecture, "t4");
    screen_test_restart(test);
    assert_string_equal(test->app->options.architecture, "h200");
}

static void test_a_broken_setting_is_told(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, NULL);
    assert_true(store_set_setting(test->app->store, "setting.architecture", "abacus", NULL));
    screen_test_restart(test);
    assert_true(screen_test_shows(test, "abacus"));
    assert_string_equal(test->app->options.architecture, "h100");
}

struct looks {
    struct screen_test *test;
    int taken;
};

static void use_looks(void *context)
{
    struct looks *looks = context;
    looks->taken += strcmp(looks->test->app->options.mouse, "off") == 0;
}

static void test_looks_are_taken_at_once(void **state)
{
    struct screen_test *test = *state;
    struct looks looks = {.test = test};
    screen_test_start(test, 80, 24, false, NULL);
    test->shell->hooks = (struct shell_hooks){.context = &looks, .use_looks = use_looks};
    screen_test_keys(test, "Esc , G Enter");
    assert_int_equal(looks.taken, 1);
}

static void click(struct screen_test *test, int x, int y)
{
    shell_key(test->shell, key_of_click(x, y));
    shell_draw(test->shell);
}

/* Finds the row that contains `text`, or fails. */
static int row_with(struct screen_test *test, const char *text)
{
    CLEANUP(buffer_done) struct buffer screen = BUFFER_INIT;
    screen_test_dump(test, false, &screen);
    const char *at = strstr(buffer_text(&screen), text);
    assert_non_null(at);
    int row = 0;
    for (const char *c = buffer_text(&screen); c < at; c++)
        row += *c == '\n';
    return row;
}

static void test_a_click_chooses_and_answers(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "w01-first");
    screen_test_keys(test, "Right");
    int x, y;
    backend_text_cursor(test->backend, &x, &y);
    assert_int_equal(y, row_with(test, " 1. "));
    click(test, 8, row_with(test, " 2. "));
    backend_text_cursor(test->backend, &x, &y);
    assert_int_equal(y, row_with(test, " 2. "));
    assert_false(screen_test_shows(test, "Right: "));
    click(test, 8, row_with(test, " 2. "));
    assert_true(screen_test_shows(test, "Right: "));
    click(test, 70, 1); /* a rule: no effect */
}

static void test_a_click_on_a_steps_mark_goes_there(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "w01-first");
    assert_true(screen_test_shows(test, "1/5"));
    int x = 0;
    while (x < 80 && !canvas_cell(test->canvas, x, 0)->selected)
        x++;
    click(test, x + 2, 0);
    assert_true(screen_test_shows(test, "3/5"));
}

static void test_a_click_on_a_tab_shows_it(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 120, 40, false, "first");
    CLEANUP(buffer_done) struct buffer screen = BUFFER_INIT;
    screen_test_dump(test, false, &screen);
    int row = row_with(test, "4 Hints");
    const char *line = buffer_text(&screen);
    for (int i = 0; i < row; i++)
        line = strchr(line, '\n') + 1;
    click(test, (int)(strstr(line, "4 Hints") - line) + 2, row);
    assert_true(screen_test_shows(test, "hints. H shows"));
}

static void test_a_skipped_placement_is_not_done(void **state)
{
    struct screen_test *test = *state;
    setenv("WARPSCHOOL_ROOT", WARPSCHOOL_SOURCE_DIR, 1); /* the course has one */
    screen_test_start(test, 80, 24, false, NULL);
    int checks = 0;
    const struct overview *overview = &test->shell->overview;
    for (size_t i = 0; i < overview->lesson_count; i++)
        if (overview->lessons[i].lesson->kind == LESSON_PLACEMENT) {
            assert_false(overview->lessons[i].done);
            checks++;
        }
    assert_int_equal(checks, 1);
}

static void test_a_warm_up_at_any_time(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, NULL);
    screen_test_keys(test, "Esc W");
    assert_int_equal(shell_top(test->shell)->id, SCREEN_HOME);
    assert_true(screen_test_shows(test, "nothing to ask"));
    screen_test_stop(test);
    screen_test_start(test, 80, 24, false, "w01-first");
    screen_test_keys(test, "Right Enter Esc W");
    assert_int_equal(shell_top(test->shell)->id, SCREEN_WARM_UP);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCREEN_TEST(test_settings_screen),
        SCREEN_TEST(test_settings_kept_screen),
        SCREEN_TEST(test_settings_name_the_way_back_at_40_columns),
        SCREEN_TEST(test_map_of_a_level),
        SCREEN_TEST(test_map_of_an_audience),
        SCREEN_TEST(test_map_of_nothing),
        SCREEN_TEST(test_a_choice_survives_a_restart),
        SCREEN_TEST(test_the_environment_wins_and_is_named),
        SCREEN_TEST(test_a_broken_setting_is_told),
        SCREEN_TEST(test_looks_are_taken_at_once),
        SCREEN_TEST(test_a_click_chooses_and_answers),
        SCREEN_TEST(test_a_click_on_a_steps_mark_goes_there),
        SCREEN_TEST(test_a_click_on_a_tab_shows_it),
        SCREEN_TEST(test_a_skipped_placement_is_not_done),
        SCREEN_TEST(test_a_warm_up_at_any_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
