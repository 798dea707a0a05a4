/* Tests trials: the grid, counters beside a change's, and keys before the first answer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "screen_sizes.h"
#include "trial_support.h"
#include "verdict_support.h"

static void give(struct screen_test *test, enum trial_slot slot, struct trial *trial)
{
    struct trial_answer answer = {.trial = trial};
    assert_int_equal(shell_top(test->shell)->id, SCREEN_TRIAL);
    trial_take(shell_top(test->shell)->state, slot, &answer);
    shell_draw(test->shell);
}

static void look_at_wrong(struct screen_test *test)
{
    verdict_support_give(test->shell, verdict_support_wrong(), 7);
    screen_test_keys(test, "v");
    give(test, TRIAL_AS_IT_IS, trial_support_wrong());
}

static void look_at_two(struct screen_test *test)
{
    screen_test_keys(test, "-");
    give(test, TRIAL_AS_IT_IS, trial_support_right(256));
    give(test, TRIAL_CHANGED, trial_support_right(128));
}

static void test_waits(void **state)
{
    check_at_all_sizes(*state, "trial-waiting", "first", "v", NULL);
}

static void test_grid(void **state)
{
    check_at_wide_sizes(*state, "trial-grid", "first", "", look_at_wrong);
}

static void test_matrix(void **state)
{
    check_at_wide_sizes(*state, "trial-matrix", "first", "[ Down Right Right", look_at_wrong);
}

/* The table says the same as the line above it. */
static void test_a_right_result_that_is_not_safe(void **state)
{
    struct screen_test *test = *state;
    struct trial *trial = trial_support_right(256);
    trial->right = false;
    trial->why = "Line 9 writes a[33], past the end of a.";
    screen_test_start(test, 80, 24, false, "first");
    verdict_support_give(test->shell, verdict_support_wrong(), 7);
    screen_test_keys(test, "v");
    give(test, TRIAL_AS_IT_IS, trial);
    assert_true(screen_test_shows(test, "right, but not safe"));
    assert_true(screen_test_shows(test, "Line 9 writes a[33], past the end of a."));
    screen_test_keys(test, "Tab");
    assert_true(screen_test_shows(test, "result                  unsafe"));
    assert_true(screen_test_shows(test, "Tab elements"));
    assert_false(screen_test_shows(test, "not right"));
    screen_test_resize(test, 40, 12); /* the empty column beside is not cut off */
    shell_draw(test->shell);
    assert_false(screen_test_shows(test, "\u2026"));
}

/* The grid opens where something is wrong, also far to the right. */
static void test_the_first_wrong_element_is_in_view(void **state)
{
    struct screen_test *test = *state;
    struct trial *trial = trial_support_wrong();
    screen_test_start(test, 80, 24, false, "first");
    verdict_support_give(test->shell, verdict_support_wrong(), 7);
    screen_test_keys(test, "v");
    struct trial_buffer *in = &trial->buffers[0]; /* a matrix of 6 rows and 20 columns */
    in->got = in->initial;
    in->expected = trial_support_values(trial, 120, 0.25);
    in->marks = ARENA_ARRAY(trial->arena, 120, uint64_t);
    in->marks[2 * 20 + 18] = TRIAL_WRONG;
    in->expected[2 * 20 + 18] = 777;
    trial->buffers[1] = *in;
    give(test, TRIAL_AS_IT_IS, trial);
    assert_true(screen_test_shows(test, "[18]"));
    assert_true(screen_test_shows(test, "777"));
    screen_test_keys(test, "Left Left Left Left Left Left Left Left Left Left Left Left Left Left Left Left");
    assert_true(screen_test_shows(test, "[0]")); /* and stays where the learner goes */
    assert_false(screen_test_shows(test, "[18]"));
}

/* A map of right elements alone shows nothing, and no key leads to a wrong one. */
static void test_a_right_case_has_no_map(void **state)
{
    struct screen_test *test = *state;
    struct trial *trial = trial_support_right(256);
    trial->buffers[0].got[1] = -0.0074412345;
    screen_test_start(test, 120, 40, false, "first");
    screen_test_keys(test, "v");
    give(test, TRIAL_AS_IT_IS, trial);
    assert_true(screen_test_shows(test, "-0.007441"));
    assert_false(screen_test_shows(test, "░"));
    assert_false(screen_test_shows(test, "n next wrong"));
}

static void test_a_mark_does_not_touch_its_number(void **state)
{
    struct screen_test *test = *state;
    struct trial *trial = trial_support_wrong();
    trial->buffers[1].got[3] = -0.087951234;
    screen_test_start(test, 80, 24, false, "first");
    screen_test_keys(test, "v");
    give(test, TRIAL_AS_IT_IS, trial);
    assert_true(screen_test_shows(test, " x -0.08795\n"));
}

static void test_a_block_keeps_within_limits(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    verdict_support_give(test->shell, verdict_support_wrong(), 7);
    screen_test_keys(test, "v");
    give(test, TRIAL_AS_IT_IS, trial_support_right(1024));
    screen_test_keys(test, "+");
    assert_true(screen_test_shows(test, "A block has 32 to 1024 threads here"));
    assert_false(screen_test_shows(test, "what if"));
}

static void test_a_large_buffer_says_which_part_is_shown(void **state)
{
    struct screen_test *test = *state;
    struct trial *trial = trial_support_wrong();
    screen_test_start(test, 80, 24, false, "first");
    verdict_support_give(test->shell, verdict_support_wrong(), 7);
    screen_test_keys(test, "v");
    for (size_t i = 0; i < trial->buffer_count; i++)
        trial->buffers[i].count = 131072;
    give(test, TRIAL_AS_IT_IS, trial);
    assert_true(screen_test_shows(test, "Elements 0 to 39 of 131072"));
}

static void test_a_refused_case_can_be_corrected(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    screen_test_keys(test, "i m = 5 Enter");
    struct trial_answer answer = {0};
    error_set(&answer.error, ERROR_SYNTAX, "'m' is not a value that can change");
    trial_take(shell_top(test->shell)->state, TRIAL_AS_IT_IS, &answer);
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, " 'm' is not a value that can change"));
    screen_test_keys(test, "i");
    assert_true(screen_test_shows(test, "block=128): m=5"));
}

/* Nothing ran, so there are no elements, counters or threads to look at. */
static void test_an_error_names_no_key_that_needs_a_result(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    screen_test_keys(test, "v");
    struct trial_answer answer = {0};
    error_set(&answer.error, ERROR_SYNTAX, "the file does not compile");
    trial_take(shell_top(test->shell)->state, TRIAL_AS_IT_IS, &answer);
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, " r run  K words  / search  : command  Esc back  "));
    static const char *const hidden[] = {"counters", "own case", "threads", "fewer", "buffer", "exact names"};
    for (size_t i = 0; i < sizeof hidden / sizeof hidden[0]; i++)
        assert_false(screen_test_shows(test, hidden[i]));
}

static void test_what_if(void **state)
{
    check_at_wide_sizes(*state, "trial-what-if", "first", "", look_at_two);
}

/* The ratio is whole, even with four digits. A ratio of 1 says nothing. */
static void test_a_narrow_what_if_has_room_for_the_ratio(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 60, 20, false, "first");
    look_at_two(test);
    struct trial_screen *screen = shell_top(test->shell)->state;
    screen->now.trial->microseconds = 2 * 1.03;
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "1.03x"));
    screen->now.trial->microseconds = 2 * 1.003;
    shell_draw(test->shell);
    assert_false(screen_test_shows(test, "1x"));
}

/* Two cases that differ at their end look different. */
static void test_a_long_case_is_whole(void **state)
{
    struct screen_test *test = *state;
    struct trial *before = trial_support_right(256), *now = trial_support_right(256);
    screen_test_start(test, 80, 24, false, "first");
    before->case_name = "rows=16 cols=4096";
    now->case_name = "rows=16 cols=4099";
    screen_test_keys(test, "-");
    give(test, TRIAL_AS_IT_IS, before);
    give(test, TRIAL_CHANGED, now);
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, " case                    rows=16         rows=16"));
    assert_true(screen_test_shows(test, "                         cols=4096       cols=4099"));
}

static void test_prompt(void **state)
{
    check_at_all_sizes(*state, "trial-prompt", "first", "i n = 3 7", NULL);
}

static void test_the_example_has_the_sizes_of_the_exercise(void **state)
{
    struct screen_test *test = *state;
    struct trial *trial = trial_support_right(256);
    trial->case_name = "rows=16 cols=4096";
    screen_test_start(test, 80, 24, false, "first");
    verdict_support_give(test->shell, verdict_support_wrong(), 7);
    screen_test_keys(test, "v");
    give(test, TRIAL_AS_IT_IS, trial);
    screen_test_keys(test, "i");
    assert_true(screen_test_shows(test, "What if (as in rows=16 block=128):"));
}

static void test_keys_before_anything_came(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    screen_test_keys(test, "v Down Up Left Right PgUp PgDn g G n ] [ Tab + - Tab i n Esc r ^C");
    assert_true(screen_test_shows(test, "Cancelled"));
    screen_test_keys(test, "^C");
    assert_true(screen_test_shows(test, "Press q to quit"));
    assert_false(test->shell->quit);
    screen_test_keys(test, "Esc");
    assert_int_equal(shell_top(test->shell)->id, SCREEN_EXERCISE);
}

static void test_goes_to_wrong_elements(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 60, 12, false, "first");
    look_at_wrong(test);
    const struct trial_screen *screen = shell_top(test->shell)->state;
    assert_int_equal(screen->buffer, 1);
    screen_test_keys(test, "n");
    assert_int_equal(screen->row, 4); /* element 17, four in a row */
    screen_test_keys(test, "n");
    assert_int_equal(screen->row, 9);
    assert_true(screen_test_shows(test, "never"));
    screen_test_keys(test, "n");
    assert_int_equal(screen->row, 0);
    screen_test_keys(test, "PgDn PgDn PgDn PgDn G Down Down Right Right");
    assert_true(screen->row < screen->row_count);
}

static void test_doublings_wait_for_the_first_answer(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    screen_test_keys(test, "+ +");
    struct trial_screen *screen = shell_top(test->shell)->state;
    assert_int_equal(screen->block, 0);
    give(test, TRIAL_AS_IT_IS, trial_support_right(256));
    assert_int_equal(screen->block, 1024);
    assert_true(screen->waits_now);
    screen_test_keys(test, "+");
    assert_int_equal(screen->block, 1024);
    screen_test_keys(test, "- - - - - - -");
    assert_int_equal(screen->block, 32);
}

/* Both columns are of the typed case, so their ratio is the block's. */
static void test_an_own_case_is_run_as_it_is_too(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    look_at_wrong(test);
    struct trial_screen *screen = shell_top(test->shell)->state;
    screen_test_keys(test, "i n = 5 Space b l o c k = 6 4 Enter");
    assert_true(screen->waits_before && screen->waits_now);
    assert_null(screen->before.trial);
    assert_string_equal(screen->changes, "n=5");
    assert_int_equal(screen->block, 64);
    give(test, TRIAL_AS_IT_IS, trial_support_right(256));
    screen_test_keys(test, "i n = 7 Enter");
    assert_true(screen->waits_before);
    assert_false(screen->waits_now);
    assert_null(screen->now.trial);
}

/* The grid shows a single element in full. */
static void test_a_single_element_has_no_map(void **state)
{
    struct screen_test *test = *state;
    struct trial *trial = trial_support_wrong();
    screen_test_start(test, 80, 24, false, "first");
    verdict_support_give(test->shell, verdict_support_wrong(), 7);
    screen_test_keys(test, "v");
    struct trial_buffer *out = &trial->buffers[1];
    out->count = out->shown = out->shape[0] = 1;
    out->marks[0] = TRIAL_WRONG;
    give(test, TRIAL_AS_IT_IS, trial);
    assert_true(screen_test_shows(test, "a [1]"));
    assert_false(screen_test_shows(test, "1 element"));
}

static void test_an_assessment_closes_it(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "w03-assessment");
    screen_test_keys(test, "Enter y");
    struct place place = {.screen = SCREEN_TRIAL, .exercise = test->app->curriculum->exercises[0]};
    shell_open(test->shell, &place);
    assert_int_not_equal(shell_top(test->shell)->id, SCREEN_TRIAL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCREEN_TEST(test_waits),
        SCREEN_TEST(test_a_right_result_that_is_not_safe),
        SCREEN_TEST(test_grid),
        SCREEN_TEST(test_a_single_element_has_no_map),
        SCREEN_TEST(test_matrix),
        SCREEN_TEST(test_the_first_wrong_element_is_in_view),
        SCREEN_TEST(test_a_mark_does_not_touch_its_number),
        SCREEN_TEST(test_a_block_keeps_within_limits),
        SCREEN_TEST(test_a_right_case_has_no_map),
        SCREEN_TEST(test_a_large_buffer_says_which_part_is_shown),
        SCREEN_TEST(test_a_refused_case_can_be_corrected),
        SCREEN_TEST(test_a_narrow_what_if_has_room_for_the_ratio),
        SCREEN_TEST(test_an_error_names_no_key_that_needs_a_result),
        SCREEN_TEST(test_what_if),
        SCREEN_TEST(test_a_long_case_is_whole),
        SCREEN_TEST(test_prompt),
        SCREEN_TEST(test_the_example_has_the_sizes_of_the_exercise),
        SCREEN_TEST(test_keys_before_anything_came),
        SCREEN_TEST(test_goes_to_wrong_elements),
        SCREEN_TEST(test_doublings_wait_for_the_first_answer),
        SCREEN_TEST(test_an_own_case_is_run_as_it_is_too),
        SCREEN_TEST(test_an_assessment_closes_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
