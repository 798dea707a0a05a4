/* Judges right kernels on many seeds, side by side. */
#include "app/author/author_seeds.h"

#include <inttypes.h>
#include <pthread.h>
#include <string.h>
#include <sys/resource.h>

#include "app/author/wrong_kernel.h"
#include "app/submission.h"
#include "app/workspace.h"
#include "base/buffer.h"
#include "base/clock.h"
#include "base/file.h"
#include "grader/crew.h"

enum {
    SEEDS_AT_ONCE = 4,          /* of one kernel by one grader, which compiles it once */
    SEEDS_DEADLINE_MS = 120000, /* no verdict of a busy machine */
    FILES_MAX = 1024
};

static const char *const reference_statuses = "pass|gate|slow";

struct kernel {
    const struct exercise *exercise;
    const char *name;     /* "solution", "honest/float4.cu" */
    const char *file;     /* below the folder of the course or pack */
    const char *path;     /* the same, to open */
    const char *statuses; /* those that it may have, all seeds alike: "pass|gate" */

    uint64_t judged, failed, elapsed_ns;
    bool has_status[VERDICT_STATUS_COUNT];
    uint64_t seed_of[VERDICT_STATUS_COUNT]; /* the first that gave the status */
};

struct kernel_list {
    const struct app *app;
    const struct author_check *check;
    struct arena *arena;
    struct kernel *kernels;
    size_t count, capacity;
};

struct run {
    const struct app *app;
    struct author_check *check;
    struct kernel *kernels;
    size_t count;

    pthread_mutex_t lock; /* guards the counts of kernels and check */
};

/* --- the kernels ------------------------------------------------------------------------------ */

static void add_kernel(struct kernel_list *list, const struct exercise *exercise, const char *name, const char *file,
                       const char *statuses)
{
    ARENA_ROOM(list->arena, list->kernels, list->count, list->capacity);
    const char *root = curriculum_folder(list->app->curriculum, exercise);
    list->kernels[list->count++] = (struct kernel){.exercise = exercise,
                                                   .name = name,
                                                   .file = file,
                                                   .path = path_join(list->arena, root, file),
                                                   .statuses = statuses};
}

/* Files of a folder that may be missing. */
static bool list_files(struct kernel_list *list, const char *folder, const char *const **out_names, size_t *out_count,
                       struct error *error)
{
    *out_count = 0;
    return !file_is_folder(folder) || file_list_folder(list->arena, folder, FILES_MAX, out_names, out_count, error);
}

static bool add_exercise(struct kernel_list *list, const struct exercise *exercise, struct error *error)
{
    const char *const *names;
    size_t count;
    const char *solution = exercise->solution ? exercise->solution : exercise->starter;
    add_kernel(list, exercise, "solution", path_join(list->arena, "solutions", solution), "pass");
    if (exercise->best.kernel)
        add_kernel(list, exercise, "best", path_join(list->arena, "solutions", exercise->best.kernel), "pass");
    if (exercise->kind == EXERCISE_KERNEL && exercise->reference)
        add_kernel(list, exercise, "reference", path_join(list->arena, "kernels", exercise->reference),
                   reference_statuses);
    const char *folder = arena_printf(list->arena, "tests/curriculum/right/%s", exercise->id);
    const char *root = curriculum_folder(list->app->curriculum, exercise);
    if (!list_files(list, path_join(list->arena, root, folder), &names, &count, error))
        return false;
    for (size_t i = 0; i < count; i++)
        add_kernel(list, exercise, arena_printf(list->arena, "right/%s", names[i]),
                   path_join(list->arena, folder, names[i]), "pass");
    return true;
}

/* A folder of honest submissions to many exercises. */
static bool add_honest(struct kernel_list *list, struct error *error)
{
    const char *const *names;
    size_t count;
    const char *folder = path_join(list->arena, list->app->curriculum->root, "honest");
    if (!list_files(list, folder, &names, &count, error))
        return false;
    for (size_t i = 0; i < count; i++) {
        struct source source;
        const char *file = path_join(list->arena, "honest", names[i]);
        if (!workspace_read(path_join(list->arena, folder, names[i]), names[i], list->arena, &source, error))
            return false;
        const char *id = wrong_kernel_key(&source, "exercise", list->arena);
        const char *statuses = wrong_kernel_key(&source, "virtual", list->arena);
        const struct exercise *exercise = id ? curriculum_find_exercise(list->app->curriculum, id) : NULL;
        if (exercise && statuses && author_check_wants(list->check, exercise))
            add_kernel(list, exercise, file, file, statuses);
    }
    return true;
}

static bool collect_kernels(struct kernel_list *list, struct error *error)
{
    const struct curriculum *curriculum = list->app->curriculum;
    for (size_t i = 0; i < curriculum->exercise_count; i++)
        if (author_check_wants(list->check, curriculum->exercises[i]) &&
            !add_exercise(list, curriculum->exercises[i], error))
            return false;
    return add_honest(list, error);
}

/* --- one verdict ------------------------------------------------------------------------------ */

static void report_kernel(struct run *run, const struct kernel *kernel, const char *subject, const char *fault,
                          const char *speed)
{
    struct author_result result = {.exercise = kernel->exercise->id,
                                   .subject = subject,
                                   .file = kernel->file,
                                   .line = 1,
                                   .good = !fault,
                                   .message = fault ? fault : "",
                                   .speed = speed,
                                   .elapsed_ms = kernel->judged ? kernel->elapsed_ns / kernel->judged / 1000000 : 0};
    run->check->checked++;
    run->check->failed += fault != NULL;
    run->check->result(run->check->context, &result);
}

/* "pass|gate" contains "gate". */
static bool allows(const char *statuses, const char *status)
{
    size_t length = strlen(status);
    for (const char *at = statuses; *at; at += strcspn(at, "|"), at += *at == '|')
        if (strcspn(at, "|") == length && !strncmp(at, status, length))
            return true;
    return false;
}

/* `fault`: of the grader itself, without a verdict; NULL. */
static void take_verdict(struct run *run, struct kernel *kernel, uint64_t seed, const struct verdict *verdict,
                         const char *fault, uint64_t elapsed_ns)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    enum verdict_status status = verdict ? verdict->status : VERDICT_ENVIRONMENT;
    const char *name = verdict_status_name(status), *sentence = verdict ? verdict->message : fault;
    pthread_mutex_lock(&run->lock);
    kernel->judged++;
    kernel->elapsed_ns += elapsed_ns;
    run->check->judged++;
    if (!kernel->has_status[status] || seed < kernel->seed_of[status])
        kernel->seed_of[status] = seed;
    kernel->has_status[status] = true;
    if (!verdict || !allows(kernel->statuses, name)) {
        kernel->failed++;
        report_kernel(run, kernel, arena_printf(arena, "%s, seed %" PRIu64, kernel->name, seed),
                      arena_printf(arena, "%s: %s", name, sentence ? sentence : ""), "");
    }
    pthread_mutex_unlock(&run->lock);
}

static void judge_seed(struct run *run, struct grader *grader, struct kernel *kernel, uint64_t seed)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct submission submission;
    struct verdict *verdict = NULL;
    struct error failure = {0};
    int64_t began_ns = clock_monotonic_ns();
    if (submission_prepare(run->app, kernel->exercise, kernel->path, arena, &submission, &failure)) {
        submission.device = run->check->device ? run->check->device : "virtual";
        submission.seed = seed;
        submission.untimed = true;
        if (!submission_grade(run->app, grader, &submission, &verdict, &failure))
            verdict = NULL;
    }
    take_verdict(run, kernel, seed, verdict, failure.message, (uint64_t)(clock_monotonic_ns() - began_ns));
    if (verdict)
        verdict_free(verdict);
}

/* Kernels vary fastest, then seeds. */
static void judge_seeds(void *context, struct grader *grader, uint64_t unit)
{
    struct run *run = context;
    uint64_t first = unit / run->count * SEEDS_AT_ONCE;
    for (uint64_t i = first; i < first + SEEDS_AT_ONCE && i < run->check->seeds; i++)
        judge_seed(run, grader, &run->kernels[unit % run->count], run->check->first_seed + i);
}

/* --- the end ---------------------------------------------------------------------------------- */

/* The statuses of a kernel that has more than one; NULL. */
static const char *statuses_found(const struct kernel *kernel, struct arena *arena)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    int count = 0;
    for (int status = 0; status < VERDICT_STATUS_COUNT; status++) {
        if (!kernel->has_status[status])
            continue;
        buffer_printf(&text, "%s%s with --seed %" PRIu64, count++ ? ", " : "", verdict_status_name(status),
                      kernel->seed_of[status]);
    }
    return count > 1 ? arena_strdup(arena, buffer_text(&text)) : NULL;
}

static void report_kernels(struct run *run, struct arena *arena)
{
    for (size_t i = 0; i < run->count; i++) {
        const struct kernel *kernel = &run->kernels[i];
        const char *found = statuses_found(kernel, arena);
        const char *fault = found ? arena_printf(arena, "not one status on all seeds: %s", found) : NULL;
        if (fault || !kernel->failed)
            report_kernel(run, kernel, arena_printf(arena, "%s, all seeds", kernel->name), fault, "per seed");
    }
}

static uint64_t time_ns(const struct timeval *time)
{
    return (uint64_t)time->tv_sec * 1000000000 + (uint64_t)time->tv_usec * 1000;
}

/* Of this process and its children, which have ended. */
static uint64_t processor_ns(void)
{
    uint64_t sum_ns = 0;
    for (int i = 0; i < 2; i++) {
        struct rusage usage = {0};
        getrusage(i ? RUSAGE_CHILDREN : RUSAGE_SELF, &usage);
        sum_ns += time_ns(&usage.ru_utime) + time_ns(&usage.ru_stime);
    }
    return sum_ns;
}

bool author_seeds_check(const struct app *app, struct author_check *check, int jobs, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct kernel_list list = {.app = app, .check = check, .arena = arena};
    if (!collect_kernels(&list, error))
        return false;
    struct run run = {.app = app, .check = check, .kernels = list.kernels, .count = list.count};
    struct crew crew = {.settings = app_grader_settings(app),
                        .jobs = jobs,
                        .units = (check->seeds + SEEDS_AT_ONCE - 1) / SEEDS_AT_ONCE * list.count,
                        .judge = judge_seeds,
                        .context = &run};
    crew.settings.deadline_ms = SEEDS_DEADLINE_MS;
    pthread_mutex_init(&run.lock, NULL);
    bool done = crew_work(&crew, error);
    pthread_mutex_destroy(&run.lock);
    report_kernels(&run, arena);
    check->processor_ns = processor_ns();
    return done;
}
