/* Tests the screens of lessons, and the warm-up from their questions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "screen_support.h"
#include "verdict_support.h"

static void test_a_rating_names_its_lesson(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "w01-first");
    screen_test_keys(test, "*");
    assert_true(screen_test_shows(test, "1 (poor) to 5 (good), remark optional (One thread, one element):"));
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

static void test_the_hints_of_an_exercise_are_with_it(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "w01-first");
    for (int i = 0; i < 9 && !screen_test_shows(test, "opens the exercise"); i++)
        screen_test_keys(test, "Right");
    screen_test_keys(test, "H");
    assert_true(screen_test_shows(test, "The exercise has hints of its own: Tab, then H"));
    screen_test_keys(test, "Tab H");
    assert_true(screen_test_shows(test, "Hint 1 of 3"));
}

static bool note_editor(void *context, const char *path, int line, struct error *error)
{
    (void)line, (void)error;
    *(bool *)context = strstr(path, "first.cu") != NULL;
    return true;
}

static void test_a_lesson_opens_its_exercise_in_the_editor(void **state)
{
    struct screen_test *test = *state;
    bool was_edited = false;
    screen_test_start(test, 80, 24, false, "w01-first");
    test->shell->hooks = (struct shell_hooks){.context = &was_edited, .edit = note_editor};
    screen_test_keys(test, "e");
    assert_true(was_edited);
    assert_int_equal(screen_test_top(test), SCREEN_EXERCISE);
    screen_test_keys(test, "Esc");
    assert_int_equal(screen_test_top(test), SCREEN_LESSON);
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
    assert_int_equal(screen_test_top(test), SCREEN_WARM_UP);
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
    assert_int_equal(screen_test_top(test), SCREEN_HOME);
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
    assert_int_equal(screen_test_top(test), SCREEN_HOME);
}

static void test_a_warm_up_is_skipped_and_not_offered_again_that_day(void **state)
{
    struct screen_test *test = *state;
    start_on_another_day(test);
    screen_test_keys(test, "Esc");
    assert_int_equal(screen_test_top(test), SCREEN_HOME);
    screen_test_stop(test);
    screen_test_start(test, 80, 24, false, NULL);
    assert_int_equal(screen_test_top(test), SCREEN_HOME);
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

static void test_reading_on_after_a_pass(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "w01-first");
    screen_test_keys(test, "Right Right Right Right Enter");
    assert_int_equal(screen_test_top(test), SCREEN_EXERCISE);
    verdict_support_give(test->shell, verdict_support_pass(), 1);
    screen_test_keys(test, "Tab");
    assert_true(screen_test_shows(test, "continues; Tab opens the exercise"));
    screen_test_keys(test, "Enter");
    assert_true(screen_test_shows(test, "End of the lesson"));
    screen_test_keys(test, "Enter");
    assert_true(screen_test_shows(test, "Rows and columns"));
}

/* The words on what comes next are below the reading list. */
static void test_the_end_is_read_before_the_next_lesson(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 60, 12, false, "w01-first");
    screen_test_keys(test, "Right Right Right Right Right Right");
    assert_true(screen_test_shows(test, "End of the lesson"));
    assert_false(screen_test_shows(test, "still to do"));
    screen_test_keys(test, "Enter");
    assert_int_equal(screen_test_top(test), SCREEN_LESSON);
    assert_true(screen_test_shows(test, "the exercise first is still to do"));
    screen_test_keys(test, "Enter");
    assert_int_equal(screen_test_top(test), SCREEN_EXERCISE);
}

static void test_contents_lead_to_a_step(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "w01-first");
    screen_test_keys(test, "c G Enter");
    assert_int_equal(screen_test_top(test), SCREEN_LESSON);
    assert_true(screen_test_shows(test, "5/5"));
    assert_int_equal(test->shell->screen_count, 2);
    screen_test_keys(test, "c g Esc");
    assert_true(screen_test_shows(test, "5/5"));
}

/* A text that begins with a table is named by its first sentence. */
static void test_the_name_of_a_step_is_no_row_of_a_table(void **state)
{
    struct screen_test *test = *state;
    setenv("WARPSCHOOL_ROOT", WARPSCHOOL_SOURCE_DIR, 1);
    screen_test_start(test, 80, 24, false, "project1-transformer");
    screen_test_keys(test, "c");
    assert_true(screen_test_shows(test, "16 q, k and v are three products"));
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

/* A key without an effect says why. */
static void test_keys_without_an_effect_say_so(void **state)
{
    static const struct {
        const char *keys, *words;
    } cases[] = {{"g Left", "This is the first step"},
                 {"g H", "This step has no hints"},
                 {"g s", "There is no blank to complete here"},
                 {"g t", "There is no plot here"},
                 {"g a", "a does nothing here"},
                 {"Right Right Right Right Right Right Right", "The lesson ends here"}};
    struct screen_test *test = *state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        screen_test_start(test, 80, 24, false, "w01-first");
        screen_test_keys(test, cases[i].keys);
        if (!screen_test_shows(test, cases[i].words))
            fail_msg("%s", cases[i].words);
        screen_test_stop(test);
    }
}

static void test_esc_on_the_map_shows_all_or_says_so(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, NULL);
    screen_test_keys(test, "Esc Esc");
    assert_true(screen_test_shows(test, "This is the whole course; q quits"));
    screen_test_keys(test, "f");
    assert_true(screen_test_shows(test, "Esc show all"));
    screen_test_keys(test, "Esc");
    assert_false(screen_test_shows(test, "Esc show all"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCREEN_TEST(test_keys_without_an_effect_say_so),
        SCREEN_TEST(test_esc_on_the_map_shows_all_or_says_so),
        SCREEN_TEST(test_a_tried_choice_offers_no_answer),
        SCREEN_TEST(test_space_skips_a_question),
        SCREEN_TEST(test_a_wrong_answer_names_the_key_of_the_footer),
        SCREEN_TEST(test_a_rating_names_its_lesson),
        SCREEN_TEST(test_answers_are_kept),
        SCREEN_TEST(test_answers_keep_their_time),
        SCREEN_TEST(test_the_hints_of_an_exercise_are_with_it),
        SCREEN_TEST(test_a_lesson_opens_its_exercise_in_the_editor),
        SCREEN_TEST(test_a_lesson_without_an_exercise_offers_none),
        SCREEN_TEST(test_another_day_offers_a_warm_up),
        SCREEN_TEST(test_space_leaves_a_question_of_the_warm_up),
        SCREEN_TEST(test_a_warm_up_is_skipped_and_not_offered_again_that_day),
        SCREEN_TEST(test_wide_figures_can_be_panned),
        SCREEN_TEST(test_reading_what_the_verdict_says),
        SCREEN_TEST(test_reading_on_after_a_pass),
        SCREEN_TEST(test_the_end_is_read_before_the_next_lesson),
        SCREEN_TEST(test_the_name_of_a_step_is_no_row_of_a_table),
        SCREEN_TEST(test_contents_lead_to_a_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
