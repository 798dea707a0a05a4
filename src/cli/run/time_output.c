/* Prints the time of `run`. */
#include "cli/run/time_output.h"
#include "base/i18n.h"

#include "base/text.h"
#include "base/told.h"

#define TERM_SHARE_LEAST 0.05 /* a smaller share of the time is not shown as text */

static void write_terms(const struct device_model *model, struct buffer *out)
{
    buffer_append_text(out, _("  each limit alone would take:"));
    for (int i = 0; i < model->term_count; i++) {
        if (model->terms[i].ns < TERM_SHARE_LEAST * model->elapsed_ns)
            continue;
        buffer_printf(out, " %s ", _(model->terms[i].name));
        text_append_duration(out, model->terms[i].ns * 1e-9);
    }
    buffer_append_char(out, '\n');
}

void time_output_text(const struct kernel_run_result *result, struct buffer *out)
{
    const struct device_model *model = &result->model;
    if (result->elapsed_ns > 0) {
        buffer_append_text(out, _("time: "));
        text_append_duration(out, result->elapsed_ns * 1e-9);
        buffer_printf(out, _(" on %s\n"), result->device_name);
    }
    if (result->not_modelled)
        buffer_printf(out, _("time: %s\n"), result->not_modelled);
    if (!model->launches)
        return;
    buffer_append_text(out, _("time: "));
    text_append_duration(out, model->elapsed_ns * 1e-9);
    buffer_printf(out, _(" +- %.0f %%, modelled for %s; %.3g J +- %.0f %%\n"), 100 * model->error, result->device_name,
                  model->joules, 100 * model->joules_error);
    CLEANUP(arena_free) struct arena *arena = arena_new();
    buffer_printf(out, "  %s\n", told_local(arena, model->limiter));
    write_terms(model, out);
}

static json_t *model_to_json(const struct kernel_run_result *result)
{
    const struct device_model *model = &result->model;
    json_t *json = json_object(), *terms = json_object();
    for (int i = 0; i < model->term_count; i++)
        json_object_set_new(terms, model->terms[i].name, json_real(model->terms[i].ns * 1e-3));
    json_object_set_new(json, "device", json_from_text(result->device_name));
    json_object_set_new(json, "modelled", json_true());
    json_object_set_new(json, "microseconds", json_real(model->elapsed_ns * 1e-3));
    json_object_set_new(json, "alone_microseconds", json_real(model->alone_ns * 1e-3));
    json_object_set_new(json, "error", json_real(model->error));
    json_object_set_new(json, "limiter", json_from_text(model->limiter_name));
    json_object_set_new(json, "limiter_line", json_integer(model->limiter_line));
    CLEANUP(arena_free) struct arena *arena = arena_new();
    json_object_set_new(json, "sentence", json_from_text(told_local(arena, model->limiter)));
    json_object_set_new(json, "occupancy", json_real(model->occupancy));
    json_object_set_new(json, "dram_bytes", json_real(model->dram_bytes));
    json_object_set_new(json, "l2_bytes", json_real(model->l2_bytes));
    json_object_set_new(json, "joules", json_real(model->joules));
    json_object_set_new(json, "joules_error", json_real(model->joules_error));
    json_object_set_new(json, "terms", terms);
    return json;
}

json_t *time_output_json(const struct kernel_run_result *result)
{
    if (result->model.launches)
        return model_to_json(result);
    if (result->elapsed_ns <= 0)
        return json_null();
    json_t *json = json_object();
    json_object_set_new(json, "device", json_from_text(result->device_name));
    json_object_set_new(json, "modelled", json_false());
    json_object_set_new(json, "microseconds", json_real(result->elapsed_ns * 1e-3));
    return json;
}
