/* Checks exercises, and lessons with steps that run kernels, side by side. */
#include "app/author_check.h"

#include <pthread.h>
#include <string.h>

#include "app/author/author_demands.h"
#include "app/author/author_exercise.h"
#include "app/author/author_lab.h"
#include "app/author/author_seeds.h"
#include "base/jobs.h"

/* One piece of the check, and its results that are not yet reported. Earlier ones are not done. */
struct entry {
    const struct exercise *exercise; /* NULL: the steps of `lesson` that run kernels */
    const struct lesson *lesson;
    struct arena *arena; /* of `results`; NULL: there are none */
    struct author_result *results;
    size_t count, capacity;
    bool is_done;
};

/* The times of one exercise, written at the end. */
struct timed {
    struct timed *before;
    const char *folder;
    struct course_time times[COURSE_TIMES_OF_EXERCISE];
    size_t count;
};

struct run {
    const struct app *app;
    struct author_check *check;
    int jobs;
    struct entry *entries;
    size_t entry_count;

    pthread_mutex_t lock; /* guards everything below, and the entries */
    size_t next;          /* the first entry that no worker has taken */
    /* entries before it have been reported; its own results are reported at once */
    size_t reported;
    struct timed *timed; /* newest first */
    struct arena *arena; /* of `timed` */
    bool stopped;
    size_t failed_entry; /* the entry of `failure` */
    struct error failure;
};

/* The shipped times must not depend on the load of the author's machine. */
enum { PATIENT_DEADLINE_MS = 120000 };

struct worker {
    struct run *run;
    pthread_t thread;
    size_t entry; /* the current entry */
};

/* --- results in order ------------------------------------------------------------------------- */

static const char *copy(struct arena *arena, const char *text)
{
    return text ? arena_strdup(arena, text) : NULL;
}

static void keep(struct entry *entry, const struct author_result *result)
{
    if (!entry->arena)
        entry->arena = arena_new();
    ARENA_ROOM(entry->arena, entry->results, entry->count, entry->capacity);
    struct author_result kept = *result;
    kept.subject = copy(entry->arena, result->subject);
    kept.file = copy(entry->arena, result->file);
    kept.message = copy(entry->arena, result->message);
    kept.report = copy(entry->arena, result->report);
    kept.speed = copy(entry->arena, result->speed);
    entry->results[entry->count++] = kept;
}

static void report_result(struct run *run, const struct author_result *result)
{
    run->check->checked++;
    run->check->failed += !result->good;
    run->check->stale += result->is_stale;
    run->check->result(run->check->context, result);
}

static void forget(struct entry *entry)
{
    arena_free(entry->arena);
    entry->arena = NULL;
    entry->count = entry->capacity = 0;
}

static void report_kept(struct run *run, struct entry *entry)
{
    for (size_t i = 0; i < entry->count; i++)
        report_result(run, &entry->results[i]);
    forget(entry);
}

static void take_result(void *context, const struct author_result *result)
{
    struct worker *worker = context;
    struct run *run = worker->run;
    pthread_mutex_lock(&run->lock);
    if (worker->entry == run->reported)
        report_result(run, result);
    else
        keep(&run->entries[worker->entry], result);
    pthread_mutex_unlock(&run->lock);
}

static void take_times(void *context, const char *folder, const struct course_time *times, size_t count)
{
    struct run *run = ((struct worker *)context)->run;
    pthread_mutex_lock(&run->lock);
    struct timed *timed = ARENA_NEW(run->arena, struct timed);
    *timed = (struct timed){.before = run->timed, .folder = folder, .count = count};
    for (size_t i = 0; i < count; i++) {
        timed->times[i] = times[i];
        timed->times[i].as_text = arena_strdup(run->arena, times[i].as_text);
        timed->times[i].architecture = arena_strdup(run->arena, times[i].architecture);
    }
    run->timed = timed;
    pthread_mutex_unlock(&run->lock);
}

/* --- the workers ------------------------------------------------------------------------------ */

static bool is_stopped(void *context)
{
    struct run *run = ((struct worker *)context)->run;
    pthread_mutex_lock(&run->lock);
    bool stopped = run->stopped;
    pthread_mutex_unlock(&run->lock);
    return stopped;
}

static bool take_entry(struct worker *worker)
{
    struct run *run = worker->run;
    pthread_mutex_lock(&run->lock);
    bool taken = !run->stopped && run->next < run->entry_count;
    if (taken)
        worker->entry = run->next++;
    pthread_mutex_unlock(&run->lock);
    return taken;
}

static void finish_entry(struct worker *worker)
{
    struct run *run = worker->run;
    pthread_mutex_lock(&run->lock);
    run->entries[worker->entry].is_done = true;
    while (run->reported < run->entry_count && run->entries[run->reported].is_done) {
        run->reported++;
        if (run->reported < run->entry_count)
            report_kept(run, &run->entries[run->reported]);
    }
    pthread_mutex_unlock(&run->lock);
}

/* Reports the first failure in the curriculum's order. Stops the others, which say so. */
static void fail(struct worker *worker, const struct error *failure)
{
    struct run *run = worker->run;
    pthread_mutex_lock(&run->lock);
    if (failure->code != ERROR_CANCELLED && (!run->stopped || worker->entry < run->failed_entry)) {
        run->failure = *failure;
        run->failed_entry = worker->entry;
    }
    run->stopped = true;
    pthread_mutex_unlock(&run->lock);
}

static bool check_labs(struct worker *worker, struct grader *grader, struct error *error)
{
    const struct run *run = worker->run;
    struct author_labs labs = {.app = run->app,
                               .check = run->check,
                               .lesson = run->entries[worker->entry].lesson,
                               .grader = grader,
                               .result = take_result,
                               .context = worker};
    return author_labs_check(&labs, error);
}

static bool check_exercise(struct worker *worker, struct grader *grader, struct error *error)
{
    struct run *run = worker->run;
    struct author_exercise given = {
        .app = run->app,
        .grader = grader,
        .device = run->check->device ? run->check->device : "virtual",
        .exercise = run->entries[worker->entry].exercise,
        .result = take_result,
        .times = take_times,
        .cancelled = is_stopped,
        .context = worker,
        .writes_times = run->check->writes_times,
        .full = run->check->full,
    };
    return author_exercise_check(&given, error) || error_add_context(error, "%s", given.exercise->id);
}

static bool check_entry(struct worker *worker, struct grader *grader, struct error *error)
{
    bool is_exercise = worker->run->entries[worker->entry].exercise;
    return is_exercise ? check_exercise(worker, grader, error) : check_labs(worker, grader, error);
}

/* The grader's children end with the thread that started them, which is this one. */
static void *work(void *context)
{
    struct worker *worker = context;
    struct run *run = worker->run;
    struct grader_settings settings = app_grader_settings(run->app);
    struct error failure = {0};
    settings.models_course = true;
    settings.course_deadline_ms = run->check->writes_times ? PATIENT_DEADLINE_MS : 0;
    if (settings.threads == 0 && run->jobs > 1)
        settings.threads = jobs_processors() > run->jobs ? jobs_processors() / run->jobs : 1;
    CLEANUP(grader_free) struct grader *grader = grader_new(&settings, &failure);
    bool done = grader != NULL;
    while (done && take_entry(worker)) {
        done = check_entry(worker, grader, &failure);
        if (done)
            finish_entry(worker);
    }
    if (!done)
        fail(worker, &failure);
    return NULL;
}

static void run_workers(struct run *run)
{
    struct worker workers[JOBS_MAX] = {0};
    int started = 0;
    while (started < run->jobs - 1) {
        workers[started].run = run;
        if (pthread_create(&workers[started].thread, NULL, work, &workers[started]))
            break;
        started++;
    }
    struct worker own = {.run = run};
    work(&own);
    for (int i = 0; i < started; i++)
        pthread_join(workers[i].thread, NULL);
}

/* --- the exercises to check ------------------------------------------------------------------- */

/* A GPU is timed, so no other work can run on it or on the processors that feed it. */
static int jobs_of(const struct author_check *check)
{
    return author_check_measures(check) ? 1 : jobs_count(check->jobs);
}

bool author_check_measures(const struct author_check *check)
{
    return check->device && device_kind_measures_time(check->device);
}

bool author_check_wants(const struct author_check *check, const struct exercise *exercise)
{
    if (exercise->locked)
        return false;
    for (size_t i = 0; i < check->only_count; i++)
        if (strcmp(exercise->id, check->only[i]) == 0 || strcmp(exercise->lesson->id, check->only[i]) == 0)
            return true;
    return check->only_count == 0;
}

/* Some lessons have no exercise to judge. Loading them was the whole check. */
static bool are_known(const struct curriculum *curriculum, const struct author_check *check, struct error *error)
{
    for (size_t i = 0; i < check->only_count; i++)
        if (!curriculum_find_lesson(curriculum, check->only[i]) &&
            !curriculum_find_exercise(curriculum, check->only[i]) && !curriculum_find_lab(curriculum, check->only[i]))
            return error_set(error, ERROR_NOT_FOUND, "there is no lesson or exercise '%s'", check->only[i]);
    return true;
}

/* What is shipped are modelled values, the same on every machine. */
static bool can_write(const struct author_check *check, struct error *error)
{
    return !(check->writes_steps && author_check_measures(check)) ||
           error_set(error, ERROR_RANGE, "--write-steps stores modelled times: it takes no GPU");
}

static void collect_entries(struct run *run, struct arena *arena)
{
    const struct curriculum *curriculum = run->app->curriculum;
    run->entries = ARENA_ARRAY(arena, curriculum->exercise_count + curriculum->lesson_count + 1, struct entry);
    for (size_t i = 0; i < curriculum->exercise_count && !run->check->writes_steps; i++)
        if (author_check_wants(run->check, curriculum->exercises[i]))
            run->entries[run->entry_count++].exercise = curriculum->exercises[i];
    for (size_t i = 0; i < curriculum->lesson_count && !run->check->writes_times; i++)
        if (author_labs_wanted(run->check, curriculum->lessons[i]))
            run->entries[run->entry_count++].lesson = curriculum->lessons[i];
}

/* Writes the times of one folder. A folder that is checked as a whole has no others. */
static bool write_times(const struct run *run, const char *folder, struct error *error)
{
    struct course_time *times =
        ARENA_ARRAY(run->arena, run->entry_count * COURSE_TIMES_OF_EXERCISE, struct course_time);
    size_t count = 0;
    for (const struct timed *timed = run->timed; timed; timed = timed->before)
        for (size_t i = 0; !strcmp(timed->folder, folder) && i < timed->count; i++)
            times[count++] = timed->times[i];
    return count == 0 || course_times_write(folder, times, count, run->check->only_count == 0, error);
}

static bool is_last_of_folder(const struct run *run, const struct timed *timed)
{
    for (const struct timed *later = run->timed; later != timed; later = later->before)
        if (!strcmp(later->folder, timed->folder))
            return false;
    return true;
}

static bool write_all_times(const struct run *run, struct error *error)
{
    for (const struct timed *timed = run->timed; timed; timed = timed->before)
        if (is_last_of_folder(run, timed) && !write_times(run, timed->folder, error))
            return false;
    return true;
}

static bool check_entries(const struct app *app, struct author_check *check, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct run run = {.app = app, .check = check, .jobs = jobs_of(check), .arena = arena};
    collect_entries(&run, arena);
    if (run.entry_count == 0)
        return true;
    if ((size_t)run.jobs > run.entry_count)
        run.jobs = (int)run.entry_count;
    pthread_mutex_init(&run.lock, NULL);
    run_workers(&run);
    pthread_mutex_destroy(&run.lock);
    for (size_t i = 0; i < run.entry_count; i++)
        forget(&run.entries[i]);
    if (run.failure.code == ERROR_NONE)
        return write_all_times(&run, error);
    if (error)
        *error = run.failure;
    return false;
}

bool author_check_run(const struct app *app, struct author_check *check, struct error *error)
{
    if (!are_known(app->curriculum, check, error) || !can_write(check, error))
        return false;
    if (check->seeds)
        return author_seeds_check(app, check, jobs_of(check), error);
    if (!check->writes_times && !check->writes_steps && !author_check_measures(check))
        author_demands_check(app, check);
    return check_entries(app, check, error);
}
