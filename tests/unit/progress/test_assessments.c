/* Tests the record of assessments: time limits, answers, badges, ratings. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "progress/assessments.h"
#include "progress/badges.h"
#include "progress/ratings.h"
#include "temporary_store.h"

#define SECONDS(n) ((int64_t)(n)*1000000000)

static struct assessment_clock clock_at(int64_t wall_s, int64_t boot_s, const char *boot_id)
{
    struct assessment_clock clock = {.wall_ns = SECONDS(wall_s), .boot_ns = SECONDS(boot_s)};
    snprintf(clock.boot_id, sizeof clock.boot_id, "%s", boot_id);
    return clock;
}

static bool try_to_begin(struct temporary_store *temporary, struct assessment_clock clock, struct error *error)
{
    struct assessment_item items[] = {
        {.number = 1, .kind = ASSESSMENT_QUIZ, .step = 4, .points = 1},
        {.number = 2, .kind = ASSESSMENT_EXERCISE, .step = 9, .points = 3},
        {.number = 3, .kind = ASSESSMENT_PREDICT, .step = 9, .part = 2, .points = 1},
    };
    struct assessment_record record = {.lesson = "assessment-foundation",
                                       .level = "foundation",
                                       .pool_sha256 = "ab",
                                       .seed = UINT64_MAX - 3,
                                       .limit_seconds = 60,
                                       .items = items,
                                       .item_count = 3};
    int64_t id;
    return assessments_begin(temporary->store, &record, &clock, &id, error);
}

static void begin(struct temporary_store *temporary)
{
    struct error error = {0};
    assert_true(try_to_begin(temporary, clock_at(1000, 50, "boot-a"), &error));
}

static struct assessment_record look(struct temporary_store *temporary, struct assessment_clock clock)
{
    struct assessment_record record = {0};
    struct error error = {0};
    bool running = false;
    assert_true(assessments_running(temporary->store, &clock, temporary->arena, &running, &record, &error));
    assert_true(running);
    return record;
}

static void open_again(struct temporary_store *temporary)
{
    struct error error = {0};
    temporary_store_close(temporary);
    temporary->store = temporary_store_open(temporary, 0, &error);
    assert_non_null(temporary->store);
}

static void test_what_was_drawn_survives_a_restart(void **state)
{
    struct temporary_store *temporary = *state;
    begin(temporary);
    open_again(temporary);
    struct assessment_record record = look(temporary, clock_at(1010, 60, "boot-a"));
    assert_string_equal(record.lesson, "assessment-foundation");
    assert_true(record.seed == UINT64_MAX - 3);
    assert_null(record.pack);
    assert_int_equal(record.item_count, 3);
    assert_int_equal(record.items[1].kind, ASSESSMENT_EXERCISE);
    assert_int_equal(record.items[1].step, 9);
    assert_int_equal(record.items[2].part, 2);
    assert_int_equal(record.items[2].state, ASSESSMENT_OPEN);
    assert_int_equal(record.elapsed_ns, SECONDS(10));
    assert_string_equal(record.started_at, "1970-01-01T00:16:40Z");
}

static void test_a_clock_set_back_gives_no_time_back(void **state)
{
    struct temporary_store *temporary = *state;
    begin(temporary);
    struct assessment_record record = look(temporary, clock_at(400, 70, "boot-a"));
    assert_int_equal(record.elapsed_ns, SECONDS(20));
    assert_true(record.clock_set_back);
    open_again(temporary);
    record = look(temporary, clock_at(100, 75, "boot-a"));
    assert_int_equal(record.elapsed_ns, SECONDS(25));
}

static void test_a_clock_set_forward_takes_none_away(void **state)
{
    struct temporary_store *temporary = *state;
    begin(temporary);
    struct assessment_record record = look(temporary, clock_at(999999, 51, "boot-a"));
    assert_int_equal(record.elapsed_ns, SECONDS(1));
    assert_false(record.clock_set_back);
}

static void test_a_reboot_is_counted_by_the_wall_clock(void **state)
{
    struct temporary_store *temporary = *state;
    begin(temporary);
    assert_int_equal(look(temporary, clock_at(1030, 80, "boot-a")).elapsed_ns, SECONDS(30));
    assert_int_equal(look(temporary, clock_at(1045, 3, "boot-b")).elapsed_ns, SECONDS(45));
    struct assessment_record record = look(temporary, clock_at(500, 1, "boot-c"));
    assert_int_equal(record.elapsed_ns, SECONDS(45));
    assert_true(record.clock_set_back);
    assert_int_equal(look(temporary, clock_at(510, 11, "boot-c")).elapsed_ns, SECONDS(55));
}

static void test_only_one_runs_at_a_time(void **state)
{
    struct temporary_store *temporary = *state;
    struct error error = {0};
    begin(temporary);
    assert_false(try_to_begin(temporary, clock_at(1001, 51, "boot-a"), &error));
    assert_non_null(strstr(error.message, "running already"));
}

static void test_answers_are_given_once(void **state)
{
    struct temporary_store *temporary = *state;
    struct error error = {0};
    begin(temporary);
    struct assessment_record record = look(temporary, clock_at(1001, 51, "boot-a"));
    struct assessment_item answer = {.number = 1, .answer = "2", .state = ASSESSMENT_WRONG};
    assert_true(assessments_answer(temporary->store, record.id, &answer, &error));
    answer = (struct assessment_item){.number = 1, .answer = "3", .state = ASSESSMENT_RIGHT};
    assert_true(assessments_answer(temporary->store, record.id, &answer, &error));
    record = look(temporary, clock_at(1002, 52, "boot-a"));
    assert_string_equal(record.items[0].answer, "2");
    assert_int_equal(record.items[0].state, ASSESSMENT_WRONG);
}

static void test_the_result_stays(void **state)
{
    struct temporary_store *temporary = *state;
    struct error error = {0};
    struct assessment_record record;
    bool is_there = true;
    begin(temporary);
    assert_true(assessments_last(temporary->store, NULL, temporary->arena, &is_there, &record, &error));
    assert_false(is_there);
    record = look(temporary, clock_at(1001, 51, "boot-a"));
    assert_true(assessments_end(temporary->store, record.id, "learner", 18, 24, true, &error));
    open_again(temporary);
    struct assessment_clock clock = clock_at(1002, 52, "boot-a");
    assert_true(assessments_running(temporary->store, &clock, temporary->arena, &is_there, &record, &error));
    assert_false(is_there);
    assert_true(assessments_last(temporary->store, "foundation", temporary->arena, &is_there, &record, &error));
    assert_true(is_there);
    assert_int_equal(record.points, 18);
    assert_int_equal(record.points_total, 24);
    assert_string_equal(record.ended_by, "learner");
    assert_true(assessments_passed(temporary->store, "foundation", &is_there, &error));
    assert_true(is_there);
    assert_true(assessments_passed(temporary->store, "advanced", &is_there, &error));
    assert_false(is_there);
}

static void test_a_badge_is_recorded_once(void **state)
{
    struct temporary_store *temporary = *state;
    struct badge_record badges[] = {{.badge = "week", .subject = "1", .earned_at = "2026-01-01T00:00:00Z"},
                                    {.badge = "lesson", .subject = "w01-a", .earned_at = "2026-01-02T00:00:00Z"}};
    struct badge_record *recorded;
    struct error error = {0};
    size_t count;
    assert_true(badges_add(temporary->store, badges, 2, &error));
    badges[0].earned_at = "2027-01-01T00:00:00Z";
    assert_true(badges_add(temporary->store, badges, 1, &error));
    assert_true(badges_list(temporary->store, temporary->arena, &recorded, &count, &error));
    assert_int_equal(count, 2);
    assert_string_equal(recorded[0].badge, "lesson");
    assert_string_equal(recorded[1].subject, "1");
    assert_string_equal(recorded[1].earned_at, "2026-01-01T00:00:00Z");
}

static void test_a_rating_can_change_and_keeps_its_remark(void **state)
{
    struct temporary_store *temporary = *state;
    struct rating *ratings;
    struct error error = {0};
    size_t count;
    assert_false(ratings_set(temporary->store, "w01-a", 0, NULL, &error));
    assert_false(ratings_set(temporary->store, "w01-a", 6, NULL, &error));
    assert_true(ratings_set(temporary->store, "w01-a", 3, "the figure helped", &error));
    assert_true(ratings_set(temporary->store, "w01-a", 5, NULL, &error));
    assert_true(ratings_list(temporary->store, temporary->arena, &ratings, &count, &error));
    assert_int_equal(count, 1);
    assert_int_equal(ratings[0].stars, 5);
    assert_string_equal(ratings[0].remark, "the figure helped");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(test_what_was_drawn_survives_a_restart),
        STORE_TEST(test_a_clock_set_back_gives_no_time_back),
        STORE_TEST(test_a_clock_set_forward_takes_none_away),
        STORE_TEST(test_a_reboot_is_counted_by_the_wall_clock),
        STORE_TEST(test_only_one_runs_at_a_time),
        STORE_TEST(test_answers_are_given_once),
        STORE_TEST(test_the_result_stays),
        STORE_TEST(test_a_badge_is_recorded_once),
        STORE_TEST(test_a_rating_can_change_and_keeps_its_remark),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
