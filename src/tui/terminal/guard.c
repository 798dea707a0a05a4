/*
 * A crash handler reaches only static storage, so the string and the settings are prepared before.
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tui/terminal/signals.h"

static const int deadly[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};
enum { DEADLY_COUNT = sizeof deadly / sizeof deadly[0], STACK_BYTES = 64 * 1024 };

static struct {
    int descriptor;
    struct termios settings;
    char text[GUARD_TEXT_BYTES];
    size_t size_bytes;
    struct sigaction before[DEADLY_COUNT];
    void *stack;
    volatile sig_atomic_t armed;
} guard = {.descriptor = -1};

/*
 * Makes only async-signal-safe calls. Then the previous handler gets the signal (a sanitizer, or
 * none).
 */
static void give_back_and_die(int number)
{
    if (guard.armed) {
        guard.armed = 0;
        ssize_t written = write(guard.descriptor, guard.text, guard.size_bytes);
        (void)written;
        tcsetattr(guard.descriptor, TCSANOW, &guard.settings);
    }
    for (int i = 0; i < DEADLY_COUNT; i++)
        if (deadly[i] == number)
            sigaction(number, &guard.before[i], NULL);
    raise(number);
}

static void install(void)
{
    struct sigaction action = {.sa_handler = give_back_and_die, .sa_flags = SA_ONSTACK | SA_NODEFER};
    sigemptyset(&action.sa_mask);
    guard.stack = malloc(STACK_BYTES); /* a handler cannot run on an overflowed stack */
    stack_t stack = {.ss_sp = guard.stack, .ss_size = STACK_BYTES};
    if (guard.stack)
        sigaltstack(&stack, NULL);
    for (int i = 0; i < DEADLY_COUNT; i++)
        sigaction(deadly[i], &action, &guard.before[i]);
}

void guard_arm(int descriptor, const struct termios *settings, const char *text, size_t size_bytes)
{
    bool is_new = guard.descriptor < 0;
    guard.descriptor = descriptor;
    guard.settings = *settings;
    guard.size_bytes = size_bytes < GUARD_TEXT_BYTES ? size_bytes : GUARD_TEXT_BYTES;
    memcpy(guard.text, text, guard.size_bytes);
    if (is_new)
        install();
    guard.armed = 1;
}

void guard_disarm(void)
{
    if (guard.descriptor < 0)
        return;
    guard.armed = 0;
    guard.descriptor = -1;
    for (int i = 0; i < DEADLY_COUNT; i++)
        sigaction(deadly[i], &guard.before[i], NULL);
    stack_t none = {.ss_flags = SS_DISABLE};
    sigaltstack(&none, NULL);
    free(guard.stack);
    guard.stack = NULL;
}
