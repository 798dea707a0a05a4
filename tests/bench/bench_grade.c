/*
 * Measures the time from save to verdict and to the speed line, against a bare NVRTC compile.
 *
 * Grades the named exercises' solutions (all, without arguments) a few times each. Each run changes
 * a comment, so that no cache of compiles helps. The goal for "safe and right" is 1.5 times the
 * compile plus 150 ms. The speed line may take a second more. Medians, since other work on the
 * machine disturbs single runs.
 */
#include "grader/grader.h"

#include "base/clock.h"
#include "grader_scene.h"
#include "plan/plan.h"

enum { RUNS = 5, COMPILE_SHARE_PERCENT = 150, JUDGED_MORE_MS = 150, TIMED_MORE_MS = 1000 };

struct figures {
    double first_ms; /* the run that also compiles and models the course's kernels */
    double total_ms[RUNS], judged_ms[RUNS], compile_ms[RUNS];
};

struct tally {
    int exercises, judged_late, timed_late;
};

static int by_size(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return a < b ? -1 : a > b;
}

static double median(double *values)
{
    qsort(values, RUNS, sizeof *values, by_size);
    return values[RUNS / 2];
}

static struct source changed(struct grader_scene *scene, const struct source *source, int run)
{
    char *text = arena_printf(scene->arena, "%s\n// save %d\n", source->text, run);
    return (struct source){source->name, text, strlen(text)};
}

/* The kernel is now safe and right. The stage of the time begins here, if there is one. */
static void note_judged(void *context, enum grader_stage stage, int done, int total)
{
    int64_t *judged_ns = context;
    (void)done;
    (void)total;
    if (stage == STAGE_TIME && *judged_ns == 0)
        *judged_ns = clock_monotonic_ns();
}

/* Run -1 is an exercise's first. */
static void grade_once(struct grader_scene *scene, const struct exercise *exercise, const struct source *source,
                       int run, struct figures *figures)
{
    struct source saved = changed(scene, source, run);
    int64_t judged_ns = 0, began_ns = clock_monotonic_ns();
    struct error error = {0};
    struct verdict *verdict;
    struct grade_request request = {.curriculum = scene->curriculum,
                                    .exercise = exercise,
                                    .source = &saved,
                                    .device = "virtual",
                                    .seed = (uint64_t)(run + 2),
                                    .progress = note_judged,
                                    .context = &judged_ns};
    if (!grader_grade(scene->grader, &request, &verdict, &error))
        grader_scene_die(exercise->id, &error);
    if (verdict->status != VERDICT_PASS) {
        fprintf(stderr, "%s did not pass: %s\n", exercise->id, verdict->message);
        exit(1);
    }
    int64_t ended_ns = clock_monotonic_ns();
    if (run < 0)
        figures->first_ms = (double)(ended_ns - began_ns) * 1e-6;
    else {
        figures->total_ms[run] = (double)(ended_ns - began_ns) * 1e-6;
        figures->judged_ms[run] = (double)((judged_ns ? judged_ns : ended_ns) - began_ns) * 1e-6;
    }
    verdict_free(verdict);
}

/* The kernels that the plan launches. NVRTC compiles only templates that are named. */
static const char *const *names_of(struct grader_scene *scene, const struct source *source)
{
    const struct plan *plan = plan_parse(scene->arena, source, diagnostics_new(scene->arena));
    return plan ? plan_name_expressions(plan, scene->arena) : NULL;
}

/* Compiles a similar source in a warm compiler, with no other work. */
static void compile_once(struct grader_scene *scene, struct compiler *compiler, const struct source *source, int run,
                         struct figures *figures)
{
    struct source saved = changed(scene, source, RUNS + 1 + run);
    struct compile_request request = {
        .source = &saved, .architecture = "sm_90", .names = names_of(scene, &saved), .want_cubin = true};
    struct compile_result *result;
    struct error error = {0};
    if (!compiler_compile(compiler, &request, scene->arena, &result, &error))
        grader_scene_die("compiler", &error);
    figures->compile_ms[run] = (double)result->elapsed_ns * 1e-6;
}

static void print_row(const char *name, struct figures *figures, struct tally *tally)
{
    double compile_ms = median(figures->compile_ms), judged_ms = median(figures->judged_ms),
           total_ms = median(figures->total_ms);
    double allowed_ms = compile_ms * COMPILE_SHARE_PERCENT / 100 + JUDGED_MORE_MS;
    bool judged_late = judged_ms > allowed_ms, timed_late = total_ms - judged_ms > TIMED_MORE_MS;
    tally->exercises++;
    tally->judged_late += judged_late;
    tally->timed_late += timed_late;
    printf("%-26s %7.0f  %7.0f %7.0f %-4s  %7.0f %-4s  %7.0f\n", name, compile_ms, judged_ms, allowed_ms,
           judged_late ? "miss" : "pass", total_ms - judged_ms, timed_late ? "miss" : "pass", figures->first_ms);
    fflush(stdout);
}

/* Closed exercises and exercises without a launch have no row. */
static bool has_row(const struct grader_scene *scene, const struct exercise *exercise)
{
    const char *path =
        arena_printf(scene->arena, WARPSCHOOL_SOURCE_DIR "/solutions/%s", exercise->solution ? exercise->solution : "");
    bool is_judged = exercise->kind == EXERCISE_KERNEL || exercise->kind == EXERCISE_PLAN;
    return is_judged && !exercise->locked && exercise->solution && access(path, R_OK) == 0;
}

static void bench(struct grader_scene *scene, struct compiler *compiler, const struct exercise *exercise,
                  struct tally *tally)
{
    struct figures figures = {0};
    struct source source = grader_scene_source(
        scene, arena_printf(scene->arena, WARPSCHOOL_SOURCE_DIR "/solutions/%s", exercise->solution));
    for (int run = 0; run < RUNS; run++)
        compile_once(scene, compiler, &source, run, &figures);
    for (int run = -1; run < RUNS; run++)
        grade_once(scene, exercise, &source, run, &figures);
    print_row(exercise->id, &figures, tally);
}

static void bench_chosen(struct grader_scene *scene, struct compiler *compiler, int argc, char **argv,
                         struct tally *tally)
{
    struct error error = {0};
    for (int i = 1; i < argc; i++) {
        const struct exercise *exercise = curriculum_find_exercise(scene->curriculum, argv[i]);
        if (!exercise || !has_row(scene, exercise)) {
            error_set(&error, ERROR_NOT_FOUND, "no such exercise, or none with a solution to grade");
            grader_scene_die(argv[i], &error);
        }
        bench(scene, compiler, exercise, tally);
    }
    for (size_t i = 0; argc < 2 && i < scene->curriculum->exercise_count; i++)
        if (has_row(scene, scene->curriculum->exercises[i]))
            bench(scene, compiler, scene->curriculum->exercises[i], tally);
}

int main(int argc, char **argv)
{
    int status;
    if (grader_scene_worker(argc, argv, &status))
        return status;
    static struct grader_scene scene;
    struct tally tally = {0};
    struct error error = {0};
    grader_scene_open(&scene, WARPSCHOOL_SOURCE_DIR);
    struct compiler_settings settings = {.program = scene.program};
    struct compiler *compiler = compiler_new(&settings, &error);
    if (!compiler || !compiler_warm(compiler, &error) || !grader_warm(scene.grader, &error))
        grader_scene_die("children", &error);
    printf("%-26s %7s  %7s %7s %-4s  %7s %-4s  %7s\n", "ms", "NVRTC", "verdict", "allowed", "", "speed", "", "first");
    bench_chosen(&scene, compiler, argc, argv, &tally);
    printf("%d exercises: %d verdicts late, %d speed lines late\n", tally.exercises, tally.judged_late,
           tally.timed_late);
    compiler_free(compiler);
    grader_scene_close(&scene);
    return tally.judged_late + tally.timed_late > 0;
}
