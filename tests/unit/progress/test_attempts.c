/* Every recorded attempt can be read, and the exercise's progress follows it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "progress/store.h"
#include "temporary_store.h"

static int64_t add(struct temporary_store *temporary, const char *exercise, const char *status, const char *medal,
                   double ratio, const char *started_at)
{
    struct attempt attempt = {.exercise = exercise,
                              .status = status,
                              .medal = medal,
                              .best_ratio = ratio,
                              .seed = 1,
                              .source = "__global__ void k() {}",
                              .started_at = started_at};
    struct error error = {0};
    int64_t id = 0;
    if (!store_add_attempt(temporary->store, &attempt, &id, &error))
        fail_msg("%s", error.message);
    return id;
}

static struct exercise_progress get(struct temporary_store *temporary, const char *exercise)
{
    struct exercise_progress progress;
    struct error error = {0};
    assert_true(store_get_exercise(temporary->store, exercise, temporary->arena, &progress, &error));
    return progress;
}

static void test_an_attempt_comes_back_whole(void **state)
{
    struct temporary_store *temporary = *state;
    struct attempt attempt = {
        .exercise = "vector_add",
        .status = "wrong",
        .device = "virtual",
        .architecture = "h100",
        .seed = UINT64_MAX - 1,
        .source = "// it's \"quoted\"; DROP TABLE attempt; -- \xC3\xA4",
        .source_sha256 = "aa",
        .ptx_sha256 = "bb",
        .verdict_json = "{\"schema\":1}",
        .medal = NULL,
        .best_ratio = 0.75,
        .toolkit = "13.0",
        .program_version = "0.1.0",
        .model_version = "1",
        .trust = "full",
        .certifiable = true,
        .assisted = false,
        .started_at = "2026-05-17T09:03:00Z",
        .elapsed_ns = 123456789012,
    };
    struct error error = {0};
    struct attempt back;
    int64_t id = 0;
    assert_true(store_add_attempt(temporary->store, &attempt, &id, &error));
    assert_true(store_get_attempt(temporary->store, id, temporary->arena, &back, &error));
    assert_int_equal(back.id, id);
    assert_string_equal(back.exercise, attempt.exercise);
    assert_string_equal(back.status, attempt.status);
    assert_string_equal(back.device, attempt.device);
    assert_string_equal(back.architecture, attempt.architecture);
    assert_true(back.seed == attempt.seed);
    assert_string_equal(back.source, attempt.source);
    assert_string_equal(back.source_sha256, "aa");
    assert_string_equal(back.ptx_sha256, "bb");
    assert_string_equal(back.verdict_json, attempt.verdict_json);
    assert_null(back.medal);
    assert_true(back.best_ratio == 0.75);
    assert_string_equal(back.toolkit, "13.0");
    assert_string_equal(back.program_version, "0.1.0");
    assert_string_equal(back.model_version, "1");
    assert_string_equal(back.trust, "full");
    assert_true(back.certifiable && !back.assisted);
    assert_string_equal(back.started_at, attempt.started_at);
    assert_true(back.elapsed_ns == attempt.elapsed_ns);
}

static void test_attempts_are_numbered_by_exercise(void **state)
{
    struct temporary_store *temporary = *state;
    struct error error = {0};
    int number;
    int64_t found;
    add(temporary, "a", "wrong", NULL, 0, NULL);
    int64_t other = add(temporary, "b", "wrong", NULL, 0, NULL), second = add(temporary, "a", "pass", NULL, 1, NULL);
    assert_true(store_number_attempt(temporary->store, "a", second, &number, &error));
    assert_int_equal(number, 2);
    assert_true(store_number_attempt(temporary->store, "b", other, &number, &error));
    assert_int_equal(number, 1);
    assert_true(store_find_attempt(temporary->store, "a", 2, &found, &error));
    assert_int_equal(found, second);
    assert_false(store_find_attempt(temporary->store, "a", 3, &found, &error));
    assert_int_equal(error.code, ERROR_NOT_FOUND);
    assert_false(store_find_attempt(temporary->store, "a", 0, &found, &error));
}

static void test_it_is_there_after_opening_again(void **state)
{
    struct temporary_store *temporary = *state;
    struct error error = {0};
    int64_t id = add(temporary, "a", "pass", "gold", 1, NULL);
    assert_true(store_set_setting(temporary->store, "name", "ana", &error));
    temporary_store_close(temporary);
    temporary->store = temporary_store_open(temporary, 0, &error);
    assert_non_null(temporary->store);
    assert_true(store_is_durable(temporary->store));
    assert_false(store_is_read_only(temporary->store));
    struct attempt back;
    assert_true(store_get_attempt(temporary->store, id, temporary->arena, &back, &error));
    assert_int_equal(strlen(back.started_at), strlen("2026-05-17T09:03:00Z"));
    assert_string_equal(store_get_setting(temporary->store, "name", temporary->arena), "ana");
    assert_true(store_set_setting(temporary->store, "name", NULL, &error));
    assert_null(store_get_setting(temporary->store, "name", temporary->arena));
}

static void test_an_unknown_attempt_is_an_error(void **state)
{
    struct temporary_store *temporary = *state;
    struct attempt back = {.id = 77};
    struct error error = {0};
    assert_false(store_get_attempt(temporary->store, 5, temporary->arena, &back, &error));
    assert_int_equal(error.code, ERROR_NOT_FOUND);
    assert_int_equal(back.id, 77);
}

static void test_lists_are_newest_first_and_short(void **state)
{
    struct temporary_store *temporary = *state;
    struct attempt *attempts;
    size_t count;
    struct error error = {0};
    for (int i = 0; i < 5; i++)
        add(temporary, i % 2 ? "b" : "a", "wrong", NULL, 0, NULL);
    assert_true(store_list_attempts(temporary->store, &(struct attempt_query){.exercise = "a", .limit = 2},
                                    temporary->arena, &attempts, &count, &error));
    assert_int_equal(count, 2);
    assert_int_equal(attempts[0].id, 5);
    assert_int_equal(attempts[1].id, 3);
    assert_null(attempts[0].source);
    assert_true(store_list_attempts(temporary->store, &(struct attempt_query){.limit = 100, .is_whole = true},
                                    temporary->arena, &attempts, &count, &error));
    assert_int_equal(count, 5);
    assert_string_equal(attempts[0].source, "__global__ void k() {}");
    assert_true(store_list_attempts(temporary->store,
                                    &(struct attempt_query){.exercise = "c", .limit = 9, .is_whole = true},
                                    temporary->arena, &attempts, &count, &error));
    assert_int_equal(count, 0);
}

static void test_an_exercise_follows_its_attempts(void **state)
{
    struct temporary_store *temporary = *state;
    struct error error = {0};
    assert_int_equal(get(temporary, "a").state, EXERCISE_NEW);
    add(temporary, "a", "wrong", NULL, 9, NULL);
    struct exercise_progress progress = get(temporary, "a");
    assert_int_equal(progress.state, EXERCISE_TRIED);
    assert_true(progress.best_ratio == 0);
    assert_true(store_set_parked(temporary->store, "a", true, &error));
    assert_int_equal(get(temporary, "a").state, EXERCISE_PARKED);
    add(temporary, "a", "pass", "silver", 0.9, "2026-05-17T09:00:00Z");
    add(temporary, "a", "pass", "bronze", 0.7, "2026-05-18T09:00:00Z");
    add(temporary, "a", "gate", NULL, 0, "2026-05-19T09:00:00Z");
    progress = get(temporary, "a");
    assert_int_equal(progress.state, EXERCISE_PASSED);
    assert_int_equal(progress.attempts, 4);
    assert_string_equal(progress.last_status, "gate");
    assert_string_equal(progress.best_medal, "silver");
    assert_string_equal(progress.passed_at, "2026-05-17T09:00:00Z");
    assert_true(progress.best_ratio == 0.9);
    assert_false(progress.assisted);
    add(temporary, "a", "pass", "gold", 1.1, NULL);
    assert_string_equal(get(temporary, "a").best_medal, "gold");
}

static void rejudge(struct temporary_store *temporary, int64_t id, const char *status, const char *medal, double ratio,
                    const char *trust)
{
    struct attempt attempt = {.id = id,
                              .exercise = "a",
                              .status = status,
                              .medal = medal,
                              .best_ratio = ratio,
                              .trust = trust,
                              .verdict_json = "{\"checked\":1}"};
    struct error error = {0};
    if (!store_rejudge_attempt(temporary->store, &attempt, &error))
        fail_msg("%s", error.message);
}

static void test_a_check_changes_the_judgement_and_nothing_else(void **state)
{
    struct temporary_store *temporary = *state;
    struct error error = {0};
    struct attempt back;
    add(temporary, "b", "pass", "gold", 1, NULL);
    int64_t id = add(temporary, "a", "pass", NULL, 0.5, "2026-05-17T09:00:00Z");
    assert_null(get(temporary, "a").best_medal);
    rejudge(temporary, id, "pass", "silver", 0.9, "full");
    assert_true(store_get_attempt(temporary->store, id, temporary->arena, &back, &error));
    assert_string_equal(back.medal, "silver");
    assert_string_equal(back.trust, "full");
    assert_string_equal(back.verdict_json, "{\"checked\":1}");
    assert_string_equal(back.source, "__global__ void k() {}");
    assert_string_equal(back.started_at, "2026-05-17T09:00:00Z");
    struct exercise_progress progress = get(temporary, "a");
    assert_string_equal(progress.best_medal, "silver");
    assert_true(progress.best_ratio == 0.9);
    assert_int_equal(progress.attempts, 1);
    assert_string_equal(get(temporary, "b").best_medal, "gold");
}

static void test_a_withdrawn_pass_leaves_the_other_attempts(void **state)
{
    struct temporary_store *temporary = *state;
    int64_t first = add(temporary, "a", "pass", "gold", 1, "2026-05-17T09:00:00Z");
    int64_t second = add(temporary, "a", "pass", "bronze", 0.7, "2026-05-18T09:00:00Z");
    rejudge(temporary, first, "wrong", NULL, 0, "none");
    struct exercise_progress progress = get(temporary, "a");
    assert_int_equal(progress.state, EXERCISE_PASSED);
    assert_string_equal(progress.passed_at, "2026-05-18T09:00:00Z");
    assert_string_equal(progress.best_medal, "bronze");
    assert_string_equal(progress.last_status, "pass");
    assert_true(progress.best_ratio == 0.7);
    rejudge(temporary, second, "wrong", NULL, 0, "none");
    progress = get(temporary, "a");
    assert_int_equal(progress.state, EXERCISE_TRIED);
    assert_null(progress.best_medal);
    assert_string_equal(progress.last_status, "wrong");
    assert_int_equal(progress.attempts, 2);
    bool is_earned;
    assert_true(store_is_earned(temporary->store, "a", NULL, &is_earned, NULL));
    assert_false(is_earned);
}

static void test_a_withdrawn_pass_may_leave_an_aided_one(void **state)
{
    struct temporary_store *temporary = *state;
    struct error error = {0};
    int64_t first = add(temporary, "a", "pass", "gold", 1, "2026-05-17T09:00:00Z");
    rejudge(temporary, first, "wrong", NULL, 0, "none");
    assert_true(store_mark_solution_seen(temporary->store, "a", &error));
    add(temporary, "a", "pass", "gold", 1, "2026-05-18T09:00:00Z");
    assert_true(get(temporary, "a").assisted);
}

static void test_hints_only_grow(void **state)
{
    struct temporary_store *temporary = *state;
    struct error error = {0};
    assert_true(store_add_hint(temporary->store, "a", 2, &error));
    assert_true(store_add_hint(temporary->store, "a", 0, &error));
    assert_true(store_add_hint(temporary->store, "a", 2, &error));
    assert_string_equal(get(temporary, "a").hints_order, "ca");
    assert_int_equal(get(temporary, "a").state, EXERCISE_NEW);
}

static bool earned(struct temporary_store *temporary, const char *exercise, const char *variant)
{
    bool is_earned;
    struct error error = {0};
    if (!store_is_earned(temporary->store, exercise, variant, &is_earned, &error))
        fail_msg("%s", error.message);
    return is_earned;
}

static void test_an_assisted_pass_is_earned_by_the_variant_a_day_later(void **state)
{
    struct temporary_store *temporary = *state;
    struct error error = {0};
    assert_false(earned(temporary, "a", "v"));
    assert_false(get(temporary, "a").assisted);
    assert_true(store_mark_solution_seen(temporary->store, "a", &error));
    assert_true(get(temporary, "a").assisted);
    assert_int_equal(get(temporary, "a").state, EXERCISE_NEW);
    add(temporary, "a", "pass", "gold", 1, "2026-05-17T09:00:00Z");
    assert_true(get(temporary, "a").assisted);
    assert_false(earned(temporary, "a", "v"));
    add(temporary, "v", "pass", NULL, 0, "2026-05-18T08:59:59Z");
    assert_false(earned(temporary, "a", "v"));
    add(temporary, "v", "wrong", NULL, 0, "2026-05-19T09:00:00Z");
    assert_false(earned(temporary, "a", "v"));
    add(temporary, "v", "pass", NULL, 0, "2026-05-18T09:00:00Z");
    assert_true(earned(temporary, "a", "v"));
    assert_false(earned(temporary, "a", NULL));
}

static void test_the_half_written_starter_counts_as_help(void **state)
{
    struct temporary_store *temporary = *state;
    struct error error = {0};
    assert_true(store_mark_half_starter(temporary->store, "a", &error));
    assert_true(get(temporary, "a").assisted);
    assert_true(get(temporary, "a").has_half_starter);
    assert_int_equal(get(temporary, "a").state, EXERCISE_NEW);
    add(temporary, "a", "pass", "gold", 1, "2026-05-17T09:00:00Z");
    assert_true(get(temporary, "a").assisted);
    assert_false(earned(temporary, "a", "v"));
    add(temporary, "v", "pass", NULL, 0, "2026-05-19T09:00:00Z");
    assert_true(earned(temporary, "a", "v"));
}

static void test_an_assisted_variant_earns_nothing(void **state)
{
    struct temporary_store *temporary = *state;
    struct error error = {0};
    assert_true(store_mark_solution_seen(temporary->store, "a", &error));
    assert_true(store_mark_solution_seen(temporary->store, "v", &error));
    add(temporary, "a", "pass", NULL, 0, "2026-05-17T09:00:00Z");
    add(temporary, "v", "pass", NULL, 0, "2026-05-20T09:00:00Z");
    assert_false(earned(temporary, "a", "v"));
}

static void test_the_solution_seen_after_a_pass_changes_nothing(void **state)
{
    struct temporary_store *temporary = *state;
    struct error error = {0};
    add(temporary, "a", "pass", NULL, 0, NULL);
    assert_true(store_mark_solution_seen(temporary->store, "a", &error));
    int64_t id = add(temporary, "a", "pass", NULL, 0, NULL);
    assert_false(get(temporary, "a").assisted);
    assert_true(earned(temporary, "a", NULL));
    struct attempt attempt;
    assert_true(store_get_attempt(temporary->store, id, temporary->arena, &attempt, &error));
    assert_false(attempt.assisted);
}

static void test_steps_and_positions(void **state)
{
    struct temporary_store *temporary = *state;
    struct error error = {0};
    bool done, right;
    int step;
    assert_true(store_get_step(temporary->store, "l", 0, &done, &right, &error));
    assert_false(done || right);
    assert_true(store_set_step_done(temporary->store, "l", 0, "3", false, &error));
    assert_true(store_set_step_done(temporary->store, "l", 0, "4", true, &error));
    assert_true(store_get_step(temporary->store, "l", 0, &done, &right, &error));
    assert_true(done && right);
    struct step_progress *steps;
    size_t count;
    assert_true(store_list_steps(temporary->store, temporary->arena, &steps, &count, &error));
    assert_int_equal(count, 1);
    assert_string_equal(steps[0].answer, "4");
    assert_true(store_set_position(temporary->store, "l", 2, &error));
    assert_true(store_get_position(temporary->store, "l", &step, &error));
    assert_int_equal(step, 2);
    assert_true(store_get_position(temporary->store, "other", &step, &error));
    assert_int_equal(step, -1);
}

static void test_answers_to_labs_keep_their_time(void **state)
{
    struct temporary_store *temporary = *state;
    struct error error = {0};
    struct step_progress *steps;
    size_t count;
    struct step_outcome skipped = {.right = true, .skipped = true, .seconds = -1};
    struct step_outcome wrong = {.answer = "half", .seconds = 40},
                        right = {.answer = "t + half", .right = true, .seconds = 55};
    assert_true(store_set_step_outcome(temporary->store, "l", 0, &skipped, &error));
    assert_true(store_set_step_outcome(temporary->store, "l", 1, &wrong, &error));
    assert_true(store_set_step_outcome(temporary->store, "l", 1, &right, &error));
    assert_true(store_list_steps(temporary->store, temporary->arena, &steps, &count, &error));
    assert_int_equal(count, 2);
    assert_true(steps[0].skipped && !steps[0].answer);
    assert_true(steps[1].right && !steps[1].skipped);
    assert_string_equal(steps[1].answer, "t + half");
    assert_int_equal(steps[1].seconds, 40); /* of the first answer */
    assert_int_equal(steps[0].seconds, -1);
}

static void test_long_lists_come_whole(void **state)
{
    enum { STEPS = 100 };
    struct temporary_store *temporary = *state;
    struct step_progress *steps;
    struct error error = {0};
    size_t count = 0;
    for (int step = 0; step < STEPS; step++)
        assert_true(store_set_step_done(temporary->store, "long", step, "answer", step % 2 == 0, &error));
    assert_true(store_list_steps(temporary->store, temporary->arena, &steps, &count, &error));
    assert_int_equal(count, STEPS);
    for (int step = 0; step < STEPS; step++) {
        assert_string_equal(steps[step].lesson, "long");
        assert_int_equal(steps[step].step, step);
        assert_int_equal(steps[step].right, step % 2 == 0);
    }
}

/* `history` prints these words, and anybody can edit the file. */
static void test_words_of_an_edited_database_are_harmless(void **state)
{
    struct temporary_store *temporary = *state;
    struct attempt *attempts;
    size_t count;
    struct error error = {0};
    const struct attempt edited = {.exercise = "a\x1b]0;owned\a",
                                   .status = "pass\x1b[2J",
                                   .medal = "gold\x9b",
                                   .trust = "full\x1b[2J",
                                   .started_at = "2026\x1b[31m"};
    assert_true(store_add_attempt(temporary->store, &edited, NULL, &error));
    assert_true(store_list_attempts(temporary->store, &(struct attempt_query){.limit = 9, .is_whole = true},
                                    temporary->arena, &attempts, &count, &error));
    assert_int_equal(count, 1);
    const char *words[] = {attempts[0].exercise, attempts[0].status, attempts[0].medal, attempts[0].started_at,
                           attempts[0].trust};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        for (const char *at = words[i]; *at; at++)
            assert_true(*at != '\x1b' && *at != '\a' && *at != '\x9b');
}

/* The same kernel can be tried twice in a second with one seed. */
static void test_each_attempt_has_an_id_of_its_own(void **state)
{
    struct temporary_store *temporary = *state;
    struct attempt *attempts;
    size_t count;
    struct error error = {0};
    bool is_there;
    for (int i = 0; i < 2; i++)
        add(temporary, "a", "wrong", NULL, 0, "2026-05-17T09:00:00Z");
    assert_true(store_list_attempts(temporary->store, &(struct attempt_query){.limit = 9}, temporary->arena, &attempts,
                                    &count, &error));
    assert_int_equal(count, 2);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(strlen(attempts[i].uuid), RANDOM_UUID_BYTES - 1);
        assert_int_equal(strspn(attempts[i].uuid, "0123456789abcdef-"), RANDOM_UUID_BYTES - 1);
        assert_int_equal(attempts[i].uuid[14], '4');
        assert_true(store_has_attempt(temporary->store, attempts[i].uuid, &is_there, &error) && is_there);
    }
    assert_string_not_equal(attempts[0].uuid, attempts[1].uuid);
    assert_true(store_has_attempt(temporary->store, "0", &is_there, &error));
    assert_false(is_there);
    struct attempt again = {.exercise = "a", .status = "wrong", .uuid = attempts[0].uuid};
    assert_false(store_add_attempt(temporary->store, &again, NULL, &error));
    assert_int_equal(get(temporary, "a").attempts, 2);
}

static void test_an_incomplete_attempt_is_refused(void **state)
{
    struct temporary_store *temporary = *state;
    struct attempt attempt = {.exercise = "a"};
    struct error error = {0};
    assert_false(store_add_attempt(temporary->store, &attempt, NULL, &error));
    assert_int_equal(get(temporary, "a").attempts, 0);
}

struct batch {
    struct temporary_store *temporary;
    bool fails;
};

/* The second attempt is refused by itself. The batch says whether that matters. */
static bool write_batch(void *context, struct error *error)
{
    const struct batch *batch = context;
    struct store *store = batch->temporary->store;
    add(batch->temporary, "batched", "pass", NULL, 0, NULL);
    const struct attempt same_id = {.exercise = "batched", .status = "wrong", .uuid = "twice"};
    assert_true(store_add_attempt(store, &same_id, NULL, NULL));
    assert_false(store_add_attempt(store, &same_id, NULL, NULL));
    return !batch->fails || error_set(error, ERROR_SYNTAX, "refused");
}

static void test_writes_together_are_kept_or_lost_together(void **state)
{
    struct batch batch = {.temporary = *state, .fails = true};
    struct error error = {0};
    assert_false(store_write_together(batch.temporary->store, write_batch, &batch, &error));
    assert_string_equal(error.message, "refused");
    assert_int_equal(get(batch.temporary, "batched").attempts, 0);
    batch.fails = false;
    assert_true(store_write_together(batch.temporary->store, write_batch, &batch, &error));
    assert_int_equal(get(batch.temporary, "batched").attempts, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(test_an_attempt_comes_back_whole),
        STORE_TEST(test_attempts_are_numbered_by_exercise),
        STORE_TEST(test_it_is_there_after_opening_again),
        STORE_TEST(test_an_unknown_attempt_is_an_error),
        STORE_TEST(test_lists_are_newest_first_and_short),
        STORE_TEST(test_an_exercise_follows_its_attempts),
        STORE_TEST(test_a_check_changes_the_judgement_and_nothing_else),
        STORE_TEST(test_a_withdrawn_pass_leaves_the_other_attempts),
        STORE_TEST(test_a_withdrawn_pass_may_leave_an_aided_one),
        STORE_TEST(test_hints_only_grow),
        STORE_TEST(test_an_assisted_pass_is_earned_by_the_variant_a_day_later),
        STORE_TEST(test_the_half_written_starter_counts_as_help),
        STORE_TEST(test_an_assisted_variant_earns_nothing),
        STORE_TEST(test_the_solution_seen_after_a_pass_changes_nothing),
        STORE_TEST(test_steps_and_positions),
        STORE_TEST(test_answers_to_labs_keep_their_time),
        STORE_TEST(test_long_lists_come_whole),
        STORE_TEST(test_words_of_an_edited_database_are_harmless),
        STORE_TEST(test_each_attempt_has_an_id_of_its_own),
        STORE_TEST(test_an_incomplete_attempt_is_refused),
        STORE_TEST(test_writes_together_are_kept_or_lost_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
