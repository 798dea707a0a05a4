/*
 * Report writers: one interface, one table row per format (writers.def).
 *
 * A report is a run of verdicts with their data. A writer turns it into bytes. `text` is for the
 * terminal, `json` for programs, `gcc` for editors, `junit` for continuous integration, `html` is a
 * page to hand in.
 *
 * Rooms:
 *     writers/  one file for each output format
 */
#ifndef REPORT_WRITER_H
#define REPORT_WRITER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buffer.h"
#include "base/error.h"
#include "grader/verdict.h"

struct report_item {
    const struct verdict *verdict;
    const char *title;
    const char *path; /* of the source, for `gcc`; NULL: its name */
    int64_t attempt;  /* number of the attempt on this exercise; 0: not recorded */
};

struct report {
    const struct report_item *items;
    size_t count;
    bool color;  /* ANSI colours, if the format has them */
    bool ascii;  /* no characters beyond ASCII */
    int columns; /* the width for wrapping; 0: no wrapping */
};

struct report_writer {
    const char *name;
    bool (*write)(const struct report *report, struct buffer *out, struct error *error);
};

const struct report_writer *report_writer_find(const char *name);
size_t report_writer_count(void);
const struct report_writer *report_writer_at(size_t index);

#endif
