/*
 * grader: from save to verdict, children warm, against the bare NVRTC compile of the same file.
 *
 * Grades the solution of an exercise (argument 1, default vector_add) again and again. Each run changes a comment, so
 * that no cache of compiles helps: what a save costs, a learner waits for.
 */
#include "grader/grader.h"

#include "base/clock.h"
#include "grader_scene.h"

enum { RUNS = 21, RATIO_WANTED = 3 };

struct figures {
    double total_ms[RUNS], judged_ms[RUNS], compile_ms[RUNS];
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

/* When it was known that the kernel is safe and right: the stage of the time begins then, if there is one. */
static void note_judged(void *context, enum grader_stage stage, int done, int total)
{
    int64_t *judged_ns = context;
    (void)done;
    (void)total;
    if (stage == STAGE_TIME && *judged_ns == 0)
        *judged_ns = clock_monotonic_ns();
}

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
    if (run >= 0) {
        figures->total_ms[run] = (double)(ended_ns - began_ns) * 1e-6;
        figures->judged_ms[run] = (double)((judged_ns ? judged_ns : ended_ns) - began_ns) * 1e-6;
    }
    verdict_free(verdict);
}

/* The same kind of source through a warm compiler, with nothing else running. */
static void compile_once(struct grader_scene *scene, struct compiler *compiler, const struct source *source, int run,
                         struct figures *figures)
{
    struct source saved = changed(scene, source, RUNS + 1 + run);
    struct compile_request request = {.source = &saved, .architecture = "sm_90", .want_cubin = true};
    struct compile_result *result;
    struct error error = {0};
    if (!compiler_compile(compiler, &request, scene->arena, &result, &error))
        grader_scene_die("compiler", &error);
    figures->compile_ms[run] = (double)result->elapsed_ns * 1e-6;
}

int main(int argc, char **argv)
{
    int status;
    if (grader_scene_worker(argc, argv, &status))
        return status;
    const char *name = argc > 1 ? argv[1] : "vector_add";
    static struct grader_scene scene;
    static struct figures figures;
    struct error error = {0};
    grader_scene_open(&scene, WARPSCHOOL_SOURCE_DIR);
    const struct exercise *exercise = curriculum_find_exercise(scene.curriculum, name);
    if (!exercise || !grader_warm(scene.grader, &error))
        grader_scene_die(name, &error);
    struct source source = grader_scene_source(
        &scene, arena_printf(scene.arena, WARPSCHOOL_SOURCE_DIR "/solutions/%s", exercise->solution));
    struct compiler_settings settings = {.program = scene.program};
    struct compiler *compiler = compiler_new(&settings, &error);
    if (!compiler || !compiler_warm(compiler, &error))
        grader_scene_die("compiler", &error);
    for (int run = 0; run < RUNS; run++)
        compile_once(&scene, compiler, &source, run, &figures);
    compiler_free(compiler);
    grade_once(&scene, exercise, &source, -1, &figures); /* compiles the reference */
    for (int run = 0; run < RUNS; run++)
        grade_once(&scene, exercise, &source, run, &figures);
    double judged_ms = median(figures.judged_ms), compile_ms = median(figures.compile_ms);
    printf(
        "%s: save to \"safe and right\" %.1f ms, NVRTC alone %.1f ms, ratio %.2f (wanted: at most %d); with its time "
        "%.1f ms\n",
        name, judged_ms, compile_ms, judged_ms / compile_ms, RATIO_WANTED, median(figures.total_ms));
    grader_scene_close(&scene);
    return 0;
}
