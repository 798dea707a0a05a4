/* Tests notes and bookmarks: at steps and lines, in lists, after changes of the file. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/file.h"
#include "screen_sizes.h"

static void test_screens(void **state)
{
    check_at_all_sizes(*state, "note-step", "w01-first", "m w h y Enter Esc Enter", NULL);
    check_at_all_sizes(*state, "note-line", "first", "2 Down Down m Enter", NULL);
}

static void test_a_note_stays_until_it_is_removed(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "w01-first");
    screen_test_keys(test, "m w h y Esc"); /* nothing yet */
    assert_false(screen_test_shows(test, "✎"));
    screen_test_keys(test, "m w h y Enter");
    assert_true(screen_test_shows(test, "✎ why"));
    screen_test_keys(test, "m n o w Enter");
    assert_true(screen_test_shows(test, "✎ now"));
    screen_test_keys(test, "c");
    assert_true(screen_test_shows(test, "✎●") || screen_test_shows(test, "✎○"));
    screen_test_keys(test, "Esc m Enter");
    assert_true(screen_test_shows(test, "The note is gone"));
    screen_test_keys(test, "m Enter");
    assert_true(screen_test_shows(test, "✎ bookmark"));
}

static void test_the_search_shows_and_opens_notes(void **state)
{
    struct screen_test *test = *state;
    struct place place;
    screen_test_start(test, 80, 24, false, "w01-first");
    screen_test_keys(test, "m w h y Enter Esc / w h y");
    assert_true(screen_test_shows(test, " note "));
    screen_test_keys(test, "Enter");
    shell_top(test->shell)->class->place(shell_top(test->shell)->state, &place);
    assert_string_equal(place.lesson->id, "w01-first");
    assert_int_equal(place.step, 0);
    screen_test_keys(test, "Esc Esc /");
    assert_true(screen_test_shows(test, " note ")); /* all of them without words */
}

/* The words of a note and the line of code that it stands at are apart, in the list and below. */
static void test_the_search_keeps_notes_and_code_apart(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 120, 40, false, "first");
    screen_test_keys(test, "2 Down Down m w h y Enter Down Down Down m Enter /");
    assert_true(screen_test_shows(test, "why │ //"));
    assert_true(screen_test_shows(test, "bookmark │ extern"));
    assert_true(screen_test_shows(test, "first:5"));
    assert_false(screen_test_shows(test, "why  //"));
}

/* A line is added above: the note follows the text of its line. */
static void test_a_note_follows_its_line(void **state)
{
    struct screen_test *test = *state;
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    CLEANUP(buffer_done) struct buffer changed = BUFFER_INIT;
    struct note *notes;
    size_t count;
    screen_test_start(test, 80, 24, false, "first");
    screen_test_keys(test, "2 Down Down m w h y Enter");
    assert_true(screen_test_shows(test, "✎ why"));
    assert_true(store_list_notes(test->app->store, test->arena, &notes, &count, NULL));
    assert_int_equal(count, 1);
    assert_true(notes[0].place > 0);
    assert_true(file_read(test->shell->open.path, 1 << 20, &text, NULL));
    buffer_printf(&changed, "// one more\n%s", buffer_text(&text));
    assert_int_equal(note_line(&notes[0], changed.data, changed.size_bytes), notes[0].place + 1);
    assert_int_equal(note_line(&notes[0], "x\ny\n", 4), notes[0].place); /* the line is gone */
    screen_test_keys(test, "1 m Enter");
    assert_true(screen_test_shows(test, "✎ bookmark")); /* on the whole exercise */
}

static void test_a_weekly_goal(void **state)
{
    struct screen_test *test = *state;
    struct attempt attempt = {.exercise = "first", .status = "pass", .started_at = NULL};
    screen_test_start(test, 80, 24, false, NULL);
    screen_test_keys(test, "Esc p");
    assert_false(screen_test_shows(test, "weekly goal"));
    assert_true(settings_keep(test->app->store, SETTING_GOAL, "2", NULL));
    assert_true(store_add_attempt(test->app->store, &attempt, NULL, NULL));
    screen_test_stop(test);
    screen_test_start(test, 80, 24, false, NULL);
    screen_test_keys(test, "Esc p");
    assert_true(screen_test_shows(test, "weekly goal: 1 of 2 days"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCREEN_TEST(test_screens),
        SCREEN_TEST(test_a_note_stays_until_it_is_removed),
        SCREEN_TEST(test_the_search_shows_and_opens_notes),
        SCREEN_TEST(test_the_search_keeps_notes_and_code_apart),
        SCREEN_TEST(test_a_note_follows_its_line),
        SCREEN_TEST(test_a_weekly_goal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
