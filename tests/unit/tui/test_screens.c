/* Compares whole screens, driven by keys, with tests/screens/. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "app/assessment.h"
#include "app/attempts.h"
#include "microscope_support.h"
#include "screen_sizes.h"
#include "tui/screens/exercise/exercise.h"
#include "tui/screens/lesson/lesson.h"
#include "verdict_support.h"

static void test_welcome(void **state)
{
    check_at_wide_sizes(*state, "welcome", NULL, "", NULL);
}

static void test_home(void **state)
{
    check_at_wide_sizes(*state, "home", NULL, "Esc", NULL);
}

static void test_home_on_an_exercise(void **state)
{
    check_at_all_sizes(*state, "home-exercise", NULL, "Esc Down", NULL);
}

static void test_lesson_text(void **state)
{
    check_at_all_sizes(*state, "lesson", "w01-first", "", NULL);
}

static void test_lesson_end_of_text(void **state)
{
    check_at_all_sizes(*state, "lesson-bottom", "w01-first", "G", NULL);
}

static void test_quiz(void **state)
{
    check_at_all_sizes(*state, "quiz", "w01-first", "Right", NULL);
}

static void test_quiz_answered(void **state)
{
    check_at_all_sizes(*state, "quiz-answered", "w01-first", "Right Enter 2", NULL);
}

static void test_quiz_with_several(void **state)
{
    check_at_all_sizes(*state, "quiz-many", "w01-first", "Right Right Space Down Down Space Enter", NULL);
}

static void test_predict(void **state)
{
    check_at_all_sizes(*state, "predict", "w01-first", "Right Right Right Enter 4", NULL);
}

static void test_a_large_count_is_shown_in_full(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "w01-first");
    screen_test_keys(test, "Right Right Right");
    struct lesson_state *lesson = shell_top(test->shell)->state;
    struct step_state *step = &lesson->steps[lesson->step];
    snprintf(step->guess, sizeof step->guess, "7");
    step->is_waiting = true;
    test->shell->measured = 2097152;
    test->shell->measured_good = true;
    lesson_take_measure(test->shell, lesson);
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "The device counted 2 097 152."));
}

/* A wrong answer has one mark, in the status line and in the list of steps. */
static void test_a_wrong_answer_has_one_mark(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "w01-first");
    screen_test_keys(test, "Right Enter 1");
    assert_true(screen_test_shows(test, "○◐○○○ 2/5"));
    screen_test_keys(test, "c");
    assert_true(screen_test_shows(test, "◐  2 Question"));
}

static void test_contents(void **state)
{
    check_at_all_sizes(*state, "contents", "w01-first", "Right 2 c Down", NULL);
}

static void test_lesson_end(void **state)
{
    check_at_all_sizes(*state, "lesson-end", "w01-first", "Right Right Right Right Right", NULL);
}

/* Else nothing but its mark changes at the lower edge. */
static void test_an_unfolded_week_is_shown(void **state)
{
    struct screen_test *test = *state;
    setenv("WARPSCHOOL_ROOT", WARPSCHOOL_SOURCE_DIR, 1);
    screen_test_start(test, 80, 24, false, NULL);
    screen_test_keys(test, "Esc End Enter");
    assert_true(screen_test_shows(test, " Week 5: profiles, repairs, projects "));
    assert_true(screen_test_shows(test, "repair_a"));
}

/* Right goes on into a week that is unfolded, and Left comes back to it. */
static void test_right_goes_into_an_unfolded_week(void **state)
{
    struct screen_test *test = *state;
    setenv("WARPSCHOOL_ROOT", WARPSCHOOL_SOURCE_DIR, 1);
    screen_test_start(test, 80, 24, false, NULL);
    screen_test_keys(test, "Esc Home Left Right Right");
    assert_true(screen_test_shows(test, "You will be able to"));
    screen_test_keys(test, "Left Left");
    assert_false(screen_test_shows(test, "first_steps"));
    screen_test_keys(test, "Right Right Right");
    assert_int_equal(screen_test_top(test), SCREEN_LESSON);
}

/* The lessons of a long week leave room for it. */
static void test_the_map_always_says_what_is_next(void **state)
{
    struct screen_test *test = *state;
    setenv("WARPSCHOOL_ROOT", WARPSCHOOL_SOURCE_DIR, 1);
    screen_test_start(test, 80, 24, false, NULL);
    screen_test_keys(test, "Esc End");
    assert_true(screen_test_shows(test, "Week 5: profiles, repairs, projects"));
    assert_true(screen_test_shows(test, "Next: Day 0"));
}

/* A passed exercise is not the whole lesson. */
static void test_lesson_end_counts_what_is_not_read(void **state)
{
    struct screen_test *test = *state;
    const struct attempt passed = {.exercise = "first",
                                   .device = "virtual",
                                   .architecture = "h100",
                                   .toolkit = "13.0",
                                   .source = "",
                                   .status = "pass",
                                   .verdict_json = "{}"};
    screen_test_start(test, 80, 24, false, NULL);
    assert_true(store_add_attempt(test->app->store, &passed, NULL, NULL));
    screen_test_stop(test);
    screen_test_start(test, 80, 24, false, "w01-first");
    struct lesson_state *lesson = shell_top(test->shell)->state;
    lesson->step = (int)lesson->lesson->step_count;
    shell_draw(test->shell);
    assert_true(
        screen_test_shows(test, "The exercise is passed. 4 steps are not read yet: the contents (c) mark them."));
    for (size_t i = 0; i < lesson->lesson->step_count; i++)
        lesson->steps[i].is_done = true;
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "All of it is done."));
}

static void test_assessment(void **state)
{
    check_at_wide_sizes(*state, "assessment", "w03-assessment", "", NULL);
}

static void test_assessment_running(void **state)
{
    check_at_wide_sizes(*state, "assessment-running", "w03-assessment", "Enter y", NULL);
}

static void test_assessment_answered(void **state)
{
    check_at_wide_sizes(*state, "assessment-answered", "w03-assessment", "Enter y Enter 2 Enter", NULL);
}

/* The result stands at the top, however far the list of questions was scrolled. */
static void test_assessment_result_is_in_view(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 8, false, "w03-assessment");
    screen_test_keys(test, "Enter y PgDn PgDn F y");
    assert_true(screen_test_shows(test, "The last time"));
}

static void test_assessment_ended(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 120, 40, false, "w03-assessment");
    screen_test_keys(test, "Enter y Enter 2 Enter F y");
    assert_true(screen_test_shows(test, "The last time, 20"));
    assert_true(screen_test_shows(test, "███  1 of 1"));
    assert_true(screen_test_shows(test, "0 of 30 minutes"));
}

/* A later failure takes nothing away, and the page says so. */
static void test_an_earlier_pass_is_shown(void **state)
{
    struct screen_test *test = *state;
    struct assessment passed;
    bool runs;
    screen_test_start(test, 120, 40, false, "w03-assessment");
    const struct lesson *pool = curriculum_find_lesson(test->app->curriculum, "w03-assessment");
    assert_true(assessment_start(test->app, pool, 1, NULL, NULL));
    assert_true(assessment_look(test->app, NULL, test->arena, &runs, &passed, NULL) && runs);
    assert_true(assessments_end(test->app->store, passed.record.id, "learner", 4, 4, true, NULL));
    screen_test_keys(test, "Enter y F y");
    assert_true(screen_test_shows(test, "not passed"));
    assert_true(screen_test_shows(test, "with 4 points. That pass stays."));
    assert_true(screen_test_shows(test, "Esc goes back to the course."));
}

static void test_exercise_untouched(void **state)
{
    check_at_all_sizes(*state, "exercise", "first", "", NULL);
}

static void give_gate(struct screen_test *test)
{
    verdict_support_give(test->shell, verdict_support_gate(), 7);
}

static void give_wrong(struct screen_test *test)
{
    verdict_support_give(test->shell, verdict_support_wrong(), 7);
}

static void give_compile_error(struct screen_test *test)
{
    verdict_support_give(test->shell, verdict_support_compile_error(), 7);
}

static void give_pass(struct screen_test *test)
{
    verdict_support_give(test->shell, verdict_support_pass(), 7);
}

/* No key is named that does nothing there. */
static void test_a_history_without_attempts_says_how_to_make_one(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 120, 40, false, "first");
    screen_test_keys(test, "t");
    assert_true(screen_test_shows(test, "No attempt yet. Save the file, or press Esc and then r."));
    assert_false(screen_test_shows(test, "Enter open"));
    assert_false(screen_test_shows(test, "Space mark"));
    give_wrong(test);
    screen_test_keys(test, "Down");
    assert_true(screen_test_shows(test, "Enter open"));
}

static void test_history_shows_the_marked_attempt(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 200, 50, false, "first");
    give_wrong(test);
    give_pass(test);
    screen_test_keys(test, "Esc t");
    assert_true(screen_test_shows(test, "│ attempt 2"));
    assert_true(screen_test_shows(test, "● right      4 of 4 cases"));
    screen_test_keys(test, "Down");
    assert_true(screen_test_shows(test, "│ attempt 1"));
    assert_true(screen_test_shows(test, "○ right"));
}

static void test_the_wheel_scrolls_the_marked_attempt(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 120, 12, false, "first");
    give_gate(test);
    screen_test_keys(test, "t");
    assert_true(screen_test_shows(test, "attempt 1"));
    assert_true(screen_test_shows(test, "compiles"));
    for (int i = 0; i < 5; i++)
        shell_key(test->shell, key_of_wheel(110, 6, true));
    shell_draw(test->shell);
    assert_false(screen_test_shows(test, "compiles"));
}

static void test_the_output_of_a_file_that_does_not_compile(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 120, 40, false, "first");
    give_compile_error(test);
    screen_test_keys(test, "5");
    assert_true(screen_test_shows(test, "The file does not compile, so nothing ran."));
}

/* Line 6 stores with a stride of 8 floats, and reads one bank. */
static void give_strips(struct screen_test *test)
{
    struct lab_strips strips = {.arena = arena_new(), .count = 2};
    strips.items = ARENA_ARRAY(strips.arena, 2, struct line_strip);
    strips.items[0] = (struct line_strip){
        .line = 6, .kind = LAB_STRIP_SECTORS, .is_store = true, .buffer = "a", .count = 32, .least = 4};
    strips.items[1] =
        (struct line_strip){.line = 6, .kind = LAB_STRIP_BANKS, .buffer = "tile", .count = 32, .least = 1};
    for (int lane = 0; lane < LAB_LANES; lane++)
        strips.items[0].units[lane] = lane;
    if (!test->shell->open.verdict)
        give_gate(test);
    exercise_take_strips(shell_top(test->shell)->state, &strips);
    shell_draw(test->shell);
}

/* Without a finding, the first line with a strip is marked. */
static void test_source_strip_of_a_verdict_without_a_line(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    give_pass(test);
    screen_test_keys(test, "Esc");
    give_strips(test);
    screen_test_keys(test, "2");
    assert_true(screen_test_shows(test, "line 6: accesses of the first warp"));
}

/* A plan stands above its given kernels, and stays in view. */
static void test_no_strip_of_a_plan_without_a_line(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    give_pass(test);
    screen_test_keys(test, "Esc");
    struct exercise_screen *screen = shell_top(test->shell)->state;
    struct exercise plan = *screen->exercise;
    plan.kind = EXERCISE_PLAN;
    const struct exercise *given = screen->exercise;
    screen->exercise = test->shell->open.exercise = &plan;
    give_strips(test);
    screen_test_keys(test, "2");
    assert_false(screen_test_shows(test, "accesses of the first warp"));
    screen_test_keys(test, "Down");
    assert_true(screen_test_shows(test, "accesses of the first warp"));
    screen->exercise = test->shell->open.exercise = given;
}

static void test_source_strip(void **state)
{
    check_at_wide_sizes(*state, "source-strip", "first", "2", give_strips);
}

static void test_source_cursor(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    give_strips(test);
    screen_test_keys(test, "2");
    assert_true(screen_test_shows(test, "line 6: accesses of the first warp"));
    assert_true(screen_test_shows(test, "1 bank, 32 passes (least: 1)"));
    screen_test_keys(test, "Up");
    assert_true(screen_test_shows(test, "line 5: accesses of the first warp"));
    assert_true(screen_test_shows(test, "No access to memory at this line."));
    screen_test_keys(test, "Up Up Up Up Up Up");
    assert_true(screen_test_shows(test, "line 1: accesses"));
    screen_test_keys(test, "1 2 Down Down Down Down Down");
    assert_true(screen_test_shows(test, "32 lanes in 32 sectors (least: 4)"));
}

/* At 80 columns a longer name leaves no room for the lanes. */
static void test_a_strip_always_shows_the_least(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    give_strips(test);
    struct exercise_screen *screen = shell_top(test->shell)->state;
    for (size_t i = 0; i < screen->strips.count; i++)
        snprintf(screen->strips.items[i].buffer, sizeof screen->strips.items[i].buffer, "logits");
    screen_test_keys(test, "2");
    assert_true(screen_test_shows(test, "logits  32 sectors (least: 4)"));
}

/* The strips come after the verdict, and take rows from the source. */
static void test_strips_do_not_hide_their_line(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 18, false, "first");
    give_gate(test);
    screen_test_keys(test, "2");
    assert_true(screen_test_shows(test, "6\u25b8"));
    give_strips(test);
    assert_true(screen_test_shows(test, "line 6: accesses of the first warp"));
    assert_true(screen_test_shows(test, "6\u25b8"));
}

static void test_one_lane_is_not_called_several(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    give_gate(test);
    struct lab_strips strips = {.arena = arena_new(), .count = 1};
    strips.items = ARENA_ARRAY(strips.arena, 1, struct line_strip);
    strips.items[0] = (struct line_strip){.line = 6, .kind = LAB_STRIP_BANKS, .buffer = "tile", .count = 1, .least = 1};
    for (int lane = 1; lane < LAB_LANES; lane++)
        strips.items[0].units[lane] = -1;
    exercise_take_strips(shell_top(test->shell)->state, &strips);
    screen_test_keys(test, "2");
    assert_true(screen_test_shows(test, "1 lane in 1 bank, 1 pass"));
}

static void begin_work(struct screen_test *test)
{
    struct open_exercise *open = &test->shell->open;
    open->is_working = true;
    open->stage = STAGE_CASES;
    open->done = 2;
    open->total = 4;
    open->started_ns = 0;
    test->shell->now_ns = INT64_C(1250000000);
}

static void see(struct screen_test *test, struct microscope_view *view)
{
    screen_test_keys(test, "w");
    microscope_take(shell_top(test->shell)->state, view);
}

static void see_load(struct screen_test *test)
{
    see(test, microscope_support_load());
}

/* One byte, and one lane of the second warp at the barrier. */
static void see_load_of_bytes(struct screen_test *test)
{
    struct microscope_view *view = microscope_support_load();
    view->step.requests[0].access.size_bytes = 1;
    view->step.barriers[0].waiting[1] = 1;
    see(test, view);
}

static void see_conflict(struct screen_test *test)
{
    see(test, microscope_support_conflict());
}

static void see_variables(struct screen_test *test)
{
    see(test, microscope_support_variables());
}

static void test_microscope_waits(void **state)
{
    check_at_all_sizes(*state, "microscope-starting", "first", "w", NULL);
}

static void test_a_microscope_without_a_kernel_names_the_way_back(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    screen_test_keys(test, "w");
    struct microscope_screen *screen = shell_top(test->shell)->state;
    error_set(&screen->error, ERROR_SYNTAX, "the file does not compile");
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "\n K words  / search  : command  Esc close  ? help  q quit"));
    assert_false(screen_test_shows(test, "step"));
    assert_false(screen_test_shows(test, "variables"));
}

static void test_microscope_load(void **state)
{
    check_at_all_sizes(*state, "microscope-load", "first", "", see_load);
}

static void test_microscope_conflict(void **state)
{
    check_at_all_sizes(*state, "microscope-conflict", "first", "x", see_conflict);
}

static void test_microscope_variables(void **state)
{
    check_at_all_sizes(*state, "microscope-variables", "first", "> > > >", see_variables);
}

/* From 100 columns on, the registers of the same program are beside the variables. */
static void test_microscope_variables_beside_registers(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 100, 30, false, "first");
    see_variables(test);
    shell_draw(test->shell);
    assert_true(screen_test_matches(test, "microscope-variables-100x30", false));
    screen_test_stop(test);
    screen_test_start(test, 99, 30, false, "first");
    see_variables(test);
    shell_draw(test->shell);
    assert_false(screen_test_shows(test, "holds"));
    assert_true(screen_test_shows(test, "sum           %f1")); /* a row names its register */
}

/* No word about the lanes is lost where they leave no room beside them. */
static void test_the_microscope_keeps_words_about_lanes(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 60, 20, false, "first");
    see_load(test);
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, " 16 active, 8 wait, 8 ended\n"));
    screen_test_keys(test, "Esc");
    see_variables(test);
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, " 16 active, 8 wait, 8 ended  lane 0: thread (32,0,0)\n"));
}

static void test_the_microscope_counts_one(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    see_load_of_bytes(test);
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "line 5: 16 x 1 byte at a+416"));
    assert_true(screen_test_shows(test, "warp 0, warp 1 (1 lane)"));
}

/* A run that was to stop before the end says what it did not find. */
static void test_the_microscope_says_what_it_did_not_find(void **state)
{
    static const struct {
        const char *keys, *said;
    } runs[] = {{"G", "The block has ended"},
                {"t 9 9 Enter", "The warp does not reach line 99: the block has ended"},
                {"b", "No barrier is left: the block has ended"},
                {"a", "No access to memory is left: the block has ended"},
                {"f", "No finding is left: the block has ended"}};
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    see_variables(test);
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        screen_test_keys(test, runs[i].keys);
        struct microscope_view *view = microscope_support_variables();
        view->step.stop = VGPU_STEP_ENDED;
        microscope_take(shell_top(test->shell)->state, view);
        shell_draw(test->shell);
        assert_true(screen_test_shows(test, runs[i].said));
    }
    struct microscope_view *stopped = microscope_support_variables();
    stopped->step.stop = VGPU_STEP_ENDED;
    snprintf(stopped->step.fault, sizeof stopped->step.fault, "%s", "the clock stopped");
    microscope_take(shell_top(test->shell)->state, stopped);
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "Ended: the clock stopped"));
    struct microscope_screen *screen = shell_top(test->shell)->state;
    for (int i = 0; i < 3; i++)
        screen->view->step.grid[i] = 1;
    screen_test_keys(test, "]");
    assert_true(screen_test_shows(test, "The grid has one block"));
}

/* With less room the case falls away first, and the device last. */
static void test_a_narrow_microscope_names_its_device(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 60, 24, false, "first");
    see_variables(test);
    struct microscope_screen *screen = shell_top(test->shell)->state;
    screen->view->step.device_count = 4;
    screen->view->step.device = 2;
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "first  device 2  warp "));
}

/* A wide terminal shows every variable in several lanes. */
static void test_microscope_variables_wide(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 200, 50, false, "first");
    see_variables(test);
    shell_draw(test->shell);
    assert_true(screen_test_matches(test, "microscope-variables-200x50", false));
}

/* Without room for the count, an argument still says what its value is. */
static void test_microscope_names_the_start_of_a_buffer(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    see_variables(test);
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "memory start of a"));
}

static void test_microscope_chooses_variables(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 120, 40, false, "first");
    see_variables(test);
    screen_test_keys(test, "r");
    assert_true(screen_test_shows(test, "v shows the timed program"));
    screen_test_keys(test, "Up"); /* from the one that changed */
    assert_true(screen_test_shows(test, "▸  i "));
    screen_test_keys(test, "Up");
    assert_true(screen_test_shows(test, "▸  a "));
    assert_true(screen_test_shows(test, "start of a, 20 elements"));
    screen_test_keys(test, "x x"); /* as floats: an address is none */
    assert_true(screen_test_shows(test, "start of a, 20 elements"));
    screen_test_keys(test, "x");
    screen_test_keys(test, "Up");
    assert_true(screen_test_shows(test, "&a[20]!")); /* past the end */
    screen_test_keys(test, "Up Up");
    assert_true(screen_test_shows(test, "first")); /* parts over lanes, with the structure */
    assert_true(screen_test_shows(test, "{first 0, second 0.25}"));
    screen_test_keys(test, "< x");
    assert_true(screen_test_shows(test, "lane 31: thread (63,0,0)"));
    assert_true(screen_test_shows(test, "ffffffe1")); /* -31 */
    screen_test_keys(test, "r < < < < <");            /* back to a lane that changed */
    assert_true(screen_test_shows(test, "▸  sum "));
}

static void click_target(struct screen_test *test, int target)
{
    for (int i = 0; i < test->shell->target_count; i++) {
        struct rect where = test->shell->targets[i].where;
        if (test->shell->targets[i].target != target)
            continue;
        shell_key(test->shell, key_of_click(where.x, where.y));
        shell_draw(test->shell);
        return;
    }
    fail_msg("nothing to click for %d", target);
}

/* At 80 columns the pane of the source is half as wide. */
static void test_the_microscope_wraps_long_lines(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 30, false, "first");
    see_variables(test);
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "blockDim.x +"));
    assert_true(screen_test_shows(test, "threadIdx.x;"));
    click_target(test, TARGET_LINES + 7);
}

static void test_microscope_takes_clicks(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    see_variables(test);
    shell_draw(test->shell);
    click_target(test, 0);
    assert_true(screen_test_shows(test, "▸  i "));
    click_target(test, TARGET_LANES + 31);
    assert_true(screen_test_shows(test, "lane 31: thread (63,0,0)"));
    click_target(test, TARGET_LINES + 7); /* there is no device to run to it */
    screen_test_keys(test, "t 7 Enter");
}

/* The key says what it leads to, and a lane is chosen among variables alone. */
static void test_the_microscope_names_its_keys(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 200, 50, false, "first");
    see_variables(test);
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "v timed program"));
    assert_true(screen_test_shows(test, "> lane"));
    screen_test_keys(test, "Esc");
    see_load(test);
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "v variables"));
    assert_false(screen_test_shows(test, "> lane"));
}

/* What is left out of the list is said beside its last row, not over it. */
static void test_the_microscope_counts_hidden_variables(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 60, 20, false, "first");
    see_variables(test);
    shell_draw(test->shell);
    screen_test_keys(test, "Down Down Down Down Down Down");
    assert_true(screen_test_shows(test, "20 elements       1 more\n"));
    assert_true(screen_test_shows(test, "v: timed program"));
}

/* Keys before the first view, and keys that only change the view. */
static void test_microscope_registers(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    screen_test_keys(test, "w Down Up ] [ w W B Right Left n b a f x x x G g r v < >");
    see_load(test);
    screen_test_keys(test, "Down");
    assert_true(screen_test_shows(test, "0x10000100000 in lane 0, +4 from lane to lane"));
    screen_test_keys(test, "Down");
    assert_true(screen_test_shows(test, "-2.5"));
    screen_test_keys(test, "x");
    assert_true(screen_test_shows(test, "c0200000"));
    screen_test_keys(test, "Esc Esc");
    assert_int_equal(test->shell->screen_count, 1);
}

static void test_verdict_gate(void **state)
{
    check_at_all_sizes(*state, "verdict-gate", "first", "", give_gate);
}

static void test_verdict_wrong(void **state)
{
    check_at_all_sizes(*state, "verdict-wrong", "first", "", give_wrong);
}

static void test_verdict_compile_error(void **state)
{
    check_at_all_sizes(*state, "verdict-compile-error", "first", "", give_compile_error);
}

static void test_verdict_pass(void **state)
{
    check_at_all_sizes(*state, "verdict-pass", "first", "Esc", give_pass);
}

static void test_working(void **state)
{
    check_at_all_sizes(*state, "working", "first", "", begin_work);
}

static void test_hints(void **state)
{
    check_at_all_sizes(*state, "hints", "first", "H H", NULL);
}

static void test_solution_asks(void **state)
{
    check_at_all_sizes(*state, "solution-asks", "first", "S", NULL);
}

static void test_solution(void **state)
{
    check_at_all_sizes(*state, "solution", "first", "S y", NULL);
}

static void test_help(void **state)
{
    check_at_all_sizes(*state, "help", "first", "?", NULL);
}

/* The keys of all screens are beside those of the screen before. A short list has room below it. */
static void test_help_on_a_wide_screen(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 200, 50, false, "first");
    screen_test_keys(test, "?");
    assert_true(screen_test_shows(test, " Exercise    "));
    assert_true(screen_test_shows(test, "   │ Everywhere\n"));
    assert_true(screen_test_shows(test, "   │ Marks\n"));
    assert_false(screen_test_shows(test, "\n Everywhere"));
    screen_test_keys(test, "Esc Esc ?");
    assert_true(screen_test_shows(test, "\n Everywhere"));
    assert_true(screen_test_shows(test, "   │ Lesson\n"));
}

static void test_palette(void **state)
{
    check_at_all_sizes(*state, "palette", "first", ": v i e", NULL);
}

static void give_plan(struct screen_test *test)
{
    verdict_support_give(test->shell, verdict_support_plan(), 7);
}

static void test_plan(void **state)
{
    check_at_all_sizes(*state, "plan", "first", "P", give_plan);
}

static void test_the_letters_of_a_plan_stay(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    give_plan(test);
    screen_test_keys(test, "P G");
    assert_true(screen_test_shows(test, " F  forward    C  copy"));
}

/* The end of a line that is too wide is one key away, and the footer says so. */
static void test_a_narrow_table_can_be_moved(void **state)
{
    static struct verdict_search search = {
        .case_name = "n",
        .kept = 1,
        .row_count = 1,
        .rows = {{.configuration = "THREADS=256 TILE=128 PARTS=8 STAGES=4", .microseconds = 9}}};
    struct screen_test *test = *state;
    screen_test_start(test, 42, 20, false, "first");
    struct verdict *verdict = verdict_support_plan();
    verdict->search = &search;
    verdict_support_give(test->shell, verdict, 7);
    screen_test_keys(test, "P");
    assert_true(screen_test_shows(test, "> more"));
    screen_test_keys(test, "> >");
    assert_false(screen_test_shows(test, "> more"));
    assert_true(screen_test_shows(test, "9 us"));
}

/* The footer names the key only where a timeline is known. */
static void test_plan_is_offered_where_it_is_known(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 120, 40, false, "first");
    give_gate(test);
    assert_false(screen_test_shows(test, "P plan"));
    screen_test_keys(test, "P");
    assert_true(screen_test_shows(test, "No timeline:"));
    screen_test_keys(test, "Esc");
    give_plan(test);
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "P plan"));
}

static void test_counters(void **state)
{
    check_at_wide_sizes(*state, "counters", "first", "N", NULL);
}

static void test_progress(void **state)
{
    check_at_wide_sizes(*state, "progress", NULL, "Esc p", NULL);
}

static void pass_a_month_ago(struct screen_test *test)
{
    char at[32];
    time_t before = time(NULL) - (time_t)30 * 24 * 3600;
    struct tm parts;
    strftime(at, sizeof at, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&before, &parts));
    struct attempt attempt = {.exercise = "first", .status = "pass", .started_at = at};
    assert_true(store_add_attempt(test->app->store, &attempt, NULL, NULL));
    shell_refresh(test->shell);
}

/* The screen reads the record when it opens. */
static void open_progress_with_a_pass(struct screen_test *test)
{
    screen_test_keys(test, "Esc p");
    pass_a_month_ago(test);
}

static void test_progress_due(void **state)
{
    check_at_wide_sizes(*state, "progress-due", NULL, "", open_progress_with_a_pass);
}

static void return_after_a_month(struct screen_test *test)
{
    struct place place = {.screen = SCREEN_RETURN};
    pass_a_month_ago(test);
    shell_open(test->shell, &place);
}

static void test_return(void **state)
{
    check_at_wide_sizes(*state, "return", NULL, "", return_after_a_month);
}

static void test_return_comes_after_five_days(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, NULL);
    pass_a_month_ago(test);
    screen_test_keys(test, "Esc");
    screen_test_stop(test);
    screen_test_start(test, 80, 24, false, NULL);
    assert_int_equal(shell_top(test->shell)->id, SCREEN_RETURN);
    assert_true(screen_test_shows(test, "30 days away"));
    screen_test_keys(test, "r");
    assert_int_equal(shell_top(test->shell)->id, SCREEN_EXERCISE);
    assert_true(screen_test_shows(test, "// first: this kernel has one")); /* the source, not the task */
    assert_true(screen_test_shows(test, "a[i] = 2.0f;"));
    assert_false(screen_test_shows(test, "Forgets the guard"));
    verdict_support_give(test->shell, verdict_support_wrong(), 3); /* work: the next start offers nothing */
    screen_test_stop(test);
    screen_test_start(test, 80, 24, false, NULL);
    assert_int_not_equal(shell_top(test->shell)->id, SCREEN_RETURN);
}

/* The page names W where a warm-up has questions, and W asks one. */
static void test_a_return_asks_what_is_due(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, NULL);
    return_after_a_month(test);
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "Due for review: 1"));
    assert_false(screen_test_shows(test, "W asks"));
    screen_test_keys(test, "Esc");
    assert_true(store_set_step_done(test->app->store, "w01-first", 1, "1", false, NULL));
    return_after_a_month(test);
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "(W asks up to three questions)"));
    screen_test_keys(test, "W");
    assert_int_equal(shell_top(test->shell)->id, SCREEN_WARM_UP);
}

static void add_attempts(struct screen_test *test)
{
    static const char *const statuses[] = {"compile_error", "unsafe", "wrong", "gate", "pass"};
    for (size_t i = 0; i < sizeof statuses / sizeof statuses[0]; i++) {
        struct attempt attempt = {
            .exercise = "first",
            .status = statuses[i],
            .device = "virtual",
            .architecture = "h100",
            .source = "x",
            .source_sha256 = "0",
            .verdict_json = "{}",
            .medal = i == 4 ? "gold" : NULL,
            .program_version = "0",
            .started_at = "2026-05-17T09:03:00Z",
        };
        int64_t id;
        struct error error = {0};
        if (!store_add_attempt(test->app->store, &attempt, &id, &error))
            fail_msg("%s", error.message);
    }
    shell_refresh(test->shell);
}

static void test_history(void **state)
{
    check_at_wide_sizes(*state, "history", "first", "t Down", add_attempts);
}

static void edit_file(struct screen_test *test)
{
    static const char text[] = "//! launch first(a, n) grid=(n+255)/256 block=256\n\nint changed;\n";
    add_attempts(test);
    if (!file_write_atomic(test->shell->open.path, text, sizeof text - 1, NULL))
        abort();
}

static void test_diff(void **state)
{
    check_at_wide_sizes(*state, "diff", "first", "d", edit_file);
}

static void test_styles(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    give_gate(test);
    shell_draw(test->shell);
    assert_true(screen_test_matches(test, "verdict-gate-styles", true));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCREEN_TEST(test_welcome),
        SCREEN_TEST(test_home),
        SCREEN_TEST(test_home_on_an_exercise),
        SCREEN_TEST(test_lesson_text),
        SCREEN_TEST(test_lesson_end_of_text),
        SCREEN_TEST(test_quiz),
        SCREEN_TEST(test_quiz_answered),
        SCREEN_TEST(test_quiz_with_several),
        SCREEN_TEST(test_predict),
        SCREEN_TEST(test_a_large_count_is_shown_in_full),
        SCREEN_TEST(test_a_wrong_answer_has_one_mark),
        SCREEN_TEST(test_contents),
        SCREEN_TEST(test_lesson_end),
        SCREEN_TEST(test_the_map_always_says_what_is_next),
        SCREEN_TEST(test_an_unfolded_week_is_shown),
        SCREEN_TEST(test_right_goes_into_an_unfolded_week),
        SCREEN_TEST(test_lesson_end_counts_what_is_not_read),
        SCREEN_TEST(test_assessment),
        SCREEN_TEST(test_assessment_running),
        SCREEN_TEST(test_assessment_answered),
        SCREEN_TEST(test_assessment_ended),
        SCREEN_TEST(test_an_earlier_pass_is_shown),
        SCREEN_TEST(test_assessment_result_is_in_view),
        SCREEN_TEST(test_a_history_without_attempts_says_how_to_make_one),
        SCREEN_TEST(test_history_shows_the_marked_attempt),
        SCREEN_TEST(test_the_wheel_scrolls_the_marked_attempt),
        SCREEN_TEST(test_the_output_of_a_file_that_does_not_compile),
        SCREEN_TEST(test_exercise_untouched),
        SCREEN_TEST(test_microscope_waits),
        SCREEN_TEST(test_a_microscope_without_a_kernel_names_the_way_back),
        SCREEN_TEST(test_microscope_load),
        SCREEN_TEST(test_microscope_conflict),
        SCREEN_TEST(test_the_microscope_names_its_keys),
        SCREEN_TEST(test_the_microscope_counts_hidden_variables),
        SCREEN_TEST(test_microscope_registers),
        SCREEN_TEST(test_microscope_variables),
        SCREEN_TEST(test_microscope_variables_beside_registers),
        SCREEN_TEST(test_the_microscope_keeps_words_about_lanes),
        SCREEN_TEST(test_the_microscope_counts_one),
        SCREEN_TEST(test_the_microscope_says_what_it_did_not_find),
        SCREEN_TEST(test_a_narrow_microscope_names_its_device),
        SCREEN_TEST(test_microscope_variables_wide),
        SCREEN_TEST(test_microscope_names_the_start_of_a_buffer),
        SCREEN_TEST(test_microscope_chooses_variables),
        SCREEN_TEST(test_microscope_takes_clicks),
        SCREEN_TEST(test_the_microscope_wraps_long_lines),
        SCREEN_TEST(test_verdict_gate),
        SCREEN_TEST(test_verdict_wrong),
        SCREEN_TEST(test_verdict_compile_error),
        SCREEN_TEST(test_verdict_pass),
        SCREEN_TEST(test_source_strip),
        SCREEN_TEST(test_a_strip_always_shows_the_least),
        SCREEN_TEST(test_source_cursor),
        SCREEN_TEST(test_one_lane_is_not_called_several),
        SCREEN_TEST(test_strips_do_not_hide_their_line),
        SCREEN_TEST(test_source_strip_of_a_verdict_without_a_line),
        SCREEN_TEST(test_no_strip_of_a_plan_without_a_line),
        SCREEN_TEST(test_working),
        SCREEN_TEST(test_hints),
        SCREEN_TEST(test_solution_asks),
        SCREEN_TEST(test_solution),
        SCREEN_TEST(test_help),
        SCREEN_TEST(test_help_on_a_wide_screen),
        SCREEN_TEST(test_palette),
        SCREEN_TEST(test_counters),
        SCREEN_TEST(test_plan),
        SCREEN_TEST(test_the_letters_of_a_plan_stay),
        SCREEN_TEST(test_a_narrow_table_can_be_moved),
        SCREEN_TEST(test_plan_is_offered_where_it_is_known),
        SCREEN_TEST(test_progress),
        SCREEN_TEST(test_progress_due),
        SCREEN_TEST(test_return),
        SCREEN_TEST(test_return_comes_after_five_days),
        SCREEN_TEST(test_a_return_asks_what_is_due),
        SCREEN_TEST(test_history),
        SCREEN_TEST(test_diff),
        SCREEN_TEST(test_styles),
    };
    setenv("TZ", "UTC", 1); /* days follow the learner's time zone */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
