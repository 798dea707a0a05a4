/* Runs tools of this machine, confined. */
#include "program/tool.h"

#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/i18n.h"
#include "base/text.h"
#include "program/confine/confine.h"

enum { ARGUMENTS_MAX = 32, WORDS_MAX = 200 };
#define MEMORY_BYTES (4ull << 30)

static bool find_tool(const struct tool *tool, struct arena *arena, const char **out_path, struct error *error)
{
    CLEANUP(buffer_done) struct buffer path = BUFFER_INIT;
    if (subprocess_find_program(tool->name, &path, NULL)) {
        *out_path = arena_strdup(arena, buffer_text(&path));
        return true;
    }
    error_set(error, ERROR_NOT_FOUND, "%s is not installed; %s", tool->name, _(tool->purpose));
    return error_add_hint(error, "install it, by `apt-get install %s` on Debian and Ubuntu", tool->package);
}

bool tool_run(const struct tool *tool, const char *warpschool, struct subprocess_output *out_output,
              struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    CLEANUP(confine_done) struct confined confined = {0};
    const char *argv[ARGUMENTS_MAX + 1] = {NULL};
    if (!find_tool(tool, arena, &argv[0], error))
        return false;
    for (size_t i = 0; tool->arguments[i] && i + 1 < ARGUMENTS_MAX; i++)
        argv[i + 1] = tool->arguments[i];
    const char *const executable[] = {"/usr", "/lib", "/lib64", "/bin", path_folder(arena, argv[0]), NULL};
    const char *const writable[] = {"/dev/null", NULL};
    struct confinement confinement = {.read_paths = tool->read_paths,
                                      .execute_paths = executable,
                                      .write_paths = writable,
                                      .limits = {.address_space_bytes = MEMORY_BYTES},
                                      .opens_connections = tool->opens_connections};
    struct subprocess_options start = {.argv = argv, .folder = "/"};
    return confine_prepare(&confinement, warpschool, &start, &confined, error) &&
           subprocess_run(&confined.options, tool->input, tool->input_bytes, tool->output_bytes_max,
                          clock_deadline_ns(INT64_C(1000000000) * tool->seconds_max), out_output, error);
}

bool tool_check(const struct tool *tool, const struct subprocess_output *output, struct error *error)
{
    CLEANUP(buffer_done) struct buffer words = BUFFER_INIT;
    const char *said = buffer_text(&output->errors);
    if (output->timed_out)
        return error_set(error, ERROR_TIMEOUT, "%s took longer than %d seconds", tool->name, tool->seconds_max);
    if (output->truncated)
        return error_set(error, ERROR_RANGE, "%s gave more than %zu bytes", tool->name, tool->output_bytes_max);
    if (!output->status.signalled && output->status.code == 0)
        return true;
    size_t length = strcspn(said, "\n");
    text_sanitise_line(&words, said, length < WORDS_MAX ? length : WORDS_MAX);
    if (words.size_bytes == 0)
        subprocess_status_text(output->status, &words);
    return error_set(error, ERROR_IO, "%s failed: %s", tool->name, buffer_text(&words));
}
