/* Writes the parts of a build. */
#include "program/build/emit.h"

#include <string.h>

#include "base/file.h"

bool emit_part(const struct program_request *request, const char *source_name, const char *part, const char *text,
               size_t size_bytes, struct arena *arena, struct error *error)
{
    const char *leaf = path_leaf(source_name), *dot = strrchr(leaf, '.');
    int length = dot ? (int)(dot - leaf) : (int)strlen(leaf);
    const char *name = arena_printf(arena, "%.*s.%s", length, leaf, part);
    return file_make_folders(request->emit, error) &&
           file_write_atomic(path_join(arena, request->emit, name), text, size_bytes, error);
}
