/* Tests the certificate rules: which attempts count, and what cannot be earned yet. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "certificate/award.h"
#include "certificate/badges.h"
#include "certificate/rules.h"
#include "progress/assessments.h"

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

static void record_at(const char *exercise, const char *status, const char *started_at)
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
        .started_at = started_at,
    };
    int64_t id;
    struct error error = {0};
    assert_true(store_add_attempt(store, &attempt, &id, &error));
}

static void record(const char *exercise, const char *status)
{
    record_at(exercise, status, "2026-01-01T00:00:00Z");
}

static void end_assessment(const char *level, bool passed)
{
    struct assessment_record record = {.lesson = "pool", .level = level, .pool_sha256 = "", .limit_seconds = 60};
    struct assessment_clock clock = assessment_clock_now();
    struct error error = {0};
    int64_t id;
    assert_true(assessments_begin(store, &record, &clock, &id, &error));
    assert_true(assessments_end(store, id, "learner", 1, 2, passed, &error));
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
    struct earned earned;
    assert_true(earned_read(curriculum, store, arena, &earned, &error));
    certificate_evaluate(CERTIFICATE_FOUNDATION, &earned, arena, &state);
    assert_int_equal(state.needed_count, 7);      /* five weeks, an assessment, a project */
    assert_int_equal(state.requirement_count, 8); /* the eighth is shown only */
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

/* Else a course that lacks lessons would confirm certificates that rest on them. */
static void test_an_award_names_what_is_not_offered(void **state)
{
    (void)state;
    struct error error = {0};
    struct earned earned;
    struct award award;
    assert_true(earned_read(curriculum_of("a", 1, true, "x"), store, arena, &earned, &error));
    assert_true(award_find(&earned, "research", arena, &award, &error));
    assert_string_equal(award.unoffered, "core of week 2");
    assert_string_equal(award.missing, "it still needs core of week 1");
    assert_true(award_find(&earned, "week-1", arena, &award, &error));
    assert_null(award.unoffered);
    assert_string_equal(award.missing, "0 of 1 exercise or quiz passed unaided");
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
    curriculum->lessons[0]->kind = LESSON_ASSESSMENT;
    record("a", "pass"); /* passing one kernel of the pool does not pass the assessment */
    assert_true(evaluate(curriculum, "foundation assessment").offered);
    assert_false(evaluate(curriculum, "foundation assessment").met);
    assert_false(evaluate(curriculum, "foundation assessment").is_taken);
    end_assessment("foundation", false);
    assert_true(evaluate(curriculum, "foundation assessment").is_taken);
    assert_false(evaluate(curriculum, "foundation assessment").met);
    end_assessment("foundation", true);
    assert_true(evaluate(curriculum, "foundation assessment").met);
    assert_true(evaluate(curriculum, "intermediate assessment").is_shown_only);
    assert_false(evaluate(curriculum, "intermediate assessment").met);
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

static struct badge_list update(const struct curriculum *curriculum)
{
    struct earned earned;
    struct badge_list badges;
    struct error error = {0};
    assert_true(earned_read(curriculum, store, arena, &earned, &error));
    assert_true(badges_update(&earned, store, arena, &badges, &error));
    return badges;
}

static void test_a_pass_earns_the_lesson_and_its_week_once(void **state)
{
    (void)state;
    struct curriculum *curriculum = curriculum_of("w01-a", 1, true, "a");
    struct badge_list badges = update(curriculum);
    assert_int_equal(badges.count, 2);
    assert_int_equal(badges.earned_count, 0);
    record("a", "pass");
    badges = update(curriculum);
    assert_int_equal(badges.new_count, 2);
    assert_int_equal(badges.items[0].kind, BADGE_LESSON);
    assert_string_equal(badges.items[0].subject, "w01-a");
    assert_int_equal(badges.items[1].kind, BADGE_WEEK);
    assert_string_equal(badges.items[1].title, "Week 1");
    badges = update(curriculum);
    assert_int_equal(badges.new_count, 0);
    assert_int_equal(badges.earned_count, 2);
    assert_non_null(badges.items[0].earned_at);
}

static void test_stretch_earns_its_lesson_and_no_week(void **state)
{
    (void)state;
    record("a", "pass");
    struct badge_list badges = update(curriculum_of("w01-a", 1, false, "a"));
    assert_int_equal(badges.count, 1);
    assert_int_equal(badges.items[0].kind, BADGE_LESSON);
}

static void test_projects_and_assessments_have_badges(void **state)
{
    (void)state;
    record("a", "pass");
    struct badge_list badges = update(curriculum_of("project1-transformer", 2, true, "a"));
    assert_int_equal(badges.count, 1);
    assert_int_equal(badges.items[0].kind, BADGE_PROJECT);
    struct curriculum *curriculum = curriculum_of("assessment-foundation", 2, true, "a");
    curriculum->lessons[0]->kind = LESSON_ASSESSMENT;
    assert_int_equal(update(curriculum).earned_count, 0);
    end_assessment("foundation", true);
    badges = update(curriculum);
    assert_int_equal(badges.new_count, 1);
    assert_int_equal(badges.items[0].kind, BADGE_ASSESSMENT);
    assert_string_equal(badges.items[0].subject, "foundation");
}

/*
 * After a look at the solution, an unaided pass of the variant earns the badge a day later, not an
 * hour later.
 */
static void test_the_variant_a_day_later_earns_the_badge(void **state)
{
    (void)state;
    struct curriculum *curriculum = curriculum_of("w01-a", 1, true, "a");
    struct error error = {0};
    curriculum->lessons[0]->steps[1].exercise->variant = "a2";
    assert_true(store_mark_solution_seen(store, "a", &error));
    record("a", "pass");
    record_at("a2", "pass", "2026-01-01T01:00:00Z");
    assert_int_equal(update(curriculum).earned_count, 0);
    record_at("a2", "pass", "2026-01-02T00:00:01Z");
    assert_int_equal(update(curriculum).new_count, 2);
}

static struct award find_foundation(const struct curriculum *curriculum)
{
    struct earned earned;
    struct award award;
    struct error error = {0};
    assert_true(earned_read(curriculum, store, arena, &earned, &error));
    assert_true(award_find(&earned, "foundation", arena, &award, &error));
    return award;
}

/* It is shown as passed or not taken, and does not count. */
static void test_the_intermediate_assessment_is_shown(void **state)
{
    (void)state;
    struct curriculum *curriculum = curriculum_of("w01-a", 1, true, "a");
    assert_string_equal(find_foundation(curriculum).shown, "intermediate assessment");
    assert_string_equal(find_foundation(curriculum).shown_state, "not taken");
    end_assessment("intermediate", false);
    assert_string_equal(find_foundation(curriculum).shown_state, "not passed");
    end_assessment("intermediate", true);
    assert_string_equal(find_foundation(curriculum).shown_state, "passed");
}

/* A wrong guess before a run stays wrong, since its numbers are shown. It must cost nothing. */
static void test_a_guess_before_a_run_is_no_question(void **state)
{
    (void)state;
    struct step steps[] = {{.kind = STEP_QUIZ}, {.kind = STEP_RUN}, {.kind = STEP_COMPARE}, {.kind = STEP_PLOT}};
    struct curriculum *curriculum = curriculum_of("questions", 1, true, "x");
    struct lesson *lesson = curriculum->lessons[0];
    struct earned earned;
    struct error error = {0};
    lesson->steps = steps;
    lesson->step_count = sizeof steps / sizeof steps[0];
    for (int i = 1; i < 4; i++)
        assert_true(store_set_step_done(store, "questions", i, "2", false, &error));
    assert_true(earned_read(curriculum, store, arena, &earned, &error));
    assert_int_equal(earned.lessons[0].passed, 0);
    assert_int_equal(earned.gap_count, 1);
    assert_int_equal(earned.gaps[0].questions.total, 1);
    assert_true(store_set_step_done(store, "questions", 0, "1", true, &error));
    assert_true(earned_read(curriculum, store, arena, &earned, &error));
    assert_int_equal(earned.lessons[0].passed, 1);
}

/* Gaps are in the order of the course: an exercise, then the assessment. */
static void test_gaps_name_what_is_missing(void **state)
{
    (void)state;
    struct curriculum *curriculum = curriculum_of("w01-a", 1, true, "a");
    struct award award = find_foundation(curriculum);
    assert_int_equal(award.gap_count, 1);
    assert_string_equal(award.gaps[0]->exercise->id, "a");
    record("a", "pass");
    assert_int_equal(find_foundation(curriculum).gap_count, 0);
    curriculum = curriculum_of("assessment-foundation", 2, true, "a");
    curriculum->lessons[0]->kind = LESSON_ASSESSMENT;
    award = find_foundation(curriculum);
    assert_int_equal(award.gap_count, 1);
    assert_null(award.gaps[0]->exercise);
}

static void test_each_badge_says_what_earns_it(void **state)
{
    (void)state;
    for (int i = 0; i < BADGE_KIND_COUNT; i++) {
        assert_true(strlen(badge_name((enum badge_kind)i)) > 0);
        assert_true(strlen(badge_words((enum badge_kind)i)) > 0);
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_the_intermediate_assessment_is_shown),
        TEST(test_gaps_name_what_is_missing),
        TEST(test_a_week_is_met_when_its_core_is_passed),
        TEST(test_stretch_lessons_do_not_count),
        TEST(test_what_is_not_offered_is_not_met),
        TEST(test_an_award_names_what_is_not_offered),
        TEST(test_a_guess_before_a_run_is_no_question),
        TEST(test_an_assisted_pass_does_not_count),
        TEST(test_assessments_and_projects_are_their_own),
        TEST(test_every_certificate_has_its_claim),
        TEST(test_a_pass_earns_the_lesson_and_its_week_once),
        TEST(test_stretch_earns_its_lesson_and_no_week),
        TEST(test_projects_and_assessments_have_badges),
        TEST(test_the_variant_a_day_later_earns_the_badge),
        TEST(test_each_badge_says_what_earns_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
