/* The writers of the table. */
#ifndef REPORT_WRITERS_REPORT_WRITER_H
#define REPORT_WRITERS_REPORT_WRITER_H

#include "report/words.h"
#include "report/writer.h"

/*
 * The failing case and the printed lines, as text. With `findings`, before them the compiler's
 * messages and the findings.
 */
void report_append_details(const struct verdict *verdict, bool findings, struct buffer *out);

#define WRITER(name) bool report_write_##name(const struct report *report, struct buffer *out, struct error *error);
#include "report/writers.def"

#endif
