/* Runs a whole program for `run`, and prints what it found. */
#ifndef CLI_RUN_PROGRAM_OUTPUT_H
#define CLI_RUN_PROGRAM_OUTPUT_H

#include "app/kernel_run.h"
#include "cli/invocation.h"

/* `options` has what a build takes; the rest comes from the invocation. Returns the exit status. */
int program_output_run(struct invocation *invocation, const struct app *app, const struct program_action *options);

#endif
