/* Any bytes as a lesson: no crash, no leak, bounded time, diagnostics that can be shown. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "curriculum/load.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    CLEANUP(buffer_done) struct buffer shown = BUFFER_INIT;
    struct source source = {"lesson.yaml", (const char *)data, size};
    struct diagnostics *diagnostics = diagnostics_new(arena);
    const struct lesson *lesson = curriculum_load_text(arena, &source, diagnostics);
    diagnostics_render(diagnostics, &shown);
    /* A lesson either loads or has an error. */
    if ((lesson == NULL) != (diagnostics_error_count(diagnostics) > 0))
        abort();
    return 0;
}
