/*
 * The report for editors: FILE:LINE:COLUMN: SEVERITY: TEXT, as compilers write it. First come the
 * compiler's messages, findings and missed gates, then the verdict.
 */
#include "report/writers/report_writer.h"

#include <string.h>

#include "base/i18n.h"
#include "base/text.h"

struct place {
    const char *file;
    const struct source *source; /* NULL: not read */
};

/* The first column with text, so an editor marks that text. */
static int column_of(const struct source *source, int line)
{
    const char *at = source ? source->text : NULL, *end = source ? at + source->size_bytes : NULL;
    for (int i = 1; at && i < line; i++) {
        at = memchr(at, '\n', (size_t)(end - at));
        at += at != NULL;
    }
    int column = 1;
    for (; at && at < end && (*at == ' ' || *at == '\t'); at++)
        column++;
    return column;
}

/* A message without a line is at the start of the file. */
static void append_line(const struct place *place, int line, int column, const char *severity, const char *text,
                        struct buffer *out)
{
    int shown = line > 0 ? line : 1;
    buffer_printf(out, "%s:%d:%d: %s: ", place->file, shown, column > 0 ? column : column_of(place->source, shown),
                  severity);
    text_sanitise_line(out, text, strlen(text));
    buffer_append_char(out, '\n');
}

static void append_diagnostics(const struct place *place, const struct diagnostics *diagnostics, struct buffer *out)
{
    static const char *const severities[] = {
        [DIAGNOSTIC_NOTE] = "note", [DIAGNOSTIC_WARNING] = "warning", [DIAGNOSTIC_ERROR] = "error"};
    for (size_t i = 0; diagnostics && i < diagnostics_count(diagnostics); i++) {
        const struct diagnostic *diagnostic = diagnostics_at(diagnostics, i);
        const struct location *location = &diagnostic->location;
        append_line(place, location->line, location->column, severities[diagnostic->severity], diagnostic->message,
                    out);
        if (diagnostic->hint)
            append_line(place, location->line, location->column, "note", diagnostic->hint, out);
    }
}

static void append_findings(const struct place *place, const struct observation *observation, struct buffer *out)
{
    for (size_t i = 0; observation && i < observation->finding_count; i++) {
        const struct vgpu_finding *finding = &observation->findings[i];
        append_line(place, finding->line, 0, finding->severity == VGPU_SEVERITY_NOTE ? "note" : "error",
                    finding->message, out);
    }
}

/* As in the text: a missed gate counts once the kernel is safe and right. */
static void append_gates(const struct place *place, const struct verdict *verdict, struct buffer *out)
{
    for (size_t i = 0; verdict->status == VERDICT_GATE && i < verdict->gate_count; i++) {
        const struct gate_verdict *gate = &verdict->gates[i];
        if (!gate->met && gate->line > 0 && gate->message)
            append_line(place, gate->line, 0, "error", gate->message, out);
    }
}

static void append_verdict(const struct place *place, const struct verdict *verdict, struct buffer *out)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    buffer_append_text(&text, _(report_verdict_words(verdict)));
    if (verdict->message && *verdict->message)
        buffer_printf(&text, ": %s", verdict->message);
    bool is_passed = verdict_exit_code(verdict->status) == 0;
    append_line(place, verdict->line, 0, is_passed ? "note" : "error", buffer_text(&text), out);
}

bool report_write_gcc(const struct report *report, struct buffer *out, struct error *error)
{
    (void)error;
    for (size_t i = 0; i < report->count; i++) {
        const struct verdict *verdict = report->items[i].verdict;
        struct place place = {.file = verdict->file, .source = verdict->source};
        if (verdict->source)
            place.file = verdict->source->name;
        if (report->items[i].path)
            place.file = report->items[i].path;
        append_diagnostics(&place, verdict->diagnostics, out);
        append_findings(&place, verdict->observation, out);
        append_gates(&place, verdict, out);
        append_verdict(&place, verdict, out);
    }
    return true;
}
