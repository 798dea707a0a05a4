/* Tests full-text search and the glossary. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "app/help_ladder.h"
#include "app/search.h"
#include "screen_sizes.h"

static void test_while_typing(void **state)
{
    check_at_all_sizes(*state, "search", NULL, "Esc / g r i d", NULL);
}

static void test_glossary_of_a_lesson(void **state)
{
    check_at_all_sizes(*state, "glossary", "w01-first", "K", NULL);
}

static void test_texts_are_found_and_opened(void **state)
{
    struct screen_test *test = *state;
    struct place place;
    screen_test_start(test, 80, 24, false, "first");
    screen_test_keys(test, "/ l o o p Enter");
    assert_int_equal(screen_test_top(test), SCREEN_LESSON);
    shell_top(test->shell)->class->place(shell_top(test->shell)->state, &place);
    assert_string_equal(place.lesson->id, "w01-first");
    screen_test_keys(test, "Esc");
    assert_int_equal(screen_test_top(test), SCREEN_SEARCH);
    screen_test_keys(test, "/ x y z z y");
    assert_true(screen_test_shows(test, "No text has these words."));
    screen_test_keys(test, "Enter ^U l o o p"); /* without a hit, the words are there to be corrected */
    assert_true(screen_test_shows(test, "/loop"));
    assert_false(screen_test_shows(test, "No text has these words."));
    screen_test_keys(test, "^U Esc");
    assert_int_equal(screen_test_top(test), SCREEN_EXERCISE);
}

static void test_a_typo_has_a_suggestion(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    screen_test_keys(test, "/ s e c o m d");
    assert_true(screen_test_shows(test, "Did you mean 'second'? Enter searches for it."));
    screen_test_keys(test, "Enter");
    assert_int_equal(screen_test_top(test), SCREEN_SEARCH);
    assert_false(screen_test_shows(test, "Did you mean"));
    screen_test_keys(test, "Enter");
    assert_int_not_equal(screen_test_top(test), SCREEN_SEARCH);
}

static void test_a_typed_line_has_a_cursor(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    screen_test_keys(test, "/ o o p Home l");
    assert_true(screen_test_shows(test, "/loop"));
    screen_test_keys(test, "^U o l Esc : l o b Left Left g Del");
    assert_true(screen_test_shows(test, ":lgb"));
}

static void test_up_and_down_while_typing(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, NULL);
    screen_test_keys(test, "Esc / S E C O N D Down Enter");
    assert_int_equal(screen_test_top(test), SCREEN_EXERCISE);
    screen_test_keys(test, "Esc / Esc");
    assert_int_equal(screen_test_top(test), SCREEN_HOME);
}

static void test_more_hits_than_are_kept(void **state)
{
    struct screen_test *test = *state;
    setenv("WARPSCHOOL_ROOT", WARPSCHOOL_SOURCE_DIR, 1);
    screen_test_start(test, 80, 24, false, NULL);
    screen_test_keys(test, "Esc / w a r p");
    assert_true(screen_test_shows(test, "the first 200 hits"));
}

static void test_hits(void **state)
{
    struct screen_test *test = *state;
    struct search_hit hits[SEARCH_HITS_MAX];
    screen_test_start(test, 80, 24, false, NULL);
    assert_int_equal(search_find(test->app, "  ", test->arena, hits), 0);
    size_t count = search_find(test->app, "warp", test->arena, hits);
    assert_true(count > 0);
    assert_int_equal(hits[0].kind, SEARCH_TERM);
    assert_int_equal(search_find(test->app, "warp xyzzy", test->arena, hits), 0);
    /* a hint is found, and hidden until it was shown */
    count = search_find(test->app, "which elements", test->arena, hits);
    assert_int_equal(count, 1);
    assert_int_equal(hits[0].kind, SEARCH_HINT);
    assert_null(strstr(hits[0].excerpt, "elements"));
    struct help_ladder_hint hint;
    assert_true(help_ladder_next_hint(test->app, hits[0].exercise, &hint, NULL));
    search_find(test->app, "which elements", test->arena, hits);
    assert_non_null(strstr(hits[0].excerpt, "elements"));
}

static void test_an_excerpt_is_plain(void **state)
{
    struct screen_test *test = *state;
    struct search_hit hits[SEARCH_HITS_MAX];
    screen_test_start(test, 80, 24, false, NULL);
    assert_true(search_find(test->app, "becomes", test->arena, hits) > 0);
    assert_non_null(strstr(hits[0].excerpt, "A loop on a CPU becomes a grid of threads on a GPU."));
    assert_true(search_find(test->app, "which block am", test->arena, hits) > 0);
    assert_non_null(strstr(hits[0].excerpt, "blockIdx.x which block am I in threadIdx.x"));
    assert_true(search_find(test->app, "global index", test->arena, hits) > 0);
    assert_non_null(strstr(hits[0].excerpt, "threadIdx.x; // the global index"));
}

static void test_an_excerpt_ends_with_a_word(void **state)
{
    struct screen_test *test = *state;
    struct search_hit hits[SEARCH_HITS_MAX];
    setenv("WARPSCHOOL_ROOT", WARPSCHOOL_SOURCE_DIR, 1);
    screen_test_start(test, 80, 24, false, NULL);
    assert_true(search_find(test->app, "each one float wide", test->arena, hits) > 0);
    size_t length = strlen(hits[0].excerpt);
    assert_true(strncmp(hits[0].excerpt, ".. ", 3) == 0);
    assert_string_equal(hits[0].excerpt + length - 3, " ..");
    assert_null(strstr(hits[0].excerpt, "differe .."));
}

/* The words that were looked for are in the column of a list, not only their surroundings. */
static void test_a_list_shows_the_words(void **state)
{
    struct screen_test *test = *state;
    setenv("WARPSCHOOL_ROOT", WARPSCHOOL_SOURCE_DIR, 1);
    screen_test_start(test, 80, 24, false, NULL);
    screen_test_keys(test, "Esc / p i t c h");
    assert_true(screen_test_shows(test, ".. is why the tile has a pitch"));
}

/* The term itself comes before those whose names have the word. */
static void test_a_term_comes_before_longer_ones(void **state)
{
    struct screen_test *test = *state;
    struct search_hit hits[SEARCH_HITS_MAX];
    setenv("WARPSCHOOL_ROOT", WARPSCHOOL_SOURCE_DIR, 1);
    screen_test_start(test, 80, 24, false, NULL);
    assert_true(search_find(test->app, "stride", test->arena, hits) > 1);
    assert_string_equal(hits[0].term->term, "stride");
    assert_string_equal(hits[1].term->term, "grid-stride loop");
    assert_true(search_find(test->app, "three of the four variables", test->arena, hits) > 0); /* of a blank */
}

static void test_an_excerpt_has_no_lines_of_figures(void **state)
{
    struct screen_test *test = *state;
    struct search_hit hits[SEARCH_HITS_MAX];
    setenv("WARPSCHOOL_ROOT", WARPSCHOOL_SOURCE_DIR, 1);
    screen_test_start(test, 200, 50, false, NULL);
    size_t count = search_find(test->app, "warps", test->arena, hits);
    assert_true(count > 0);
    for (size_t i = 0; i < count; i++)
        assert_null(strstr(hits[i].excerpt, "│"));
    screen_test_keys(test, "Esc / f r a m e w o r k");
    assert_true(screen_test_shows(test, "What your framework would have done, with a row")); /* in full */
}

/* A lesson's text names values that its steps computed. A reader sees the values. */
static void test_an_excerpt_has_values(void **state)
{
    struct screen_test *test = *state;
    struct search_hit hits[SEARCH_HITS_MAX];
    setenv("WARPSCHOOL_ROOT", WARPSCHOOL_SOURCE_DIR, 1);
    screen_test_start(test, 80, 24, false, NULL);
    size_t count = search_find(test->app, "occupancy", test->arena, hits);
    assert_true(count > 5);
    for (size_t i = 0; i < count; i++)
        assert_null(strstr(hits[i].excerpt, "{{"));
    assert_int_equal(search_find(test->app, "repair_b_cause.share_dram", test->arena, hits), 0);
}

/* Ten columns of an excerpt say nothing: a title has them on a narrow screen. */
static void test_a_narrow_search_shows_whole_titles(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 60, 20, false, NULL);
    screen_test_keys(test, "Esc / t h r e a d");
    assert_true(screen_test_shows(test, " lesson    One thread, one element\n"));
}

/* Links are words, also where the excerpt begins or ends within one. */
static void test_an_excerpt_has_no_addresses(void **state)
{
    struct screen_test *test = *state;
    static const char *const searched[] = {"Work in four steps", "log-sum-exp",   "every loop over it needs",
                                           "adds to rows",       "warp tiles of", "Weeks 3 and 4 teach"};
    struct search_hit hits[SEARCH_HITS_MAX];
    setenv("WARPSCHOOL_ROOT", WARPSCHOOL_SOURCE_DIR, 1);
    screen_test_start(test, 80, 24, false, NULL);
    for (size_t i = 0; i < sizeof searched / sizeof searched[0]; i++) {
        size_t count = search_find(test->app, searched[i], test->arena, hits);
        for (size_t j = 0; j < count; j++) {
            assert_null(strstr(hits[j].excerpt, "]("));
            assert_null(strstr(hits[j].excerpt, "lesson:"));
            assert_null(strstr(hits[j].excerpt, "diagram profile"));
        }
    }
    bool is_plain = false;
    size_t count = search_find(test->app, "Work in four steps", test->arena, hits);
    for (size_t i = 0; i < count; i++)
        is_plain |= strstr(hits[i].excerpt, "Work in four steps: profile ──▶ name the cause") != NULL;
    assert_true(is_plain);
}

/* The title of an assessment is found and opens it. Its questions stay unseen. */
static void test_an_assessment_is_found_by_its_title(void **state)
{
    struct screen_test *test = *state;
    struct search_hit hits[SEARCH_HITS_MAX];
    screen_test_start(test, 80, 24, false, NULL);
    assert_int_equal(search_find(test->app, "intermediate assessment", test->arena, hits), 1);
    assert_int_equal(hits[0].kind, SEARCH_LESSON);
    assert_int_equal(search_find(test->app, "Which one is right", test->arena, hits), 0);
    screen_test_keys(test, "Esc / a s s e s s Enter");
    assert_int_equal(screen_test_top(test), SCREEN_ASSESSMENT);
}

static void test_the_glossary_begins_with_the_screens_words(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "w01-first");
    screen_test_keys(test, "K");
    assert_int_equal(screen_test_top(test), SCREEN_GLOSSARY);
    assert_true(screen_test_shows(test, "On this screen"));
    screen_test_keys(test, "K K G g Up Down PgDn PgUp G");
    assert_true(screen_test_shows(test, "32 threads of a block")); /* warp is the last one */
    screen_test_keys(test, "Enter");
    assert_int_equal(screen_test_top(test), SCREEN_LESSON);
    screen_test_keys(test, "Esc Esc");
    assert_int_equal(screen_test_top(test), SCREEN_LESSON);
    screen_test_keys(test, "/ b a n k Enter");
    assert_int_equal(screen_test_top(test), SCREEN_GLOSSARY);
    assert_true(screen_test_shows(test, "Two lanes want different words"));
    screen_test_keys(test, "Enter");
    assert_true(screen_test_shows(test, "No lesson is about this term alone"));
}

static void test_a_click_on_a_term_explains_it(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "w01-first");
    int x = -1, y = 0;
    for (int row = 2; row < 20 && x < 0; row++)
        for (int column = 0; column < 70 && x < 0; column++)
            if (strcmp(canvas_cell(test->canvas, column, row)->text, "g") == 0 &&
                strcmp(canvas_cell(test->canvas, column + 1, row)->text, "r") == 0)
                x = column + 1, y = row;
    assert_true(x > 0);
    shell_key(test->shell, key_of_click(0, y)); /* beside the words */
    assert_int_equal(screen_test_top(test), SCREEN_LESSON);
    shell_key(test->shell, key_of_click(x, y));
    shell_draw(test->shell);
    assert_int_equal(screen_test_top(test), SCREEN_GLOSSARY);
    assert_true(screen_test_shows(test, "All blocks of one launch."));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCREEN_TEST(test_while_typing),
        SCREEN_TEST(test_glossary_of_a_lesson),
        SCREEN_TEST(test_texts_are_found_and_opened),
        SCREEN_TEST(test_a_typo_has_a_suggestion),
        SCREEN_TEST(test_a_typed_line_has_a_cursor),
        SCREEN_TEST(test_up_and_down_while_typing),
        SCREEN_TEST(test_more_hits_than_are_kept),
        SCREEN_TEST(test_hits),
        SCREEN_TEST(test_a_click_on_a_term_explains_it),
        SCREEN_TEST(test_an_excerpt_is_plain),
        SCREEN_TEST(test_an_excerpt_ends_with_a_word),
        SCREEN_TEST(test_a_list_shows_the_words),
        SCREEN_TEST(test_a_term_comes_before_longer_ones),
        SCREEN_TEST(test_an_excerpt_has_no_lines_of_figures),
        SCREEN_TEST(test_an_excerpt_has_values),
        SCREEN_TEST(test_an_excerpt_has_no_addresses),
        SCREEN_TEST(test_a_narrow_search_shows_whole_titles),
        SCREEN_TEST(test_an_assessment_is_found_by_its_title),
        SCREEN_TEST(test_the_glossary_begins_with_the_screens_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
