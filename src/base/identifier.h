/*
 * Names in sources of CUDA C and of plans: ASCII letters, digits and underscores. The machine's
 * language changes nothing.
 */
#ifndef BASE_IDENTIFIER_H
#define BASE_IDENTIFIER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diagnostics.h"

static inline bool identifier_has(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') || byte == '_';
}

/* Whether this whole name stands at byte `at`, and not as a part of another one. */
bool identifier_at(const struct source *source, size_t at, const char *name);

/* The byte after the name that begins at `at`; `at` itself if none does. */
size_t identifier_end(const struct source *source, size_t at);

#endif
