/*
 * Checks a YAML text before parsing: encoding, control characters, size, line length, runs of
 * brackets.
 */
#ifndef CURRICULUM_YAML_YAML_TEXT_H
#define CURRICULUM_YAML_YAML_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diagnostics.h"

/* The reason why a lesson cannot hold a code point, given the one after it. NULL if it can. */
const char *yaml_codepoint_problem(int32_t codepoint, int32_t following);

/* Whether a byte is an ASCII character that can be printed. None of these is a problem. */
static inline bool yaml_is_ordinary(char character)
{
    return character >= 0x20 && character < 0x7F;
}

/* False after the first problem. The problem is in `diagnostics`. */
bool yaml_text_check(const struct source *source, struct diagnostics *diagnostics);

#endif
