/* Tests the mouse in the shell. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "screen_support.h"
#include "tui/screens/exercise/exercise.h"
#include "verdict_support.h"

/* The pane beside the list has other lines. */
static void test_a_click_beside_the_list_leaves_it(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 120, 40, false, NULL);
    screen_test_keys(test, "Esc G");
    CLEANUP(buffer_done) struct buffer before = BUFFER_INIT;
    CLEANUP(buffer_done) struct buffer after = BUFFER_INIT;
    screen_test_dump(test, true, &before);
    shell_key(test->shell, key_of_click(100, 5));
    shell_draw(test->shell);
    screen_test_dump(test, true, &after);
    assert_string_equal(buffer_text(&before), buffer_text(&after));
    screen_test_stop(test);
    screen_test_start(test, 120, 40, false, "first");
    verdict_support_give(test->shell, verdict_support_gate(), 1);
    shell_draw(test->shell);
    const struct exercise_screen *screen = shell_top(test->shell)->state;
    shell_key(test->shell, key_of_click(100, 4));
    assert_int_equal(screen->marked_line, 6);
    shell_key(test->shell, key_of_click(20, 3)); /* far from the line's number */
    assert_int_equal(screen->marked_line, 1);
}

/* In words, as those that are not needed: "0/1" says nothing. */
static int marked_row(struct screen_test *test)
{
    int row = 1;
    shell_draw(test->shell);
    while (row < 40 && !canvas_cell(test->canvas, 5, row)->selected)
        row++;
    return row;
}

static void test_the_wheel_beside_a_list_leaves_it(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 120, 40, false, NULL);
    screen_test_keys(test, "Esc");
    int row = marked_row(test);
    shell_key(test->shell, key_of_wheel(100, 10, true));
    assert_int_equal(marked_row(test), row);
    shell_key(test->shell, key_of_wheel(10, 10, true));
    assert_int_equal(marked_row(test), row + 1);
}

static void test_a_click_answers_a_question(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    screen_test_keys(test, "S");
    assert_true(screen_test_shows(test, " y yes  n no"));
    shell_key(test->shell, key_of_click(9, 23));
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "Nothing was done"));
    screen_test_keys(test, "S");
    shell_key(test->shell, key_of_click(1, 23));
    shell_draw(test->shell);
    assert_false(screen_test_shows(test, "y yes"));
    assert_false(screen_test_shows(test, "Nothing was done"));
}

static void test_the_mouse_marks_opens_and_presses(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, NULL);
    screen_test_keys(test, "Esc G");
    assert_false(canvas_cell(test->canvas, 6, 5)->selected);
    shell_key(test->shell, key_of_click(6, 5));
    shell_draw(test->shell);
    assert_true(canvas_cell(test->canvas, 6, 5)->selected);
    shell_key(test->shell, key_of_click(6, 5));
    assert_int_not_equal(screen_test_top(test), SCREEN_HOME);
    shell_draw(test->shell);
    screen_test_keys(test, "Esc");
    shell_key(test->shell, key_of_click(1, 23)); /* "Enter open" in the footer */
    assert_int_not_equal(screen_test_top(test), SCREEN_HOME);
    shell_key(test->shell, key_of_click(900, 900)); /* outside: no effect */
    shell_key(test->shell, key_of_click(0, 0));
}

/* While the words are typed, too. */
static void test_the_mouse_chooses_what_was_found(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    screen_test_keys(test, "/ a");
    assert_true(canvas_cell(test->canvas, 6, 2)->selected);
    shell_key(test->shell, key_of_click(6, 3));
    shell_draw(test->shell);
    assert_true(canvas_cell(test->canvas, 6, 3)->selected);
    shell_key(test->shell, key_of_click(6, 3));
    assert_int_not_equal(screen_test_top(test), SCREEN_SEARCH);
    assert_int_equal(test->shell->prompt.kind, PROMPT_NONE);
}

static void test_a_click_on_a_heading_marks_nothing(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "w01-first");
    screen_test_keys(test, "K");
    assert_true(screen_test_shows(test, "\n All terms"));
    assert_true(canvas_cell(test->canvas, 6, 3)->selected);
    shell_key(test->shell, key_of_click(6, 4));
    shell_draw(test->shell);
    assert_true(canvas_cell(test->canvas, 6, 3)->selected);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCREEN_TEST(test_a_click_beside_the_list_leaves_it), SCREEN_TEST(test_the_wheel_beside_a_list_leaves_it),
        SCREEN_TEST(test_a_click_answers_a_question),        SCREEN_TEST(test_the_mouse_marks_opens_and_presses),
        SCREEN_TEST(test_the_mouse_chooses_what_was_found),  SCREEN_TEST(test_a_click_on_a_heading_marks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
