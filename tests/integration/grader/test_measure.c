/* Tests measuring without a GPU, on a virtual device with a wall clock. The times are arbitrary. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/clock.h"
#include "grader/prepare/cases.h"
#include "grader/prepare/grading.h"
#include "grader/time/measured/measure_comparison.h"
#include "grader/worker/case_run.h"
#include "grader_scene.h"

#define ROOT WARPSCHOOL_SOURCE_DIR "/tests/judge"

static struct grader_scene scene;

/* --- a virtual device with a clock ------------------------------------------------------------ */

static int64_t began_ns;

static bool begin(struct device *device, struct error *error)
{
    (void)device;
    (void)error;
    began_ns = clock_monotonic_ns();
    return true;
}

static bool elapsed(struct device *device, double *out_ns, struct error *error)
{
    (void)device;
    (void)error;
    *out_ns = (double)(clock_monotonic_ns() - began_ns);
    return true;
}

static bool flush(struct device *device, struct error *error)
{
    (void)device;
    (void)error;
    return true;
}

static struct device *open_timed(void)
{
    static struct device_vtable vtable;
    struct device *device = NULL;
    struct error error = {0};
    struct device_request request = {.kind = "virtual", .count = 1};
    if (!device_open(&request, &device, &error))
        fail_msg("%s", error.message);
    vtable = *device->vtable;
    vtable.time_begin = begin;
    vtable.elapsed_ns = elapsed;
    vtable.flush_cache = flush;
    device->vtable = &vtable;
    device->properties.measures_time = true;
    return device;
}

/* --- a job ------------------------------------------------------------------------------------ */

enum { MEASURED_N = 5000 };

static struct exercise small_bench(void)
{
    struct exercise exercise = *curriculum_find_exercise(scene.curriculum, "timed_add");
    struct exercise_case *bench = arena_memdup(scene.arena, exercise.bench, sizeof *exercise.bench);
    bench->name = "n=5000";
    bench->values = arena_memdup(scene.arena, bench->values, bench->value_count * sizeof *bench->values);
    bench->values[0].value = (struct value){.integer = MEASURED_N, .real = MEASURED_N};
    exercise.bench = bench;
    return exercise;
}

static struct job_program program(enum job_role role, const struct built *built)
{
    return build_program_of(role, built, scene.arena);
}

static bool build_course(const char *folder, const struct exercise *exercise, const char *relative,
                         const struct built **out_built, struct error *error)
{
    struct source source;
    struct build_request request = {.source = &source, .exercise = exercise, .architecture = "sm_90"};
    const char *root = curriculum_folder(scene.curriculum, exercise);
    return build_read_source(root, folder, relative, scene.arena, &source, error) &&
           build_file(scene.grader->cache, scene.grader->machine_compiler, &request, out_built, error);
}

static struct job_program solution(const struct exercise *exercise)
{
    const struct built *built = NULL;
    struct error error = {0};
    if (!build_course("solutions", exercise, exercise->solution, &built, &error))
        fail_msg("%s", error.message);
    return program(JOB_SOLUTION, built);
}

static struct job_program learner_program(const char *before, const char *body)
{
    const char *text =
        arena_printf(scene.arena,
                     "//! launch add(a, b, c, n) grid=(n+255)/256 block=256\n%s\n"
                     "extern \"C\" __global__ void add(const float *a, const float *b, float *c, int n)\n"
                     "{\n    int i = blockIdx.x * blockDim.x + threadIdx.x;\n%s\n}\n",
                     before, body);
    struct source *source = ARENA_NEW(scene.arena, struct source);
    *source = (struct source){"add.cu", text, strlen(text)};
    struct plan *plan = plan_parse(scene.arena, source, diagnostics_new(scene.arena));
    struct compile_request request = {
        .source = source, .architecture = "sm_90", .names = plan_name_expressions(plan, scene.arena)};
    struct compile_result *result = NULL;
    struct error error = {0};
    if (!compiler_compile(scene.grader->machine_compiler, &request, scene.arena, &result, &error) || !result->ok)
        fail_msg("the submission does not compile: %s", error.message);
    return build_program(JOB_LEARNER, source, plan, result, scene.arena);
}

static struct case_result *measure(const char *before, const char *body, struct arena *arena)
{
    struct exercise exercise = small_bench();
    struct build_request of_comparer = {.source = measure_kernels_source(), .architecture = "sm_90"};
    const struct built *reference = NULL, *comparer = NULL;
    struct error error = {0};
    struct job_case given;
    struct job_program programs[4];
    if (!cases_plan_bench(&exercise, 3, scene.arena, &given, &error) ||
        !build_course("kernels", &exercise, exercise.reference, &reference, &error) ||
        !build_file(scene.grader->cache, scene.grader->machine_compiler, &of_comparer, &comparer, &error))
        fail_msg("%s", error.message);
    programs[0] = learner_program(before, body);
    programs[1] = program(JOB_REFERENCE, reference);
    programs[2] = solution(&exercise);
    programs[3] = program(JOB_COMPARER, comparer);
    struct job job = {.seed = 3,
                      .parameters = exercise.parameters,
                      .parameter_count = exercise.parameter_count,
                      .programs = programs,
                      .program_count = 4,
                      .cases = &given,
                      .case_count = 1};
    struct device *device = open_timed();
    struct case_deadline deadline = {.wall_ns = clock_deadline_ns(INT64_C(60000000000))};
    struct case_result *result = case_run(&job, 0, &device, &deadline, &(struct case_work){0}, arena);
    device_close(device);
    return result;
}

/* --- the tests -------------------------------------------------------------------------------- */

static void a_right_kernel_gets_a_time(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct case_result *result = measure("", "if (i < n) c[i] = b[i] + a[i];", arena);
    if (result->outcome != CASE_RAN)
        fail_msg("%s", result->refusal.message);
    assert_non_null(result->time);
    assert_true(result->time->status == TIMING_RECORDED || result->time->status == TIMING_NOT_RECORDED);
    assert_true(result->time->runs >= TIMING_RUNS_MIN);
    assert_true(result->time->baseline_is_solution);
    assert_int_equal(result->buffer_count, 0);
    observation_free(result->observation);
    arena_free(arena);
}

static void expect_wrong(const char *before, const char *body)
{
    struct arena *arena = arena_new();
    struct case_result *result = measure(before, body, arena);
    assert_int_equal(result->outcome, CASE_RAN);
    assert_int_equal(result->time->status, TIMING_WRONG);
    bool any = result->changed_input != NULL;
    for (size_t i = 0; i < result->buffer_count; i++)
        any = any || result->buffers[i].wrong_count;
    assert_true(any);
    observation_free(result->observation);
    arena_free(arena);
}

static void work_left_out_at_the_measured_size_shows(void **state)
{
    (void)state;
    expect_wrong("", "if (i < n && i < 4500) c[i] = a[i] + b[i];");
    expect_wrong("", "if (i < n) c[i] = i == 4999 ? 0 : a[i] + b[i];");
}

/* The first run is right. Kept inputs make the next run wrong. */
static void results_of_other_inputs_show(void **state)
{
    (void)state;
    expect_wrong("", "if (i < n) c[i] = b[i] + (n > 4999 ? 0.25f : a[i]);");
}

static void written_inputs_show(void **state)
{
    (void)state;
    expect_wrong("", "if (i < n) { c[i] = a[i] + b[i]; ((float *)a)[i] = 0; }");
}

/* Each run has fresh module variables, so a cache in them is always cold. */
static void nothing_is_kept_between_runs(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct case_result *result =
        measure("__device__ int runs;", "if (i < n) c[i] = runs < 20 ? a[i] + b[i] : 0; if (i == 0) runs++;", arena);
    assert_int_equal(result->outcome, CASE_RAN);
    assert_int_not_equal(result->time->status, TIMING_WRONG);
    assert_int_not_equal(result->time->status, TIMING_STOPPED);
    observation_free(result->observation);
    arena_free(arena);
}

/* The first launch keeps its results, and the second returns them for other inputs. */
static void what_one_launch_leaves_for_the_next_shows(void **state)
{
    (void)state;
    expect_wrong("__device__ float kept[8192]; __device__ volatile int is_warm;",
                 "if (i < n) { if (is_warm) { c[i] = kept[i]; return; } kept[i] = c[i] = a[i] + b[i]; }"
                 "if (i == n - 1) is_warm = 1;");
}

static void no_end_is_a_timeout(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    int64_t began = clock_monotonic_ns();
    struct case_result *result =
        measure("", "if (i < n) { c[i] = a[i] + b[i]; while (*(volatile float *)a < 2); }", arena);
    assert_int_equal(result->outcome, CASE_STOPPED);
    assert_true(result->observation->timed_out);
    assert_true(clock_monotonic_ns() - began < INT64_C(20000000000));
    observation_free(result->observation);
    arena_free(arena);
}

static void a_fault_stops_the_measurement(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct case_result *result = measure("", "if (i < n) c[i] = 1; if (i == 4321) asm volatile(\"trap;\");", arena);
    assert_int_equal(result->outcome, CASE_STOPPED);
    observation_free(result->observation);
    arena_free(arena);
}

int main(int argc, char **argv)
{
    int status;
    if (grader_scene_worker(argc, argv, &status))
        return status;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_right_kernel_gets_a_time),
        cmocka_unit_test(work_left_out_at_the_measured_size_shows),
        cmocka_unit_test(results_of_other_inputs_show),
        cmocka_unit_test(written_inputs_show),
        cmocka_unit_test(nothing_is_kept_between_runs),
        cmocka_unit_test(a_fault_stops_the_measurement),
        cmocka_unit_test(what_one_launch_leaves_for_the_next_shows),
        cmocka_unit_test(no_end_is_a_timeout),
    };
    grader_scene_open(&scene, ROOT);
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    grader_scene_close(&scene);
    return failures;
}
