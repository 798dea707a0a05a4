/* Grades in a thread of its own. */
#include "app/grading.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/service.h"

/* A submission with the arena of its text. */
struct ticket {
    uint64_t number;
    struct arena *arena;
    struct app app; /* as it was then: the learner can choose other settings */
    struct submission submission;
    const char *counter; /* the counter to measure; NULL: judge the submission */
};

enum { EVENTS_MAX = 64 };

struct grading {
    const struct app *app;
    struct grader *grader; /* used by the thread alone; NULL: could not be made again */
    atomic_bool cancelled; /* the running work is no longer wanted */

    struct service service; /* its lock guards everything below */
    bool busy;
    uint64_t last_number;
    struct ticket waiting;         /* arena NULL: none */
    struct ticket waiting_measure; /* the same for a measurement */
    struct grading_event events[EVENTS_MAX];
    struct arena *event_arenas[EVENTS_MAX]; /* of the text of a verdict */
    size_t event_count;
    struct arena *shown_arena; /* of the last polled event */
};

static void ticket_done(struct ticket *ticket)
{
    arena_free(ticket->arena);
    *ticket = (struct ticket){0};
}

/* A stage replaces the stage before it, so the queue stays short for a slow receiver. */
static void post(struct grading *grading, const struct grading_event *event, struct arena *arena)
{
    service_lock(&grading->service);
    size_t at = grading->event_count;
    bool replaces = event->kind == GRADING_STAGE && at > 0 && grading->events[at - 1].kind == GRADING_STAGE;
    if (replaces)
        at--;
    if (at < EVENTS_MAX) {
        grading->events[at] = *event;
        grading->event_arenas[at] = arena;
        grading->event_count = at + 1;
    } else {
        verdict_free(event->verdict);
        arena_free(arena);
    }
    service_unlock(&grading->service);
    service_wake_loop(&grading->service);
}

struct run {
    struct grading *grading;
    const struct ticket *ticket;
};

static void report_stage(void *context, enum grader_stage stage, int done, int total)
{
    const struct run *run = context;
    struct grading_event event = {
        .kind = GRADING_STAGE,
        .ticket = run->ticket->number,
        .exercise = run->ticket->submission.exercise,
        .stage = stage,
        .done = done,
        .total = total,
    };
    post(run->grading, &event, NULL);
}

static void report_time(void *context, const struct time_verdict *time)
{
    const struct run *run = context;
    struct grading_event event = {.kind = GRADING_TIMED,
                                  .ticket = run->ticket->number,
                                  .exercise = run->ticket->submission.exercise,
                                  .time = *time};
    post(run->grading, &event, NULL);
}

static bool is_cancelled(void *context)
{
    const struct run *run = context;
    return atomic_load(&run->grading->cancelled);
}

/*
 * Called before the result is posted. The receiver of a result must not read that the run
 * continues.
 */
static void set_idle(struct grading *grading)
{
    service_lock(&grading->service);
    grading->busy = false;
    service_unlock(&grading->service);
}

static bool has_work(const struct grading *grading)
{
    return grading->service.closing || grading->waiting.arena || grading->waiting_measure.arena;
}

/* The learner reads the verdict meanwhile. The next wrong kernel is compared with these. */
static void build_slips(struct grading *grading, const struct exercise *exercise)
{
    bool is_wanted = grading->grader != NULL;
    for (size_t i = 0; is_wanted && grader_build_slip(grading->grader, grading->app->curriculum, exercise, i); i++) {
        service_lock(&grading->service);
        is_wanted = !has_work(grading);
        service_unlock(&grading->service);
    }
}

/* --- the search for the cause, while the learner reads the verdict ---------------------------- */

/* The submission of a verdict that may know more, without the quickness. */
static struct ticket copy_for_search(const struct ticket *ticket, const struct verdict *verdict)
{
    struct ticket copy = {.number = ticket->number, .arena = arena_new(), .app = ticket->app};
    copy.submission = ticket->submission;
    copy.submission.source = source_copy(copy.arena, &ticket->submission.source);
    copy.submission.path = NULL;
    copy.submission.seed = verdict->seed;
    copy.submission.quick = false;
    copy.submission.progress = NULL;
    copy.submission.timed = NULL;
    return copy;
}

static bool is_search_over(void *context)
{
    struct grading *grading = context;
    service_lock(&grading->service);
    bool is_over = has_work(grading);
    service_unlock(&grading->service);
    return is_over;
}

static void search_cause(struct grading *grading, struct ticket *ticket)
{
    struct grading_event event = {
        .kind = GRADING_CAUSE, .ticket = ticket->number, .exercise = ticket->submission.exercise};
    ticket->submission.cancelled = is_search_over;
    ticket->submission.context = grading;
    submission_grade(&ticket->app, grading->grader, &ticket->submission, &event.verdict, NULL);
    event.source = ticket->submission.source;
    post(grading, &event, ticket->arena);
    ticket->arena = NULL;
}

/* --- the thread ------------------------------------------------------------------------------- */

static void grade_ticket(struct grading *grading, struct ticket *ticket)
{
    struct run run = {.grading = grading, .ticket = ticket};
    struct grading_event event = {
        .kind = GRADING_STARTED, .ticket = ticket->number, .exercise = ticket->submission.exercise};
    post(grading, &event, NULL);

    ticket->submission.progress = report_stage;
    ticket->submission.timed = report_time;
    ticket->submission.cancelled = is_cancelled;
    ticket->submission.context = &run;
    struct grader_settings settings = app_grader_settings(&ticket->app);
    if (grader_renew(&grading->grader, &settings, &event.error) &&
        submission_grade(&ticket->app, grading->grader, &ticket->submission, &event.verdict, &event.error))
        event.kind = GRADING_VERDICT;
    else
        event.kind = event.error.code == ERROR_CANCELLED ? GRADING_CANCELLED : GRADING_FAILED;
    event.source = ticket->submission.source;
    bool is_passed = event.verdict && event.verdict->status == VERDICT_PASS;
    struct ticket search = {0};
    if (event.verdict && event.verdict->may_know_more)
        search = copy_for_search(ticket, event.verdict);
    set_idle(grading);
    post(grading, &event, ticket->arena);
    ticket->arena = NULL;
    if (search.arena)
        search_cause(grading, &search);
    if (!is_passed)
        build_slips(grading, ticket->submission.exercise);
}

static void measure_ticket(struct grading *grading, struct ticket *ticket)
{
    const struct submission *submission = &ticket->submission;
    struct grading_event event = {.kind = GRADING_MEASURED, .ticket = ticket->number, .exercise = submission->exercise};
    struct grader_settings settings = app_grader_settings(&ticket->app);
    if (!grader_renew(&grading->grader, &settings, &event.error) ||
        !grader_measure_counter(grading->grader, ticket->app.curriculum, submission->exercise, &submission->source,
                                ticket->counter, &event.value, &event.error))
        event.kind = GRADING_FAILED;
    post(grading, &event, NULL);
}

/* Waits for a submission. False: the thread must end. */
static bool next_ticket(struct grading *grading, struct ticket *out_ticket)
{
    service_lock(&grading->service);
    while (!has_work(grading))
        service_wait(&grading->service);
    bool found = !grading->service.closing;
    if (found) {
        struct ticket *next = grading->waiting.arena ? &grading->waiting : &grading->waiting_measure;
        *out_ticket = *next;
        *next = (struct ticket){0};
        grading->busy = true;
        atomic_store(&grading->cancelled, false);
    }
    service_unlock(&grading->service);
    return found;
}

static void *grading_main(void *context)
{
    struct grading *grading = context;
    struct grading_event warm = {.kind = GRADING_WARM};
    if (!grader_warm(grading->grader, &warm.error))
        warm.kind = GRADING_FAILED;
    post(grading, &warm, NULL);

    struct ticket ticket = {0};
    while (next_ticket(grading, &ticket)) {
        if (ticket.counter)
            measure_ticket(grading, &ticket);
        else
            grade_ticket(grading, &ticket);
        ticket_done(&ticket);
    }
    return NULL;
}

struct grading *grading_new(const struct app *app, struct error *error)
{
    struct grader_settings settings = app_grader_settings(app);
    struct grader *grader = grader_new(&settings, error);
    if (!grader)
        return NULL;
    struct grading *grading = calloc(1, sizeof *grading);
    if (!grading) {
        grader_free(grader);
        error_set(error, ERROR_MEMORY, "out of memory");
        return NULL;
    }
    grading->app = app;
    grading->grader = grader;
    if (service_start(&grading->service, "gradings", grading_main, grading, error))
        return grading;
    grader_free(grader);
    free(grading);
    return NULL;
}

void grading_free(struct grading *grading)
{
    if (!grading)
        return;
    atomic_store(&grading->cancelled, true);
    service_stop(&grading->service);
    for (size_t i = 0; i < grading->event_count; i++) {
        verdict_free(grading->events[i].verdict);
        arena_free(grading->event_arenas[i]);
    }
    ticket_done(&grading->waiting);
    ticket_done(&grading->waiting_measure);
    arena_free(grading->shown_arena);
    grader_free(grading->grader);
    free(grading);
}

int grading_descriptor(const struct grading *grading)
{
    return grading->service.descriptor;
}

uint64_t grading_submit(struct grading *grading, const struct exercise *exercise, const char *path, const char *device,
                        struct error *error)
{
    struct ticket ticket = {.arena = arena_new(), .app = *grading->app};
    if (!submission_prepare(grading->app, exercise, path, ticket.arena, &ticket.submission, error)) {
        arena_free(ticket.arena);
        return 0;
    }
    ticket.submission.device = device;
    ticket.submission.quick = true;
    service_lock(&grading->service);
    ticket_done(&grading->waiting);
    ticket.number = ++grading->last_number;
    grading->waiting = ticket;
    service_signal(&grading->service);
    service_unlock(&grading->service);
    return ticket.number;
}

uint64_t grading_measure(struct grading *grading, const struct exercise *exercise, const struct source *source,
                         const char *counter)
{
    struct ticket ticket = {.arena = arena_new(), .counter = counter, .app = *grading->app};
    ticket.submission = (struct submission){.exercise = exercise, .source = source_copy(ticket.arena, source)};
    service_lock(&grading->service);
    ticket_done(&grading->waiting_measure);
    ticket.number = ++grading->last_number;
    grading->waiting_measure = ticket;
    service_signal(&grading->service);
    service_unlock(&grading->service);
    return ticket.number;
}

void grading_cancel(struct grading *grading)
{
    service_lock(&grading->service);
    ticket_done(&grading->waiting);
    ticket_done(&grading->waiting_measure);
    if (grading->busy)
        atomic_store(&grading->cancelled, true);
    service_unlock(&grading->service);
}

bool grading_poll(struct grading *grading, struct grading_event *out_event)
{
    service_lock(&grading->service);
    bool found = grading->event_count > 0;
    if (found) {
        arena_free(grading->shown_arena);
        *out_event = grading->events[0];
        grading->shown_arena = grading->event_arenas[0];
        grading->event_count--;
        for (size_t i = 0; i < grading->event_count; i++) {
            grading->events[i] = grading->events[i + 1];
            grading->event_arenas[i] = grading->event_arenas[i + 1];
        }
    }
    if (grading->event_count == 0)
        service_take_wakes(&grading->service);
    service_unlock(&grading->service);
    return found;
}
