/* Finds conversions to whole numbers in PTX: see the header. */
#include "grader/source/cut_number.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/identifier.h"
#include "grader/source/source_text.h"

enum { LINE_BYTES_MAX = 200 };

struct spot {
    int file, line;
};

/* `.loc 1 12 5`, also of a line that is inlined. */
static bool read_location(const char *text, struct spot *out)
{
    return sscanf(text, " .loc %d %d", &out->file, &out->line) == 2;
}

/* `cvt.rzi.s32.f32`: towards zero, which is what a conversion to int is in C. */
static bool cuts(const char *text)
{
    const char *found = strstr(text, "cvt.rzi.");
    return found && strchr("su", found[strlen("cvt.rzi.")]);
}

/* Names before a bracket that cut no number within themselves, as powf() does. */
static const char *const harmless[] = {
    "if",
    "for",
    "while",
    "return",
    "int",
    "unsigned",
    "float",
    "double",
    "expf",
    "__expf",
    "exp2f",
    "exp",
    "logf",
    "log2f",
    "log",
    "sqrtf",
    "sqrt",
    "rsqrtf",
    "erff",
    "erf",
    "tanhf",
    "tanh",
    "sinf",
    "cosf",
    "fmaxf",
    "fminf",
    "fmax",
    "fmin",
    "fabsf",
    "fabs",
    "fmaf",
    "floorf",
    "ceilf",
    "rintf",
    "roundf",
    "min",
    "max",
    "atomicAdd",
    "atomicMax",
    "__shfl_sync",
    "make_float4",
    "make_float2",
    "__logf",
    "__fmaf_rn",
    "__shfl_xor_sync",
    "__shfl_down_sync",
    "__shfl_up_sync",
};

static bool is_harmless(const struct source *source, size_t at)
{
    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
        if (identifier_at(source, at, harmless[i]))
            return true;
    return false;
}

/* Whether a function of the file has this name: a number that it cuts has a line of its own. */
static bool is_of_file(const struct source *source, size_t at)
{
    struct source_stretch part = source_text_whole(source);
    CLEANUP(arena_free) struct arena *arena = arena_new();
    const char *name = source_text_name(source, at, arena);
    for (size_t found; (found = source_text_find_name(source, part, name)) < part.end; part.begin = found + 1) {
        size_t open = source_text_skip(source, found + strlen(name));
        bool has_list = source_quiet_byte(source, open) == '(';
        size_t body = has_list ? source_text_skip(source, source_text_after_close(source, open)) : found;
        if (has_list && source_quiet_byte(source, body) == '{')
            return true;
    }
    return false;
}

/* Whether the line calls a function that may cut a number for reasons of its own. */
static bool calls_other(const struct source *source, int line)
{
    for (size_t at = 0; at < source->size_bytes;) {
        size_t quiet = source_quiet_end(source, at), end = identifier_end(source, at);
        bool is_call = quiet == at && end > at && source_quiet_byte(source, source_quiet_blanks(source, end)) == '(';
        if (is_call && source_quiet_line(source, at) == line && !is_harmless(source, at) && !is_of_file(source, at))
            return true;
        at = quiet > at ? quiet : end > at ? end : at + 1;
    }
    return false;
}

int cut_number_line(const struct source *source, const char *ptx, size_t ptx_bytes)
{
    const char *end = ptx + ptx_bytes;
    struct spot own = {0}, now = {0};
    for (const char *line = ptx; line < end;) {
        const char *newline = memchr(line, '\n', (size_t)(end - line)), *stop = newline ? newline : end;
        char text[LINE_BYTES_MAX];
        snprintf(text, sizeof text, "%.*s", (int)(stop - line), line);
        if (read_location(text, &now))
            own = own.file ? own : now; /* a kernel begins in the learner's file */
        else if (cuts(text) && now.line && now.file == own.file && !calls_other(source, now.line))
            return now.line;
        line = stop + 1;
    }
    return 0;
}
