/* Tests what the shell does with a full check of a pass: the record, the screens, the sentence. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "screen_sizes.h"
#include "tui/shell/checking.h"
#include "verdict_support.h"

enum { REVEALED_NS = 2000000000 };

/* A kernel whose sample says nothing: it has a time and no medal. */
static struct verdict *timed_pass(enum verdict_trust trust, enum medal medal)
{
    struct verdict *verdict = verdict_support_pass();
    verdict->trust = trust;
    verdict->full_run = (struct verdict_full_run){.estimated_s = 12, .ran = trust == VERDICT_TRUST_FULL};
    verdict->time = (struct time_verdict){
        .available = true,
        .modelled = true,
        .device = "h100",
        .architecture = "h100",
        .microseconds = 10,
        .ratio_to_solution = 1,
        .medal = medal,
    };
    return verdict;
}

static void give_checked(struct screen_test *test)
{
    verdict_support_give(test->shell, timed_pass(VERDICT_TRUST_NONE, MEDAL_NONE), 9);
    struct full_check_outcome outcome = {.attempt = test->shell->open.attempt,
                                         .exercise = test->shell->open.exercise,
                                         .verdict = timed_pass(VERDICT_TRUST_FULL, MEDAL_GOLD)};
    checking_take_outcome(test->shell, &outcome);
    test->shell->now_ns += REVEALED_NS;
}

static struct attempt recorded(struct screen_test *test)
{
    struct attempt attempt;
    assert_true(store_get_attempt(test->app->store, test->shell->open.attempt, test->arena, &attempt, NULL));
    return attempt;
}

static struct exercise_progress progress_of(struct screen_test *test)
{
    struct exercise_progress progress;
    assert_true(store_get_exercise(test->app->store, "first", test->arena, &progress, NULL));
    return progress;
}

static void test_long_checks_count_minutes(void **state)
{
    static const struct {
        int seconds, estimated_s;
        const char *words;
    } checks[] = {{0, 0, ""},        {1, 12, "1 of 12 s"},       {13, 12, "13 s"},   {0, 2076, "0 of 35 min"},
                  {119, 0, "119 s"}, {125, 2076, "2 of 35 min"}, {130, 12, "2 min"}, {2160, 2076, "36 min"}};
    (void)state;
    for (size_t i = 0; i < sizeof checks / sizeof checks[0]; i++) {
        CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
        struct full_check_progress progress = {.seconds = checks[i].seconds, .estimated_s = checks[i].estimated_s};
        checking_append_progress(&progress, &text);
        assert_string_equal(buffer_text(&text), checks[i].words);
    }
}

static void test_the_checked_pass(void **state)
{
    check_at_all_sizes(*state, "pass-checked", "first", "", give_checked);
}

/* Where the sample says nothing, the pass has no medal yet, and the page says when it comes. */
static void test_a_running_check_says_that_a_medal_follows(void **state)
{
    struct screen_test *test = *state;
    struct full_check_progress progress;
    screen_test_start(test, 120, 40, false, "first");
    struct open_exercise *open = &test->shell->open;
    struct exercise *exercise = (struct exercise *)open->exercise;
    exercise->targets = (struct targets){"solution", 0.6, 0.8, 0.9};
    verdict_support_give(test->shell, timed_pass(VERDICT_TRUST_NONE, MEDAL_NONE), 9);
    test->shell->full_check = full_check_new(test->app, NULL);
    assert_non_null(test->shell->full_check);
    full_check_ask(test->shell->full_check, open->attempt, exercise, open->verdict);
    shell_draw(test->shell);
    if (!full_check_progress(test->shell->full_check, &progress))
        skip(); /* without a compiler it has ended */
    assert_true(screen_test_shows(test, "The medal comes after that."));
    open->verdict->time.medal = MEDAL_GOLD;
    shell_draw(test->shell);
    assert_false(screen_test_shows(test, "The medal comes after that."));
}

static void test_a_confirmed_pass_gets_its_medal(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    struct exercise *exercise = (struct exercise *)test->shell->open.exercise;
    exercise->targets = (struct targets){"solution", 0.6, 0.8, 0.9};
    verdict_support_give(test->shell, timed_pass(VERDICT_TRUST_NONE, MEDAL_NONE), 9);
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "P A S S E D"));
    assert_false(screen_test_shows(test, "Next medal")); /* it is fast enough for each of them */
    assert_null(recorded(test).medal);
    struct full_check_outcome outcome = {.attempt = test->shell->open.attempt,
                                         .exercise = test->shell->open.exercise,
                                         .verdict = timed_pass(VERDICT_TRUST_FULL, MEDAL_GOLD)};
    checking_take_outcome(test->shell, &outcome);
    shell_draw(test->shell);
    assert_int_equal(shell_top(test->shell)->id, SCREEN_PASS);
    assert_true(screen_test_shows(test, "G O L D"));
    assert_true(screen_test_shows(test, "Checked in full: every element is right. Medal: gold."));
    assert_string_equal(recorded(test).medal, "gold");
    assert_string_equal(recorded(test).trust, "full");
    assert_string_equal(progress_of(test).best_medal, "gold");
    assert_int_equal(progress_of(test).attempts, 1);
}

static void test_a_failing_check_withdraws_the_pass(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    verdict_support_give(test->shell, timed_pass(VERDICT_TRUST_SAMPLED, MEDAL_GOLD), 9);
    struct verdict *failed = verdict_support_wrong();
    failed->full_run = (struct verdict_full_run){.ran = true};
    struct full_check_outcome outcome = {
        .attempt = test->shell->open.attempt, .exercise = test->shell->open.exercise, .verdict = failed};
    checking_take_outcome(test->shell, &outcome);
    shell_draw(test->shell);
    assert_int_equal(shell_top(test->shell)->id, SCREEN_EXERCISE);
    assert_true(screen_test_shows(test, "Checked in full: it fails. The last, partial block is never written."));
    assert_true(screen_test_shows(test, "wrong result"));
    assert_string_equal(recorded(test).status, "wrong");
    assert_null(recorded(test).medal);
    assert_int_equal(progress_of(test).state, EXERCISE_TRIED);
    assert_null(progress_of(test).best_medal);
}

static void test_a_check_can_end_without_a_medal(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    verdict_support_give(test->shell, timed_pass(VERDICT_TRUST_SAMPLED, MEDAL_GOLD), 9);
    struct verdict *doubted = timed_pass(VERDICT_TRUST_NONE, MEDAL_NONE);
    doubted->full_run.ran = true;
    doubted->time.note = "no medal: the whole launch moves 9 million sectors";
    struct full_check_outcome outcome = {
        .attempt = test->shell->open.attempt, .exercise = test->shell->open.exercise, .verdict = doubted};
    checking_take_outcome(test->shell, &outcome);
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "Checked in full, no medal: the whole launch moves 9 million sectors."));
    assert_null(recorded(test).medal);
    assert_string_equal(recorded(test).status, "pass");
}

static void test_a_later_attempt_keeps_its_verdict(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    verdict_support_give(test->shell, timed_pass(VERDICT_TRUST_SAMPLED, MEDAL_GOLD), 8);
    int64_t earlier = test->shell->open.attempt;
    verdict_support_give(test->shell, verdict_support_wrong(), 9);
    struct full_check_outcome outcome = {.attempt = earlier,
                                         .exercise = test->shell->open.exercise,
                                         .verdict = timed_pass(VERDICT_TRUST_FULL, MEDAL_GOLD)};
    checking_take_outcome(test->shell, &outcome);
    assert_int_equal(test->shell->open.verdict->status, VERDICT_WRONG);
    assert_string_equal(recorded(test).status, "wrong");
    assert_string_equal(progress_of(test).last_status, "wrong");
}

static void test_a_check_that_could_not_run_changes_nothing(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    verdict_support_give(test->shell, timed_pass(VERDICT_TRUST_SAMPLED, MEDAL_GOLD), 9);
    struct full_check_outcome outcome = {.attempt = test->shell->open.attempt, .exercise = test->shell->open.exercise};
    error_set(&outcome.error, ERROR_TIMEOUT, "it took too long");
    checking_take_outcome(test->shell, &outcome);
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "Not checked in full: it took too long"));
    assert_string_equal(recorded(test).medal, "gold");
    assert_string_equal(recorded(test).trust, "sampled");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_long_checks_count_minutes),
        SCREEN_TEST(test_the_checked_pass),
        SCREEN_TEST(test_a_running_check_says_that_a_medal_follows),
        SCREEN_TEST(test_a_confirmed_pass_gets_its_medal),
        SCREEN_TEST(test_a_failing_check_withdraws_the_pass),
        SCREEN_TEST(test_a_check_can_end_without_a_medal),
        SCREEN_TEST(test_a_later_attempt_keeps_its_verdict),
        SCREEN_TEST(test_a_check_that_could_not_run_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
