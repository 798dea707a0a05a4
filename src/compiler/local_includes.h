/*
 * Replaces an #include of a header beside the source, or in a folder of the user, by the header's
 * text. The compiler's child sees one source alone. `#line` keeps every line's number. A header's
 * own name is "/warpschool/beside/" and the name as included.
 */
#ifndef COMPILER_LOCAL_INCLUDES_H
#define COMPILER_LOCAL_INCLUDES_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diagnostics.h"

/*
 * A "name" is relative to the path source->name. In a header it is relative to the header. Then
 * `folders` are searched, as for <names> (NULL-terminated; NULL: none). A header is read once if it
 * says so: #pragma once, or #ifndef as its first directive. Includes nest at most 16 deep. False:
 * none of these is included; `out_source` is unchanged.
 */
bool local_includes_expand(const struct source *source, const char *const *folders, struct arena *arena,
                           struct source *out_source);

/*
 * Puts a header before a source, as if the source included it: lines of both keep their numbers.
 */
struct source local_includes_prepend(const struct source *source, const char *name, const char *header,
                                     struct arena *arena);

/*
 * For another compiler: an expanded source that calls itself by its own name in #line, instead of
 * by the name that NVRTC knows.
 */
struct source local_includes_with_own_name(const struct source *source, struct arena *arena);

/* The header that a file of the compiled program is, as included. NULL: it is none of these. */
const char *local_includes_name(const char *file);

#endif
