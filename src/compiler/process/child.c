/* The parent's end of the compiler child. */
#include "compiler/process/child.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/json.h"
#include "compiler/process/protocol.h"

static bool start_process(struct child *child, const char *program, int child_fd, struct error *error)
{
    const char *const argv[] = {program, "worker", "compiler", NULL};
    char temporary[SCRATCH_PATH_BYTES + 8];
    char libraries[4096];
    const char *inherited = getenv("LD_LIBRARY_PATH");
    snprintf(temporary, sizeof temporary, "TMPDIR=%s", child->scratch.path);
    snprintf(libraries, sizeof libraries, "LD_LIBRARY_PATH=%s", inherited ? inherited : "");
    const char *const environment[] = {"LC_ALL=C", temporary, inherited ? libraries : NULL, NULL};
    const struct subprocess_fd fds[] = {{.parent_fd = child_fd, .child_fd = PROTOCOL_FD}};
    struct subprocess_options options = {
        .argv = argv, .environment = environment, .folder = child->scratch.path, .fds = fds, .fd_count = 1};
    return subprocess_start(&options, &child->process, error);
}

static bool send_settings(struct child *child, const struct compiler_settings *settings, const struct toolkit *toolkit,
                          bool warm, struct error *error)
{
    CLEANUP(json_decref)
    json_t *header =
        json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:b, s:b}", "library", json_from_text(toolkit->library), "builtins",
                  json_from_text(toolkit->builtins), "include", json_from_text(toolkit->include), "cccl",
                  json_from_text(toolkit->cccl), "scratch", json_from_text(child->scratch.path), "memory_bytes",
                  json_from_u64(settings->memory_bytes), "insecure", settings->insecure, "warm", warm);
    return frame_write(child->fd, PROTOCOL_CONFIGURE, header, NULL, 0, clock_deadline_ns(INT64_C(2000000000)), error);
}

/* Where the caller gave way by more, so does the child already, and the call is refused. */
static void give_way(const struct child *child, int niceness)
{
    if (niceness > 0)
        setpriority(PRIO_PROCESS, (id_t)child->process.pid, niceness);
}

bool child_start(struct child *child, const struct compiler_settings *settings, const struct toolkit *toolkit,
                 bool warm, struct error *error)
{
    int ends[2];
    struct child started = CHILD_INIT;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return error_set_errno(error, "cannot create a socket pair");
    started.fd = ends[0];
    started.limit_ns = (int64_t)settings->deadline_ms * 1000000;
    bool running = scratch_make(&started.scratch, error) &&
                   start_process(&started, settings->program, ends[1], error) &&
                   send_settings(&started, settings, toolkit, warm, error);
    close(ends[1]);
    if (!running) {
        child_end(&started);
        return error_add_context(error, "cannot start the compiler process");
    }
    give_way(&started, settings->niceness);
    *child = started;
    return true;
}

void child_end(struct child *child)
{
    if (child->fd >= 0)
        close(child->fd);
    subprocess_done(&child->process);
    scratch_remove(&child->scratch);
    *child = (struct child)CHILD_INIT;
}

/* FAILED carries the child's own error. */
static bool take_failure(const struct frame *frame, struct error *error)
{
    int64_t code = ERROR_CRASH;
    const char *message = "the compiler process could not start", *hint = "";
    json_get_integer_in(frame->header, "code", ERROR_MEMORY, ERROR_INTERNAL, &code, NULL);
    json_get_text(frame->header, "message", &message, NULL);
    json_get_text(frame->header, "hint", &hint, NULL);
    error_set(error, (enum error_code)code, "%s", message);
    return hint[0] ? error_add_hint(error, "%s", hint) : false;
}

bool child_await_ready(struct child *child, int64_t deadline_ns, struct error *error)
{
    if (child->ready)
        return true;
    CLEANUP(frame_done) struct frame frame = FRAME_INIT;
    if (!frame_read(child->fd, &protocol_result_limits, deadline_ns, &frame, error))
        return error_add_context(error, "the compiler process did not start");
    if (frame.type == PROTOCOL_FAILED)
        return take_failure(&frame, error);
    const char *version;
    int64_t files;
    if (frame.type != PROTOCOL_READY || !json_get_text(frame.header, "version", &version, error) ||
        !json_get_integer_in(frame.header, "files", SANDBOX_NONE, SANDBOX_LANDLOCK, &files, error) ||
        !json_get_bool(frame.header, "seccomp", &child->seccomp, error))
        return error_set(error, ERROR_CRASH, "the compiler process did not start as it should");
    snprintf(child->version, sizeof child->version, "%s", version);
    child->files = (enum sandbox_files)files;
    child->ready = true;
    return true;
}

static json_t *text_array(const char *const *list)
{
    json_t *array = json_array();
    for (size_t i = 0; list && list[i]; i++)
        json_array_append_new(array, json_from_text(list[i]));
    return array;
}

/*
 * NVRTC refuses a byte order mark, and takes a byte 0xFF, even in a comment, for the end of the
 * file. Other bytes in their places keep the columns.
 */
static const char *readable_text(const struct source *source, struct buffer *memory)
{
    static const char end_of_file = '\xff';
    size_t start = source_start(source);
    if (!start && !memchr(source->text, end_of_file, source->size_bytes))
        return source->text;
    for (size_t i = 0; i < start; i++)
        buffer_append_text(memory, " ");
    buffer_append(memory, source->text + start, source->size_bytes - start);
    for (size_t i = start; i < memory->size_bytes; i++)
        if (memory->data[i] == end_of_file)
            memory->data[i] = '?';
    return memory->data;
}

/* Processor time of the child so far. INT64_MAX: it is gone. */
static int64_t processor_ns(const struct child *child)
{
    clockid_t clock;
    struct timespec time;
    if (clock_getcpuclockid(child->process.pid, &clock) || clock_gettime(clock, &time))
        return INT64_MAX;
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

bool child_send(struct child *child, const struct compile_request *request, int64_t deadline_ns, struct error *error)
{
    CLEANUP(json_decref)
    json_t *header = json_pack("{s:s, s:b, s:b, s:b, s:o, s:o}", "architecture", request->architecture, "debug",
                               request->debug, "want_cubin", request->want_cubin, "relocatable", request->relocatable,
                               "defines", text_array(request->defines), "names", text_array(request->names));
    CLEANUP(buffer_done) struct buffer memory = BUFFER_INIT;
    struct frame_blob blob = {readable_text(request->source, &memory), request->source->size_bytes};
    child->before_ns = processor_ns(child);
    return frame_write(child->fd, PROTOCOL_COMPILE, header, &blob, 1, deadline_ns, error);
}

/*
 * Waits for the answer. The deadline moves while the child has processor time left, but not for
 * ever: a child that only waits must end too. Returns the deadline for reading the answer.
 */
static int64_t await_answer(const struct child *child, int64_t deadline_ns)
{
    enum { PATIENCE = 10 };
    int64_t last_ns = clock_deadline_ns(PATIENCE * child->limit_ns);
    for (;;) {
        struct pollfd watched = {.fd = child->fd, .events = POLLIN};
        int ready = poll(&watched, 1, clock_poll_timeout_ms(deadline_ns));
        if (ready > 0)
            return clock_deadline_ns(child->limit_ns);
        int64_t spent_ns = processor_ns(child) - child->before_ns;
        if (ready == 0 && (spent_ns >= child->limit_ns || clock_monotonic_ns() >= last_ns))
            return deadline_ns;
        if (ready < 0 && errno != EINTR)
            return deadline_ns;
        if (ready == 0)
            deadline_ns = clock_deadline_ns(child->limit_ns - spent_ns);
    }
}

bool child_receive(struct child *child, int64_t deadline_ns, struct frame *out_frame, struct error *error)
{
    if (!child_await_ready(child, deadline_ns, error) ||
        !frame_read(child->fd, &protocol_result_limits, await_answer(child, deadline_ns), out_frame, error))
        return false;
    return out_frame->type == PROTOCOL_FAILED ? take_failure(out_frame, error) : true;
}
