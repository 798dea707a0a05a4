/*
 * Which line of the learner's made the NaN or the infinity that an output has where a number belongs.
 */
#ifndef GRADER_WORKER_CASE_ORIGIN_H
#define GRADER_WORKER_CASE_ORIGIN_H

#include <jansson.h>

#include "grader/wire/result.h"
#include "grader/worker/case_buffers.h"

/*
 * Runs the learner's plan again on the virtual device, watched, where a case of one device has such an element and is
 * small. Fills result->nan and result->infinity. What it costs is bounded by instructions, not by the clock, so that a
 * verdict stays the same.
 */
void case_origin(struct case_buffers *buffers, struct case_result *result);

json_t *origin_to_json(const struct vgpu_origin *origin);
bool origin_from_json(const json_t *json, const char *key, struct vgpu_origin *out_origin, struct error *error);

#endif
