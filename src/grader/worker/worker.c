/*
 * The device worker: a child that opens devices and runs jobs until its pipe closes.
 *
 * The first message names the device. The worker then gives up files, network and new processes,
 * before anything of a learner's arrives. On a GPU it does so once the driver runs. Messages come
 * on descriptor 0 and leave on a copy of descriptor 1, so that a library that prints to stdout
 * cannot corrupt them.
 */
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/json.h"
#include "base/sandbox.h"
#include "device/health.h"
#include "device/printed.h"
#include "grader/grader.h"
#include "grader/wire/job.h"
#include "grader/worker/case_run.h"
#include "grader/worker/step_worker.h"

struct worker {
    int in, out;
    char kind[16];
    char architecture[64];
    int threads;
    struct program_cache *programs; /* parsed: the same few run in each case */
};

enum { WORKER_OPEN_FILES = 256 };

/*
 * A driver needs its libraries, its device nodes and its view of the system. The virtual device
 * needs nothing.
 */
static bool confine(const char *kind, struct worker_opened *opened, struct error *error)
{
    static const char *const driver_reads[] = {"/usr", "/lib", "/lib64", "/etc", "/proc", "/sys", "/opt", "/run", NULL};
    static const char *const driver_writes[] = {"/dev", "/tmp", NULL};
    bool has_driver = device_kind_measures_time(kind);
    struct sandbox_policy policy = {
        .execute_paths = has_driver ? driver_reads : NULL,
        .write_paths = has_driver ? driver_writes : NULL,
        .syscalls = has_driver ? SANDBOX_SYSCALLS_DRIVER : SANDBOX_SYSCALLS_COMPUTE,
        .without_namespace = has_driver, /* the driver's threads already run */
        .limits = {.open_files = WORKER_OPEN_FILES},
    };
    struct sandbox_result result;
    if (!sandbox_apply(&policy, &result, error))
        return false;
    opened->confined = result.files != SANDBOX_NONE && result.seccomp;
    snprintf(opened->sandbox, sizeof opened->sandbox, "%s%s", sandbox_files_name(result.files),
             result.seccomp ? " and seccomp" : "");
    return true;
}

static bool open_devices(const struct worker *worker, int count, uint64_t seed, struct device **out_devices,
                         struct error *error)
{
    struct device_request request = {.kind = worker->kind,
                                     .architecture = *worker->architecture ? worker->architecture : NULL,
                                     .count = count,
                                     .threads = worker->threads,
                                     .seed = seed,
                                     .programs = worker->programs};
    if (!device_open(&request, out_devices, error))
        return false;
    if (count == 1 || device_enable_peers(out_devices, count, error))
        return true;
    for (int i = 0; i < count; i++)
        device_close(out_devices[i]);
    return false;
}

/*
 * A driver and a monitoring library make sockets and threads when they start. Both must start
 * before the sandbox closes. Nothing of a learner's has arrived by then. The process keeps the
 * driver's context.
 */
static bool start_driver(const struct worker *worker, struct error *error)
{
    struct device *device = NULL;
    struct device_health ignored;
    if (!device_kind_measures_time(worker->kind))
        return true;
    if (!open_devices(worker, 1, 0, &device, error))
        return false;
    if (device->vtable->health)
        device->vtable->health(device, &ignored, NULL);
    device_close(device);
    return true;
}

static bool answer_open(struct worker *worker, const struct frame *frame, struct error *error)
{
    struct worker_request request;
    struct worker_opened opened = {0};
    struct device *device = NULL;
    if (!worker_request_receive(frame, &request, error))
        return false;
    snprintf(worker->kind, sizeof worker->kind, "%s", request.kind);
    snprintf(worker->architecture, sizeof worker->architecture, "%s", request.architecture ? request.architecture : "");
    worker->threads = request.threads;
    bool captured = !device_kind_measures_time(worker->kind) || printed_capture(error);
    if (!captured || !start_driver(worker, error) || !confine(worker->kind, &opened, error) ||
        !open_devices(worker, 1, 0, &device, error))
        return false;
    struct device_health ignored;
    if (device->vtable->health)
        device->vtable->health(device, &ignored, NULL); /* fills in the driver's version */
    opened.properties = device->properties;
    opened.devices = device_count(worker->kind);
    device_close(device);
    return worker_opened_send(worker->out, &opened, error);
}

static bool send_result(const struct worker *worker, const struct case_result *result, struct error *error)
{
    json_t *header CLEANUP(json_decref) = result_to_json(result);
    return frame_write(worker->out, MESSAGE_CASE, header, NULL, 0, CLOCK_NO_DEADLINE, error);
}

/* Fresh devices for every case: a case cannot see another one's memory, and addresses repeat. */
static bool answer_case(const struct worker *worker, const struct job *job, size_t index,
                        const struct case_deadline *deadline, struct case_work *work, bool *out_goes_on,
                        struct error *error)
{
    struct device *devices[JOB_DEVICES_MAX] = {0};
    int count = job->cases[index].devices;
    if (!open_devices(worker, count, job->seed, devices, error))
        return false;
    struct arena *arena CLEANUP(arena_free) = arena_new();
    struct case_result *result = case_run(job, index, devices, deadline, work, arena);
    bool sent = result->is_left_out || send_result(worker, result, error);
    *out_goes_on = !result->observation->timed_out && result->excess <= 0 && !result->is_left_out;
    result_count(result, &job->cases[index], &work->tally);
    observation_free(result->observation);
    for (int i = 0; i < count; i++) {
        *out_goes_on &= !devices[i]->lost;
        device_close(devices[i]);
    }
    return sent;
}

/* What the parent is told while a job runs. */
struct telling {
    int out;
    bool has_launched;
};

static void say_launching(void *context)
{
    struct telling *telling = context;
    json_t *header CLEANUP(json_decref) = json_object();
    if (!telling->has_launched)
        frame_write(telling->out, MESSAGE_LAUNCHING, header, NULL, 0, CLOCK_NO_DEADLINE, NULL);
    telling->has_launched = true;
}

static void say_timed(void *context, const struct time_result *time)
{
    const struct telling *telling = context;
    json_t *header CLEANUP(json_decref) = result_time_to_json(time);
    frame_write(telling->out, MESSAGE_TIMED, header, NULL, 0, CLOCK_NO_DEADLINE, NULL);
}

/* Runs the first case alone, up to the launch that is stepped through. */
static bool answer_step(const struct worker *worker, const struct frame *frame, struct error *error)
{
    struct arena *arena CLEANUP(arena_free) = arena_new();
    struct device *devices[JOB_DEVICES_MAX] = {0};
    struct step_channel channel = {.in = worker->in, .out = worker->out};
    struct frame job_frame CLEANUP(frame_done) = FRAME_INIT;
    struct job *job;
    struct stepping_target target;
    if (!step_receive(frame, worker->in, arena, &target, &job_frame, &job, error) ||
        !open_devices(worker, job->cases[0].devices, job->seed, devices, error))
        return false;
    bool done = step_serve(&channel, job, &target, devices, arena, error);
    for (int i = 0; i < job->cases[0].devices; i++)
        device_close(devices[i]);
    json_t *header CLEANUP(json_decref) = json_object();
    return done && frame_write(worker->out, MESSAGE_DONE, header, NULL, 0, CLOCK_NO_DEADLINE, error);
}

static bool answer_job(const struct worker *worker, const struct frame *frame, struct error *error)
{
    struct arena *arena CLEANUP(arena_free) = arena_new();
    struct telling telling = {.out = worker->out};
    struct job *job;
    if (!job_receive(frame, arena, &job, error))
        return false;
    job->launching = say_launching;
    job->timed = say_timed;
    job->context = &telling;
    int64_t limit_ns = (int64_t)job->deadline_ms * 1000000;
    struct case_deadline deadline = {clock_deadline_ns(limit_ns), clock_processor_ns() + limit_ns};
    /*
     * A kernel that does not end, or does far too much, would take the time of the other cases. A
     * lost GPU runs nothing more.
     */
    struct case_work work = {0};
    bool goes_on = true;
    for (size_t i = 0; i < job->case_count && goes_on; i++) {
        if (job_case_is_left_out(&job->cases[i], &work.tally))
            break;
        if (!answer_case(worker, job, i, &deadline, &work, &goes_on, error))
            return false;
    }
    json_t *header CLEANUP(json_decref) = json_object();
    return frame_write(worker->out, MESSAGE_DONE, header, NULL, 0, CLOCK_NO_DEADLINE, error);
}

/* False: the parent is gone, or its requests can no longer be served. */
static bool serve_one(struct worker *worker, bool is_first)
{
    struct frame frame CLEANUP(frame_done) = FRAME_INIT;
    struct error failure = {0};
    if (!frame_read(worker->in, &job_frame_limits, CLOCK_NO_DEADLINE, &frame, &failure))
        return false;
    bool steps = frame.type == MESSAGE_STEP;
    bool done = is_first ? answer_open(worker, &frame, &failure)
                : steps  ? answer_step(worker, &frame, &failure)
                         : answer_job(worker, &frame, &failure);
    if (done)
        return true;
    return worker_failure_send(worker->out, &failure, NULL) && !is_first;
}

/*
 * Keeps freed memory until no job follows. Each launch frees what its blocks held, up to 500 MB,
 * and the next one takes as much. Taken from the system each time, that was most of a plan's time.
 */
static void keep_freed_memory(void)
{
    enum { TAKEN_WHOLE_MOST = 32 << 20, KEPT_MOST = 1 << 30 };
    mallopt(M_MMAP_THRESHOLD, TAKEN_WHOLE_MOST);
    mallopt(M_TRIM_THRESHOLD, KEPT_MOST);
}

/* The jobs of a verdict follow each other, and take the same memory again. */
static void trim_when_idle(const struct worker *worker)
{
    enum { IDLE_MS = 500 };
    struct pollfd next = {.fd = worker->in, .events = POLLIN};
    if (poll(&next, 1, IDLE_MS) == 0)
        malloc_trim(0);
}

int grader_device_worker_main(void)
{
    keep_freed_memory();
    struct worker worker = {
        .in = STDIN_FILENO, .out = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3), .programs = device_programs_new()};
    if (worker.out < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
        return 1;
    if (!serve_one(&worker, true))
        return 1;
    while (serve_one(&worker, false))
        trim_when_idle(&worker);
    device_programs_free(worker.programs);
    return 0;
}
