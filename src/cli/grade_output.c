/* Writes verdicts. */
#include "cli/grade_output.h"

#include <unistd.h>

#include "base/file.h"
#include "cli/output.h"

static bool write_report(const struct invocation *invocation, const char *format, const struct report_item *item,
                         struct buffer *out, struct error *error)
{
    struct output_style style = output_style(invocation);
    struct report report = {
        .items = item,
        .count = 1,
        .color = style.color,
        .ascii = style.ascii,
        .columns = isatty(STDOUT_FILENO) ? style.columns : 0,
    };
    return report_writer_find(format)->write(&report, out, error);
}

const char *grade_output_format(const struct invocation *invocation)
{
    const char *format = invocation_option(invocation, "format");
    if (invocation_has(invocation, "json"))
        return "json";
    return format ? format : "text";
}

void grade_output_print(const struct invocation *invocation, const struct report_item *item)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    struct error error = {0};
    if (write_report(invocation, grade_output_format(invocation), item, &text, &error))
        output_print(&text);
    else
        output_error(&error);
}

bool grade_output_files(const struct invocation *invocation, const struct verdict *verdict, int64_t attempt,
                        struct error *error)
{
    static const char *const formats[] = {"junit", "html"};
    struct report_item item = {.verdict = verdict, .attempt = attempt};
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        const char *path = invocation_option(invocation, formats[i]);
        CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
        if (!path)
            continue;
        if (!write_report(invocation, formats[i], &item, &text, error) ||
            !file_write_atomic(path, buffer_text(&text), text.size_bytes, error))
            return false;
    }
    return true;
}
