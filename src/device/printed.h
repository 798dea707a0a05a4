/*
 * What kernels print on a GPU. The driver writes it to the standard output of the process, in its own time; a process
 * that does not want it there makes standard output a file in memory and takes the lines from it after each run.
 *
 * Both functions look at standard output itself, so that whoever runs kernels need not know who redirected it. The
 * virtual device fills its observations by itself.
 */
#ifndef DEVICE_PRINTED_H
#define DEVICE_PRINTED_H

#include <stdbool.h>

#include "base/error.h"
#include "device/observation.h"

/* Standard output is a file in memory from now on. For processes that never print there. */
bool printed_capture(struct error *error);

/*
 * Moves the lines that were printed since to the observation; which thread printed them is not known, and stands as
 * zeros. No effect where standard output was not captured. Lines beyond OBSERVATION_PRINTED_MAX are counted only.
 */
void printed_collect(struct observation *observation);

#endif
