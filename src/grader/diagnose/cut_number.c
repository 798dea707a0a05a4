/* Finds conversions to whole numbers in PTX: see the header. */
#include "grader/diagnose/cut_number.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { LINE_BYTES_MAX = 200 };

struct location {
    int file, line;
};

/* `.loc 1 12 5`, also of a line that is inlined. */
static bool read_location(const char *text, struct location *out)
{
    return sscanf(text, " .loc %d %d", &out->file, &out->line) == 2;
}

/* `cvt.rzi.s32.f32`: towards zero, which is what a conversion to int is in C. */
static bool cuts(const char *text)
{
    const char *found = strstr(text, "cvt.rzi.");
    return found && strchr("su", found[strlen("cvt.rzi.")]);
}

int cut_number_line(const char *ptx, size_t ptx_bytes)
{
    const char *end = ptx + ptx_bytes;
    struct location own = {0}, now = {0};
    for (const char *line = ptx; line < end;) {
        const char *newline = memchr(line, '\n', (size_t)(end - line)), *stop = newline ? newline : end;
        char text[LINE_BYTES_MAX];
        snprintf(text, sizeof text, "%.*s", (int)(stop - line), line);
        if (read_location(text, &now))
            own = own.file ? own : now; /* a kernel begins in the learner's file */
        else if (cuts(text) && now.line && now.file == own.file)
            return now.line;
        line = stop + 1;
    }
    return 0;
}
