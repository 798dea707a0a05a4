/*
 * The host side of a launch plan, as a function in CUDA C++ that any program can call.
 *
 * The function is `void run_NAME(void *stream, ...)`. It takes a pointer for each buffer, a long
 * long or a double for each scalar, in the order of the parameters. It throws std::runtime_error
 * if CUDA reports an error. Expressions of a plan are C++ after a few helpers. Names of the plan
 * get an underscore at their end.
 */
#ifndef PLAN_HOST_H
#define PLAN_HOST_H

#include "base/buffer.h"
#include "plan/plan.h"

/*
 * UNSUPPORTED if the plan needs what one device and one stream cannot give: other ranks, clusters,
 * cooperative launches, tensor maps, symbols, max_blocks().
 */
bool host_write(const struct plan *plan, const char *name, const struct parameter *parameters, size_t parameter_count,
                struct buffer *out, struct error *error);

#endif
