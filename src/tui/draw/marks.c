/* Marks and ASCII twins. */
#include "tui/draw/marks.h"

#include <utf8proc.h>

#include "base/text.h"

static const struct {
    const char *utf8, *ascii;
} marks[MARK_COUNT] = {
#define MARK(id, utf8, ascii) [MARK_##id] = {utf8, ascii},
#include "tui/draw/marks.def"
};

static const struct {
    int32_t first, last;
    char character;
} twins[] = {
#define TWIN(first, last, character) {first, last, character},
#include "tui/draw/twins.def"
};

const char *mark_text(enum mark mark, bool ascii)
{
    return ascii ? marks[mark].ascii : marks[mark].utf8;
}

/* U+00E9 -> 'e': the first code point of its canonical decomposition. */
static char base_letter(int32_t codepoint)
{
    utf8proc_int32_t parts[8];
    int boundary = 0;
    utf8proc_ssize_t count = utf8proc_decompose_char(codepoint, parts, 8, UTF8PROC_DECOMPOSE, &boundary);
    return count > 0 && parts[0] >= 0x20 && parts[0] < 0x7F ? (char)parts[0] : '?';
}

/* The ASCII character for `codepoint`: a twin, else its base letter, else '?'. */
static char mark_ascii_of(int32_t codepoint)
{
    if (codepoint >= 0x20 && codepoint < 0x7F)
        return (char)codepoint;
    for (size_t i = 0; i < sizeof twins / sizeof twins[0]; i++)
        if (codepoint >= twins[i].first && codepoint <= twins[i].last)
            return twins[i].character;
    return base_letter(codepoint);
}

void mark_append_ascii(struct buffer *out, const char *text, size_t size_bytes)
{
    while (size_bytes > 0) {
        int columns;
        int32_t codepoint;
        size_t step = text_step_cluster(text, size_bytes, &columns);
        text_step(text, size_bytes, &codepoint);
        if (codepoint == '\n')
            buffer_append_char(out, '\n');
        else
            for (int i = 0; i < columns; i++)
                buffer_append_char(out, mark_ascii_of(codepoint));
        text += step;
        size_bytes -= step;
    }
}
