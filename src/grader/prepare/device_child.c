/* The parent's end of a device worker. */
#include "grader/prepare/device_child.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/subprocess.h"

struct device_child {
    struct device_child_settings settings;
    char *program, *kind, *architecture; /* owned copies of the texts in `settings` */
    struct subprocess process;
    struct frame_reader *reader;
    struct worker_opened opened;
};

enum { OPEN_DEADLINE_MS = 30000, POLL_MS = 20, SEND_DEADLINE_MS = 30000 };

static char *copy_or_null(const char *text)
{
    return text ? strdup(text) : NULL;
}

struct device_child *device_child_new(const struct device_child_settings *settings)
{
    struct device_child *child = calloc(1, sizeof *child);
    if (!child)
        abort();
    child->program = copy_or_null(settings->program);
    child->kind = copy_or_null(settings->kind);
    child->architecture = copy_or_null(settings->architecture);
    child->settings = (struct device_child_settings){.program = child->program,
                                                     .kind = child->kind,
                                                     .architecture = child->architecture,
                                                     .threads = settings->threads};
    child->process = (struct subprocess)SUBPROCESS_INIT;
    return child;
}

void device_child_stop(struct device_child *child)
{
    frame_reader_free(child->reader);
    child->reader = NULL;
    subprocess_done(&child->process);
}

void device_child_free(struct device_child *child)
{
    if (!child)
        return;
    device_child_stop(child);
    free(child->program);
    free(child->kind);
    free(child->architecture);
    free(child);
}

const char *device_child_kind(const struct device_child *child)
{
    return child->kind;
}

bool device_child_next(struct device_child *child, const struct device_child_watch *watch, struct frame *out_frame,
                       struct error *error)
{
    for (;;) {
        bool ready = false;
        if (!frame_reader_take(child->reader, out_frame, &ready, error))
            return false;
        if (ready)
            return true;
        if (watch->cancelled && watch->cancelled(watch->context))
            return error_set(error, ERROR_CANCELLED, "grading was cancelled");
        int left_ms = clock_poll_timeout_ms(watch->deadline_ns);
        if (left_ms == 0)
            return error_set(error, ERROR_TIMEOUT, "the device did not answer in time");
        struct pollfd waited = {.fd = child->process.stdout_fd, .events = POLLIN};
        bool bounded = watch->cancelled && (left_ms < 0 || left_ms > POLL_MS);
        if (poll(&waited, 1, bounded ? POLL_MS : left_ms) < 0 && errno != EINTR)
            return error_set_errno(error, "waiting for the device worker");
    }
}

static bool start(struct device_child *child, struct error *error)
{
    const char *argv[] = {child->program, "worker", "device", NULL};
    /* Tests want a worker's crash report. A learner's terminal is not the place for it. */
    bool is_loud = getenv("WARPSCHOOL_WORKER_STDERR") != NULL;
    struct subprocess_options options = {.argv = argv,
                                         .stdin_stream = SUBPROCESS_PIPE,
                                         .stdout_stream = SUBPROCESS_PIPE,
                                         .stderr_stream = is_loud ? SUBPROCESS_INHERIT : SUBPROCESS_NULL};
    if (!subprocess_start(&options, &child->process, error))
        return error_add_context(error, "device worker");
    child->reader = frame_reader_new(child->process.stdout_fd, &job_frame_limits);
    return true;
}

static bool handshake(struct device_child *child, struct error *error)
{
    struct frame frame CLEANUP(frame_done) = FRAME_INIT;
    struct device_child_watch watch = {.deadline_ns = clock_deadline_ns(OPEN_DEADLINE_MS * INT64_C(1000000))};
    struct worker_request request = {
        .kind = child->kind, .architecture = child->architecture, .threads = child->settings.threads};
    if (!worker_request_send(child->process.stdin_fd, &request, watch.deadline_ns, error) ||
        !device_child_next(child, &watch, &frame, error))
        return error_add_context(error, "device worker");
    if (frame.type == MESSAGE_FAILED) {
        worker_failure_receive(&frame, error);
        return false;
    }
    return worker_opened_receive(&frame, &child->opened, error);
}

bool device_child_open(struct device_child *child, const struct worker_opened **out_opened, struct error *error)
{
    if (!child->reader && (!start(child, error) || !handshake(child, error))) {
        device_child_stop(child);
        return false;
    }
    *out_opened = &child->opened;
    return true;
}

int device_child_input(const struct device_child *child)
{
    return child->process.stdin_fd;
}

struct exchange {
    const struct job *job;
    const struct device_child_watch *watch;
    struct arena *arena;
    device_child_answer answer;
    void *context;
    bool is_gpu; /* a fault destroys its context */
    size_t answered;
    bool has_launched;      /* something of the learner's; an earlier death is not the learner's fault */
    struct job_tally tally; /* larger cases may be left out */
    bool was_last;          /* the job ended early: no time was left, too much work, or a GPU was lost */
    bool lost_gpu;          /* a lost GPU stays lost until the process ends */
};

static bool may_end(const struct exchange *exchange)
{
    const struct job *job = exchange->job;
    if (exchange->answered == job->case_count)
        return true;
    const struct job_case *next = &job->cases[exchange->answered];
    return job_case_is_left_out(next, &exchange->tally) || job_ends_before_costly(next, &exchange->tally);
}

/* Messages about work that goes on. False: it is another message, or it cannot be read. */
static bool take_news(struct exchange *exchange, const struct frame *frame, struct error *error)
{
    struct time_result time = {0};
    const struct device_child_watch *watch = exchange->watch;
    exchange->has_launched |= frame->type == MESSAGE_LAUNCHING;
    if (frame->type == MESSAGE_LAUNCHING)
        return true;
    if (frame->type != MESSAGE_TIMED)
        return error_set(error, ERROR_CRASH, "the device worker sent an unknown message");
    if (!result_time_from_json(frame->header, exchange->arena, &time, error))
        return false;
    if (watch->timed)
        watch->timed(watch->receiver, &time);
    return true;
}

/* True with `out_done` when the job is over. */
static bool take_answer(struct exchange *exchange, const struct frame *frame, bool *out_done, struct error *error)
{
    struct case_result *result;
    if (frame->type == MESSAGE_FAILED) {
        worker_failure_receive(frame, error);
        return false;
    }
    *out_done = frame->type == MESSAGE_DONE;
    if (*out_done)
        return exchange->was_last || may_end(exchange) ||
               error_set(error, ERROR_CRASH, "the device worker left out cases");
    if (frame->type != MESSAGE_CASE)
        return take_news(exchange, frame, error);
    if (!result_from_json(frame->header, exchange->job, exchange->arena, &result, error))
        return false;
    if (result->case_index != exchange->answered || !result_check(exchange->job, result, error)) {
        observation_free(result->observation);
        return error_set(error, ERROR_CRASH, "the device worker's answers do not agree with each other");
    }
    exchange->answered++;
    result_count(result, &exchange->job->cases[result->case_index], &exchange->tally);
    exchange->lost_gpu = exchange->is_gpu && (result->observation->timed_out || result->observation->faulted);
    exchange->was_last = exchange->lost_gpu || result->observation->timed_out || result->excess > 0;
    return exchange->answer(exchange->context, result, error);
}

/* A worker that breaks the protocol counts as crashed. */
static bool unreadable_is_a_crash(struct error *error)
{
    if (error && error->code != ERROR_TIMEOUT && error->code != ERROR_CANCELLED)
        error->code = ERROR_CRASH;
    return false;
}

static bool converse(struct device_child *child, struct exchange *exchange, struct error *error)
{
    if (!job_send(child->process.stdin_fd, exchange->job, clock_deadline_ns(SEND_DEADLINE_MS * INT64_C(1000000)),
                  error))
        return unreadable_is_a_crash(error);
    for (bool done = false; !done;) {
        struct frame frame CLEANUP(frame_done) = FRAME_INIT;
        bool taken =
            device_child_next(child, exchange->watch, &frame, error) && take_answer(exchange, &frame, &done, error);
        if (!taken && frame.type != MESSAGE_FAILED)
            return unreadable_is_a_crash(error);
        if (!taken)
            return false;
    }
    return true;
}

static bool converse_once(struct device_child *child, struct exchange *exchange, struct error *error)
{
    const struct worker_opened *opened;
    if (!device_child_open(child, &opened, error))
        return false;
    exchange->is_gpu = opened->properties.measures_time;
    bool done = converse(child, exchange, error);
    if (!done || exchange->lost_gpu)
        device_child_stop(child);
    return done;
}

/*
 * The virtual device's worker counts processor time towards its deadline (clock_is_late()), so on a
 * busy machine it may answer late. Only a worker that hangs reaches this deadline.
 */
static struct device_child_watch patient_watch(const struct device_child *child, const struct device_child_watch *watch)
{
    enum { PATIENCE = 8 };
    struct device_child_watch patient = *watch;
    int64_t now_ns = clock_monotonic_ns(), left_ns = watch->deadline_ns - now_ns;
    if (!device_kind_measures_time(child->kind) && left_ns > 0 && left_ns < INT64_MAX / (2 * PATIENCE))
        patient.deadline_ns = now_ns + PATIENCE * left_ns;
    return patient;
}

/*
 * A worker that was killed before the learner's first launch is restarted once, because the learner
 * is not to blame.
 */
bool device_child_run(struct device_child *child, const struct job *job, const struct device_child_watch *watch,
                      struct arena *arena, device_child_answer answer, void *context, size_t *out_answered,
                      struct error *error)
{
    struct error failure = {0};
    struct device_child_watch patient = patient_watch(child, watch);
    struct exchange exchange = {.job = job, .watch = &patient, .arena = arena, .answer = answer, .context = context};
    bool done = converse_once(child, &exchange, &failure);
    if (!done && failure.code == ERROR_CRASH && !exchange.has_launched && !exchange.answered) {
        failure = (struct error){0};
        done = converse_once(child, &exchange, &failure);
    }
    *out_answered = exchange.answered;
    if (!done && error)
        *error = failure;
    return done;
}
