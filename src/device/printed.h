/*
 * printf output of kernels on a GPU. The driver writes it to the process's standard output, at a
 * time of its choice. This module makes standard output a file in memory, and takes the lines from
 * it after each run.
 *
 * Both functions look at standard output itself, so a caller need not know who redirected it. The
 * virtual device fills its observations without this.
 */
#ifndef DEVICE_PRINTED_H
#define DEVICE_PRINTED_H

#include <stdbool.h>

#include "base/error.h"
#include "device/observation.h"

/* Makes standard output a file in memory. For processes that never print there. */
bool printed_capture(struct error *error);

/*
 * Moves the lines printed since then to the observation. Their threads are unknown and given as
 * zeros. No effect without printed_capture(). Lines beyond OBSERVATION_PRINTED_MAX are only
 * counted.
 */
void printed_collect(struct observation *observation);

/*
 * For a process that prints, too: only between these two is standard output a file. Lines keep
 * their newlines. printed_end() needs no printed_begin() that worked.
 */
struct printed_pause {
    int stdout_fd; /* the real one; -1: nothing is captured */
};
bool printed_begin(struct printed_pause *out_pause, struct error *error);
void printed_end(struct printed_pause *pause, struct observation *observation);

#endif
