/* Tests 40 columns: the shown tab, a stage, labels of kernels, the key of a cut figure. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/i18n.h"
#include "screen_sizes.h"
#include "trial_support.h"
#include "tui/screens/lab/lab_view.h"
#include "verdict_support.h"

enum { NARROW_COLUMNS = 40, NARROW_ROWS = 15 };

static void test_the_shown_tab_is_whole(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, NARROW_COLUMNS, NARROW_ROWS, false, "first");
    screen_test_keys(test, "3");
    assert_true(screen_test_shows(test, " Verdict "));
    assert_false(screen_test_shows(test, "Verdi…"));
    screen_test_keys(test, "6");
    assert_true(screen_test_shows(test, " Solution"));
    assert_true(screen_test_shows(test, "Task"));
}

static void test_a_stage_is_whole(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, NARROW_COLUMNS, NARROW_ROWS, false, "first");
    struct grading_event events[] = {
        {.kind = GRADING_STARTED, .exercise = test->shell->open.exercise},
        {.kind = GRADING_STAGE, .stage = STAGE_CASES, .done = 5, .total = 12},
        {.kind = GRADING_STAGE, .stage = STAGE_TIME},
        {.kind = GRADING_TIMED,
         .time = {.available = true, .microseconds = 596, .ratio_to_solution = 1, .roofline_percent = 40}},
    };
    open_exercise_take_event(test->shell, &events[0]);
    test->shell->open.is_working = true;
    open_exercise_take_event(test->shell, &events[1]);
    test->shell->now_ns = test->shell->open.started_ns;
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "first  ◌ running cases 5 of 12  0.0 s"));
    open_exercise_take_event(test->shell, &events[2]);
    open_exercise_take_event(test->shell, &events[3]);
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, " ◌ 596 us, 1.00x the solution's speed"));
}

static void test_kernels_have_whole_labels(void **state)
{
    struct screen_test *test = *state;
    setenv("WARPSCHOOL_ROOT", WARPSCHOOL_SOURCE_DIR "/tests/curriculum/labs", 1);
    screen_test_start(test, NARROW_COLUMNS, 24, false, "w03-transposes");
    screen_test_keys(test, "l Esc l 3");
    assert_true(screen_test_shows(test, "strided loads (week 1)"));
    assert_true(screen_test_shows(test, "tile with a pitch of 33"));
    assert_true(screen_test_shows(test, "191 us"));
    assert_true(screen_test_shows(test, "extra store"));
    screen_test_stop(test);
}

static bool is_cut(const struct page *page)
{
    for (size_t i = 0; i < page->count; i++)
        for (size_t j = 0; j < page->lines[i].span_count; j++) {
            const struct page_span *span = &page->lines[i].spans[j];
            if (memmem(span->text, span->size_bytes, "…", strlen("…")))
                return true;
        }
    return false;
}

static void check_lab(const struct lab_view *view, int columns, struct arena *arena)
{
    CLEANUP(page_done) struct page page = {0};
    page_init(&page, arena, columns, false);
    lab_page_build(view, &page);
    if (is_cut(&page))
        fail_msg("the step %s is cut at %d columns", view->lab->id, columns);
}

static void check_states(const struct app *app, const struct lab *lab, struct arena *arena)
{
    struct lab_results results;
    lab_results_load(app, lab, arena, &results);
    struct lab_view view = {.app = app, .lab = lab, .results = &results, .guess = "", .typed = ""};
    for (int state = 0; state < 3; state++) {
        view.is_revealed = state > 0;
        view.as_table = state > 1 && lab->kind == STEP_PLOT;
        check_lab(&view, NARROW_COLUMNS - 3, arena);
        check_lab(&view, 77, arena);
    }
}

static void test_no_step_of_the_course_is_cut(void **state)
{
    static const char *const languages[] = {"en", "es", "zh"};
    struct screen_test *test = *state;
    setenv("WARPSCHOOL_ROOT", WARPSCHOOL_SOURCE_DIR, 1);
    screen_test_start(test, 80, 24, false, NULL);
    i18n_open(WARPSCHOOL_BINARY_DIR "/locale");
    const struct curriculum *curriculum = test->app->curriculum;
    for (size_t language = 0; language < 3; language++) {
        i18n_choose(languages[language]);
        for (size_t i = 0; i < curriculum->lesson_count; i++)
            for (size_t j = 0; j < curriculum->lessons[i]->step_count; j++) {
                const struct step *step = &curriculum->lessons[i]->steps[j];
                if (step_is_lab(step))
                    check_states(test->app, step->lab, test->arena);
            }
    }
    i18n_choose_system();
    screen_test_stop(test);
}

/* The key comes before quit, and says so where it does nothing. */
static void test_a_cut_figure_names_its_key(void **state)
{
    struct screen_test *test = *state;
    setenv("WARPSCHOOL_ROOT", WARPSCHOOL_SOURCE_DIR, 1);
    screen_test_start(test, NARROW_COLUMNS, NARROW_ROWS, false, "w00-day0");
    screen_test_keys(test, ">");
    assert_true(screen_test_shows(test, "There is nothing more on that side"));
    screen_test_keys(test, "l l l l Esc l l");
    assert_true(screen_test_shows(test, "A tensor is an address"));
    assert_true(screen_test_shows(test, "Enter go on  > more  Esc back  ? help"));
    screen_test_keys(test, "> > > > > > > > > >");
    assert_false(screen_test_shows(test, "> more"));
    assert_true(screen_test_shows(test, "There is nothing more on that side"));
    screen_test_stop(test);
}

/* The figure of this step is further down, so the key would do nothing that can be seen. */
static void test_a_figure_that_is_not_shown_names_no_key(void **state)
{
    struct screen_test *test = *state;
    setenv("WARPSCHOOL_ROOT", WARPSCHOOL_SOURCE_DIR, 1);
    screen_test_start(test, NARROW_COLUMNS, NARROW_ROWS, false, "w01-hello-grid");
    assert_false(screen_test_shows(test, "block 0"));
    assert_false(screen_test_shows(test, "> more"));
    for (int i = 0; i < 40 && !screen_test_shows(test, "block 0"); i++)
        screen_test_keys(test, "Down");
    assert_true(screen_test_shows(test, "> more"));
    screen_test_stop(test);
}

static void test_a_grid_says_which_row_is_expected(void **state)
{
    struct screen_test *test = *state;
    struct trial_answer answer = {.trial = trial_support_wrong()};
    screen_test_start(test, NARROW_COLUMNS, NARROW_ROWS, false, "first");
    verdict_support_give(test->shell, verdict_support_wrong(), 7);
    screen_test_keys(test, "v");
    trial_take(shell_top(test->shell)->state, TRIAL_AS_IT_IS, &answer);
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "  expected"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCREEN_TEST(test_the_shown_tab_is_whole),
        SCREEN_TEST(test_a_stage_is_whole),
        SCREEN_TEST(test_kernels_have_whole_labels),
        SCREEN_TEST(test_a_cut_figure_names_its_key),
        SCREEN_TEST(test_no_step_of_the_course_is_cut),
        SCREEN_TEST(test_a_figure_that_is_not_shown_names_no_key),
        SCREEN_TEST(test_a_grid_says_which_row_is_expected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
