/* Puts a slip into the source of a reference. */
#include "grader/reference_slip.h"

#include <string.h>

#include "base/buffer.h"
#include "grader/prepare/build.h"

static size_t count_found(const char *text, const char *find)
{
    size_t count = 0;
    for (const char *at = strstr(text, find); at; at = strstr(at + 1, find))
        count++;
    return count;
}

bool reference_slip_source(const struct curriculum *curriculum, const struct exercise *exercise,
                           const struct slip *slip, struct arena *arena, struct source *out_source, struct error *error)
{
    struct source source;
    struct buffer text CLEANUP(buffer_done) = BUFFER_INIT;
    if (!build_read_source(curriculum_folder(curriculum, exercise), "kernels", exercise->reference, arena, &source,
                           error))
        return false;
    size_t count = count_found(source.text, slip->find);
    if (count != 1)
        return error_set(error, ERROR_SYNTAX, "`find` is in %s %zu times, and must be there exactly once: %s",
                         exercise->reference, count, slip->find);
    const char *at = strstr(source.text, slip->find);
    buffer_append(&text, source.text, (size_t)(at - source.text));
    buffer_append_text(&text, slip->put);
    buffer_append_text(&text, at + strlen(slip->find));
    *out_source = (struct source){.name = source.name,
                                  .text = arena_strndup(arena, buffer_text(&text), text.size_bytes),
                                  .size_bytes = text.size_bytes};
    return true;
}
