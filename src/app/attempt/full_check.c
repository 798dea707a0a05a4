/* Checks passes in full, in a thread of its own. */
#include "app/full_check.h"

#include <math.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "app/submission.h"
#include "base/service.h"

enum { LOWEST_PRIORITY = 19 };

struct request {
    struct arena *arena; /* of its texts; NULL: there is no request */
    int64_t attempt;
    struct app app; /* with the architecture of the pass */
    struct submission submission;
    bool has_time; /* the pass has a time */
};

struct full_check {
    const struct app *app;
    struct service service; /* its lock guards everything below */
    uint64_t asked;         /* number of the newest request */
    uint64_t running;       /* number of the one that runs */
    struct request waiting;
    bool is_busy; /* the newest request waits or runs */
    struct full_check_progress progress;
    bool has_outcome;
    struct full_check_outcome outcome;
};

bool full_check_is_conclusive(const struct verdict *verdict, bool has_time)
{
    bool has_result = verdict->full_run.ran && verdict->full_run.instructions > 0;
    bool lost_time = has_time && verdict->status == VERDICT_PASS && !verdict->time.available;
    return has_result && !lost_time;
}

bool full_check_is_due(const struct verdict *verdict)
{
    return verdict->status == VERDICT_PASS && verdict->trust < VERDICT_TRUST_FULL && !verdict_on_gpu(verdict);
}

/* --- the thread ------------------------------------------------------------------------------- */

static bool is_newest(const struct full_check *check)
{
    return check->asked == check->running && !check->service.closing;
}

static bool is_unwanted(void *context)
{
    struct full_check *check = context;
    service_lock(&check->service);
    bool unwanted = !is_newest(check);
    service_unlock(&check->service);
    return unwanted;
}

static void report_stage(void *context, enum grader_stage stage, int done, int total)
{
    struct full_check *check = context;
    if (stage != STAGE_FULL)
        return;
    service_lock(&check->service);
    if (is_newest(check)) {
        check->progress.seconds = done;
        check->progress.estimated_s = total;
    }
    service_unlock(&check->service);
    service_wake_loop(&check->service);
}

/* False: the thread must end. */
static bool next_request(struct full_check *check, struct request *out_request)
{
    service_lock(&check->service);
    while (!check->service.closing && !check->waiting.arena)
        service_wait(&check->service);
    bool goes_on = !check->service.closing;
    if (goes_on) {
        *out_request = check->waiting;
        check->waiting = (struct request){0};
        check->running = check->asked;
    }
    service_unlock(&check->service);
    return goes_on;
}

static void judge(struct full_check *check, struct request *request, struct full_check_outcome *outcome)
{
    struct grader_settings settings = app_grader_settings(&request->app);
    CLEANUP(grader_free) struct grader *grader = grader_new(&settings, &outcome->error);
    request->submission.progress = report_stage;
    request->submission.cancelled = is_unwanted;
    request->submission.context = check;
    if (!grader || !submission_grade(&request->app, grader, &request->submission, &outcome->verdict, &outcome->error))
        return;
    const struct verdict *verdict = outcome->verdict;
    if (full_check_is_conclusive(verdict, request->has_time))
        return;
    const char *why = verdict->status == VERDICT_PASS ? verdict->time.note : verdict->message;
    error_set(&outcome->error, ERROR_UNSUPPORTED, "%s", why ? why : "");
    verdict_free(outcome->verdict);
    outcome->verdict = NULL;
}

static void publish(struct full_check *check, const struct full_check_outcome *outcome)
{
    service_lock(&check->service);
    bool is_wanted = is_newest(check);
    if (is_wanted) {
        check->outcome = *outcome;
        check->has_outcome = true;
        check->is_busy = false;
    }
    service_unlock(&check->service);
    if (!is_wanted)
        verdict_free(outcome->verdict);
    service_wake_loop(&check->service);
}

/* On Linux a thread has a priority of its own, and its children inherit it. */
static void *full_check_main(void *context)
{
    struct full_check *check = context;
    struct request request = {0};
    setpriority(PRIO_PROCESS, 0, LOWEST_PRIORITY);
    while (next_request(check, &request)) {
        struct full_check_outcome outcome = {.attempt = request.attempt, .exercise = request.submission.exercise};
        judge(check, &request, &outcome);
        publish(check, &outcome);
        arena_free(request.arena);
    }
    return NULL;
}

/* --- for the event loop ----------------------------------------------------------------------- */

struct full_check *full_check_new(const struct app *app, struct error *error)
{
    struct full_check *check = calloc(1, sizeof *check);
    if (!check)
        abort();
    check->app = app;
    if (service_start(&check->service, "full checks", full_check_main, check, error))
        return check;
    free(check);
    return NULL;
}

/* With the lock held. Whatever runs is no longer wanted. */
static void drop(struct full_check *check)
{
    arena_free(check->waiting.arena);
    verdict_free(check->outcome.verdict);
    check->waiting = (struct request){0};
    check->outcome = (struct full_check_outcome){0};
    check->has_outcome = false;
    check->is_busy = false;
    check->asked++;
}

void full_check_free(struct full_check *check)
{
    if (!check)
        return;
    service_stop(&check->service);
    drop(check);
    free(check);
}

int full_check_descriptor(const struct full_check *check)
{
    return check->service.descriptor;
}

void full_check_ask(struct full_check *check, int64_t attempt, const struct exercise *exercise,
                    const struct verdict *pass)
{
    struct arena *arena = arena_new();
    struct request request = {.arena = arena, .attempt = attempt, .app = *check->app, .has_time = pass->time.available};
    request.app.options.architecture = arena_strdup(arena, pass->architecture);
    request.submission = (struct submission){
        .exercise = exercise,
        .source = source_copy(arena, pass->source),
        .device = "virtual",
        .seed = pass->seed,
        .full = true,
    };
    service_lock(&check->service);
    drop(check);
    check->waiting = request;
    check->is_busy = true;
    check->progress =
        (struct full_check_progress){.estimated_s = (int)ceil(fmin(pass->full_run.estimated_s, INT32_MAX))};
    service_signal(&check->service);
    service_unlock(&check->service);
}

void full_check_cancel(struct full_check *check)
{
    service_lock(&check->service);
    drop(check);
    service_unlock(&check->service);
}

bool full_check_progress(struct full_check *check, struct full_check_progress *out_progress)
{
    service_lock(&check->service);
    bool is_busy = check->is_busy;
    *out_progress = check->progress;
    service_unlock(&check->service);
    return is_busy;
}

bool full_check_poll(struct full_check *check, struct full_check_outcome *out_outcome)
{
    service_take_wakes(&check->service);
    service_lock(&check->service);
    bool has_outcome = check->has_outcome;
    if (has_outcome) {
        *out_outcome = check->outcome;
        check->outcome = (struct full_check_outcome){0};
        check->has_outcome = false;
    }
    service_unlock(&check->service);
    return has_outcome;
}
