/*
 * The measured limits of this GPU: copying much memory, and fused multiply-adds in registers.
 *
 * The caller compiles the kernels (kernels/calibration/). Their names and parameters are fixed
 * here:
 *     calibrate_copy(uint4 *to, const uint4 *from, size_t count)
 *     calibrate_fma(float *out, int rounds): a round is ROOFLINE_FMA_PER_ROUND FMAs per thread
 */
#ifndef DEVICE_ROOFLINE_H
#define DEVICE_ROOFLINE_H

#include "base/error.h"
#include "device/device.h"

enum { ROOFLINE_FMA_PER_ROUND = 256 };

struct roofline {
    double copy_bytes_per_second; /* counts reads and writes */
    double fp32_flops;            /* counts a multiply-add as two */
};

/* Errors: UNSUPPORTED (no time, or too unsteady), those of the device and the images. */
bool roofline_measure(struct device *device, const struct device_image *image, struct roofline *out_roofline,
                      struct error *error);

#endif
