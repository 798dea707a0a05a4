/* The look at a YAML text before it is parsed: encoding, control characters, size, line length, runs of brackets. */
#ifndef CURRICULUM_YAML_YAML_TEXT_H
#define CURRICULUM_YAML_YAML_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diagnostics.h"

/* Why a code point may not stand in a lesson, given the byte behind it; NULL where it may. */
const char *yaml_codepoint_problem(int32_t codepoint, int32_t following);

/* False after the first problem, which is in `diagnostics`. */
bool yaml_text_check(const struct source *source, struct diagnostics *diagnostics);

#endif
