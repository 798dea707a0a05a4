/* Finds names in sources: see the header. */
#include "base/identifier.h"

#include <string.h>

bool identifier_at(const struct source *source, size_t at, const char *name)
{
    size_t length = strlen(name), end = at + length;
    return source->size_bytes >= end && memcmp(source->text + at, name, length) == 0 &&
           (at == 0 || !identifier_has(source->text[at - 1])) &&
           (end == source->size_bytes || !identifier_has(source->text[end]));
}

size_t identifier_end(const struct source *source, size_t at)
{
    while (at < source->size_bytes && identifier_has(source->text[at]))
        at++;
    return at;
}
