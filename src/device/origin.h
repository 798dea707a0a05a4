/*
 * Where a NaN or an infinity comes from, on the virtual device: a watch is given to `struct device` before a launch.
 */
#ifndef DEVICE_ORIGIN_H
#define DEVICE_ORIGIN_H

#include "vgpu/origin.h"

#endif
