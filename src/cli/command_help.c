/* `help` and `version`. */
#include "cli/help.h"
#include "cli/invocation.h"
#include "cli/output.h"

static bool write_help(struct invocation *invocation, struct buffer *out, struct error *error)
{
    const char *shell = invocation_option(invocation, "completion");
    if (shell)
        return help_completion(shell, out) ||
               error_set(error, ERROR_RANGE, "completions are for bash, zsh and fish, not '%s'", shell);
    if (invocation_has(invocation, "man")) {
        help_man_page(out);
        return true;
    }
    const char *name = invocation_argument(invocation, 0);
    if (!name) {
        help_overview(out);
        return true;
    }
    const struct command *command = command_find(name, error);
    if (!command)
        return false;
    help_command(command, out);
    return true;
}

int command_help(struct invocation *invocation)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    struct error error = {0};
    if (!write_help(invocation, &text, &error)) {
        output_error(&error);
        return EXIT_USAGE;
    }
    output_print(&text);
    return EXIT_PASSED;
}

int command_version(struct invocation *invocation)
{
    (void)invocation;
    output_line("warpschool %s", WARPSCHOOL_VERSION);
    return EXIT_PASSED;
}
