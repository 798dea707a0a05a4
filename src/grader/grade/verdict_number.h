/* Numbers of a verdict in JSON, which has no NaN and no infinities: those are the texts "nan", "inf" and "-inf". */
#ifndef GRADER_GRADE_VERDICT_NUMBER_H
#define GRADER_GRADE_VERDICT_NUMBER_H

#include <stdbool.h>

#include <jansson.h>

#include "base/error.h"

json_t *verdict_number_to_json(double value);
bool verdict_number_from_json(const json_t *json, const char *key, double *out_value, struct error *error);

#endif
