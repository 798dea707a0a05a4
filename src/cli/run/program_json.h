/* The result of a whole program as JSON. */
#ifndef CLI_RUN_PROGRAM_JSON_H
#define CLI_RUN_PROGRAM_JSON_H

#include "app/kernel_run.h"
#include "base/buffer.h"

/* `output`: what the program wrote. */
void program_json_print(const struct program_result *result, const struct buffer *output);

#endif
