/*
 * Headers that lie beside a source, or in folders that the user names, put in the place of their #include: the
 * compiler's child sees one source alone.
 * `#line` keeps every line's number; a header's own name is "/warpschool/beside/" and the name as included.
 */
#ifndef COMPILER_LOCAL_INCLUDES_H
#define COMPILER_LOCAL_INCLUDES_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diagnostics.h"

/*
 * source->name is the path that "names" are relative to (a header's own includes: to the header); then `folders` are
 * looked through, where <names> are too (NULL-terminated; NULL: none). A header is read once where it says so (#pragma
 * once, or #ifndef as its first directive), and none goes deeper than 16. False: none of these is included;
 * `out_source` is unchanged.
 */
bool local_includes_expand(const struct source *source, const char *const *folders, struct arena *arena,
                           struct source *out_source);

/* The header that a file of the compiled program is, as included; NULL: it is none of these. */
const char *local_includes_name(const char *file);

#endif
