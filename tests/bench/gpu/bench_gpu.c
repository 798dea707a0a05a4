/*
 * Grades every timed exercise on this machine's GPU: solution and reference in one table.
 *
 * The table also shows the GPU's roofline and PyTorch's times, and whether medals repeat.
 *
 *     bench_gpu [--times N] [--reference] [EXERCISE...]
 *
 * --times N grades each solution N times and shows the spread of medians and medals. --reference
 * grades the reference instead, a kernel of middling speed. WARPSCHOOL_BENCH_ROOT is the folder
 * with
 * lessons/, such as the source tree.
 */
#include "grader/grader.h"

#include <math.h>

#include "base/clock.h"
#include "device/device.h"
#include "grader_scene.h"

enum { TIMES_MAX = 100, MEDALS = 4 };

struct settings {
    const char *root;
    int times;
    bool with_reference; /* as the submission */
    char **only;
    int only_count;
};

struct series {
    double microseconds[TIMES_MAX], ratios[TIMES_MAX];
    int count, medals[MEDALS], others; /* others: not recorded, or no pass */
    struct time_verdict last;
    double seconds;
    char note[256];
};

struct pytorch_row {
    const char *exercise, *work;
    double microseconds;
};

static const struct pytorch_row pytorch_rows[] = {
#define PYTORCH(exercise, work, microseconds) {exercise, work, microseconds},
#include "pytorch.def"
#undef PYTORCH
};

static double pytorch_microseconds(const char *exercise)
{
    for (size_t i = 0; i < sizeof pytorch_rows / sizeof *pytorch_rows; i++)
        if (!strcmp(pytorch_rows[i].exercise, exercise))
            return pytorch_rows[i].microseconds;
    return 0;
}

static int by_size(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static void take(struct series *series, const struct verdict *verdict)
{
    const struct time_verdict *time = &verdict->time;
    if (verdict->status != VERDICT_PASS || !time->available) {
        series->others++;
        snprintf(series->note, sizeof series->note, "%s: %s %s", verdict_status_name(verdict->status), verdict->message,
                 time->note ? time->note : "");
        return;
    }
    series->microseconds[series->count] = time->microseconds;
    series->ratios[series->count++] = time->ratio_to_solution;
    series->medals[time->medal]++;
    series->last = *time;
    series->last.note = series->last.limiter = series->last.device = series->last.architecture = NULL;
}

static void grade(struct grader_scene *scene, const struct exercise *exercise, const struct settings *settings,
                  struct series *series)
{
    const char *path = settings->with_reference
                           ? arena_printf(scene->arena, "%s/kernels/%s", settings->root, exercise->reference)
                           : arena_printf(scene->arena, "%s/solutions/%s", settings->root, exercise->solution);
    struct source source = grader_scene_source(scene, path);
    int64_t began_ns = clock_monotonic_ns();
    for (int i = 0; i < settings->times; i++) {
        struct error error = {0};
        struct verdict *verdict;
        struct grade_request request = {
            .curriculum = scene->curriculum, .exercise = exercise, .source = &source, .device = "cuda"};
        if (!grader_grade(scene->grader, &request, &verdict, &error))
            grader_scene_die(exercise->id, &error);
        take(series, verdict);
        verdict_free(verdict);
    }
    series->seconds = (double)(clock_monotonic_ns() - began_ns) * 1e-9 / settings->times;
}

static void print_medals(const struct series *series)
{
    for (int medal = MEDALS - 1; medal >= 0; medal--)
        if (series->medals[medal])
            printf(" %s %d", verdict_medal_name((enum medal)medal), series->medals[medal]);
    if (series->others)
        printf(" other %d (%s)", series->others, series->note);
}

static void print_row(const char *id, struct series *series)
{
    if (!series->count) {
        printf("| %s | | | | | | | |%s\n", id, series->note);
        return;
    }
    qsort(series->microseconds, (size_t)series->count, sizeof(double), by_size);
    qsort(series->ratios, (size_t)series->count, sizeof(double), by_size);
    double median = series->microseconds[series->count / 2], torch = pytorch_microseconds(id);
    const struct time_verdict *time = &series->last;
    printf("| %s | %.1f +- %.1f | %.2f | %.1f | %.1f | %.1f | ", id, median, time->interval,
           time->bytes_per_second * 1e-12, time->flops_per_second * 1e-12, time->roofline_percent,
           time->ratio_to_reference > 0 ? median * time->ratio_to_reference : NAN);
    if (torch > 0)
        printf("%.0f", torch);
    printf(" | %.3f to %.3f:", series->ratios[0], series->ratios[series->count - 1]);
    print_medals(series);
    printf(" | %.1f |\n", series->seconds);
    fflush(stdout);
}

static bool is_wanted(const struct settings *settings, const struct exercise *exercise)
{
    bool is_timed = exercise->bench && exercise->kind == EXERCISE_KERNEL && exercise->solution && exercise->reference;
    for (int i = 0; i < settings->only_count; i++)
        if (!strcmp(settings->only[i], exercise->id))
            return is_timed;
    return is_timed && !settings->only_count;
}

static struct settings read_settings(int argc, char **argv)
{
    const char *root = getenv("WARPSCHOOL_BENCH_ROOT");
    struct settings settings = {.root = root ? root : WARPSCHOOL_SOURCE_DIR, .times = 1};
    int at = 1;
    for (; at < argc && argv[at][0] == '-'; at++) {
        if (!strcmp(argv[at], "--reference"))
            settings.with_reference = true;
        else if (!strcmp(argv[at], "--times") && at + 1 < argc)
            settings.times = atoi(argv[++at]);
    }
    settings.times = settings.times < 1 ? 1 : settings.times > TIMES_MAX ? TIMES_MAX : settings.times;
    settings.only = argv + at;
    settings.only_count = argc - at;
    return settings;
}

int main(int argc, char **argv)
{
    int status;
    if (grader_scene_worker(argc, argv, &status))
        return status;
    static struct grader_scene scene;
    struct settings settings = read_settings(argc, argv);
    struct error error = {0};
    if (!device_available("cuda", &error))
        grader_scene_die("no table", &error);
    grader_scene_open(&scene, settings.root);
    printf("| exercise | %s us | TB/s | TFLOP/s | %% of roofline | reference us | PyTorch us | of the solution, medals "
           "| s "
           "to grade |\n|---|---|---|---|---|---|---|---|---|\n",
           settings.with_reference ? "reference" : "solution");
    for (size_t i = 0; i < scene.curriculum->exercise_count; i++) {
        const struct exercise *exercise = scene.curriculum->exercises[i];
        struct series series = {0};
        if (!is_wanted(&settings, exercise))
            continue;
        grade(&scene, exercise, &settings, &series);
        print_row(exercise->id, &series);
    }
    grader_scene_close(&scene);
    return 0;
}
