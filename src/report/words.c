/* The sentences of a verdict. */
#include "report/words.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "base/i18n.h"
#include "base/mangled.h"
#include "base/text.h"

static const char *const status_words[VERDICT_STATUS_COUNT] = {
    [VERDICT_PASS] = N_("passed"),
    [VERDICT_WRONG] = N_("wrong result"),
    [VERDICT_UNSAFE] = N_("unsafe"),
    [VERDICT_GATE] = N_("gate not met"),
    [VERDICT_SLOW] = N_("too slow"),
    [VERDICT_COMPILE_ERROR] = N_("does not compile"),
    [VERDICT_TIMEOUT] = N_("out of time"),
    [VERDICT_CRASH] = N_("crashed"),
    [VERDICT_WAIVED] = N_("waived: this device lacks a feature"),
    [VERDICT_ENVIRONMENT] = N_("could not be judged"),
};

/*
 * "gate not met": the status as a heading. Like the names of the parts, it is not translated yet.
 */
static const char *report_status_words(enum verdict_status status)
{
    return status_words[status];
}

void report_append_architecture(const char *name, struct buffer *out)
{
    for (; *name && *name != '+'; name++)
        buffer_append_char(out, (char)toupper((unsigned char)*name));
    if (strcmp(name, "+pcie") == 0)
        buffer_append_text(out, _(" over PCIe"));
}

void report_append_origin(const struct verdict *verdict, struct buffer *out)
{
    if (!verdict->device || !*verdict->device) {
        buffer_append_text(out, _("not run"));
        return;
    }
    if (verdict_on_gpu(verdict)) {
        buffer_printf(out, _("measured on %s"), verdict->architecture ? verdict->architecture : _("this GPU"));
        return;
    }
    buffer_append_text(out, _("modelled for "));
    report_append_architecture(verdict->architecture ? verdict->architecture : "h100", out);
}

static uint64_t spilled_bytes(const struct kernel_resources *resources)
{
    return (uint64_t)resources->spill_store_bytes + resources->spill_load_bytes;
}

/* Of several kernels, the one that spills most, else the one with most registers. NULL: unknown. */
static const struct kernel_resources *heaviest_kernel(const struct verdict *verdict)
{
    const struct kernel_resources *most = NULL;
    for (size_t i = 0; i < verdict->resource_count; i++) {
        const struct kernel_resources *each = &verdict->resources[i];
        bool spills_as_much = most && spilled_bytes(each) == spilled_bytes(most);
        if (each->registers && (!most || spilled_bytes(each) > spilled_bytes(most) ||
                                (spills_as_much && each->registers > most->registers)))
            most = each;
    }
    return most;
}

static void append_resources(const struct verdict *verdict, struct buffer *out)
{
    const struct kernel_resources *resources = heaviest_kernel(verdict);
    CLEANUP(arena_free) struct arena *arena = arena_new();
    if (!resources)
        return;
    if (verdict->resource_count > 1)
        buffer_printf(out, ngettext(", %u register in %s", ", %u registers in %s", resources->registers),
                      resources->registers, mangled_readable(arena, resources->kernel));
    else
        buffer_printf(out, ngettext(", %u register", ", %u registers", resources->registers), resources->registers);
    if (spilled_bytes(resources) > 0)
        buffer_printf(out, ngettext(" (%u byte spilled)", " (%u bytes spilled)", (unsigned)spilled_bytes(resources)),
                      (unsigned)spilled_bytes(resources));
    if (resources->static_shared_bytes > 0)
        buffer_printf(
            out, ngettext(", %u byte of shared memory", ", %u bytes of shared memory", resources->static_shared_bytes),
            resources->static_shared_bytes);
}

static void append_compiles(const struct verdict *verdict, struct buffer *out)
{
    if (verdict->status == VERDICT_COMPILE_ERROR) {
        size_t errors = verdict->diagnostics ? diagnostics_error_count(verdict->diagnostics) : 0;
        buffer_printf(out, ngettext("no, %zu error", "no, %zu errors", errors), errors);
        return;
    }
    buffer_append_text(out, _("yes"));
    append_resources(verdict, out);
}

static size_t count_findings(const struct verdict *verdict, enum vgpu_severity severity)
{
    size_t count = 0;
    for (size_t i = 0; verdict->observation && i < verdict->observation->finding_count; i++)
        count += verdict->observation->findings[i].severity == severity;
    return count;
}

/*
 * A refused launch is neither safe nor unsafe. A case after a stopped one shows nothing. A
 * missed gate leaves out cases only if the kernel does too much work. NULL: none.
 */
static const struct case_verdict *refused_case(const struct verdict *verdict)
{
    size_t first = verdict->status == VERDICT_GATE ? verdict->case_count : 0;
    while (first < verdict->case_count && verdict->cases[first].ran && verdict->cases[first].right)
        first++;
    return first < verdict->case_count && !verdict->cases[first].ran ? &verdict->cases[first] : NULL;
}

static const char launch_error[] = "launch_error", launch_error_words[] = N_("launch error");

static bool is_refused(const struct verdict *verdict)
{
    return verdict->status == VERDICT_CRASH && refused_case(verdict);
}

const char *report_verdict_words(const struct verdict *verdict)
{
    return is_refused(verdict) ? launch_error_words : report_status_words(verdict->status);
}

const char *report_recorded_status(const struct verdict *verdict)
{
    return is_refused(verdict) ? launch_error : verdict_status_name(verdict->status);
}

const char *report_recorded_words(const char *recorded_status)
{
    for (int i = 0; i < VERDICT_STATUS_COUNT; i++)
        if (strcmp(verdict_status_name((enum verdict_status)i), recorded_status) == 0)
            return report_status_words((enum verdict_status)i);
    return strcmp(recorded_status, launch_error) == 0 ? launch_error_words : NULL;
}

static void append_safe(const struct verdict *verdict, struct buffer *out)
{
    size_t errors = count_findings(verdict, VGPU_SEVERITY_ERROR);
    size_t notes = count_findings(verdict, VGPU_SEVERITY_NOTE);
    const struct case_verdict *refused = refused_case(verdict);
    if (errors == 0 && refused) {
        buffer_append_text(out, _("not run"));
        buffer_printf(out, _(" (case %s)"), refused->name);
        return;
    }
    if (errors == 0 && verdict->status == VERDICT_TIMEOUT)
        buffer_append_text(out, _("not known: the run was stopped"));
    else if (errors == 0 && verdict->status == VERDICT_CRASH)
        buffer_append_text(out, _("not known: the run did not end"));
    else if (errors > 0)
        buffer_printf(out, ngettext("no, %zu finding", "no, %zu findings", errors), errors);
    else if (verdict->status == VERDICT_UNSAFE) /* an error of host code is no finding of a kernel */
        buffer_append_text(out, _("no"));
    else
        buffer_append_text(out, _("yes"));
    if (errors > 0 && verdict->unsafe_case)
        buffer_printf(out, _(" (case %s)"), verdict->unsafe_case);
    if (notes > 0)
        buffer_printf(out, ngettext(", %zu note", ", %zu notes", notes), notes);
}

/* Of the cases that ran. Where none did, of all. */
static void append_right(const struct verdict *verdict, struct buffer *out)
{
    size_t failing = 0, left_out = 0;
    for (size_t i = 0; i < verdict->case_count; i++) {
        failing += verdict->cases[i].ran && !verdict->cases[i].right;
        left_out += !verdict->cases[i].ran;
    }
    if (left_out == verdict->case_count)
        left_out = 0;
    buffer_printf(out, ngettext("%zu of %zu case", "%zu of %zu cases", verdict->case_count - left_out),
                  verdict->right_count, verdict->case_count - left_out);
    if (left_out)
        buffer_printf(out, _(", %zu not run"), left_out);
    if (!verdict->smallest_failing)
        return;
    buffer_printf(out, _(", fails at %s"), verdict->smallest_failing->name);
    if (failing > 1 && strchr(verdict->smallest_failing->name, '=')) /* else it has no size: "wrong kernel 1" */
        buffer_printf(out, _(" (smallest of %zu failing cases)"), failing);
}

/* Chinese text has parentheses of its own. */
static const char *const opening[] = {" (", "\uff08"}, *const closing[] = {")", "\uff09"};

static const char *last_parenthesis(const char *text, size_t form)
{
    const char *last = NULL;
    for (const char *at = text; (at = strstr(at, opening[form])) != NULL; at++)
        last = at;
    return last;
}

/* The limit alone where the gate before it says the same of the same counter: "at least 11)". */
static const char *further_limit(const struct gate_verdict *before, const struct gate_verdict *gate, size_t form)
{
    const char *limit = last_parenthesis(gate->message, form);
    if (!before || !limit || strcmp(before->counter, gate->counter) != 0)
        return NULL;
    size_t opened = (size_t)(limit - gate->message) + strlen(opening[form]);
    return strncmp(before->message, gate->message, opened) ? NULL : gate->message + opened;
}

/* Puts a further limit into the parenthesis of the limit before it: " (limit 11, at least 11)". */
static bool append_further_limit(const struct gate_verdict *before, const struct gate_verdict *gate, struct buffer *out)
{
    for (size_t form = 0; form < sizeof opening / sizeof *opening; form++) {
        const char *limit = further_limit(before, gate, form);
        size_t length = strlen(closing[form]);
        if (!limit || out->size_bytes < length ||
            strcmp(buffer_text(out) + out->size_bytes - length, closing[form]) != 0)
            continue;
        out->size_bytes -= length;
        buffer_printf(out, "%s%s", _(", "), limit);
        return true;
    }
    return false;
}

static void append_structure(const struct verdict *verdict, struct buffer *out)
{
    const struct gate_verdict *before = NULL;
    if (verdict->gate_count == 0) /* of a program, the message says what its host code lacks */
        buffer_append_text(out, verdict->status == VERDICT_GATE ? _("not as the task asks") : _("no gates"));
    for (size_t i = 0; i < verdict->gate_count; i++) {
        const struct gate_verdict *gate = &verdict->gates[i];
        if (!gate->message || (gate->met && verdict->status == VERDICT_GATE))
            continue;
        bool is_told = before && !strcmp(before->message, gate->message);
        if (!is_told && !append_further_limit(before, gate, out))
            buffer_printf(out, "%s%s", before ? _(". ") : "", gate->message);
        before = gate;
    }
}

/* What was compared at the timed size. */
static const char *const trust_words[VERDICT_TRUST_COUNT] = {
    [VERDICT_TRUST_NONE] = "",
    [VERDICT_TRUST_SAMPLED] = N_("a sample of the elements was compared"),
    [VERDICT_TRUST_FULL] = N_("every element was compared"),
    [VERDICT_TRUST_MEASURED] = N_("every run was compared"),
};

/* Below this share of the solution's speed, its inverse says more. */
#define MUCH_SLOWER 0.1

static void append_ratio(const struct time_verdict *time, struct buffer *out)
{
    char factor[TEXT_FACTOR_BYTES];
    if (time->ratio_to_solution > 0 && time->ratio_to_solution < MUCH_SLOWER)
        buffer_printf(out, _(", the solution is %sx as fast"), text_format_factor(1 / time->ratio_to_solution, factor));
    else if (time->ratio_to_solution > 0)
        buffer_printf(out, _(", %.2fx the solution's speed"), time->ratio_to_solution);
}

void report_append_speed(const struct time_verdict *time, struct buffer *out)
{
    text_append_duration(out, time->microseconds * 1e-6);
    append_ratio(time, out);
}

static void append_speed(const struct verdict *verdict, struct buffer *out)
{
    const struct time_verdict *time = &verdict->time;
    if (!time->available) {
        buffer_append_text(out, time->note ? _(time->note) : _("not modelled yet"));
        return;
    }
    text_append_duration(out, time->microseconds * 1e-6);
    if (time->roofline_percent > 0 && time->roofline_percent < 0.5)
        buffer_append_text(out, _(", under a hundredth of the roofline"));
    else if (time->roofline_percent > 0)
        buffer_printf(out, _(", %.0f %% of the roofline"), time->roofline_percent);
    append_ratio(time, out);
    if (time->medal != MEDAL_NONE)
        buffer_printf(out, _(", %s"), _(verdict_medal_name(time->medal)));
    if (time->medal == MEDAL_GOLD && verdict_is_at_limit(time))
        buffer_append_text(out, _(", at the limit"));
    if (verdict->trust != VERDICT_TRUST_NONE)
        buffer_printf(out, _(", %s"), _(trust_words[verdict->trust]));
    if (time->note)
        buffer_printf(out, _(" (%s)"), _(time->note));
}

/* The number of parts that were satisfied before a verdict of this status. */
static int parts_satisfied(const struct verdict *verdict)
{
    switch (verdict->status) {
    case VERDICT_PASS:
    case VERDICT_WAIVED:
        return 5;
    case VERDICT_SLOW:
        return 4;
    case VERDICT_GATE:
        return 3;
    case VERDICT_WRONG:
        return 2;
    case VERDICT_UNSAFE:
    case VERDICT_TIMEOUT:
    case VERDICT_CRASH:
        return 1;
    default:
        return 0;
    }
}

void report_parts(const struct verdict *verdict, struct report_part out_parts[REPORT_PART_COUNT])
{
    static const struct report_part parts[REPORT_PART_COUNT] = {
        {.name = N_("compiles"), .append = append_compiles}, {.name = N_("safe"), .append = append_safe},
        {.name = N_("right"), .append = append_right},       {.name = N_("structure"), .append = append_structure},
        {.name = N_("speed"), .append = append_speed},
    };
    int satisfied = parts_satisfied(verdict);
    for (int i = 0; i < REPORT_PART_COUNT; i++) {
        out_parts[i] = parts[i];
        out_parts[i].state = i < satisfied    ? REPORT_PART_PASSED
                             : i == satisfied ? REPORT_PART_FAILED
                                              : REPORT_PART_NOT_REACHED;
    }
    for (int i = 0; i < REPORT_PART_COUNT; i++)
        out_parts[i].is_reported = out_parts[i].state != REPORT_PART_NOT_REACHED;
    out_parts[4].is_reported |= verdict->status == VERDICT_GATE && verdict->time.note;
    /* An unsafe kernel still ran, so the report says whether its answers are right. */
    if (verdict->status == VERDICT_UNSAFE && verdict->case_count > 0)
        out_parts[2] = (struct report_part){
            .name = parts[2].name,
            .append = parts[2].append,
            .is_reported = true,
            .state = verdict->right_count > 0 && !verdict->smallest_failing ? REPORT_PART_PASSED : REPORT_PART_FAILED};
}
