/* Runs the shell on a terminal. */
#include "tui/tui.h"

#include "tui/shell/loop.h"
#include "tui/terminal/signals.h"

static bool run_on(struct app *app, const struct tui_options *options, struct terminal *terminal, struct error *error)
{
    int width, height;
    CLEANUP(canvas_free) struct canvas *canvas = canvas_new(&terminal_backend, terminal, options->ascii);
    terminal_measure(terminal, &width, &height);
    canvas_resize(canvas, width, height);
    struct shell *shell = shell_new(app, canvas, error);
    if (!shell)
        return false;
    shell_start(shell, options->open);
    loop_run(shell, terminal);
    terminal_close(terminal); /* before the children end, which can take a moment */
    shell_free(shell);
    return true;
}

bool tui_run(struct app *app, const struct tui_options *options, struct error *error)
{
    struct terminal *terminal;
    struct terminal_looks looks = loop_looks(app);
    if (!terminal_open(options, &looks, &terminal, error))
        return false;
    if (!signals_open(error)) {
        terminal_close(terminal);
        return false;
    }
    bool good = run_on(app, options, terminal, error);
    if (!good)
        terminal_close(terminal);
    signals_close();
    return good;
}
