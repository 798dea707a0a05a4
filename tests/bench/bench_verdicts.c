/*
 * Measures how long a learner waits: to the verdict on the cases, and from there to the speed line.
 *
 * Grades starters, solutions and the planted wrong kernels of tests/curriculum/wrong in one warm
 * process, once each. Names of exercises as arguments choose a part. Each exercise's solution runs
 * once before, so that the course's own kernels are compiled and modelled. The goals: verdicts at
 * most 100 ms in the median, 700 ms for 99 of 100, 2 s for all. Speed lines at most 1.5 s.
 */
#include "grader/grader.h"

#include "base/clock.h"
#include "grader_scene.h"

enum { SAMPLES_MAX = 1024, NAMES_MAX = 64, SLOWEST = 10 };

struct sample {
    const char *name, *status;
    double judged_ms;
    double timed_ms; /* negative: not timed */
};

struct samples {
    struct sample rows[SAMPLES_MAX];
    size_t count;
};

static void note_judged(void *context, enum grader_stage stage, int done, int total)
{
    int64_t *judged_ns = context;
    (void)done;
    (void)total;
    if (stage == STAGE_TIME && *judged_ns == 0)
        *judged_ns = clock_monotonic_ns();
}

static struct sample grade(struct grader_scene *scene, const struct exercise *exercise, const char *path)
{
    struct source source = grader_scene_source(scene, path);
    int64_t judged_ns = 0, began_ns = clock_monotonic_ns();
    struct verdict *verdict;
    struct error error = {0};
    struct grade_request request = {.curriculum = scene->curriculum,
                                    .exercise = exercise,
                                    .source = &source,
                                    .device = "virtual",
                                    .seed = 1,
                                    .progress = note_judged,
                                    .context = &judged_ns};
    if (!grader_grade(scene->grader, &request, &verdict, &error))
        grader_scene_die(path, &error);
    int64_t ended_ns = clock_monotonic_ns();
    int64_t verdict_ns = judged_ns ? judged_ns : ended_ns;
    struct sample sample = {.name = arena_strdup(scene->arena, path + strlen(WARPSCHOOL_SOURCE_DIR) + 1),
                            .status = verdict_status_name(verdict->status),
                            .judged_ms = (double)(verdict_ns - began_ns) * 1e-6,
                            .timed_ms = judged_ns ? (double)(ended_ns - judged_ns) * 1e-6 : -1};
    verdict_free(verdict);
    return sample;
}

/* A file that does not exist adds nothing. */
static void add(struct grader_scene *scene, const struct exercise *exercise, const char *folder, const char *leaf,
                struct samples *samples)
{
    const char *path = leaf ? arena_printf(scene->arena, WARPSCHOOL_SOURCE_DIR "/%s/%s", folder, leaf) : "";
    if (samples->count < SAMPLES_MAX && access(path, R_OK) == 0)
        samples->rows[samples->count++] = grade(scene, exercise, path);
}

static void bench(struct grader_scene *scene, const struct exercise *exercise, struct samples *samples)
{
    const char *folder = arena_printf(scene->arena, "tests/curriculum/wrong/%s", exercise->id);
    const char *path = arena_printf(scene->arena, WARPSCHOOL_SOURCE_DIR "/%s", folder);
    const char *const *names = NULL;
    size_t count = 0;
    if (exercise->locked || (exercise->kind != EXERCISE_KERNEL && exercise->kind != EXERCISE_PLAN))
        return;
    size_t before = samples->count;
    add(scene, exercise, "solutions", exercise->solution, samples);
    samples->count = before; /* a first run, which is not counted */
    add(scene, exercise, "solutions", exercise->solution, samples);
    add(scene, exercise, "exercises", exercise->starter, samples);
    if (file_is_folder(path))
        file_list_folder(scene->arena, path, NAMES_MAX, &names, &count, NULL);
    for (size_t i = 0; i < count; i++)
        add(scene, exercise, folder, names[i], samples);
    fprintf(stderr, "%s\n", exercise->id);
}

static bool is_chosen(const struct exercise *exercise, int argc, char **argv)
{
    bool chosen = argc < 2;
    for (int i = 1; i < argc; i++)
        chosen = chosen || !strcmp(argv[i], exercise->id);
    return chosen;
}

static int by_judged(const void *left, const void *right)
{
    const struct sample *a = left, *b = right;
    return (a->judged_ms < b->judged_ms) - (a->judged_ms > b->judged_ms);
}

static int by_timed(const void *left, const void *right)
{
    const struct sample *a = left, *b = right;
    return (a->timed_ms < b->timed_ms) - (a->timed_ms > b->timed_ms);
}

static double ms_of(const struct sample *sample, bool timed)
{
    return timed ? sample->timed_ms : sample->judged_ms;
}

/* The rows are sorted, slowest first. Those without a time are last. */
static void print(const char *title, struct samples *samples, bool timed)
{
    size_t count = 0;
    qsort(samples->rows, samples->count, sizeof *samples->rows, timed ? by_timed : by_judged);
    while (count < samples->count && ms_of(&samples->rows[count], timed) >= 0)
        count++;
    if (!count)
        return;
    printf("%s, ms: %zu runs, median %.0f, 99 %% within %.0f, most %.0f\n", title, count,
           ms_of(&samples->rows[count / 2], timed), ms_of(&samples->rows[count / 100], timed),
           ms_of(&samples->rows[0], timed));
    for (size_t i = 0; i < count && i < SLOWEST; i++)
        printf("  %7.0f  %-13s %s\n", ms_of(&samples->rows[i], timed), samples->rows[i].status, samples->rows[i].name);
}

int main(int argc, char **argv)
{
    int status;
    if (grader_scene_worker(argc, argv, &status))
        return status;
    static struct grader_scene scene;
    static struct samples samples;
    struct error error = {0};
    grader_scene_open(&scene, WARPSCHOOL_SOURCE_DIR);
    if (!grader_warm(scene.grader, &error))
        grader_scene_die("children", &error);
    for (size_t i = 0; i < scene.curriculum->exercise_count; i++)
        if (is_chosen(scene.curriculum->exercises[i], argc, argv))
            bench(&scene, scene.curriculum->exercises[i], &samples);
    print("verdict on the cases", &samples, false);
    print("speed line after it", &samples, true);
    grader_scene_close(&scene);
    return samples.count == 0;
}
