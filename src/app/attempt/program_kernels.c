/* Compares the kernels of two programs. */
#include "app/attempt/program_kernels.h"

#include <ctype.h>
#include <string.h>

#include "base/buffer.h"
#include "compiler/source_tokens.h"

enum { NAME_SHOWN = 120 };

static const char kernel_word[] = "__global__";

/* The text without spaces and comments, so that moving a line is no change. */
static const char *squeezed(struct arena *arena, const char *text, size_t size_bytes)
{
    CLEANUP(buffer_done) struct buffer tokens = BUFFER_INIT;
    source_tokens_append(&tokens, text, size_bytes);
    char *out = arena_strndup(arena, tokens.data, tokens.size_bytes), *to = out;
    for (const char *from = out; *from; from++)
        if (!isspace((unsigned char)*from))
            *to++ = *from;
    *to = '\0';
    return out;
}

static size_t count_kernels(const char *text)
{
    size_t count = 0;
    for (const char *at = text; (at = strstr(at, kernel_word)) != NULL; at++)
        count++;
    return count;
}

/* The end of a function's body: behind the brace that closes its first one. */
static const char *body_end(const char *text)
{
    int depth = 0;
    for (; *text; text++) {
        depth += *text == '{' ? 1 : *text == '}' ? -1 : 0;
        if (*text == '}' && depth == 0)
            return text + 1;
    }
    return text;
}

const char *program_kernels_difference(struct arena *arena, const struct source *own, const struct source *starter)
{
    const char *text = squeezed(arena, own->text, own->size_bytes);
    const char *shipped = squeezed(arena, starter->text, starter->size_bytes);
    const char *at = starter->text;
    while ((at = strstr(at, kernel_word))) {
        const char *end = body_end(at);
        int name_bytes = (int)strcspn(at, "{");
        if (!strstr(text, squeezed(arena, at, (size_t)(end - at))))
            return arena_printf(arena, "this kernel differs from the shipped one: %.*s",
                                name_bytes < NAME_SHOWN ? name_bytes : NAME_SHOWN, at);
        at = end;
    }
    size_t count = count_kernels(text), wanted = count_kernels(shipped);
    return count > wanted ? arena_printf(arena, "kernels in the file: %zu, in the shipped one: %zu", count, wanted)
                          : NULL;
}
