/* Tests which questions and exercises are due for review. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "progress/recall.h"
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
        exercise->variant = i ? NULL : "a_again";
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
    items = list(temporary, 1, 2);
    assert_int_equal(items[0].days_ago, 1);
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

/* Answered right, it comes again after 2 days, and once more right after 11. */
static void test_right_answers_come_at_growing_distances(void **state)
{
    struct temporary_store *temporary = *state;
    answer(temporary, "first", 1, true);
    assert_false(list(temporary, 1, 1)[0].is_due);
    assert_true(list(temporary, 2, 1)[0].is_due);
}

/* Also the one that is right at the second try: the first answer of the day counts. */
static void test_a_wrong_answer_comes_again_the_next_day(void **state)
{
    struct temporary_store *temporary = *state;
    answer(temporary, "first", 1, false);
    answer(temporary, "first", 1, true);
    struct review_item *items = list(temporary, 0, 1);
    assert_false(items[0].was_wrong || items[0].is_due);
    assert_true(list(temporary, 1, 1)[0].is_due);
}

static void try(struct temporary_store *temporary, const char *exercise, const char *status, int days)
{
    struct attempt attempt = {.exercise = exercise, .status = status};
    attempt.started_at = days_from_now(temporary->arena, days);
    assert_true(store_add_attempt(temporary->store, &attempt, NULL, NULL));
}

static void test_passes_grow_old_and_the_variant_renews_them(void **state)
{
    struct temporary_store *temporary = *state;
    try(temporary, "a", "wrong", -50); /* before the first pass nothing is remembered */
    try(temporary, "a", "pass", -30);
    struct review_item *items = list(temporary, -29, 1);
    assert_string_equal(items[0].exercise->id, "a");
    assert_false(items[0].is_due);
    assert_true(list(temporary, -28, 1)[0].is_due);
    try(temporary, "a_again", "pass", -28);
    assert_false(list(temporary, -18, 1)[0].is_due);
    items = list(temporary, -17, 1);
    assert_true(items[0].is_due);
    assert_int_equal(items[0].days_ago, 11);
    try(temporary, "a", "wrong", -17);
    assert_true(list(temporary, -15, 1)[0].was_wrong);
}

static void test_a_hard_pass_comes_sooner(void **state)
{
    struct temporary_store *temporary = *state;
    try(temporary, "a", "wrong", -30);
    try(temporary, "a", "pass", -30);
    assert_true(list(temporary, -29, 1)[0].is_due);
}

/* Computed with the package py-fsrs 6.3 (PyPI), its default weights, one review a day. */
static void test_the_published_model(void **state)
{
    static const struct {
        int days;
        enum recall_grade grade;
        double stability_days, difficulty;
        int interval_days;
    } reviews[][5] = {
        {{0, RECALL_GOOD, 2.3065, 2.1181, 2},
         {2, RECALL_GOOD, 10.9643, 2.1112, 11},
         {11, RECALL_GOOD, 46.2802, 2.1043, 46},
         {46, RECALL_GOOD, 162.8622, 2.0975, 163}},
        {{0, RECALL_AGAIN, 0.212, 6.4133, 1},
         {1, RECALL_GOOD, 1.8868, 6.4021, 2},
         {3, RECALL_GOOD, 7.6382, 6.3909, 8},
         {10, RECALL_AGAIN, 1.2296, 8.799, 1},
         {2, RECALL_GOOD, 3.1845, 8.7854, 3}},
        {{0, RECALL_HARD, 1.2931, 5.1122, 1},
         {1, RECALL_HARD, 3.2494, 6.7405, 3},
         {4, RECALL_GOOD, 10.3327, 6.7289, 10},
         {9, RECALL_GOOD, 24.9087, 6.7174, 25}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof reviews / sizeof reviews[0]; i++) {
        struct recall recall = {0};
        for (size_t k = 0; k < 5 && reviews[i][k].grade; k++) {
            recall_answer(&recall, reviews[i][k].days, reviews[i][k].grade);
            assert_true(fabs(recall.stability_days - reviews[i][k].stability_days) < 6e-5);
            assert_true(fabs(recall.difficulty - reviews[i][k].difficulty) < 6e-5);
            assert_int_equal(recall_interval_days(&recall), reviews[i][k].interval_days);
        }
        assert_true(fabs(recall_probability(&recall, recall.stability_days) - 0.9) < 1e-12);
    }
}

#define REVIEW_TEST(name) cmocka_unit_test_setup_teardown(name, temporary_store_setup, temporary_store_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        REVIEW_TEST(test_wrong_answers_come_first_and_are_due_from_the_next_day),
        REVIEW_TEST(test_steps_that_run_kernels_are_questions_too),
        REVIEW_TEST(test_right_answers_come_at_growing_distances),
        REVIEW_TEST(test_a_wrong_answer_comes_again_the_next_day),
        REVIEW_TEST(test_passes_grow_old_and_the_variant_renews_them),
        REVIEW_TEST(test_a_hard_pass_comes_sooner),
        REVIEW_TEST(test_the_published_model),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
