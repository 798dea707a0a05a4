/* Tests which lesson comes next, where work continues, and the progress figures. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "progress/analytics.h"
#include "progress/next.h"
#include "temporary_store.h"

/* Makes three lessons: first (exercise a), second (exercise b, after first), extra (stretch). */
static struct curriculum *school(struct arena *arena)
{
    static const char *const ids[] = {"first", "extra", "second"};
    static const char *const exercises[] = {"a", NULL, "b"};
    struct curriculum *curriculum = ARENA_NEW(arena, struct curriculum);
    curriculum->lesson_count = 3;
    curriculum->lessons = ARENA_ARRAY(arena, 3, struct lesson *);
    for (int i = 0; i < 3; i++) {
        struct lesson *lesson = ARENA_NEW(arena, struct lesson);
        lesson->id = ids[i];
        lesson->core = exercises[i] != NULL;
        lesson->step_count = exercises[i] ? 2 : 1;
        lesson->steps = ARENA_ARRAY(arena, 2, struct step);
        if (exercises[i]) {
            struct exercise *exercise = ARENA_NEW(arena, struct exercise);
            exercise->id = exercises[i];
            lesson->steps[1].kind = STEP_EXERCISE;
            lesson->steps[1].exercise = exercise;
        }
        curriculum->lessons[i] = lesson;
    }
    curriculum->lessons[2]->requires.items = ARENA_ARRAY(arena, 1, const char *);
    curriculum->lessons[2]->requires.items[0] = "first";
    curriculum->lessons[2]->requires.count = 1;
    return curriculum;
}

/* The id of the lesson with the next step; NULL: none. */
static const char *next_of(struct temporary_store *temporary)
{
    const struct lesson *next;
    struct error error = {0};
    assert_true(progress_next(temporary->store, school(temporary->arena), temporary->arena, &next, &error));
    return next ? next->id : NULL;
}

static void read_step(struct temporary_store *temporary, const char *lesson)
{
    struct error error = {0};
    assert_true(store_set_step_done(temporary->store, lesson, 0, NULL, true, &error));
}

static void pass(struct temporary_store *temporary, const char *exercise, const char *started_at)
{
    struct attempt attempt = {.exercise = exercise, .status = "pass", .medal = "gold", .started_at = started_at};
    struct error error = {0};
    assert_true(store_add_attempt(temporary->store, &attempt, NULL, &error));
}

static void test_the_way_leads_through_all_steps(void **state)
{
    struct temporary_store *temporary = *state;
    assert_string_equal(next_of(temporary), "first");
    read_step(temporary, "first");
    assert_string_equal(next_of(temporary), "first");
    pass(temporary, "a", NULL);
    assert_string_equal(next_of(temporary), "second");
    read_step(temporary, "second");
    pass(temporary, "b", NULL);
    assert_string_equal(next_of(temporary), "extra"); /* no core: last */
    read_step(temporary, "extra");
    assert_null(next_of(temporary));
}

static void test_parked_exercises_are_passed_over(void **state)
{
    struct temporary_store *temporary = *state;
    struct error error = {0};
    read_step(temporary, "first");
    assert_true(store_set_parked(temporary->store, "a", true, &error));
    assert_string_equal(next_of(temporary), "second");
    assert_true(store_set_parked(temporary->store, "a", false, &error));
    assert_string_equal(next_of(temporary), "first");
}

static void test_locked_exercises_are_nobodys_next(void **state)
{
    struct temporary_store *temporary = *state;
    struct curriculum *curriculum = school(temporary->arena);
    struct lesson_progress *lessons;
    const struct lesson *next;
    struct error error = {0};
    curriculum->lessons[0]->steps[1].exercise->locked = "opens in week 5";
    read_step(temporary, "first");
    assert_true(progress_next(temporary->store, curriculum, temporary->arena, &next, &error));
    assert_string_equal(next->id, "second");
    assert_true(progress_list_lessons(temporary->store, curriculum, temporary->arena, &lessons, &error));
    assert_true(lessons[0].complete);
    assert_int_equal(lessons[0].total, 1);
    assert_int_equal(lessons[0].exercises, 0);
}

static void test_lessons_are_measured(void **state)
{
    struct temporary_store *temporary = *state;
    struct lesson_progress *lessons;
    struct error error = {0};
    read_step(temporary, "second");
    pass(temporary, "a", NULL);
    assert_true(progress_list_lessons(temporary->store, school(temporary->arena), temporary->arena, &lessons, &error));
    assert_int_equal(lessons[0].done, 1);
    assert_int_equal(lessons[0].exercises_passed, 1);
    assert_int_equal(lessons[0].first_open, 0);
    assert_false(lessons[0].complete);
    assert_int_equal(lessons[2].first_open, 1);
    assert_int_equal(lessons[2].total, 2);
}

static void test_streaks_count_days_in_a_row(void **state)
{
    struct temporary_store *temporary = *state;
    struct progress_statistics statistics;
    struct error error = {0};
    static const char *const days[] = {"2026-05-01T12:00:00Z", "2026-05-02T12:00:00Z", "2026-05-03T12:00:00Z",
                                       "2026-05-10T12:00:00Z", "2026-05-11T12:00:00Z", "2026-05-11T13:00:00Z"};
    for (size_t i = 0; i < sizeof days / sizeof days[0]; i++)
        pass(temporary, i % 2 ? "a" : "b", days[i]);
    assert_true(progress_get_statistics(temporary->store, "2026-05-12T09:00:00Z", &statistics, &error));
    assert_int_equal(statistics.attempts, 6);
    assert_int_equal(statistics.passes, 6);
    assert_int_equal(statistics.exercises_passed, 2);
    assert_int_equal(statistics.gold, 2);
    assert_int_equal(statistics.days_active, 5);
    assert_int_equal(statistics.streak_days, 2);
    assert_int_equal(statistics.longest_streak_days, 3);
    assert_int_equal(statistics.days_away, 1);
    assert_true(progress_get_statistics(temporary->store, "2026-05-13T09:00:00Z", &statistics, &error));
    assert_int_equal(statistics.streak_days, 0);
}

static void test_attempts_are_counted_by_day(void **state)
{
    struct temporary_store *temporary = *state;
    struct progress_statistics statistics;
    struct error error = {0};
    int64_t counts[PROGRESS_DAYS];
    assert_true(progress_get_statistics(temporary->store, NULL, &statistics, &error));
    assert_int_equal(statistics.days_away, -1);
    pass(temporary, "a", "2026-01-01T12:00:00Z"); /* too long ago */
    pass(temporary, "a", "2026-05-09T12:00:00Z");
    pass(temporary, "b", "2026-05-09T13:00:00Z");
    pass(temporary, "b", "2026-05-12T10:00:00Z");
    assert_true(progress_count_days(temporary->store, "2026-05-12T12:00:00Z", counts, &error));
    assert_int_equal(counts[0], 1);
    assert_int_equal(counts[3], 2);
    for (int i = 0; i < PROGRESS_DAYS; i++)
        assert_true(i == 0 || i == 3 || counts[i] == 0);
    assert_true(progress_get_statistics(temporary->store, "2026-05-19T12:00:00Z", &statistics, &error));
    assert_int_equal(statistics.days_away, 7);
}

static void test_time_adds_up(void **state)
{
    struct temporary_store *temporary = *state;
    struct progress_statistics statistics;
    struct error error = {0};
    assert_true(progress_add_time(temporary->store, "lesson", "first", 60, &error));
    assert_true(progress_add_time(temporary->store, "lesson", "first", 30, &error));
    assert_true(progress_add_time(temporary->store, "exercise", "a", 5, &error));
    assert_true(progress_get_statistics(temporary->store, NULL, &statistics, &error));
    assert_int_equal(statistics.seconds_spent, 95);
    assert_int_equal(statistics.days_active, 1);
    assert_int_equal(statistics.streak_days, 1);
    assert_false(progress_add_time(temporary->store, "lesson", "first", -1, &error));
}

int main(void)
{
    setenv("TZ", "UTC", 1);
    tzset();
    const struct CMUnitTest tests[] = {
        STORE_TEST(test_the_way_leads_through_all_steps),   STORE_TEST(test_parked_exercises_are_passed_over),
        STORE_TEST(test_locked_exercises_are_nobodys_next), STORE_TEST(test_lessons_are_measured),
        STORE_TEST(test_streaks_count_days_in_a_row),       STORE_TEST(test_time_adds_up),
        STORE_TEST(test_attempts_are_counted_by_day),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
