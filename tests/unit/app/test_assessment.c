/* Tests assessments: the draw, answers, the time limit, closed help, the result. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "app/assessment.h"
#include "app/assessment/assessment_draw.h"
#include "app/help_ladder.h"

static struct app *app;

static int set_up(void **state)
{
    struct app_options options = {.root = WARPSCHOOL_SOURCE_DIR, .no_store = true};
    struct error error = {0};
    (void)state;
    return app_open(&options, &app, &error) ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    app_close(app);
    return 0;
}

static const struct lesson *pool(void)
{
    struct error error = {0};
    const struct lesson *found = assessment_find_pool(app, "foundation", &error);
    assert_non_null(found);
    return found;
}

static struct assessment_clock clock_at(int64_t seconds)
{
    return (struct assessment_clock){
        .wall_ns = seconds * 1000000000, .boot_ns = seconds * 1000000000, .boot_id = "boot"};
}

static struct assessment look_at(int64_t seconds, bool expect_running)
{
    struct assessment assessment = {0};
    struct assessment_clock clock = clock_at(seconds);
    struct error error = {0};
    bool running;
    if (!assessment_look(app, &clock, app->arena, &running, &assessment, &error))
        fail_msg("%s", error.message);
    assert_int_equal(running, expect_running);
    return assessment;
}

static void start(uint64_t seed)
{
    struct assessment_clock clock = clock_at(100);
    struct error error = {0};
    assert_true(assessment_start(app, pool(), seed, &clock, &error));
}

static struct assessment look_now(void)
{
    struct assessment assessment = {0};
    struct error error = {0};
    bool running;
    assert_true(assessment_look(app, NULL, app->arena, &running, &assessment, &error));
    assert_true(running);
    return assessment;
}

/* One seed always gives one draw, and another seed gives another. Every draw covers all areas. */
static void test_the_seed_decides_the_draw(void **state)
{
    (void)state;
    size_t count, other_count;
    struct assessment_item *items = assessment_draw(pool(), 7, NULL, app->arena, &count);
    struct assessment_item *again = assessment_draw(pool(), 7, NULL, app->arena, &other_count);
    const struct draw *draw = &pool()->draw;
    assert_int_equal(count, draw->quizzes + draw->exercises * (1 + draw->predictions));
    assert_memory_equal(items, again, count * sizeof *items);
    struct assessment_item *other = assessment_draw(pool(), 8, NULL, app->arena, &other_count);
    assert_memory_not_equal(items, other, count * sizeof *items);
}

static void test_every_draw_spreads_over_the_areas_and_repeats_nothing(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 50; seed++) {
        struct assessment assessment = {.pool = pool()};
        size_t count;
        struct assessment_item *items = assessment_draw(pool(), seed, NULL, app->arena, &count);
        const char *areas[64];
        size_t area_count = 0;
        for (size_t i = 0; i < count; i++) {
            for (size_t k = 0; k < i; k++)
                assert_false(items[i].kind == items[k].kind && items[i].step == items[k].step &&
                             items[i].part == items[k].part);
            bool is_new = items[i].kind == ASSESSMENT_QUIZ;
            for (size_t k = 0; k < area_count; k++)
                is_new = is_new && strcmp(areas[k], assessment_area(&assessment, &items[i])) != 0;
            if (is_new)
                areas[area_count++] = assessment_area(&assessment, &items[i]);
        }
        assert_int_equal(area_count, 4); /* the foundation assessment has four */
    }
}

static void test_a_known_kernel_comes_last(void **state)
{
    (void)state;
    char seen[] = "pool_dot";
    int *known = ARENA_ARRAY(app->arena, pool()->step_count, int);
    for (size_t i = 0; i < pool()->step_count; i++)
        known[i] = pool()->steps[i].kind == STEP_EXERCISE && strcmp(pool()->steps[i].exercise->id, seen) == 0;
    for (uint64_t seed = 1; seed <= 50; seed++) {
        size_t count;
        struct assessment assessment = {.pool = pool()};
        struct assessment_item *items = assessment_draw(pool(), seed, known, app->arena, &count);
        for (size_t i = 0; i < count; i++)
            if (items[i].kind == ASSESSMENT_EXERCISE)
                assert_string_not_equal(assessment_exercise(&assessment, &items[i])->id, seen);
    }
}

/* Three points of each area at least: those of its kernel, or of three questions. */
static void test_an_area_without_a_kernel_has_more_questions(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 50; seed++) {
        struct assessment assessment = {.pool = pool()};
        assessment.record.items = assessment_draw(pool(), seed, NULL, app->arena, &assessment.record.item_count);
        size_t count;
        struct assessment_area_points *areas = assessment_areas(&assessment, app->arena, &count);
        for (size_t i = 0; i < count; i++)
            assert_true(areas[i].total >= 3);
    }
}

static void test_three_sittings_repeat_nothing(void **state)
{
    (void)state;
    struct error error = {0};
    int *drawn = ARENA_ARRAY(app->arena, pool()->step_count, int);
    for (int sitting = 0; sitting < 3; sitting++) {
        assert_true(assessment_start(app, pool(), 0, NULL, &error));
        struct assessment assessment = look_now();
        for (size_t i = 0; i < assessment.record.item_count; i++)
            if (assessment.record.items[i].kind != ASSESSMENT_PREDICT)
                assert_int_equal(drawn[assessment.record.items[i].step]++, 0);
        assert_true(assessment_finish(app, &assessment, &error));
    }
    assert_true(assessment_start(app, pool(), 0, NULL, &error)); /* the pool begins again */
    assert_int_equal(look_now().record.item_count, 6 + 3 * (1 + 3));
}

/* The first right choice of a question, or one that is wrong. */
static const char *choice(const struct quiz *quiz, bool right)
{
    static char text[8];
    for (size_t i = 0; i < quiz->choice_count; i++)
        if (quiz->choices[i].right == right) {
            snprintf(text, sizeof text, "%zu", i + 1);
            return text;
        }
    return "1";
}

static void test_an_answer_is_given_once_and_counted(void **state)
{
    (void)state;
    struct error error = {0};
    start(7);
    struct assessment assessment = look_at(110, true);
    const struct quiz *quiz = assessment_quiz(&assessment, &assessment.record.items[0]);
    assert_false(assessment_answer_quiz(app, &assessment, 1, "9", &error));
    assert_false(assessment_answer_quiz(app, &assessment, 1, "1;2", &error));
    assert_true(assessment_answer_quiz(app, &assessment, 1, choice(quiz, true), &error));
    quiz = assessment_quiz(&assessment, &assessment.record.items[1]);
    assert_true(assessment_answer_quiz(app, &assessment, 2, choice(quiz, false), &error));
    assessment = look_at(120, true);
    assert_int_equal(assessment.record.items[0].state, ASSESSMENT_RIGHT);
    assert_int_equal(assessment.record.items[1].state, ASSESSMENT_WRONG);
    assert_false(assessment_answer_quiz(app, &assessment, 1, "1", &error));
    assert_non_null(strstr(error.message, "has an answer already"));
}

static struct assessment_item first_of(const struct assessment *assessment, enum assessment_item_kind kind)
{
    for (size_t i = 0; i < assessment->record.item_count; i++)
        if (assessment->record.items[i].kind == kind)
            return assessment->record.items[i];
    fail();
    return (struct assessment_item){0};
}

static int64_t record_attempt(const struct exercise *exercise, const char *source, bool passed)
{
    struct attempt attempt = {.exercise = exercise->id, .status = passed ? "pass" : "wrong", .source = source};
    struct error error = {0};
    int64_t id;
    assert_true(store_add_attempt(app->store, &attempt, &id, &error));
    assert_true(assessment_take_attempt(app, exercise, id, passed, &error));
    return id;
}

/* assessment_take_attempt() reads the machine's clock, so the sitting begins there. */
static void start_now(void)
{
    struct error error = {0};
    assert_true(assessment_start(app, pool(), 7, NULL, &error));
}

static void test_predictions_are_about_the_kernel_that_passed_first(void **state)
{
    (void)state;
    struct error error = {0};
    struct source source;
    start_now();
    struct assessment assessment = look_now();
    struct assessment_item predict = first_of(&assessment, ASSESSMENT_PREDICT);
    const struct exercise *exercise = assessment_exercise(&assessment, &predict);
    assert_false(assessment_predict_source(app, &assessment, &predict, app->arena, &source, &error));
    assert_non_null(strstr(error.message, "pass that item first"));
    record_attempt(exercise, "a wrong one", false);
    record_attempt(exercise, "the first that passes", true);
    record_attempt(exercise, "a later one", true);
    assessment = look_now();
    assert_true(assessment_predict_source(app, &assessment, &predict, app->arena, &source, &error));
    assert_string_equal(source.text, "the first that passes");
    assert_true(assessment_answer_predict(app, &assessment, predict.number, "100", 100.5, &error));
    assessment = look_now();
    bool is_close = assessment_predict(&assessment, &predict)->within > 0.005;
    assert_int_equal(assessment.record.items[predict.number - 1].state, is_close ? ASSESSMENT_RIGHT : ASSESSMENT_WRONG);
}

/* Starts assessments until one asks about a barrier. */
static struct assessment_item sit_with_barrier(struct assessment *out_assessment)
{
    struct error error = {0};
    for (uint64_t seed = 1; seed < 64; seed++) {
        assert_true(assessment_start(app, pool(), seed, NULL, &error));
        *out_assessment = look_now();
        for (size_t i = 0; i < out_assessment->record.item_count; i++) {
            struct assessment_item item = out_assessment->record.items[i];
            if (item.kind == ASSESSMENT_PREDICT &&
                strcmp(assessment_predict(out_assessment, &item)->counter, PREDICT_WITHOUT_BARRIER) == 0)
                return item;
        }
        assert_true(assessment_finish(app, out_assessment, &error));
    }
    fail();
    return (struct assessment_item){0};
}

static struct source kernel(const char *text)
{
    return (struct source){.name = "kernel.cu", .text = text, .size_bytes = strlen(text)};
}

static void test_a_barrier_is_asked_about_at_its_line(void **state)
{
    (void)state;
    struct assessment assessment;
    struct assessment_item item = sit_with_barrier(&assessment);
    struct source source = kernel("{\n    // __syncthreads();\n    __syncthreads();\n}\n");
    assert_ptr_equal(assessment_predict_about(&assessment, &item, &source), assessment_predict(&assessment, &item));
    const char *ask = assessment_ask(&assessment, &item, &source, app->arena);
    assert_non_null(strstr(ask, "Line 3 of your kernel"));
    assert_null(strstr(ask, "{line}"));
}

/* A kernel without a barrier gets a substitute question that the sitting does not ask yet. */
static void test_a_kernel_without_a_barrier_is_asked_something_else(void **state)
{
    (void)state;
    struct error error = {0};
    struct assessment assessment;
    struct assessment_item item = sit_with_barrier(&assessment);
    const struct exercise *exercise = assessment_exercise(&assessment, &item);
    struct source source = kernel("{\n    // __syncthreads();\n}\n");
    const struct predict *asked = assessment_predict_about(&assessment, &item, &source);
    assert_string_not_equal(asked->counter, PREDICT_WITHOUT_BARRIER);
    assert_null(strstr(assessment_ask(&assessment, &item, &source, app->arena), "{line}"));
    for (size_t i = 0; i < assessment.record.item_count; i++) {
        const struct assessment_item *other = &assessment.record.items[i];
        if (other->kind == ASSESSMENT_PREDICT && other->step == item.step)
            assert_ptr_not_equal(assessment_predict(&assessment, other), asked);
    }
    /* The answer 0.9 for 1 is wrong about a barrier. The substitute question accepts it. */
    ((struct predict *)asked)->within = 0.2;
    record_attempt(exercise, source.text, true);
    assessment = look_now();
    assert_true(assessment_answer_predict(app, &assessment, item.number, "0.9", 1, &error));
    assessment = look_now();
    assert_int_equal(assessment.record.items[item.number - 1].state, ASSESSMENT_RIGHT);
}

static void test_attempts_elsewhere_are_left_alone(void **state)
{
    (void)state;
    start_now();
    record_attempt(curriculum_find_exercise(app->curriculum, "vector_add"), "x", true);
    struct assessment assessment = look_now();
    for (size_t i = 0; i < assessment.record.item_count; i++)
        assert_int_equal(assessment.record.items[i].state, ASSESSMENT_OPEN);
}

static void test_the_time_limit_ends_it(void **state)
{
    (void)state;
    struct assessment last;
    struct error error = {0};
    bool found;
    start(7);
    int limit_s = pool()->minutes * 60;
    assert_true(look_at(100 + limit_s - 1, true).remaining_ns == INT64_C(1000000000));
    look_at(100 + limit_s, false);
    assert_true(assessment_last(app, NULL, app->arena, &found, &last, &error));
    assert_true(found);
    assert_string_equal(last.record.ended_by, "time");
    assert_false(last.record.passed);
    assert_false(assessment_refuse_stopped(app, &error));
    assert_non_null(strstr(error.hint, "its time ran out"));
    assert_int_equal(last.record.points, 0);
    assert_int_equal(last.record.points_total, 6 + 3 * (3 + 3));
}

static void test_there_is_no_help_while_it_runs(void **state)
{
    (void)state;
    struct error error = {0};
    struct help_ladder_hint hint;
    struct source source;
    const struct exercise *exercise = curriculum_find_exercise(app->curriculum, "vector_add");
    start_now();
    assert_false(help_ladder_next_hint(app, exercise, &hint, &error));
    assert_non_null(strstr(error.message, "closed while an assessment runs"));
    assert_false(help_ladder_reveal_solution(app, exercise, app->arena, &source, &error));
    assert_false(assessment_allows(app, "`run`", &error));
    struct assessment assessment = look_now();
    assert_true(assessment_finish(app, &assessment, &error));
    assert_true(help_ladder_next_hint(app, exercise, &hint, &error));
    assert_true(assessment_allows(app, "`run`", &error));
}

static void test_a_solution_of_the_pool_shows_once_it_was_asked_for(void **state)
{
    (void)state;
    struct error error = {0};
    struct source source;
    start_now();
    struct assessment assessment = look_now();
    struct assessment_item item = first_of(&assessment, ASSESSMENT_EXERCISE);
    const struct exercise *asked = assessment_exercise(&assessment, &item);
    assert_true(assessment_finish(app, &assessment, &error));
    assert_true(help_ladder_reveal_solution(app, asked, app->arena, &source, &error));
    size_t kept = 0;
    for (size_t i = 0; i < pool()->step_count; i++)
        if (pool()->steps[i].kind == STEP_EXERCISE)
            kept += !help_ladder_reveal_solution(app, pool()->steps[i].exercise, app->arena, &source, &error);
    assert_int_equal(kept, 9 - 3); /* nine in the pool, three drawn */
}

static void answer_all(void)
{
    struct error error = {0};
    struct assessment assessment = look_now();
    for (size_t i = 0; i < assessment.record.item_count; i++) {
        const struct assessment_item *item = &assessment.record.items[i];
        bool good = true;
        if (item->kind == ASSESSMENT_QUIZ)
            good = assessment_answer_quiz(app, &assessment, item->number,
                                          choice(assessment_quiz(&assessment, item), item->number != 1), &error);
        else if (item->kind == ASSESSMENT_EXERCISE)
            record_attempt(assessment_exercise(&assessment, item), "x", true);
        else
            good = assessment_answer_predict(app, &assessment, item->number, "8", 8, &error);
        assert_true(good);
    }
}

/* A screen can be older than the store: another terminal answers, too. */
static void test_an_older_look_loses_no_points(void **state)
{
    (void)state;
    struct error error = {0};
    struct assessment last;
    bool found;
    start_now();
    struct assessment older = look_now();
    size_t count = older.record.item_count;
    assert_string_equal(assessment_ask_to_finish(&older, app->arena),
                        arena_printf(app->arena, "%zu items are open and count as wrong. Finish?", count));
    answer_all();
    struct assessment newer = look_now();
    assert_string_equal(assessment_ask_to_finish(&newer, app->arena), "Every item is answered. Finish?");
    assert_true(assessment_finish(app, &older, &error));
    assert_true(assessment_last(app, "foundation", app->arena, &found, &last, &error));
    assert_true(last.record.passed);
    assert_int_equal(last.record.points, last.record.points_total - 1);
    assert_false(assessment_finish(app, &older, &error)); /* it has ended */
}

static void test_the_result_names_points_areas_and_what_to_read(void **state)
{
    (void)state;
    struct error error = {0};
    struct assessment last;
    bool found;
    size_t count;
    start_now();
    answer_all();
    struct assessment assessment = look_now();
    assert_true(assessment_finish(app, &assessment, &error));
    assert_true(assessment_last(app, "foundation", app->arena, &found, &last, &error));
    assert_true(last.record.passed);
    assert_int_equal(last.record.points, last.record.points_total - 1);
    const struct lesson **again = assessment_read_again(&last, app->curriculum, app->arena, &count);
    assert_int_equal(count, 1);
    assert_string_equal(again[0]->id, assessment_quiz(&last, &last.record.items[0])->read);
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    assessment_result_text(&last, app->curriculum, &text);
    assert_non_null(strstr(buffer_text(&text), "passed, 23 of 24 points, 17 are needed"));
    assert_non_null(strstr(buffer_text(&text), "self-administered, seed 7"));
    assert_non_null(strstr(buffer_text(&text), "measurement basics"));
    assert_non_null(strstr(buffer_text(&text), again[0]->id));
    json_t *json = assessment_result_json(&last);
    assert_int_equal(json_array_size(json_object_get(json, "items")), last.record.item_count);
    json_decref(json);
}

static size_t position_of(const struct lesson *lesson)
{
    size_t at = 0;
    while (app->curriculum->lessons[at] != lesson)
        at++;
    return at;
}

static void test_lessons_to_read_are_in_the_order_of_the_course(void **state)
{
    (void)state;
    struct error error = {0};
    struct assessment last;
    bool found;
    size_t count;
    start_now();
    struct assessment assessment = look_now();
    assert_true(assessment_finish(app, &assessment, &error));
    assert_true(assessment_last(app, "foundation", app->arena, &found, &last, &error));
    const struct lesson **again = assessment_read_again(&last, app->curriculum, app->arena, &count);
    assert_true(count > 2);
    for (size_t i = 1; i < count; i++)
        assert_true(position_of(again[i]) > position_of(again[i - 1]));
}

/* A terminal of Latin letters writes bytes that are no UTF-8. */
static void test_an_answer_in_latin_is_in_the_result(void **state)
{
    (void)state;
    struct assessment_item item = {.number = 1, .answer = "caf\xe9"};
    struct assessment assessment = {.record = {.level = "foundation",
                                               .lesson = "pool",
                                               .pool_sha256 = "",
                                               .started_at = "",
                                               .items = &item,
                                               .item_count = 1}};
    json_t *json = assessment_result_json(&assessment);
    assert_int_equal(json_array_size(json_object_get(json, "items")), 1);
    json_decref(json);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_the_seed_decides_the_draw),
        TEST(test_every_draw_spreads_over_the_areas_and_repeats_nothing),
        TEST(test_a_known_kernel_comes_last),
        TEST(test_an_area_without_a_kernel_has_more_questions),
        TEST(test_three_sittings_repeat_nothing),
        TEST(test_an_answer_is_given_once_and_counted),
        TEST(test_predictions_are_about_the_kernel_that_passed_first),
        TEST(test_a_barrier_is_asked_about_at_its_line),
        TEST(test_a_kernel_without_a_barrier_is_asked_something_else),
        TEST(test_attempts_elsewhere_are_left_alone),
        TEST(test_the_time_limit_ends_it),
        TEST(test_there_is_no_help_while_it_runs),
        TEST(test_a_solution_of_the_pool_shows_once_it_was_asked_for),
        TEST(test_an_older_look_loses_no_points),
        TEST(test_the_result_names_points_areas_and_what_to_read),
        TEST(test_lessons_to_read_are_in_the_order_of_the_course),
        TEST(test_an_answer_in_latin_is_in_the_result),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
