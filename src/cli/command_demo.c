/* `demo`. */
#include <stdio.h>

#include "app/demo.h"
#include "base/i18n.h"
#include "base/json.h"
#include "base/text.h"
#include "cli/output.h"
#include "cli/session.h"
#include "report/words.h"

static void print_version(const struct demo_version *version)
{
    CLEANUP(buffer_done) struct buffer line = BUFFER_INIT;
    text_append_padded(&line, version->name, 8, TEXT_LEFT);
    if (!version->right)
        buffer_append_text(&line, _("  did not pass its cases: see `warpschool doctor`"));
    else if (!version->time.available)
        buffer_printf(&line, _("  right; not timed: %s"),
                      version->time.note ? _(version->time.note) : _("no time model"));
    else
        buffer_printf(&line, " %8.0f %ss %7.2f TB/s %6.1fx  %s", version->time.microseconds, text_micro(),
                      version->time.bytes_per_second * 1e-12, version->speedup, _(version->words));
    output_line("%s", buffer_text(&line));
    fflush(stdout);
}

static json_t *version_json(const struct demo_version *version)
{
    return json_pack("{s:s, s:s, s:b, s:b, s:f, s:f, s:f}", "version", version->name, "what", version->words, "right",
                     version->right, "modelled", version->time.modelled, "microseconds", version->time.microseconds,
                     "bytes_per_second", version->time.bytes_per_second, "speedup", version->speedup);
}

static void print_head(const struct app *app, struct arena *arena)
{
    output_line(_("bias + GELU + residual on %s floats, from one layer of a transformer, in four versions"),
                demo_case(app, arena));
    output_line(_("version       time  throughput  speedup"));
}

static void print_foot(const struct demo_version *last)
{
    CLEANUP(buffer_done) struct buffer gpu = BUFFER_INIT;
    report_append_architecture(last->time.architecture ? last->time.architecture : "", &gpu);
    if (last->time.available && last->time.modelled)
        output_line(
            _("Times are modelled for %s, not measured. Throughput is the bytes that must move, over the time."),
            buffer_text(&gpu));
    else if (last->time.available)
        output_line(
            _("Times are measured on this machine's GPU. Throughput is the bytes that must move, over the time."));
    output_line(
        _("The same arithmetic each time: what differs is how the bytes travel. That is what this course teaches."));
}

/* Prints the versions, or adds them to `list` where there is one. */
static bool run_versions(struct invocation *invocation, struct app *app, json_t *list, struct error *error)
{
    struct grader_settings settings = app_grader_settings(app);
    CLEANUP(grader_free) struct grader *grader = grader_new(&settings, error);
    struct demo demo = {.app = app,
                        .grader = grader,
                        .device = invocation_option_or(invocation, "device", "auto"),
                        .arena = invocation->arena};
    struct demo_version version;
    if (!grader)
        return false;
    if (!list)
        print_head(app, invocation->arena);
    for (size_t i = 0; i < demo_version_count(); i++) {
        if (!demo_run(&demo, i, &version, error))
            return false;
        if (list)
            json_array_append_new(list, version_json(&version));
        else
            print_version(&version);
    }
    if (!list)
        print_foot(&version);
    return true;
}

bool command_demo(struct session *session, struct error *error)
{
    CLEANUP(json_decref) json_t *list = invocation_has(session->invocation, "json") ? json_array() : NULL;
    if (!run_versions(session->invocation, session->app, list, error))
        return false;
    if (list)
        output_json(list);
    return true;
}
