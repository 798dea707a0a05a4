/* Tests actions on an exercise: edit, save, reset, hints, the solution. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "screen_support.h"
#include "tui/screens/exercise/exercise.h"
#include "verdict_support.h"

static void test_an_older_verdict_never_replaces_a_newer(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    verdict_support_give(test->shell, verdict_support_pass(), 9);
    assert_int_equal(test->shell->open.verdict->status, VERDICT_PASS);
    test->shell->open.ticket = 9;
    struct grading_event older = {
        .kind = GRADING_VERDICT,
        .ticket = 8,
        .exercise = test->shell->open.exercise,
        .verdict = verdict_support_wrong(),
        .source = {"first.cu", "old", 3},
    };
    open_exercise_take_event(test->shell, &older);
    assert_int_equal(test->shell->open.verdict->status, VERDICT_PASS);
    verdict_support_give(test->shell, verdict_support_gate(), 10);
    assert_int_equal(test->shell->open.verdict->status, VERDICT_GATE);
}

/* An answer to a verdict that may know more. */
static void give_cause(struct shell *shell, const char *message, uint64_t ticket)
{
    struct grading_event event = {
        .kind = GRADING_CAUSE,
        .ticket = ticket,
        .exercise = shell->open.exercise,
        .verdict = message ? verdict_support_wrong() : NULL,
        .source = {"first.cu", verdict_support_source, sizeof verdict_support_source - 1},
    };
    if (message)
        event.verdict->message = message;
    open_exercise_take_event(shell, &event);
}

static void test_the_cause_replaces_the_first_verdict(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    struct verdict *first = verdict_support_wrong();
    first->may_know_more = true;
    verdict_support_give(test->shell, first, 1);
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "Looking for what is wrong"));
    give_cause(test->shell, "An older one.", 0);
    assert_string_equal(test->shell->open.verdict->message, first->message);
    give_cause(test->shell, "With `+` instead of `-`, every value is right.", 1);
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "Found what is wrong"));
    assert_false(screen_test_shows(test, "Looking for what is wrong"));
    screen_test_restart(test);
    assert_int_equal(test->shell->open.attempt, 1);
    assert_string_equal(test->shell->open.verdict->message, "With `+` instead of `-`, every value is right.");
}

static struct verdict *quick_verdict(struct shell *shell)
{
    struct verdict *verdict = verdict_support_wrong();
    verdict->may_know_more = true;
    verdict_support_give(shell, verdict, 1);
    shell_draw(shell);
    return verdict;
}

static void test_the_cause_leaves_the_view_as_it_is(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 60, 12, false, "first");
    quick_verdict(test->shell);
    screen_test_keys(test, "PgDn");
    assert_false(screen_test_shows(test, "compiles: yes"));
    give_cause(test->shell, "With `+` instead of `-`, every value is right.", 1);
    shell_draw(test->shell);
    assert_false(screen_test_shows(test, "compiles: yes"));
    screen_test_keys(test, "1");
    assert_true(screen_test_shows(test, "Write two everywhere"));
    give_cause(test->shell, "With `*` instead of `-`, every value is right.", 1);
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "Write two everywhere"));
}

/* Without a line in the verdict, the first strip's line is marked: nobody has chosen it. */
static void test_the_cause_marks_its_line(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 120, 40, false, "first");
    quick_verdict(test->shell);
    struct exercise_screen *screen = shell_top(test->shell)->state;
    struct lab_strips strips = {.arena = arena_new(), .count = 1};
    strips.items = ARENA_NEW(strips.arena, struct line_strip);
    strips.items[0] = (struct line_strip){.line = 5, .buffer = "a", .count = 1, .least = 1};
    exercise_take_strips(screen, &strips);
    shell_draw(test->shell);
    assert_int_equal(screen->marked_line, 5);
    struct grading_event event = {.kind = GRADING_CAUSE, .ticket = 1, .exercise = test->shell->open.exercise};
    event.verdict = verdict_support_wrong();
    event.verdict->line = 6;
    event.source = (struct source){"first.cu", verdict_support_source, sizeof verdict_support_source - 1};
    open_exercise_take_event(test->shell, &event);
    assert_int_equal(screen->marked_line, 6);
}

static void test_the_cause_of_an_exercise_that_was_left_is_kept(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    const struct exercise *first = test->shell->open.exercise;
    quick_verdict(test->shell);
    screen_test_keys(test, "]");
    assert_ptr_not_equal(test->shell->open.exercise, first);
    struct grading_event event = {.kind = GRADING_CAUSE, .ticket = 1, .exercise = first};
    event.verdict = verdict_support_wrong();
    event.verdict->message = "With `+` instead of `-`, every value is right.";
    event.source = (struct source){"first.cu", verdict_support_source, sizeof verdict_support_source - 1};
    open_exercise_take_event(test->shell, &event);
    assert_false(screen_test_shows(test, "Found what is wrong"));
    screen_test_keys(test, "[");
    assert_ptr_equal(test->shell->open.exercise, first);
    assert_string_equal(test->shell->open.verdict->message, "With `+` instead of `-`, every value is right.");
}

static void test_the_cause_hides_no_other_message(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    quick_verdict(test->shell);
    screen_test_keys(test, "V");
    assert_true(screen_test_shows(test, "This exercise has no variant"));
    give_cause(test->shell, "With `+` instead of `-`, every value is right.", 1);
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "This exercise has no variant"));
}

/* A search that a busy machine cuts short can end otherwise. */
static void test_a_search_changes_no_status(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    struct verdict *first = quick_verdict(test->shell);
    struct grading_event event = {.kind = GRADING_CAUSE, .ticket = 1, .exercise = test->shell->open.exercise};
    event.verdict = verdict_support_new(VERDICT_TIMEOUT);
    open_exercise_take_event(test->shell, &event);
    assert_ptr_equal(test->shell->open.verdict, first);
}

static void test_a_search_without_a_result_says_nothing(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    struct verdict *first = verdict_support_wrong();
    first->may_know_more = true;
    verdict_support_give(test->shell, first, 1);
    give_cause(test->shell, NULL, 1);
    shell_draw(test->shell);
    assert_false(screen_test_shows(test, "Looking for what is wrong"));
    assert_ptr_equal(test->shell->open.verdict, first);
    first->may_know_more = false;
    give_cause(test->shell, first->message, 1);
    shell_draw(test->shell);
    assert_false(screen_test_shows(test, "Found what is wrong"));
}

/* Its finding says what is wrong. Only registers are missing. */
static void test_nothing_is_looked_for_in_an_unsafe_kernel(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    struct verdict *unsafe = verdict_support_wrong();
    unsafe->status = VERDICT_UNSAFE;
    unsafe->may_know_more = true;
    verdict_support_give(test->shell, unsafe, 1);
    shell_draw(test->shell);
    assert_false(screen_test_shows(test, "Looking for what is wrong"));
}

static void test_a_verdict_is_recorded_and_found_again(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    verdict_support_give(test->shell, verdict_support_gate(), 1);
    assert_int_equal(test->shell->open.attempt, 1);
    verdict_support_give(test->shell, verdict_support_pass(), 2);
    assert_int_equal(test->shell->overview.exercises_passed, 1);
    screen_test_restart(test);
    assert_int_equal(screen_test_top(test), SCREEN_EXERCISE);
    assert_non_null(test->shell->open.verdict);
    assert_int_equal(test->shell->open.attempt, 2);
    assert_int_equal(test->shell->open.attempt_number, 2);
    assert_true(screen_test_shows(test, "passed"));
    screen_test_keys(test, "t Down Enter");
    assert_int_equal(screen_test_top(test), SCREEN_ATTEMPT);
    assert_true(screen_test_shows(test, "gate not met"));
    assert_true(screen_test_shows(test, "as many sectors as needed"));
}

static void test_a_changed_file_is_said(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    verdict_support_give(test->shell, verdict_support_gate(), 1);
    assert_true(file_write_atomic(test->shell->open.path, "int x;\n", 7, NULL));
    screen_test_restart(test);
    assert_true(test->shell->open.is_stale);
    assert_true(screen_test_shows(test, "file changed; r runs it"));
    assert_true(screen_test_shows(test, "int x;"));
    screen_test_resize(test, 60, 20);
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "file changed; r runs it"));
}

/* Somebody saved it and left before the verdict came, or edited it while the shell was closed. */
static void test_a_file_without_a_verdict_is_said_to_be_changed(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    assert_true(screen_test_shows(test, "not tried yet"));
    assert_true(file_write_atomic(test->shell->open.path, "int x;\n", 7, NULL));
    screen_test_restart(test);
    assert_true(screen_test_shows(test, "first  file changed; r runs it"));
    screen_test_keys(test, "x y");
    assert_true(screen_test_shows(test, "not tried yet"));
}

static void test_without_a_grader_a_save_says_so(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    screen_test_keys(test, "r");
    assert_true(screen_test_shows(test, "the grader is not started yet"));
    assert_false(test->shell->open.is_working);
}

static bool open_copy_is(const struct screen_test *test, const char *text)
{
    CLEANUP(buffer_done) struct buffer copy = BUFFER_INIT;
    assert_true(file_read(test->shell->open.path, 1 << 20, &copy, NULL));
    return strcmp(buffer_text(&copy), text) == 0;
}

static void test_reset_asks_and_can_be_undone(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    assert_true(file_write_atomic(test->shell->open.path, "mine\n", 5, NULL));
    screen_test_keys(test, "x n");
    assert_true(open_copy_is(test, "mine\n"));
    screen_test_keys(test, "x Enter"); /* only y confirms */
    assert_true(open_copy_is(test, "mine\n"));
    screen_test_keys(test, "x y");
    assert_false(open_copy_is(test, "mine\n"));
    screen_test_keys(test, "u 2");
    assert_true(open_copy_is(test, "mine\n"));
    assert_true(screen_test_shows(test, "mine"));
}

static void test_an_unchanged_starter_is_not_reset(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    screen_test_keys(test, "x");
    assert_true(screen_test_shows(test, "The file is the starter already"));
    screen_test_keys(test, "y");
    assert_false(screen_test_shows(test, "u restores"));
}

static void test_an_undone_reset_has_changed_nothing(void **state)
{
    struct screen_test *test = *state;
    struct source judged = {"first.cu", "mine\n", 5};
    screen_test_start(test, 80, 24, false, "first");
    verdict_support_give(test->shell, verdict_support_gate(), 1);
    assert_true(file_write_atomic(test->shell->open.path, judged.text, judged.size_bytes, NULL));
    test->shell->open.verdict->source = &judged;
    screen_test_keys(test, "x y");
    assert_true(screen_test_shows(test, "file changed; r runs it"));
    screen_test_keys(test, "u");
    assert_true(open_copy_is(test, "mine\n"));
    assert_false(screen_test_shows(test, "file changed; r runs it"));
}

static void test_solution_asks_and_is_marked(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    screen_test_keys(test, "S n 6");
    assert_false(screen_test_shows(test, "if (i < n)"));
    struct exercise_progress progress;
    struct error error = {0};
    assert_true(store_get_exercise(test->app->store, "first", test->arena, &progress, &error));
    assert_false(progress.assisted);
    screen_test_keys(test, "S y");
    assert_true(screen_test_shows(test, "if (i < n)"));
    assert_true(store_get_exercise(test->app->store, "first", test->arena, &progress, &error));
    assert_true(progress.assisted);
}

static void test_parking(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    screen_test_keys(test, "z Esc f f f");
    assert_true(screen_test_shows(test, "parked"));
    assert_false(screen_test_shows(test, "second"));
    screen_test_keys(test, "Esc");
    assert_true(screen_test_shows(test, "second"));
}

static void test_hints_come_one_by_one(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    screen_test_keys(test, "H");
    assert_true(screen_test_shows(test, "Which elements"));
    assert_false(screen_test_shows(test, "Look at the guard"));
    screen_test_keys(test, "H H");
    assert_true(screen_test_shows(test, "Pseudocode"));
    screen_test_keys(test, "H");
    assert_true(screen_test_shows(test, "That was the last hint"));
}

/* A blank line at the end is nothing to scroll to. */
static void test_the_last_hint_ends_the_page(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    screen_test_keys(test, "H H");
    for (int rows = 24; rows > 10; rows--) {
        screen_test_resize(test, 60, rows);
        shell_draw(test->shell);
        bool is_whole = screen_test_shows(test, "Hint 1") && screen_test_shows(test, "Look at the guard");
        assert_true(!is_whole || !screen_test_shows(test, "↓"));
    }
}

static bool edit_as_a_test(void *context, const char *path, int line, struct error *error)
{
    (void)line, (void)error;
    *(const char **)context = path;
    return file_write_atomic(path, "edited\n", 7, NULL);
}

static void test_edit_opens_the_learners_file(void **state)
{
    struct screen_test *test = *state;
    const char *path = NULL;
    screen_test_start(test, 80, 24, false, "first");
    test->shell->hooks = (struct shell_hooks){.context = &path, .edit = edit_as_a_test};
    screen_test_keys(test, "e 2");
    assert_string_equal(path, test->shell->open.path);
    assert_true(screen_test_shows(test, "edited"));
}

static void test_a_folder_is_not_edited(void **state)
{
    struct screen_test *test = *state;
    const char *path = NULL;
    screen_test_start(test, 200, 24, false, "first");
    test->shell->hooks = (struct shell_hooks){.context = &path, .edit = edit_as_a_test};
    assert_int_equal(remove(test->shell->open.path), 0);
    assert_true(file_make_folders(test->shell->open.path, NULL));
    screen_test_keys(test, "e");
    assert_null(path);
    assert_true(screen_test_shows(test, "is a folder, not a file"));
}

static void test_a_verdict_of_another_language_says_so(void **state)
{
    struct screen_test *test = *state;
    struct verdict *verdict = verdict_support_wrong();
    screen_test_start(test, 200, 50, false, "first");
    verdict_support_give(test->shell, verdict_support_wrong(), 1);
    shell_draw(test->shell);
    assert_false(screen_test_shows(test, "was written in another"));
    verdict->language = "es";
    verdict_support_give(test->shell, verdict, 2);
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "was written in another"));
}

static void test_tab_and_tab_again_leave_no_screen_behind(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    screen_test_keys(test, "Tab");
    assert_int_equal(screen_test_top(test), SCREEN_LESSON);
    screen_test_keys(test, "Tab Tab Tab");
    assert_int_equal(screen_test_top(test), SCREEN_EXERCISE);
    screen_test_keys(test, "Esc");
    assert_int_equal(screen_test_top(test), SCREEN_HOME);
}

/* An editor beside the terminal can save while a lesson is read. */
static void test_a_verdict_is_told_on_other_screens(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "w01-first");
    screen_test_keys(test, "Tab");
    verdict_support_give(test->shell, verdict_support_wrong(), 1);
    shell_draw(test->shell);
    assert_false(screen_test_shows(test, "first: wrong result"));
    screen_test_keys(test, "Tab");
    assert_int_equal(screen_test_top(test), SCREEN_LESSON);
    verdict_support_give(test->shell, verdict_support_wrong(), 2);
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "first: wrong result. Press Tab for the verdict."));
    screen_test_keys(test, "Esc");
    verdict_support_give(test->shell, verdict_support_wrong(), 3);
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "first: wrong result"));
    assert_false(screen_test_shows(test, "Press Tab"));
}

/* The map has no row for a variant, so its lesson is the way back. */
static void test_the_way_back_from_a_variant_is_its_lesson(void **state)
{
    struct screen_test *test = *state;
    struct place place;
    screen_test_start(test, 80, 24, false, "third");
    screen_test_keys(test, "V");
    assert_true(screen_test_shows(test, "third_again"));
    screen_test_keys(test, "Esc");
    assert_int_equal(screen_test_top(test), SCREEN_LESSON);
    shell_top(test->shell)->class->place(shell_top(test->shell)->state, &place);
    assert_ptr_equal(place.lesson, test->shell->open.exercise->lesson);
    screen_test_keys(test, "Esc");
    assert_int_equal(screen_test_top(test), SCREEN_HOME);
    assert_int_equal(test->shell->screen_count, 1);
}

static void test_a_variant_leads_back_to_its_exercise(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "third");
    screen_test_keys(test, "V");
    assert_string_equal(test->shell->open.exercise->id, "third_again");
    screen_test_keys(test, "V");
    assert_string_equal(test->shell->open.exercise->id, "third");
}

static void test_a_variant_returns_to_the_step_that_opened_it(void **state)
{
    struct screen_test *test = *state;
    struct place place;
    screen_test_start(test, 80, 24, false, "w02-third");
    screen_test_keys(test, "Right Tab V Esc");
    assert_int_equal(screen_test_top(test), SCREEN_LESSON);
    shell_top(test->shell)->class->place(shell_top(test->shell)->state, &place);
    assert_int_equal(place.step, 1);
    assert_int_equal(test->shell->screen_count, 2);
}

static void test_tab_returns_to_a_variant(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "third_again");
    const struct exercise *variant = test->shell->open.exercise;
    screen_test_keys(test, "Tab");
    assert_int_equal(screen_test_top(test), SCREEN_LESSON);
    screen_test_keys(test, "Tab");
    assert_int_equal(screen_test_top(test), SCREEN_EXERCISE);
    assert_ptr_equal(test->shell->open.exercise, variant);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCREEN_TEST(test_tab_and_tab_again_leave_no_screen_behind),
        SCREEN_TEST(test_a_verdict_is_told_on_other_screens),
        SCREEN_TEST(test_the_way_back_from_a_variant_is_its_lesson),
        SCREEN_TEST(test_a_variant_leads_back_to_its_exercise),
        SCREEN_TEST(test_a_variant_returns_to_the_step_that_opened_it),
        SCREEN_TEST(test_tab_returns_to_a_variant),
        SCREEN_TEST(test_a_verdict_of_another_language_says_so),
        SCREEN_TEST(test_an_older_verdict_never_replaces_a_newer),
        SCREEN_TEST(test_the_cause_replaces_the_first_verdict),
        SCREEN_TEST(test_the_cause_leaves_the_view_as_it_is),
        SCREEN_TEST(test_the_cause_marks_its_line),
        SCREEN_TEST(test_the_cause_of_an_exercise_that_was_left_is_kept),
        SCREEN_TEST(test_the_cause_hides_no_other_message),
        SCREEN_TEST(test_a_search_changes_no_status),
        SCREEN_TEST(test_a_search_without_a_result_says_nothing),
        SCREEN_TEST(test_nothing_is_looked_for_in_an_unsafe_kernel),
        SCREEN_TEST(test_a_verdict_is_recorded_and_found_again),
        SCREEN_TEST(test_a_changed_file_is_said),
        SCREEN_TEST(test_a_file_without_a_verdict_is_said_to_be_changed),
        SCREEN_TEST(test_without_a_grader_a_save_says_so),
        SCREEN_TEST(test_reset_asks_and_can_be_undone),
        SCREEN_TEST(test_an_unchanged_starter_is_not_reset),
        SCREEN_TEST(test_an_undone_reset_has_changed_nothing),
        SCREEN_TEST(test_solution_asks_and_is_marked),
        SCREEN_TEST(test_parking),
        SCREEN_TEST(test_hints_come_one_by_one),
        SCREEN_TEST(test_the_last_hint_ends_the_page),
        SCREEN_TEST(test_edit_opens_the_learners_file),
        SCREEN_TEST(test_a_folder_is_not_edited),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
