/* Writes verdicts: on stdout in the format of --format or --json, JUnit and HTML into files. */
#ifndef CLI_GRADE_OUTPUT_H
#define CLI_GRADE_OUTPUT_H

#include <stdbool.h>
#include <stdint.h>

#include "app/app.h"
#include "cli/invocation.h"
#include "report/writer.h"

/* "text", "json" or "gcc". Only text has more lines than the verdict's. */
const char *grade_output_format(const struct invocation *invocation);

void grade_output_print(const struct invocation *invocation, const struct report_item *item);

/* Writes the files of --junit and --html. */
bool grade_output_files(const struct invocation *invocation, const struct verdict *verdict, int64_t attempt,
                        struct error *error);

#endif
