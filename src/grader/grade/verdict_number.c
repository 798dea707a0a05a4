#include "grader/grade/verdict_number.h"

#include <math.h>
#include <string.h>

json_t *verdict_number_to_json(double value)
{
    if (isnan(value))
        return json_string("nan");
    if (isinf(value))
        return json_string(value > 0 ? "inf" : "-inf");
    return json_real(value);
}

bool verdict_number_from_json(const json_t *json, const char *key, double *out_value, struct error *error)
{
    const json_t *value = json_object_get(json, key);
    const char *text = json_string_value(value);
    if (json_is_number(value))
        *out_value = json_number_value(value);
    else if (text && !strcmp(text, "nan"))
        *out_value = (double)NAN;
    else if (text && (!strcmp(text, "inf") || !strcmp(text, "-inf")))
        *out_value = *text == '-' ? -(double)INFINITY : (double)INFINITY;
    else
        return error_set(error, ERROR_SYNTAX, "'%s' is not a number", key);
    return true;
}
