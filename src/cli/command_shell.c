/* The shell, as screens or as lines. */
#include <unistd.h>

#include "app/settings.h"
#include "base/i18n.h"
#include "cli/output.h"
#include "cli/session.h"
#include "tui/tui.h"

/* A terminal that cannot place its cursor gets the shell as lines, with a message. */
static bool run_shell(struct app *app, const struct tui_options *options, bool plain, struct error *error)
{
    if (plain)
        return tui_run_plain(app, options, error);
    if (tui_run(app, options, error))
        return true;
    if (error->code != ERROR_UNSUPPORTED)
        return false;
    error_add_context(error, "going on line by line (--plain)");
    output_warning(error);
    *error = (struct error){0};
    return tui_run_plain(app, options, error);
}

/* The shell draws only characters that the terminal shows. The reason is told in English. */
static bool can_show_language(const struct invocation *invocation, struct error *error)
{
    const char *language = invocation_option(invocation, "language");
    if (!language || settings_check_language(language, error))
        return true;
    i18n_choose("en");
    return settings_check_language(language, error);
}

/* A shell that cannot run leaves a page of status. */
static bool open_shell(struct session *session, struct error *error)
{
    struct output_style style = output_style(session->invocation);
    struct tui_options options = {
        .ascii = style.ascii, .no_color = !style.color, .open = invocation_argument(session->invocation, 0)};
    if (run_shell(session->app, &options, invocation_has(session->invocation, "plain"), error))
        return true;
    output_error(error);
    return command_status(session, error);
}

/* Without a terminal, prints the lesson or exercise, or a page of status, instead. */
int command_shell(struct invocation *invocation)
{
    if (!invocation_has(invocation, "plain") && (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)))
        return session_run(invocation, invocation_argument(invocation, 0) ? command_show : command_status);
    struct error error = {0};
    if (!can_show_language(invocation, &error)) {
        output_error(&error);
        return EXIT_USAGE;
    }
    return session_run(invocation, open_shell);
}
