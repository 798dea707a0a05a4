/* The errors that PTX allows approximate instructions (9.7.3, 9.7.4). */
#ifndef DIFFERENTIAL_BOUNDS_H
#define DIFFERENTIAL_BOUNDS_H

#include <stdbool.h>
#include <stdint.h>

/* True if `result` of an instruction such as "ex2.approx.ftz.f32" is within its bound. */
bool bounds_hold(const char *spelling, const uint64_t sources[2], uint64_t result);

#endif
