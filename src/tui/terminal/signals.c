/* Handlers reach only static storage, so the pipe's ends are here; see signals_open(). */
#include "tui/terminal/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

static const int taken[] = {SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGCONT, SIGTSTP, SIGPIPE};
enum { TAKEN_COUNT = sizeof taken / sizeof taken[0] };

static struct {
    int ends[2];
    struct sigaction before[TAKEN_COUNT];
} signals = {.ends = {-1, -1}};

static void note_signal(int number)
{
    int saved = errno;
    unsigned char byte = (unsigned char)number;
    ssize_t written = write(signals.ends[1], &byte, 1); /* a full pipe already wakes the loop */
    (void)written;
    errno = saved;
}

static void handle(int number, void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

bool signals_open(struct error *error)
{
    if (pipe2(signals.ends, O_CLOEXEC | O_NONBLOCK) != 0)
        return error_set_errno(error, "no pipe for signals could be made");
    for (int i = 0; i < TAKEN_COUNT; i++) {
        sigaction(taken[i], NULL, &signals.before[i]);
        handle(taken[i], taken[i] == SIGPIPE ? SIG_IGN : note_signal);
    }
    return true;
}

void signals_close(void)
{
    if (signals.ends[0] < 0)
        return;
    for (int i = 0; i < TAKEN_COUNT; i++)
        sigaction(taken[i], &signals.before[i], NULL);
    close(signals.ends[0]);
    close(signals.ends[1]);
    signals.ends[0] = signals.ends[1] = -1;
}

int signals_descriptor(void)
{
    return signals.ends[0];
}

int signals_next(void)
{
    unsigned char byte;
    return read(signals.ends[0], &byte, 1) == 1 ? byte : 0;
}

void signals_lend(void)
{
    handle(SIGINT, SIG_IGN);
    handle(SIGQUIT, SIG_IGN);
    handle(SIGTSTP, SIG_DFL);
}

void signals_take_back(void)
{
    handle(SIGINT, note_signal);
    handle(SIGQUIT, note_signal);
    handle(SIGTSTP, note_signal);
}

void signals_stop(void)
{
    handle(SIGTSTP, SIG_DFL);
    kill(0, SIGTSTP);
    handle(SIGTSTP, note_signal);
}
