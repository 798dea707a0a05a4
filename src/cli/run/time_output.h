/* The time of a kernel of `run`, measured or modelled, as text and as JSON. */
#ifndef CLI_RUN_TIME_OUTPUT_H
#define CLI_RUN_TIME_OUTPUT_H

#include "app/kernel_run.h"
#include "base/buffer.h"
#include "base/json.h"

/* Lines that end in a newline. Nothing if there is no time. */
void time_output_text(const struct kernel_run_result *result, struct buffer *out);

/*
 * {device, modelled, microseconds, error, limiter, limiter_line, sentence, joules, terms: {name:
 * microseconds}} or null.
 */
json_t *time_output_json(const struct kernel_run_result *result);

#endif
