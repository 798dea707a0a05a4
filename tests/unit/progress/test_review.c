/* Tests which questions and exercises are due for review. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "progress/review.h"
#include "temporary_store.h"

/*
 * Makes a lesson and an assessment. The lesson has a text, three questions, exercise a with its
 * variant a_again, a fill and a run.
 */
static struct curriculum *school(struct arena *arena)
{
    static const enum step_kind kinds[] = {STEP_TEXT,     STEP_QUIZ, STEP_QUIZ, STEP_QUIZ,
                                           STEP_EXERCISE, STEP_FILL, STEP_RUN};
    struct curriculum *curriculum = ARENA_NEW(arena, struct curriculum);
    curriculum->lesson_count = curriculum->exercise_count = 2;
    curriculum->lessons = ARENA_ARRAY(arena, 2, struct lesson *);
    curriculum->exercises = ARENA_ARRAY(arena, 2, struct exercise *);
    for (int i = 0; i < 2; i++) {
        struct lesson *lesson = curriculum->lessons[i] = ARENA_NEW(arena, struct lesson);
        struct exercise *exercise = curriculum->exercises[i] = ARENA_NEW(arena, struct exercise);
        lesson->id = i ? "check" : "first";
        lesson->kind = i ? LESSON_ASSESSMENT : LESSON_ORDINARY;
        lesson->step_count = sizeof kinds / sizeof *kinds;
        lesson->steps = ARENA_ARRAY(arena, lesson->step_count, struct step);
        for (size_t k = 0; k < lesson->step_count; k++)
            lesson->steps[k].kind = kinds[k];
        exercise->id = i ? "a_again" : "a";
        exercise->variant_of = i ? "a" : NULL;
        exercise->lesson = curriculum->lessons[0];
    }
    return curriculum;
}

static void answer(struct temporary_store *temporary, const char *lesson, int step, bool right)
{
    assert_true(store_set_step_done(temporary->store, lesson, step, step ? "1" : NULL, right, NULL));
}

static const char *days_from_now(struct arena *arena, int days)
{
    char text[32];
    time_t at = time(NULL) + (time_t)days * 24 * 3600;
    struct tm parts;
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&at, &parts));
    return arena_strdup(arena, text);
}

static struct review_item *list(struct temporary_store *temporary, int days, size_t expected)
{
    struct review_item *items;
    size_t count;
    const char *now = days_from_now(temporary->arena, days);
    assert_true(review_list(temporary->store, school(temporary->arena), now, temporary->arena, &items, &count, NULL));
    assert_int_equal(count, expected);
    return items;
}

static void test_wrong_answers_come_first_and_are_due_from_the_next_day(void **state)
{
    struct temporary_store *temporary = *state;
    answer(temporary, "first", 0, true); /* text */
    answer(temporary, "first", 1, true);
    answer(temporary, "first", 2, false);
    answer(temporary, "check", 1, false); /* of an assessment */
    answer(temporary, "gone", 1, false);
    struct review_item *items = list(temporary, 0, 2);
    assert_int_equal(items[0].step, 2);
    assert_true(items[0].was_wrong);
    assert_false(items[0].is_due);
    items = list(temporary, 2, 2);
    assert_int_equal(items[0].days_ago, 2);
    assert_true(items[0].is_due);
    assert_false(items[1].is_due);
}

/* A fill is asked again like a quiz. A step that was seen without an answer is not. */
static void test_steps_that_run_kernels_are_questions_too(void **state)
{
    struct temporary_store *temporary = *state;
    answer(temporary, "first", 3, false);
    answer(temporary, "first", 5, false);
    assert_true(store_set_step_done(temporary->store, "first", 6, NULL, false, NULL));
    struct review_item *items = list(temporary, 2, 2);
    assert_int_equal(items[0].step, 3);
    assert_int_equal(items[1].step, 5);
    assert_true(items[1].was_wrong && items[1].is_due);
}

static void test_a_new_answer_counts_from_now_on(void **state)
{
    struct temporary_store *temporary = *state;
    answer(temporary, "first", 1, false);
    answer(temporary, "first", 1, true);
    struct review_item *items = list(temporary, REVIEW_AFTER_DAYS - 1, 1);
    assert_false(items[0].is_due);
    assert_true(list(temporary, REVIEW_AFTER_DAYS, 1)[0].is_due);
}

static void test_passes_grow_old_and_a_new_pass_renews_them(void **state)
{
    struct temporary_store *temporary = *state;
    struct attempt attempt = {.exercise = "a", .status = "pass"};
    attempt.started_at = days_from_now(temporary->arena, -REVIEW_AFTER_DAYS - 1);
    assert_true(store_add_attempt(temporary->store, &attempt, NULL, NULL));
    attempt.exercise = "a_again";
    assert_true(store_add_attempt(temporary->store, &attempt, NULL, NULL));
    struct review_item *items = list(temporary, 0, 1);
    assert_string_equal(items[0].exercise->id, "a");
    assert_int_equal(items[0].days_ago, REVIEW_AFTER_DAYS + 1);
    assert_true(items[0].is_due);
    attempt.exercise = "a";
    attempt.started_at = NULL;
    assert_true(store_add_attempt(temporary->store, &attempt, NULL, NULL));
    assert_false(list(temporary, 0, 1)[0].is_due);
}

#define REVIEW_TEST(name) cmocka_unit_test_setup_teardown(name, temporary_store_setup, temporary_store_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        REVIEW_TEST(test_wrong_answers_come_first_and_are_due_from_the_next_day),
        REVIEW_TEST(test_steps_that_run_kernels_are_questions_too),
        REVIEW_TEST(test_a_new_answer_counts_from_now_on),
        REVIEW_TEST(test_passes_grow_old_and_a_new_pass_renews_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
