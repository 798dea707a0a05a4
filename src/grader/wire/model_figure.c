/* The time model's figures for one program, as JSON. */
#include "grader/wire/model_figure.h"

#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "base/json.h"

enum { CHECK_DIGITS = 16 };

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

static void check_of(const json_t *entry, const char *key, char out_check[HASH_HEX_BYTES])
{
    struct buffer text CLEANUP(buffer_done) = BUFFER_INIT;
    json_t *rest CLEANUP(json_decref) = json_deep_copy(entry);
    json_object_del(rest, "check");
    json_append_canonical(&text, rest);
    buffer_append_text(&text, key);
    hash_bytes(buffer_text(&text), text.size_bytes, out_check);
    out_check[CHECK_DIGITS] = 0;
}

void model_figure_add_check(json_t *entry, const char *key)
{
    char check[HASH_HEX_BYTES];
    check_of(entry, key, check);
    json_object_set_new(entry, "check", json_from_text(check));
}

bool model_figure_is_intact(const json_t *entry, const char *key)
{
    char check[HASH_HEX_BYTES];
    const char *stored = json_string_value(json_object_get(entry, "check"));
    check_of(entry, key, check);
    return stored && strcmp(stored, check) == 0;
}
