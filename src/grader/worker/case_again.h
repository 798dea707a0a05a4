/*
 * Runs a small case twice in one module, which must not matter.
 */
#ifndef GRADER_WORKER_CASE_AGAIN_H
#define GRADER_WORKER_CASE_AGAIN_H

#include "grader/case/case_buffers.h"
#include "grader/wire/result.h"

/*
 * For a case that is right, and whose run wrote variables of the module or left memory on the
 * heap. The plan runs once more in the same module, on other inputs. If that is wrong or does not
 * end, the result becomes that run's, with `runs_before` 1. Only on one virtual device.
 */
void case_again(struct case_buffers *buffers, struct case_result *result);

#endif
