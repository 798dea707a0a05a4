/*
 * Runs a tool of this machine to its end, such as curl. It is confined: it reads the system's own
 * folders and what it is given, writes nothing but its output, and starts no other program.
 */
#ifndef PROGRAM_TOOL_H
#define PROGRAM_TOOL_H

#include "base/subprocess.h"

struct tool {
    const char *name;              /* looked up in $PATH */
    const char *package;           /* of Debian */
    const char *purpose;           /* "it draws PNG files" */
    const char *const *arguments;  /* after the name; end with NULL */
    const char *const *read_paths; /* beside the system's folders; end with NULL */
    const void *input;
    size_t input_bytes, output_bytes_max;
    int seconds_max;
    bool opens_connections;
};

/*
 * `warpschool`: this program's path. NOT_FOUND: the tool is not installed. A tool that fails is no
 * error: see tool_check(). Release with subprocess_output_done().
 */
bool tool_run(const struct tool *tool, const char *warpschool, struct subprocess_output *out_output,
              struct error *error);

/* False, with the tool's own first words, unless it ended well and in time. */
bool tool_check(const struct tool *tool, const struct subprocess_output *output, struct error *error);

#endif
