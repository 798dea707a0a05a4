/* Draws PNG files from SVG. */
#include "app/portfolio.h"

#include "base/i18n.h"
#include "program/tool.h"

enum { PNG_BYTES_MAX = 32 << 20, SECONDS_MAX = 30 };

static const char *const font_paths[] = {"/etc/fonts", "/etc/ld.so.cache", "/etc/alternatives", "/var/cache/fontconfig",
                                         NULL};

bool portfolio_png(const struct app *app, const struct buffer *svg, struct buffer *out_png, struct error *error)
{
    CLEANUP(subprocess_output_done) struct subprocess_output output = {0};
    static const char *const arguments[] = {"--format=png", "--zoom=2", NULL};
    struct tool converter = {.name = "rsvg-convert",
                             .package = "librsvg2-bin",
                             .purpose = N_("it draws PNG files; --svg needs no other program"),
                             .arguments = arguments,
                             .read_paths = font_paths,
                             .input = svg->data,
                             .input_bytes = svg->size_bytes,
                             .output_bytes_max = PNG_BYTES_MAX,
                             .seconds_max = SECONDS_MAX};
    if (!tool_run(&converter, app->program, &output, error) || !tool_check(&converter, &output, error))
        return false;
    buffer_append(out_png, output.output.data, output.output.size_bytes);
    return true;
}
