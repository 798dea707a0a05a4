/* The help ladder: which hint comes next. Every hint comes once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "app/help_ladder.h"
#include "app/workspace.h"
#include "base/json.h"
#include "temporary_app.h"

static struct temporary_app own;

static int set_up(void **state)
{
    (void)state;
    return temporary_app_open(&own);
}

static int tear_down(void **state)
{
    (void)state;
    return temporary_app_close(&own);
}

static struct hint written[] = {{"concept", NULL, false},
                                {"guard", "unsafe", false},
                                {"element", "wrong", false},
                                {"stride", "gate", false},
                                {"pseudocode", NULL, true}};

static struct exercise exercise_with_hints(const char *id)
{
    return (struct exercise){.id = id, .hints = written, .hint_count = sizeof written / sizeof *written};
}

static void assert_next(const struct exercise *exercise, const char *text, int number, bool is_new)
{
    struct help_ladder_hint hint;
    struct error error = {0};
    if (!help_ladder_next_hint(own.app, exercise, &hint, &error))
        fail_msg("%s", error.message);
    assert_string_equal(hint.text, text);
    assert_int_equal(hint.number, number);
    assert_int_equal(hint.total, 5);
    assert_int_equal(hint.is_new, is_new);
}

static void end_in(const char *exercise, const char *status)
{
    struct attempt attempt = {.exercise = exercise, .status = status, .seed = 1, .source = "kernel"};
    struct error error = {0};
    int64_t id;
    if (!store_add_attempt(own.app->store, &attempt, &id, &error))
        fail_msg("%s", error.message);
}

static void before_an_attempt_those_for_any_verdict_come_first(void **state)
{
    (void)state;
    struct exercise exercise = exercise_with_hints("untried");
    assert_next(&exercise, "concept", 1, true);
    assert_next(&exercise, "guard", 2, true);
}

static void a_verdict_calls_for_its_hint_however_many_were_shown(void **state)
{
    (void)state;
    struct exercise exercise = exercise_with_hints("tried");
    assert_next(&exercise, "concept", 1, true);
    end_in("tried", "gate");
    assert_next(&exercise, "stride", 2, true);
    assert_next(&exercise, "guard", 3, true);
    end_in("tried", "wrong");
    assert_next(&exercise, "element", 4, true);
    assert_next(&exercise, "pseudocode", 5, true);
    assert_next(&exercise, "pseudocode", 5, false); /* there are no more */
}

static void what_was_shown_stays_in_its_order(void **state)
{
    (void)state;
    struct exercise exercise = exercise_with_hints("reread");
    struct help_ladder_hint hint;
    struct error error = {0};
    end_in("reread", "wrong");
    assert_next(&exercise, "element", 1, true);
    end_in("reread", "unsafe");
    assert_next(&exercise, "guard", 2, true);
    assert_true(help_ladder_shown_hint(own.app, &exercise, 1, &hint, &error));
    assert_string_equal(hint.text, "element");
    assert_true(help_ladder_shown_hint(own.app, &exercise, 2, &hint, &error));
    assert_string_equal(hint.text, "guard");
    assert_false(help_ladder_shown_hint(own.app, &exercise, 3, &hint, &error));
}

static void grade_starter(struct exercise *exercise, const char *status)
{
    const struct exercise *real = curriculum_find_exercise(own.app->curriculum, exercise->id);
    struct source starter;
    exercise->starter = real->starter;
    exercise->lesson = real->lesson;
    assert_true(workspace_read(workspace_starter_path(own.app, real, own.arena), "", own.arena, &starter, NULL));
    struct attempt attempt = {.exercise = exercise->id, .status = status, .seed = 1, .source = starter.text};
    int64_t id;
    assert_true(store_add_attempt(own.app->store, &attempt, &id, NULL));
}

/* A hint with a verdict is for the learner's kernel. An unchanged starter is none. */
static void an_unchanged_starter_gets_the_general_hint(void **state)
{
    (void)state;
    struct exercise right = exercise_with_hints("transpose_tiled"), wrong = exercise_with_hints("shared_reverse");
    grade_starter(&right, "gate");
    assert_next(&right, "concept", 1, true);
    end_in("transpose_tiled", "gate");
    assert_next(&right, "stride", 2, true);
    grade_starter(&wrong, "wrong");
    assert_next(&wrong, "concept", 1, true);
    end_in("shared_reverse", "wrong");
    assert_next(&wrong, "element", 2, true);
}

static void assert_best(const struct exercise *exercise, const char *message)
{
    struct source source = {0};
    struct error error = {0};
    bool is_shown = help_ladder_reveal_best(own.app, exercise, own.arena, &source, &error);
    assert_int_equal(is_shown, message == NULL);
    if (message)
        assert_non_null(strstr(error.message, message));
    else
        assert_non_null(strstr(source.text, "float4"));
}

static void the_best_kernel_is_shown_after_a_pass_alone(void **state)
{
    (void)state;
    const struct exercise *exercise = curriculum_find_exercise(own.app->curriculum, "vector_add");
    assert_best(exercise, "is shown once the exercise has passed");
    end_in("vector_add", "wrong");
    assert_best(exercise, "is shown once the exercise has passed");
    end_in("vector_add", "pass");
    assert_best(exercise, NULL);
    assert_best(curriculum_find_exercise(own.app->curriculum, "hello_grid"), "has no best kernel");
}

/* Records a failure with a finding, or without one. */
static void fail_with(const char *exercise, enum verdict_status status, const char *finding)
{
    CLEANUP(verdict_free) struct verdict *verdict = verdict_new();
    struct vgpu_finding one = {
        .severity = VGPU_SEVERITY_ERROR, .file = "", .instruction = "", .kernel = "", .buffer = "", .message = ""};
    struct error error = {0};
    int64_t id;
    verdict->exercise = exercise;
    verdict->status = status;
    verdict->file = "kernel.cu";
    verdict->device = "virtual";
    verdict->architecture = "h100";
    verdict->message = "";
    verdict->program_version = "0";
    if (finding) {
        assert_true(vgpu_finding_find(finding, &one.kind));
        one.check = vgpu_finding_describe(one.kind)->check;
        verdict->observation->findings = &one;
        verdict->observation->finding_count = verdict->observation->finding_total = 1;
    }
    CLEANUP(json_decref) json_t *json = verdict_to_json(verdict);
    char *text = json_dumps(json, 0);
    struct attempt attempt = {.exercise = exercise,
                              .status = verdict_status_name(status),
                              .seed = 1,
                              .source = "kernel",
                              .verdict_json = text};
    if (!store_add_attempt(own.app->store, &attempt, &id, &error))
        fail_msg("%s", error.message);
    free(text);
}

static void a_finding_calls_for_its_hint_before_the_status_does(void **state)
{
    static struct hint hints[] = {{"any", NULL, false},
                                  {"unsafe", "unsafe", false},
                                  {"guard", "out_of_bounds", false},
                                  {"barrier", "race", false},
                                  {"pseudocode", NULL, true}};
    (void)state;
    struct exercise exercise = {.id = "found", .hints = hints, .hint_count = 5};
    fail_with("found", VERDICT_UNSAFE, "race_read_after_write");
    assert_next(&exercise, "barrier", 1, true);
    fail_with("found", VERDICT_UNSAFE, "out_of_bounds");
    assert_next(&exercise, "guard", 2, true);
    assert_next(&exercise, "unsafe", 3, true);
    assert_next(&exercise, "any", 4, true);
    assert_next(&exercise, "pseudocode", 5, true);
}

static bool is_half_due(const struct exercise *exercise)
{
    bool is_due;
    struct error error = {0};
    if (!help_ladder_half_is_due(own.app, exercise, &is_due, &error))
        fail_msg("%s", error.message);
    return is_due;
}

static void three_failures_with_one_diagnosis_bring_the_half_starter(void **state)
{
    (void)state;
    const struct exercise *exercise = curriculum_find_exercise(own.app->curriculum, "matmul_naive");
    struct exercise_progress progress;
    struct error error = {0};
    assert_non_null(exercise->starter_half);
    assert_null(curriculum_find_exercise(own.app->curriculum, exercise->variant)->starter_half);
    fail_with("matmul_naive", VERDICT_UNSAFE, "out_of_bounds");
    fail_with("matmul_naive", VERDICT_UNSAFE, "out_of_bounds");
    fail_with("matmul_naive", VERDICT_UNSAFE, "uninitialised_register");
    fail_with("matmul_naive", VERDICT_ENVIRONMENT, NULL);
    fail_with("matmul_naive", VERDICT_ENVIRONMENT, NULL);
    fail_with("matmul_naive", VERDICT_ENVIRONMENT, NULL);
    assert_false(is_half_due(exercise));
    assert_false(help_ladder_take_half(own.app, exercise, &error));
    assert_non_null(strstr(error.message, "after 3 failures with one diagnosis"));
    fail_with("matmul_naive", VERDICT_WRONG, NULL);
    fail_with("matmul_naive", VERDICT_UNSAFE, "out_of_bounds");
    assert_true(is_half_due(exercise));
    end_in("matmul_naive", "pass");
    assert_false(is_half_due(exercise));
    assert_true(store_get_exercise(own.app->store, "matmul_naive", own.app->arena, &progress, &error));
    assert_false(progress.has_half_starter);
}

static void the_half_starter_takes_the_place_of_the_file(void **state)
{
    (void)state;
    const struct exercise *exercise = curriculum_find_exercise(own.app->curriculum, "pool_max");
    const char *path = workspace_path(own.app, exercise, own.app->arena);
    struct exercise_progress progress;
    struct source source;
    struct error error = {0};
    assert_true(workspace_start(own.app, exercise, &error));
    assert_true(file_write_atomic(path, "mine\n", 5, &error));
    for (int i = 0; i < 3; i++)
        fail_with("pool_max", VERDICT_COMPILE_ERROR, NULL);
    const char *aside = arena_printf(own.app->arena, "%s.aside", path);
    assert_int_equal(0, rename(path, aside));
    assert_true(file_make_folders(path, &error)); /* a file that cannot be kept */
    assert_false(help_ladder_take_half(own.app, exercise, &error));
    assert_true(store_get_exercise(own.app->store, "pool_max", own.app->arena, &progress, &error));
    assert_false(progress.assisted || progress.has_half_starter);
    assert_int_equal(0, rmdir(path));
    assert_int_equal(0, rename(aside, path));
    if (!help_ladder_take_half(own.app, exercise, &error))
        fail_msg("%s", error.message);
    assert_true(workspace_read(path, "pool_max.cu", own.app->arena, &source, &error));
    assert_non_null(strstr(source.text, "Half of it is written"));
    assert_true(store_get_exercise(own.app->store, "pool_max", own.app->arena, &progress, &error));
    assert_true(progress.assisted && progress.has_half_starter);
    assert_true(workspace_undo_reset(own.app, exercise, &error));
    assert_true(workspace_read(path, "pool_max.cu", own.app->arena, &source, &error));
    assert_string_equal(source.text, "mine\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(before_an_attempt_those_for_any_verdict_come_first),
        cmocka_unit_test(a_verdict_calls_for_its_hint_however_many_were_shown),
        cmocka_unit_test(a_finding_calls_for_its_hint_before_the_status_does),
        cmocka_unit_test(what_was_shown_stays_in_its_order),
        cmocka_unit_test(an_unchanged_starter_gets_the_general_hint),
        cmocka_unit_test(the_best_kernel_is_shown_after_a_pass_alone),
        cmocka_unit_test(three_failures_with_one_diagnosis_bring_the_half_starter),
        cmocka_unit_test(the_half_starter_takes_the_place_of_the_file),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
