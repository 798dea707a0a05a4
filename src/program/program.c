/* Builds a program, runs it and collects what was found. */
#include "program/program.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "compiler/local_includes.h"
#include "device/runtime.h"
#include "program/build/host_build.h"
#include "program/confine/confine.h"
#include "program/lines/line_table.h"
#include "program/serve/session.h"

enum { PATHS_MAX = 1024, OPEN_FILES_MAX = 256 };
#define FILE_BYTES_MAX (1ull << 30)

static bool is_name_character(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* main = "main" blanks "(", outside of comments as far as a line shows */
bool program_has_main(const struct source *source)
{
    static const char word[] = "main";
    const char *at = source->text, *end = source->text + source->size_bytes;
    while ((at = memmem(at, (size_t)(end - at), word, sizeof word - 1)) != NULL) {
        const char *after = at + sizeof word - 1;
        bool is_word = at > source->text && !is_name_character(at[-1]);
        while (after < end && (*after == ' ' || *after == '\t' || *after == '\n'))
            after++;
        if (is_word && after < end && *after == '(')
            return true;
        at++;
    }
    return false;
}

/* --- what the program sees -------------------------------------------------------------------- */

static bool is_hidden(const struct program_request *request, const char *path)
{
    size_t length = strlen(path);
    for (size_t i = 0; request->hidden && request->hidden[i]; i++) {
        const char *hidden = request->hidden[i];
        size_t other = strlen(hidden);
        bool holds = strncmp(path, hidden, length) == 0 && (hidden[length] == '/' || !hidden[length]);
        bool is_inside = strncmp(path, hidden, other) == 0 && (path[other] == '/' || !path[other]);
        if (holds || is_inside)
            return true;
    }
    return false;
}

/* The entries of the working folder, except hidden ones and those that hold a learner's state. */
static const char **readable_paths(const struct program_request *request, struct arena *arena)
{
    static const char *const always[] = {"/etc/ld.so.cache", "/etc/localtime", "/proc/self",  "/proc/cpuinfo",
                                         "/proc/meminfo",    "/dev/zero",      "/dev/urandom"};
    const char **paths = ARENA_ARRAY(arena, PATHS_MAX + 1, const char *);
    size_t count = 0, name_count = 0;
    const char *const *names;
    char folder[4096];
    for (size_t i = 0; i < sizeof always / sizeof always[0]; i++)
        paths[count++] = always[i];
    if (request->is_alone)
        return paths;
    if (!getcwd(folder, sizeof folder) || !file_list_folder(arena, folder, PATHS_MAX / 2, &names, &name_count, NULL))
        return paths;
    for (size_t i = 0; i < name_count && count < PATHS_MAX; i++) {
        const char *path = path_join(arena, folder, names[i]);
        if (!is_hidden(request, path))
            paths[count++] = path;
    }
    return paths;
}

static const char *const *writable_paths(const struct program_request *request, struct arena *arena)
{
    const char **paths = ARENA_ARRAY(arena, PATHS_MAX + 3, const char *);
    size_t count = 0;
    paths[count++] = path_join(arena, request->scratch, "files");
    paths[count++] = "/dev/null";
    for (size_t i = 0; request->write_paths && request->write_paths[i] && count < PATHS_MAX; i++)
        paths[count++] = request->write_paths[i];
    return paths;
}

/* --- the process ------------------------------------------------------------------------------ */

static const char *const *arguments_of(const struct program_request *request, const char *program, struct arena *arena)
{
    size_t count = 0;
    while (request->arguments && request->arguments[count])
        count++;
    const char **argv = ARENA_ARRAY(arena, count + 2, const char *);
    argv[0] = program;
    for (size_t i = 0; i < count; i++)
        argv[1 + i] = request->arguments[i];
    return argv;
}

/* A program that asks whether it writes to a terminal gets the answer that it has elsewhere. */
static enum subprocess_stream output_stream(const struct program_request *request, enum program_stream stream)
{
    return request->has_terminal[stream] ? SUBPROCESS_TERMINAL : SUBPROCESS_PIPE;
}

static bool start(struct session *session, const char *program, int child_fd, struct error *error)
{
    const struct program_request *request = session->request;
    struct arena *arena = session->arena;
    const char *const executable[] = {"/usr", "/lib", "/lib64", program, NULL};
    struct confinement confinement = {
        .read_paths = readable_paths(request, arena),
        .execute_paths = executable,
        .write_paths = writable_paths(request, arena),
        .limits = {.address_space_bytes = request->memory_bytes ? request->memory_bytes : PROGRAM_MEMORY_BYTES,
                   .cpu_s = request->seconds ? request->seconds : PROGRAM_SECONDS,
                   .file_size_bytes = FILE_BYTES_MAX,
                   .open_files = OPEN_FILES_MAX},
        .is_trusted = request->is_trusted};
    const char *const environment[] = {"LC_ALL=C.UTF-8", "PATH=/usr/bin:/bin",
                                       arena_printf(arena, "TMPDIR=%s/files", request->scratch), "HOME=/", NULL};
    const struct subprocess_fd fds[] = {{.parent_fd = child_fd, .child_fd = WIRE_FD}};
    struct subprocess_options options = {.argv = arguments_of(request, program, arena),
                                         .environment = environment,
                                         .stdin_stream = isatty(0) ? SUBPROCESS_NULL : SUBPROCESS_INHERIT,
                                         .stdout_stream = output_stream(request, PROGRAM_OUTPUT),
                                         .stderr_stream = output_stream(request, PROGRAM_ERRORS),
                                         .fds = fds,
                                         .fd_count = 1};
    CLEANUP(confine_done) struct confined confined = {0};
    return file_make_folders(path_join(arena, request->scratch, "files"), error) &&
           confine_prepare(&confinement, request->compiler.program, &options, &confined, error) &&
           subprocess_start(&confined.options, &session->process, error);
}

/* Waits for a program that has closed its output. */
static void end(struct session *session)
{
    struct program_result *result = session->result;
    if (session->is_over || result->timed_out)
        subprocess_kill(&session->process);
    if (!subprocess_wait(&session->process, session->deadline_ns, &result->status, NULL)) {
        result->timed_out = true;
        subprocess_kill(&session->process);
        subprocess_wait(&session->process, CLOCK_NO_DEADLINE, &result->status, NULL);
    }
}

static bool run(struct session *session, const char *program, struct error *error)
{
    int ends[2];
    uint32_t seconds = session->request->seconds ? session->request->seconds : PROGRAM_SECONDS;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return error_set_errno(error, "cannot create a socket pair");
    session->fd = ends[0];
    session->result->seconds = seconds;
    session->deadline_ns = clock_deadline_ns(INT64_C(1000000000) * seconds);
    for (int i = 0; i < session->device_count; i++)
        session->devices[i].device->deadline_ns = (uint64_t)session->deadline_ns;
    bool started = start(session, program, ends[1], error);
    close(ends[1]);
    bool served = started && session_serve(session, error);
    if (started)
        end(session);
    session_drain(session);
    session_show_printed(session);
    subprocess_done(&session->process);
    if (session->fd >= 0)
        close(session->fd);
    return served;
}

/* --- from request to result ------------------------------------------------------------------- */

static const char *file_of(const struct session *session, const char *kernel)
{
    for (size_t i = 0; i < session->kernel_count; i++)
        if (session->kernels[i].name && strcmp(session->kernels[i].name, kernel) == 0)
            return session->kernels[i].file;
    return session->request->sources[0].name;
}

/* The kernels' compiler has names of its own for the files. */
static void name_files(const struct session *session, struct observation *observation)
{
    for (size_t i = 0; i < observation->finding_count; i++) {
        struct vgpu_finding *finding = &observation->findings[i];
        const char *header = finding->file ? local_includes_name(finding->file) : NULL;
        finding->file = header ? header : file_of(session, finding->kernel);
    }
}

/* A launch that allocates says that nothing was released. A later launch may have done that. */
static void drop_released(const struct session *session, struct observation *observation)
{
    for (int i = 0; i < session->device_count; i++) {
        const struct device *device = session->devices[i].device;
        if (!device->runtime->heap_kept || device->runtime->heap_kept(device))
            return;
    }
    size_t kept = 0;
    for (size_t i = 0; i < observation->finding_count; i++)
        if (observation->findings[i].kind != VGPU_FINDING_DEVICE_MALLOC_LEAK)
            observation->findings[kept++] = observation->findings[i];
    observation->finding_count = kept;
}

/* The observation belongs to the device, so the result is a copy. */
static bool take_observation(struct session *session, struct error *error)
{
    json_t *json = observation_to_json(session->device->observation);
    session->result->observation = observation_from_json(json, error);
    json_decref(json);
    if (session->result->observation) {
        name_files(session, session->result->observation);
        drop_released(session, session->result->observation);
    }
    return session->result->observation != NULL;
}

static bool build_and_run(struct session *session, struct error *error)
{
    struct program_result *result = session->result;
    const char *program;
    result->built = host_build_cached(session->request, session->sources, session->arena, &program);
    if (!result->built)
        compiler_warm(session->compiler, NULL); /* it starts while clang works */
    if (!result->built && !host_build(session->request, session->sources, session->arena, result->diagnostics, &program,
                                      &result->built, error))
        return false;
    if (!result->built)
        return true;
    session->lines = line_table_read(program, session->arena, error);
    if (!session->lines || !session_open_devices(session, error) || !run(session, program, error))
        return false;
    result->started = result->built;
    if (!result->timed_out && !result->was_noisy && !result->status.signalled)
        session_note_leaks(session);
    return !result->started || take_observation(session, error);
}

static void close_session(struct session *session)
{
    session_close_devices(session);
    compiler_free(session->compiler);
}

bool program_execute(const struct program_request *request, struct arena *arena, struct program_result *out_result,
                     struct error *error)
{
    struct program_result result = {.diagnostics = diagnostics_new(arena)};
    struct session session = {
        .request = request, .arena = arena, .result = &result, .fd = -1, .process = SUBPROCESS_INIT};
    struct source *sources = ARENA_ARRAY(arena, request->source_count + 1, struct source);
    struct sandbox_result sandbox = {0};
    if (!request->is_trusted && !confine_check(&sandbox, error))
        return false;
    snprintf(result.sandbox, sizeof result.sandbox, "%s", request->is_trusted ? "none" : "landlock+seccomp");
    for (size_t i = 0; i < request->source_count; i++) {
        sources[i] = request->sources[i];
        if (!request->is_alone)
            local_includes_expand(&request->sources[i], request->include_folders, arena, &sources[i]);
    }
    session.sources = sources;
    session.compiler = compiler_new(&request->compiler, error);
    bool done = session.compiler && build_and_run(&session, error);
    close_session(&session);
    if (done)
        *out_result = result;
    return done;
}
