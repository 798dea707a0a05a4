/* Tests the shell's frame: start, places, keys, sizes and messages. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "screen_support.h"
#include "verdict_support.h"

static void test_first_run_to_first_exercise(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, NULL);
    assert_int_equal(screen_test_top(test), SCREEN_WELCOME);
    screen_test_keys(test, "Enter");
    assert_int_equal(screen_test_top(test), SCREEN_LESSON);
    screen_test_keys(test, "Enter Enter");
    assert_true(screen_test_shows(test, "Question"));
    screen_test_keys(test, "Down Enter");
    assert_true(screen_test_shows(test, "Right: (1000 + 255) / 256 = 4"));
    assert_true(screen_test_shows(test, "2/5")); /* no step without a key */
    screen_test_keys(test, "Enter Right Right");
    assert_true(screen_test_shows(test, "opens the exercise"));
    screen_test_keys(test, "Enter");
    assert_int_equal(screen_test_top(test), SCREEN_EXERCISE);
    assert_true(file_exists(path_join(test->arena, test->folder, "state/work/week01/first.cu")));
    assert_true(screen_test_shows(test, "~/state/work/week01/first.cu"));
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
    screen_test_restart(test);
    assert_int_equal(screen_test_top(test), SCREEN_LESSON);
    struct place place;
    shell_top(test->shell)->class->place(shell_top(test->shell)->state, &place);
    assert_string_equal(place.lesson->id, "w01-first");
    assert_int_equal(place.step, 0);
    assert_int_equal(place.scroll, 3);
    screen_test_keys(test, "Tab ?"); /* the way back skips help */
    screen_test_restart(test);
    assert_int_equal(screen_test_top(test), SCREEN_EXERCISE);
    screen_test_keys(test, "Esc"); /* the map is below */
    assert_int_equal(screen_test_top(test), SCREEN_HOME);
    screen_test_restart(test);
    assert_int_equal(screen_test_top(test), SCREEN_HOME);
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
        assert_int_equal(screen_test_top(test), i == 6 ? SCREEN_LESSON : SCREEN_HOME);
    }
}

static void test_an_unknown_name_is_said(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "frist");
    assert_int_equal(screen_test_top(test), SCREEN_HOME);
    assert_true(screen_test_shows(test, "there is no lesson or exercise 'frist'"));
    assert_true(screen_test_shows(test, "did you mean 'first'?"));
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

/* Nothing on this screen is too wide, so a key that moves figures is not among the first. */
static void test_palette_begins_with_the_keys_of_the_footer(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    screen_test_keys(test, ":");
    assert_true(screen_test_shows(test, "│ microscope "));
    assert_false(screen_test_shows(test, "│ pan-right "));
}

static void test_palette_runs_what_it_finds(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    screen_test_keys(test, ": p r o g Enter");
    assert_int_equal(screen_test_top(test), SCREEN_PROGRESS);
    screen_test_keys(test, ": z z z Enter");
    assert_true(screen_test_shows(test, "there is no command 'zzz' here"));
    screen_test_keys(test, ": s e t i n g s Enter");
    assert_true(screen_test_shows(test, "there is no command 'setings' here; did you mean 'settings'?"));
    screen_test_keys(test, ": h o m Tab Enter");
    assert_int_equal(screen_test_top(test), SCREEN_HOME);
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

static void test_time_is_counted_and_silence_is_not(void **state)
{
    struct screen_test *test = *state;
    struct progress_statistics statistics;
    struct error error = {0};
    screen_test_start(test, 80, 24, false, "w01-first");
    test->shell->now_ns = INT64_C(1000000000);
    screen_test_keys(test, "j");
    test->shell->now_ns += INT64_C(20000000000);
    screen_test_keys(test, "Tab");
    test->shell->now_ns += INT64_C(3600000000000); /* an hour without a key */
    screen_test_keys(test, "j Esc");
    assert_true(progress_get_statistics(test->app->store, NULL, &statistics, &error));
    assert_int_equal(statistics.seconds_spent, 20 + ATTENTION_SILENCE_SECONDS);
}

static void test_days_in_a_row_are_shown(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    verdict_support_give(test->shell, verdict_support_gate(), 1); /* recorded now */
    screen_test_keys(test, "Esc");
    assert_true(screen_test_shows(test, "1 day in a row"));
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
    assert_int_equal(screen_test_top(test), SCREEN_EXERCISE);
    screen_test_keys(test, "Esc Enter");
    assert_int_equal(screen_test_top(test), SCREEN_EXERCISE);
    assert_true(screen_test_shows(test, "second"));
    screen_test_keys(test, "Esc Down Left");
    assert_true(screen_test_shows(test, "▸ Week 2"));
    screen_test_keys(test, ": t h i r d Enter Esc");
    assert_true(screen_test_shows(test, "▾ Week 2"));
    screen_test_keys(test, "Enter");
    assert_string_equal(test->shell->open.exercise->id, "third");
}

/* A lesson that is finished is no longer what there is to do. */
static void test_the_map_marks_what_comes_after_a_finished_lesson(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, NULL);
    screen_test_keys(test, "Esc Enter");
    assert_int_equal(screen_test_top(test), SCREEN_LESSON);
    for (int step = 0; step < 4; step++)
        assert_true(store_set_step_done(test->app->store, "w01-first", step, NULL, true, NULL));
    screen_test_keys(test, "Tab");
    verdict_support_give(test->shell, verdict_support_pass(), 1);
    screen_test_keys(test, "Esc Esc Esc");
    assert_int_equal(screen_test_top(test), SCREEN_HOME);
    assert_true(screen_test_shows(test, "turn a row and a column")); /* of the second lesson */
    screen_test_keys(test, "Up Up Enter");                           /* a second look leaves the mark there */
    assert_int_equal(screen_test_top(test), SCREEN_LESSON);
    screen_test_keys(test, "Esc");
    assert_true(screen_test_shows(test, "map a thread to an element"));
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

static void test_a_key_that_opens_a_screen_closes_it(void **state)
{
    static const char *const keys[] = {"?", "K", ",", "T"};
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, NULL);
    screen_test_keys(test, "Esc");
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        screen_test_keys(test, keys[i]);
        assert_int_not_equal(shell_top(test->shell)->id, SCREEN_HOME);
        screen_test_keys(test, keys[i]);
        assert_int_equal(shell_top(test->shell)->id, SCREEN_HOME);
    }
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
    assert_int_equal(screen_test_top(test), SCREEN_EXERCISE);
}

/* As in a pager. The command quits from there, too. */
static void test_the_key_that_quits_closes_the_help(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    screen_test_keys(test, "?");
    assert_int_equal(screen_test_top(test), SCREEN_HELP);
    assert_true(screen_test_shows(test, "q close"));
    screen_test_keys(test, "q");
    assert_int_equal(screen_test_top(test), SCREEN_EXERCISE);
    assert_false(test->shell->quit);
    screen_test_keys(test, "? : q u i t Enter");
    assert_true(test->shell->quit);
}

static void test_keys_that_cannot_be_read_are_reported(void **state)
{
    struct screen_test *test = *state;
    const char *keys = path_join(test->arena, test->folder, "state/config/keys");
    assert_true(file_make_folders(keys, NULL));
    screen_test_start(test, 200, 24, false, NULL);
    assert_true(screen_test_shows(test, "config/keys' is a folder, not a file"));
}

static void test_a_zero_byte_hides_no_keys(void **state)
{
    static const char text[] = "# a \0 byte\n\0\nno binding\n";
    struct screen_test *test = *state;
    const char *keys = path_join(test->arena, test->folder, "state/config/keys");
    assert_true(file_make_folders(path_folder(test->arena, keys), NULL));
    assert_true(file_write_atomic(keys, text, sizeof text - 1, NULL));
    screen_test_start(test, 80, 24, false, NULL);
    assert_true(screen_test_shows(test, "keys, line 2: not of the form 'exercise run = r F5'"));
}

static void test_a_damaged_record_that_was_replaced_is_kept(void **state)
{
    struct screen_test *test = *state;
    const char *folder = path_join(test->arena, test->folder, "state");
    assert_true(file_make_folders(folder, NULL));
    assert_true(file_write_atomic(path_join(test->arena, folder, "warpschool.db"), "no database", 11, NULL));
    screen_test_start(test, 200, 24, false, NULL);
    assert_true(screen_test_shows(test, "the progress file was damaged"));
    assert_false(screen_test_shows(test, "not kept"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCREEN_TEST(test_keys_that_cannot_be_read_are_reported),
        SCREEN_TEST(test_a_zero_byte_hides_no_keys),
        SCREEN_TEST(test_a_damaged_record_that_was_replaced_is_kept),
        SCREEN_TEST(test_help_says_what_enter_does_on_the_screen),
        SCREEN_TEST(test_the_key_that_quits_closes_the_help),
        SCREEN_TEST(test_progress_says_that_an_assessment_was_not_taken),
        SCREEN_TEST(test_progress_reads_the_record_again),
        SCREEN_TEST(test_a_key_that_opens_a_screen_closes_it),
        SCREEN_TEST(test_a_resize_and_back_changes_nothing),
        SCREEN_TEST(test_a_long_message_is_whole),
        SCREEN_TEST(test_first_run_to_first_exercise),
        SCREEN_TEST(test_a_long_line_shows_its_end),
        SCREEN_TEST(test_comes_back_where_one_was),
        SCREEN_TEST(test_a_place_that_is_gone_is_the_map),
        SCREEN_TEST(test_an_unknown_name_is_said),
        SCREEN_TEST(test_a_deleted_progress_file_is_said),
        SCREEN_TEST(test_palette_begins_with_the_keys_of_the_footer),
        SCREEN_TEST(test_palette_runs_what_it_finds),
        SCREEN_TEST(test_unbound_keys_say_so),
        SCREEN_TEST(test_interrupt_never_surprises),
        SCREEN_TEST(test_any_resize),
        SCREEN_TEST(test_a_screen_that_did_not_change_is_not_written),
        SCREEN_TEST(test_time_is_counted_and_silence_is_not),
        SCREEN_TEST(test_days_in_a_row_are_shown),
        SCREEN_TEST(test_neighbours),
        SCREEN_TEST(test_the_map_marks_what_was_left),
        SCREEN_TEST(test_the_map_marks_what_comes_after_a_finished_lesson),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
