/* The child between fork and exec. */
#include "base/process/subprocess.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

extern char **environ;

_Noreturn static void give_up(int failure_fd, enum subprocess_step step)
{
    struct subprocess_failure failure = {.step = step, .error_number = errno};
    (void)!write(failure_fd, &failure, sizeof failure);
    _exit(127);
}

static void reset_signals(void)
{
    struct sigaction by_default = {.sa_handler = SIG_DFL};
    for (int number = 1; number < NSIG; number++)
        sigaction(number, &by_default, NULL); /* fails for SIGKILL and SIGSTOP, which have no handlers */
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/*
 * Moves a descriptor above every number that the child gets. So placing one cannot overwrite
 * another.
 */
static int lift(int fd)
{
    return fcntl(fd, F_DUPFD_CLOEXEC, SUBPROCESS_FD_ABOVE);
}

static bool place(const struct subprocess_options *options, const int standard_fds[3])
{
    int lifted[3 + SUBPROCESS_FD_MAX];
    for (int i = 0; i < 3; i++)
        if ((lifted[i] = standard_fds[i]) >= 0 && (lifted[i] = lift(standard_fds[i])) < 0)
            return false;
    for (size_t i = 0; i < options->fd_count; i++)
        if ((lifted[3 + i] = lift(options->fds[i].parent_fd)) < 0)
            return false;
    for (int i = 0; i < 3; i++)
        if (lifted[i] >= 0 && dup2(lifted[i], i) < 0)
            return false;
    for (size_t i = 0; i < options->fd_count; i++)
        if (dup2(lifted[3 + i], options->fds[i].child_fd) < 0)
            return false;
    return true;
}

static bool is_given(const struct subprocess_options *options, int fd)
{
    for (size_t i = 0; i < options->fd_count; i++)
        if (options->fds[i].child_fd == fd)
            return true;
    return fd < 3;
}

/*
 * Descriptors that other code opened without close-on-exec must not leak. The failure pipe closes
 * itself at exec.
 */
static void close_the_rest(const struct subprocess_options *options)
{
    for (int fd = 3; fd < SUBPROCESS_FD_ABOVE; fd++)
        if (!is_given(options, fd))
            fcntl(fd, F_SETFD, FD_CLOEXEC);
    const unsigned closes_on_exec = 1U << 2; /* CLOSE_RANGE_CLOEXEC, Linux 5.11 */
#ifdef SYS_close_range
    if (!syscall(SYS_close_range, (unsigned)SUBPROCESS_FD_ABOVE, ~0U, closes_on_exec))
        return;
#endif
    long limit = sysconf(_SC_OPEN_MAX);
    for (int fd = SUBPROCESS_FD_ABOVE; fd < limit && fd < 65536; fd++)
        fcntl(fd, F_SETFD, FD_CLOEXEC);
}

_Noreturn void subprocess_child(const struct subprocess_options *options, const int standard_fds[3], int failure_fd,
                                pid_t parent)
{
    if (!options->foreground)
        setpgid(0, 0);
    if (!options->outlives)
        prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (!options->outlives && getppid() != parent)
        _exit(127); /* the caller died before the line above */
    reset_signals();
    failure_fd = lift(failure_fd);
    if (!place(options, standard_fds))
        give_up(failure_fd, SUBPROCESS_STEP_DESCRIPTORS);
    close_the_rest(options);
    if (options->folder && chdir(options->folder))
        give_up(failure_fd, SUBPROCESS_STEP_FOLDER);
    char *const *environment = options->environment ? (char *const *)options->environment : environ;
    execve(options->argv[0], (char *const *)options->argv, environment);
    give_up(failure_fd, SUBPROCESS_STEP_EXEC);
}
