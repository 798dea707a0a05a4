/* Tests the exercise screen between saves: messages, deleted files, a second shell, parking. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "screen_support.h"
#include "tui/screens/exercise/exercise.h"
#include "tui/shell/palette.h"
#include "verdict_support.h"

static void test_a_message_ends_with_the_next_verdict(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    screen_test_keys(test, "r");
    assert_true(screen_test_shows(test, "the grader is not started yet"));
    verdict_support_give(test->shell, verdict_support_wrong(), 1);
    shell_draw(test->shell);
    assert_false(screen_test_shows(test, "the grader is not started yet"));
    assert_true(screen_test_shows(test, "edit"));
}

static bool give_up_editing(void *context, const char *path, int line, struct error *error)
{
    (void)path, (void)line, (void)error;
    *(bool *)context = true;
    return true;
}

static void test_a_deleted_file_is_noticed_and_comes_back(void **state)
{
    struct screen_test *test = *state;
    bool was_edited = false;
    screen_test_start(test, 80, 24, false, "first");
    test->shell->hooks = (struct shell_hooks){.context = &was_edited, .edit = give_up_editing};
    assert_int_equal(unlink(test->shell->open.path), 0);
    for (int i = 0; i < 3; i++)
        open_exercise_look(test->shell);
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "The file was deleted"));
    screen_test_keys(test, "e 2");
    assert_true(was_edited);
    assert_true(file_exists(test->shell->open.path));
    assert_true(screen_test_shows(test, "__global__"));
    assert_int_equal(unlink(test->shell->open.path), 0);
    screen_test_keys(test, "r");
    assert_true(screen_test_shows(test, "this is the starter"));
    assert_true(file_exists(test->shell->open.path));
}

/* A file that was moved away and back needs no starter. */
static void test_a_file_that_came_back_is_not_called_deleted(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    const char *path = test->shell->open.path, *aside = arena_printf(test->arena, "%s.bak", path);
    assert_int_equal(rename(path, aside), 0);
    for (int i = 0; i < 3; i++)
        open_exercise_look(test->shell);
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "The file was deleted"));
    assert_int_equal(rename(aside, path), 0);
    assert_true(open_exercise_look(test->shell));
    shell_draw(test->shell);
    assert_false(screen_test_shows(test, "The file was deleted"));
}

/* It has no finding, so the sentence alone says where to look. */
static void test_the_line_of_a_wrong_result_is_marked(void **state)
{
    struct screen_test *test = *state;
    struct verdict *verdict = verdict_support_wrong();
    screen_test_start(test, 80, 24, false, "first");
    verdict->line = 6;
    verdict_support_give(test->shell, verdict, 1);
    screen_test_keys(test, "2");
    assert_true(screen_test_shows(test, "\n    6▸ "));
    screen_test_keys(test, "g n");
    assert_true(screen_test_shows(test, "line 6"));
}

static void save(struct screen_test *test, const char *text)
{
    assert_true(file_write_atomic(test->shell->open.path, text, strlen(text), NULL));
    open_exercise_look(test->shell);
    usleep(60000); /* the watch waits for quiet */
    open_exercise_look(test->shell);
    shell_draw(test->shell);
}

static void test_three_failures_offer_a_half_written_starter(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 100, 30, false, "first");
    verdict_support_give(test->shell, verdict_support_gate(), 1);
    verdict_support_give(test->shell, verdict_support_gate(), 2);
    screen_test_keys(test, "b");
    assert_true(screen_test_shows(test, "comes after three failures with one diagnosis"));
    assert_false(screen_test_shows(test, "b  puts a half-written"));
    verdict_support_give(test->shell, verdict_support_gate(), 3);
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "b  puts a half-written"));
    screen_test_keys(test, "b n");
    assert_false(screen_test_shows(test, "is there such an element?"));
    screen_test_keys(test, "b y");
    assert_true(screen_test_shows(test, "is there such an element?"));
    assert_false(screen_test_shows(test, "b  puts a half-written")); /* it is in place */
    assert_false(screen_test_shows(test, "b half-written starter"));
    screen_test_keys(test, "t");
    verdict_support_give(test->shell, verdict_support_pass(), 4);
    screen_test_keys(test, "Esc t");
    assert_true(screen_test_shows(test, "assisted"));
}

static void test_of_two_shells_the_first_judges(void **state)
{
    struct screen_test *test = *state;
    struct screen_test other = *test;
    screen_test_start(test, 80, 24, false, "first");
    screen_test_start(&other, 80, 24, false, "first");
    save(&other, "// one\n");
    assert_true(screen_test_shows(&other, "Another shell has this exercise open"));
    screen_test_stop(test);
    save(&other, "// two\n");
    assert_true(screen_test_shows(&other, "the grader is not started yet"));
    screen_test_stop(&other);
}

/* The map follows what another shell, or a command, has recorded. */
static void test_the_map_follows_another_shell(void **state)
{
    struct screen_test *test = *state;
    struct screen_test other = *test;
    const struct attempt passed = {.exercise = "first",
                                   .device = "virtual",
                                   .architecture = "h100",
                                   .toolkit = "13.0",
                                   .source = "extern \"C\" __global__ void k() {}",
                                   .status = "pass",
                                   .verdict_json = "{}"};
    screen_test_start(test, 80, 24, false, NULL);
    screen_test_keys(test, "Esc");
    screen_test_start(&other, 80, 24, false, NULL);
    shell_take_events(test->shell);
    assert_false(shell_take_events(test->shell));
    assert_true(store_add_attempt(other.app->store, &passed, NULL, NULL));
    assert_true(shell_take_events(test->shell));
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "1 of "));
    assert_false(shell_take_events(test->shell));
    screen_test_stop(&other);
}

/* An open exercise shows the verdict of the shell that judges its file. */
static void test_an_exercise_follows_another_shell(void **state)
{
    struct screen_test *test = *state;
    struct screen_test other = *test;
    screen_test_start(&other, 80, 24, false, "first");
    screen_test_start(test, 80, 24, false, "first");
    shell_take_events(test->shell);
    assert_true(screen_test_shows(test, "not tried yet"));
    verdict_support_give(other.shell, verdict_support_wrong(), 1);
    shell_take_events(test->shell);
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "attempt 1  wrong"));
    screen_test_stop(&other);
}

static void test_only_a_kernel_has_a_launch_plan_to_read(void **state)
{
    static const char *const exercises[] = {"vector_add", "host_add"}, *const stages[] = {"reading the launch plan",
                                                                                          "compiling"};
    struct screen_test *test = *state;
    setenv("WARPSCHOOL_ROOT", WARPSCHOOL_SOURCE_DIR, 1);
    for (int i = 0; i < 2; i++) {
        CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
        screen_test_start(test, 80, 24, false, exercises[i]);
        struct grading_event event = {.kind = GRADING_STARTED, .exercise = test->shell->open.exercise};
        open_exercise_take_event(test->shell, &event);
        open_exercise_stage_text(&test->shell->open, 0, &text);
        assert_non_null(strstr(buffer_text(&text), stages[i]));
        screen_test_stop(test);
    }
}

static void test_a_time_is_shown_before_its_values_are_compared(void **state)
{
    struct screen_test *test = *state;
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT, next = BUFFER_INIT;
    screen_test_start(test, 80, 24, false, "first");
    struct open_exercise *open = &test->shell->open;
    struct grading_event events[] = {
        {.kind = GRADING_STAGE, .stage = STAGE_TIME},
        {.kind = GRADING_TIMED,
         .time = {.available = true, .microseconds = 12.3, .ratio_to_solution = 0.5, .roofline_percent = 40}},
    };
    for (size_t i = 0; i < sizeof events / sizeof *events; i++)
        open_exercise_take_event(test->shell, &events[i]);
    open_exercise_stage_text(open, open->started_ns, &text);
    assert_string_equal(buffer_text(&text), "12.3 us, 0.50x the solution's speed; checking it  0.0 s");
    open_exercise_take_event(test->shell, &(struct grading_event){.kind = GRADING_STARTED, .exercise = open->exercise});
    open_exercise_take_event(test->shell, &events[0]);
    open_exercise_stage_text(open, open->started_ns, &next);
    assert_string_equal(buffer_text(&next), "safe and right; timing  0.0 s");
}

static void test_a_passed_exercise_is_not_parked(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    verdict_support_give(test->shell, verdict_support_pass(), 1);
    screen_test_keys(test, "Esc z");
    assert_true(screen_test_shows(test, "This exercise is passed"));
    assert_false(screen_test_shows(test, "Parked"));
}

static void test_the_status_shows_the_kernels_time(void **state)
{
    struct screen_test *test = *state;
    struct verdict *verdict = verdict_support_pass();
    verdict->time = (struct time_verdict){.available = true, .microseconds = 286, .medal = MEDAL_GOLD};
    screen_test_start(test, 80, 24, false, "first");
    verdict_support_give(test->shell, verdict, 1);
    screen_test_keys(test, "Esc");
    assert_true(screen_test_shows(test, "passed  286 us  gold"));
    assert_false(screen_test_shows(test, "87")); /* ms that the verdict took */
}

/* The sentence names the case. Without wrong elements there is nothing to add. */
static void test_a_failing_case_without_elements_has_no_heading(void **state)
{
    struct screen_test *test = *state;
    struct verdict *verdict = verdict_support_wrong();
    verdict->cases[1].wrong_count = 0;
    screen_test_start(test, 80, 24, false, "first");
    verdict_support_give(test->shell, verdict, 1);
    screen_test_keys(test, "3");
    assert_true(screen_test_shows(test, "fails at n=33"));
    assert_false(screen_test_shows(test, "failing case: "));
}

static void test_a_wide_screen_shows_task_source_and_verdict(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 200, 60, false, "first");
    verdict_support_give(test->shell, verdict_support_wrong(), 1);
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "__global__ void first"));
    assert_true(screen_test_shows(test, "Smallest failing case"));
    assert_true(screen_test_shows(test, shell_exercise_title(test->shell->open.exercise)));
    screen_test_resize(test, 120, 40);
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "__global__ void first"));
    assert_false(screen_test_shows(test, shell_exercise_title(test->shell->open.exercise)));
}

static void test_the_wheel_scrolls_the_pane_under_the_pointer(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 12, false, "first");
    verdict_support_give(test->shell, verdict_support_wrong(), 1);
    shell_draw(test->shell);
    const struct exercise_screen *screen = shell_top(test->shell)->state;
    int source = screen->scrollers[VIEW_SOURCE].scroll;
    shell_key(test->shell, key_of_wheel(70, 5, true));
    assert_int_equal(screen->verdict_pane.scroll, 1);
    assert_int_equal(screen->scrollers[VIEW_SOURCE].scroll, source);
    shell_key(test->shell, key_of_wheel(70, 5, false));
    assert_int_equal(screen->verdict_pane.scroll, 0);
    shell_key(test->shell, key_of_wheel(10, 5, source == 0));
    assert_int_equal(screen->verdict_pane.scroll, 0);
    assert_int_not_equal(screen->scrollers[VIEW_SOURCE].scroll, source);
}

static void test_the_palette_begins_with_this_screens_commands(void **state)
{
    struct screen_test *test = *state;
    struct palette_item items[PALETTE_ITEMS_MAX];
    screen_test_start(test, 80, 24, false, "first");
    size_t count = palette_matches(test->shell, "", items, PALETTE_ITEMS_MAX);
    assert_true(count > 10);
    assert_int_equal(items[0].action, ACTION_EDIT);
    assert_int_equal(items[count - 1].action, ACTION_QUIT);
    screen_test_keys(test, ": Enter");
    assert_false(test->shell->quit);
}

/* At 80 columns a long help is cut, except that of the chosen command. */
static void test_the_palette_shows_the_chosen_help_in_full(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    screen_test_keys(test, ": o w n - c a s e");
    assert_true(screen_test_shows(test, "type a case or a change:"));
    assert_true(screen_test_shows(test, "nothing is recorded"));
    screen_test_keys(test, "^U");
    for (int i = 0; i < PALETTE_ITEMS_MAX; i++) { /* each row is drawn once, and the chosen one is in view */
        int marked = 0;
        screen_test_keys(test, "Down");
        for (int y = 0; y < 24; y++)
            marked += canvas_cell(test->canvas, 5, y)->selected;
        assert_in_range(marked, 1, 3);
    }
}

/* A key shortens the list, and the click comes before the next frame. */
static void test_a_click_on_an_item_that_is_gone_opens_the_first(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    screen_test_keys(test, ":");
    const struct click_target *last = NULL;
    for (int i = 0; i < test->shell->target_count; i++)
        if (test->shell->targets[i].target > PALETTE_TARGET)
            last = &test->shell->targets[i];
    assert_non_null(last);
    struct rect where = last->where;
    for (const char *at = "roofline"; *at; at++)
        shell_key(test->shell, *at);
    shell_key(test->shell, key_of_click(where.x, where.y));
    shell_draw(test->shell);
    assert_int_equal(shell_top(test->shell)->id, SCREEN_ROOFLINE);
}

static void test_a_click_in_the_palette_runs_the_row(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    screen_test_keys(test, ": p r o g r");
    int row = 0;
    while (row < 24 && !canvas_cell(test->canvas, 5, row)->selected)
        row++;
    shell_key(test->shell, key_of_click(5, 1)); /* beside the box */
    assert_int_equal(test->shell->prompt.kind, PROMPT_PALETTE);
    shell_key(test->shell, key_of_click(5, row));
    assert_int_equal(shell_top(test->shell)->id, SCREEN_PROGRESS);
}

/* Esc takes the palette away, and the click comes before the next frame. */
static void test_a_click_on_a_frame_that_is_gone_is_one_on_the_screen(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    screen_test_keys(test, ":");
    int row = 0;
    while (row < 24 && !canvas_cell(test->canvas, 5, row)->selected)
        row++;
    shell_key(test->shell, key_parse("Esc", 3));
    shell_key(test->shell, key_of_click(5, row));
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "Write two everywhere"));
}

static void test_the_palette_opens_lessons(void **state)
{
    struct screen_test *test = *state;
    struct palette_item items[PALETTE_ITEMS_MAX];
    screen_test_start(test, 80, 24, false, "first");
    assert_int_equal(palette_matches(test->shell, "w01-second", items, PALETTE_ITEMS_MAX), 1);
    screen_test_keys(test, ": w 0 1 - s e c o n d");
    assert_true(screen_test_shows(test, "lesson, week 1"));
    screen_test_keys(test, "Enter");
    assert_int_equal(shell_top(test->shell)->id, SCREEN_LESSON);
    screen_test_keys(test, ": z z z");
    assert_true(screen_test_shows(test, "Nothing matches"));
    screen_test_keys(test, "Esc : p r o g r");
    assert_true(screen_test_shows(test, "progress"));
    assert_int_equal(palette_matches(test->shell, "view-task", items, 4), 0); /* no effect on a lesson */
}

static void test_a_wide_screen_shows_the_source_beside_the_task(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 200, 60, false, "first");
    assert_true(screen_test_shows(test, "Write two everywhere"));
    assert_true(screen_test_shows(test, "//! launch first"));
    screen_test_keys(test, "2");
    assert_true(screen_test_shows(test, "Write two everywhere"));
}

static void test_a_program_has_no_kernel_to_look_into(void **state)
{
    struct screen_test *test = *state;
    setenv("WARPSCHOOL_ROOT", WARPSCHOOL_SOURCE_DIR, 1);
    screen_test_start(test, 200, 24, false, "host_add");
    assert_true(screen_test_shows(test, "t history"));
    assert_false(screen_test_shows(test, "w microscope"));
    assert_false(screen_test_shows(test, "v failing case"));
    screen_test_keys(test, "w");
    assert_int_equal(shell_top(test->shell)->id, SCREEN_EXERCISE);
    assert_true(screen_test_shows(test, "the microscope steps through kernels"));
    screen_test_keys(test, "v");
    assert_int_equal(shell_top(test->shell)->id, SCREEN_EXERCISE);
}

static void test_printed_lines_have_none_between(void **state)
{
    struct screen_test *test = *state;
    struct verdict *verdict = verdict_support_pass();
    struct printed_line *printed = ARENA_ARRAY(verdict->arena, 2, struct printed_line);
    screen_test_start(test, 80, 24, false, "first");
    printed[0].text = "one\n";
    printed[1].text = "two\n";
    verdict->observation->printed = printed;
    verdict->observation->printed_count = verdict->observation->printed_total = 2;
    verdict_support_give(test->shell, verdict, 7);
    screen_test_keys(test, "Esc 5");
    CLEANUP(buffer_done) struct buffer screen = BUFFER_INIT;
    screen_test_dump(test, false, &screen);
    const char *one = strstr(buffer_text(&screen), "  one"), *two = strstr(buffer_text(&screen), "  two");
    assert_true(one && two);
    int ends = 0;
    for (const char *at = one; at < two; at++)
        ends += *at == '\n';
    assert_int_equal(ends, 1);
}

/* The sentence above has its words already. */
static void test_one_error_is_told_once(void **state)
{
    struct screen_test *test = *state;
    struct verdict *verdict = verdict_support_new(VERDICT_COMPILE_ERROR);
    screen_test_start(test, 120, 40, false, "first");
    verdict->diagnostics = diagnostics_new(verdict->arena);
    verdict->message = "The file is empty.";
    diagnostics_add(verdict->diagnostics, DIAGNOSTIC_ERROR, NULL, (struct location){0}, "the file is empty");
    verdict_support_give(test->shell, verdict, 7);
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "The file is empty."));
    assert_false(screen_test_shows(test, "the file is empty"));
}

static void test_a_parked_exercise_says_so(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    screen_test_keys(test, "z Down");
    assert_true(screen_test_shows(test, "first  parked  not tried yet"));
    screen_test_keys(test, "z Down");
    assert_false(screen_test_shows(test, "parked"));
}

/* The learner sees the code that the task is about, without a key. */
static void test_the_file_is_below_the_task(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 120, 40, false, "first");
    assert_true(screen_test_shows(test, "Write two everywhere"));
    assert_true(screen_test_shows(test, "//! launch first(a, n)"));
    screen_test_resize(test, 120, 18); /* it does not fit */
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "Write two everywhere"));
    assert_false(screen_test_shows(test, "//! launch first(a, n)"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCREEN_TEST(test_the_file_is_below_the_task),
        SCREEN_TEST(test_a_message_ends_with_the_next_verdict),
        SCREEN_TEST(test_a_deleted_file_is_noticed_and_comes_back),
        SCREEN_TEST(test_the_line_of_a_wrong_result_is_marked),
        SCREEN_TEST(test_a_file_that_came_back_is_not_called_deleted),
        SCREEN_TEST(test_of_two_shells_the_first_judges),
        SCREEN_TEST(test_the_map_follows_another_shell),
        SCREEN_TEST(test_an_exercise_follows_another_shell),
        SCREEN_TEST(test_three_failures_offer_a_half_written_starter),
        SCREEN_TEST(test_only_a_kernel_has_a_launch_plan_to_read),
        SCREEN_TEST(test_a_time_is_shown_before_its_values_are_compared),
        SCREEN_TEST(test_a_passed_exercise_is_not_parked),
        SCREEN_TEST(test_the_status_shows_the_kernels_time),
        SCREEN_TEST(test_a_failing_case_without_elements_has_no_heading),
        SCREEN_TEST(test_a_wide_screen_shows_task_source_and_verdict),
        SCREEN_TEST(test_the_wheel_scrolls_the_pane_under_the_pointer),
        SCREEN_TEST(test_the_palette_shows_the_chosen_help_in_full),
        SCREEN_TEST(test_the_palette_begins_with_this_screens_commands),
        SCREEN_TEST(test_a_click_in_the_palette_runs_the_row),
        SCREEN_TEST(test_a_click_on_an_item_that_is_gone_opens_the_first),
        SCREEN_TEST(test_a_click_on_a_frame_that_is_gone_is_one_on_the_screen),
        SCREEN_TEST(test_the_palette_opens_lessons),
        SCREEN_TEST(test_a_wide_screen_shows_the_source_beside_the_task),
        SCREEN_TEST(test_a_program_has_no_kernel_to_look_into),
        SCREEN_TEST(test_printed_lines_have_none_between),
        SCREEN_TEST(test_one_error_is_told_once),
        SCREEN_TEST(test_a_parked_exercise_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
