/* `compare`. */
#include <string.h>

#include "app/assessment.h"
#include "app/comparison.h"
#include "base/i18n.h"
#include "base/json.h"
#include "base/text.h"
#include "cli/output.h"
#include "cli/session.h"
#include "report/words.h"

static uint64_t total_of(const struct verdict *verdict, int counter)
{
    uint64_t total = 0;
    for (size_t i = 0; verdict->observation && i < verdict->observation->kernel_count; i++)
        total += verdict->observation->kernels[i].totals[counter];
    return total;
}

/* Counters of the gate case, where all kernels of an exercise have the same work. */
static const struct {
    const char *title;
    int counter;
} shown[] = {
    {N_("instructions"), VGPU_COUNTER_WARP_INSTRUCTIONS},
    {N_("load sectors"), VGPU_COUNTER_GLOBAL_LOAD_SECTORS},
    {N_("store sectors"), VGPU_COUNTER_GLOBAL_STORE_SECTORS},
};

enum { NAME_COLUMNS = 28, STATUS_COLUMNS = 21, TIME_COLUMNS = 12, MEDAL_COLUMNS = 7, COUNT_COLUMNS = 14 };

static void write_header(struct buffer *out)
{
    buffer_append_text(out, "   ");
    text_append_padded(out, _("kernel"), NAME_COLUMNS + 1, TEXT_LEFT);
    text_append_padded(out, _("status"), STATUS_COLUMNS + 1, TEXT_LEFT);
    text_append_padded(out, _("time"), TIME_COLUMNS, TEXT_RIGHT);
    text_append_padded(out, _("x best"), 8, TEXT_RIGHT);
    buffer_append_char(out, ' ');
    text_append_padded(out, _("medal"), MEDAL_COLUMNS, TEXT_LEFT);
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++)
        text_append_padded(out, _(shown[i].title), COUNT_COLUMNS + 1, TEXT_RIGHT);
    buffer_append_char(out, '\n');
}

/* Of a long path the end, which tells files of one folder apart. */
static void append_name(struct buffer *out, const char *name)
{
    CLEANUP(buffer_done) struct buffer cut = BUFFER_INIT;
    size_t length = strlen(name);
    if (text_cut(name, length, NAME_COLUMNS) == length) {
        text_append_padded(out, name, NAME_COLUMNS, TEXT_LEFT);
        return;
    }
    int columns;
    while (text_cut(name, strlen(name), NAME_COLUMNS - 2) < strlen(name))
        name += text_step_cluster(name, strlen(name), &columns);
    buffer_printf(&cut, "..%s", name);
    text_append_padded(out, buffer_text(&cut), NAME_COLUMNS, TEXT_LEFT);
}

static void append_count(struct buffer *out, uint64_t count)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    text_append_grouped(&text, (int64_t)count);
    buffer_append_char(out, ' ');
    text_append_padded(out, buffer_text(&text), COUNT_COLUMNS, TEXT_RIGHT);
}

static void write_entry(const struct compare *compare, size_t index, struct buffer *out)
{
    const struct compare_entry *entry = &compare->entries[index];
    const struct time_verdict *time = &entry->verdict->time;
    CLEANUP(buffer_done) struct buffer duration = BUFFER_INIT;
    if (time->available)
        text_append_duration(&duration, time->microseconds * 1e-6);
    buffer_printf(out, "%2zu ", index + 1);
    append_name(out, entry->name);
    buffer_append_char(out, ' ');
    text_append_padded(out, _(report_verdict_words(entry->verdict)), STATUS_COLUMNS, TEXT_LEFT);
    buffer_append_char(out, ' ');
    text_append_padded(out, time->available ? buffer_text(&duration) : "-", TIME_COLUMNS, TEXT_RIGHT);
    if (time->available)
        buffer_printf(out, " %7.2f ", time->microseconds / compare->entries[0].verdict->time.microseconds);
    else
        buffer_printf(out, " %7s ", "-");
    text_append_padded(out, time->medal == MEDAL_NONE ? "-" : _(verdict_medal_name(time->medal)), MEDAL_COLUMNS,
                       TEXT_LEFT);
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++)
        append_count(out, total_of(entry->verdict, shown[i].counter));
    buffer_append_char(out, '\n');
    const char *words = time->available || !time->note ? time->limiter : _(time->note);
    if (words && *words)
        buffer_printf(out, "     %s\n", words);
}

static void print_text(const struct compare *compare)
{
    const struct time_verdict *best = &compare->entries[0].verdict->time;
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    CLEANUP(buffer_done) struct buffer gpu = BUFFER_INIT;
    if (best->available && best->modelled)
        report_append_architecture(best->architecture, &gpu);
    if (best->available)
        buffer_printf(&text, best->modelled ? _("%s, modelled for %s\n") : _("%s, measured on %s\n"),
                      compare->exercise->id, best->modelled ? buffer_text(&gpu) : best->device);
    write_header(&text);
    for (size_t i = 0; i < compare->count; i++)
        write_entry(compare, i, &text);
    output_print(&text);
}

static void print_json(const struct compare *compare)
{
    CLEANUP(json_decref) json_t *json = json_array();
    for (size_t i = 0; i < compare->count; i++) {
        json_t *entry = json_object();
        json_object_set_new(entry, "rank", json_integer((json_int_t)i + 1));
        json_object_set_new(entry, "kernel", json_from_text(compare->entries[i].name));
        json_object_set_new(entry, "verdict", verdict_to_json(compare->entries[i].verdict));
        json_array_append_new(json, entry);
    }
    output_json(json);
}

static bool compare_kernels(struct invocation *invocation, struct compare *compare, struct error *error)
{
    struct app *app = compare->app;
    compare->exercise = app_find_exercise(app, invocation_argument(invocation, 0), error);
    if (!compare->exercise || !assessment_allows(app, "`compare`", error))
        return false;
    compare->device = invocation_option_or(invocation, "device", "auto");
    struct grader_settings settings = app_grader_settings(app);
    CLEANUP(grader_free) struct grader *grader = grader_new(&settings, error);
    compare->grader = grader;
    return grader &&
           invocation_number(invocation, "seed", (struct option_range){1, UINT64_MAX, 0}, &compare->seed, error) &&
           compare_run(compare, &invocation->arguments[1], (size_t)invocation->argument_count - 1, error);
}

bool command_compare(struct session *session, struct error *error)
{
    struct compare compare = {.app = session->app, .arena = session->invocation->arena};
    if (!compare_kernels(session->invocation, &compare, error))
        return false;
    if (invocation_has(session->invocation, "json"))
        print_json(&compare);
    else
        print_text(&compare);
    for (size_t i = 0; i < compare.count; i++)
        if (compare.entries[i].verdict->status != VERDICT_PASS)
            session->status = EXIT_NOT_PASSED;
    compare_done(&compare);
    return true;
}
