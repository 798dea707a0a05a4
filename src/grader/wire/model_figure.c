/* The time model's figures for one program, as JSON. */
#include "grader/wire/model_figure.h"

#include <math.h>

#include "base/json.h"

static json_t *shares_to_json(const double *shares, size_t count)
{
    json_t *json = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(json, json_real(shares[i]));
    return json;
}

json_t *model_figure_to_json(const struct model_figure *figure)
{
    json_t *json = json_object();
    json_object_set_new(json, "elapsed_ns", json_real(figure->elapsed_ns));
    json_object_set_new(json, "error", json_real(figure->error));
    json_object_set_new(json, "depends_on_unsampled_blocks", json_boolean(figure->depends_on_unsampled_blocks));
    json_object_set_new(json, "covered", shares_to_json(figure->covered, figure->covered_count));
    json_object_set_new(json, "covered_most", shares_to_json(figure->covered_most, figure->covered_count));
    return json;
}

static bool read_shares(const json_t *json, const char *key, double *out_shares, size_t *out_count, struct error *error)
{
    json_t *array;
    if (!json_get_array(json, key, &array, error))
        return false;
    size_t count = json_array_size(array);
    if (count > JOB_PARAMETERS_MAX)
        return error_set(error, ERROR_RANGE, "%s has more entries than a job has parameters", key);
    for (size_t i = 0; i < count; i++) {
        out_shares[i] = json_number_value(json_array_get(array, i));
        if (!(out_shares[i] >= 0 && out_shares[i] <= 1))
            return error_set(error, ERROR_RANGE, "an entry of %s is no share", key);
    }
    *out_count = count;
    return true;
}

bool model_figure_from_json(const json_t *json, struct model_figure *out_figure, struct error *error)
{
    struct model_figure figure = {0};
    size_t most_count;
    if (!json_get_real(json, "elapsed_ns", &figure.elapsed_ns, error) ||
        !json_get_real(json, "error", &figure.error, error) ||
        !json_get_bool(json, "depends_on_unsampled_blocks", &figure.depends_on_unsampled_blocks, error) ||
        !read_shares(json, "covered", figure.covered, &figure.covered_count, error) ||
        !read_shares(json, "covered_most", figure.covered_most, &most_count, error))
        return false;
    bool is_time = isfinite(figure.elapsed_ns) && figure.elapsed_ns >= 0;
    if (!is_time || !(figure.error >= 0 && figure.error <= 10) || most_count != figure.covered_count)
        return error_set(error, ERROR_RANGE, "a modelled time is none");
    *out_figure = figure;
    return true;
}
