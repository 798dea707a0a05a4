/* Steps that run kernels on the screen: asked first, shown from the store, recorded. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "screen_sizes.h"
#include "tui/screens/lesson/lesson.h"
#include "tui/screens/lesson/lesson_lab.h"
#include "tui/tui.h"

enum { STEP_COLUMN, STEP_PITCH, STEP_TRANSPOSES, STEP_PITCH_TIME };

static int set_up(void **state)
{
    int result = screen_test_setup(state);
    setenv("WARPSCHOOL_ROOT", WARPSCHOOL_SOURCE_DIR "/tests/curriculum/labs", 1);
    return result;
}

#define LAB_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, screen_test_teardown)

static struct step_progress recorded(struct screen_test *test, int step)
{
    struct step_progress *steps;
    struct error error = {0};
    size_t count;
    assert_true(store_list_steps(test->app->store, test->arena, &steps, &count, &error));
    for (size_t i = 0; i < count; i++)
        if (steps[i].step == step)
            return steps[i];
    return (struct step_progress){.step = -1};
}

static void test_looks(void **state)
{
    check_at_all_sizes(*state, "lab-run-asked", "w03-transposes", "", NULL);
    check_at_all_sizes(*state, "lab-run", "w03-transposes", "Enter 1 Enter", NULL);
    check_at_all_sizes(*state, "lab-fill", "w03-transposes", "l 3 3", NULL);
    check_at_all_sizes(*state, "lab-compare", "w03-transposes", "l Esc l 3", NULL);
    check_at_all_sizes(*state, "lab-plot", "w03-transposes", "l Esc l l 4 Right", NULL);
}

static void test_a_run_asks_first(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "w03-transposes");
    assert_true(screen_test_shows(test, "passes per load           ?"));
    assert_false(screen_test_shows(test, "lanes in 1 bank"));
    screen_test_keys(test, "Enter 3 2 Enter");
    assert_true(screen_test_shows(test, "32 lanes in 1 bank"));
    assert_true(screen_test_shows(test, "your guess: 32"));
    assert_string_equal(recorded(test, STEP_COLUMN).answer, "32");
    assert_true(recorded(test, STEP_COLUMN).right);
    assert_true(recorded(test, STEP_COLUMN).seconds >= 0);
    screen_test_keys(test, "Right");
    assert_true(screen_test_shows(test, "32 lanes in 32 banks"));
    screen_test_keys(test, "Left Left");
    assert_true(screen_test_shows(test, "32 lanes in 1 bank"));
}

static const char *const REPAIRS[] = {"a", "b", "c", "d", "e", "f"};

static const struct lab *cause_of(const struct screen_test *test, size_t repair)
{
    const char *id = arena_printf(test->arena, "repair_%s_cause", REPAIRS[repair]);
    return curriculum_find_lab(test->app->curriculum, id);
}

/* Rows that differ would name the cause. */
static void test_each_repair_shows_the_same_profile(void **state)
{
    struct screen_test *test = *state;
    setenv("WARPSCHOOL_ROOT", WARPSCHOOL_SOURCE_DIR, 1);
    screen_test_start(test, 80, 24, false, NULL);
    const struct lab *first = cause_of(test, 0);
    for (size_t i = 0; i < sizeof REPAIRS / sizeof *REPAIRS; i++) {
        const struct lab *lab = cause_of(test, i);
        assert_true(lab->is_shown_first);
        assert_string_equal(lab->ask, first->ask);
        assert_int_equal(lab->columns.count, first->columns.count);
        for (size_t c = 0; c < first->columns.count; c++)
            assert_string_equal(lab->columns.items[c], first->columns.items[c]);
    }
}

static void test_a_question_for_the_cause_shows_the_profile(void **state)
{
    struct screen_test *test = *state;
    setenv("WARPSCHOOL_ROOT", WARPSCHOOL_SOURCE_DIR, 1);
    screen_test_start(test, 80, 24, false, "w05-repairs-ab");
    screen_test_keys(test, "l");
    assert_true(screen_test_shows(test, "latency share             0.98        occupancy                 0.16"));
    assert_true(screen_test_shows(test, "6. contended atomics"));
    assert_false(screen_test_shows(test, "Latency is the largest share"));
    screen_test_stop(test);
    screen_test_start(test, 45, 30, false, "w05-repairs-ab");
    assert_true(screen_test_shows(test, "occupancy"));
    assert_true(screen_test_shows(test, "0.16"));
}

static void test_contents_name_the_question_of_a_step(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "w03-transposes");
    screen_test_keys(test, "c");
    assert_true(screen_test_shows(test, "1 Question: The marked line reads"));
    assert_true(screen_test_shows(test, "2 Question: Choose the pitch"));
    assert_true(screen_test_shows(test, "3 Question: The tile makes"));
}

/* Where the text leaves room, the steps are beside it, and a click goes to one. */
static void test_a_wide_screen_shows_the_steps_beside_the_text(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 120, 40, false, "w03-transposes");
    assert_false(screen_test_shows(test, "Question: "));
    screen_test_stop(test);
    screen_test_start(test, 160, 40, false, "w03-transposes");
    assert_true(screen_test_shows(test, "3 Question: The tile makes"));
    shell_key(test->shell, key_of_click(110, 4));
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "3/6"));
}

/* The microscope would show the answer. */
static void test_the_microscope_waits_for_the_answer(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "w03-transposes");
    screen_test_keys(test, "w");
    assert_true(screen_test_shows(test, "Answer first, then look"));
    screen_test_keys(test, "Enter 3 2 Enter Right");
    assert_true(screen_test_shows(test, "w microscope"));
    screen_test_keys(test, "w");
    assert_true(screen_test_shows(test, "tile_column"));
    assert_true(screen_test_shows(test, "Compiling, and running up to"));
    screen_test_keys(test, "Esc");
    assert_true(screen_test_shows(test, "32 lanes in 32 banks")); /* back at the chosen value */
    screen_test_keys(test, "l Esc l 1 w");
    assert_true(screen_test_shows(test, "transposes"));
    screen_test_keys(test, "Esc l l w");
    assert_true(screen_test_shows(test, "This step runs no kernel"));
}

/* Labels stay whole, and each value has a line of its own. */
static void test_a_profile_fits_60_columns(void **state)
{
    struct screen_test *test = *state;
    setenv("WARPSCHOOL_ROOT", WARPSCHOOL_SOURCE_DIR, 1);
    screen_test_start(test, 60, 40, false, "w05-repairs-ab");
    assert_true(screen_test_shows(test, "\n L1 and shared  "));
    assert_true(screen_test_shows(test, "  passes per shared load  "));
    screen_test_keys(test, "Space");
    assert_true(screen_test_shows(test, "\n   latency share "));
    assert_true(screen_test_shows(test, "\n   occupancy "));
}

/* A table leaves a blank line below it. */
static void test_nobody_scrolls_to_a_blank_line(void **state)
{
    struct screen_test *test = *state;
    setenv("WARPSCHOOL_ROOT", WARPSCHOOL_SOURCE_DIR, 1);
    screen_test_start(test, 60, 20, false, "w05-repairs-ab");
    screen_test_keys(test, "Space");
    assert_true(screen_test_shows(test, "339 us"));
    assert_false(screen_test_shows(test, "↓"));
    screen_test_keys(test, "Space");
    assert_true(screen_test_shows(test, "2/11"));
}

static void test_a_table_begins_with_its_headings(void **state)
{
    struct screen_test *test = *state;
    setenv("WARPSCHOOL_ROOT", WARPSCHOOL_SOURCE_DIR, 1);
    screen_test_start(test, 60, 20, false, "w01-framework");
    screen_test_keys(test, "l l l l");
    assert_true(screen_test_shows(test, "─\n kernel  "));
}

static void test_a_skipped_question_is_not_wrong(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "w03-transposes");
    screen_test_keys(test, "Space");
    assert_true(screen_test_shows(test, "32 lanes in 1 bank"));
    assert_false(screen_test_shows(test, "your guess"));
    assert_true(recorded(test, STEP_COLUMN).skipped && recorded(test, STEP_COLUMN).right);
    screen_test_stop(test);
    screen_test_start(test, 80, 24, false, "w03-transposes");
    screen_test_keys(test, "h h h h h h");
    assert_true(screen_test_shows(test, "32 lanes in 1 bank")); /* it stays shown */
}

/* The way back stays, however long the other labels are. */
static void test_the_footer_keeps_the_way_back(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 50, 24, false, "w03-transposes");
    assert_true(screen_test_shows(test, "Enter answer"));
    assert_true(screen_test_shows(test, "Esc back"));
    screen_test_stop(test);
    screen_test_start(test, 80, 24, false, "w03-transposes");
    assert_true(screen_test_shows(test, "Enter answer  Space skip"));
    screen_test_keys(test, "Space");
    assert_false(screen_test_shows(test, "Space skip"));
}

static void test_a_guess_that_is_no_number_is_asked_again(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "w03-transposes");
    screen_test_keys(test, "Enter Enter");
    assert_true(screen_test_shows(test, "Type the answer first. Esc, then Space, skips the question"));
    screen_test_keys(test, "3 x Enter");
    assert_true(screen_test_shows(test, "'3x' is not a number"));
    assert_int_equal(recorded(test, STEP_COLUMN).step, -1);
    assert_true(screen_test_shows(test, "Your number: 3x")); /* to be corrected */
    screen_test_keys(test, "Backspace 2");
    assert_false(screen_test_shows(test, "is not a number"));
    screen_test_keys(test, "Enter");
    assert_string_equal(recorded(test, STEP_COLUMN).answer, "32");
}

static void test_a_comparison_hides_rows_until_the_guess(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "w03-transposes");
    screen_test_keys(test, "l Esc l");
    assert_true(screen_test_shows(test, "1190 us"));
    assert_false(screen_test_shows(test, "325 us"));
    screen_test_keys(test, "Down Up Enter");
    assert_true(screen_test_shows(test, "325 us"));
    assert_true(screen_test_shows(test, "Right: not at all."));
    assert_true(screen_test_shows(test, "not passed yet"));
    assert_string_equal(recorded(test, STEP_TRANSPOSES).answer, "not at all");
}

/* A kernel that passed is not said to have failed while it runs again. */
static void test_a_kernel_that_passed_has_not_run_yet(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "w03-transposes");
    const struct attempt passed = {.exercise = "transpose_tiled",
                                   .device = "virtual",
                                   .architecture = "h100",
                                   .toolkit = "13.0",
                                   .source = "extern \"C\" __global__ void k() {}",
                                   .status = "pass",
                                   .verdict_json = "{}"};
    assert_true(store_add_attempt(test->app->store, &passed, NULL, NULL));
    screen_test_keys(test, "l Esc l Down Up Enter");
    assert_true(screen_test_shows(test, "not run yet"));
    assert_false(screen_test_shows(test, "not passed yet"));
}

/* "How many times as fast is your kernel?" is not asked while that kernel runs. */
static void test_a_question_comes_after_the_kernel(void **state)
{
    struct screen_test *test = *state;
    const struct attempt passed = {.exercise = "repair_c",
                                   .device = "virtual",
                                   .architecture = "h100",
                                   .toolkit = "13.0",
                                   .source = "extern \"C\" __global__ void k() {}",
                                   .status = "pass",
                                   .verdict_json = "{}"};
    setenv("WARPSCHOOL_ROOT", WARPSCHOOL_SOURCE_DIR, 1);
    screen_test_start(test, 80, 24, false, NULL);
    assert_true(store_add_attempt(test->app->store, &passed, NULL, NULL));
    screen_test_stop(test);
    screen_test_start(test, 80, 24, false, "w05-repairs-cd");
    struct lesson_state *lesson = shell_top(test->shell)->state;
    while (!step_is_lab(lesson_current(lesson)) || strcmp(lesson_current(lesson)->lab->id, "repair_c_gain") != 0)
        lesson->step++;
    struct lesson_lab *own = lesson_lab_current(test->shell, lesson);
    own->is_working = true;
    own->asked_ns = test->shell->now_ns - 12000000000;
    screen_test_keys(test, "Enter");
    assert_true(screen_test_shows(test, "Your kernel runs (12 s): the question comes after it"));
    assert_false(screen_test_shows(test, "Your number"));
    own->is_working = false;
    screen_test_keys(test, "Enter");
    assert_true(screen_test_shows(test, "Your number (within 25 %):"));
}

/* Before the learner's own kernel has passed, the slow kernel of a repair is the only row. */
static void test_a_kernel_alone_is_not_the_best(void **state)
{
    struct screen_test *test = *state;
    setenv("WARPSCHOOL_ROOT", WARPSCHOOL_SOURCE_DIR, 1);
    screen_test_start(test, 80, 24, false, "w05-repairs-cd");
    struct lesson_state *lesson = shell_top(test->shell)->state;
    while (!step_is_lab(lesson_current(lesson)) || strcmp(lesson_current(lesson)->lab->id, "repair_c_gain") != 0)
        lesson->step++;
    screen_test_keys(test, "Space");
    assert_true(screen_test_shows(test, "as given"));
    assert_true(screen_test_shows(test, "The atomics were"));
    assert_false(screen_test_shows(test, "best"));
}

static void test_a_plot_is_a_table_too(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "w03-transposes");
    screen_test_keys(test, "l Esc l l");
    assert_false(screen_test_shows(test, "PITCH passes"));
    screen_test_keys(test, "2");
    assert_true(screen_test_shows(test, "Your guess: 2x. Modelled: about 2 %."));
    assert_false(recorded(test, STEP_PITCH_TIME).right);
    screen_test_keys(test, "t");
    assert_true(screen_test_shows(test, " 36 "));
    assert_false(screen_test_shows(test, ">       32"));
}

static void test_the_blank_shows_what_is_typed(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "w03-transposes");
    screen_test_keys(test, "l 3 2 + 1");
    assert_true(screen_test_shows(test, "tile[32][ 32+1"));
    screen_test_keys(test, "Esc s");
    assert_true(screen_test_shows(test, "The answer is shown after 3 tries"));
    assert_int_equal(recorded(test, STEP_PITCH).step, -1);
}

/* The cursor of the typed text is in the blank, too. */
static void test_the_cursor_of_a_blank_moves(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "w03-transposes");
    screen_test_keys(test, "l 3 + 1 Left Left 2");
    assert_true(screen_test_shows(test, "tile[32][ 32▏+1"));
    screen_test_keys(test, "^K");
    assert_true(screen_test_shows(test, "tile[32][ 32▏"));
    screen_test_keys(test, "^U Enter");
    assert_true(screen_test_shows(test, "Type the answer first. Esc, then Space, skips the question"));
}

/* Esc leaves the blank, and it stays left after another screen. */
static void test_a_blank_stays_left(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "w03-transposes");
    screen_test_keys(test, "l 3 Esc ? Esc");
    assert_int_equal(test->shell->prompt.kind, PROMPT_NONE);
    screen_test_keys(test, "h l 3");
    assert_true(screen_test_shows(test, "tile[32][ 3"));
}

/* The page says to press Esc for a hint, which must cost nobody their answer. */
static void test_a_blank_that_is_left_keeps_its_text(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "w03-transposes");
    screen_test_keys(test, "l 3 3 Esc");
    assert_true(screen_test_shows(test, "tile[32][ 33 "));
    screen_test_keys(test, "Enter 1");
    assert_true(screen_test_shows(test, "tile[32][ 331▏"));
    screen_test_keys(test, "Backspace Backspace Backspace Esc Enter");
    assert_true(screen_test_shows(test, "tile[32][ ▏"));
}

/* While a blank is typed, the footer has no keys. The page names the one for a hint. */
static void test_a_wrong_fill_names_the_key_of_a_hint(void **state)
{
    struct screen_test *test = *state;
    setenv("WARPSCHOOL_ROOT", WARPSCHOOL_SOURCE_DIR, 1);
    screen_test_start(test, 80, 24, false, "w01-hello-grid");
    screen_test_keys(test, "l l");
    struct lesson_lab *own = lesson_lab_current(test->shell, shell_top(test->shell)->state);
    assert_false(screen_test_shows(test, "shows a hint"));
    own->tries = 1;
    screen_test_keys(test, "3");
    assert_true(screen_test_shows(test, "Esc, then H, shows a hint"));
    screen_test_keys(test, "Esc H");
    assert_false(screen_test_shows(test, "shows a hint")); /* there is one */
}

/* Letters typed while the answer is judged are no commands. */
static void test_a_fill_being_judged_takes_no_commands(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "w03-transposes");
    screen_test_keys(test, "l Esc");
    struct lesson_lab *own = lesson_lab_current(test->shell, shell_top(test->shell)->state);
    own->is_working = true;
    screen_test_keys(test, "q");
    assert_false(test->shell->quit);
    assert_true(screen_test_shows(test, "Your answer is being judged: type again after the verdict"));
    screen_test_keys(test, "c Space Backspace");
    assert_int_equal(shell_top(test->shell)->id, SCREEN_LESSON);
    own->is_working = false;
    screen_test_keys(test, "c");
    assert_int_equal(shell_top(test->shell)->id, SCREEN_CONTENTS);
}

static void test_texts_have_values_of_runs(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "w03-transposes");
    screen_test_keys(test, "l Esc l l l");
    assert_true(screen_test_shows(test, "The column takes 32 passes."));
    assert_false(screen_test_shows(test, "{{"));
}

/* Counts the steps that do not fit, and says which. */
static int count_misfits(const struct app *app)
{
    int misfits = 0;
    for (size_t i = 0; i < app->curriculum->lesson_count; i++)
        for (size_t k = 0; k < app->curriculum->lessons[i]->step_count; k++) {
            const struct step *step = &app->curriculum->lessons[i]->steps[k];
            if (!step_is_lab(step))
                continue;
            struct tui_lab_size size = tui_lab_measure(app, step->lab);
            if (size.rows <= TUI_LAB_ROWS && size.columns <= TUI_LAB_COLUMNS)
                continue;
            print_error("%s: %d rows, %d columns\n", step->lab->id, size.rows, size.columns);
            misfits++;
        }
    return misfits;
}

static void test_each_step_fits_one_screen(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, NULL);
    assert_int_equal(count_misfits(test->app), 0);
    screen_test_stop(test);
    setenv("WARPSCHOOL_ROOT", WARPSCHOOL_SOURCE_DIR, 1);
    screen_test_start(test, 80, 24, false, NULL);
    assert_int_equal(count_misfits(test->app), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LAB_TEST(test_looks),
        LAB_TEST(test_contents_name_the_question_of_a_step),
        LAB_TEST(test_a_wide_screen_shows_the_steps_beside_the_text),
        LAB_TEST(test_the_microscope_waits_for_the_answer),
        LAB_TEST(test_a_run_asks_first),
        LAB_TEST(test_each_repair_shows_the_same_profile),
        LAB_TEST(test_a_question_for_the_cause_shows_the_profile),
        LAB_TEST(test_a_profile_fits_60_columns),
        LAB_TEST(test_nobody_scrolls_to_a_blank_line),
        LAB_TEST(test_a_skipped_question_is_not_wrong),
        LAB_TEST(test_the_footer_keeps_the_way_back),
        LAB_TEST(test_a_guess_that_is_no_number_is_asked_again),
        LAB_TEST(test_a_comparison_hides_rows_until_the_guess),
        LAB_TEST(test_a_kernel_that_passed_has_not_run_yet),
        LAB_TEST(test_a_question_comes_after_the_kernel),
        LAB_TEST(test_a_kernel_alone_is_not_the_best),
        LAB_TEST(test_a_plot_is_a_table_too),
        LAB_TEST(test_a_table_begins_with_its_headings),
        LAB_TEST(test_the_blank_shows_what_is_typed),
        LAB_TEST(test_the_cursor_of_a_blank_moves),
        LAB_TEST(test_a_blank_stays_left),
        LAB_TEST(test_a_blank_that_is_left_keeps_its_text),
        LAB_TEST(test_a_wrong_fill_names_the_key_of_a_hint),
        LAB_TEST(test_a_fill_being_judged_takes_no_commands),
        LAB_TEST(test_texts_have_values_of_runs),
        LAB_TEST(test_each_step_fits_one_screen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
