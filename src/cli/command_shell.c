#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/output.h"
#include "tui/tui.h"

/* Without a terminal there is nothing to draw on: a page of status instead. */
int command_shell(struct invocation *invocation)
{
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return command_status(invocation);
    int status = EXIT_ENVIRONMENT;
    CLEANUP(app_close) struct app *app = output_open_app(invocation, &status);
    if (!app)
        return status;
    struct output_style style = output_style(invocation);
    struct tui_options options = {.ascii = style.ascii, .no_color = !style.color};
    struct error error = {0};
    if (tui_run(app, &options, &error))
        return EXIT_PASSED;
    output_error(&error);
    return command_status(invocation);
}
