/* The time model's figures for one program, as JSON. */
#include "grader/wire/model_figure.h"

#include <math.h>

#include "base/json.h"

json_t *model_figure_to_json(const struct model_figure *figure)
{
    return json_pack("{s:f, s:f, s:f, s:f}", "elapsed_ns", figure->elapsed_ns, "error", figure->error, "issued",
                     figure->issued, "sectors", figure->sectors);
}

static bool is_amount(double value)
{
    return isfinite(value) && value >= 0;
}

bool model_figure_from_json(const json_t *json, struct model_figure *out_figure, struct error *error)
{
    struct model_figure figure = {0};
    if (!json_get_real(json, "elapsed_ns", &figure.elapsed_ns, error) ||
        !json_get_real(json, "error", &figure.error, error) || !json_get_real(json, "issued", &figure.issued, error) ||
        !json_get_real(json, "sectors", &figure.sectors, error))
        return false;
    if (!is_amount(figure.elapsed_ns) || !is_amount(figure.issued) || !is_amount(figure.sectors) ||
        !(figure.error >= 0 && figure.error <= 10))
        return error_set(error, ERROR_RANGE, "a modelled time is none");
    *out_figure = figure;
    return true;
}
