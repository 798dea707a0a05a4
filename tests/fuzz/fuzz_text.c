/* Any bytes as text: the output is harmless UTF-8, and widths agree with cutting and wrapping. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool holds)
{
    if (!holds)
        abort();
}

static void check_harmless(const struct buffer *text)
{
    for (size_t at = 0; at < text->size_bytes;) {
        int32_t codepoint;
        size_t step = text_step(text->data + at, text->size_bytes - at, &codepoint);
        must(codepoint != 0xFFFD || step == 3);
        must(codepoint >= 0x20 || codepoint == '\n' || codepoint == '\t');
        must(codepoint < 0x7F || codepoint > 0x9F);
        at += step;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!size)
        return 0;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    CLEANUP(buffer_done) struct buffer harmless = BUFFER_INIT;
    CLEANUP(buffer_done) struct buffer padded = BUFFER_INIT;
    int columns = data[0] % 40 + 1;
    text_sanitise(&harmless, (const char *)data + 1, size - 1);
    check_harmless(&harmless);
    const char *text = buffer_text(&harmless);
    size_t cut = text_cut(text, harmless.size_bytes, columns);
    must(text_width_bytes(text, cut) <= columns);
    text_append_padded(&padded, text, columns, TEXT_CENTER);
    must(text_width(buffer_text(&padded)) == columns);
    const struct text_span *lines;
    size_t count = text_wrap(arena, text, columns, &lines);
    must(count >= 1);
    for (size_t i = 0; i < count; i++) {
        must(lines[i].start >= text && lines[i].start + lines[i].size_bytes <= text + harmless.size_bytes);
        must(text_width_bytes(lines[i].start, lines[i].size_bytes) <= (columns > 2 ? columns : 2));
    }
    return 0;
}
