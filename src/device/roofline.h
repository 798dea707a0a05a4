/*
 * What this very GPU reaches: a copy of much memory, and fused multiply-adds in registers.
 *
 * The kernels are the caller's to compile (kernels/calibration/); their names and parameters are fixed here.
 *   calibrate_copy(uint4 *to, const uint4 *from, size_t count)
 *   calibrate_fma(float *out, int rounds): each round is ROOFLINE_FMA_PER_ROUND multiply-adds for each thread
 */
#ifndef DEVICE_ROOFLINE_H
#define DEVICE_ROOFLINE_H

#include "base/error.h"
#include "device/device.h"

enum { ROOFLINE_FMA_PER_ROUND = 256 };

struct roofline {
    double copy_bytes_per_second; /* read and written, both counted */
    double fp32_flops;            /* a multiply-add counts as two */
};

/* Errors: UNSUPPORTED (no time on this device, or it is too unsteady now), those of the device and the images. */
bool roofline_measure(struct device *device, const struct device_image *image, struct roofline *out_roofline,
                      struct error *error);

#endif
