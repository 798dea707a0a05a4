/* A verdict as a page. */
#include "tui/screens/verdict/verdict_page.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "app/verdict_text.h"
#include "base/i18n.h"
#include "base/text.h"
#include "tui/draw/markdown.h"

enum {
    DETAIL_FINDINGS = 8,
    DETAIL_ELEMENTS = 3,
    DETAIL_PRINTED = 200,
    ULPS_SHOWN_MAX = 9999,
    PART_COLUMNS = 11,
    WIDE_COLUMNS = 36
};

static void add_part(const struct verdict_part *part, struct page *page)
{
    static const struct {
        enum mark mark;
        enum style style;
    } looks[] = {
        [VERDICT_PART_PASSED] = {MARK_PASSED, STYLE_GOOD},
        [VERDICT_PART_FAILED] = {MARK_OPEN, STYLE_BAD},
        [VERDICT_PART_NOT_REACHED] = {MARK_NOT_REACHED, STYLE_DIM},
    };
    bool is_wide = page->columns >= WIDE_COLUMNS;
    char label[PAGE_PREFIX_BYTES];
    const char *name = _(part->name);
    int padding = is_wide && text_width(name) < PART_COLUMNS ? PART_COLUMNS - text_width(name) : 0;
    snprintf(label, sizeof label, "%s %s%*s", mark_text(looks[part->state].mark, page->ascii), name, padding, "");
    page_indent(page, label, is_wide ? "             " : "  ");
    page->prefix_style = looks[part->state].style;
    page_printf(page, STYLE_NORMAL, "%s%s", is_wide ? "" : _(": "), *part->text ? part->text : _("not reached"));
    page_end(page);
    page_indent(page, "", "");
    page->prefix_style = STYLE_DIM;
}

static void add_element(const struct wrong_buffer *wrong, const struct wrong_element *element, struct page *page)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    page_printf(page, STYLE_CODE, "%s%s", wrong->parameter, element->position);
    buffer_append_text(&text, _("  expected "));
    text_append_number(&text, element->expected);
    if (element->never_written) {
        buffer_append_text(&text, _("  never written"));
    } else {
        buffer_append_text(&text, _("  got "));
        text_append_number(&text, element->got);
    }
    if (!element->never_written && element->ulps <= ULPS_SHOWN_MAX && element->ulps > 0)
        buffer_printf(&text, _(" (%" PRIu64 " ulp)"), element->ulps);
    page_text(page, STYLE_NORMAL, buffer_text(&text));
    page_end(page);
}

static void add_labelled(const char *label, const char *words, struct page *page)
{
    page_printf(page, STYLE_DIM, "%s  ", label);
    page_text(page, STYLE_NORMAL, words);
    page_end(page);
}

/* Of a single element, its own line says whether it was written. */
static void add_wrong_count(const struct wrong_buffer *wrong, struct page *page)
{
    if (wrong->element_count == 1) {
        page_printf(page, STYLE_NORMAL, _("the only element of %s is wrong"), wrong->parameter);
        return;
    }
    page_printf(page, STYLE_NORMAL,
                ngettext("%" PRIu64 " of %" PRIu64 " elements of %s is wrong",
                         "%" PRIu64 " of %" PRIu64 " elements of %s are wrong", wrong->wrong_count),
                wrong->wrong_count, wrong->element_count, wrong->parameter);
    if (wrong->unwritten_count > 0 && wrong->unwritten_count == wrong->wrong_count)
        page_text(page, STYLE_NORMAL, _(", never written"));
    else if (wrong->unwritten_count > 0)
        page_printf(page, STYLE_NORMAL, _(", %" PRIu64 " of them never written"), wrong->unwritten_count);
}

static void add_wrong(const struct wrong_buffer *wrong, size_t ranks, struct page *page)
{
    add_wrong_count(wrong, page);
    page_end(page);
    for (size_t i = 0; i < wrong->first_count && i < DETAIL_ELEMENTS; i++)
        add_element(wrong, &wrong->first[i], page);
    if (wrong->pattern)
        add_labelled(_("pattern"), wrong->pattern, page);
    if (ranks > 1) {
        page_printf(page, STYLE_DIM, _("ranks with this pattern: %zu"), ranks);
        page_end(page);
    }
    if (wrong->first_count > 0 && wrong->first[0].owner[0])
        add_labelled(_("belongs to"), wrong->first[0].owner, page);
}

static void add_failing_case(const struct verdict *verdict, struct page *page)
{
    const struct case_verdict *failing = verdict->reported ? verdict->reported : verdict->smallest_failing;
    if (!failing || (failing->wrong_count == 0 && !failing->input_changed)) /* the sentence has all of it */
        return;
    page_blank(page);
    if (failing == verdict->smallest_failing)
        page_printf(page, STYLE_STRONG, _("Smallest failing case: %s"), failing->name);
    else
        page_printf(page, STYLE_STRONG, _("Most informative failing case: %s"), failing->name);
    page_end(page);
    page_indent(page, "  ", "    ");
    if (failing->input_changed && failing->changed_input) {
        page_printf(page, STYLE_BAD, _("the input %s was changed by the kernel"), failing->changed_input);
        page_end(page);
    }
    for (size_t i = 0, ranks; i < failing->wrong_count; i++) {
        page_indent(page, "  ", "  ");
        if ((ranks = verdict_ranks_alike(failing, i)))
            add_wrong(&failing->wrong[i], ranks, page);
    }
    page_indent(page, "", "");
}

static void add_finding(const struct vgpu_finding *finding, struct page *page)
{
    bool is_note = finding->severity == VGPU_SEVERITY_NOTE;
    if (finding->line > 0)
        page_printf(page, is_note ? STYLE_WARNING : STYLE_BAD, _("line %d  "), finding->line);
    page_text(page, STYLE_NORMAL, finding->message ? finding->message : "");
    if (finding->count > 1)
        page_printf(page, STYLE_DIM, _(" (%" PRIu64 " times)"), finding->count);
    page_end(page);
}

static void add_findings(const struct verdict *verdict, struct page *page)
{
    const struct observation *observation = verdict->observation;
    if (!observation)
        return;
    if (observation->finding_count > 0)
        page_blank(page);
    for (size_t i = 0; i < observation->finding_count && i < DETAIL_FINDINGS; i++) {
        page_indent(page, "", "  ");
        add_finding(&observation->findings[i], page);
    }
    page_indent(page, "", "");
    if (observation->finding_count > DETAIL_FINDINGS) {
        page_printf(page, STYLE_DIM, _("and %zu more"), observation->finding_count - DETAIL_FINDINGS);
        page_end(page);
    }
    if (observation->faulted || observation->deadlocked || observation->timed_out) {
        page_text(page, STYLE_BAD, observation->fault);
        page_end(page);
    }
}

/* The verdict's sentence has all of it: words, hint and line. */
static bool is_told(const struct verdict *verdict, const struct diagnostic *diagnostic)
{
    const char *told = verdict->message ? verdict->message : "";
    return diagnostic->severity == DIAGNOSTIC_ERROR && strcasestr(told, diagnostic->message) &&
           (!diagnostic->hint || strcasestr(told, diagnostic->hint));
}

static void add_diagnostics(const struct verdict *verdict, struct page *page)
{
    size_t count = verdict->diagnostics ? diagnostics_count(verdict->diagnostics) : 0, shown = 0;
    for (size_t i = 0; i < count && i < DETAIL_FINDINGS; i++) {
        const struct diagnostic *diagnostic = diagnostics_at(verdict->diagnostics, i);
        bool is_error = diagnostic->severity == DIAGNOSTIC_ERROR;
        if (is_told(verdict, diagnostic))
            continue;
        if (shown++ == 0)
            page_blank(page);
        page_indent(page, "", "  ");
        if (diagnostic->location.line > 0)
            page_printf(page, is_error ? STYLE_BAD : STYLE_WARNING, _("line %d  "), diagnostic->location.line);
        page_text(page, STYLE_NORMAL, diagnostic->message);
        page_end(page);
        if (diagnostic->hint) {
            page_indent(page, "  ", "  ");
            page_text(page, STYLE_DIM, diagnostic->hint);
            page_end(page);
        }
    }
    page_indent(page, "", "");
}

static void add_reading(const struct verdict *verdict, const struct curriculum *curriculum, bool has_key,
                        struct page *page)
{
    if (!verdict->read || !*verdict->read)
        return;
    const struct lesson *lesson = curriculum_find_lesson(curriculum, verdict->read);
    page_indent(page, "", "  ");
    page_text(page, STYLE_DIM, _("See lesson: "));
    page_text(page, STYLE_NORMAL, lesson ? lesson->title : verdict->read);
    if (lesson && has_key)
        page_text(page, STYLE_DIM, _(" (press o)"));
    page_end(page);
    page_indent(page, "", "");
}

void verdict_page_build(const struct verdict *verdict, const struct curriculum *curriculum, const char *explain,
                        bool has_key, struct page *page)
{
    struct verdict_part parts[VERDICT_PART_COUNT];
    verdict_text_parts(verdict, page->arena, parts);
    for (int i = 0; i < VERDICT_PART_COUNT; i++)
        add_part(&parts[i], page);
    if (verdict->message && *verdict->message) {
        page_blank(page);
        page_text(page, STYLE_STRONG, verdict->message);
        page_end(page);
    }
    if (verdict_text_foreign(verdict)) {
        page_text(page, STYLE_DIM, verdict_text_foreign(verdict));
        page_end(page);
    }
    add_reading(verdict, curriculum, has_key, page);
    if (verdict->status == VERDICT_GATE) {
        page_text(page, STYLE_DIM, _("N shows the exact names of counters."));
        page_end(page);
    }
    add_diagnostics(verdict, page);
    add_findings(verdict, page);
    add_failing_case(verdict, page);
    if (!verdict->certifiable && verdict->not_certifiable_why) {
        page_blank(page);
        page_printf(page, STYLE_DIM, _("not certifiable: %s"), verdict->not_certifiable_why);
        page_end(page);
    }
    if (verdict->status == VERDICT_PASS && explain) {
        page_blank(page);
        page_text(page, STYLE_TITLE, _("What it shows"));
        page_end(page);
        page_blank(page);
        markdown_render(explain, page);
    }
}

void verdict_page_build_output(const struct verdict *verdict, struct page *page)
{
    const struct observation *observation = verdict ? verdict->observation : NULL;
    if (!observation || observation->printed_count == 0) {
        page_text(page, STYLE_DIM,
                  verdict && verdict->status == VERDICT_COMPILE_ERROR
                      ? _("The file does not compile, so nothing ran.")
                      : _("The kernel printed nothing. printf in a kernel shows up here, thread by thread."));
        page_end(page);
        return;
    }
    if (verdict->printed_case) {
        page_printf(page, STYLE_DIM, _("printed in case %s:"), verdict->printed_case);
        page_end(page);
    }
    for (size_t i = 0; i < observation->printed_count && i < DETAIL_PRINTED; i++) {
        const struct printed_line *line = &observation->printed[i];
        page_indent(page, "", "    ");
        page_printf(page, STYLE_DIM, "block %u,%u,%u thread %u,%u,%u  ", line->block[0], line->block[1], line->block[2],
                    line->thread[0], line->thread[1], line->thread[2]);
        size_t length = strlen(line->text); /* its own end of line would be an empty one */
        page_bytes(page, STYLE_NORMAL, line->text, length - (length > 0 && line->text[length - 1] == '\n'));
        page_end(page);
    }
    page_indent(page, "", "");
    if (observation->printed_total > DETAIL_PRINTED) {
        page_printf(page, STYLE_DIM, _("and %" PRIu64 " more"), observation->printed_total - DETAIL_PRINTED);
        page_end(page);
    }
}
