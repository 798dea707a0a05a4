/* Writes verdicts: text or JSON on stdout, JUnit and HTML into files. */
#ifndef CLI_GRADE_OUTPUT_H
#define CLI_GRADE_OUTPUT_H

#include <stdbool.h>
#include <stdint.h>

#include "app/app.h"
#include "cli/command.h"

/* attempt: its number, 0 if not recorded. `title` can be NULL. */
void grade_output_print(const struct invocation *invocation, const struct verdict *verdict, const char *title,
                        int64_t attempt);

/* Writes the files of --junit and --html. */
bool grade_output_files(const struct invocation *invocation, const struct verdict *verdict, int64_t attempt,
                        struct error *error);

#endif
