/* Labs in the background: answers to blanks, results, and requests that replace each other. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/lab_runner.h"
#include "base/file.h"
#include "compiler/compiler.h"
#include "temporary_app.h"

enum { PATIENCE_MS = 120000 };

static struct temporary_app temporary;
static struct app *app;
static struct lab_runner *runner;

static int set_up(void **state)
{
    (void)state;
    struct error error = {0};
    struct app_options options = {
        .root = WARPSCHOOL_SOURCE_DIR "/tests/curriculum/labs", .threads = 2, .language = "en"};
    if (temporary_app_open_with(&temporary, &options) != 0)
        return 1;
    app = temporary.app;
    runner = lab_runner_new(app, &error);
    return runner == NULL;
}

static int tear_down(void **state)
{
    (void)state;
    lab_runner_free(runner);
    return temporary_app_close(&temporary);
}

static const struct lab *lab(const char *id)
{
    const struct lab *found = lab_find(app, id, NULL);
    assert_non_null(found);
    return found;
}

/* The next result. Its arena is freed with the test's. */
static struct lab_news wait_for_news(void)
{
    struct lab_news news = {0};
    struct pollfd source = {.fd = lab_runner_descriptor(runner), .events = POLLIN};
    while (!lab_runner_poll(runner, &news))
        assert_int_equal(poll(&source, 1, PATIENCE_MS), 1);
    return news;
}

static void test_an_answer_is_judged(void **state)
{
    (void)state;
    lab_runner_try(runner, lab("tile_pitch"), "33");
    struct lab_news news = wait_for_news();
    assert_int_equal(news.error.code, ERROR_NONE);
    assert_true(news.kind == LAB_NEWS_ANSWER && news.answer.is_right);
    arena_free(news.arena);
    lab_runner_try(runner, lab("tile_pitch"), "64");
    news = wait_for_news();
    assert_false(news.answer.is_right);
    assert_string_equal(news.answer.say, "Still 32 passes: 64 is a multiple of 32.");
    arena_free(news.arena);
    lab_runner_try(runner, lab("tile_pitch"), "1) + (2");
    news = wait_for_news();
    assert_string_equal(news.answer.refused, "check the brackets: each ( and [ needs its partner");
    arena_free(news.arena);
}

/* The time of a refresh, which gives the expected results, if any. */
static double refreshed_time(const struct lab_results *expected)
{
    double microseconds = 0;
    lab_runner_refresh(runner, lab("tile_column"));
    struct lab_news news = wait_for_news();
    assert_int_equal(news.error.code, ERROR_NONE);
    assert_int_equal(news.kind, LAB_NEWS_RESULTS);
    assert_true(!expected || lab_results_equal(&news.results, expected));
    assert_true(lab_value(&news.results, 0, LAB_TIME, &microseconds));
    arena_free(news.arena);
    return microseconds;
}

/* The stored values are those of an H100. */
static void test_a_refresh_runs_on_the_chosen_gpu(void **state)
{
    (void)state;
    struct lab_results stored;
    lab_results_load(app, lab("tile_column"), temporary.arena, &stored);
    assert_true(app_set(app, SETTING_ARCHITECTURE, "a100", NULL));
    double on_a100 = refreshed_time(NULL);
    assert_true(app_set(app, SETTING_ARCHITECTURE, "h100", NULL));
    assert_true(on_a100 > 1.2 * refreshed_time(&stored));
}

static void test_the_newest_request_wins(void **state)
{
    (void)state;
    lab_runner_refresh(runner, lab("transposes")); /* takes long */
    lab_runner_try(runner, lab("tile_pitch"), "35");
    struct lab_news news = wait_for_news();
    assert_true(news.kind == LAB_NEWS_ANSWER && news.answer.is_right);
    arena_free(news.arena);
    lab_runner_refresh(runner, lab("transposes"));
    lab_runner_cancel(runner);
    lab_runner_try(runner, lab("tile_pitch"), "32");
    news = wait_for_news();
    assert_string_equal(news.answer.text, "32");
    arena_free(news.arena);
}

/* Nobody polls: the event loop sleeps all the same. */
static void test_wakes_end_without_a_poll(void **state)
{
    (void)state;
    struct pollfd source = {.fd = lab_runner_descriptor(runner), .events = POLLIN};
    lab_runner_try(runner, lab("tile_pitch"), "33");
    assert_int_equal(poll(&source, 1, PATIENCE_MS), 1);
    lab_runner_take_wakes(runner);
    assert_int_equal(poll(&source, 1, 0), 0);
    struct lab_news news = wait_for_news();
    assert_true(news.answer.is_right);
    arena_free(news.arena);
}

int main(int argc, char **argv)
{
    if (argc == 3 && !strcmp(argv[1], "worker"))
        return strcmp(argv[2], "compiler") ? grader_device_worker_main() : compiler_worker_main();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_an_answer_is_judged),
        cmocka_unit_test(test_a_refresh_runs_on_the_chosen_gpu),
        cmocka_unit_test(test_the_newest_request_wins),
        cmocka_unit_test(test_wakes_end_without_a_poll),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
