/* Tests the shell's behaviour, apart from its looks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "app/assessment.h"
#include "app/attempts.h"
#include "app/workspace.h"
#include "base/clock.h"
#include "screen_support.h"
#include "tui/screens/assessment/sitting.h"
#include "tui/screens/exercise/exercise.h"
#include "tui/shell/palette.h"
#include "verdict_support.h"

static enum screen_id top_of(struct screen_test *test)
{
    return shell_top(test->shell)->id;
}

static void restart(struct screen_test *test)
{
    screen_test_stop(test);
    screen_test_start(test, 80, 24, false, NULL);
}

static void test_first_run_to_first_exercise(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, NULL);
    assert_int_equal(top_of(test), SCREEN_WELCOME);
    screen_test_keys(test, "Enter");
    assert_int_equal(top_of(test), SCREEN_LESSON);
    screen_test_keys(test, "Enter Enter");
    assert_true(screen_test_shows(test, "Question"));
    screen_test_keys(test, "Down Enter");
    assert_true(screen_test_shows(test, "Right: (1000 + 255) / 256 = 4"));
    assert_true(screen_test_shows(test, "2/5")); /* no step without a key */
    screen_test_keys(test, "Enter Right Right");
    assert_true(screen_test_shows(test, "opens the exercise"));
    screen_test_keys(test, "Enter");
    assert_int_equal(top_of(test), SCREEN_EXERCISE);
    assert_true(file_exists(path_join(test->arena, test->folder, "state/work/week01/first.cu")));
    assert_true(screen_test_shows(test, "~/state/work/week01/first.cu"));
}

static void test_a_rating_names_its_lesson(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "w01-first");
    screen_test_keys(test, "*");
    assert_true(screen_test_shows(test, "1 to 5, remark optional (One thread, one element):"));
}

/* The letters typed last stay in view. */
static void test_a_long_line_shows_its_end(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 40, 12, false, "w01-first");
    screen_test_keys(test, "* 4 Space w o r d Space w o r d Space e Space f Space g Space h Space i Space j Space k");
    assert_true(screen_test_shows(test, "…word e f g h i j k"));
}

static void test_comes_back_where_one_was(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, NULL);
    screen_test_keys(test, "Enter Down Down Down q");
    assert_true(test->shell->quit);
    restart(test);
    assert_int_equal(top_of(test), SCREEN_LESSON);
    struct place place;
    shell_top(test->shell)->class->place(shell_top(test->shell)->state, &place);
    assert_string_equal(place.lesson->id, "w01-first");
    assert_int_equal(place.step, 0);
    assert_int_equal(place.scroll, 3);
    screen_test_keys(test, "Tab ?"); /* the way back skips help */
    restart(test);
    assert_int_equal(top_of(test), SCREEN_EXERCISE);
    screen_test_keys(test, "Esc"); /* the map is below */
    assert_int_equal(top_of(test), SCREEN_HOME);
    restart(test);
    assert_int_equal(top_of(test), SCREEN_HOME);
}

static void test_answers_are_kept(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "w01-first");
    screen_test_keys(test, "Right 1 2 Right 1 3 Enter");
    assert_true(screen_test_shows(test, "it is the last one"));
    screen_test_stop(test);
    screen_test_start(test, 80, 24, false, "w01-first");
    screen_test_keys(test, "g Left Left Left Right");
    assert_true(screen_test_shows(test, "Right: (1000 + 255) / 256 = 4"));
    screen_test_keys(test, "Right");
    assert_true(screen_test_shows(test, "it is the last one"));
}

/* From the first sight of the question to the answer, also after another step. */
static void test_answers_keep_their_time(void **state)
{
    struct screen_test *test = *state;
    struct step_progress *steps;
    size_t count;
    screen_test_start(test, 80, 24, false, "w01-first");
    screen_test_keys(test, "Right Right Left");
    test->shell->now_ns += INT64_C(7900000000);
    screen_test_keys(test, "1");
    test->shell->now_ns += INT64_C(60000000000);
    screen_test_keys(test, "2");
    CLEANUP(arena_free) struct arena *arena = arena_new();
    assert_true(store_list_steps(test->app->store, arena, &steps, &count, NULL));
    for (size_t i = 0; i < count; i++)
        assert_int_equal(steps[i].seconds, steps[i].answer ? 7 : -1);
    assert_true(count >= 1 && steps[count - 1].answer);
}

static void test_a_place_that_is_gone_is_the_map(void **state)
{
    struct screen_test *test = *state;
    static const char *const places[] = {"lesson gone 1 2", "exercise gone 0 0",        "nonsense", "", "lesson",
                                         "help - 0 0",      "lesson w01-first 99999 -5"};
    screen_test_start(test, 80, 24, false, NULL);
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        struct error error = {0};
        assert_true(store_set_setting(test->app->store, "shell.place", places[i], &error));
        shell_free(test->shell);
        test->shell = shell_new(test->app, test->canvas, &error);
        shell_start(test->shell, NULL);
        shell_draw(test->shell);
        assert_int_equal(top_of(test), i == 6 ? SCREEN_LESSON : SCREEN_HOME);
    }
}

static void test_a_lesson_without_an_exercise_offers_none(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "w03-fourth");
    assert_false(screen_test_shows(test, "Tab exercise"));
    screen_test_stop(test);
    screen_test_start(test, 80, 24, false, "w01-first");
    assert_true(screen_test_shows(test, "Tab exercise"));
}

/* Answers question 1 wrong and question 2 right, then starts on another day. */
static void start_on_another_day(struct screen_test *test)
{
    screen_test_start(test, 80, 24, false, NULL);
    struct store *store = test->app->store;
    assert_true(store_set_step_done(store, "w01-first", 1, "1", false, NULL));
    assert_true(store_set_step_done(store, "w01-first", 2, "1,3", true, NULL));
    assert_true(store_set_setting(store, "shell.place", "home - 0 0", NULL));
    assert_true(store_set_setting(store, "shell.day", "2001-02-03", NULL));
    shell_free(test->shell);
    test->shell = shell_new(test->app, test->canvas, NULL);
    shell_start(test->shell, NULL);
    shell_draw(test->shell);
}

static void test_another_day_offers_a_warm_up(void **state)
{
    struct screen_test *test = *state;
    bool done, right;
    start_on_another_day(test);
    assert_int_equal(top_of(test), SCREEN_WARM_UP);
    assert_true(screen_test_matches(test, "warm-up-80x24", false));
    screen_test_resize(test, 120, 40);
    shell_draw(test->shell);
    assert_true(screen_test_matches(test, "warm-up-120x40", false));
    screen_test_resize(test, 20, 5);
    shell_draw(test->shell);
    assert_true(screen_test_matches(test, "warm-up-20x5", false));
    screen_test_resize(test, 80, 24);
    shell_draw(test->shell);
    screen_test_keys(test, "2");
    assert_true(store_get_step(test->app->store, "w01-first", 1, &done, &right, NULL));
    assert_true(done && right);
    screen_test_keys(test, "Enter Enter"); /* no choice ticked: wrong */
    assert_true(store_get_step(test->app->store, "w01-first", 2, &done, &right, NULL));
    assert_false(right);
    screen_test_keys(test, "Right");
    assert_true(screen_test_shows(test, "1 of 2 right."));
    assert_true(screen_test_shows(test, "Enter go on  Esc back  K words")); /* nothing is left to skip */
    screen_test_keys(test, "Enter");
    assert_int_equal(top_of(test), SCREEN_HOME);
}

static void test_space_leaves_a_question_of_the_warm_up(void **state)
{
    struct screen_test *test = *state;
    start_on_another_day(test);
    assert_true(screen_test_shows(test, "1/2"));
    screen_test_keys(test, "Space"); /* one choice is right, so there is nothing to tick */
    assert_true(screen_test_shows(test, "2/2"));
    screen_test_keys(test, "Space"); /* it ticks */
    assert_true(screen_test_shows(test, "2/2"));
    screen_test_keys(test, "Right");
    assert_true(screen_test_shows(test, "0 of 2 right."));
    screen_test_keys(test, "Space");
    assert_int_equal(top_of(test), SCREEN_HOME);
}

static void test_a_warm_up_is_skipped_and_not_offered_again_that_day(void **state)
{
    struct screen_test *test = *state;
    start_on_another_day(test);
    screen_test_keys(test, "Esc");
    assert_int_equal(top_of(test), SCREEN_HOME);
    screen_test_stop(test);
    screen_test_start(test, 80, 24, false, NULL);
    assert_int_equal(top_of(test), SCREEN_HOME);
}

static void test_an_unknown_name_is_said(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "frist");
    assert_int_equal(top_of(test), SCREEN_HOME);
    assert_true(screen_test_shows(test, "there is no lesson or exercise 'frist'"));
    assert_true(screen_test_shows(test, "did you mean 'first'?"));
}

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

static void test_a_verdict_is_recorded_and_found_again(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    verdict_support_give(test->shell, verdict_support_gate(), 1);
    assert_int_equal(test->shell->open.attempt, 1);
    verdict_support_give(test->shell, verdict_support_pass(), 2);
    assert_int_equal(test->shell->overview.exercises_passed, 1);
    restart(test);
    assert_int_equal(top_of(test), SCREEN_EXERCISE);
    assert_non_null(test->shell->open.verdict);
    assert_int_equal(test->shell->open.attempt, 2);
    assert_int_equal(test->shell->open.attempt_number, 2);
    assert_true(screen_test_shows(test, "passed"));
    screen_test_keys(test, "t Down Enter");
    assert_int_equal(top_of(test), SCREEN_ATTEMPT);
    assert_true(screen_test_shows(test, "gate not met"));
    assert_true(screen_test_shows(test, "as many sectors as needed"));
}

static void test_a_deleted_progress_file_is_said(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 200, 24, false, "first");
    verdict_support_give(test->shell, verdict_support_wrong(), 1);
    shell_draw(test->shell);
    assert_false(screen_test_shows(test, "The progress file was moved or deleted"));
    assert_int_equal(remove(path_join(test->arena, test->app->folders.state, "warpschool.db")), 0);
    verdict_support_give(test->shell, verdict_support_wrong(), 2);
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "The progress file was moved or deleted"));
}

static void test_a_changed_file_is_said(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    verdict_support_give(test->shell, verdict_support_gate(), 1);
    assert_true(file_write_atomic(test->shell->open.path, "int x;\n", 7, NULL));
    restart(test);
    assert_true(test->shell->open.is_stale);
    assert_true(screen_test_shows(test, "the file has changed since"));
    assert_true(screen_test_shows(test, "int x;"));
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

static void test_palette_runs_what_it_finds(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    screen_test_keys(test, ": p r o g Enter");
    assert_int_equal(top_of(test), SCREEN_PROGRESS);
    screen_test_keys(test, ": z z z Enter");
    assert_true(screen_test_shows(test, "there is no command 'zzz' here"));
    screen_test_keys(test, ": s e t i n g s Enter");
    assert_true(screen_test_shows(test, "there is no command 'setings' here; did you mean 'settings'?"));
    screen_test_keys(test, ": h o m Tab Enter");
    assert_int_equal(top_of(test), SCREEN_HOME);
    screen_test_keys(test, ": t h i r d _ a g Enter");
    assert_string_equal(test->shell->open.exercise->id, "third_again"); /* a variant */
}

static void test_unbound_keys_say_so(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    screen_test_keys(test, "Y");
    assert_true(screen_test_shows(test, "Y does nothing here"));
    screen_test_keys(test, "j");
    assert_false(screen_test_shows(test, "does nothing"));
}

static void test_interrupt_never_surprises(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    screen_test_keys(test, "^C");
    assert_false(test->shell->quit);
    assert_true(screen_test_shows(test, "Press q to quit"));
    screen_test_keys(test, "j ^C");
    assert_false(test->shell->quit);
    screen_test_keys(test, "^C");
    assert_true(test->shell->quit);
}

static void test_any_resize(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    verdict_support_give(test->shell, verdict_support_wrong(), 1);
    for (int width = 1; width < 320; width += 7)
        for (int height = 1; height < 110; height += 13) {
            screen_test_resize(test, width, height);
            shell_draw(test->shell);
            screen_test_keys(test, "j G g");
        }
    screen_test_resize(test, 19, 24);
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "Too small"));
}

static void test_a_screen_that_did_not_change_is_not_written(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 120, 40, false, "first");
    backend_text_take_written(test->backend);
    shell_draw(test->shell);
    assert_int_equal(backend_text_take_written(test->backend), 0);
    test->shell->open.is_working = true;
    test->shell->now_ns = 0;
    shell_draw(test->shell);
    backend_text_take_written(test->backend);
    test->shell->now_ns = INT64_C(100000000);
    shell_draw(test->shell);
    assert_true(backend_text_take_written(test->backend) <= 3); /* the elapsed time */
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

static void test_time_is_counted_and_silence_is_not(void **state)
{
    struct screen_test *test = *state;
    int64_t lesson = 0, exercise = 0;
    struct error error = {0};
    screen_test_start(test, 80, 24, false, "w01-first");
    test->shell->now_ns = INT64_C(1000000000);
    screen_test_keys(test, "j");
    test->shell->now_ns += INT64_C(20000000000);
    screen_test_keys(test, "Tab");
    test->shell->now_ns += INT64_C(3600000000000); /* an hour without a key */
    screen_test_keys(test, "j Esc");
    assert_true(progress_get_time(test->app->store, "lesson", "w01-first", &lesson, &error));
    assert_true(progress_get_time(test->app->store, "exercise", "first", &exercise, &error));
    assert_int_equal(lesson, 20);
    assert_int_equal(exercise, ATTENTION_SILENCE_SECONDS);
}

static void test_wide_figures_can_be_panned(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 24, 60, false, "w01-first");
    assert_false(screen_test_shows(test, "n = 7"));
    screen_test_keys(test, "> > >");
    assert_true(screen_test_shows(test, "n = 7"));
    assert_true(screen_test_shows(test, "From a loop to a grid")); /* a text fits, and stays */
    screen_test_keys(test, "< < < < < < < < <");
    assert_true(screen_test_shows(test, "block 0"));
}

static void test_reading_what_the_verdict_says(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "second");
    screen_test_keys(test, "o");
    assert_true(screen_test_shows(test, "names no lesson"));
    verdict_support_give(test->shell, verdict_support_gate(), 1); /* it names w01-first */
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "See lesson: One thread, one"));
    assert_true(screen_test_shows(test, "element (press o)"));
    screen_test_keys(test, "t Enter");
    assert_true(screen_test_shows(test, "See lesson: One thread, one element\n")); /* it has no such key */
    screen_test_keys(test, "Esc Esc o");
    assert_true(screen_test_shows(test, "One thread, one element"));
    screen_test_keys(test, "Esc Tab");
    assert_true(screen_test_shows(test, "Rows and columns"));
}

static void test_days_in_a_row_are_shown(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    verdict_support_give(test->shell, verdict_support_gate(), 1); /* recorded now */
    screen_test_keys(test, "Esc");
    assert_true(screen_test_shows(test, "1 day in a row"));
}

static void test_reading_on_after_a_pass(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "w01-first");
    screen_test_keys(test, "Right Right Right Right Enter");
    assert_int_equal(top_of(test), SCREEN_EXERCISE);
    verdict_support_give(test->shell, verdict_support_pass(), 1);
    screen_test_keys(test, "Tab");
    assert_true(screen_test_shows(test, "continues; Tab opens the exercise"));
    screen_test_keys(test, "Enter");
    assert_true(screen_test_shows(test, "End of the lesson"));
    screen_test_keys(test, "Enter");
    assert_true(screen_test_shows(test, "Rows and columns"));
}

static void test_contents_lead_to_a_step(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "w01-first");
    screen_test_keys(test, "c G Enter");
    assert_int_equal(top_of(test), SCREEN_LESSON);
    assert_true(screen_test_shows(test, "5/5"));
    assert_int_equal(test->shell->screen_count, 2);
    screen_test_keys(test, "c g Esc");
    assert_true(screen_test_shows(test, "5/5"));
}

static void test_neighbours(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    screen_test_keys(test, "]");
    assert_string_equal(test->shell->open.exercise->id, "second");
    screen_test_keys(test, "] ] ]");
    assert_true(screen_test_shows(test, "This is the last exercise"));
    screen_test_keys(test, "[ [ [ [");
    assert_true(screen_test_shows(test, "This is the first exercise"));
    screen_test_keys(test, "Tab ] Esc");
    assert_true(test->shell->screen_count <= 3);
}

/* The map marks the place that was left, wherever it was opened, and unfolds its week. */
static void test_the_map_marks_what_was_left(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    screen_test_keys(test, "]");
    assert_int_equal(top_of(test), SCREEN_EXERCISE);
    screen_test_keys(test, "Esc Enter");
    assert_int_equal(top_of(test), SCREEN_EXERCISE);
    assert_true(screen_test_shows(test, "second"));
    screen_test_keys(test, "Esc Down Left");
    assert_true(screen_test_shows(test, "▸ Week 2"));
    screen_test_keys(test, ": t h i r d Enter Esc");
    assert_true(screen_test_shows(test, "▾ Week 2"));
    screen_test_keys(test, "Enter");
    assert_string_equal(test->shell->open.exercise->id, "third");
}

static void test_an_assessment_goes_on_after_a_restart(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "w03-assessment");
    screen_test_keys(test, "Enter y");
    restart(test);
    assert_int_equal(top_of(test), SCREEN_ASSESSMENT);
    screen_test_stop(test);
    screen_test_start(test, 80, 24, false, "first");
    assert_int_equal(top_of(test), SCREEN_EXERCISE);
    CLEANUP(buffer_done) struct buffer screen = BUFFER_INIT;
    screen_test_dump(test, false, &screen);
    char *first_line_end = strchr(buffer_text(&screen), '\n');
    assert_true(first_line_end[-3] == ':'); /* the clock, minutes and seconds */
    assert_memory_not_equal(first_line_end - 5, " 0:00", 5);
    screen_test_keys(test, "Esc");
    assert_int_equal(top_of(test), SCREEN_ASSESSMENT);
}

static void start_an_assessment_elsewhere(struct screen_test *test)
{
    struct error error = {0};
    screen_test_start(test, 80, 24, false, NULL);
    assert_int_equal(top_of(test), SCREEN_WELCOME);
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
    assert_int_equal(top_of(test), SCREEN_ASSESSMENT);
    test->shell->now_ns = clock_monotonic_ns();
    screen_test_keys(test, "Esc");
    assert_int_equal(top_of(test), SCREEN_HOME);
    shell_draw(test->shell);
    assert_false(screen_test_shows(test, " 0:00\n"));
}

/* A shell that is open on another screen shows the result, and counts no time below 0:00. */
static void test_the_time_of_an_assessment_runs_out(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 120, 24, true, "w03-assessment");
    screen_test_keys(test, "Enter y Esc");
    assert_int_equal(top_of(test), SCREEN_HOME);
    assert_true(screen_test_shows(test, "Esc assessment"));
    screen_test_keys(test, "Esc");
    assert_int_equal(top_of(test), SCREEN_ASSESSMENT);
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
    assert_int_equal(top_of(test), SCREEN_ASSESSMENT);
    assert_true(screen_test_shows(test, "The time is up, and the assessment has ended"));
    assert_true(screen_test_shows(test, "not passed"));
    assert_true(screen_test_shows(test, "Enter starts it (asks first)."));
    assert_false(screen_test_shows(test, "seed"));
    screen_test_keys(test, "Esc Esc Esc Esc");
    assert_int_equal(top_of(test), SCREEN_HOME);
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
    assert_int_equal(top_of(test), SCREEN_EXERCISE);
    assert_true(screen_test_shows(test, test->shell->open.exercise->title));
    assert_false(screen_test_shows(test, "H hint"));
    assert_false(screen_test_shows(test, "w microscope"));
    verdict_support_give(test->shell, verdict_support_pass(), 1);
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "Enter next"));
    const struct exercise *kernel = test->shell->open.exercise;
    assert_true(assessment_take_attempt(test->app, kernel, 1, true, NULL));
    screen_test_keys(test, "Enter");
    assert_int_equal(top_of(test), SCREEN_ASSESSMENT);
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
    assert_int_equal(top_of(test), SCREEN_ASSESSMENT); /* there is no result yet */
    screen_test_keys(test, "Enter y Enter 1 Enter F y");
    assert_true(screen_test_shows(test, "Read again  1 opens the lesson"));
    screen_test_keys(test, "2 1");
    assert_int_equal(top_of(test), SCREEN_LESSON);
    shell_top(test->shell)->class->place(shell_top(test->shell)->state, &place);
    assert_string_equal(place.lesson->id, "w01-first");
    screen_test_keys(test, "Esc");
    assert_int_equal(top_of(test), SCREEN_ASSESSMENT);
    screen_test_resize(test, 120, 24); /* two pages */
    shell_draw(test->shell);
    assert_int_equal(test->shell->target_count, 1);
    struct rect where = test->shell->targets[0].where;
    shell_key(test->shell, key_of_click(where.x + 4, where.y));
    assert_int_equal(top_of(test), SCREEN_LESSON);
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
    assert_int_not_equal(top_of(test), SCREEN_COMPARE);
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
    screen_test_keys(test, "Enter 2 Enter 2 Enter 1");
    assert_true(screen_test_shows(test, "Not this one: 4 blocks have 1024 threads"));
    assert_true(screen_test_shows(test, "Right: So there is a guard"));
    screen_test_keys(test, "Enter");
    assert_true(screen_test_shows(test, "5/7"));
    screen_test_keys(test, "Right 2 Enter 2 Enter");
    assert_true(screen_test_shows(test, "5 of 6 questions answered; the course begins at its beginning"));
    assert_true(screen_test_shows(test, "next lesson: Day 0"));
    assert_true(store_set_step_done(test->app->store, "w00-placement", 4, "8", true, NULL));
    screen_test_stop(test);
    screen_test_start(test, 80, 24, true, "w00-placement");
    screen_test_keys(test, "Left Left Left Left Left Left Left Left Right Right 2 Right Right Right Right Right");
    assert_true(screen_test_shows(test, "5 of 6 right."));
    assert_true(screen_test_shows(test, "Begin with \"One thread, one element\""));
}

/* Its place is on the last page. Said at once, it would cover the keys. */
static void test_the_last_answer_of_the_placement_leaves_the_keys(void **state)
{
    struct screen_test *test = *state;
    setenv("WARPSCHOOL_ROOT", WARPSCHOOL_SOURCE_DIR, 1);
    screen_test_start(test, 80, 24, true, "w00-placement");
    screen_test_keys(test, "Enter 2 Enter 2 Enter 1 Enter Right 2 Enter");
    assert_true(store_set_step_done(test->app->store, "w00-placement", 4, "8", true, NULL));
    assert_true(screen_test_shows(test, "7/7"));
    screen_test_keys(test, "2");
    assert_true(screen_test_shows(test, "Enter go on"));
    assert_false(screen_test_shows(test, "Begin with"));
    screen_test_keys(test, "Enter");
    assert_true(screen_test_shows(test, "Begin with \"One thread, one element\""));
}

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

static void test_progress_says_that_an_assessment_was_not_taken(void **state)
{
    struct screen_test *test = *state;
    setenv("WARPSCHOOL_ROOT", WARPSCHOOL_SOURCE_DIR, 1);
    screen_test_start(test, 120, 40, false, NULL);
    screen_test_keys(test, "Esc p");
    assert_true(screen_test_shows(test, "foundation assessment        not taken"));
    assert_false(screen_test_shows(test, "not passed.")); /* which it was not */
}

/* Another terminal can have graded since the shell read its record. */
static void test_progress_reads_the_record_again(void **state)
{
    struct screen_test *test = *state;
    setenv("WARPSCHOOL_ROOT", WARPSCHOOL_SOURCE_DIR, 1);
    screen_test_start(test, 120, 40, false, NULL);
    screen_test_keys(test, "Esc");
    const struct lesson *lesson = curriculum_find_lesson(test->app->curriculum, "w01-memory");
    for (size_t i = 0; i < lesson->step_count; i++)
        assert_true(store_set_step_done(test->app->store, lesson->id, (int)i, "1", true, NULL));
    screen_test_keys(test, "p");
    assert_true(screen_test_shows(test, "1 of 18"));
}

static void test_help_says_what_enter_does_on_the_screen(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 120, 40, false, NULL);
    screen_test_keys(test, "?");
    assert_true(screen_test_shows(test, "Enter Space           start the course"));
    screen_test_keys(test, "Esc Esc ?");
    assert_true(screen_test_shows(test, "Enter                 open the marked item"));
}

/* There Enter does nothing. */
static void test_a_tried_choice_offers_no_answer(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "w01-first");
    screen_test_keys(test, "Right 1");
    assert_true(screen_test_shows(test, "Not this one"));
    assert_false(screen_test_shows(test, "Enter answer"));
    screen_test_keys(test, "Down");
    assert_true(screen_test_shows(test, "Enter answer"));
}

/* Space would take the marked choice for an answer. */
static void test_space_skips_a_question(void **state)
{
    struct screen_test *test = *state;
    struct step_progress *steps;
    size_t count;
    screen_test_start(test, 80, 24, false, "w01-first");
    screen_test_keys(test, "Right");
    assert_true(screen_test_shows(test, "Space skip"));
    screen_test_keys(test, "Space");
    assert_true(screen_test_shows(test, "3/5"));
    assert_false(screen_test_shows(test, "Space skip")); /* it ticks */
    assert_true(store_list_steps(test->app->store, test->arena, &steps, &count, NULL));
    for (size_t i = 0; i < count; i++)
        assert_null(steps[i].answer);
}

/* The text and the footer name one key. */
static void test_a_wrong_answer_names_the_key_of_the_footer(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "w01-first");
    screen_test_keys(test, "Right 1");
    assert_true(screen_test_shows(test, "Space skips the question"));
    assert_true(screen_test_shows(test, "Space skip "));
    screen_test_keys(test, "Enter");
    assert_true(screen_test_shows(test, "press Space to skip the question"));
}

static void test_a_resize_and_back_changes_nothing(void **state)
{
    struct screen_test *test = *state;
    static const char *const keys[] = {"Esc G Up Up", "K G Up Up", "? G", "p G"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        CLEANUP(buffer_done) struct buffer before = BUFFER_INIT;
        CLEANUP(buffer_done) struct buffer after = BUFFER_INIT;
        screen_test_start(test, 80, 12, false, NULL);
        screen_test_keys(test, keys[i]);
        screen_test_dump(test, false, &before);
        static const int sizes[][2] = {{200, 60}, {40, 10}, {20, 5}, {80, 12}};
        for (int size = 0; size < 4; size++) {
            screen_test_resize(test, sizes[size][0], sizes[size][1]);
            shell_draw(test->shell);
        }
        screen_test_dump(test, false, &after);
        assert_string_equal(buffer_text(&before), buffer_text(&after));
        screen_test_stop(test);
    }
    screen_test_start(test, 80, 12, false, NULL);
}

/* A message that is longer than the line, and one that a click removes. */
static void test_a_long_message_is_whole(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 40, 12, false, "first");
    shell_say(test->shell, STYLE_BAD, "%s", "The first words of this message, many more words, and its last words");
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "The first words"));
    assert_true(screen_test_shows(test, "last words"));
    shell_key(test->shell, key_of_click(1, 11));
    shell_draw(test->shell);
    assert_false(screen_test_shows(test, "last words"));
    assert_int_equal(top_of(test), SCREEN_EXERCISE);
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
    assert_int_not_equal(top_of(test), SCREEN_HOME);
    shell_draw(test->shell);
    screen_test_keys(test, "Esc");
    shell_key(test->shell, key_of_click(1, 23)); /* "Enter open" in the footer */
    assert_int_not_equal(top_of(test), SCREEN_HOME);
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
    assert_int_not_equal(top_of(test), SCREEN_SEARCH);
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
        SCREEN_TEST(test_a_click_beside_the_list_leaves_it),
        SCREEN_TEST(test_the_wheel_beside_a_list_leaves_it),
        SCREEN_TEST(test_help_says_what_enter_does_on_the_screen),
        SCREEN_TEST(test_a_tried_choice_offers_no_answer),
        SCREEN_TEST(test_space_skips_a_question),
        SCREEN_TEST(test_progress_says_that_an_assessment_was_not_taken),
        SCREEN_TEST(test_progress_reads_the_record_again),
        SCREEN_TEST(test_a_wrong_answer_names_the_key_of_the_footer),
        SCREEN_TEST(test_a_resize_and_back_changes_nothing),
        SCREEN_TEST(test_a_long_message_is_whole),
        SCREEN_TEST(test_a_click_answers_a_question),
        SCREEN_TEST(test_the_mouse_marks_opens_and_presses),
        SCREEN_TEST(test_the_mouse_chooses_what_was_found),
        SCREEN_TEST(test_a_click_on_a_heading_marks_nothing),
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
        SCREEN_TEST(test_a_verdict_of_another_language_says_so),
        SCREEN_TEST(test_first_run_to_first_exercise),
        SCREEN_TEST(test_a_rating_names_its_lesson),
        SCREEN_TEST(test_a_long_line_shows_its_end),
        SCREEN_TEST(test_comes_back_where_one_was),
        SCREEN_TEST(test_answers_are_kept),
        SCREEN_TEST(test_answers_keep_their_time),
        SCREEN_TEST(test_a_place_that_is_gone_is_the_map),
        SCREEN_TEST(test_a_lesson_without_an_exercise_offers_none),
        SCREEN_TEST(test_an_unknown_name_is_said),
        SCREEN_TEST(test_another_day_offers_a_warm_up),
        SCREEN_TEST(test_space_leaves_a_question_of_the_warm_up),
        SCREEN_TEST(test_a_warm_up_is_skipped_and_not_offered_again_that_day),
        SCREEN_TEST(test_an_older_verdict_never_replaces_a_newer),
        SCREEN_TEST(test_a_verdict_is_recorded_and_found_again),
        SCREEN_TEST(test_a_deleted_progress_file_is_said),
        SCREEN_TEST(test_a_changed_file_is_said),
        SCREEN_TEST(test_without_a_grader_a_save_says_so),
        SCREEN_TEST(test_reset_asks_and_can_be_undone),
        SCREEN_TEST(test_solution_asks_and_is_marked),
        SCREEN_TEST(test_parking),
        SCREEN_TEST(test_hints_come_one_by_one),
        SCREEN_TEST(test_palette_runs_what_it_finds),
        SCREEN_TEST(test_unbound_keys_say_so),
        SCREEN_TEST(test_interrupt_never_surprises),
        SCREEN_TEST(test_any_resize),
        SCREEN_TEST(test_a_screen_that_did_not_change_is_not_written),
        SCREEN_TEST(test_edit_opens_the_learners_file),
        SCREEN_TEST(test_a_folder_is_not_edited),
        SCREEN_TEST(test_time_is_counted_and_silence_is_not),
        SCREEN_TEST(test_wide_figures_can_be_panned),
        SCREEN_TEST(test_reading_what_the_verdict_says),
        SCREEN_TEST(test_days_in_a_row_are_shown),
        SCREEN_TEST(test_reading_on_after_a_pass),
        SCREEN_TEST(test_contents_lead_to_a_step),
        SCREEN_TEST(test_neighbours),
        SCREEN_TEST(test_the_map_marks_what_was_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
