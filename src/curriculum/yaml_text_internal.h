/* The look at a YAML text before it is parsed: encoding, control characters, size, line length, runs of brackets. */
#ifndef CURRICULUM_YAML_TEXT_INTERNAL_H
#define CURRICULUM_YAML_TEXT_INTERNAL_H

#include <stdbool.h>

#include "base/diagnostics.h"

/* False after the first problem, which is in `diagnostics`. */
bool yaml_text_check(const struct source *source, struct diagnostics *diagnostics);

#endif
