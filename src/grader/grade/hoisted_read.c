/* Moves findings to the lines of their reads: see the header. */
#include "grader/grade/hoisted_read.h"

#include <string.h>

#include "grader/source/source_index.h"
#include "grader/value/phrase.h"

enum { LINES_MAX = 16 };

/* An `if`, `for` or `while` that reads no memory. */
static bool is_bare_condition(const char *text)
{
    static const char *const words[] = {"if (", "for (", "while ("};
    text += strspn(text, " \t}");
    bool is_condition = false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        is_condition |= strncmp(text, words[i], strlen(words[i])) == 0;
    return is_condition && !strpbrk(text, "[*") && !strstr(text, "->");
}

/* The next line of the function that indexes the buffer; 0: none is near. */
static int next_read(const struct source *source, int line, const char *buffer, struct arena *arena)
{
    for (int next = line + 1; next <= line + LINES_MAX; next++) {
        if (source_index_text(source, next, buffer, arena))
            return next;
        if (*phrase_source_line(arena, source, next) == '}')
            return 0;
    }
    return 0;
}

void hoisted_read_move(struct observation *observation, const struct source *source)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    for (size_t i = 0; i < observation->finding_count; i++) {
        struct vgpu_finding *finding = &observation->findings[i];
        bool can_move = finding->line > 0 && finding->access == VGPU_ACCESS_READ && finding->buffer;
        if (!can_move || !is_bare_condition(phrase_source_line(arena, source, finding->line)))
            continue;
        int line = next_read(source, finding->line, finding->buffer, arena);
        finding->line = line ? line : finding->line;
    }
}
