/* Starts, watches and ends child processes. */
#include "base/subprocess.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/process/pseudo_terminal.h"
#include "base/process/subprocess.h"

enum { POLL_WITHOUT_PIDFD_MS = 2 };

static void close_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* The caller's end of a standard stream and the child's. Child's end -1: inherited. */
struct stream_ends {
    int ours;
    int theirs;
};

static bool open_stream(enum subprocess_stream stream, bool child_reads, struct stream_ends *out_ends)
{
    int ends[2] = {-1, -1};
    *out_ends = (struct stream_ends){-1, -1};
    if (stream == SUBPROCESS_INHERIT)
        return true;
    if (stream == SUBPROCESS_NULL) {
        out_ends->theirs = open("/dev/null", O_RDWR | O_CLOEXEC);
        return out_ends->theirs >= 0;
    }
    if (stream == SUBPROCESS_TERMINAL && pseudo_terminal_open(&out_ends->ours, &out_ends->theirs))
        return true;
    if (pipe2(ends, O_CLOEXEC))
        return false;
    *out_ends = (struct stream_ends){.ours = ends[child_reads], .theirs = ends[!child_reads]};
    return true;
}

/* Both outputs on one terminal keep their order. */
static bool open_streams(const struct subprocess_options *options, struct stream_ends ends[3])
{
    bool is_shared = options->stdout_stream == SUBPROCESS_TERMINAL && options->stderr_stream == SUBPROCESS_TERMINAL;
    if (!open_stream(options->stdin_stream, true, &ends[0]) || !open_stream(options->stdout_stream, false, &ends[1]))
        return false;
    if (!is_shared)
        return open_stream(options->stderr_stream, false, &ends[2]);
    ends[2].theirs = fcntl(ends[1].theirs, F_DUPFD_CLOEXEC, 0);
    return ends[2].theirs >= 0;
}

/*
 * A child's descriptors are moved above SUBPROCESS_FD_ABOVE on their way. The limit of open files
 * must leave room for them; a soft limit is raised.
 */
static bool check_open_files(struct error *error)
{
    const rlim_t least = 2 * SUBPROCESS_FD_ABOVE;
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) || limit.rlim_cur >= least)
        return true;
    if (limit.rlim_max < least) {
        error_set(error, ERROR_UNSUPPORTED, "this process may have %d open files, and a child needs %d",
                  (int)limit.rlim_max, (int)least);
        return error_add_hint(error, "raise the limit: ulimit -n 1024");
    }
    limit.rlim_cur = least;
    return !setrlimit(RLIMIT_NOFILE, &limit) || error_set_errno(error, "cannot raise the limit of open files");
}

static bool check_options(const struct subprocess_options *options, struct error *error)
{
    const char *program = options->argv ? options->argv[0] : NULL;
    if (!program || *program != '/')
        return error_set(error, ERROR_INTERNAL, "a program must be started by its absolute path");
    if (options->fd_count > SUBPROCESS_FD_MAX)
        return error_set(error, ERROR_INTERNAL, "too many descriptors for a child");
    for (size_t i = 0; i < options->fd_count; i++) {
        int child_fd = options->fds[i].child_fd;
        if (child_fd < 3 || child_fd >= SUBPROCESS_FD_ABOVE)
            return error_set(error, ERROR_INTERNAL, "descriptor %d cannot be given to a child", child_fd);
    }
    return true;
}

/*
 * The child's exec closes its end of the pipe. If exec fails, the cause comes over the pipe
 * instead.
 */
static bool read_exec_failure(int fd, struct subprocess_failure *out_failure)
{
    ssize_t got;
    do {
        got = read(fd, out_failure, sizeof *out_failure);
    } while (got < 0 && errno == EINTR);
    return got == (ssize_t)sizeof *out_failure;
}

static bool report_exec_failure(const struct subprocess_options *options, const struct subprocess_failure *failure,
                                struct error *error)
{
    errno = failure->error_number;
    if (failure->step == SUBPROCESS_STEP_FOLDER)
        return error_set_errno(error, "cannot run in '%s'", options->folder);
    if (failure->step == SUBPROCESS_STEP_EXEC && (errno == ENOENT || errno == ENOTDIR))
        return error_set(error, ERROR_NOT_FOUND, "the program '%s' does not exist", options->argv[0]);
    return error_set_errno(error, "cannot start '%s'", options->argv[0]);
}

static int open_pidfd(pid_t pid)
{
#ifdef SYS_pidfd_open
    return (int)syscall(SYS_pidfd_open, pid, 0);
#else
    (void)pid;
    return -1;
#endif
}

/*
 * Blocks every signal until the child has its own handlers. The caller's handlers must not run
 * there.
 */
static pid_t fork_child(const struct subprocess_options *options, const int standard_fds[3], int failure_fd)
{
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pid_t parent = getpid();
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t pid = fork();
    if (!pid)
        subprocess_child(options, standard_fds, failure_fd, parent);
    int saved = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = saved;
    return pid;
}

static bool launch(const struct subprocess_options *options, struct stream_ends ends[3], struct subprocess *out_process,
                   struct error *error)
{
    int failure_pipe[2];
    if (pipe2(failure_pipe, O_CLOEXEC))
        return error_set_errno(error, "cannot create a pipe");
    int standard_fds[3] = {ends[0].theirs, ends[1].theirs, ends[2].theirs};
    pid_t pid = fork_child(options, standard_fds, failure_pipe[1]);
    int saved = errno;
    close(failure_pipe[1]);
    struct subprocess_failure failure;
    bool failed = pid > 0 && read_exec_failure(failure_pipe[0], &failure);
    close(failure_pipe[0]);
    errno = saved;
    if (pid < 0)
        return error_set_errno(error, "cannot create a process");
    if (failed) {
        waitpid(pid, NULL, 0);
        return report_exec_failure(options, &failure, error);
    }
    *out_process = (struct subprocess){
        .pid = pid,
        .pidfd = open_pidfd(pid),
        .stdin_fd = ends[0].ours,
        .stdout_fd = ends[1].ours,
        .stderr_fd = ends[2].ours,
        .foreground = options->foreground,
    };
    return true;
}

bool subprocess_start(const struct subprocess_options *options, struct subprocess *out_process, struct error *error)
{
    if (!check_options(options, error) || !check_open_files(error))
        return false;
    struct stream_ends ends[3] = {{-1, -1}, {-1, -1}, {-1, -1}};
    bool started = false;
    if (!open_streams(options, ends))
        error_set_errno(error, "cannot create the pipes of a child");
    else
        started = launch(options, ends, out_process, error);
    for (int i = 0; i < 3; i++) {
        close_fd(&ends[i].theirs);
        if (!started)
            close_fd(&ends[i].ours);
    }
    return started;
}

void subprocess_kill(struct subprocess *process)
{
    if (process->pid <= 0)
        return;
    if (process->foreground || kill(-process->pid, SIGKILL))
        kill(process->pid, SIGKILL);
}

/* Kills the group first. While its leader is not reaped, no other process can have its number. */
static struct subprocess_status reap(struct subprocess *process)
{
    if (!process->foreground)
        kill(-process->pid, SIGKILL);
    int status = 0;
    while (waitpid(process->pid, &status, 0) < 0 && errno == EINTR)
        continue;
    process->pid = 0;
    close_fd(&process->pidfd);
    if (WIFSIGNALED(status))
        return (struct subprocess_status){.signalled = true, .code = WTERMSIG(status)};
    return (struct subprocess_status){.code = WEXITSTATUS(status)};
}

void subprocess_done(struct subprocess *process)
{
    if (process->pid > 0) {
        subprocess_kill(process);
        reap(process);
    }
    close_fd(&process->pidfd);
    close_fd(&process->stdin_fd);
    close_fd(&process->stdout_fd);
    close_fd(&process->stderr_fd);
}

/* Looks without reaping. */
static bool has_ended(const struct subprocess *process)
{
    siginfo_t info = {0};
    int result = waitid(P_PID, (id_t)process->pid, &info, WEXITED | WNOHANG | WNOWAIT);
    return result ? errno == ECHILD : info.si_pid == process->pid;
}

bool subprocess_wait(struct subprocess *process, int64_t deadline_ns, struct subprocess_status *out_status,
                     struct error *error)
{
    if (process->pid <= 0)
        return error_set(error, ERROR_INTERNAL, "there is no child to wait for");
    while (!has_ended(process)) {
        int timeout_ms = clock_poll_timeout_ms(deadline_ns);
        if (!timeout_ms)
            return error_set(error, ERROR_TIMEOUT, "the program did not end in time");
        if (process->pidfd < 0 && (timeout_ms < 0 || timeout_ms > POLL_WITHOUT_PIDFD_MS))
            timeout_ms = POLL_WITHOUT_PIDFD_MS;
        struct pollfd watched = {.fd = process->pidfd, .events = POLLIN};
        poll(&watched, 1, timeout_ms);
    }
    *out_status = reap(process);
    return true;
}

void subprocess_status_text(struct subprocess_status status, struct buffer *out)
{
    if (!status.signalled) {
        buffer_printf(out, "exit code %d", status.code);
        return;
    }
    const char *description = sigdescr_np(status.code);
    buffer_printf(out, "killed by signal %d", status.code);
    if (description)
        buffer_printf(out, " (%s)", description);
}

static bool is_program(const char *path)
{
    return file_is_regular(path) && !access(path, X_OK);
}

bool subprocess_find_program(const char *name, struct buffer *out_path, struct error *error)
{
    if (strchr(name, '/')) {
        char *absolute = is_program(name) ? realpath(name, NULL) : NULL;
        if (!absolute)
            return error_set(error, ERROR_NOT_FOUND, "'%s' is not a program", name);
        buffer_append_text(out_path, absolute);
        free(absolute);
        return true;
    }
    CLEANUP(arena_free) struct arena *arena = arena_new();
    const char *path = getenv("PATH");
    for (const char *at = path ? path : "/usr/local/bin:/usr/bin:/bin"; *name && at;) {
        size_t length = strcspn(at, ":");
        const char *candidate = path_join(arena, arena_strndup(arena, at, length), name);
        if (*at == '/' && is_program(candidate)) {
            buffer_append_text(out_path, candidate);
            return true;
        }
        at = at[length] ? at + length + 1 : NULL;
    }
    return error_set(error, ERROR_NOT_FOUND, "the program '%s' was not found in PATH", name);
}
