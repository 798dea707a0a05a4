/* A file of its own, since term.h defines words such as `lines` and `columns` as macros. */
#include "tui/terminal/terminfo.h"

#define NCURSES_NOMACROS
#include <ncurses.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <term.h>

bool terminfo_has(const char *name)
{
    const char *value = tigetstr(name);
    return value && value != (const char *)-1 && *value;
}

bool terminfo_check(struct error *error)
{
    const char *name = getenv("TERM");
    int state = 0;
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return error_set(error, ERROR_UNSUPPORTED, "there is no terminal to draw on");
    if (setupterm(NULL, STDOUT_FILENO, &state) != OK) {
        error_set(error, ERROR_UNSUPPORTED, "the terminal '%s' is not known here", name ? name : "");
        return error_add_hint(error, "set TERM to the name of your terminal, for example TERM=xterm-256color");
    }
    if (terminfo_has("cup"))
        return true;
    error_set(error, ERROR_UNSUPPORTED, "the terminal '%s' cannot place its cursor", name ? name : "");
    return error_add_hint(error, "the commands work in any terminal: see warpschool help");
}

bool terminfo_wraps_at_margin(void)
{
    return tigetflag("am") > 0 && tigetflag("xenl") <= 0;
}

void terminfo_append(struct buffer *out, const char *name)
{
    if (!terminfo_has(name))
        return;
    for (const char *at = tigetstr(name); *at; at++) {
        const char *close = at[0] == '$' && at[1] == '<' ? strchr(at, '>') : NULL;
        if (close)
            at = close;
        else
            buffer_append_char(out, *at);
    }
}
