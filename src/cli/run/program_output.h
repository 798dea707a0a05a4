/* Runs a whole program for `run`, and prints what it found. */
#ifndef CLI_RUN_PROGRAM_OUTPUT_H
#define CLI_RUN_PROGRAM_OUTPUT_H

#include "app/app.h"
#include "cli/command.h"

/* Returns the exit status. */
int program_output_run(struct invocation *invocation, const struct app *app, const char *const *include_folders,
                       const char *const *defines, const char *const *write_paths);

#endif
