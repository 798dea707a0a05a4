/*
 * Observations of several devices, cases and compiles laid together: findings each once, counters where wanted.
 */
#ifndef GRADER_VALUE_OBSERVATION_MERGE_H
#define GRADER_VALUE_OBSERVATION_MERGE_H

#include <stdbool.h>
#include <stddef.h>

#include "device/observation.h"

enum { MERGED_FINDINGS_MAX = 100, MERGED_PRINTED_MAX = 10000 };

enum merge_part { MERGE_KERNELS = 1, MERGE_PRINTED = 2, MERGE_ALL = 3 };

/*
 * Copies the findings of `from` that `into` does not have yet (same kind, lines, buffer and kernel; of one that it has,
 * the larger count stays) and its fault; its kernels, with their counters, and its printed lines as `parts` says.
 */
void observation_merge(struct observation *into, const struct observation *from, unsigned parts);

/* How often a finding came up in the case where it came up most. */
uint64_t observation_most_often(const struct observation *merged, const struct vgpu_finding *finding);

/* Whether a finding makes a kernel unsafe, as opposed to being a note. */
bool observation_unsafe(const struct observation *observation);

/* Whether one speaks against the kernel's safety: a trap that it runs into on purpose is an ending, not an access. */
bool observation_endangers(const struct observation *observation);

#endif
