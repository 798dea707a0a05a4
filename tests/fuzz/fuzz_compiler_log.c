/* Any log with any source and PTX: every diagnostic is on an existing line of the source. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/log/log.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int count_lines(const struct source *source)
{
    int lines = 1;
    for (size_t i = 0; i < source->size_bytes; i++)
        lines += source->text[i] == '\n';
    return lines;
}

static void check(const struct diagnostics *diagnostics, const struct source *source)
{
    int lines = count_lines(source);
    for (size_t i = 0; i < diagnostics_count(diagnostics); i++) {
        const struct location location = diagnostics_at(diagnostics, i)->location;
        if (location.line < 0 || location.line > lines || location.column < 0 ||
            (size_t)location.column > source->size_bytes + 1)
            abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > 16384)
        return 0;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    const char *all = arena_strndup(arena, (const char *)data, size);
    const char *ptx = all + strlen(all) + (strlen(all) < size);
    const char *raw = ptx + strlen(ptx) + (ptx + strlen(ptx) < all + size);
    const char *log = log_harmless(arena, raw, size - (size_t)(raw - all));
    struct source source = {"fuzz.cu", all, strlen(all)};
    struct diagnostics *diagnostics = diagnostics_new(arena);
    struct kernel_resources *resources;
    size_t count;
    log_parse(log, &source, ptx, diagnostics);
    log_resources(arena, log, &resources, &count);
    check(diagnostics, &source);
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    diagnostics_render(diagnostics, &text);
    return 0;
}
