/* Certificate rules: what counts, what does not, and what this curriculum does not offer yet. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "certificate/rules.h"

static struct arena *arena;
static struct store *store;

static int set_up(void **state)
{
    (void)state;
    struct error error = {0};
    arena = arena_new();
    store = store_open_memory(&error);
    return store == NULL;
}

static int tear_down(void **state)
{
    (void)state;
    store_close(store);
    arena_free(arena);
    return 0;
}

/* A curriculum of one lesson with one exercise. */
static struct curriculum *curriculum_of(const char *lesson_id, int week, bool core, const char *exercise_id)
{
    struct curriculum *curriculum = ARENA_NEW(arena, struct curriculum);
    struct lesson *lesson = ARENA_NEW(arena, struct lesson);
    struct exercise *exercise = ARENA_NEW(arena, struct exercise);
    exercise->id = exercise_id;
    exercise->lesson = lesson;
    lesson->id = lesson_id;
    lesson->week = week;
    lesson->core = core;
    lesson->steps = ARENA_ARRAY(arena, 2, struct step);
    lesson->steps[0] = (struct step){.kind = STEP_TEXT, .text = "text"};
    lesson->steps[1] = (struct step){.kind = STEP_EXERCISE, .exercise = exercise};
    lesson->step_count = 2;
    curriculum->lessons = ARENA_ARRAY(arena, 1, struct lesson *);
    curriculum->lessons[0] = lesson;
    curriculum->lesson_count = 1;
    return curriculum;
}

static void record(const char *exercise, const char *status)
{
    struct attempt attempt = {
        .exercise = exercise,
        .status = status,
        .device = "virtual",
        .architecture = "h100",
        .seed = 1,
        .source = "x",
        .source_sha256 = "0",
        .verdict_json = "{}",
        .program_version = "0",
        .started_at = "2026-01-01T00:00:00Z",
    };
    int64_t id;
    struct error error = {0};
    assert_true(store_add_attempt(store, &attempt, &id, &error));
}

static const struct certificate_requirement *find(const struct certificate_state *state, const char *text)
{
    for (size_t i = 0; i < state->requirement_count; i++)
        if (strcmp(state->requirements[i].text, text) == 0)
            return &state->requirements[i];
    fail_msg("no requirement '%s'", text);
    return NULL;
}

static struct certificate_requirement evaluate(const struct curriculum *curriculum, const char *text)
{
    struct certificate_state state;
    struct error error = {0};
    assert_true(certificate_evaluate(CERTIFICATE_FOUNDATION, curriculum, store, arena, &state, &error));
    assert_int_equal(state.requirement_count, 7); /* five weeks, an assessment, a project */
    return *find(&state, text);
}

static void test_a_week_is_met_when_its_core_is_passed(void **state)
{
    (void)state;
    struct curriculum *curriculum = curriculum_of("w01-a", 1, true, "a");
    assert_false(evaluate(curriculum, "core of week 1").met);
    record("a", "wrong");
    assert_false(evaluate(curriculum, "core of week 1").met);
    record("a", "pass");
    struct certificate_requirement requirement = evaluate(curriculum, "core of week 1");
    assert_true(requirement.met);
    assert_int_equal(requirement.passed, 1);
    assert_int_equal(requirement.total, 1);
}

static void test_stretch_lessons_do_not_count(void **state)
{
    (void)state;
    struct curriculum *curriculum = curriculum_of("w01-a", 1, false, "a");
    record("a", "pass");
    assert_false(evaluate(curriculum, "core of week 1").offered);
}

static void test_what_is_not_offered_is_not_met(void **state)
{
    (void)state;
    struct curriculum *curriculum = curriculum_of("w01-a", 1, true, "a");
    record("a", "pass");
    struct certificate_requirement requirement = evaluate(curriculum, "core of week 2");
    assert_false(requirement.offered);
    assert_false(requirement.met);
}

static void test_an_assisted_pass_does_not_count(void **state)
{
    (void)state;
    struct curriculum *curriculum = curriculum_of("w01-a", 1, true, "a");
    struct error error = {0};
    assert_true(store_mark_solution_seen(store, "a", &error));
    record("a", "pass");
    assert_false(evaluate(curriculum, "core of week 1").met);
}

static void test_assessments_and_projects_are_their_own(void **state)
{
    (void)state;
    struct curriculum *curriculum = curriculum_of("assessment-foundation", 2, true, "a");
    record("a", "pass");
    assert_true(evaluate(curriculum, "foundation assessment").met);
    assert_false(evaluate(curriculum, "core of week 2").offered);
    curriculum = curriculum_of("project1-transformer", 2, true, "a");
    assert_true(evaluate(curriculum, "project 1").met);
    curriculum = curriculum_of("project10", 2, true, "a");
    assert_false(evaluate(curriculum, "project 1").met);
}

static void test_every_certificate_has_its_claim(void **state)
{
    (void)state;
    for (int i = 0; i < CERTIFICATE_COUNT; i++) {
        assert_true(strlen(certificate_name((enum certificate)i)) > 0);
        assert_true(strlen(certificate_claim((enum certificate)i)) > 0);
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_a_week_is_met_when_its_core_is_passed),  TEST(test_stretch_lessons_do_not_count),
        TEST(test_what_is_not_offered_is_not_met),         TEST(test_an_assisted_pass_does_not_count),
        TEST(test_assessments_and_projects_are_their_own), TEST(test_every_certificate_has_its_claim),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
