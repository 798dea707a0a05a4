/*
 * Measures how long a learner waits: to the verdict on the cases, from there to the speed line, and
 * to the end. A right kernel is called safe and right before its machine code is there. The speed
 * line comes before the values at the timed size are compared.
 *
 * Grades starters, solutions, the planted wrong kernels of tests/curriculum/wrong, the submissions
 * of tests/judge and the slow attempts of tests/bench/attempts in one warm process, once each.
 * Arguments are parts of paths: only files that contain one of them are graded. Each exercise's
 * solution runs once before, so that the course's own kernels are compiled and modelled, its slips
 * too. A file with headers of CUDA runs once before too, as a learner saves it many times.
 *
 * WARPSCHOOL_BENCH_PART=3/40 grades the fourth of 40 parts of the exercises. With the argument
 * --rows it prints a row per file instead of the page. A row holds the waits for the compiler, for
 * the verdict, for the speed line and for its end. Each is given by wall clock and by processor
 * time. Status and path follow. With --page it grades nothing, and makes the page of the rows that
 * it reads. So several processes can share the work.
 *
 * Prints the wall clock and the processor time of all processes. On a busy machine only the
 * processor time says something. With two quiet cores the wait is shorter than that. The goals:
 * verdicts at most 100 ms in the median, 700 ms for 99 of 100, 2 s for all. Speed lines at most
 * 1.5 s. The exit status is 1 if the processor time misses one of them.
 */
#include "grader/grader.h"

#include <sys/resource.h>
#include <time.h>

#include "base/clock.h"
#include "judge_corpus.h"

enum { SAMPLES_MAX = 8192, NAMES_MAX = 1024, SLOWEST = 10, PATH_BYTES = 64 };

/* A moment, or the time between two. */
struct instant {
    double wall_ms, processor_ms;
};

struct sample {
    const char *name, *status;
    struct instant compiled, judged; /* `judged` includes `compiled` */
    struct instant timed, compared;  /* after `judged`; `compared` includes `timed` */
    bool is_timed;
};

struct samples {
    struct sample rows[SAMPLES_MAX];
    size_t count;
    int wanted_count;
    char **wanted; /* parts of paths; none: all */
    const struct exercise *warm[SAMPLES_MAX];
    size_t warm_count;
    int part, part_count; /* 0 of 1: all exercises */
    bool are_printed;
};

/* --- clocks ----------------------------------------------------------------------------------- */

/* Of a process and its descendants, without those that ended. */
static double processor_ms_of(pid_t process)
{
    char path[PATH_BYTES];
    struct timespec spent = {0};
    clockid_t clock;
    int child;
    if (clock_getcpuclockid(process, &clock) == 0)
        clock_gettime(clock, &spent);
    double sum_ms = (double)spent.tv_sec * 1e3 + (double)spent.tv_nsec * 1e-6;
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)process, (int)process);
    FILE *file = fopen(path, "r");
    while (file && fscanf(file, "%d", &child) == 1)
        sum_ms += processor_ms_of(child);
    if (file)
        fclose(file);
    return sum_ms;
}

static struct instant now(void)
{
    struct rusage ended = {0};
    getrusage(RUSAGE_CHILDREN, &ended);
    double ended_ms = (double)(ended.ru_utime.tv_sec + ended.ru_stime.tv_sec) * 1e3 +
                      (double)(ended.ru_utime.tv_usec + ended.ru_stime.tv_usec) * 1e-3;
    return (struct instant){.wall_ms = (double)clock_monotonic_ns() * 1e-6,
                            .processor_ms = processor_ms_of(getpid()) + ended_ms};
}

static struct instant between(struct instant from, struct instant to)
{
    return (struct instant){to.wall_ms - from.wall_ms, to.processor_ms - from.processor_ms};
}

/* --- grading ---------------------------------------------------------------------------------- */

/* When stages began. A stage that was not reached has no moment. */
struct moments {
    struct instant cases, right, speed;
    bool is_timed;
};

static void note_stage(void *context, enum grader_stage stage, int done, int total)
{
    struct moments *moments = context;
    (void)done;
    (void)total;
    if (stage == STAGE_CASES && moments->cases.wall_ms == 0)
        moments->cases = now();
    if ((stage == STAGE_GATES || stage == STAGE_TIME) && moments->right.wall_ms == 0)
        moments->right = now();
    moments->is_timed |= stage == STAGE_TIME;
}

static void note_time(void *context, const struct time_verdict *time)
{
    (void)time;
    ((struct moments *)context)->speed = now();
}

static struct sample grade(struct grader_scene *scene, const struct exercise *exercise, const char *path)
{
    struct source source = grader_scene_source(scene, path);
    struct moments moments = {0};
    struct instant began = now();
    struct verdict *verdict;
    struct error error = {0};
    struct grade_request request = {.curriculum = scene->curriculum,
                                    .exercise = exercise,
                                    .source = &source,
                                    .device = "virtual",
                                    .quick = true, /* as the shell asks */
                                    .seed = 1,
                                    .progress = note_stage,
                                    .timed = note_time,
                                    .context = &moments};
    if (!grader_grade(scene->grader, &request, &verdict, &error))
        grader_scene_die(path, &error);
    struct instant ended = now();
    bool is_right = moments.right.wall_ms > 0, is_timed = moments.is_timed, is_compiled = moments.cases.wall_ms > 0;
    struct instant speed = moments.speed.wall_ms > 0 ? moments.speed : ended;
    struct sample sample = {.name = arena_strdup(scene->arena, path + strlen(WARPSCHOOL_SOURCE_DIR) + 1),
                            .status = verdict_status_name(verdict->status),
                            .compiled = between(began, is_compiled ? moments.cases : ended),
                            .judged = between(began, is_right ? moments.right : ended),
                            .timed = is_timed ? between(moments.right, speed) : (struct instant){0},
                            .compared = is_timed ? between(moments.right, ended) : (struct instant){0},
                            .is_timed = is_timed};
    verdict_free(verdict);
    grader_warm(scene->grader, NULL); /* meanwhile the shell judges again, which starts the children */
    return sample;
}

/* --- rows, for several processes -------------------------------------------------------------- */

#define ROW_FORMAT "%lf %lf %lf %lf %lf %lf %lf %lf %d %31s %255s"

enum { ROW_COLUMNS = 11, ROW_BYTES = 512, STATUS_BYTES = 32, NAME_BYTES = 256 };

static void print_row(const struct sample *row)
{
    printf("%.1f\t%.1f\t%.1f\t%.1f\t%.1f\t%.1f\t%.1f\t%.1f\t%d\t%s\t%s\n", row->compiled.wall_ms,
           row->compiled.processor_ms, row->judged.wall_ms, row->judged.processor_ms, row->timed.wall_ms,
           row->timed.processor_ms, row->compared.wall_ms, row->compared.processor_ms, row->is_timed, row->status,
           row->name);
    fflush(stdout);
}

/* Lines that are no rows are skipped. */
static void read_rows(struct samples *samples)
{
    char line[ROW_BYTES];
    while (samples->count < SAMPLES_MAX && fgets(line, sizeof line, stdin)) {
        char status[STATUS_BYTES], name[NAME_BYTES];
        struct sample row = {0};
        int is_timed;
        if (sscanf(line, ROW_FORMAT, &row.compiled.wall_ms, &row.compiled.processor_ms, &row.judged.wall_ms,
                   &row.judged.processor_ms, &row.timed.wall_ms, &row.timed.processor_ms, &row.compared.wall_ms,
                   &row.compared.processor_ms, &is_timed, status, name) != ROW_COLUMNS)
            continue;
        row.is_timed = is_timed;
        row.status = strdup(status); /* kept until the end, as is the name */
        row.name = strdup(name);
        samples->rows[samples->count++] = row;
    }
}

/* --- the files -------------------------------------------------------------------------------- */

static bool is_wanted(const struct samples *samples, const char *path)
{
    bool wanted = !samples->wanted_count;
    for (int i = 0; i < samples->wanted_count; i++)
        wanted = wanted || strstr(path, samples->wanted[i]);
    return wanted;
}

/*
 * Grades the solution once, so that the course's kernels are compiled and modelled. The shell
 * compiles slips after a learner's first verdict.
 */
static void warm(struct grader_scene *scene, const struct exercise *exercise, struct samples *samples)
{
    for (size_t i = 0; i < samples->warm_count; i++)
        if (samples->warm[i] == exercise)
            return;
    if (samples->warm_count < SAMPLES_MAX)
        samples->warm[samples->warm_count++] = exercise;
    const char *folder = curriculum_folder(scene->curriculum, exercise);
    if (exercise->solution)
        grade(scene, exercise, arena_printf(scene->arena, "%s/solutions/%s", folder, exercise->solution));
    for (size_t i = 0; grader_build_slip(scene->grader, scene->curriculum, exercise, i);)
        i++;
}

/* A file with headers of CUDA is compiled faster the second time, when they are precompiled. */
static bool has_headers(struct grader_scene *scene, const char *path)
{
    return strstr(grader_scene_source(scene, path).text, "#include <") != NULL;
}

/* A file that does not exist adds nothing. */
static void add(struct grader_scene *scene, const struct exercise *exercise, const char *path, struct samples *samples)
{
    if (!is_wanted(samples, path) || access(path, R_OK) != 0)
        return;
    if (samples->count == SAMPLES_MAX) {
        fprintf(stderr, "more than %d files: raise SAMPLES_MAX\n", SAMPLES_MAX);
        exit(1);
    }
    warm(scene, exercise, samples);
    if (has_headers(scene, path))
        grade(scene, exercise, path);
    samples->rows[samples->count] = grade(scene, exercise, path);
    if (samples->are_printed)
        print_row(&samples->rows[samples->count]);
    samples->count++;
}

static void add_folder(struct grader_scene *scene, const struct exercise *exercise, const char *path,
                       struct samples *samples)
{
    const char *const *names = NULL;
    size_t count = 0;
    if (file_is_folder(path))
        file_list_folder(scene->arena, path, NAMES_MAX, &names, &count, NULL);
    for (size_t i = 0; i < count; i++)
        add(scene, exercise, arena_printf(scene->arena, "%s/%s", path, names[i]), samples);
}

static bool is_graded(const struct exercise *exercise)
{
    bool is_code = exercise->kind == EXERCISE_KERNEL || exercise->kind == EXERCISE_PLAN;
    return is_code && !exercise->locked;
}

static bool is_in_part(const struct curriculum *curriculum, const struct exercise *exercise,
                       const struct samples *samples)
{
    size_t index = 0;
    while (index < curriculum->exercise_count && curriculum->exercises[index] != exercise)
        index++;
    return index % (size_t)samples->part_count == (size_t)samples->part;
}

static void bench_exercise(struct grader_scene *scene, const struct exercise *exercise, struct samples *samples)
{
    struct arena *arena = scene->arena;
    const char *root = WARPSCHOOL_SOURCE_DIR;
    const char *solution = arena_printf(arena, "%s/solutions/%s", root, exercise->solution ? exercise->solution : "-");
    if (!is_graded(exercise) || !is_in_part(scene->curriculum, exercise, samples))
        return;
    add(scene, exercise, solution, samples);
    add(scene, exercise, arena_printf(arena, "%s/exercises/%s", root, exercise->starter), samples);
    add_folder(scene, exercise, arena_printf(arena, "%s/tests/curriculum/wrong/%s", root, exercise->id), samples);
    add_folder(scene, exercise, arena_printf(arena, "%s/tests/bench/attempts/%s", root, exercise->id), samples);
    fprintf(stderr, "%s\n", exercise->id);
}

static void bench_course(struct samples *samples)
{
    static struct grader_scene scene;
    struct error error = {0};
    grader_scene_open(&scene, WARPSCHOOL_SOURCE_DIR);
    if (!grader_warm(scene.grader, &error))
        grader_scene_die("children", &error);
    for (size_t i = 0; i < scene.curriculum->exercise_count; i++)
        bench_exercise(&scene, scene.curriculum->exercises[i], samples);
    grader_free(scene.grader); /* names of samples remain */
}

/* Files whose head names a tier are not for every day. */
static void bench_submissions(struct judge_corpus *corpus, const char *folder, struct samples *samples)
{
    struct grader_scene *scene = &corpus->scene;
    const char *path = arena_printf(scene->arena, "%s/%s", corpus->root, folder), *const *names = NULL;
    size_t count = 0;
    file_list_folder(scene->arena, path, NAMES_MAX, &names, &count, NULL);
    for (size_t i = 0; i < count; i++) {
        const char *file = arena_printf(scene->arena, "%s/%s", path, names[i]);
        struct source source = grader_scene_source(scene, file);
        const char *id = judge_key(corpus, &source, "exercise");
        const struct exercise *exercise = id ? curriculum_find_exercise(scene->curriculum, id) : NULL;
        bool is_daily = exercise && !judge_key(corpus, &source, "tier");
        if (is_daily && is_in_part(scene->curriculum, exercise, samples))
            add(scene, exercise, file, samples);
    }
    fprintf(stderr, "%s\n", folder);
}

static void bench_judge(struct samples *samples)
{
    static struct judge_corpus corpus;
    judge_corpus_open(&corpus);
    bench_submissions(&corpus, "honest", samples);
    bench_submissions(&corpus, "dishonest", samples);
    grader_free(corpus.scene.grader);
    rmdir(corpus.scratch);
}

/* --- the tables ------------------------------------------------------------------------------- */

enum column { COMPILED, JUDGED, TIMED, COMPARED };

static struct instant instant_of(const struct sample *sample, enum column column)
{
    const struct instant instants[] = {[COMPILED] = sample->compiled,
                                       [JUDGED] = sample->judged,
                                       [TIMED] = sample->timed,
                                       [COMPARED] = sample->compared};
    return instants[column];
}

static int by_number(const void *left, const void *right)
{
    const double *a = left, *b = right;
    return (*a < *b) - (*a > *b);
}

static int by_judged(const void *left, const void *right)
{
    const struct sample *a = left, *b = right;
    return by_number(&a->judged.processor_ms, &b->judged.processor_ms);
}

static int by_compiled(const void *left, const void *right)
{
    const struct sample *a = left, *b = right;
    return by_number(&a->compiled.processor_ms, &b->compiled.processor_ms);
}

static int by_timed(const void *left, const void *right)
{
    const struct sample *a = left, *b = right;
    return by_number(&a->timed.processor_ms, &b->timed.processor_ms);
}

static int by_compared(const void *left, const void *right)
{
    const struct sample *a = left, *b = right;
    return by_number(&a->compared.processor_ms, &b->compared.processor_ms);
}

/* In ms; 0: no limit. */
struct goal {
    double median, most_of_all, most;
};

/* `values`: longest first. */
static bool print_line(const char *clock, const double *values, size_t count, const struct goal *goal)
{
    double median = values[count / 2], most_of_all = values[count / 100];
    printf("| %s | %zu | %.0f | %.0f | %.0f |\n", clock, count, median, most_of_all, values[0]);
    return !goal || ((!goal->median || median <= goal->median) &&
                     (!goal->most_of_all || most_of_all <= goal->most_of_all) && values[0] <= goal->most);
}

static size_t collect(const struct samples *samples, enum column column, bool wall, double *out_values)
{
    size_t count = 0;
    for (size_t i = 0; i < samples->count; i++) {
        const struct sample *sample = &samples->rows[i];
        struct instant instant = instant_of(sample, column);
        if ((column != TIMED && column != COMPARED) || sample->is_timed)
            out_values[count++] = wall ? instant.wall_ms : instant.processor_ms;
    }
    qsort(out_values, count, sizeof *out_values, by_number);
    return count;
}

/* False: a goal is missed. */
static bool print(const char *title, struct samples *samples, enum column column, const struct goal *goal)
{
    static double values[SAMPLES_MAX];
    static int (*const orders[])(const void *, const void *) = {by_compiled, by_judged, by_timed, by_compared};
    size_t count = collect(samples, column, true, values);
    if (!count)
        return true;
    printf("## %s\n\n| ms | runs | median | 99 of 100 | most |\n|---|---|---|---|---|\n", title);
    print_line("wall clock", values, count, NULL);
    collect(samples, column, false, values);
    bool is_met = print_line("processor", values, count, goal);
    qsort(samples->rows, samples->count, sizeof *samples->rows, orders[column]);
    printf("\n| wall clock | processor | verdict | slowest |\n|---|---|---|---|\n");
    for (size_t i = 0; i < count && i < SLOWEST; i++) {
        struct instant instant = instant_of(&samples->rows[i], column);
        printf("| %.0f | %.0f | %s | %s |\n", instant.wall_ms, instant.processor_ms, samples->rows[i].status,
               samples->rows[i].name);
    }
    printf("\n");
    return is_met;
}

static int print_page(struct samples *samples)
{
    printf("# How long a learner waits\n\n`bench_verdicts` prints this page. The processor time is the sum over all "
           "processes.\n\n");
    bool judged = print("Verdict on the cases", samples, JUDGED, &(struct goal){100, 700, 2000});
    print("Of that, the compiler", samples, COMPILED, NULL);
    bool timed = print("Speed line after it", samples, TIMED, &(struct goal){.most = 1500});
    print("Speed line with its values compared", samples, COMPARED, NULL);
    return samples->count && judged && timed ? 0 : 1;
}

/* Without the variable: all. */
static void choose_part(struct samples *samples)
{
    const char *part = getenv("WARPSCHOOL_BENCH_PART");
    samples->part_count = 1;
    if (part && (sscanf(part, "%d/%d", &samples->part, &samples->part_count) != 2 || samples->part < 0 ||
                 samples->part >= samples->part_count)) {
        fprintf(stderr, "WARPSCHOOL_BENCH_PART is '%s', not a part such as 3/40\n", part);
        exit(2);
    }
}

int main(int argc, char **argv)
{
    int status;
    if (grader_scene_worker(argc, argv, &status))
        return status;
    static struct samples samples;
    samples.are_printed = argc > 1 && !strcmp(argv[1], "--rows");
    if (argc > 1 && !strcmp(argv[1], "--page")) {
        read_rows(&samples);
        return print_page(&samples);
    }
    samples.wanted = argv + 1 + samples.are_printed;
    samples.wanted_count = argc - 1 - samples.are_printed;
    choose_part(&samples);
    bench_course(&samples);
    bench_judge(&samples);
    return samples.are_printed ? 0 : print_page(&samples);
}
