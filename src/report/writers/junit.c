/* The report for continuous integration. */
#include "base/text.h"
#include "report/writers/report_writer.h"

static size_t count_failures(const struct report *report)
{
    size_t failures = 0;
    for (size_t i = 0; i < report->count; i++)
        failures += verdict_exit_code(report->items[i].verdict->status) != 0;
    return failures;
}

static bool append_failure_text(const struct report *report, size_t index, struct buffer *out, struct error *error)
{
    struct report one = {.items = &report->items[index], .count = 1, .ascii = report->ascii};
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    if (!report_write_text(&one, &text, error))
        return false;
    text_append_markup(out, buffer_text(&text));
    return true;
}

bool report_write_junit(const struct report *report, struct buffer *out, struct error *error)
{
    buffer_append_text(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    buffer_printf(out, "<testsuite name=\"warpschool\" tests=\"%zu\" failures=\"%zu\">\n", report->count,
                  count_failures(report));
    for (size_t i = 0; i < report->count; i++) {
        const struct verdict *verdict = report->items[i].verdict;
        buffer_append_text(out, "  <testcase classname=\"warpschool\" name=\"");
        text_append_markup(out, verdict->exercise);
        buffer_printf(out, "\" time=\"%.3f\">", (double)verdict->elapsed_ns * 1e-9);
        if (verdict_exit_code(verdict->status) != 0) {
            buffer_printf(out, "\n    <failure type=\"%s\" message=\"", verdict_status_name(verdict->status));
            text_append_markup(out, verdict->message ? verdict->message : report_verdict_words(verdict));
            buffer_append_text(out, "\">");
            if (!append_failure_text(report, i, out, error))
                return false;
            buffer_append_text(out, "</failure>\n  ");
        }
        buffer_append_text(out, "</testcase>\n");
    }
    buffer_append_text(out, "</testsuite>\n");
    return true;
}
