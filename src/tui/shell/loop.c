/* The event loop. */
#include "tui/shell/loop.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "app/editor.h"
#include "base/clock.h"
#include "tui/terminal/signals.h"

/* STORE_MS: how long the progress of another shell stays unseen without a key. */
enum { FRAME_MS = 40, TICK_MS = 100, SECOND_MS = 1000, STORE_MS = 2000 };

enum loop_source {
    SOURCE_KEYS,
    SOURCE_SIGNALS,
    SOURCE_GRADING,
    SOURCE_WATCH,
    SOURCE_CHECKUP,
    SOURCE_MICROSCOPE,
    SOURCE_TRIALS,
    SOURCE_LABS,
    SOURCE_FULL_CHECK,
    SOURCE_COUNT
};

struct loop {
    struct shell *shell;
    struct terminal *terminal;
    bool dirty; /* something on the screen changed */
    bool gone;  /* the terminal was closed */
};

static bool edit(void *context, const char *path, int line, struct error *error)
{
    struct loop *loop = context;
    terminal_lend(loop->terminal);
    signals_lend();
    bool good = editor_run(path, line, error);
    signals_take_back();
    terminal_take_back(loop->terminal);
    return good;
}

struct terminal_looks loop_looks(const struct app *app)
{
    return (struct terminal_looks){.theme = app->options.theme, .has_mouse = strcmp(app->options.mouse, "off") != 0};
}

static void use_looks(void *context)
{
    struct loop *loop = context;
    struct terminal_looks looks = loop_looks(loop->shell->app);
    terminal_use(loop->terminal, &looks);
    loop->shell->redraw_whole = true;
}

static void resize(struct loop *loop)
{
    int width, height;
    terminal_measure(loop->terminal, &width, &height);
    canvas_resize(loop->shell->canvas, width, height);
    loop->dirty = true;
}

static void suspend(void *context)
{
    struct loop *loop = context;
    terminal_lend(loop->terminal);
    signals_stop();
    terminal_take_back(loop->terminal);
    resize(loop);
}

/* After an unannounced stop (kill -STOP) the terminal can be in any state. */
static void wake_up(struct loop *loop)
{
    terminal_take_back(loop->terminal);
    resize(loop);
    loop->shell->redraw_whole = true;
}

static void take_signals(struct loop *loop)
{
    int number;
    while ((number = signals_next()) != 0) {
        switch (number) {
        case SIGWINCH:
            resize(loop);
            break;
        case SIGCONT:
            wake_up(loop);
            break;
        case SIGTSTP:
            suspend(loop);
            break;
        default: /* SIGTERM, SIGHUP, SIGINT, SIGQUIT */
            place_save(loop->shell);
            loop->shell->quit = true;
            break;
        }
    }
}

/* A closed terminal is always readable and has nothing to read. */
static void take_keys(struct loop *loop)
{
    int waiting = 0;
    bool is_empty = ioctl(STDIN_FILENO, FIONREAD, &waiting) != 0 || waiting == 0;
    int32_t key;
    bool any = false;
    const struct prompt *prompt = &loop->shell->prompt;
    while (!loop->shell->quit &&
           (key = terminal_key(loop->terminal, prompt->kind == PROMPT_TEXT || prompt->kind == PROMPT_PALETTE)) != 0) {
        any = true;
        loop->shell->now_ns = clock_monotonic_ns();
        shell_key(loop->shell, key);
    }
    loop->dirty = loop->dirty || any;
    if (!any && is_empty)
        loop->gone = true;
}

/* Slow services start after the first frame. */
static void start_services(struct loop *loop)
{
    struct shell *shell = loop->shell;
    shell->grading = grading_new(shell->app, &shell->grading_trouble);
    if (!shell->grading)
        shell_say_error(shell, &shell->grading_trouble);
    if (shell_top(shell)->id == SCREEN_WELCOME)
        shell->checkup = checkup_new(shell->app);
    shell_notify(shell, SCREEN_LAB); /* the first screen may have kernels to run */
    loop->dirty = true;
}

static bool is_animated(const struct shell *shell)
{
    return shell->now_ns < shell->animated_until_ns;
}

static int wait_ms(const struct shell *shell)
{
    int wait = STORE_MS;
    if (shell->open.is_working || shell->measure_ticket || (shell->trials && trials_is_busy(shell->trials)))
        wait = TICK_MS;
    if (is_animated(shell))
        wait = FRAME_MS;
    if (shell->clock_runs && wait > SECOND_MS)
        wait = SECOND_MS;
    if (shell->open.watch && shell->open.watch_wait_ms < wait)
        wait = shell->open.watch_wait_ms;
    return wait;
}

static void wait_for_events(struct loop *loop)
{
    struct shell *shell = loop->shell;
    struct pollfd sources[SOURCE_COUNT] = {
        [SOURCE_KEYS] = {.fd = STDIN_FILENO, .events = POLLIN},
        [SOURCE_SIGNALS] = {.fd = signals_descriptor(), .events = POLLIN},
        [SOURCE_GRADING] = {.fd = shell->grading ? grading_descriptor(shell->grading) : -1, .events = POLLIN},
        [SOURCE_WATCH] = {.fd = shell->open.watch ? watch_descriptor(shell->open.watch) : -1, .events = POLLIN},
        [SOURCE_CHECKUP] = {.fd = shell->checkup ? checkup_descriptor(shell->checkup) : -1, .events = POLLIN},
        [SOURCE_MICROSCOPE] = {.fd = shell->microscope ? microscope_descriptor(shell->microscope) : -1,
                               .events = POLLIN},
        [SOURCE_TRIALS] = {.fd = shell->trials ? trials_descriptor(shell->trials) : -1, .events = POLLIN},
        [SOURCE_LABS] = {.fd = shell->labs ? lab_runner_descriptor(shell->labs) : -1, .events = POLLIN},
        [SOURCE_FULL_CHECK] = {.fd = shell->full_check ? full_check_descriptor(shell->full_check) : -1,
                               .events = POLLIN},
    };
    bool was_animated = is_animated(shell);
    int ready = poll(sources, SOURCE_COUNT, wait_ms(shell));
    shell->now_ns = clock_monotonic_ns();
    if (ready < 0 && errno != EINTR)
        loop->gone = true;
    if (sources[SOURCE_SIGNALS].revents)
        take_signals(loop);
    if (ready > 0 && sources[SOURCE_KEYS].revents)
        take_keys(loop);
    if (shell_take_events(shell) || open_exercise_look(shell) || sources[SOURCE_CHECKUP].revents ||
        sources[SOURCE_FULL_CHECK].revents)
        loop->dirty = true;
    if (sources[SOURCE_MICROSCOPE].revents && shell->microscope) {
        shell_notify(shell, SCREEN_STEPPED);
        loop->dirty = true;
    }
    if (sources[SOURCE_TRIALS].revents && shell->trials) {
        shell_notify(shell, SCREEN_TRIED);
        loop->dirty = true;
    }
    if (sources[SOURCE_LABS].revents && shell->labs) {
        lab_runner_take_wakes(shell->labs);
        shell_notify(shell, SCREEN_LAB);
        loop->dirty = true;
    }
    bool tries = shell->trials && trials_is_busy(shell->trials);
    if (shell->open.is_working || shell->measure_ticket || shell->clock_runs || tries || was_animated)
        loop->dirty = true;
}

void loop_run(struct shell *shell, struct terminal *terminal)
{
    struct loop loop = {.shell = shell, .terminal = terminal};
    shell->hooks = (struct shell_hooks){.context = &loop, .edit = edit, .suspend = suspend, .use_looks = use_looks};
    shell->now_ns = clock_monotonic_ns();
    shell_draw(shell);
    start_services(&loop);
    while (!shell->quit && !loop.gone) {
        if (loop.dirty)
            shell_draw(shell);
        loop.dirty = false;
        wait_for_events(&loop);
    }
    place_save(shell);
    shell->hooks = (struct shell_hooks){0};
}
