/* Runs a child to its end and collects its output. */
#include "base/subprocess.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include "base/clock.h"

enum { STEP_BYTES = 64 * 1024 };

struct exchange {
    struct subprocess *process;
    const char *input;
    size_t input_bytes;
    size_t limit_bytes;
    struct subprocess_output *output;
};

static void close_fd(int *fd)
{
    close(*fd);
    *fd = -1;
}

/*
 * write(), but a child that no longer reads gives EPIPE and no signal. SIGPIPE is blocked
 * meanwhile, and the one that the write raised is taken out of the pending signals.
 */
static ssize_t write_quietly(int fd, const void *data, size_t size_bytes)
{
    sigset_t pipe_signal;
    sigset_t before;
    sigset_t pending;
    sigemptyset(&pipe_signal);
    sigaddset(&pipe_signal, SIGPIPE);
    sigpending(&pending);
    pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
    ssize_t written = write(fd, data, size_bytes);
    int saved = errno;
    if (written < 0 && saved == EPIPE && !sigismember(&pending, SIGPIPE)) {
        struct timespec now = {0};
        sigtimedwait(&pipe_signal, NULL, &now);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = saved;
    return written;
}

static void feed(struct exchange *exchange)
{
    int *fd = &exchange->process->stdin_fd;
    ssize_t written = exchange->input_bytes ? write_quietly(*fd, exchange->input, exchange->input_bytes) : 0;
    if (written < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    if (written > 0) {
        exchange->input += written;
        exchange->input_bytes -= (size_t)written;
    }
    if (written < 0 || !exchange->input_bytes)
        close_fd(fd);
}

static void collect(struct exchange *exchange, int *fd, struct buffer *into)
{
    size_t left = exchange->limit_bytes - into->size_bytes;
    size_t wanted = left < STEP_BYTES ? left + 1 : STEP_BYTES;
    ssize_t got = read(*fd, buffer_reserve(into, wanted), wanted);
    if (got < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    if (got <= 0) {
        close_fd(fd);
        return;
    }
    exchange->output->truncated |= (size_t)got > left;
    into->size_bytes += (size_t)got > left ? left : (size_t)got;
    into->data[into->size_bytes] = '\0';
}

/*
 * Moves input and output until the child has ended, its outputs are closed, the deadline has passed
 * or the limit is exceeded.
 */
static void exchange_all(struct exchange *exchange, int64_t deadline_ns)
{
    struct subprocess *process = exchange->process;
    while (process->stdout_fd >= 0 || process->stderr_fd >= 0) {
        struct pollfd watched[] = {
            {.fd = process->stdin_fd, .events = POLLOUT},
            {.fd = process->stdout_fd, .events = POLLIN},
            {.fd = process->stderr_fd, .events = POLLIN},
            {.fd = process->pidfd, .events = POLLIN},
        };
        int timeout_ms = clock_poll_timeout_ms(deadline_ns);
        if (!timeout_ms || exchange->output->truncated)
            return;
        if (poll(watched, 4, timeout_ms) < 0)
            continue;
        if (watched[0].revents)
            feed(exchange);
        if (watched[1].revents)
            collect(exchange, &process->stdout_fd, &exchange->output->output);
        if (watched[2].revents)
            collect(exchange, &process->stderr_fd, &exchange->output->errors);
        bool has_output = watched[1].revents || watched[2].revents;
        if (watched[3].revents && !has_output) /* ended; a grandchild can hold the pipes open for ever */
            return;
    }
}

bool subprocess_run(const struct subprocess_options *options, const void *input, size_t input_bytes, size_t limit_bytes,
                    int64_t deadline_ns, struct subprocess_output *out_output, struct error *error)
{
    struct subprocess_options piped = *options;
    piped.stdin_stream = input ? SUBPROCESS_PIPE : SUBPROCESS_NULL;
    piped.stdout_stream = SUBPROCESS_PIPE;
    piped.stderr_stream = SUBPROCESS_PIPE;
    CLEANUP(subprocess_done) struct subprocess process = SUBPROCESS_INIT;
    if (!subprocess_start(&piped, &process, error))
        return false;
    if (process.stdin_fd >= 0)
        fcntl(process.stdin_fd, F_SETFL, O_NONBLOCK);
    struct subprocess_output output = {.output = BUFFER_INIT, .errors = BUFFER_INIT};
    struct exchange exchange = {&process, input, input_bytes, limit_bytes, &output};
    exchange_all(&exchange, deadline_ns);
    bool ended = !output.truncated && subprocess_wait(&process, deadline_ns, &output.status, NULL);
    if (!ended) {
        output.timed_out = !output.truncated;
        subprocess_kill(&process);
        subprocess_wait(&process, CLOCK_NO_DEADLINE, &output.status, NULL);
    }
    *out_output = output;
    return true;
}

void subprocess_output_done(struct subprocess_output *output)
{
    buffer_done(&output->output);
    buffer_done(&output->errors);
}
