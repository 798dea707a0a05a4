#include "grader/diagnose/source_line.h"

#include <string.h>

const char *source_line(const struct source *source, int line, struct arena *arena)
{
    const char *at = source ? source->text : NULL, *end = at ? at + source->size_bytes : NULL;
    for (int i = 1; at && i < line; i++) {
        at = memchr(at, '\n', (size_t)(end - at));
        at = at ? at + 1 : NULL;
    }
    if (!at || line < 1)
        return "";
    const char *newline = memchr(at, '\n', (size_t)(end - at));
    return arena_strndup(arena, at, (size_t)((newline ? newline : end) - at));
}
