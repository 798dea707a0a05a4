/*
 * Merges the observations of several devices, cases and compiles: each finding once, counters as
 * asked.
 */
#ifndef GRADER_VALUE_OBSERVATION_MERGE_H
#define GRADER_VALUE_OBSERVATION_MERGE_H

#include <stdbool.h>
#include <stddef.h>

#include "device/observation.h"

enum { MERGED_FINDINGS_MAX = 100, MERGED_PRINTED_MAX = 10000 };

enum merge_part { MERGE_KERNELS = 1, MERGE_PRINTED = 2, MERGE_ALL = 3 };

/*
 * Copies the fault and the findings of `from` that `into` lacks. A finding is known by kind, lines,
 * buffer and kernel; the larger count stays. `parts` chooses kernels with their counters, and
 * printed lines.
 */
void observation_merge(struct observation *into, const struct observation *from, unsigned parts);

/*
 * Drops findings of a case that are consequences of accesses outside a buffer. `known` has the true
 * ones, of a smaller case whose pointers were followed.
 */
void observation_drop_echoes(struct observation *observation, const struct observation *known);

/* The highest count of a finding in any one case. */
uint64_t observation_most_often(const struct observation *merged, const struct vgpu_finding *finding);

/* The warp instructions of all launches. */
uint64_t observation_issued(const struct observation *observation);

/* Whether a finding is an error, not a note. */
bool observation_unsafe(const struct observation *observation);

/* Whether a finding makes the kernel unsafe. A deliberate trap only ends it. */
bool observation_endangers(const struct observation *observation);

#endif
