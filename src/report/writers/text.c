/* The report for the terminal. */
#include "report/writers/report_writer.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "base/text.h"

struct style {
    const char *good, *bad, *dim, *bold, *reset;
};

static struct style style_of(const struct report *report)
{
    if (!report->color)
        return (struct style){"", "", "", "", ""};
    return (struct style){"\033[32m", "\033[31m", "\033[2m", "\033[1m", "\033[0m"};
}

static const char *const marks_unicode[] = {"●", "○", "·"};
static const char *const marks_ascii[] = {"*", "o", "-"};

static const char *mark_of(const struct report *report, const struct report_part *part)
{
    return (report->ascii ? marks_ascii : marks_unicode)[part->state];
}

static void append_heading(const struct report *report, const struct report_item *item, struct buffer *out)
{
    struct style style = style_of(report);
    const struct verdict *verdict = item->verdict;
    buffer_printf(out, "%s%s%s", style.bold, verdict->exercise, style.reset);
    if (item->attempt > 0)
        buffer_printf(out, _(", attempt %" PRId64), item->attempt);
    buffer_printf(out, _(": %s%s%s ("), verdict->status == VERDICT_PASS ? style.good : style.bad,
                  _(report_verdict_words(verdict)), style.reset);
    report_append_origin(verdict, out);
    buffer_append_text(out, _(")\n"));
}

enum { PART_COLUMNS = 10 };

static void append_parts(const struct report *report, const struct verdict *verdict, struct buffer *out)
{
    struct style style = style_of(report);
    struct report_part parts[REPORT_PART_COUNT];
    report_parts(verdict, parts);
    for (int i = 0; i < REPORT_PART_COUNT; i++) {
        const char *tint = parts[i].state == REPORT_PART_PASSED   ? style.good
                           : parts[i].state == REPORT_PART_FAILED ? style.bad
                                                                  : style.dim;
        const char *name = _(parts[i].name);
        int padding = text_width(name) < PART_COLUMNS ? PART_COLUMNS - text_width(name) : 0;
        buffer_printf(out, "  %s%s%s %s%*s ", tint, mark_of(report, &parts[i]), style.reset, name, padding, "");
        if (!parts[i].is_reported)
            buffer_append_text(out, _("not reached"));
        else
            parts[i].append(verdict, out);
        buffer_append_char(out, '\n');
    }
}

/* The line of the learner's file for a finding or gate. */
static void append_source_line(const struct verdict *verdict, int line, struct buffer *out)
{
    const struct source *source = verdict->source;
    if (!source || line <= 0)
        return;
    const char *start = source->text;
    const char *end = source->text + source->size_bytes;
    for (int i = 1; i < line && start < end; i++) {
        const char *newline = memchr(start, '\n', (size_t)(end - start));
        start = newline ? newline + 1 : end;
    }
    if (start >= end)
        return;
    const char *newline = memchr(start, '\n', (size_t)(end - start));
    buffer_printf(out, "%8d | ", line);
    text_sanitise_line(out, start, (size_t)((newline ? newline : end) - start));
    buffer_append_char(out, '\n');
}

static void append_finding(const struct verdict *verdict, const struct vgpu_finding *finding, struct buffer *out)
{
    const char *file = verdict->source ? verdict->source->name : "";
    buffer_printf(out, "  %s:%d: %s%s", file, finding->line, finding->severity == VGPU_SEVERITY_NOTE ? _("note: ") : "",
                  finding->message);
    if (finding->count > 1)
        buffer_printf(out, _(" (%" PRIu64 " times)"), finding->count);
    buffer_append_char(out, '\n');
    append_source_line(verdict, finding->line, out);
}

enum { FINDINGS_SHOWN = 5 };

static void append_findings(const struct verdict *verdict, struct buffer *out)
{
    const struct observation *observation = verdict->observation;
    if (!observation)
        return;
    size_t shown = observation->finding_count < FINDINGS_SHOWN ? observation->finding_count : FINDINGS_SHOWN;
    for (size_t i = 0; i < shown; i++)
        append_finding(verdict, &observation->findings[i], out);
    if (observation->finding_count > shown)
        buffer_printf(out, _("  and %zu more\n"), observation->finding_count - shown);
    if (observation->faulted || observation->deadlocked || observation->timed_out)
        buffer_printf(out, "  %s\n", observation->fault);
}

/* Above a million units in the last place, the numbers themselves are clearer. */
enum { ULPS_WORTH_SHOWING = 1000000 };

static void append_wrong_element(const struct wrong_buffer *wrong, const struct wrong_element *element,
                                 struct buffer *out)
{
    buffer_printf(out, _("    element %s of %s: expected "), element->position[0] ? element->position : "",
                  wrong->parameter);
    text_append_number(out, element->expected);
    buffer_append_text(out, _(", got "));
    if (element->never_written)
        buffer_append_text(out, _("nothing (never written)"));
    else
        text_append_number(out, element->got);
    if (!element->never_written && element->ulps <= ULPS_WORTH_SHOWING && element->ulps > 0)
        buffer_printf(out, _(" (%" PRIu64 " ulp)"), element->ulps);
    buffer_append_char(out, '\n');
}

/* Of a single element, its own line says whether it was written. */
static void append_wrong_count(const struct wrong_buffer *wrong, struct buffer *out)
{
    if (wrong->element_count == 1) {
        buffer_printf(out, _("    the only element of %s is wrong"), wrong->parameter);
        return;
    }
    buffer_printf(out,
                  ngettext("    %" PRIu64 " of %" PRIu64 " elements of %s is wrong",
                           "    %" PRIu64 " of %" PRIu64 " elements of %s are wrong", wrong->wrong_count),
                  wrong->wrong_count, wrong->element_count, wrong->parameter);
    if (wrong->unwritten_count > 0 && wrong->unwritten_count == wrong->wrong_count)
        buffer_append_text(out, _(", never written"));
    else if (wrong->unwritten_count > 0)
        buffer_printf(out, _(", %" PRIu64 " of them never written"), wrong->unwritten_count);
}

static void append_wrong_buffer(const struct wrong_buffer *wrong, size_t ranks, struct buffer *out)
{
    append_wrong_count(wrong, out);
    buffer_append_char(out, '\n');
    for (size_t i = 0; i < wrong->first_count && i < 3; i++)
        append_wrong_element(wrong, &wrong->first[i], out);
    if (wrong->pattern)
        buffer_printf(out, _("    pattern: %s\n"), wrong->pattern);
    if (ranks > 1)
        buffer_printf(out, _("    ranks with this pattern: %zu\n"), ranks);
    if (wrong->first_count > 0 && wrong->first[0].owner[0])
        buffer_printf(out, _("    belongs to %s\n"), wrong->first[0].owner);
}

static void append_failing_case(const struct verdict *verdict, struct buffer *out)
{
    const struct case_verdict *failing = verdict->reported ? verdict->reported : verdict->smallest_failing;
    if (!failing || (!failing->wrong_count && !failing->input_changed))
        return;
    buffer_printf(out, _("  case %s:\n"), failing->name);
    if (failing->input_changed && failing->changed_input)
        buffer_printf(out, _("    the input %s was changed by the kernel\n"), failing->changed_input);
    for (size_t i = 0, ranks; i < failing->wrong_count; i++)
        if ((ranks = verdict_ranks_alike(failing, i)))
            append_wrong_buffer(&failing->wrong[i], ranks, out);
}

/* Whether an earlier gate that is not met has shown this gate's line. */
static bool is_line_shown(const struct verdict *verdict, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (!verdict->gates[i].met && verdict->gates[i].line == verdict->gates[index].line)
            return true;
    return false;
}

/* An unmet gate is shown only if everything before it is in order. Until then it would distract. */
static void append_gates(const struct verdict *verdict, struct buffer *out)
{
    if (verdict->status != VERDICT_GATE)
        return;
    for (size_t i = 0; i < verdict->gate_count; i++) {
        const struct gate_verdict *gate = &verdict->gates[i];
        if (!gate->met && !is_line_shown(verdict, i))
            append_source_line(verdict, gate->line, out);
    }
}

enum { PRINTED_SHOWN = 20 };

static void append_printed(const struct verdict *verdict, struct buffer *out)
{
    const struct observation *observation = verdict->observation;
    if (!observation || observation->printed_count == 0)
        return;
    size_t shown = observation->printed_count < PRINTED_SHOWN ? observation->printed_count : PRINTED_SHOWN;
    if (verdict->printed_case)
        buffer_printf(out, _("  printed in case %s:\n"), verdict->printed_case);
    else
        buffer_append_text(out, _("  printed:\n"));
    for (size_t i = 0; i < shown; i++) {
        const struct printed_line *line = &observation->printed[i];
        buffer_printf(out, _("    block (%u,%u,%u) thread (%u,%u,%u): "), line->block[0], line->block[1],
                      line->block[2], line->thread[0], line->thread[1], line->thread[2]);
        size_t length = strlen(line->text); /* its own end of line would be an empty one */
        text_sanitise_line(out, line->text, length - (length > 0 && line->text[length - 1] == '\n'));
        buffer_append_char(out, '\n');
    }
    if (observation->printed_total > shown)
        buffer_printf(out, _("    and %" PRIu64 " more\n"), observation->printed_total - shown);
}

void report_append_details(const struct verdict *verdict, bool findings, struct buffer *out)
{
    if (findings && verdict->diagnostics && diagnostics_count(verdict->diagnostics) > 0)
        diagnostics_render(verdict->diagnostics, out);
    if (findings)
        append_findings(verdict, out);
    append_failing_case(verdict, out);
    if (findings)
        append_gates(verdict, out);
    append_printed(verdict, out);
}

/* The bytes of a colour sequence at `at`; 0: there is none. */
static size_t escape_bytes(const char *at)
{
    return *at == '\033' ? strcspn(at, "m") + 1 : 0;
}

/* The bytes of the line that fit, up to a space if there is one after the indent. */
static size_t fitting_bytes(const char *line, size_t size_bytes, size_t indent, int columns)
{
    int used = 0;
    size_t last_space = 0, at = 0;
    while (at < size_bytes) {
        int width = 0;
        size_t escape = escape_bytes(line + at), step = escape ? escape : 0;
        if (!escape)
            step = text_step_cluster(line + at, size_bytes - at, &width);
        if (used + width > columns)
            return last_space > indent ? last_space : at;
        if (line[at] == ' ')
            last_space = at;
        used += width;
        at += step;
    }
    return size_bytes;
}

enum { NAME_INDENT = 13 };

/* Further lines of a part stand below its text, those of another line below its first word. */
static size_t indent_of(const char *line, size_t size_bytes)
{
    size_t indent = 0;
    while (indent < size_bytes && line[indent] == ' ')
        indent++;
    bool is_part = indent == 2 && ((unsigned char)line[2] >= 0x80 || line[2] == '\033');
    return is_part ? NAME_INDENT + 2 : indent;
}

static void append_wrapped(const char *line, size_t size_bytes, int columns, struct buffer *out)
{
    size_t indent = indent_of(line, size_bytes), left = size_bytes;
    int room = columns;
    while (left > 0) {
        size_t fits = fitting_bytes(line, left, room == columns ? indent : 0, room);
        fits = fits > 0 ? fits : left;
        buffer_append(out, line, fits);
        line += fits;
        left -= fits;
        while (left > 0 && *line == ' ')
            line++, left--;
        buffer_append_char(out, '\n');
        room = columns - (int)indent;
        if (left > 0)
            buffer_append_repeat(out, " ", (int)indent);
    }
}

/* Lines of source are left as they are: the terminal wraps them. */
static void append_all_wrapped(const struct buffer *text, int columns, struct buffer *out)
{
    const char *at = buffer_text(text);
    while (*at) {
        size_t length = strcspn(at, "\n");
        bool is_source = memmem(at, length, " | ", 3) != NULL;
        if (columns <= 2 * NAME_INDENT || is_source || length == 0) {
            buffer_append(out, at, length);
            buffer_append_char(out, '\n');
        } else {
            append_wrapped(at, length, columns, out);
        }
        at += length + (at[length] == '\n');
    }
}

static void append_verdict(const struct report *report, const struct report_item *item, struct buffer *out)
{
    const struct verdict *verdict = item->verdict;
    append_heading(report, item, out);
    append_parts(report, verdict, out);
    report_append_details(verdict, true, out);
    if (verdict->message && *verdict->message)
        buffer_printf(out, "%s\n", verdict->message);
    if (verdict->read && *verdict->read)
        buffer_printf(out, _("read: %s\n"), verdict->read);
    if (!verdict->certifiable && verdict->not_certifiable_why)
        buffer_printf(out, _("not certifiable: %s\n"), verdict->not_certifiable_why);
}

bool report_write_text(const struct report *report, struct buffer *out, struct error *error)
{
    (void)error;
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    for (size_t i = 0; i < report->count; i++)
        append_verdict(report, &report->items[i], &text);
    append_all_wrapped(&text, report->columns, out);
    return true;
}
