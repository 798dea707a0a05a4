/* A case's times as JSON, and back. Numbers that cannot be times are rejected. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "base/json.h"
#include "base/told.h"
#include "grader/wire/result.h"

static json_t *median_to_json(const struct statistics_median *median)
{
    return json_pack("{s:f, s:f, s:f, s:f}", "median", median->median, "low", median->low, "high", median->high,
                     "confidence", median->confidence);
}

static json_t *terms_to_json(const struct time_result *time)
{
    json_t *json = json_object();
    for (int i = 0; i < time->term_count; i++)
        json_object_set_new(json, time->terms[i].name, json_real(time->terms[i].ns));
    return json;
}

json_t *result_time_to_json(const struct time_result *time)
{
    json_t *json = json_object();
    json_object_set_new(json, "status", json_integer(time->status));
    json_object_set_new(json, "basis", json_integer(time->basis));
    json_object_set_new(json, "note", json_from_text(time->note));
    json_object_set_new(json, "runs", json_integer(time->runs));
    json_object_set_new(json, "alone_ns", json_real(time->alone_ns));
    json_object_set_new(json, "compared", json_integer((json_int_t)time->compared));
    json_object_set_new(json, "dram_bytes", json_real(time->dram_bytes));
    json_object_set_new(json, "counts_error", json_real(time->counts_error));
    json_object_set_new(json, "link_bytes", json_real(time->link_bytes));
    json_object_set_new(json, "terms", terms_to_json(time));
    json_object_set_new(json, "is_entangled", json_boolean(time->is_entangled));
    json_object_set_new(json, "never_ends", json_boolean(time->never_ends));
    json_object_set_new(json, "learner_ns", median_to_json(&time->learner_ns));
    json_object_set_new(json, "baseline_ns", median_to_json(&time->baseline_ns));
    json_object_set_new(json, "ratio", median_to_json(&time->ratio));
    json_object_set_new(json, "baseline_is_solution", json_boolean(time->baseline_is_solution));
    json_object_set_new(json, "reference_ratio", json_real(time->reference_ratio));
    json_object_set_new(json, "copy_bytes_per_second", json_real(time->roofline.copy_bytes_per_second));
    json_object_set_new(json, "peak_flops", json_real(time->roofline.fp32_flops));
    json_object_set_new(json, "dram_bytes_per_second", json_real(time->dram_bytes_per_second));
    json_object_set_new(json, "fp32_flops", json_real(time->fp32_flops));
    json_object_set_new(json, "fp16_flops", json_real(time->fp16_flops));
    json_object_set_new(json, "l2_bytes", json_integer((json_int_t)time->l2_bytes));
    json_object_set_new(json, "sm_clock_mhz", json_integer(time->sm_clock_mhz));
    json_object_set_new(json, "temperature_c", json_integer(time->temperature_c));
    json_object_set_new(json, "excess", json_real(time->excess.instructions));
    json_object_set_new(json, "excess_line", json_integer(time->excess.line));
    json_object_set_new(json, "excess_blocks", json_from_u64(time->excess.blocks));
    json_object_set_new(json, "excess_sees_order", json_boolean(time->excess.sees_order));
    json_object_set_new(json, "model", model_figure_to_json(&time->model));
    if (time->timeline)
        json_object_set_new(json, "timeline", plan_timeline_to_json(time->timeline));
    return json;
}

static bool get_amount(const json_t *json, const char *key, double *out_value, struct error *error)
{
    double value;
    if (!json_get_real(json, key, &value, error))
        return false;
    if (!isfinite(value) || value < 0)
        return error_set(error, ERROR_RANGE, "%s is not an amount", key);
    *out_value = value;
    return true;
}

static bool read_median(const json_t *json, const char *key, struct statistics_median *out_median, struct error *error)
{
    json_t *median;
    if (!json_get_object(json, key, &median, error))
        return false;
    return get_amount(median, "median", &out_median->median, error) &&
           get_amount(median, "low", &out_median->low, error) && get_amount(median, "high", &out_median->high, error) &&
           get_amount(median, "confidence", &out_median->confidence, error);
}

static bool read_terms(const json_t *json, struct time_result *time, struct error *error)
{
    json_t *terms, *value;
    const char *name;
    if (!json_get_object(json, "terms", &terms, error))
        return false;
    if (json_object_size(terms) > DEVICE_TERMS_MAX)
        return error_set(error, ERROR_RANGE, "more than %d terms", DEVICE_TERMS_MAX);
    json_object_foreach(terms, name, value)
    {
        struct time_term *term = &time->terms[time->term_count++];
        if (strlen(name) >= sizeof term->name)
            return error_set(error, ERROR_RANGE, "the name of a term is too long");
        snprintf(term->name, sizeof term->name, "%s", name);
        if (!get_amount(terms, name, &term->ns, error))
            return false;
    }
    return true;
}

bool result_time_from_json(const json_t *json, struct arena *arena, struct time_result *out_time, struct error *error)
{
    struct time_result time = {0};
    const char *note;
    json_t *model;
    int64_t status, basis, runs, compared, l2_bytes, clock_mhz, temperature_c, excess_line;
    if (!json_get_integer_in(json, "status", TIMING_RECORDED, TIMING_REFUSED, &status, error) ||
        !json_get_integer_in(json, "basis", 0, TIME_BASIS_COUNT - 1, &basis, error) ||
        !json_get_text(json, "note", &note, error) ||
        !json_get_integer_in(json, "runs", 0, TIMING_RUNS_MAX, &runs, error) ||
        !json_get_integer_in(json, "compared", 0, INT64_MAX, &compared, error) ||
        !get_amount(json, "alone_ns", &time.alone_ns, error) ||
        !get_amount(json, "dram_bytes", &time.dram_bytes, error) ||
        !get_amount(json, "counts_error", &time.counts_error, error) ||
        !get_amount(json, "link_bytes", &time.link_bytes, error) || !read_terms(json, &time, error) ||
        !json_get_bool(json, "is_entangled", &time.is_entangled, error) ||
        !json_get_bool(json, "never_ends", &time.never_ends, error) ||
        !read_median(json, "learner_ns", &time.learner_ns, error) ||
        !read_median(json, "baseline_ns", &time.baseline_ns, error) ||
        !read_median(json, "ratio", &time.ratio, error) ||
        !json_get_bool(json, "baseline_is_solution", &time.baseline_is_solution, error) ||
        !get_amount(json, "reference_ratio", &time.reference_ratio, error) ||
        !get_amount(json, "copy_bytes_per_second", &time.roofline.copy_bytes_per_second, error) ||
        !get_amount(json, "peak_flops", &time.roofline.fp32_flops, error) ||
        !get_amount(json, "dram_bytes_per_second", &time.dram_bytes_per_second, error) ||
        !get_amount(json, "fp32_flops", &time.fp32_flops, error) ||
        !get_amount(json, "fp16_flops", &time.fp16_flops, error) ||
        !json_get_integer_in(json, "l2_bytes", 0, INT64_MAX, &l2_bytes, error) ||
        !json_get_integer_in(json, "sm_clock_mhz", 0, 100000, &clock_mhz, error) ||
        !json_get_integer_in(json, "temperature_c", 0, 1000, &temperature_c, error) ||
        !get_amount(json, "excess", &time.excess.instructions, error) ||
        !json_get_integer_in(json, "excess_line", 0, INT32_MAX, &excess_line, error) ||
        !json_get_u64(json, "excess_blocks", &time.excess.blocks, error) ||
        !json_get_bool(json, "excess_sees_order", &time.excess.sees_order, error) ||
        !json_get_object(json, "model", &model, error) || !model_figure_from_json(model, &time.model, error))
        return false;
    time.status = (enum timing_status)status;
    time.basis = (enum time_basis)basis;
    time.runs = (uint32_t)runs;
    time.compared = (uint64_t)compared;
    time.l2_bytes = (uint64_t)l2_bytes;
    time.sm_clock_mhz = (uint32_t)clock_mhz;
    time.temperature_c = (uint32_t)temperature_c;
    time.excess.line = (int)excess_line;
    snprintf(time.note, sizeof time.note, "%s", note);
    if (time.status == TIMING_RECORDED && !(time.learner_ns.median > 0))
        return error_set(error, ERROR_RANGE, "a recorded time is 0");
    const json_t *timeline = json_object_get(json, "timeline");
    if (timeline && !(time.timeline = plan_timeline_from_json(timeline, arena, error)))
        return false;
    *out_time = time;
    return true;
}

bool time_result_counter(const struct time_result *time, const char *counter, double *out_value)
{
    static const char share[] = "share_";
    if (!strcmp(counter, "link_bytes")) {
        *out_value = time->link_bytes;
        return true;
    }
    if (strncmp(counter, share, sizeof share - 1) != 0 || time->learner_ns.median <= 0)
        return false;
    *out_value = 0; /* the plan has none of it */
    for (int i = 0; i < time->term_count; i++)
        if (!strcmp(time->terms[i].name, counter + sizeof share - 1))
            *out_value = time->terms[i].ns / time->learner_ns.median;
    return true;
}

const char *time_result_said(const struct time_result *time, struct arena *arena)
{
    return told_local(arena, i18n_text(time->note));
}
