/*
 * Links the device code of several sources by name, as nvlink does with `nvcc -rdc=true`.
 *
 * PTX texts go in, and one comes out. Each name has one definition, weak ones apart. Names that a
 * file keeps for itself stay apart from those of other files. Lines keep their files.
 */
#ifndef PROGRAM_BUILD_DEVICE_LINK_H
#define PROGRAM_BUILD_DEVICE_LINK_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/diagnostics.h"

struct device_link_part {
    const char *ptx; /* NUL-terminated */
    const struct source *source;
};

struct device_link;

struct device_link *device_link_new(const struct device_link_part *parts, size_t count, struct arena *arena);

/* Whether each name that a part uses has a definition. */
bool device_link_is_complete(const struct device_link *link);
/* Whether a part uses what another one defines. */
bool device_link_is_needed(const struct device_link *link);

/*
 * The linked PTX. NULL: a name is missing or defined twice, and `diagnostics` say where. Texts live
 * in the arena.
 */
const char *device_link_text(struct device_link *link, struct diagnostics *diagnostics);

/* What a name of a part is called in the linked text. */
const char *device_link_name(const struct device_link *link, size_t part, const char *name);

#endif
