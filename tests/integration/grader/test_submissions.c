/* Tests real kernels through the whole grader. Their `//?` lines hold the expectations. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/json.h"
#include "grader_scene.h"
#include "part.h"

#define FIXTURES WARPSCHOOL_SOURCE_DIR "/tests/curriculum/fixtures/grading"

static struct grader_scene scene;

/* Returns the n-th `//? KEY: VALUE` line, or NULL. */
static char *expectation(const struct source *source, const char *key, int which)
{
    char *start = arena_printf(scene.arena, "//? %s: ", key);
    const char *at = source->text;
    while (at && (at = strstr(at, start)) && which-- > 0)
        at++;
    if (!at)
        return NULL;
    at += strlen(start);
    return arena_strndup(scene.arena, at, strcspn(at, "\n"));
}

static bool has_finding(const struct verdict *verdict, const char *kind)
{
    for (size_t i = 0; i < verdict->observation->finding_count; i++)
        if (!strcmp(vgpu_finding_describe(verdict->observation->findings[i].kind)->name, kind))
            return true;
    return false;
}

static bool has_pattern(const struct verdict *verdict, const char *words)
{
    for (size_t i = 0; i < verdict->case_count; i++)
        for (size_t j = 0; j < verdict->cases[i].wrong_count; j++)
            if (verdict->cases[i].wrong[j].pattern && strstr(verdict->cases[i].wrong[j].pattern, words))
                return true;
    return false;
}

static int complain(const struct source *source, const struct verdict *verdict, const char *what, const char *wanted)
{
    struct buffer text = BUFFER_INIT;
    json_t *json = verdict_to_json(verdict);
    json_object_del(json_object_get(json, "observation"), "kernels");
    json_object_del(json, "counters");
    json_append_pretty(&text, json);
    print_error("%s: %s: wanted '%s', is %s: %s\n", source->name, what, wanted, verdict_status_name(verdict->status),
                verdict->message);
    if (getenv("GRADER_TEST_VERBOSE"))
        fprintf(stderr, "%s\n", buffer_text(&text));
    buffer_done(&text);
    json_decref(json);
    return 1;
}

/* "CASE: TEXT": the case of the printed lines, and the begin of the first one. */
static bool has_printed(const struct verdict *verdict, const char *wanted)
{
    const struct observation *observation = verdict->observation;
    const char *line = observation->printed_count ? observation->printed[0].text : "";
    char *said = arena_printf(scene.arena, "%s: %s", verdict->printed_case ? verdict->printed_case : "", line);
    return !strncmp(said, wanted, strlen(wanted));
}

static int judge(const struct source *source, const struct verdict *verdict)
{
    const char *status = expectation(source, "status", 0), *kind = expectation(source, "kind", 0),
               *pattern = expectation(source, "pattern", 0), *says;
    int failures = 0;
    if (!status || strcmp(status, verdict_status_name(verdict->status)))
        failures += complain(source, verdict, "status", status ? status : "(none)");
    if (kind && !has_finding(verdict, kind))
        failures += complain(source, verdict, "kind", kind);
    if (pattern && !has_pattern(verdict, pattern))
        failures += complain(source, verdict, "pattern", pattern);
    const char *prints = expectation(source, "prints", 0);
    if (prints && !has_printed(verdict, prints))
        failures += complain(source, verdict, "prints", prints);
    for (int i = 0; (says = expectation(source, "says", i)); i++)
        if (!strstr(verdict->message, says))
            failures += complain(source, verdict, "says", says);
    return failures;
}

static void every_submission_gets_its_verdict(void **state)
{
    (void)state;
    glob_t found;
    int failures = 0;
    const char *only = getenv("GRADER_TEST_ONLY");
    assert_int_equal(glob(FIXTURES "/submissions/*.cu", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        struct source source = grader_scene_source(&scene, found.gl_pathv[i]);
        const char *exercise = expectation(&source, "exercise", 0);
        if (!exercise || !part_has(path_leaf(source.name)) || (only && !strstr(source.name, only)))
            continue;
        struct verdict *verdict = grader_scene_grade(&scene, exercise, &source, 7);
        if (!verdict) {
            failures++;
            continue;
        }
        failures += judge(&source, verdict);
        verdict_free(verdict);
    }
    globfree(&found);
    assert_int_equal(failures, 0);
}

/* Except for elapsed times, two runs must give equal verdicts. */
static void append_comparable(const struct verdict *verdict, struct buffer *out)
{
    json_t *json = verdict_to_json(verdict), *given;
    size_t i;
    json_object_del(json, "elapsed_ns");
    json_object_del(json, "compile_ns");
    json_array_foreach(json_object_get(json, "cases"), i, given) json_object_del(given, "elapsed_ns");
    json_append_canonical(out, json);
    json_decref(json);
}

static void the_same_seed_gives_the_same_verdict(void **state)
{
    static const char *const names[][2] = {{"add", "add_right"},
                                           {"add", "add_no_guard"},
                                           {"add", "add_too_few_blocks"},
                                           {"add", "add_uninitialised_output"},
                                           {"reverse", "reverse_no_barrier"},
                                           {"transpose", "transpose_strided_stores"}};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct buffer texts[2] = {BUFFER_INIT, BUFFER_INIT};
        struct source source =
            grader_scene_source(&scene, arena_printf(scene.arena, FIXTURES "/submissions/%s.cu", names[i][1]));
        for (int run = 0; run < 2; run++) {
            struct verdict *verdict = grader_scene_grade(&scene, names[i][0], &source, 12345);
            assert_non_null(verdict);
            append_comparable(verdict, &texts[run]);
            verdict_free(verdict);
        }
        assert_string_equal(buffer_text(&texts[0]), buffer_text(&texts[1]));
        buffer_done(&texts[0]);
        buffer_done(&texts[1]);
    }
}

/* Another process, and one thread instead of all, give the same bits. */
static void threads_and_processes_do_not_show(void **state)
{
    static const char *const names[] = {"add_right", "add_no_guard", "add_too_few_blocks"};
    (void)state;
    struct error error = {0};
    struct grader_settings settings = {.program = scene.program, .compiler = {.program = scene.program}, .threads = 1};
    struct grader *all_threads = scene.grader, *one_thread = grader_new(&settings, &error);
    assert_non_null(one_thread);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct buffer texts[2] = {BUFFER_INIT, BUFFER_INIT};
        struct source source =
            grader_scene_source(&scene, arena_printf(scene.arena, FIXTURES "/submissions/%s.cu", names[i]));
        for (int run = 0; run < 2; run++) {
            scene.grader = run ? one_thread : all_threads;
            struct verdict *verdict = grader_scene_grade(&scene, "add", &source, 99);
            assert_non_null(verdict);
            append_comparable(verdict, &texts[run]);
            verdict_free(verdict);
        }
        assert_string_equal(buffer_text(&texts[0]), buffer_text(&texts[1]));
        buffer_done(&texts[0]);
        buffer_done(&texts[1]);
    }
    scene.grader = all_threads;
    grader_free(one_thread);
}

static void devices_are_chosen_by_name(void **state)
{
    (void)state;
    struct source source = grader_scene_source(&scene, FIXTURES "/submissions/add_right.cu");
    struct verdict *verdict = NULL;
    struct error error = {0};
    struct grade_request request = {.curriculum = scene.curriculum,
                                    .exercise = curriculum_find_exercise(scene.curriculum, "add"),
                                    .source = &source,
                                    .device = "abacus"};
    assert_false(grader_grade(scene.grader, &request, &verdict, &error));
    assert_int_equal(error.code, ERROR_NOT_FOUND);
    request.device = "cuda";
    bool has_gpu = grader_grade(scene.grader, &request, &verdict, &error);
    assert_true(has_gpu || (error.code == ERROR_UNSUPPORTED && *error.hint));
    if (has_gpu)
        verdict_free(verdict);
    request.device = "auto"; /* any GPU of this machine */
    if (!grader_grade(scene.grader, &request, &verdict, &error))
        fail_msg("%s", error.message);
    assert_int_equal(verdict->status, VERDICT_PASS);
    verdict_free(verdict);
}

static void another_seed_draws_another_case(void **state)
{
    (void)state;
    struct source source = grader_scene_source(&scene, FIXTURES "/submissions/add_right.cu");
    char names[2][64] = {"", ""};
    for (uint64_t seed = 1; seed <= 2; seed++) {
        struct verdict *verdict = grader_scene_grade(&scene, "add", &source, seed);
        assert_non_null(verdict);
        assert_int_equal(verdict->status, VERDICT_PASS);
        for (size_t i = 0; i < verdict->case_count; i++)
            if (verdict->cases[i].is_drawn)
                snprintf(names[seed - 1], sizeof names[0], "%s", verdict->cases[i].name);
        verdict_free(verdict);
    }
    assert_true(names[0][0] && names[1][0] && strcmp(names[0], names[1]));
}

static void a_passing_verdict_is_complete(void **state)
{
    (void)state;
    struct source source = grader_scene_source(&scene, FIXTURES "/submissions/add_right.cu");
    struct verdict *verdict = grader_scene_grade(&scene, "add", &source, 0);
    assert_non_null(verdict);
    assert_true(verdict->seed != 0);
    assert_int_equal(verdict->case_count, 10);
    assert_int_equal(verdict->right_count, 10);
    assert_int_equal(verdict->gate_count, 2);
    assert_true(verdict->gates[0].value == 1 && verdict->gates[1].value == 1);
    assert_true(verdict->resource_count >= 1 && verdict->resources[0].registers > 0);
    assert_int_equal(verdict->observation->kernels[0].registers, verdict->resources[0].registers);
    assert_true(verdict->observation->kernels[0].resident_warps > 0);
    assert_string_equal(verdict->time.note, "this exercise is not timed");
    assert_int_equal(strlen(verdict->source_sha256), 64);
    verdict_free(verdict);
}

/* Each of the ten cases takes another one of 16 configurations. No other is compiled. */
static void configurations_that_no_case_takes_are_not_compiled(void **state)
{
    (void)state;
    struct source source = grader_scene_source(&scene, FIXTURES "/submissions/add_tuned.cu");
    struct verdict *verdict = grader_scene_grade(&scene, "add", &source, 1);
    assert_non_null(verdict);
    assert_int_equal(verdict->status, VERDICT_PASS);
    assert_int_equal(verdict->case_count, 10);
    assert_int_equal(verdict->resource_count, 10);
    verdict_free(verdict);
}

static void wrong_elements_have_owners(void **state)
{
    (void)state;
    struct source source = grader_scene_source(&scene, FIXTURES "/submissions/add_too_few_blocks.cu");
    struct verdict *verdict = grader_scene_grade(&scene, "add", &source, 3);
    assert_non_null(verdict);
    const struct case_verdict *failing = verdict->smallest_failing;
    assert_non_null(failing);
    assert_true(failing->wrong[0].first[0].never_written);
    assert_non_null(strstr(failing->wrong[0].first[0].owner, "thread (0,0,0) of block ("));
    assert_non_null(strstr(failing->wrong[0].first[0].owner, "which was not launched"));
    verdict_free(verdict);
}

static void a_slip_that_explains_some_of_the_elements_is_not_named(void **state)
{
    (void)state;
    struct source source = grader_scene_source(&scene, FIXTURES "/submissions/rectify_late_at_first.cu");
    struct verdict *verdict = grader_scene_grade(&scene, "rectify", &source, 3);
    assert_non_null(verdict);
    assert_int_equal(verdict->status, VERDICT_WRONG);
    assert_null(strstr(verdict->message, "slip"));
    verdict_free(verdict);
}

/* Before a submission it is not known what device they are for. */
static void slips_can_be_compiled_after_a_submission(void **state)
{
    (void)state;
    struct grader_scene fresh = {.threads = 1};
    grader_scene_open(&fresh, FIXTURES);
    const struct exercise *exercise = curriculum_find_exercise(fresh.curriculum, "rectify");
    assert_true(exercise->slip_count > 0);
    assert_false(grader_build_slip(fresh.grader, fresh.curriculum, exercise, 0));
    struct source source = grader_scene_source(&fresh, FIXTURES "/submissions/rectify_late_at_first.cu");
    verdict_free(grader_scene_grade(&fresh, "rectify", &source, 3));
    for (size_t i = 0; i < exercise->slip_count; i++)
        assert_true(grader_build_slip(fresh.grader, fresh.curriculum, exercise, i));
    assert_false(grader_build_slip(fresh.grader, fresh.curriculum, exercise, exercise->slip_count));
    grader_scene_close(&fresh);
}

static void predictions_are_computed(void **state)
{
    (void)state;
    struct source source = grader_scene_source(&scene, FIXTURES "/submissions/add_right.cu");
    struct error error = {0};
    double value = 0;
    const struct exercise *exercise = curriculum_find_exercise(scene.curriculum, "add");
    if (!grader_measure_counter(scene.grader, scene.curriculum, exercise, &source, "load_sectors_per_warp", &value,
                                &error))
        fail_msg("%s", error.message);
    assert_true(value == 4);
    assert_false(grader_measure_counter(scene.grader, scene.curriculum, exercise, &source, "no_such", &value, &error));
}

struct cancel {
    int asked;
};

static bool cancel_second(void *context)
{
    struct cancel *cancel = context;
    return ++cancel->asked > 1;
}

static void a_cancelled_submission_is_an_error_and_the_next_one_works(void **state)
{
    (void)state;
    struct source source = grader_scene_source(&scene, FIXTURES "/submissions/add_endless.cu");
    struct source right = grader_scene_source(&scene, FIXTURES "/submissions/add_right.cu");
    struct cancel cancel = {0};
    struct verdict *verdict = NULL;
    struct error error = {0};
    struct grade_request request = {.curriculum = scene.curriculum,
                                    .exercise = curriculum_find_exercise(scene.curriculum, "add"),
                                    .source = &source,
                                    .device = "virtual",
                                    .seed = 1,
                                    .cancelled = cancel_second,
                                    .context = &cancel};
    assert_false(grader_grade(scene.grader, &request, &verdict, &error));
    assert_int_equal(error.code, ERROR_CANCELLED);
    verdict = grader_scene_grade(&scene, "add", &right, 1);
    assert_non_null(verdict);
    assert_int_equal(verdict->status, VERDICT_PASS);
    verdict_free(verdict);
}

int main(int argc, char **argv)
{
    int status;
    if (grader_scene_worker(argc, argv, &status))
        return status;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_submission_gets_its_verdict),
        cmocka_unit_test(the_same_seed_gives_the_same_verdict),
        cmocka_unit_test(threads_and_processes_do_not_show),
        cmocka_unit_test(devices_are_chosen_by_name),
        cmocka_unit_test(another_seed_draws_another_case),
        cmocka_unit_test(a_passing_verdict_is_complete),
        cmocka_unit_test(configurations_that_no_case_takes_are_not_compiled),
        cmocka_unit_test(wrong_elements_have_owners),
        cmocka_unit_test(a_slip_that_explains_some_of_the_elements_is_not_named),
        cmocka_unit_test(slips_can_be_compiled_after_a_submission),
        cmocka_unit_test(predictions_are_computed),
        cmocka_unit_test(a_cancelled_submission_is_an_error_and_the_next_one_works),
    };
    grader_scene_open(&scene, FIXTURES);
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    grader_scene_close(&scene);
    return failures;
}
