/*
 * Observations of several devices, cases and compiles laid together: findings each once, counters where wanted.
 */
#ifndef GRADER_MERGE_INTERNAL_H
#define GRADER_MERGE_INTERNAL_H

#include <stdbool.h>

#include "device/observation.h"

enum { MERGED_FINDINGS_MAX = 100, MERGED_PRINTED_MAX = 10000 };

/*
 * Copies the findings of `from` that `into` does not have yet (same kind, line, buffer and kernel), its printed lines
 * and its fault; its kernels, with their counters, only if `with_kernels`.
 */
void observation_merge(struct observation *into, const struct observation *from, bool with_kernels);

/* Whether a finding makes a kernel unsafe, as opposed to being a note. */
bool observation_unsafe(const struct observation *observation);

#endif
